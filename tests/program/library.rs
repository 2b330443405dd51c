//! The library as another program uses it.

use crate::files::names;
use crate::program::{stdout, tables};
use cubesolve::{Cube, Limits, Outcome, Request, Solver, TableError};
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::tempdir;

/// The program at the top of `lib.rs`.
fn five_lines(table: &str) -> Result<(), Box<dyn Error>> {
    let solver = Solver::open(table)?;
    let cube: Cube = "R U F'".parse()?;
    let answer = solver.solve(&cube)?;
    println!("{answer}");
    Ok(())
}

/// The program runs as a process of its own, this test again, with a directory of its own.
#[test]
fn five_lines_find_or_build_a_table_and_solve() {
    const CHILD: &str = "CUBESOLVE_TEST_TABLE";
    if let Ok(table) = std::env::var(CHILD) {
        return five_lines(&table).unwrap();
    }
    let run = |table: &str, directory: &Path| {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture"])
            .arg("library::five_lines_find_or_build_a_table_and_solve")
            .env(CHILD, table)
            .env("CUBESOLVE_TABLES", directory)
            .output()
            .unwrap();
        assert!(stdout(&output).contains("F U' R'\n"), "{output:?}");
    };
    run("h2", tables());
    let directory = tempdir().unwrap();
    run("h0", directory.path());
    assert_eq!(names(directory.path()), ["h0.table"]);
    let doctest = include_str!("../../src/lib.rs");
    let lines = include_str!("library.rs").lines();
    let body = lines.skip_while(|line| !line.starts_with("fn five_lines"));
    for line in body.skip(1).take(4) {
        let line = line.trim().replace("(table)", "(\"h2\")");
        assert!(doctest.contains(&format!("//! {line}")), "{line}");
    }
}

#[test]
fn tables_of_other_names_are_not_made() {
    let error = Solver::open("h3").map(|_| ()).unwrap_err();
    assert!(matches!(error, TableError::Unknown { name } if name == "h3"));
}

#[test]
fn requests_and_limits_are_kept() {
    let file = tables().join("h2.table");
    let table = cubesolve::Table::open(&file, cubesolve::table::Load::Map).unwrap();
    let solver = Solver::new(table).with_threads(1);
    let cube: Cube = "R L".parse().unwrap();
    let search = |request: Request, limits: Limits| solver.search(&cube, &request, &limits);
    let all = search(Request::all(), Limits::default()).unwrap();
    assert_eq!(all.to_string(), "R' L'");
    let longer = search(Request::all().extra(2), Limits::default()).unwrap();
    assert_eq!(longer.solutions, all.solutions);
    let half_turns: Cube = "U2 D2 R2 L2 F2 B2".parse().unwrap();
    let three = solver.search(
        &half_turns,
        &Request::default().count(3),
        &Limits::default(),
    );
    assert_eq!(three.unwrap().solutions.len(), 3);
    let none = search(Request::default().max_moves(1), Limits::default()).unwrap();
    assert_eq!(
        (none.outcome, none.lower_bound),
        (Outcome::NoneWithinMaxMoves, 2)
    );
    let stopped = search(
        Request::default(),
        Limits::default().timeout(Duration::ZERO),
    )
    .unwrap();
    assert_eq!(stopped.outcome, Outcome::Stopped);
    assert!(stopped.lower_bound <= 2);
}
