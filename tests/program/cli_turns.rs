//! `solve --moves` and patterns, as a user runs them.

use crate::naive::NaiveCube;
use crate::program::{program, run_with, stderr, stdout};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// The program, where there is no table and none is made.
fn solve(arguments: &[&str], input: &str) -> Output {
    let mut command = program(Path::new("/nonexistent"));
    run_with(command.arg("solve").args(arguments), input.as_bytes())
}

/// What is printed for one scramble.
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
fn certain_turns_solve_and_are_counted_each() {
    let sune = "R U R' U R U2 R'";
    assert_eq!(answer(&["--moves", "R,U", sune]), "R U2 R' U' R U' R'\n");
    let output = answer(&["--moves", "M,U", "--all", "M' U2 M U2"]);
    assert_eq!(output, "U2 M' U2 M\n\n");
    for (turns, scramble, length) in [
        ("Rw,U", "Rw U Rw' U Rw U2 Rw'", 7),
        ("<R2, U>", "R2 U R2 U R2 U2 R2", 7),
        ("M U2", "x M' U2 M U2", 4),
        ("RUF", "R U F' R2", 4),
    ] {
        let solution = answer(&["--moves", turns, scramble]);
        let mut cube = NaiveCube::from_str(scramble);
        cube.apply_str(&solution);
        assert!(cube.is_solved(), "{turns}: {solution}");
        assert_eq!(solution.split_whitespace().count(), length, "{turns}");
    }
}

#[test]
fn what_certain_turns_never_solve_is_proved() {
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
            "impossible: the turns R,U never solve this cube"
        );
    }
    assert!(stderr(&output).contains("line 2: impossible"));
    // turns of slices and wide turns count one, as in no metric of face turns
    for (turns, metric) in [("R2,U", "htm"), ("M,U", "stm"), ("Rw,U", "stm")] {
        let output = answer(&["--moves", turns, "--json", "U"]);
        let json: Value = serde_json::from_str(&output).unwrap();
        assert_eq!(json["metric"], metric, "{turns}");
    }
    // to where they lead, they do
    assert_eq!(answer(&["--moves", "R,U", "--to", "F", "F R"]), "R'\n");
}

#[test]
fn limits_and_further_solutions() {
    let arguments = ["--moves", "R,U", "--max-moves", "2", "R U R'"];
    let output = solve(&arguments, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no solution within 2 moves"));
    let output = solve(&["--moves", "RUF", "--timeout", "0", "R U F R U F R"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("time is up: a solution takes at least"));
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
    let both = ["--moves", "R,U", "--goal", "eo", "R"];
    assert_eq!(solve(&both, "").status.code(), Some(2));
}

#[test]
fn dots_are_any_colour() {
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
    // with certain turns, too
    assert_eq!(answer(&["--moves", "R,U", "--to", &up, "R"]), "R'\n");
    let never = solve(&["--moves", "R,U", "--to", &up, "F D"], "");
    assert_eq!(never.status.code(), Some(1));
}

#[test]
fn wrong_patterns_are_refused() {
    let error = |pattern: &str| {
        let output = solve(&["--to", pattern, "R"], "");
        assert_eq!(output.status.code(), Some(2));
        stderr(&output).to_owned()
    };
    let edge = format!("{}U{}D{}", ".".repeat(7), ".".repeat(11), ".".repeat(34));
    assert!(error(&edge).contains("no edge has the colours UD seen at UF (U8 F2)"));
    assert!(error(&".".repeat(53)).contains("found 53"));
    let output = solve(&["--table", "h2", "--to", &".".repeat(54), "R"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("go with no table"));
}
