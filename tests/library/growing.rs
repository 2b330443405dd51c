//! A solver that makes itself a larger table.

use cubesolve::cube::{Cube, Sequence};
use cubesolve::notation::Reading;
use cubesolve::search::{GrowingSolver, Growth, KnownAnswers, Progress};
use cubesolve::table::{Directory, Load, Spec, Table};
use cubesolve::{Limits, Outcome, Request, Solver};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::tempdir;

/// A solver with h0 that may make tables as large as `largest` in a directory.
fn small_solver(directory: &Path, largest: &str) -> GrowingSolver {
    let directory = Directory::at(directory);
    let h0 = Spec::by_name("h0").unwrap();
    let path = directory
        .make(h0, &AtomicBool::new(false), &|_| ())
        .unwrap();
    let solver = Solver::new(Table::open(&path, Load::Map).unwrap()).with_threads(2);
    let most_bytes = Spec::by_name(largest).unwrap().table_bytes();
    GrowingSolver::new(solver, directory, most_bytes)
}

/// Moves that flip all edges: hours with h0.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

fn superflip() -> Cube {
    SUPERFLIP.parse().unwrap()
}

#[test]
fn a_larger_table_is_made_for_a_hard_cube() {
    let directory = tempdir().unwrap();
    let solver = small_solver(directory.path(), "h2");
    let table = || solver.solver().table().spec().name;
    let grown = Mutex::new(vec![]);
    let on_growth = |spec: &'static Spec, growth: Growth| match growth {
        Growth::Making(_) => {}
        Growth::Made => grown.lock().unwrap().push(spec.name),
        Growth::Failed(error) => panic!("{error}"),
    };
    // ends as soon as the search has begun again, with what was proved before
    let begun = Mutex::new(vec![]);
    let hear = |progress: &Progress| {
        begun.lock().unwrap().push((table(), progress.lower_bound));
        match table() {
            "h2" => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let limits = Limits::default().on_progress(&hear);
    let position = Reading::default().parse(SUPERFLIP).unwrap();
    let (known, request) = (KnownAnswers::default(), Request::default());
    let answer = solver.solve(&position, &known, &request, &limits, &on_growth);
    let answer = answer.unwrap();
    assert_eq!((table(), &*grown.lock().unwrap()), ("h2", &vec!["h2"]));
    assert_eq!(answer.outcome, Outcome::Stopped);
    let begun = begun.into_inner().unwrap();
    let with_h0 = begun.iter().rfind(|(table, _)| *table == "h0").unwrap();
    assert!(answer.lower_bound >= with_h0.1);
    let best = answer.solutions[0].iter().copied();
    assert!(superflip().apply_all(best).is_solved());
    assert_eq!(solver.solver().threads(), 2);
}

#[test]
fn easy_cubes_and_hurry_make_no_table() {
    let directory = tempdir().unwrap();
    let solver = small_solver(directory.path(), "h2");
    let never = |_: &Spec, _: Growth| panic!("a table is made");
    let easy = Sequence::parse("R U F' D2 L B").unwrap().cube();
    let answer = solver.search(&easy, &Request::default(), &Limits::default(), &never);
    assert!(answer.unwrap().is_optimal());
    // without the time that it takes to make one
    let limits = Limits::default().timeout(std::time::Duration::from_millis(300));
    let answer = solver.search(&superflip(), &Request::default(), &limits, &never);
    assert_eq!(answer.unwrap().outcome, Outcome::Stopped);
    assert!(solver.advice(std::time::Duration::from_secs(1)).is_none());
}

/// A search that is stopped while a table is made leaves that to the next.
#[test]
fn a_table_that_was_not_waited_for_may_be_made_later() {
    let directory = tempdir().unwrap();
    let solver = small_solver(directory.path(), "h2");
    for _ in 0..2 {
        let making = AtomicBool::new(false);
        let leave = |_: &Spec, growth: Growth| {
            assert!(matches!(growth, Growth::Making(_)));
            making.store(true, Ordering::Relaxed);
        };
        let limits = Limits::default().abandon(&making);
        let answer = solver.search(&superflip(), &Request::default(), &limits, &leave);
        assert_eq!(answer.unwrap().outcome, Outcome::Stopped);
        assert_eq!(solver.solver().table().spec().name, "h0");
    }
}

/// Where a table cannot be made, the search goes on without.
#[test]
fn a_table_that_cannot_be_made_is_done_without() {
    let directory = tempdir().unwrap();
    let solver = small_solver(directory.path(), "h2");
    std::fs::write(directory.path().join("h2.table"), "no table").unwrap();
    let failed = AtomicBool::new(false);
    let on_growth = |_: &Spec, growth: Growth| {
        failed.fetch_or(matches!(growth, Growth::Failed(_)), Ordering::Relaxed);
    };
    let hear = |_: &Progress| match failed.load(Ordering::Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let limits = Limits::default().on_progress(&hear);
    let answer = solver.search(&superflip(), &Request::default(), &limits, &on_growth);
    assert_eq!(answer.unwrap().outcome, Outcome::Stopped);
    assert_eq!(solver.solver().table().spec().name, "h0");
}
