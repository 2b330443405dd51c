//! `--metric qtm` from outside.

use crate::program::{program, stderr, stdout};
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
fn tables_of_each_metric_are_told_apart() {
    let directory = tempdir().unwrap();
    let tables = directory.path();
    let solve = [
        "solve", "--metric", "qtm", "--table", "h0", "--json", "R2 U",
    ];

    let missing = run(tables, &solve);
    assert_eq!(missing.status.code(), Some(4));
    let making = proposed(&missing);
    let made = run(
        tables,
        &making.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let path = tables.join("h0-qtm.table");
    assert_eq!(stdout(&made).trim_end(), path.to_str().unwrap());

    let answer = object(&run(tables, &solve));
    assert_eq!(
        (&answer["length"], &answer["lower_bound"]),
        (&3.into(), &3.into())
    );
    assert_eq!(
        (&answer["metric"], &answer["table"]),
        (&"qtm".into(), &"h0-qtm".into())
    );
    // the best table of the metric, and one that is named in full
    let best = run(tables, &["solve", "--metric", "qtm", "--no-build", "R2 U"]);
    assert_eq!(stdout(&best), "U' R2\n");
    let named = run(tables, &["solve", "--table", "h0-qtm", "R2 U"]);
    assert_eq!(stdout(&named), "U' R2\n");

    // none of these is taken for a table of the other metric
    let other = run(
        tables,
        &["solve", "--table", "h0-qtm", "--metric", "htm", "R"],
    );
    assert_eq!(other.status.code(), Some(4));
    assert_eq!(stderr(&other).lines().count(), 1);
    let none = run(tables, &["solve", "--no-build", "R2 U"]);
    assert_eq!(none.status.code(), Some(4));
    std::fs::rename(&path, tables.join("h0.table")).unwrap();
    let renamed = run(tables, &["solve", "--table", "h0", "R"]);
    assert_eq!(renamed.status.code(), Some(4));
    assert!(
        stderr(&renamed).contains("rename it to h0-qtm.table"),
        "{}",
        stderr(&renamed)
    );
}

#[test]
fn lengths_tell_their_metric() {
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
