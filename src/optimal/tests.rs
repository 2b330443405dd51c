//! The batched search against its plain twin, and the twin against all sequences.

use super::plain;
use super::{Request, TableSlot, search};
use crate::cube::{Cube, Face, Metric, Move, MoveSet, Position, Transformation};
use crate::search::{Answer, DepthReport, Limits, Outcome, Progress, Query, Solution, Threads};
use crate::table::{Encoding, Spec, Table};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};

fn generate(spec: &Spec) -> Arc<Table> {
    Arc::new(Table::generate(spec, &AtomicBool::new(false), &|_| ()).unwrap())
}

static TABLE: LazyLock<Arc<Table>> = LazyLock::new(|| generate(Spec::by_name("h0").unwrap()));

/// Filters with 4096 and with 128 lines to a cache line: nearly every coset passes, or most do.
static FILTERS: LazyLock<[Arc<Table>; 2]> = LazyLock::new(|| {
    [4096, 128].map(|lines| {
        generate(&Spec {
            base: 2,
            encoding: Encoding::Filter { lines },
            ..*Spec::by_name("f8").unwrap()
        })
    })
});

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
        table,
        threads: &Threads::new(threads),
        before_long_depth: &|| (),
        earlier,
    };
    search(&request).unwrap()
}

/// The same with h0.
fn run_h0(threads: usize, cube: &Cube, query: &Query, limits: &Limits) -> Answer {
    run(
        &TableSlot::new(TABLE.clone()),
        threads,
        cube,
        query,
        limits,
        None,
    )
}

fn solve(threads: usize, cube: &Cube, query: &Query) -> Answer {
    run_h0(threads, cube, query, &Limits::default())
}

/// The moves of each solution.
fn moves_of(answer: &Answer) -> Vec<Vec<Move>> {
    let moves = |solution: &Solution| solution.sequence().moves().to_vec();
    answer.solutions.iter().map(moves).collect()
}

/// The moves of each solution, and the proven lower bound.
fn bounds_of(answer: &Answer) -> (Vec<Vec<Move>>, u8) {
    (moves_of(answer), answer.lower_bound)
}

fn solve_all(threads: usize, cube: &Cube, query: &Query) -> Vec<Vec<Move>> {
    moves_of(&solve(threads, cube, query))
}

/// All shortest solutions by the plain search.
fn shortest(cube: &Cube) -> Vec<Vec<Move>> {
    moves_of(&plain::solve(&TABLE, cube, &Query::new().all()))
}

fn sequence(moves: &[usize]) -> Cube {
    Cube::from_moves(moves.iter().map(|m| Move::from_index(*m)))
}

/// 20 random moves.
fn far_cube() -> Cube {
    sequence(&[
        0, 3, 6, 9, 12, 15, 1, 5, 8, 11, 13, 17, 0, 4, 8, 9, 14, 16, 2, 3,
    ])
}

/// All canonical sequences of a length, by the cube that they solve.
fn sequences_by_cube(length: usize) -> HashMap<Cube, Vec<Vec<Move>>> {
    let mut sequences = vec![(Cube::SOLVED, vec![], MoveSet::ALL)];
    for _ in 0..length {
        let longer = sequences.iter().flat_map(|(cube, moves, allowed)| {
            allowed.iter().map(|m| {
                let moves: Vec<Move> = moves.iter().copied().chain([m]).collect();
                (cube.apply(m), moves, MoveSet::after(m))
            })
        });
        sequences = longer.collect();
    }
    let mut by_cube: HashMap<Cube, Vec<Vec<Move>>> = HashMap::new();
    for (cube, moves, _) in sequences {
        by_cube.entry(cube.inverse()).or_default().push(moves);
    }
    by_cube.values_mut().for_each(|sequences| sequences.sort());
    by_cube
}

#[test]
fn plain_search_finds_all_sequences_up_to_extra() {
    let by_length = [0, 1, 2, 3, 4, 5].map(sequences_by_cube);
    let of_length = |n: usize, cube| by_length[n].get(cube).cloned().unwrap_or_default();
    for cube in by_length[3].keys().step_by(20) {
        let is_solved_within = |n: &usize| by_length[*n].contains_key(cube);
        let distance = (0..=3).find(is_solved_within).unwrap();
        for extra in 0..=2 {
            let query = Query::new().all().extra(extra);
            let answer = plain::solve(&TABLE, cube, &query);
            assert_eq!(usize::from(answer.lower_bound), distance);
            let lengths = distance..=distance + usize::from(extra);
            let expected = lengths.flat_map(|n| of_length(n, cube));
            assert_eq!(moves_of(&answer), expected.collect::<Vec<_>>());
        }
    }
}

#[test]
fn all_positions_up_to_depth_4_and_some_at_5_have_their_length() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut frontier = vec![Cube::SOLVED];
    for depth in 0..=5 {
        for cube in frontier.iter().step_by(if depth < 5 { 1 } else { 16 }) {
            let answer = solve(1, cube, &Query::new());
            assert_eq!(answer.outcome, Outcome::Complete);
            assert_eq!(
                (answer.lower_bound, answer.length()),
                (depth, Some(depth.into()))
            );
        }
        let children = frontier
            .iter()
            .flat_map(|cube| Move::ALL.map(|m| cube.apply(m)));
        let children: Vec<Cube> = children.collect();
        frontier = children.into_iter().filter(|c| seen.insert(*c)).collect();
    }
    assert_eq!(frontier.len(), 7_618_438);
}

#[test]
fn max_moves_below_the_distance_finds_nothing() {
    let cube = sequence(&[0, 3, 6, 9, 12, 15]);
    let length = shortest(&cube)[0].len() as u8;
    let answer = solve(1, &cube, &Query::new().max_moves(length - 1));
    assert_eq!(answer.outcome, Outcome::NoneWithinMaxMoves);
    assert_eq!((answer.lower_bound, answer.solutions.len()), (length, 0));
}

#[test]
fn stopped_search_reports_proven_bound_and_best_solution() {
    crate::two_phase::TwoPhase::shared(Metric::HalfTurn, crate::coord::Stop::never()).unwrap();
    let stopped_after_11 = |query: &Query| {
        let stop = AtomicBool::new(false);
        let on_depth = |report: &DepthReport| {
            stop.store(report.depth >= 11, std::sync::atomic::Ordering::Relaxed);
        };
        let limits = Limits::default().stop(&stop).on_depth(&on_depth);
        run_h0(2, &far_cube(), query, &limits)
    };
    let answer = stopped_after_11(&Query::new());
    assert_eq!((answer.outcome, answer.lower_bound), (Outcome::Stopped, 12));
    assert!((13..25).contains(&answer.length().unwrap()) && !answer.is_optimal());
    // neither a longer one than requested, nor one of all
    for query in [Query::new().max_moves(12), Query::new().all()] {
        let answer = stopped_after_11(&query);
        assert_eq!((answer.outcome, answer.lower_bound), (Outcome::Stopped, 12));
        assert!(answer.solutions.is_empty());
    }
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
    let whole = solve(1, &cube, &Query::new());
    let depth = whole.lower_bound;
    let resume = |query: &Query, earlier| {
        let depths = Mutex::new(vec![]);
        let on_depth = |report: &DepthReport| depths.lock().unwrap().push(report.depth);
        let limits = Limits::default().on_depth(&on_depth);
        let slot = TableSlot::new(TABLE.clone());
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
    assert_eq!(moves_of(&answer), shortest(&cube));
}

#[test]
fn known_solution_hides_no_others() {
    let cube: Cube = "R2 F U' L D2 B' R F2 L'".parse().unwrap();
    let known = solve(1, &cube, &Query::new());
    for query in [Query::new().all(), Query::new().number(2)] {
        for query in [query.clone(), query.extra(1)] {
            let earlier = stopped(known.lower_bound, &known.solutions);
            let slot = TableSlot::new(TABLE.clone());
            let found = run(&slot, 1, &cube, &query, &Limits::default(), earlier);
            assert_eq!(
                found.solutions,
                solve(1, &cube, &query).solutions,
                "{query:?}"
            );
        }
    }
}

#[test]
fn progress_is_monotonic_and_may_stop_the_search() {
    let reports = Mutex::new(vec![]);
    let on_progress = |progress: &Progress| {
        let mut reports = reports.lock().unwrap();
        let best = progress.best.cloned();
        reports.push((progress.depth, progress.lower_bound, best, progress.probes));
        assert!((0.0..=1.0).contains(&progress.done));
        match progress.depth >= 13 && progress.best.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let limits = Limits::default().on_progress(&on_progress);
    let answer = run_h0(2, &far_cube(), &Query::new(), &limits);
    assert_eq!(answer.outcome, Outcome::Stopped);
    let reports = reports.into_inner().unwrap();
    let length = |best: &Option<Solution>| best.as_ref().map_or(usize::MAX, Solution::length);
    for pair in reports.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        assert!(before.0 <= after.0 && before.1 <= after.1 && before.3 <= after.3);
        assert!(length(&after.2) <= length(&before.2));
    }
    assert!(reports.iter().all(|(depth, bound, ..)| bound <= depth));
    let last = reports.last().unwrap();
    assert_eq!(answer.lower_bound, last.1);
    assert_eq!(answer.solutions.first(), last.2.as_ref());
}

#[test]
fn depth_reports_add_up_to_the_answer() {
    let reports = Mutex::new(vec![]);
    let on_depth = |report: &DepthReport| reports.lock().unwrap().push(*report);
    let limits = Limits::default().on_depth(&on_depth);
    let query = Query::new().all().extra(1);
    let cube = "R U F' L2 D B' U2".parse().unwrap();
    let answer = run_h0(1, &cube, &query, &limits);
    let reports = reports.into_inner().unwrap();
    let depths: Vec<u8> = reports.iter().map(|report| report.depth).collect();
    assert!(depths.ends_with(&[7, 8]), "{depths:?}");
    let sum = |f: fn(&DepthReport) -> u64| reports.iter().map(f).sum::<u64>();
    assert_eq!(sum(|report| report.nodes), answer.nodes);
    assert_eq!(sum(|report| report.probes), answer.probes);
    let before = reports.iter().rfind(|report| report.depth == 6);
    assert!(before.is_none_or(|report| report.lower_bound == 7));
}

#[test]
fn running_search_switches_to_the_copy_of_a_table() {
    let first = generate(Spec::by_name("h0").unwrap());
    let still_used = Arc::downgrade(&first);
    let slot = TableSlot::new(first);
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
    assert_eq!(moves_of(&found), shortest(&cube));
    assert!(still_used.upgrade().is_none());
}

#[test]
fn solved_cube_and_six_half_turns_have_all_their_solutions() {
    let query = Query::new().all().extra(6).max_moves(6);
    let expected = plain::solve(&TABLE, &Cube::SOLVED, &query);
    assert_eq!(solve_all(1, &Cube::SOLVED, &query), moves_of(&expected));
    let half_turns = Cube::from_moves(Face::ALL.map(|face| Move::new(face, 2)));
    assert_eq!(
        solve_all(2, &half_turns, &Query::new().all()),
        shortest(&half_turns)
    );
}

/// The signature of the search: the same on every machine, changed only on purpose.
#[test]
fn number_of_probes_is_the_known_one() {
    let work = |scramble: &str, query: &Query| {
        let answer = solve(1, &scramble.parse().unwrap(), query);
        (answer.solutions.len(), answer.nodes, answer.probes)
    };
    let all = Query::new().all();
    let cube = "R2 F U' L D2 B' R F2 L' U B2 D";
    assert_eq!(work(cube, &Query::new()), (1, 845, 6084));
    assert_eq!(work(cube, &all), (1, 1083, 7540));
    // the last depth is split into tasks
    let split = work("F R2 U D R U2 R F2 L U2", &all.extra(2));
    assert_eq!(split, (1, 385_797, 2_733_632));
}

/// Promising nodes come first and shorten the search, to a solution as short as plain search finds.
#[test]
fn promising_nodes_lead_to_shortest_solutions() {
    let table = generate(&Spec {
        base: 2,
        ..*Spec::by_name("h0-qtm").unwrap()
    });
    let one = Query::new().metric(Metric::QuarterTurn);
    for scramble in ["R U F' L D B' U R' F", "U R2 F B' R B U L"] {
        let cube = scramble.parse().unwrap();
        let slot = TableSlot::new(table.clone());
        let answer = run(&slot, 1, &cube, &one, &Limits::default(), None);
        let expected = plain::solve(&table, &cube, &one);
        assert_eq!(answer.lower_bound, expected.lower_bound, "{scramble}");
        assert_eq!(answer.length(), expected.length());
    }
}

/// A cube with the self-symmetry `s`: a product of short positions that have it.
fn symmetric_cube(choices: &[usize], s: Transformation) -> Cube {
    let short = (0..18 * 18 * 18).map(|n| sequence(&[n % 18, n / 18 % 18, n / 324]));
    let short: Vec<Cube> = short.filter(|cube| s.apply(cube) == *cube).collect();
    choices.iter().fold(Cube::SOLVED, |product, choice| {
        product.product(&short[choice % short.len()])
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn all_shortest_solutions_are_those_of_plain_search(
        moves in prop::collection::vec(0..18usize, 0..12), threads in 1..3usize, n in 1..5usize
    ) {
        let cube = sequence(&moves);
        let all = shortest(&cube);
        prop_assert_eq!(&solve_all(threads, &cube, &Query::new().all()), &all);
        let some = solve_all(1, &cube, &Query::new().number(n));
        prop_assert_eq!(some.len(), n.min(all.len()));
        prop_assert!(some.iter().all(|solution| all.contains(solution)));
    }

    #[test]
    fn symmetric_cubes_have_all_their_solutions(
        choices in prop::collection::vec(0..5832usize, 1..5), s in 1..48usize
    ) {
        let cube = symmetric_cube(&choices, Transformation::from_index(s));
        prop_assert!(cube.self_symmetries().contains(Transformation::from_index(s)));
        let query = Query::new().all().max_moves(10);
        let (answer, expected) = (solve(1, &cube, &query), plain::solve(&TABLE, &cube, &query));
        prop_assert_eq!(bounds_of(&answer), bounds_of(&expected));
    }

    /// False positives everywhere change neither solutions nor proofs.
    #[test]
    fn filters_find_what_plain_search_does(moves in prop::collection::vec(0..18usize, 0..9)) {
        let cube = sequence(&moves);
        let query = Query::new().all();
        let expected = plain::solve(&TABLE, &cube, &query);
        for table in &*FILTERS {
            prop_assert!(table.lower_bound(&cube) <= expected.lower_bound);
            let slot = TableSlot::new(table.clone());
            let answer = run(&slot, 1, &cube, &query, &Limits::default(), None);
            prop_assert_eq!(bounds_of(&answer), bounds_of(&expected));
        }
    }
}

static QUARTER_TURNS: LazyLock<[Arc<Table>; 2]> = LazyLock::new(|| {
    let filter = Spec {
        base: 2,
        encoding: Encoding::Filter { lines: 128 },
        ..*Spec::by_name("f8-qtm").unwrap()
    };
    [
        generate(Spec::by_name("h0-qtm").unwrap()),
        generate(&filter),
    ]
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn quarter_turn_solutions_are_those_of_plain_search(
        moves in prop::collection::vec(0..18usize, 0..7), threads in 1..3usize, extra in 0..3u8,
    ) {
        let cube = sequence(&moves);
        let query = Query::new().metric(Metric::QuarterTurn).all().extra(extra).max_moves(9);
        let expected = plain::solve(&QUARTER_TURNS[0], &cube, &query);
        for table in &*QUARTER_TURNS {
            let slot = TableSlot::new(table.clone());
            let found = run(&slot, threads, &cube, &query, &Limits::default(), None);
            prop_assert_eq!(moves_of(&found), moves_of(&expected));
            prop_assert!(found.solutions.is_empty() || found.lower_bound == expected.lower_bound);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn longer_solutions_are_those_of_plain_search(
        moves in prop::collection::vec(0..18usize, 0..6), extra in 1..3u8
    ) {
        let (cube, query) = (sequence(&moves), Query::new().all().extra(extra));
        let expected = plain::solve(&TABLE, &cube, &query);
        prop_assert_eq!(solve_all(1, &cube, &query), moves_of(&expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// Deep enough to be split into tasks.
    #[test]
    fn threads_do_not_change_the_solutions(moves in prop::collection::vec(0..18usize, 13..15)) {
        let (cube, all) = (sequence(&moves), Query::new().all());
        let one_thread = solve_all(1, &cube, &all);
        prop_assert_eq!(&one_thread, &solve_all(2, &cube, &all));
        prop_assert!(one_thread.contains(&solve_all(2, &cube, &Query::new())[0]));
    }
}
