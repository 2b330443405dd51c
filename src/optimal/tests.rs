//! Searches that continue earlier ones, and tables that are replaced. `tests/library` has the rest.

use super::{Means, Request, TableSlot, search};
use crate::cube::{Cube, Metric, Move, Position};
use crate::search::{Answer, DepthReport, Limits, Outcome, Query, Solution, Threads};
use crate::table::{Spec, Table};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};

fn generated() -> Arc<Table> {
    let smallest = Spec::by_name("32M").unwrap();
    Arc::new(Table::generate(smallest, &AtomicBool::new(false), &|_| ()).unwrap())
}

static TABLE: LazyLock<Arc<Table>> = LazyLock::new(generated);

/// The answer of the batched search.
fn run(
    table: &TableSlot,
    threads: usize,
    cube: &Cube,
    query: &Query,
    limits: &Limits,
    earlier: Option<Answer>,
) -> Answer {
    let request = Request {
        position: &Position::from(*cube),
        query,
        limits,
        earlier,
    };
    let means = Means {
        table,
        threads: &Threads::new(threads),
        before_long_depth: &|| (),
    };
    search(&request, &means).unwrap()
}

/// The same with 32M in one thread, without limits.
fn solve(cube: &Cube, query: &Query, earlier: Option<Answer>) -> Answer {
    let slot = TableSlot::new(TABLE.clone(), None);
    run(&slot, 1, cube, query, &Limits::default(), earlier)
}

fn sequence(moves: &[usize]) -> Cube {
    Cube::from_moves(moves.iter().map(|m| Move::from_index(*m)))
}

/// The answer of an earlier search that was stopped.
fn stopped(lower_bound: u8, solutions: &[Solution]) -> Option<Answer> {
    Some(Answer {
        lower_bound,
        solutions: solutions.to_vec(),
        nodes: 1,
        probes: 1,
        ..Answer::empty(Metric::HalfTurn, Outcome::Stopped)
    })
}

#[test]
fn continued_search_starts_from_the_earlier_bounds() {
    let cube = sequence(&[0, 4, 8, 9, 13, 17, 1, 3, 7, 11, 12, 16]);
    let whole = solve(&cube, &Query::new(), None);
    let depth = whole.lower_bound;
    let resume = |query: &Query, earlier| {
        let depths = Mutex::new(vec![]);
        let on_depth = |report: &DepthReport| depths.lock().unwrap().push(report.depth);
        let limits = Limits::default().on_depth(&on_depth);
        let slot = TableSlot::new(TABLE.clone(), None);
        let answer = run(&slot, 1, &cube, query, &limits, earlier);
        (answer, depths.into_inner().unwrap())
    };
    let one = Query::new();
    let (answer, depths) = resume(&one, stopped(depth, &[]));
    assert_eq!((depths, &answer.solutions), (vec![depth], &whole.solutions));
    // the search ends when the bounds meet, at the beginning or later
    let (answer, depths) = resume(&one, stopped(depth, &whole.solutions));
    assert_eq!((depths, answer.probes), (vec![], 1));
    assert_eq!(
        (answer.outcome, answer.lower_bound),
        (Outcome::Complete, depth)
    );
    assert_eq!(answer.solutions, whole.solutions);
    let (answer, depths) = resume(&one, stopped(depth - 1, &whole.solutions));
    assert_eq!((depths, answer.lower_bound), (vec![depth - 1], depth));
    assert_eq!(answer.solutions, whole.solutions);
    // but not if more are requested
    let (answer, depths) = resume(&Query::new().all(), stopped(depth - 1, &whole.solutions));
    assert_eq!(depths, [depth - 1, depth]);
    assert_eq!(
        answer.solutions,
        solve(&cube, &Query::new().all(), None).solutions
    );
}

#[test]
fn running_search_switches_to_the_copy_of_a_table() {
    let first = generated();
    let still_used = Arc::downgrade(&first);
    let slot = TableSlot::new(first, None);
    let cube = sequence(&[0, 4, 8, 9, 13, 17, 1, 3, 7, 11, 12, 16]);
    let query = Query::new().all();
    let on_depth = |report: &DepthReport| {
        if report.depth == 10 {
            slot.replace(TABLE.clone());
        }
        if report.depth == 11 {
            assert!(still_used.upgrade().is_none());
        }
    };
    let limits = Limits::default().on_depth(&on_depth);
    let found = run(&slot, 2, &cube, &query, &limits, None);
    assert_eq!(found.solutions, solve(&cube, &query, None).solutions);
    assert!(still_used.upgrade().is_none());
}
