//! `solve --moves` and patterns, as a user runs them.

use crate::naive::NaiveCube;
use crate::program::{program, run_with, stderr, stdout};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Output;

/// Runs `solve` in a directory without tables, where none can be generated.
fn solve(arguments: &[&str], input: &str) -> Output {
    let mut command = program(Path::new("/nonexistent"));
    run_with(command.arg("solve").args(arguments), input.as_bytes())
}

/// The output for one scramble.
fn answer(arguments: &[&str]) -> String {
    let output = solve(arguments, "");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output).to_owned()
}

#[test]
fn allowed_moves_solve_and_each_counts_one() {
    let sune = "R U R' U R U2 R'";
    assert_eq!(answer(&["--moves", "R,U", sune]), "R U2 R' U' R U' R'\n");
    let output = answer(&["--moves", "M,U", "--all", "M' U2 M U2"]);
    assert_eq!(output, "U2 M' U2 M\n\n");
    for (moves, scramble, length) in [
        ("Rw,U", "Rw U Rw' U Rw U2 Rw'", 7),
        ("<R2, U>", "R2 U R2 U R2 U2 R2", 7),
        ("M U2", "x M' U2 M U2", 4),
        ("RUF", "R U F' R2", 4),
    ] {
        let solution = answer(&["--moves", moves, scramble]);
        let mut cube = NaiveCube::from_str(scramble);
        cube.apply_str(&solution);
        assert!(cube.is_solved(), "{moves}: {solution}");
        assert_eq!(solution.split_whitespace().count(), length, "{moves}");
    }
}

#[test]
fn cube_outside_the_group_of_the_moves_is_impossible() {
    let output = solve(&["--moves", "R,U", "--json"], "U\nF\nR L\n");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["solution"], &lines[0]["length"]),
        (&"U'".into(), &1.into())
    );
    for line in &lines[1..] {
        assert_eq!(line["solution"], Value::Null);
        assert_eq!(
            line["error"],
            "impossible: the moves R,U never solve this cube"
        );
    }
    assert!(stderr(&output).contains("line 2: impossible"));
    // to another cube they lead
    assert_eq!(answer(&["--moves", "R,U", "--to", "F", "F R"]), "R'\n");
}

#[test]
fn metric_names_whether_slices_count() {
    for (moves, option, metric) in [
        ("R2,U", "htm", "htm"),
        ("M,U", "htm", "stm"),
        ("Rw,U", "htm", "stm"),
        ("R2,U", "qtm", "qtm"),
        ("M,U", "qtm", "sqtm"),
        ("x,M,U", "htm", "etm"),
        ("x,M,U", "qtm", "eqtm"),
    ] {
        let output = answer(&["--moves", moves, "--metric", option, "--json", "U2"]);
        let json: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(json["metric"], metric, "{moves}");
        assert_eq!(
            json["length"],
            if option == "qtm" { 2 } else { 1 },
            "{moves}"
        );
    }
}

#[test]
fn lengths_with_rotations_are_verified() {
    for (metric, name, length) in [("htm", "etm", 3), ("qtm", "eqtm", 4)] {
        let found = answer(&["--moves", "R,U,x", "--metric", metric, "--json", "F U2"]);
        let json: Value = serde_json::from_str(&found).unwrap();
        assert_eq!(
            (&json["metric"], &json["length"]),
            (&json!(name), &json!(length))
        );
        let mut verify = program(Path::new("/nonexistent"));
        let output = run_with(verify.arg("verify"), found.as_bytes());
        let correct = "1 correct, 0 wrong, 0 without a solution";
        assert_eq!(stdout(&output).trim_end(), correct, "{found}");
    }
}

#[test]
fn moves_and_patterns_solve_the_2x2x2() {
    let cube2 = ["--puzzle", "2x2x2"];
    let solve = |arguments: &[&str]| answer(&[&cube2, arguments].concat());
    assert_eq!(solve(&["--moves", "L,D", "L D L'"]), "L D' L'\n");
    let top = format!("{}{}", "U.U...U.U", ".".repeat(45));
    assert_eq!(solve(&["--to", &top, "U F"]), "F'\n");
}

#[test]
fn limits_and_numbers_apply_to_allowed_moves() {
    let arguments = ["--moves", "R,U", "--max-moves", "2", "R U R'"];
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no solution within 2 moves"));
    let output = solve(&["--moves", "RUF", "--timeout", "0", "R U F R U F R"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("time is up: found 7 moves; not proven optimal"));
    let three = answer(&["--moves", "M,U", "-n", "3", "--extra", "4", "M U2 M' U2"]);
    assert_eq!(three.lines().filter(|line| !line.is_empty()).count(), 3);
    for arguments in [
        ["--moves", "R,Q", "R"],
        ["--moves", "R U'", "R"],
        ["--moves", "", "R"],
    ] {
        assert_eq!(
            solve(&arguments, "").status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn dots_in_patterns_match_any_colour() {
    let up = format!("{}{}", "U".repeat(9), ".".repeat(45));
    assert_eq!(answer(&["--to", &up, "R"]), "R'\n");
    assert_eq!(answer(&["--to", &up, "D' L2"]), "L2\n");
    let net = "
              . . .
              . U .
              . . .
      . . . . . . . . . . . .
      . L . . F . . R . . B .
      . L . . F . . R . . B .
              . D .
              D D D
              . D .";
    assert_eq!(answer(&["--to", net, "R U R2"]), "R\n");
    let json = answer(&["--to", net, "--json", "F2 U"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["solution"], &json["optimal"]),
        (&"U' F2".into(), &true.into())
    );
    // one that only one cube matches is that cube
    let all_but_one = format!("{}.", &NaiveCube::from_str("R").facelets()[..53]);
    let output = answer(&["--moves", "R", "--to", &all_but_one, "R2"]);
    assert_eq!(output, "R'\n");
    // with allowed moves, too
    assert_eq!(answer(&["--moves", "R,U", "--to", &up, "R"]), "R'\n");
    let never = solve(&["--moves", "R,U", "--to", &up, "F D"], "");
    assert_eq!(never.status.code(), Some(1));
}

#[test]
fn wrong_pattern_is_a_usage_error() {
    let error = |pattern: &str| {
        let output = solve(&["--to", pattern, "R"], "");
        assert_eq!(output.status.code(), Some(2));
        stderr(&output).to_owned()
    };
    let edge = format!("{}U{}D{}", ".".repeat(7), ".".repeat(11), ".".repeat(34));
    assert!(error(&edge).contains("no edge has the colours UD seen at UF (U8 F2)"));
    assert!(error(&".".repeat(53)).contains("found 53"));
}
