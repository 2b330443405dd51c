//! Searches that continue earlier ones, and tables that are replaced. `tests/library` has the rest.

use super::{Means, Search, TableInUse};
use crate::cube::{Cube, Move, Position};
use crate::search::{
    Answer, Bounds, Control, DepthReport, Limits, Outcome, Query, Root, Solution, Threads,
};
use crate::table::{Spec, Table};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};

fn generated() -> Arc<Table> {
    let smallest = Spec::by_name("32M").unwrap();
    Arc::new(Table::generate(smallest, &AtomicBool::new(false), &|_| ()).unwrap())
}

static TABLE: LazyLock<Arc<Table>> = LazyLock::new(generated);

/// Sooner there than a generated one, in an emulator by a minute.
fn copy_of(table: &Table) -> Arc<Table> {
    let mut bytes = vec![];
    table.write(&mut bytes).unwrap();
    Arc::new(Table::read(&mut &bytes[..], bytes.len() as u64).unwrap())
}

/// What is known before a search: a lower bound, and a solution.
type Known<'a> = (u8, &'a [Solution]);

/// The answer of the search with a table.
fn search(
    table: &TableInUse,
    threads: usize,
    cube: &Cube,
    query: &Query,
    limits: &Limits,
    (lower_bound, solutions): Known,
) -> Answer {
    let threads = Threads::new(threads);
    let control = Control::new(Bounds::from(query), limits, &threads);
    control.raise_lower_bound(lower_bound);
    for solution in solutions {
        control.set_best(solution.clone());
    }
    let roots = [Root::new(Position::from(*cube))];
    let mut search = Search::new(&roots, &control, || None);
    let before_long_depth = &|| ();
    let means = Means {
        table,
        before_long_depth,
    };
    let outcome = search.by_table(&means).unwrap();
    search.into_answer(outcome)
}

/// The same with 32M in one thread, without limits.
fn solve(cube: &Cube, query: &Query) -> Answer {
    let table = TableInUse::new(TABLE.clone(), None);
    search(&table, 1, cube, query, &Limits::default(), (0, &[]))
}

fn sequence(moves: &[usize]) -> Cube {
    Cube::from_moves(moves.iter().map(|m| Move::from_index(*m)))
}

#[test]
fn continued_search_starts_from_the_earlier_bounds() {
    let cube = sequence(&[0, 4, 8, 9, 13, 17, 1, 3, 7, 11, 12, 16]);
    let whole = solve(&cube, &Query::new());
    let depth = whole.lower_bound;
    let search_on = |query: &Query, known: Known| {
        let depths = Mutex::new(vec![]);
        let on_depth = |report: &DepthReport| depths.lock().unwrap().push(report.depth);
        let limits = Limits::default().on_depth(&on_depth);
        let table = TableInUse::new(TABLE.clone(), None);
        let answer = search(&table, 1, &cube, query, &limits, known);
        (answer, depths.into_inner().unwrap())
    };
    let one = Query::new();
    let (answer, depths) = search_on(&one, (depth, &[]));
    assert_eq!((depths, &answer.solutions), (vec![depth], &whole.solutions));
    // the search ends when the bounds meet, at the beginning or later
    let (answer, depths) = search_on(&one, (depth, &whole.solutions));
    assert_eq!((depths, answer.probes), (vec![], 0));
    assert_eq!(
        (answer.outcome, answer.lower_bound),
        (Outcome::Complete, depth)
    );
    assert_eq!(answer.solutions, whole.solutions);
    let (answer, depths) = search_on(&one, (depth - 1, &whole.solutions));
    assert_eq!((depths, answer.lower_bound), (vec![depth - 1], depth));
    assert_eq!(answer.solutions, whole.solutions);
    // but not if more are requested
    let (answer, depths) = search_on(&Query::new().all(), (depth - 1, &whole.solutions));
    assert_eq!(depths, [depth - 1, depth]);
    assert_eq!(
        answer.solutions,
        solve(&cube, &Query::new().all()).solutions
    );
}

#[test]
fn running_search_switches_to_the_copy_of_a_table() {
    let first = copy_of(&TABLE);
    let still_used = Arc::downgrade(&first);
    let table = TableInUse::new(first, None);
    let cube = sequence(&[0, 4, 8, 9, 13, 17, 1, 3, 7, 11, 12, 16]);
    let query = Query::new().all();
    let on_depth = |report: &DepthReport| {
        if report.depth == 10 {
            table.replace(TABLE.clone());
        }
        if report.depth == 11 {
            assert!(still_used.upgrade().is_none());
        }
    };
    let limits = Limits::default().on_depth(&on_depth);
    let found = search(&table, 2, &cube, &query, &limits, (0, &[]));
    assert_eq!(found.solutions, solve(&cube, &query).solutions);
    assert!(still_used.upgrade().is_none());
}
