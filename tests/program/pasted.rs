//! Text as people paste it and forget to quote it: read as intended, or with a note or error.

use crate::naive::NaiveCube;
use crate::program::{converse, program, run_with, solve, stderr, stdout};
use std::io::Write;
use std::path::Path;
use std::process::Output;

fn run(arguments: &[&str], input: &str) -> Output {
    run_with(program(Path::new("none")).args(arguments), input.as_bytes())
}

/// The index of the only cube in a text, read from stdin or as an argument without complaint.
fn index_of(text: &str) -> String {
    let of_input = run(&["convert", "--to", "index"], text);
    let of_argument = run(&["convert", "--to", "index", text], "");
    for output in [&of_input, &of_argument] {
        assert_eq!(stderr(output), "", "{text}");
        assert_eq!(output.status.code(), Some(0), "{text}");
    }
    assert_eq!(stdout(&of_input), stdout(&of_argument), "{text}");
    stdout(&of_input).to_owned()
}

#[test]
fn pasted_moves_are_read() {
    for (pasted, moves) in [
        ("R U F' (3f*)", "R U F'"),
        ("R U F2  (4q*) // Cube Explorer", "R U F2"),
        ("1. R U F'", "R U F'"),
        ("12) R U F'", "R U F'"),
        ("Scramble: R U F'", "R U F'"),
        ("Scramble #3: R U F'", "R U F'"),
        ("R, U, F'", "R U F'"),
        ("R,U,F',D2", "R U F' D2"),
        ("F: [R,U]", "F R U R' U' F'"),
        ("[R U R' U']3", "R U R' U' R U R' U' R U R' U'"),
        ("(R U R' U') x3", "R U R' U' R U R' U' R U R' U'"),
        ("F (R U R' U')x2 F'", "F R U R' U' R U R' U' F'"),
        ("(R U)x3 F", "R U R U R U F"),
        ("(R U)x F", "R U x F"),
        ("(R U)^3", "R U R U R U"),
        ("(R U)*3", "R U R U R U"),
        ("(RU)3", "R U R U R U"),
        ("R U F' # mine", "R U F'"),
        ("R U F' ; mine", "R U F'"),
        ("R² U", "R2 U"),
        ("R^-1 U^2", "R' U2"),
        ("Ri U R3", "R' U R'"),
        ("2R U", "M' U"),
        ("R’ U′ F‘ D´ L` B'", "R' U' F' D' L' B'"),
        ("\u{feff}R\tU\tF'\r", "R U F'"),
        ("R\u{a0}U F'\t(3f*)", "R U F'"),
        ("R\u{200b} U", "R U"),
        ("\"R U R'\"", "R U R'"),
        ("“R U R’”", "R U R'"),
        ("„R U F“ // mine", "R U F"),
        ("«R U F»", "R U F"),
        ("R U F.", "R U F"),
        ("RUF'. # mine", "R U F'"),
        ("1. R U。", "R U"),
        ("R、U", "R U"),
        ("R、U、F'", "R U F'"),
        ("R，U，F'", "R U F'"),
        ("* R U", "R U"),
        ("• R U", "R U"),
        ("> R U", "R U"),
        ("* 1. Scramble: \"R U\"", "R U"),
        ("**R U R'** // bold", "R U R'"),
        ("1. __R U R'__", "R U R'"),
        ("**\"R U\"**", "R U"),
        ("＂R U＂", "R U"),
        ("R‛ Uˈ F\u{ad}D\u{200e}", "R' U' F D"),
        ("R₂ U", "R2 U"),
        ("R U\t\u{200b}", "R U"),
    ] {
        assert_eq!(index_of(pasted), index_of(moves), "{pasted}");
    }
    assert_eq!(index_of("3Rw"), "0\n");
    // an argument could be an option
    let bullet = run(&["convert", "--to", "index"], "- R U\n");
    assert_eq!(stdout(&bullet), index_of("R U"));
}

/// Lines of csTimer, of scramble sheets and of lists of algorithms.
#[test]
fn pasted_sheets_are_read() {
    for (pasted, moves) in [
        // "print scrambles" and "print dates" of csTimer, with times that it writes
        (
            "1. 7.71   D2 L2 B' D2 R2 B R2 B L2 B2 U' B2 D2 R U2 F R D L' ",
            "D2 L2 B' D2 R2 B R2 B L2 B2 U' B2 D2 R U2 F R D L'",
        ),
        ("12. 8.43   R U R' U'   @2022-01-01 12:34:56 ", "R U R' U'"),
        ("2.  D2 B2 R2 @2022-01-01", "D2 B2 R2"),
        ("3. 1:02.35+   D2 F   @N/A ", "D2 F"),
        ("4. (8.43)   R U", "R U"),
        ("5. DNF(9.12)   R U", "R U"),
        ("6. (DNF(9.12)[pop: F2 (again)])   R U", "R U"),
        ("7. 8.43=3.21+5.22[no look]   R U", "R U"),
        ("8.43   R U", "R U"),
        ("(5) D L", "D L"),
        ("1) R U", "R U"),
        ("#3 D L", "D L"),
        ("#3. D L", "D L"),
        ("#3: D L // mine", "D L"),
        ("3x3x3: R U", "R U"),
        ("T-Perm: R U R'", "R U R'"),
        ("21. OLL 21 - Sune: R U R'", "R U R'"),
        ("R perm: R U R'", "R U R'"),
        ("F2L: R U R'", "R U R'"),
        ("F2 L: R", "F2 L R L' F2"),
        ("Ua: [R, F]", "R F R' F'"),
        ("U: [R, F]", "U R F R' F' U'"),
        ("Sune\tR U R' U R U2 R'", "R U R' U R U2 R'"),
        ("21\tR U R'\t// mine", "R U R'"),
        ("Scramble:\tR U F'", "R U F'"),
        ("Extra 1. R U F'", "R U F'"),
        ("E2) R U F'", "R U F'"),
        ("E2 M2", "E2 M2"),
        ("3x3x3 Cube: R U", "R U"),
        ("2x2x2 Cube: R U", "R U"),
        ("打乱：R U", "R U"),
        ("Scramble (WCA): R U", "R U"),
        ("U perm (a): M2 U M", "M2 U M"),
        ("https://alg.cubing.net/?alg=R_U&amp;setup=F", "F R U"),
        ("R U // https://alg.cubing.net/?alg=F", "R U"),
        ("https://alg.cubing.net/?alg=(R_U)_x2_F", "R U B"),
        ("https://alg.cubing.net/?alg=(R_U)x2_F", "R U B"),
    ] {
        assert_eq!(index_of(pasted), index_of(moves), "{pasted}");
    }
    // the other lines of csTimer are no cubes, nor is a typing error a label
    for text in [
        "Generated By csTimer on 2022-01-01",
        "solves/total: 5/5",
        "single",
        "    best: 8.43",
        "avg of 5",
        "    current: 9.87 (σ = 0.61)",
        "Time List:",
        "1. 8.43",
        "R Q: F",
        "R U@ F",
        "https://example.com/R",
    ] {
        let output = run(&["convert", "--to", "index"], text);
        let refused = stdout(&output).starts_with("// error: ");
        assert!(refused, "{text}: {}", stdout(&output));
    }
    for comment in ["# 3 D L", "#", "#3", "#3.", "#mine R U", "; R", "// R"] {
        let copied = run(&["convert", "--to", "index"], comment);
        assert_eq!(stdout(&copied), format!("{comment}\n"));
    }
}

/// What could mean something else is read one way, and a note says which, on stderr and in JSON.
#[test]
fn ambiguous_texts_are_noted() {
    let sune = "R U R' U R U2 R'";
    let competition = "D2 L' F2 U R2 F2 L2 B2 U2 R F D L B' U2";
    for (pasted, moves, note) in [
        (
            "(U') x2 y' R' U' F R",
            "U' x2 y' R' U' F R",
            "x2 after a space is the rotation",
        ),
        (
            "(R' U R' U') x2 y' (R' U) l (R U')",
            "R' U R' U' x2 y' R' U l R U'",
            "x2 after a space",
        ),
        ("[R, U] x2 F", "R U R' U' x2 F", "x2 after a space"),
        (
            &format!("F: {sune}"),
            sune,
            "F is read as a name; a conjugate is written [A: B]",
        ),
        (&format!("Ub: {sune}"), sune, "Ub is read as a name"),
        (&format!("E2: {sune}"), sune, "E2 is read as a name"),
        ("[u] R [f2] U", "y R z2 U", "[u] is the rotation y"),
        (
            "R U R', D",
            "R U R' D R U' R' D'",
            "A,B without brackets is the commutator",
        ),
        (
            "R U / D F",
            "R U D F U' R' U' R' F' D' R U",
            "A/B without brackets is A B A' A' B' A",
        ),
        (
            "https://alg.cubing.net/?alg=R_U-&type=alg",
            "U R'",
            "the cube that its algorithm solves",
        ),
        (
            &format!("F\t{sune}"),
            sune,
            "F is read as a name before a tab",
        ),
        ("R.\tU F", "U F", "R. is read as a name before a tab"),
        ("U (1q)R\tF", "F", "U (1q)R is read as a name before a tab"),
        ("、u\tR", "R", "、u is read as a name before a tab"),
        ("E\tx' R U'", "x' R U'", "E is read as a name before a tab"),
        (
            "E1 D2 L' F2 U",
            "D2 L' F2 U",
            "E1 is read as a name, the number of an extra scramble",
        ),
        (
            &format!("E2 {competition}"),
            competition,
            "E2 is read as a name",
        ),
    ] {
        let output = run(&["convert", "--to", "index"], pasted);
        assert_eq!(stdout(&output), index_of(moves), "{pasted}");
        assert!(
            stderr(&output).contains(note),
            "{pasted}: {}",
            stderr(&output)
        );
        let json = run(&["canon", "--json"], pasted);
        assert!(stdout(&json).contains(note), "{}", stdout(&json));
        for command in ["simplify", "invert"] {
            assert!(
                stderr(&run(&[command], pasted)).contains(note),
                "{command} {pasted}"
            );
        }
    }
    assert!(stderr(&run(&["order"], "F: R U")).contains("F is read as a name"));
    // letters of corners alone are moves, too
    let letters = run(&["canon", "--json"], "fd.");
    let note = "read as moves; -f speffz reads it as Speffz letters";
    assert!(stdout(&letters).contains(note) && stderr(&letters).contains(note));
    let named = run(&["canon", "--json", "-f", "speffz"], "fd.");
    assert_eq!(stderr(&named), "");
    let twice = run(&["convert", "--to", "index"], "F: R U\nF: R\n");
    assert_eq!(
        stderr(&twice).lines().count(),
        1,
        "each note is printed once"
    );
}

#[test]
fn scrambles_of_other_puzzles_are_refused() {
    for label in [
        "4x4x4 Cube",
        "5x5",
        "7x7x7 Cube",
        "Pyraminx",
        "Skewb",
        "Megaminx",
        "Square-1",
        "444 WCA",
        "1. Clock",
        "Sq-1",
        "Mega",
        "Scramble 4×4×4",
    ] {
        for text in [format!("{label}: U' R' L"), format!("{label}\tU' R' L")] {
            let output = run(&["convert", "--to", "index"], &text);
            assert_eq!(output.status.code(), Some(1), "{text}");
            assert!(
                stderr(&output).contains("expected moves of the 3x3x3"),
                "{text}"
            );
        }
    }
    let four = run(&["order", "--size", "4"], "4x4x4 Cube: Rw U");
    assert_eq!(four.status.code(), Some(0), "{}", stderr(&four));
    for columns in [
        "(R U)2\tF",
        "[R, U]\tF",
        "R E (2f*)\tM",
        "R U F'\tF U' R'",
        "T-Perm: R U\tF",
        "T-Perm: R\tF U",
    ] {
        let columns = run(&["convert", "--to", "index"], columns);
        assert!(stderr(&columns).contains("found another behind a tab"));
    }
}

/// Single quotes could be primes.
#[test]
fn single_or_unclosed_quotes_are_refused() {
    for (text, problem) in [
        ("'R U F'", "column 1: "),
        ("‘R U F’", "column 1: "),
        ("`R U F`", "column 1: "),
        ("\"R U R", "column 1: '\"' is never closed"),
        ("  \"R U // R\"", "column 3: '\"' is never closed"),
        ("\"R U\" \"R\"", "column 5: "),
        ("R U\"", "column 4: "),
        ("-R U", "column 1: "),
        ("* ", "column 1: "),
    ] {
        let output = run(&["convert", "--to", "index"], text);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(stderr(&output).contains(problem), "{}", stderr(&output));
    }
}

#[test]
fn unquoted_moves_are_one_scramble() {
    let quoted = solve(&["R U R' U'"]).output().unwrap();
    let unquoted = solve(&["R", "U", "R'", "U'"]).output().unwrap();
    assert_eq!(stdout(&unquoted), stdout(&quoted));
    assert_eq!(
        stderr(&unquoted),
        "cubesolve: arguments read as one: R U R' U' (--each reads them separately)\n"
    );
    let quiet = solve(&["-q", "R", "U"]).output().unwrap();
    assert_eq!((stdout(&quiet), stderr(&quiet)), ("U' R'\n", ""));
    let each = solve(&["--each", "R", "U"]).output().unwrap();
    assert_eq!((stdout(&each), stderr(&each)), ("R'\nU'\n", ""));
    for command in [
        &["convert", "--to", "reid"][..],
        &["coord", "eo"],
        &["invert"],
        &["order", "--size", "4"],
    ] {
        let with = |arguments: &[&str]| run(&[command, arguments].concat(), "");
        let (one, apart) = (with(&["2R U2"]), with(&["2R", "U2"]));
        assert_eq!(stdout(&one), stdout(&apart), "{command:?}");
        assert!(
            stderr(&apart).contains("arguments read as one: 2R U2"),
            "{command:?}"
        );
        let both = [stdout(&with(&["2R"])), stdout(&with(&["U2"]))].concat();
        assert_eq!(stdout(&with(&["--each", "2R", "U2"])), both, "{command:?}");
    }
    // single moves among others may be one scramble or several
    let mixed = solve(&["R", "U", "F2 L"]).output().unwrap();
    assert_eq!(stdout(&mixed), "R'\nU'\nL' F2\n");
    assert_eq!(
        stderr(&mixed),
        "cubesolve: arguments read as 3 separate scrambles; quote moves that belong together \
         (--each silences this note)\n"
    );
    let each = solve(&["--each", "R", "U", "F2 L"]).output().unwrap();
    assert_eq!((stdout(&each), stderr(&each)), (stdout(&mixed), ""));
    let letters = run(&["factor", "b", "d"], "");
    assert_eq!(
        (stdout(&letters).lines().count(), stderr(&letters)),
        (12, "")
    );
}

/// The program's own output, and facelets that a shell took apart.
#[test]
fn printed_cubes_are_read_back() {
    let index = index_of("R U");
    let net = stdout(&run(&["show", "R U"], "")).to_owned();
    let windows = format!("\u{feff}{}", net.replace('\n', "\r\n"));
    for text in [
        &net,
        net.trim_end_matches('\n'),
        &net.replace("    ", "\t"),
        &windows,
    ] {
        assert_eq!(index_of(text), index, "{text}");
    }
    // one answer for each net, and none for the empty line that ends it
    let two = run(&["show", "R U", "F"], "");
    let solved = run_with(&mut solve(&["--threads", "1"]), &two.stdout);
    assert_eq!((stdout(&solved), stderr(&solved)), ("U' R'\nF'\n", ""));
    let json = run_with(&mut solve(&["--json"]), &two.stdout);
    assert!(
        stdout(&json).contains("\n{\"line\":11,"),
        "{}",
        stdout(&json)
    );

    let rows: Vec<&str> = net.split_whitespace().collect();
    let unquoted = run(&[&["convert", "--to", "index"], &rows[..]].concat(), "");
    assert_eq!(stdout(&unquoted), index, "row by row");
    let facelets = NaiveCube::from_str("R U").facelets();
    let faces: Vec<&str> = (0..6).map(|n| &facelets[9 * n..9 * n + 9]).collect();
    let unquoted = run(&[&["convert", "--to", "index"], &faces[..]].concat(), "");
    assert_eq!(stdout(&unquoted), index);

    for (command, label) in [
        ("order", "cubies"),
        ("inspect", "cubies"),
        ("order", "facelets"),
    ] {
        let page = run(&[command, "R U F2"], "");
        let line = stdout(&page)
            .lines()
            .find(|line| line.starts_with(label))
            .unwrap();
        let order = |text| stdout(&run(&["order", text], "")).to_owned();
        if label == "facelets" {
            assert_eq!(order(line), order("R U F2"));
        } else {
            let read = run(&["-q", "convert", "--to", "index", line], "");
            assert_eq!(stdout(&read), index_of("R U F2"));
        }
    }
}

/// However a net is cut, none of its lines is answered as moves, and the next scramble is solved.
#[test]
fn cut_net_is_an_error() {
    let net = stdout(&run(&["show", "R U"], "")).to_owned();
    let lines: Vec<&str> = net.lines().take(9).collect();
    let read = |lines: &[&str], next: &str| {
        let input = format!("{}\n{next}", lines.join("\n"));
        let output = run(&["convert", "--to", "index"], &input);
        assert_eq!(output.status.code(), Some(1));
        stdout(&output).to_owned()
    };
    for end in 1..9 {
        let refused = read(&lines[..end], "");
        assert!(refused.starts_with("// error: expected the nine lines of a net"));
        assert_eq!(refused.lines().count(), 1, "{end}");
    }
    for (start, end) in (0..9).flat_map(|start| (start + 1..=9).map(move |end| (start, end))) {
        if end - start == 9 {
            continue;
        }
        let answers = read(&lines[start..end], "\nR U2 F' L2 D B2 R'\n");
        let mut answers = answers.lines().filter(|line| !line.is_empty()).rev();
        let after = answers.next().unwrap();
        assert!(after.parse::<u128>().is_ok(), "{start} {end}: {after}");
        // a blank line after a single row is a solved cube, of index 0
        assert!(
            answers.all(|line| line.starts_with("// error: ") || line == "0"),
            "{start} {end}"
        );
    }
    // as an argument, too
    let argument = run(&["convert", "--to", "index", &lines[..2].join("\n")], "");
    assert!(stderr(&argument).contains("expected 54 facelets"));
    // moves with as much space before them as in lists are moves
    assert_eq!(index_of("   R U F"), index_of("R U F"));
    assert_eq!(index_of("        R U2 F"), index_of("R U2 F"));
}

#[test]
fn six_lines_of_faces_are_one_cube() {
    let facelets = NaiveCube::from_str("R U").facelets();
    let faces: [&str; 6] = std::array::from_fn(|n| &facelets[9 * n..9 * n + 9]);
    let index = index_of("R U");
    for text in [
        faces.join("\n"),
        faces.join("\n").to_lowercase(),
        faces.map(|face| format!("\"{face}\",")).join("\n"),
    ] {
        assert_eq!(index_of(&text), index, "{text}");
        let among_others = run(
            &["convert", "--to", "index"],
            &format!("R U\n{text}\n\nR U\n"),
        );
        assert_eq!(stdout(&among_others), index.repeat(3), "{text}");
    }
    for lost in 0..faces.len() {
        let rest = [&faces[..lost], &faces[lost + 1..]].concat();
        let output = run(&["convert", "--to", "index"], &rest.join("\n"));
        assert!(stdout(&output).starts_with("// error: expected six lines of nine facelets"));
        assert_eq!(stdout(&output).lines().count(), 1, "{lost}");
    }
}

#[test]
fn line_of_moves_is_answered_before_the_next_is_written() {
    let (mut child, mut stdin, mut answers) = converse(&mut solve(&["--threads", "1"]));
    for (scramble, answer) in [("UFR", "R' F' U'"), ("U F R", "R' F' U'")] {
        writeln!(stdin, "{scramble}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Facelets as programs hold them.
#[test]
fn facelets_are_read_as_programs_hold_them() {
    let moves = "R U F2 D' L B";
    let facelets = NaiveCube::from_str(moves).facelets();
    let faces: Vec<&str> = (0..6).map(|n| &facelets[9 * n..9 * n + 9]).collect();
    let net = stdout(&run(&["show", moves], "")).to_owned();
    let rows: String = net.split_whitespace().collect();
    let colours = |text: &str| -> String {
        let colour = |c| "wrgyob".chars().nth("URFDLB".find(c).unwrap()).unwrap();
        text.chars().map(colour).collect()
    };
    let list = |texts: &[&str]| format!("[\"{}\"]", texts.join("\", \""));
    let letters: Vec<&str> = facelets.split("").filter(|c| !c.is_empty()).collect();
    let object = |names: [&str; 6]| {
        let pairs = names.iter().zip(&faces).rev();
        let pairs: Vec<String> = pairs
            .map(|(name, face)| format!("\"{name}\":\"{face}\""))
            .collect();
        format!("{{{}}}", pairs.join(","))
    };
    let drawn = |names: [&str; 6]| {
        let name = |c| names["URFDLB".find(c).unwrap()];
        let line = |line: &str| {
            let words = line.chars().filter(|c| *c != ' ').map(name);
            let margin = if line.starts_with("    ") {
                "            "
            } else {
                ""
            };
            format!("{margin}{}\n", words.collect::<Vec<_>>().join(" "))
        };
        net.trim_end().lines().map(line).collect::<String>()
    };
    let index = index_of(moves);
    for text in [
        rows.clone(),
        colours(&rows),
        list(&letters),
        list(&letters).replace('"', "'"),
        list(&faces),
        format!(
            "[{}]",
            faces
                .iter()
                .map(|face| list(&face.split("").filter(|c| !c.is_empty()).collect::<Vec<_>>()))
                .collect::<Vec<_>>()
                .join(",")
        ),
        object(["U", "R", "F", "D", "L", "B"]),
        object(["up", "right", "front", "down", "left", "back"]),
        format!("1. {facelets}"),
        format!("#3 {facelets} // mine"),
        format!("'{facelets}'"),
        format!("\"{facelets}\""),
        drawn(["Wh", "Re", "Gr", "Ye", "OR", "bl"]),
        drawn(["White", "Red", "Green", "Yellow", "Orange", "Blue"]),
    ] {
        assert_eq!(index_of(&text), index, "{text}");
    }
    let boxed = |line: &str| {
        let letters = line.chars().filter(|c| *c != ' ');
        let row: String = letters.map(|c| format!("[{c}]")).collect();
        format!(
            "{}{row}\n",
            if line.starts_with("    ") {
                " ".repeat(9)
            } else {
                String::new()
            }
        )
    };
    let lines: Vec<&str> = net.trim_end().lines().collect();
    let [above, beside, below] = [0, 3, 6].map(|n| lines[n..n + 3].join("\n"));
    for text in [
        net.trim_end().lines().map(boxed).collect::<String>(),
        format!("{above}\n\n{beside}\n\n{below}\n"),
        object(["top", "right", "front", "bottom", "left", "back"]),
        object(["white", "red", "green", "yellow", "orange", "blue"]),
        format!("cube = '{facelets}';"),
        format!("Facelets: {facelets}"),
        format!("faces = {};", list(&faces)),
        format!("({})", list(&letters).trim_matches(['[', ']'])),
        list(&faces)
            .replace('[', "{")
            .replace(']', "}")
            .replace('"', "'"),
    ] {
        assert_eq!(index_of(&text), index, "{text}");
    }
    let json = stdout(&run(&["convert", "--to", "json", moves], "")).to_owned();
    let centred = json.replacen('{', "{\"center\":[0,1,2,3,4,5],", 1);
    assert_eq!(index_of(&centred), index);
    assert!(
        stdout(&run(
            &["convert", "--to", "index"],
            &centred.replace("4,5]", "5,4]")
        ))
        .contains("not at home")
    );
    let example = "wwwowwwwwgbgrrrbbbooogggrrrbbyooogggrrrbbbowoyyyyyyygy";
    assert!(index_of(example).trim().parse::<u128>().is_ok());
    for text in ["[]", "{}", "[\"U\"]", "{\"U\":1}"] {
        let output = run(&["convert", "--to", "index"], text);
        assert_eq!(output.status.code(), Some(1), "{text}");
    }
}

/// The owner of a 2x2x2 has no other facelets than 24, and no centres.
#[test]
fn facelets_of_the_2x2x2_are_read() {
    for moves in ["R U F", "R2 U' F R", "U"] {
        let facelets = NaiveCube::from_str(moves).facelets();
        let small: String = facelets
            .char_indices()
            .filter(|(n, _)| [0, 2, 6, 8].contains(&(n % 9)))
            .map(|(_, c)| c)
            .collect();
        let answer =
            |text: &str| stdout(&run_with(solve(&["--puzzle", "2x2x2"]).arg(text), b"")).to_owned();
        let faces: Vec<&str> = (0..6).map(|n| &small[4 * n..4 * n + 4]).collect();
        let [u, r, f, d, l, b] = faces[..] else {
            panic!()
        };
        let row = |n: usize| [l, f, r, b].map(|face| &face[2 * n..2 * n + 2]).concat();
        let net = [&u[..2], &u[2..], &row(0), &row(1), &d[..2], &d[2..]].join("\n");
        for text in [small.clone(), small.to_lowercase(), faces.join(" "), net] {
            let solution = answer(&text);
            let mut cube = NaiveCube::from_str(moves);
            cube.apply_str(solution.trim());
            let solved = cube.facelets();
            let corners = |face: &[u8]| [0, 2, 6, 8].iter().all(|n| face[*n] == face[0]);
            assert!(
                solved.as_bytes().chunks(9).all(corners),
                "{text}: {solution}"
            );
        }
        let output = run(&["convert", "--to", "index"], &small);
        assert!(
            stderr(&output).contains("--puzzle 2x2x2 reads 24"),
            "{}",
            stderr(&output)
        );
    }
}

/// Blindfold sheets and write-ups.
#[test]
fn other_ways_to_write_moves_are_read() {
    for (pasted, moves) in [
        ("R' D: U2, R' D R", "R' D U2 R' D R U2 R' D' R D' R"),
        ("[R' D: U2, R' D R]", "R' D U2 R' D R U2 R' D' R D' R"),
        ("R D': R/E", "R D' R E R2 E' R D R'"),
        ("[R D': [R/E]]", "R D' R E R2 E' R D R'"),
        ("[U ; [R, D]]", "U R D R' D' U'"),
        ("[U] R U R'", "U R U R'"),
        ("{R U R' U'}2", "R U R' U' R U R' U'"),
        ("[B' U' D B D']", "B' U' D B D'"),
        ("R U . R'", "R U R'"),
        ("R^{-1} U^{2}", "R' U2"),
        ("Ｒ　Ｕ２　Ｆ＇", "R U2 F'"),
        ("**Scramble:** R U F'", "R U F'"),
        ("**Scramble**: R U F'", "R U F'"),
        ("R U F' (3 HTM)", "R U F'"),
        ("R U F2 (4 qtm)", "R U F2"),
        ("M U (2 STM)", "M U"),
        ("R U F' (3 moves)", "R U F'"),
    ] {
        assert_eq!(index_of(pasted), index_of(moves), "{pasted}");
    }
    for text in [
        "R U F' (4 HTM)",
        "R, U",
        "[]",
        "[R,]",
        "R/",
        "[R/U/F]",
        "F. R U",
        "{R",
    ] {
        let output = run(&["convert", "--to", "index"], text);
        assert_eq!(output.status.code(), Some(1), "{text}");
    }
}

/// What cannot be read has one line that says what to write.
#[test]
fn refusals_say_what_to_write() {
    for (text, advice) in [
        ("27 R U R'", "1. or 1)"),
        ("2(R U)", "a repeat is written (R U)2"),
        ("(R U) 2", "a repeat is written (R U)2"),
        ("Sune - R U R'", "a name before moves ends with a colon"),
        ("R U twice", "a comment begins with //"),
        ("R&#39; U", "without its markup"),
        ("<b>R U</b>", "without its markup"),
        ("*R U*", "without its markup"),
        ("`R U`", "without its markup"),
        ("'R U F'", "quotes \"R U\""),
        ("R @1 F", "found '@'"),
        ("R-1 U", "turns are written R, R2 and R'"),
        ("R'' U", "turns are written R, R2 and R'"),
        ("R^ U", "as in R2, R^2 or R^-1"),
        ("R U (R", "'(' is never closed"),
        ("(R, D)", "directly inside [ ]"),
        ("R, U,: F", "','"),
        ("R U (4 HTM)", "the text says 4 moves, but here are 2"),
        (
            "<https://alg.cubing.net/?alg=R>",
            "alone; from elsewhere copy the moves",
        ),
        (
            "Sune: https://alg.cubing.net/?alg=R",
            "alone; from elsewhere copy the moves",
        ),
        (
            "https://jperm.net/algs/pll",
            "alone; from elsewhere copy the moves",
        ),
    ] {
        let output = run(&["convert", "--to", "index"], text);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert_eq!(stderr(&output).lines().count(), 1, "{text}");
        assert!(
            stderr(&output).contains(advice),
            "{text}: {}",
            stderr(&output)
        );
    }
}

/// Insertions are put where their marks are.
#[test]
fn marks_of_insertions_are_replaced() {
    for (text, moves) in [
        ("R2 B + F D2\n+ = U L U'", "R2 B U L U' F D2"),
        (
            "R * U # F\n* = L + D\n+ = B2\n# = D2 // three",
            "R L B2 U D' F",
        ),
        ("R ° U\n° : F", "R F U"),
        ("R [1] U [2] B\n[1] = F\n[2] = L", "R F U L B"),
        ("R @1 U *2 B\n@1 = F\n*2 = L // two", "R F U L B"),
        ("R ① U ** B\n① = F\n** = L", "R F U L B"),
    ] {
        let output = run(&["simplify", text], "");
        assert_eq!(
            stdout(&output).trim_end(),
            moves,
            "{text}: {}",
            stderr(&output)
        );
    }
    let marked = run(&["insert", "D2 F U2 B L2 D' R", "R' D * L2 + (D2)"], "");
    let plain = run(&["insert", "D2 F U2 B L2 D' R", "R' D L2 (D2)"], "");
    assert_eq!(
        (stdout(&marked), stderr(&marked)),
        (stdout(&plain), stderr(&plain))
    );
}

/// An impossible cube's error is one line that helps.
#[test]
fn impossible_cube_is_explained_in_one_line() {
    let facelets = NaiveCube::from_str("R U F2 L' D B R2 U' F").facelets();
    let face = |n: usize| &facelets[9 * n..9 * n + 9];
    let turned: String = [6, 3, 0, 7, 4, 1, 8, 5, 2]
        .map(|n| &face(2)[n..=n])
        .concat();
    let mirrored: String = (0..6)
        .map(|n| {
            [2, 1, 0, 5, 4, 3, 8, 7, 6]
                .map(|i| &face(n)[i..=i])
                .concat()
        })
        .collect();
    for (text, advice) in [
        (
            [face(0), face(1), &turned, face(3), face(4), face(5)].concat(),
            "the face F seems to be entered turned",
        ),
        (mirrored, "all faces seem to be entered mirrored"),
    ] {
        let output = run(&["convert", "--to", "index", &text], "");
        assert!(stderr(&output).contains(advice), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("impossible cube: "),
            "{}",
            stderr(&output)
        );
        assert!(stderr(&output).len() < 200, "{}", stderr(&output));
        let verbose = run(&["solve", "-v", &text], "");
        assert!(stderr(&verbose).contains("seen at"), "{}", stderr(&verbose));
    }
}

/// Lists of facelets are read, or refused, but never moves.
#[test]
fn lists_of_facelets_are_never_read_as_moves() {
    let facelets = NaiveCube::from_str("R U").facelets();
    let letters: Vec<&str> = facelets
        .split("")
        .filter(|letter| !letter.is_empty())
        .collect();
    for between in [",", ", ", ";", "\",\""] {
        assert_eq!(
            index_of(&letters.join(between)),
            index_of("R U"),
            "{between}"
        );
        let cut = letters[..53].join(between);
        assert_eq!(
            run(&["convert", "--to", "index", &cut], "").status.code(),
            Some(1)
        );
    }
    let labelled = "U: UUUUUUFFF\nR: UBBRRRRRR\nF: FFRFFRFFR";
    let whole = labelled.replace('\n', " ");
    for output in [
        run(&["convert", "--to", "index"], labelled),
        run(&["convert", "--to", "index", &whole], ""),
    ] {
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stdout(&output)
                .lines()
                .all(|line| line.starts_with("// error:"))
        );
    }
    for command in ["invert", "simplify", "order"] {
        let output = run(&[command, &facelets], "");
        let refused = "// error: expected moves, found what looks like facelets\n";
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), refused));
    }
    // a comment that is a scramble
    for text in ["1: R U; 2: F", "R U; F D", "R U ; L' B"] {
        let output = run(&["convert", "--to", "index"], text);
        assert!(
            stdout(&output).contains("expected a comment behind ';', found moves"),
            "{text}"
        );
    }
    let list = run(&["convert", "--to", "index"], "R;U;F\n");
    assert!(stdout(&list).contains("expected a space before the ';' of a comment"));
    for comment in ["R U;", "R U ; x", "R U; x", "R U // a;b"] {
        assert_eq!(index_of(comment), index_of("R U"), "{comment}");
    }
}

/// A wrong character in these notations is another cube.
#[test]
fn unsafe_guess_is_reported_once() {
    for format in ["index", "speffz", "speffz:CI", "cycles"] {
        let cube = stdout(&run(&["convert", "--to", format, "R U"], "")).to_owned();
        let lines = cube.repeat(3);
        let read = |more: &[&str]| run(&[&["convert", "--to", "h48"], more].concat(), &lines);
        let named: String = format
            .parse::<cubesolve::notation::Format>()
            .unwrap()
            .to_string();
        let article = if format == "index" { "an " } else { "" };
        let note = format!(
            "cubesolve: reading {} as {article}{named} (-f {named} silences this note)\n",
            cube.trim()
        );
        assert_eq!(stderr(&read(&[])), note);
        assert_eq!(stderr(&read(&["-q"])), "");
        assert_eq!(stderr(&read(&["-f", &named])), "");
        assert_eq!(stdout(&read(&[])), stdout(&read(&["-q"])));
    }
    for format in ["facelets", "reid", "h48", "json"] {
        let cube = stdout(&run(&["convert", "--to", format, "R U F2"], "")).to_owned();
        assert_eq!(
            stderr(&run(&["convert", "--to", "h48", &cube], "")),
            "",
            "{format}"
        );
    }
}

#[test]
fn dash_reads_stdin_and_file_name_gets_advice() {
    let dash = run(&["convert", "--to", "index", "-"], "R\nU\n");
    assert_eq!(
        stdout(&dash),
        stdout(&run(&["convert", "--to", "index"], "R\nU\n"))
    );
    let bad = run(&["convert", "--to", "index", "-"], "R Q\n");
    assert!(
        stderr(&bad).starts_with("cubesolve: line 1: "),
        "{}",
        stderr(&bad)
    );
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("scrambles.txt");
    std::fs::write(&file, "R U").unwrap();
    let name = file.to_str().unwrap();
    let existing = directory.path().join("F2");
    std::fs::write(&existing, "R U").unwrap();
    for command in [
        &["convert", "--to", "index"][..],
        &["solve", "--puzzle", "2x2x2"],
        &["order"],
    ] {
        // an existing file, whatever its name, and what looks like one
        for name in [
            name,
            existing.to_str().unwrap(),
            "s.txt",
            "input.txt",
            "u.txt",
            "x.csv",
        ] {
            let output = run(&[command, &[name]].concat(), "");
            let advice = format!("write < {name}, or --csv {name} if it has columns\n");
            assert!(stderr(&output).ends_with(&advice), "{}", stderr(&output));
            assert_eq!(output.status.code(), Some(1));
        }
    }
}

/// A solved cube is what somebody wrote; missing data is none.
#[test]
fn only_an_empty_argument_is_a_solved_cube() {
    let pocket = |arguments: &[&str], input: &str| {
        let mut command = solve(&["--puzzle", "2x2x2"]);
        let output = run_with(command.args(arguments), input.as_bytes());
        (stdout(&output).to_owned(), output.status.code().unwrap())
    };
    assert_eq!(pocket(&[""], ""), ("// solved\n".into(), 0));
    assert_eq!(pocket(&["--to", "R U", ""], ""), ("R U\n".into(), 0));
    assert_eq!(pocket(&[], "R\n\nU\n"), ("R'\n\nU'\n".into(), 0));
    let (json, code) = pocket(&["--json"], "\nR R'\n");
    let lines: Vec<&str> = json.lines().collect();
    assert!(
        lines[0].contains("\"error\":\"expected a cube, found an empty line\""),
        "{json}"
    );
    assert!(lines[1].contains("\"solution\":\"\""), "{json}");
    assert_eq!(code, 1);
    let index = run(&["convert", "--to", "index"], "\nR\n");
    assert!(stdout(&index).starts_with('\n') && stdout(&index).lines().count() == 2);
}

/// Solved, empty, a comment and a failure have four different answers of one line each, which the
/// program reads as comments.
#[test]
fn answers_without_moves_differ_by_reason() {
    let input = b"R R'\n\n# R\nR Q\nR\n";
    for options in [&[][..], &["--puzzle", "2x2x2"], &["--goal", "eo-fb"]] {
        let output = run_with(&mut solve(options), input);
        let answers: Vec<&str> = stdout(&output).lines().collect();
        assert_eq!(answers[..3], ["// solved", "", "# R"], "{options:?}");
        assert!(
            answers[3].starts_with("// error: column 3: "),
            "{options:?}"
        );
        assert_eq!(answers.len(), 5);
        let again = run(&["invert"], stdout(&output));
        assert_eq!(
            stdout(&again).lines().collect::<Vec<_>>()[..4],
            answers[..4]
        );
        assert_eq!(again.status.code(), Some(0));
    }
    let output = run_with(&mut solve(&["--all"]), input);
    let paragraphs: Vec<&str> = stdout(&output).split('\n').collect();
    assert_eq!(paragraphs[..5], ["// solved", "", "", "# R", ""]);
    assert!(paragraphs[5].starts_with("// error: "));
    assert_eq!(paragraphs[6..], ["", "R'", "", ""]);
}
