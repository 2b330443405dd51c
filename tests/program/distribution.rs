//! `cubesolve distribution`, run as users run it.

use crate::program::{program, stderr, stdout, tables};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    let mut command = program(tables());
    let command = command.args(["distribution", "--no-build"]).args(arguments);
    command.output().unwrap()
}

fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    stdout(&output).to_owned()
}

fn object(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(&[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn text_csv_and_json_have_the_same_counts() {
    let question = ["--goal", "eo-fb", "--max-moves", "4"];
    let text = answer(&question);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0], ["moves", "positions", "share"]);
    assert_eq!(rows[3], ["2", "25", "1.2207%"]);
    assert_eq!(rows[6], [">4", "1198", "58.4961%"]);
    assert_eq!(rows[7], ["2048", "positions"]);
    let csv = answer(&[&question[..], &["--csv"]].concat());
    let csv: Vec<&str> = csv.lines().collect();
    assert_eq!(csv[0], "moves,positions,share,error");
    assert_eq!(
        (csv[3], csv[6]),
        ("2,25,0.01220703125,", ">4,1198,0.5849609375,")
    );
    let object = object(&question);
    assert_eq!(object["question"]["goal"], "eo-fb");
    assert_eq!(
        (&object["sample"], &object["total"]),
        (&false.into(), &2048.into())
    );
    assert_eq!(
        (&object["rows"][2]["moves"], &object["rows"][2]["count"]),
        (&2.into(), &25.into())
    );
    assert_eq!(
        (&object["rows"][5]["moves"], &object["rows"][5]["count"]),
        (&Value::Null, &1198.into())
    );
}

/// 102 crosses take 8 moves, and none takes 9.
#[test]
fn positions_at_a_distance_are_listed() {
    let last = answer(&["--goal", "cross-d", "--list", "last"]);
    assert_eq!(last, answer(&["--goal", "cross-d", "--list", "8"]));
    let counts = last.lines().map(|line| {
        let (moves, count) = line.split_once(" // ").unwrap();
        assert_eq!(moves.split(' ').count(), 8, "{line}");
        count.split(' ').next().unwrap().parse::<u64>().unwrap()
    });
    assert_eq!(counts.sum::<u64>(), 102);
    assert_eq!(
        answer(&["--goal", "eo-fb", "--list", "0"]),
        "// 1 position\n"
    );
    let slices = answer(&["--moves", "M2,E2,S2", "--list", "last"]);
    assert_eq!(slices, "S2 E2 M2 // 1 position\n");
    for question in [&["--moves", "U,D"][..], &["--goal", "cross-d"]] {
        let quarter = ["--metric", "qtm", "--list", "2"];
        let listed = answer(&[question, &quarter].concat());
        let twice = |line: &str| {
            line.split(' ')
                .zip(line.split(' ').skip(1))
                .any(|(a, b)| a == b)
        };
        assert!(!listed.lines().any(twice), "{listed}");
    }
}

#[test]
fn seed_repeats_a_sample() {
    let question = ["--goal", "eo", "-n", "50"];
    let first = object(&question);
    let seed = first["question"]["seed"].to_string();
    let again = object(&[&question[..], &["--seed", &seed]].concat());
    assert_eq!(first, again);
    assert_eq!(
        (&again["sample"], &again["total"]),
        (&true.into(), &50.into())
    );
    let counts = again["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["count"].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), 50);
    assert!(again["mean_error"].as_f64().unwrap() > 0.0);
}

/// By R and U the 3-cycles and the swaps of opposite edges, 32 and 4 positions, take 11 moves, the swaps of
/// neighbours, 8 positions, 15.
#[test]
fn sets_and_cosets_are_solved() {
    let set = object(&["--set", "epll", "--moves", "R,U"]);
    assert_eq!((&set["sample"], &set["total"]), (&false.into(), &44.into()));
    let count = |row: &Value| row["count"].as_u64().unwrap();
    let rows = set["rows"].as_array().unwrap().iter();
    let counts: Vec<_> = rows
        .map(|row| (row["moves"].as_u64(), count(row)))
        .collect();
    assert_eq!(
        (counts[0], counts.last()),
        ((Some(11), 36), Some(&(Some(15), 8)))
    );
    let coset = object(&["--goal-solved", "htr", "U", "--goal", "htr-dr", "-n", "20"]);
    assert_eq!(coset["question"]["cube"], "U");
    assert_eq!(
        (&coset["rows"][0]["moves"], &coset["rows"][0]["count"]),
        (&1.into(), &20.into())
    );
}

#[test]
fn chart_has_a_bar_for_each_row() {
    let file = std::env::temp_dir().join(format!("cubesolve-{}.svg", std::process::id()));
    answer(&["--goal", "eo-fb", "--svg", file.to_str().unwrap()]);
    let chart = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(chart.starts_with("<svg") && chart.ends_with("</svg>\n"));
    assert_eq!(chart.matches("<rect x=").count(), 8);
    assert!(chart.contains("2048 positions, mean 4.6089 moves"));
}

#[test]
fn what_cannot_be_counted_is_an_error() {
    for (arguments, code, message) in [
        (&["--goal", "f2l", "--metric", "stm"][..], 2, "not stm"),
        (&["--goal", "eo", "--set", "pll"], 2, "cannot be used with"),
        (&["--goal", "solved-fr"], 4, "cannot draw random cubes"),
        (&["--set", "nothing"], 4, "no set"),
        (&["--max-moves", "9", "--memory", "1M"], 4, "--memory"),
        (&["-n", "0"], 2, "0"),
        (
            &["--goal", "cross-d", "--list", "9"],
            4,
            "no position needs 9 moves",
        ),
        (&["--goal", "cross", "--list", "1"], 4, "--list needs"),
        (
            &["--goal", "cross-d", "--list", "most"],
            2,
            "a number of moves, or last",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {output:?}");
        assert!(
            stderr(&output).contains(message),
            "{arguments:?} {output:?}"
        );
        assert!(output.stdout.is_empty());
    }
}

/// Ctrl-C ends a sample early, and what was counted is printed.
#[cfg(unix)]
#[test]
fn interrupted_sample_is_a_smaller_one() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut command = program(tables());
    command.args(["distribution", "--goal", "cross", "-n", "100000000"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_counting = progress.any(|line| line.unwrap().contains(" cubes: "));
    assert!(is_counting);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    progress.for_each(drop);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout(&output).contains(" random cubes, mean "));
}
