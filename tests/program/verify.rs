//! `verify`: correct solutions pass, wrong ones of each kind are found.

use crate::naive::NaiveCube;
use crate::program::{run_with, solve, stderr, stdout, with_table};
use cubesolve::Format;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::process::Command;

/// Checks a text. Returns stdout and the exit code.
fn verify(text: &str, arguments: &[&str]) -> (String, i32) {
    let mut command = with_table();
    let output = run_with(command.arg("verify").args(arguments), text.as_bytes());
    (stdout(&output).into(), output.status.code().unwrap())
}

/// Asserts what is found wrong in a text, as the lines before the last.
fn assert_wrong(text: &str, arguments: &[&str], expected: &[&str]) {
    let (out, code) = verify(text, arguments);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..lines.len() - 1], *expected, "{text}");
    assert_eq!(code, i32::from(!expected.is_empty()), "{text}");
}

fn output_of(mut command: Command, input: &str) -> String {
    let output = run_with(&mut command, input.as_bytes());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output).into()
}

#[test]
fn everything_that_solve_prints_is_correct() {
    let scrambles = [
        "R U F'",
        "R R'",
        "x (R U R' U')2 M // twice",
        "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB",
    ];
    let lines = scrambles.join("\n");
    let rows = format!("id,scramble\n7,{}", scrambles.join("\n7,"));
    let solutions = output_of(solve(&[]), &lines);
    let pairs = scrambles.iter().zip(solutions.lines());
    let pasted: String = pairs
        .map(|(scramble, solution)| format!("{scramble}\t{solution}\n"))
        .collect();
    let four = "4 correct, 0 wrong, 0 without a solution\n";
    assert_eq!(verify(&pasted, &[]), (four.into(), 0));
    for (arguments, input, count) in [
        (&["--json"] as &[&str], lines.as_str(), 4),
        (
            &["--json", "--moves", "R,U,D", "--metric", "qtm"],
            "R2 U\nU2 D2",
            2,
        ),
        (&["--json", "--all"], "R2 F2 R2 F2 R2 F2", 8),
        (&["--json", "--moves", "M,U"], "M' U2 M U2", 1),
        (
            &["--json", "--moves", "r,U,E", "--metric", "qtm"],
            "r2 U E2",
            1,
        ),
        (&["--json", "--fast"], "R U F' L D2 B", 1),
        (
            &["--json", "--niss", "--goal", "eo,dr,htr,solved"],
            "R' U' F L2 D B2 R2 U' F",
            1,
        ),
        (&["--json", "--auf"], "U R U2 F' D2 U'\nF R", 2),
        (&["--csv", "-"], &rows, 4),
    ] {
        let expected = format!("{count} correct, 0 wrong, 0 without a solution\n");
        let (out, code) = verify(&output_of(solve(arguments), input), &[]);
        assert_eq!((out, code), (expected, 0), "{arguments:?}");
    }
}

#[test]
fn free_turns_do_not_count() {
    let text = "U R U\t(U') R' (U')\t1\nU R\t(U2) R (U')\nU' R\tR' (U)\t2\nR U\t(U') R2\t1\n\
                U2 R'\tR (U2)\t1\nU2 R'\tR (U2)\t2\n";
    assert_wrong(
        text,
        &[],
        &[
            "line 2: does not solve the cube",
            "line 3: has length 1, not 2 as claimed",
            "line 4: does not solve the cube",
        ],
    );
}

#[test]
fn algorithms_of_sets_are_checked() {
    for form in ["--csv", "--json"] {
        let mut algs = with_table();
        algs.args(["algs", "zbll", "--moves", "RU", "--max-moves", "13", form]);
        let (out, code) = verify(&output_of(algs, ""), &["--column", "facelets"]);
        let (count, rest) = out.split_once(' ').unwrap();
        assert!(count.parse::<u32>().unwrap() > 20, "{out}");
        assert!(
            rest.starts_with("correct, 0 wrong, ") && !rest.contains("unreadable"),
            "{out}"
        );
        assert_eq!(code, 0);
    }
    // a turn of a slice counts one here
    let mut algs = with_table();
    algs.args(["algs", "pll", "--case", "Z", "--moves", "MU", "--csv"]);
    let (out, code) = verify(&output_of(algs, ""), &["--column", "facelets"]);
    assert_eq!(
        (out.as_str(), code),
        ("1 correct, 0 wrong, 0 without a solution\n", 0)
    );
}

#[test]
fn wrong_lines_of_text_are_found() {
    assert_wrong(
        "R U F'\tF U' R'\nR\tR2\n",
        &[],
        &["line 2: does not solve the cube"],
    );
    assert_wrong(
        "# mine\n\nR U\tU' R'\t2\r\nR U\tU' R'\t3\n",
        &[],
        &["line 4: has length 2, not 3 as claimed"],
    );
    assert_wrong(
        "R\tR R2 (1f*)\n",
        &[],
        &["line 1: has length 2, not 1 as claimed"],
    );
    assert_wrong(
        "R2\tR2 (2q*)\nR2\tR2 (1q)\nM\tM' (1s)\n",
        &[],
        &["line 2: has length 2, not 1 as claimed"],
    );
    assert_wrong("R2 U\tU' R2\t3\n", &["--metric", "qtm"], &[]);
    assert_wrong(
        "R\tR' // r 1, total 2\n",
        &[],
        &["line 1: has length 1, not 2 as claimed"],
    );
    assert_wrong("R\t// solved\n", &[], &["line 1: does not solve the cube"]);
    assert_wrong(
        "R\n",
        &[],
        &["line 1: has no tab between a scramble and a solution"],
    );
    assert_wrong(
        "Q\tR\n",
        &[],
        &["line 1: cannot read the scramble: 'Q' is no move"],
    );
    assert_wrong(
        "R\t(R\n",
        &[],
        &["line 1: cannot read the solution: a parenthesis is not closed"],
    );
    assert_wrong(
        "R\tR4\n",
        &[],
        &["line 1: cannot read the solution: '4' is no move"],
    );
    let endless = "(((R)999999)999999)99999999999999999999999\tR\n";
    assert_wrong(
        endless,
        &[],
        &["line 1: cannot read the scramble: too many moves"],
    );
    let (out, code) = verify("R\t// error: stopped\nR\tR'\n", &[]);
    assert_eq!(
        (out.as_str(), code),
        ("1 correct, 0 wrong, 1 without a solution\n", 0)
    );
}

#[test]
fn wrong_rows_and_objects_are_found() {
    let rows = "moves;,moves,solution,length,lower_bound\n\"a\nb\",R,R',1,1\nx,R,R',2,1\nx,R,R',1,2\nx,R,,,\nx,R\n";
    assert_wrong(
        rows,
        &["--column", "moves"],
        &[
            "line 4: has length 1, not 2 as claimed",
            "line 5: has length 1, less than the lower bound 2",
        ],
    );
    assert_wrong(
        "\u{feff}solution\tscramble\nR'\tR\nR\tR\n",
        &[],
        &["line 3: does not solve the cube"],
    );
    let objects = [
        r#"{"input":"R","solution":"R'","length":1,"metric":"htm"}"#,
        r#"{"input":"R2","solutions":[{"solution":"R2","length":1},{"solution":"R'","length":1}],"metric":"qtm"}"#,
        r#"{"input":"R2","solutions":["R2","R"]}"#,
        r#"{"input":null,"solution":"R"}"#,
        r#"{"scramble":"M","solution":"M'","length":1,"metric":"stm"}"#,
        r#"{"scramble":"R","solution":"R'","length":1.5}"#,
        r#"{"scramble":"R","solution":null,"length":null}"#,
        "{",
        "{}",
        r#"{"scramble":"R","solutions":5}"#,
        r#"{"scramble":"R","solutions":["R'",5]}"#,
    ];
    assert_wrong(
        &objects.join("\n"),
        &[],
        &[
            "line 2: has length 2, not 1 as claimed",
            "line 2: does not solve the cube",
            "line 3: does not solve the cube",
            "line 4: has no scramble",
            "line 6: cannot read the length 1.5, expected a whole number",
            "line 8: is no JSON object: EOF while parsing an object at line 1 column 1",
            "line 9: has no scramble",
            "line 10: has solutions that are not a list",
            "line 11: has a solution that is neither text nor an object",
        ],
    );
}

/// Cubes whose shortest steps have moves on the inverse scramble, one as stickers.
const NISS: &str = "R' U' F L2 D B2 R2 U' F\nx R' U' F L2 D B2 R2 U' F\nR' U' F L2 D U F U2 R B' R' U' F\n\
    FBURUDLURDLBBRRRURDBFDFRULBFFURDLFUDDFBBLFRULLLLDBDBFU\n";

/// A step begins with what undoes the moves on the inverse scramble, so it matters on which side they are.
#[test]
fn steps_on_the_inverse_scramble_are_made_there() {
    let object = |solution: &str| {
        let fields = r#""input":"F U F R","moves":"F U F R","lower_bound":1,"goal":"eo-rl""#;
        format!(r#"{{{fields},"solution":"{solution}","length":1}}"#)
    };
    assert_wrong(&object("R"), &[], &[]);
    assert_wrong(&object("(R)"), &[], &["line 1: does not lead to eo-rl"]);
    let output = output_of(
        solve(&["--json", "--goal", "eo", "--niss"]),
        "R' U' F L2 D B2 R2 U' F",
    );
    assert!(output.contains(r#""solution":"(R)""#), "{output}");
    assert_wrong(
        &output.replace("\"(R)\"", "\"R\""),
        &[],
        &["line 1: does not lead to eo-rl"],
    );
}

/// Whatever notation a scramble is in, and wherever solutions lead, what `solve` writes is correct.
#[test]
fn every_input_of_solve_is_checked_by_what_it_read() {
    let convert = |format: &str| {
        let mut command = with_table();
        command.args(["-q", "convert", "--to", format, "R U F2"]);
        output_of(command, "").trim_end().to_owned()
    };
    let mut lines: Vec<String> = Format::names().map(convert).collect();
    // numbers that are never guessed
    lines.retain(|line| !line.starts_with("0x"));
    let pasted = [
        "1. R U F'",
        "12. 8.43   R U R' U'   @2022-01-01 12:34:56 ",
        "Scramble: R, U', Fi, R²",
        "F: [R,U]",
        "T-Perm: R U R'",
        "F: R U R'",
        "E1 D2 L' F2 U",
        "F\tR' U' F",
        "(R U R' U')x2 F",
        "(R U)^2",
        "R^-1 U2",
        "R’ U′ F`",
        "https://alg.cubing.net/?setup=R_U&alg=F-",
        "(U') x2 R",
        "[R: U]",
        "\"R U R'\"",
        "3Rw U 2L",
        "r u M x",
    ];
    lines.extend(pasted.map(str::to_owned));
    let input = lines.join("\n");
    let all = format!("{} correct, 0 wrong, 0 without a solution\n", lines.len());
    let json = output_of(solve(&["-q", "--json"]), &input);
    assert_eq!(verify(&json, &[]), (all.clone(), 0));
    let quoted = lines
        .iter()
        .map(|line| format!("\"{}\"\n", line.replace('"', "\"\"")));
    let csv = format!("scramble\n{}", quoted.collect::<String>());
    let rows = output_of(solve(&["-q", "--csv", "-"]), &csv);
    assert_eq!(verify(&rows, &[]), (all, 0));
    let upper = "UUUUUUUUU.............................................";
    for (arguments, scrambles) in [
        (&["--to", "R U"][..], "F L2\nx R\n"),
        (&["--to", "R", "--to", "U F"], "U\n"),
        (&["--to", upper], "R U F2\nx R U\n"),
        (&["--puzzle", "2x2x2"], "R U F\nL D2 B\n"),
        (&["--goal", "eo"], "R' U' F L2\n"),
        (
            &["--goal", "eo,dr,htr,solved", "--niss"],
            "R' U' F L2 D B2 R2 U' F\n",
        ),
        (&["--goal", "eo,dr,htr"], "R' U' F L2 D B2 R2 U' F\n"),
        (&["--goal", "eo,dr,htr", "--niss"], NISS),
        (&["--goal", "cross", "--niss"], NISS),
        (&["--goal", "eo", "--niss", "--to", "R F"], NISS),
        (&["--goal", "eo-fb", "--to", "R"], "F R U\nx F U\n"),
        (&["--goal", "co-rl"], "R' U' F L2 D B2\n"),
        (&["--goal", "cross"], "R' U' F L2 D B2\n"),
        (&["--goal", "xcross-u"], "R' F D\n"),
        (&["--goal", "block"], "R' U' F L2 D B2\n"),
        (&["--goal", "corners"], "R' U' F\n"),
        (&["--goal", "223"], "R' U' F L2 D\n"),
        (&["--goal", "eo,eoline,eocross"], "R' U' F L2 D\n"),
        (&["--goal", "fb,sb,cmll,lse"], "R' U' F L2 D B2 R2 U' F\n"),
        (&["--goal", "fb,sb,cmll"], "R' U' F L2 D B2 R2 U' F\n"),
        (&["--goal", "xxcross-d-fr-bl"], "R' U' F L2 D\n"),
        (&["--moves", "M,U"], "M' U2 M U2\n"),
    ] {
        let json = solve(&[arguments, &["-q", "--json"]].concat());
        let rows = solve(&[arguments, &["-q", "--csv", "-"]].concat());
        for text in [
            output_of(json, scrambles),
            output_of(rows, &format!("scramble\n{scrambles}")),
        ] {
            let (out, _) = verify(&text, &[]);
            assert!(
                out.contains(" correct, 0 wrong, 0 without"),
                "{arguments:?}: {out}{text}"
            );
        }
    }
}

/// Each claim of an object that `solve` has written is checked: changed, it is found.
#[test]
fn every_claim_is_checked() {
    let object = r#"{"input":"R U","solution":"F","length":1,"solutions":[{"solution":"U' R'","length":2}]}"#;
    let found = r#"line 1: has the solution "F", but "U' R'" as the first of its solutions"#;
    assert_wrong(object, &[], &[found]);
    let output = output_of(solve(&["--json"]), "R U F'\n");
    let scramble = "R' U' F L2 D B2 R2 U' F";
    let chain = output_of(solve(&["--json", "--goal", "eo,dr,htr,solved"]), scramble);
    let steps = chain.split("\"steps\":[{\"solution\":\"").nth(1).unwrap();
    let (step, _) = steps.split_once('"').unwrap();
    let (step, moves) = (
        format!("[{{\"solution\":\"{step}\""),
        format!("\"moves\":\"{scramble}\""),
    );
    for (text, from, to, found) in [
        (
            &output,
            "\"length\":3",
            "\"length\":2",
            "has the length 2, but 3",
        ),
        (
            &output,
            "\"lower_bound\":3",
            "\"lower_bound\":4",
            "less than the lower bound 4",
        ),
        (
            &output,
            "\"lower_bound\":3",
            "\"lower_bound\":2",
            "not proven by the lower bound 2",
        ),
        (
            &output,
            "\"solution\":\"F",
            "\"solution\":\"F2",
            "has the solution",
        ),
        (
            &output,
            "\"moves\":\"R U F'",
            "\"moves\":\"R U F",
            "another cube than the scramble",
        ),
        (
            &chain,
            &moves,
            "\"moves\":\"R\"",
            "another cube than the scramble",
        ),
        (&chain, &step, "[{\"solution\":\"D D D D D\"", "step 1 "),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let (out, code) = verify(&text.replacen(from, to, 1), &[]);
        assert!(out.contains(found) && code == 1, "{from}: {out}");
    }
}

/// Two centres of R and none of U: its stickers are on no axis.
#[test]
fn cube_with_a_repeated_centre_is_at_no_step() {
    let moves = "UUUURUUUUURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    for goal in ["eo-fb", "co-ud", "dr-ud", "htr", "eoline-ufb"] {
        let object = format!(
            r#"{{"input": "{moves}", "moves": "{moves}", "lower_bound": 0, "length": 0, "goal": "{goal}"}}"#
        );
        let found = format!("line 1: does not lead to {goal}");
        assert_wrong(&object, &[], &[&found]);
    }
}

#[test]
fn what_cannot_be_read_is_not_called_wrong() {
    let (out, code) = verify("Q\tR\nR\tR'\nR\tR2\nR\n", &[]);
    let last = out.lines().last().unwrap();
    assert_eq!(
        last,
        "1 correct, 1 wrong, 2 unreadable, 0 without a solution"
    );
    assert_eq!(code, 1);
}

#[test]
fn moves_in_parentheses_are_on_the_inverse_scramble() {
    // inverse scramble: F U' R'
    assert_wrong(
        "R U F'\tF (R U)\nR U F'\t(R U F')\nR U F'\tF U' (R)\n",
        &[],
        &[],
    );
    assert_wrong(
        "(R U)2\tU' (R) U' R'\n(R U) F'\tF U' R'\n",
        &[],
        &["line 1: does not solve the cube"],
    );
}

#[test]
fn input_without_solutions_is_an_error() {
    for text in [
        "",
        "# nothing\n",
        "R\t// error: no table\n",
        "scramble,solution\nR,\n",
    ] {
        assert_eq!(verify(text, &[]), (String::new(), 4), "{text}");
    }
}

#[test]
fn columns_without_that_of_scrambles_are_named() {
    let mut command = with_table();
    let output = run_with(command.arg("verify"), b"facelets,solution\nR,R'\n");
    let expected = "cubesolve: no column scramble; --column names one of: facelets, solution\n";
    assert_eq!((stderr(&output), output.status.code()), (expected, Some(4)));
}

/// Random moves of every kind.
fn moves() -> impl Strategy<Value = Vec<String>> {
    let names = "U R F D L B u r f d l b Uw Rw Fw Dw Lw Bw M E S x y z";
    let name = prop::sample::select(names.split(' ').collect::<Vec<_>>());
    let one = (name, prop::sample::select(vec!["", "2", "'"]));
    prop::collection::vec(
        one.prop_map(|(name, times)| format!("{name}{times}")),
        1..12,
    )
}

fn inverse(moves: &[String]) -> Vec<String> {
    let inverse = |text: &String| match text.strip_suffix('\'') {
        Some(name) => name.to_owned(),
        None if text.ends_with('2') => text.clone(),
        None => format!("{text}'"),
    };
    moves.iter().rev().map(inverse).collect()
}

/// Solutions of which about half are correct, the scrambles as moves and as facelets, against the
/// cube of the tests.
#[test]
fn verdicts_agree_with_naive_cube() {
    let mut runner = TestRunner::deterministic();
    let (mut text, mut expected) = (String::new(), vec![]);
    for i in 0..400 {
        let draw = |runner: &mut TestRunner| -> Vec<String> {
            moves().new_tree(runner).unwrap().current()
        };
        let scramble = draw(&mut runner);
        let mut solution = inverse(&scramble);
        if i % 2 == 0 {
            let place = i % solution.len();
            solution[place] = draw(&mut runner).concat();
        }
        let (scramble, solution) = (scramble.join(" "), solution.join(" "));
        let cube = NaiveCube::from_str(&scramble);
        // NaiveCube needs spaces between moves
        let spaced: Vec<String> = split_moves(&solution);
        if !NaiveCube::from_str(&format!("{scramble} {}", spaced.join(" "))).is_solved() {
            expected.extend([2 * i + 1, 2 * i + 2]);
        }
        text += &format!(
            "{scramble} \t{solution} //\t\n{}\t{solution} //\t\n",
            cube.facelets()
        );
    }
    assert!((100..700).contains(&expected.len()));
    let (out, code) = verify(&text, &[]);
    let wrong = expected
        .iter()
        .map(|line| format!("line {line}: does not solve the cube"));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..lines.len() - 1], wrong.collect::<Vec<_>>());
    assert_eq!(code, 1);
}

/// Splits moves written without spaces.
fn split_moves(text: &str) -> Vec<String> {
    let mut moves: Vec<String> = vec![];
    for letter in text.chars().filter(|letter| *letter != ' ') {
        match letter {
            'w' | '2' | '\'' => moves.last_mut().unwrap().push(letter),
            _ => moves.push(letter.into()),
        }
    }
    moves
}

#[test]
fn checker_imports_nothing_of_the_program() {
    let stickers = include_str!("../../src/cli/commands/verify/stickers.rs");
    let checker = include_str!("../../src/cli/commands/verify/checker.rs");
    let goals = include_str!("../../src/cli/commands/verify/goals.rs");
    let products = include_str!("../../src/cli/commands/verify/products.rs");
    for source in [stickers, checker, goals, products] {
        for word in ["crate::", "cubesolve::", "#[path", "include!"] {
            assert!(!source.contains(word), "{word}");
        }
        let of_checker = ["stickers", "goals", "products"].map(|name| {
            let path = format!("super::{name}::");
            source.matches(&path).count()
        });
        assert_eq!(
            source.matches("super::").count(),
            of_checker.iter().sum::<usize>()
        );
    }
}
