//! convert, show, scramble and `solve --format` from outside.

use crate::naive;
use crate::program;

use naive::NaiveCube;
use program::{growing_tables, program, run_with, solve, stderr, stdout, with_table};
use std::path::Path;
use std::process::Output;

const FORMATS: [&str; 10] = [
    "facelets",
    "reid",
    "speffz",
    "speffz:ci",
    "h48",
    "index",
    "json",
    "cycles",
    "rubbik",
    "rubbik-layers",
];

fn run(arguments: &[&str], input: &str) -> Output {
    run_with(program(Path::new("none")).args(arguments), input.as_bytes())
}

/// What a command that succeeds without complaint prints.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert_eq!(stderr(&output), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    stdout(&output).to_owned()
}

fn facelets_of(scrambles: &str) -> String {
    let facelets = |line: &str| NaiveCube::from_str(line).facelets() + "\n";
    scrambles.lines().map(facelets).collect()
}

#[test]
fn scrambles_go_through_every_format() {
    let scrambles = printed(&["scramble", "-n", "5", "--seed", "1"], "");
    let facelets = facelets_of(&scrambles);
    for format in FORMATS {
        let converted = printed(&["convert", "--to", format], &scrambles);
        assert_eq!(converted.lines().count(), 5);
        let back = ["convert", "--format", format, "--to"];
        assert_eq!(
            printed(&[back.as_slice(), &["facelets"]].concat(), &converted),
            facelets
        );
        let moves = printed(&[back.as_slice(), &["moves"]].concat(), &converted);
        assert_eq!(facelets_of(&moves), facelets);
        if !format.starts_with("rubbik") {
            let guessed = printed(&["convert", "-q", "--to", "facelets"], &converted);
            assert_eq!(guessed, facelets);
        }
    }
}

#[test]
fn cube_in_every_format_has_same_solution() {
    let solutions = solve(&["R U F'"]).output().unwrap();
    for format in FORMATS {
        let cube = printed(&["convert", "--to", format, "R U F'"], "");
        let output = solve(&["--format", format, cube.trim()]).output().unwrap();
        assert_eq!(stdout(&output), stdout(&solutions), "{format}");
    }
    let index = printed(&["convert", "--to", "index", "R U F'"], "");
    let output = solve(&["-v", index.trim()]).output().unwrap();
    assert!(
        stderr(&output).contains("as an index\n"),
        "{}",
        stderr(&output)
    );
    let output = solve(&["--format", "niss", "(R) U"]).output().unwrap();
    assert_eq!(stdout(&output), "U' R\n");
}

#[test]
fn line_that_is_no_cube_prints_a_comment() {
    let output = run(&["convert", "--to", "h48"], "R U\nR Q\n\n; R\n");
    let answers: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(answers[0], "IECVWBLH=IFCDBAGLHJKE=A");
    assert!(answers[1].starts_with("// error: column 3: expected a move"));
    assert_eq!(answers[2..], ["", "; R"]);
    assert!(stderr(&output).starts_with("cubesolve: line 2: column 3: expected a move"));
    assert_eq!(output.status.code(), Some(1));
    for arguments in [
        &["convert", "--to", "kociemba"][..],
        &["scramble", "--goal-solved", "x"],
    ] {
        assert_eq!(run(arguments, "").status.code(), Some(2));
    }
}

#[test]
fn net_is_drawn_as_the_cube_is_held() {
    let net = printed(&["show", "x R U"], "");
    let face = |text: &str| text.replace([' ', '\n'], "");
    let judge = NaiveCube::from_str("x R U").facelets();
    assert!(face(&net).starts_with(&judge[..9]), "{net}");
    assert!(face(&net).ends_with(&judge[27..36]), "{net}");
}

#[test]
fn picture_is_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("cube.svg");
    let arguments = ["show", "--svg", file.to_str().unwrap()];
    assert_eq!(printed(&arguments, "R U\n"), "");
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let two = run(&[arguments.as_slice(), &["R U", "U R"]].concat(), "");
    assert_eq!(two.status.code(), Some(4));
    let nowhere = directory.path().join("none/cube.svg");
    let output = run(&["show", "R", "--svg", nowhere.to_str().unwrap()], "");
    assert!(
        stderr(&output).contains("cannot write"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn picture_is_written_to_stdout() {
    let svg = printed(&["show", "--svg", "-", "R U"], "");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

/// A pattern is drawn as --to reads it, in grey where any colour may be; of a cube that one sticker is missing of, all
/// are drawn.
#[test]
fn patterns_are_drawn_with_dots() {
    let cross = "....U.... ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.";
    let net = printed(&["show", cross], "");
    assert_eq!(net.lines().nth(4), Some(" . L .  . F .  . R .  . B ."));
    assert_eq!(net.lines().nth(6), Some("        . D ."));
    let again = printed(&["show"], &format!("{cross}\n"));
    assert_eq!(again, net);
    assert!(printed(&["solve", "--to", &net, "D"], "").starts_with("D'"));
    let svg = printed(&["show", "--svg", "-", cross], "");
    let grey = svg.matches("<polygon class=\"x\"").count();
    assert_eq!(grey, (54 - 14) + (27 - 5));
    let missing = NaiveCube::from_str("R U").facelets().replacen('U', ".", 1);
    assert_eq!(
        printed(&["show", &missing], ""),
        printed(&["show", "R U"], "")
    );
    assert!(printed(&["show", "--color", "always", cross], "").contains("\x1b[97;48;5;244m ."));
}

/// Here stdout is no terminal.
#[test]
fn colour_option_decides_escape_sequences() {
    for command in ["show", "inspect"] {
        let coloured = |when| printed(&[command, "--color", when, "R"], "").contains('\x1b');
        assert_eq!(
            ["auto", "always", "never"].map(coloured),
            [false, true, false]
        );
    }
}

/// A terminal is what util-linux's `script` makes.
#[cfg(target_os = "linux")]
#[test]
fn terminal_with_colours_gets_colour() {
    let shown = |terminal: &str, no_colour: &str| {
        let command = format!("'{}' show R", env!("CARGO_BIN_EXE_cubesolve"));
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &command, "/dev/null"]);
        script.env("TERM", terminal).env("NO_COLOR", no_colour);
        let output = script.output().ok()?;
        Some(stdout(&output).contains('\x1b'))
    };
    let found = [("xterm", ""), ("dumb", ""), ("xterm", "1")].map(|(a, b)| shown(a, b));
    match found {
        [None, ..] => eprintln!("skipped: there is no script"),
        found => assert_eq!(found, [Some(true), Some(false), Some(false)]),
    }
}

#[test]
fn sequences_are_inverted_and_simplified() {
    let cases = [
        ("R U F'", "F U' R'", "R U F'"),
        ("", "", ""),
        ("R L R' L (U2)3", "U2 U2 U2 L' R L' R'", "L2 U2"),
        ("[F, D] D'", "D D F D' F'", "F D F' D2"),
        ("x U", "U' x'", "F x"),
        ("M", "M'", "R L' x'"),
        ("Rw U M'", "M U' Rw'", "L F R' L x2"),
        ("(r2 3Lw)'", "Rw2 x'", "L2 x'"),
    ];
    for (sequence, inverse, simple) in cases {
        let simplified = printed(&["simplify", sequence], "");
        assert_eq!(simplified.trim(), simple);
        let inverted = printed(&["invert"], &format!("{sequence}\n"));
        assert_eq!(inverted.trim(), inverse, "{sequence}");
        let nothing = printed(
            &["simplify", &format!("{sequence} {}", inverted.trim())],
            "",
        );
        assert_eq!(nothing, "\n");
    }
    assert_eq!(run(&["invert"], "Q\nR\n").status.code(), Some(1));
}

/// Each line solves the scramble, and says what was inserted where.
#[test]
fn insertions_complete_a_skeleton() {
    let (scramble, skeleton) = ("D R U R' D' R U' R' F2 L' U", "U' L F2");
    let output = printed(&["insert", scramble, skeleton], "");
    let mut totals = vec![];
    for line in output.lines() {
        let (moves, comment) = line.split_once(" // ").unwrap();
        assert!(NaiveCube::from_str(&format!("{scramble} {moves}")).is_solved());
        let total = moves.split(' ').count();
        assert!(comment.starts_with("after "), "{comment}");
        assert!(comment.ends_with(&format!(", total {total}")), "{comment}");
        totals.push(total);
    }
    assert!(totals[0] <= 11 && totals.iter().all(|total| *total == totals[0]));
    let ten = printed(&["insert", "-n", "10", scramble, "U' L (F2)"], "");
    assert_eq!(ten.lines().count(), 10);
    for (scramble, skeleton, problem) in [
        ("R U", "U' R'", "nothing to insert"),
        ("R U F", "", "no 3 insertions of up to"),
        ("R Q", "U", "scramble: column 3"),
        ("R U", "Q", "skeleton: column 1"),
    ] {
        let output = run(&["insert", "--longest", "2", scramble, skeleton], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(problem), "{}", stderr(&output));
    }
}

/// Moves on the inverse scramble are those of a solution, undone at its end.
#[test]
fn niss_is_simplified_to_one_sequence() {
    let simplified = |text: &str| printed(&["simplify", "--niss", text], "");
    assert_eq!(simplified("R (F' U) D"), "R U' D F\n");
    assert_eq!(
        simplified("R U // eo\n(F' U) // dr\nD (L)"),
        "R U D L' U' F\n"
    );
    assert_eq!(simplified("x R (F) U"), "R F D' x\n");
    assert_eq!(
        run(&["simplify", "--niss", "R (U x)"], "").status.code(),
        Some(1)
    );
    // a comment that names a step, and only that, says that they are
    let read = |text: &str| printed(&["simplify", text], "");
    assert_eq!(read("R (F' U) D // EO, DR-2e3c (4/4)"), "R U' D F\n");
    assert_eq!(read("R (F' U) // RZP"), read("R (F' U) // htr"));
    for text in [
        "R (F' U) D",
        "R (F' U) D // F2L",
        "R (F' U) D // EOLine",
        "R (F' U) D // cross",
    ] {
        assert_eq!(read(text), "R F' U D\n", "{text}");
    }
    for (count, split) in [
        ("0", "(F D' U R')\n"),
        ("1", "R (F D' U)\n"),
        ("9", "R U' D F'\n"),
    ] {
        let printed = printed(&["simplify", "--split", count, "R U' D F'"], "");
        assert_eq!(printed, split);
        assert_eq!(simplified(&printed), "R U' D F'\n");
    }
    assert_eq!(
        printed(&["simplify", "--split", "1", "R x U"], ""),
        "R (F') x\n"
    );
    let scramble = "R U F' L2 D B2 R'";
    let solve = ["solve", "--goal", "eo,dr,htr", "--niss", scramble];
    let skeleton = printed(&solve, "");
    let whole = simplified(&skeleton);
    let chain: cubesolve::goals::GoalChain = "htr".parse().unwrap();
    // the skeleton as one sequence leaves a conjugate of what it leaves on both sides
    let undone = cubesolve::cube::Sequence::parse_niss(&format!("{scramble} {skeleton}")).unwrap();
    let left = cubesolve::cube::Sequence::parse(&format!("{scramble} {whole}")).unwrap();
    assert!(chain.goals()[0][0].is_reached(&undone.cube()));
    assert_eq!(undone.cube().order(), left.cube().order());
}

#[test]
fn scrambles_repeat_with_their_seed_only() {
    let seeded = |seed| printed(&["scramble", "-n", "3", "--seed", seed], "");
    assert_eq!(seeded("7"), seeded("7"));
    assert_ne!(seeded("7"), seeded("8"));
    assert_ne!(printed(&["scramble"], ""), printed(&["scramble"], ""));
}

#[test]
fn scramble_with_a_step_done_is_at_its_goal() {
    let scrambles = printed(&["scramble", "-n", "5", "--goal-solved", "dr"], "");
    for facelets in facelets_of(&scrambles).lines() {
        let (u, d) = (&facelets[..9], &facelets[27..36]);
        assert!(
            u.chars().chain(d.chars()).all(|c| "UD".contains(c)),
            "{facelets}"
        );
    }
}

#[test]
fn scrambles_have_the_requested_distance() {
    for distance in ["0", "1", "9", "12"] {
        let mut command = with_table();
        command.args(["scramble", "-n", "5", "--distance", distance]);
        let scrambles = stdout(&command.output().unwrap()).to_owned();
        assert_eq!(scrambles.lines().count(), 5);
        let solutions = run_with(&mut solve(&[]), scrambles.as_bytes());
        for line in scrambles.lines().chain(stdout(&solutions).lines()) {
            assert_eq!(line.split_whitespace().count().to_string(), distance);
        }
    }
}

#[test]
#[cfg(unix)]
fn examples_of_the_help_succeed() {
    let directory = tempfile::tempdir().unwrap();
    let scrambles = directory.path().join("scrambles.csv");
    std::fs::write(scrambles, "scramble\nR U F'\n").unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_cubesolve"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    for command in [
        "solve", "convert", "show", "inspect", "scramble", "simplify", "coord", "order", "factor",
        "canon",
    ] {
        let help = printed(&[command, "--help"], "");
        let examples = help.split_once("Examples:\n").unwrap().1;
        let examples = examples.lines().take_while(|line| !line.is_empty());
        for example in examples
            .map(str::trim)
            .filter(|example| !example.contains(" < "))
        {
            assert!(example.starts_with("cubesolve "), "{example}");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", example]).current_dir(&directory);
            shell
                .env("PATH", &path)
                .env("CUBESOLVE_TABLES", growing_tables());
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{example}: {}", stderr(&output));
            assert_eq!(
                stdout(&output).is_empty(),
                example.contains(".svg") || example.contains("--output"),
                "{example}"
            );
        }
    }
    assert!(directory.path().join("cube.svg").exists());
}

/// Numbers, JSON and a sheet have the same scrambles, however many threads draw them.
#[test]
fn scrambles_are_printed_in_each_form() {
    let directory = tempfile::tempdir().unwrap();
    let sheet = directory.path().join("sheet.html");
    for kind in [
        &["--competition"][..],
        &["--set", "oll"],
        &["--competition", "--puzzle", "2x2x2"],
    ] {
        let print = |more: &[&str]| {
            printed(
                &[&["scramble", "-n", "4", "--seed", "3"], kind, more].concat(),
                "",
            )
        };
        let plain = print(&["--html", sheet.to_str().unwrap()]);
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines.len(), 4);
        let numbered: String = (1..)
            .zip(&lines)
            .map(|(n, line)| format!("{n}. {line}\n"))
            .collect();
        assert_eq!(print(&["--numbers"]), numbered);
        let object = |(n, line): (usize, &&str)| {
            let length = line.split(' ').count();
            format!("{{\"number\":{n},\"scramble\":\"{line}\",\"length\":{length}}}\n")
        };
        assert_eq!(
            print(&["--json"]),
            (1..).zip(&lines).map(object).collect::<String>()
        );
        let html = std::fs::read_to_string(&sheet).unwrap();
        assert_eq!(html.matches("<svg").count(), 4);
        assert!(
            lines
                .iter()
                .all(|line| html.contains(&line.replace('\'', "&#39;")) || html.contains(line))
        );
    }
}

/// Of a set, the first two layers are solved; of a case, an algorithm solves it.
#[test]
fn scrambles_of_sets_and_cases_are_in_them() {
    let below = |line: &str| NaiveCube::from_str(line).facelets()[12..18].to_owned();
    let solved = below("");
    for (option, name) in [
        ("--set", "oll"),
        ("--set", "PLL"),
        ("--case", "pll/t"),
        ("--case", "zbll/H 1"),
    ] {
        let scrambles = printed(&["scramble", "-n", "5", option, name], "");
        assert!(
            scrambles.lines().all(|line| below(line) == solved),
            "{name}: {scrambles}"
        );
    }
    let t = "R U R' U' R' F R2 U' R' U' R U R' F'";
    for line in printed(&["scramble", "-n", "5", "--case", "pll/T"], "").lines() {
        let is_solved = |before: &str, after: &str| {
            let cube = NaiveCube::from_str(&format!("{line} {before} {t} {after}"));
            cube.facelets() == NaiveCube::solved().facelets()
        };
        let turns = ["", "U", "U2", "U'"];
        assert!(
            turns.iter().any(|a| turns.iter().any(|b| is_solved(a, b))),
            "{line}"
        );
    }
    for (arguments, problem) in [
        (["--case", "pll"], "expected a set and a case"),
        (["--case", "pll/Q"], "pll has no case Q"),
        (["--case", "xyz/Q"], "xyz is no set"),
        (["--set", "solved: f2l ll"], "has no cases"),
    ] {
        let output = run(&[&["scramble"], &arguments[..]].concat(), "");
        assert!(stderr(&output).contains(problem), "{}", stderr(&output));
    }
}

#[test]
fn scrambles_are_at_least_as_far_as_requested() {
    let mut command = with_table();
    command.args(["scramble", "-n", "3", "--min-distance", "13", "--seed", "1"]);
    let scrambles = stdout(&command.output().unwrap()).to_owned();
    assert_eq!(scrambles.lines().count(), 3);
    let solutions = run_with(&mut solve(&["--fast"]), scrambles.as_bytes());
    assert!(
        stdout(&solutions)
            .lines()
            .all(|line| line.split(' ').count() >= 13)
    );
    for distance in ["0", "3", "11"] {
        let drawn = ["scramble", "--puzzle", "2x2x2", "-n", "3"];
        let exact = printed(&[&drawn[..], &["--distance", distance]].concat(), "");
        let solved = printed(&["solve", "--puzzle", "2x2x2"], &exact);
        let length = |line: &str| {
            line.split_whitespace()
                .filter(|word| *word != "//" && *word != "solved")
                .count()
        };
        for line in exact
            .lines()
            .chain(solved.lines())
            .filter(|line| !line.is_empty())
        {
            assert_eq!(length(line).to_string(), distance, "{line}");
        }
        let farther = printed(&[&drawn[..], &["--min-distance", distance]].concat(), "");
        assert!(
            farther
                .lines()
                .all(|line| length(line) >= distance.parse().unwrap())
        );
    }
    let far = run(&["scramble", "--puzzle", "2x2x2", "--distance", "12"], "");
    assert!(
        stderr(&far).contains("12 is not in 0 to 11"),
        "{}",
        stderr(&far)
    );
}

/// The net of a 2x2x2 has its 24 facelets, and is read back line by line.
#[test]
fn the_2x2x2_is_drawn_and_read() {
    let drawn = printed(&["show", "--puzzle", "2x2x2"], "R U F\nx R2 U'\n");
    // an empty line ends each net
    assert_eq!(drawn.lines().count(), 14);
    let solved = printed(&["solve", "--puzzle", "2x2x2"], &format!("{drawn}U\n"));
    let lines: Vec<&str> = solved.lines().collect();
    assert_eq!(lines[..], ["F' U' R'", lines[1], "U'"]);
    assert_eq!(lines[1].split(' ').count(), 2);
    let words = printed(&["solve", "--puzzle", "2x2x2"], "  R U\nU R\n");
    assert_eq!(words, "U' R'\nR' U'\n");
    let half = run(&["solve", "--puzzle", "2x2x2"], "     U U\n     F F\nR U\n");
    assert!(
        stdout(&half).starts_with("// error: expected the six lines of a net"),
        "{}",
        stdout(&half)
    );
    assert!(stdout(&half).ends_with("U' R'\n"));
    let svg = printed(&["show", "--puzzle", "2x2x2", "--svg", "-", "R U"], "");
    assert_eq!(
        svg.matches("<polygon class=\"").count() - svg.matches("\"body\"").count(),
        24 + 12
    );
    let page = printed(&["inspect", "--puzzle", "2x2x2", "R U F2"], "");
    assert!(
        page.contains("distance        3\n") && page.contains("solution        F2 U' R'\n"),
        "{page}"
    );
    let json = printed(&["inspect", "--puzzle", "2x2x2", "--json", "R U F2"], "");
    assert!(json.contains("\"distance\":3"), "{json}");
}

/// Each algorithm for the corners of a 2x2x2 solves its case up to turns of U and of the whole cube.
#[test]
fn sets_of_the_2x2x2_are_solved() {
    let output = printed(&["algs", "eg1", "--puzzle", "2x2x2", "--json"], "");
    assert_eq!(output.lines().count(), 43);
    for line in output.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (solution, length) = (
            case["solution"].as_str().unwrap(),
            case["length"].as_u64().unwrap(),
        );
        assert!(
            length <= 11 && !solution.contains(['D', 'L', 'B']),
            "{solution}"
        );
    }
    let optimal = printed(
        &[
            "algs", "cll", "--puzzle", "2x2x2", "--case", "H 1", "--moves", "R,U",
        ],
        "",
    );
    assert!(optimal.starts_with("H 1: "), "{optimal}");
    let pll = run(&["algs", "pll", "--puzzle", "2x2x2"], "");
    assert!(
        stderr(&pll).contains("its cases differ in edges"),
        "{}",
        stderr(&pll)
    );
}

/// Numbers, units and options as a person would say them.
#[test]
fn messages_are_in_plain_words() {
    for (arguments, input, found) in [
        (
            &["solve", "--max-moves", "-1", "R"][..],
            "",
            "invalid value '-1' for '--max-moves <N>': expected 0 to 255",
        ),
        (
            &["solve", "-n", "3", "R2 L2"],
            "",
            "there is only 1 shortest solution; --extra 1 finds longer ones",
        ),
        (
            &["solve", "-n", "300", "--extra", "1", "R2 L2"],
            "",
            "of these lengths; a greater --extra finds more",
        ),
        (
            &[
                "solve",
                "--goal",
                "eo,dr",
                "--max-moves",
                "0,1",
                "R U F L2 D B2",
            ],
            "",
            "no solution with steps of at most 0,1 moves",
        ),
        (
            &[
                "insert",
                "--insertions",
                "1",
                "--longest",
                "3",
                "D2 F U2 B L2 D' R",
                "R' D",
            ],
            "",
            "no insertion of up to 3 moves solves what the skeleton leaves",
        ),
        (
            &["solve", "--unique", "--extra", "0", "R"],
            "",
            "unique needs several solutions: all, a number above 1, or extra above 0",
        ),
        (
            &["order", "(1 2)"],
            "",
            "none: the stickers of a cubie are apart",
        ),
        (
            &["verify"],
            "{\"input\":\"R\",\"solution\":\"R'\",\"length\":1.0}\n",
            "1 correct",
        ),
        (&["verify"], "R B\tB' * R' +\t2\n", "1 correct"),
        (
            &["verify"],
            "{\"input\":\"R U\",\"solution\":\"U' * // open\\n* = F + F'\\n+ = R'\"}\n",
            "0 correct, 1 wrong",
        ),
        (
            &["verify"],
            "{\"input\":\"R U\",\"solution\":\"U' * // open\\n* = F F' +\\n+ = R'\"}\n",
            "1 correct",
        ),
        (
            &["solve", "--moves", "R,U", "--cost", "R 0.5", "R2 U2"],
            "",
            "cost 1.5",
        ),
        (
            &["solve", "--moves", "R,U", "--cost", "R1 0.5", "R2 U2"],
            "",
            "cost 2\n",
        ),
    ] {
        let output = run(arguments, input);
        let all = format!("{}{}", stdout(&output), stderr(&output));
        assert!(all.contains(found), "{arguments:?}: {all}");
    }
    for command in ["solve", "verify", "algs", "scramble", "show"] {
        let help = run(&[command, "--help"], "");
        assert!(
            stdout(&help).contains("\nExamples:\n  cubesolve "),
            "{command}"
        );
    }
}

/// Scrambles of slice turns have as many moves as they say.
#[test]
fn scrambles_in_slice_turns_turn_slices() {
    let scrambles = [
        "scramble", "--metric", "stm", "-n", "20", "--seed", "1", "--json",
    ];
    let mut slices = 0;
    for line in printed(&scrambles, "").lines() {
        let scramble: serde_json::Value = serde_json::from_str(line).unwrap();
        let moves: Vec<&str> = scramble["scramble"].as_str().unwrap().split(' ').collect();
        assert_eq!(scramble["length"], moves.len(), "{line}");
        assert!(!line.contains(['x', 'y', 'z']), "{line}");
        slices += moves
            .iter()
            .filter(|m| m.starts_with(['M', 'E', 'S']))
            .count();
    }
    assert!(slices > 0);
}

/// A file that cannot be written stays as it was; - is no file.
#[test]
fn pictures_are_written_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cube.svg");
    let svg = |name: &str| {
        let mut command = program(Path::new("none"));
        command
            .current_dir(&directory)
            .args(["show", "--svg", name, "R"]);
        run_with(&mut command, b"")
    };
    assert!(svg("cube.svg").status.success());
    let drawn = std::fs::read_to_string(&path).unwrap();
    assert_eq!(stdout(&svg("-")), drawn);
    std::fs::create_dir(directory.path().join("cube.svg.part")).unwrap();
    assert_eq!(svg("cube.svg").status.code(), Some(4));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), drawn);
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 2);
}
