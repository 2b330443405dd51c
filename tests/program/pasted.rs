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
        ("\u{feff}R\tU\u{a0}F'\r", "R U F'"),
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
    ] {
        assert_eq!(index_of(pasted), index_of(moves), "{pasted}");
    }
    assert_eq!(index_of("3Rw"), "0\n");
    // an argument could be an option
    let bullet = run(&["convert", "--to", "index"], "- R U\n");
    assert_eq!(stdout(&bullet), index_of("R U"));
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
    assert_eq!(
        unquoted.status.code(),
        Some(1),
        "letters of a net in one line are no facelets"
    );
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
    for command in [
        &["convert", "--to", "index"][..],
        &["solve", "--puzzle", "2x2x2"],
        &["order"],
    ] {
        let output = run(&[command, &[name]].concat(), "");
        let advice = format!("; to read the file, write < {name}\n");
        assert!(stderr(&output).ends_with(&advice), "{}", stderr(&output));
        let other = run(&[command, &["scrambles.txt"]].concat(), "");
        assert!(
            !stderr(&other).contains("to read the file"),
            "{}",
            stderr(&other)
        );
    }
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
