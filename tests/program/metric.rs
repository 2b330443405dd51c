//! `--metric qtm` from outside.

use crate::program::{program, small_table, solve_with, stderr, stdout};
use serde_json::Value;
use std::path::Path;
use std::process::Output;
use tempfile::tempdir;

fn run(tables: &Path, arguments: &[&str]) -> Output {
    program(tables).args(arguments).output().unwrap()
}

fn object(output: &Output) -> Value {
    serde_json::from_str(stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)))
}

/// The command that a message proposes.
fn proposed(output: &Output) -> Vec<String> {
    let command = stderr(output).split('`').nth(1).expect("a command");
    let words = command.split(' ').skip(1);
    words.map(str::to_owned).collect()
}

#[test]
fn tables_of_different_metrics_are_not_confused() {
    let directory = tempdir().unwrap();
    let tables = directory.path();
    let solve = [
        "solve", "--metric", "qtm", "--table", "32M", "--json", "R2 U",
    ];

    let missing = run(tables, &solve);
    assert_eq!(missing.status.code(), Some(4));
    assert_eq!(proposed(&missing), ["gen-tables", "--table", "32M-qtm"]);
    let path = tables.join("32M-qtm.table");
    std::fs::copy(small_table("32M-qtm"), &path).unwrap();

    let answer = object(&run(tables, &solve));
    assert_eq!(
        (&answer["length"], &answer["lower_bound"]),
        (&3.into(), &3.into())
    );
    assert_eq!(
        (&answer["metric"], &answer["table"]),
        (&"qtm".into(), &"32M-qtm".into())
    );
    // the best table of the metric, and one that is named in full
    let best = run(tables, &["solve", "--metric", "qtm", "--no-build", "R2 U"]);
    assert_eq!(stdout(&best), "U' R2\n");
    let named = run(tables, &["solve", "--table", "32M-qtm", "R2 U"]);
    assert_eq!(stdout(&named), "U' R2\n");

    // whatever else takes the table
    let listed = run(tables, &["tables"]);
    assert!(
        stdout(&listed).starts_with("32M-qtm: "),
        "{}",
        stdout(&listed)
    );
    let verified = run(tables, &["tables", "verify", "32M-qtm"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    let scrambles = ["scramble", "--metric", "qtm", "--distance", "7", "-n", "3"];
    let scrambles = run(tables, &scrambles);
    for scramble in stdout(&scrambles).lines() {
        let answer = object(&run(
            tables,
            &["solve", "--metric", "qtm", "--no-build", "--json", scramble],
        ));
        assert_eq!(answer["length"], 7, "{scramble}");
        let turns = scramble
            .split(' ')
            .map(|m| if m.ends_with('2') { 2 } else { 1 });
        assert_eq!(turns.sum::<usize>(), 7, "{scramble}");
    }
    assert_eq!(stdout(&scrambles).lines().count(), 3);

    // none of these is taken for a table of the other metric
    let other = run(
        tables,
        &["solve", "--table", "32M-qtm", "--metric", "htm", "R"],
    );
    assert_eq!(other.status.code(), Some(4));
    let expected = "cubesolve: 32M-qtm is not for --metric htm\n";
    assert_eq!(stderr(&other), expected);
    let missing = run(tables, &["solve", "--table", "32M", "R"]);
    assert!(proposed(&missing).ends_with(&["--table".into(), "32M".into()]));
    let far = "R U F' L2 D B' U2 R' F2 L D' B U";
    let none = run(tables, &["solve", "--no-build", far]);
    assert_eq!(none.status.code(), Some(4));
    std::fs::rename(&path, tables.join("32M.table")).unwrap();
    let renamed = run(tables, &["solve", "--table", "32M", "R"]);
    assert_eq!(renamed.status.code(), Some(4));
    assert!(
        stderr(&renamed).contains("rename it to 32M-qtm.table"),
        "{}",
        stderr(&renamed)
    );
}

#[test]
#[ignore = "it measures for seconds with a table of 67 MB"]
fn bench_of_quarter_turns_uses_a_quarter_turn_table() {
    let directory = tempdir().unwrap();
    let made = run(
        directory.path(),
        &["gen-tables", "--metric", "qtm", "--table", "64M"],
    );
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    let bench = run(directory.path(), &["bench", "--metric", "qtm"]);
    assert_eq!(bench.status.code(), Some(0), "{}", stderr(&bench));
    assert!(stdout(&bench).contains("64M-qtm"), "{}", stdout(&bench));
}

/// What is proved of the positions that take most, in half an hour each: never more than the 24
/// and 26 quarter turns that they take.
#[test]
#[ignore = "it takes an hour"]
fn bounds_of_the_farthest_positions_do_not_exceed_their_distances() {
    for (scramble, length) in [
        (
            "R' U2 B L' F U' B D F U D' L D2 F' R B' D F' U' B' U D'",
            24,
        ),
        ("U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'", 26),
    ] {
        let arguments = ["--json", "--timeout", "1800", scramble];
        let Some(mut command) = solve_with(
            &[
                "8G-qtm", "4G-qtm", "2G-qtm", "1G-qtm", "512M-qtm", "128M-qtm",
            ],
            &arguments,
        ) else {
            return;
        };
        let answer = object(&command.output().unwrap());
        eprintln!(
            "{}: at least {} of {length}",
            answer["table"], answer["lower_bound"]
        );
        assert!(answer["lower_bound"].as_u64() <= Some(length));
        assert!(answer["length"].as_u64() >= Some(length));
    }
}

#[test]
fn lengths_follow_the_metric() {
    let none = tempdir().unwrap();
    let page = |arguments: &[&str]| object(&run(none.path(), arguments));
    for (metric, length) in [("htm", 2), ("qtm", 3)] {
        let pocket = page(&[
            "solve", "--puzzle", "2x2x2", "--json", "--metric", metric, "R2 U",
        ]);
        assert_eq!(
            (&pocket["length"], &pocket["metric"]),
            (&length.into(), &metric.into())
        );
        let goal = page(&[
            "solve", "--goal", "corners", "--json", "--metric", metric, "R2 U",
        ]);
        assert_eq!(
            (&goal["length"], &goal["metric"]),
            (&length.into(), &metric.into())
        );
        let inspected = page(&["inspect", "--json", "--metric", metric, "R2 U"]);
        assert_eq!(
            (&inspected["pocket"], &inspected["metric"]),
            (&length.into(), &metric.into())
        );
        let value = page(&["coord", "cp", "--json", "--metric", metric, "R2 U"]);
        assert_eq!(
            (&value["lower_bound"], &value["metric"]),
            (&length.into(), &metric.into())
        );
    }
    let fast = run(none.path(), &["solve", "--fast", "--metric", "qtm", "R2 U"]);
    assert_eq!(stdout(&fast), "U' R2\n");
}
