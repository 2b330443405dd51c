//! The library as another program uses it.

use crate::files::names;
use crate::program::{stdout, tables};
use cubesolve::{Cube, Limits, Outcome, Position, Query, Solver, TableError};
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
fn example_of_the_documentation_generates_a_table_and_solves() {
    const CHILD: &str = "CUBESOLVE_TEST_TABLE";
    if let Ok(table) = std::env::var(CHILD) {
        return five_lines(&table).unwrap();
    }
    let run = |table: &str, directory: &Path| {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture"])
            .arg("library::example_of_the_documentation_generates_a_table_and_solves")
            .env(CHILD, table)
            .env("CUBESOLVE_TABLES", directory)
            .output()
            .unwrap();
        assert!(stdout(&output).contains("F U' R'\n"), "{output:?}");
    };
    let directory = tempdir().unwrap();
    run("32M", directory.path());
    assert_eq!(names(directory.path()), ["32M.table"]);
    let doctest = include_str!("../../src/lib.rs");
    let lines = include_str!("library.rs").lines();
    let body = lines.skip_while(|line| !line.starts_with("fn five_lines"));
    for line in body.skip(1).take(4) {
        let line = line.trim().replace("(table)", "(\"64M\")");
        assert!(doctest.contains(&format!("//! {line}")), "{line}");
    }
}

#[test]
fn opening_an_unknown_table_fails() {
    let error = Solver::open("h3").map(|_| ()).unwrap_err();
    assert!(matches!(error, TableError::UnknownTable { name, successor: None } if name == "h3"));
}

#[test]
fn query_and_limits_are_respected() {
    let file = tables().join("64M.table");
    let table = cubesolve::Table::open(&file, cubesolve::table::Load::Map).unwrap();
    let solver = Solver::with_table(table).threads(1);
    let position = Position::from("R L".parse::<Cube>().unwrap());
    let search = |query: Query, limits: Limits| solver.query(&position, &query, &limits).unwrap();
    let all = search(Query::new().all(), Limits::default());
    assert_eq!(all.to_string(), "R' L'");
    let longer = search(Query::new().all().extra(2), Limits::default());
    assert_eq!(longer.solutions, all.solutions);
    let none = search(Query::new().max_moves(1), Limits::default());
    assert_eq!(
        (none.outcome, none.lower_bound),
        (Outcome::NoneWithinMaxMoves, 2)
    );
    let stopped = search(Query::new(), Limits::default().timeout(Duration::ZERO));
    assert!(matches!(
        stopped.outcome,
        Outcome::TimedOut | Outcome::Complete
    ));
    assert!(stopped.lower_bound <= 2);
}
