//! The batched search against a recursive one, and that against all sequences.

use crate::tables::{SMALLEST, generated};
use cubesolve::cube::{Cube, Face, Metric, Move, MoveSet, Transformation};
use cubesolve::table::{Spec, Table};
use cubesolve::{Answer, DepthReport, Limits, Outcome, Progress, Query, Solution, Solver};
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};

/// Solvers with 32M on one and on two threads.
pub static SOLVERS: LazyLock<[Solver; 2]> =
    LazyLock::new(|| [1, 2].map(|n| Solver::with_table(SMALLEST.clone()).threads(n)));

/// With the first nearly every coset is beyond the sets, with the second many are in one of them.
static FILTERS: LazyLock<[Solver; 2]> = LazyLock::new(|| {
    [2, 6].map(|base| {
        let spec = Spec::by_name("32M").unwrap().with_base(base);
        Solver::with_table(generated(&spec)).threads(1)
    })
});

fn answer_of(solver: &Solver, cube: &Cube, query: &Query, limits: &Limits) -> Answer {
    solver.query(&(*cube).into(), query, limits).unwrap()
}

fn solve(threads: usize, cube: &Cube, query: &Query) -> Answer {
    let limits = Limits::default();
    answer_of(&SOLVERS[threads - 1], cube, query, &limits)
}

/// Without a table, which is used for cubes beyond 11 moves only.
#[test]
fn cubes_near_the_solved_one_are_solved_as_with_a_table() {
    let directory = tempfile::tempdir().unwrap();
    let directory = cubesolve::table::Directory::at(directory.path());
    let near = Solver::with_directory(directory).generate_up_to(0);
    let mut random = SmallRng::seed_from_u64(10);
    for length in (1..=11).chain(5..=10) {
        let moves = (0..length).map(|_| Move::from_index(random.random_range(0..18)));
        let cube = Cube::from_moves(moves);
        let extra = if length < 10 { 1 } else { 0 };
        let query = Query::new().all().extra(extra);
        let found = answer_of(&near, &cube, &query, &Limits::default());
        let expected = solve(2, &cube, &query);
        assert_eq!(moves_of(&found), moves_of(&expected), "{cube}");
        assert_eq!(found.lower_bound, expected.lower_bound);
        let one = answer_of(&near, &cube, &Query::new(), &Limits::default());
        assert_eq!(one.length(), expected.length());
        assert!(one.is_optimal() && one.table.is_none());
    }
}

/// The moves of each solution.
fn moves_of(answer: &Answer) -> Vec<Vec<Move>> {
    let moves = |solution: &Solution| solution.sequence().moves().to_vec();
    answer.solutions.iter().map(moves).collect()
}

/// The moves of all solutions with 32M.
fn solve_all(threads: usize, cube: &Cube, query: &Query) -> Vec<Vec<Move>> {
    moves_of(&solve(threads, cube, query))
}

/// All canonical solutions up to `extra` longer than the shortest and at most `max`, by length and
/// moves: iterative deepening with the bounds of a table and nothing else of the solver.
pub fn recursive_solutions(table: &Table, cube: &Cube, extra: u8, max: usize) -> Vec<Vec<Move>> {
    type Cubes = [Cube; 2];
    fn extend(
        table: &Table,
        cubes: Cubes,
        left: usize,
        path: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
    ) {
        let is_far = |cube: &Cube| usize::from(table.lower_bound(cube)) > left;
        if cubes.iter().any(is_far) {
            return;
        }
        let [cube, inverse] = cubes;
        if left == 0 && cube.is_solved() {
            found.push(path.clone());
        }
        for m in Move::ALL {
            let cost: usize = table.spec().metric().cost(m).into();
            if cost <= left && path.last().is_none_or(|last| m.may_follow(*last)) {
                path.push(m);
                let moved = [cube.apply(m), m.inverse().cube().product(&inverse)];
                extend(table, moved, left - cost, path, found);
                path.pop();
            }
        }
    }
    let metric = table.spec().metric();
    let mut found: Vec<Vec<Move>> = vec![];
    for length in 0..=max {
        let shortest = found.first().map(|moves| metric.length(moves));
        if shortest.is_some_and(|shortest| length > shortest + usize::from(extra)) {
            break;
        }
        extend(
            table,
            [*cube, cube.inverse()],
            length,
            &mut vec![],
            &mut found,
        );
    }
    found
}

/// All solutions up to `extra` moves longer than the shortest.
fn expected(cube: &Cube, extra: u8) -> Vec<Vec<Move>> {
    recursive_solutions(&SMALLEST, cube, extra, 20)
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
fn both_searches_find_all_sequences_up_to_extra() {
    let by_length = [0, 1, 2, 3, 4, 5].map(sequences_by_cube);
    let of_length = |n: usize, cube| by_length[n].get(cube).cloned().unwrap_or_default();
    for cube in by_length[3].keys().step_by(20) {
        let is_solved_within = |n: &usize| by_length[*n].contains_key(cube);
        let distance = (0..=3).find(is_solved_within).unwrap();
        for extra in 0..=2 {
            let lengths = distance..=distance + usize::from(extra);
            let sequences: Vec<_> = lengths.flat_map(|n| of_length(n, cube)).collect();
            assert_eq!(expected(cube, extra), sequences);
            let answer = solve(1, cube, &Query::new().all().extra(extra));
            assert_eq!(usize::from(answer.lower_bound), distance);
            assert_eq!(moves_of(&answer), sequences);
        }
    }
}

#[test]
fn max_moves_below_the_distance_finds_nothing() {
    let cube = sequence(&[0, 3, 6, 9, 12, 15]);
    let length = expected(&cube, 0)[0].len() as u8;
    let answer = solve(1, &cube, &Query::new().max_moves(length - 1));
    assert_eq!(answer.outcome, Outcome::NoneWithinMaxMoves);
    assert_eq!((answer.lower_bound, answer.solutions.len()), (length, 0));
}

#[test]
fn stopped_search_reports_proven_bound_and_best_solution() {
    // generates the tables for short solutions
    solve(1, &far_cube(), &Query::new().fast(true));
    let stopped_after_11 = |query: &Query| {
        let stop = AtomicBool::new(false);
        let on_depth = |report: &DepthReport| stop.store(report.depth >= 11, Ordering::Relaxed);
        let limits = Limits::default().stop(&stop).on_depth(&on_depth);
        answer_of(&SOLVERS[1], &far_cube(), query, &limits)
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
    let answer = answer_of(&SOLVERS[1], &far_cube(), &Query::new(), &limits);
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
    // what other threads were about to prove or to find when the last report ended the search is in the answer, too
    assert!((last.1..=last.0 + 1).contains(&answer.lower_bound));
    assert!(answer.length().unwrap() <= length(&last.2));
}

#[test]
fn depth_reports_add_up_to_the_answer() {
    let reports = Mutex::new(vec![]);
    let on_depth = |report: &DepthReport| reports.lock().unwrap().push(*report);
    let limits = Limits::default().on_depth(&on_depth);
    let query = Query::new().all().extra(1);
    let cube = "R U F' L2 D B' U2".parse().unwrap();
    let answer = answer_of(&SOLVERS[0], &cube, &query, &limits);
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
fn solved_cube_and_six_half_turns_have_all_their_solutions() {
    let query = Query::new().all().extra(6).max_moves(6);
    let of_solved = recursive_solutions(&SMALLEST, &Cube::SOLVED, 6, 6);
    assert_eq!(solve_all(1, &Cube::SOLVED, &query), of_solved);
    let half_turns = Cube::from_moves(Face::ALL.map(|face| Move::new(face, 2)));
    let all = solve_all(2, &half_turns, &Query::new().all());
    assert_eq!(all, expected(&half_turns, 0));
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
    assert_eq!(work(cube, &Query::new()), (1, 433, 2627));
    assert_eq!(work(cube, &all), (1, 433, 2627));
    // the last depth is split into tasks
    let split = work("F R2 U D R U2 R F2 L U2", &all.extra(4));
    assert_eq!(split, (39, 402_077, 2_814_359));
}

/// Promising nodes come first and shorten the search, to a solution as short as plain search finds.
#[test]
fn promising_nodes_lead_to_shortest_solutions() {
    let table = generated(&Spec::by_name("32M-qtm").unwrap().with_base(2));
    let solver = Solver::with_table(table.clone()).threads(1);
    let one = Query::new().metric(Metric::QuarterTurn);
    for scramble in ["R U F' L D B' U R' F", "U R2 F B' R B U L"] {
        let cube = scramble.parse().unwrap();
        let answer = answer_of(&solver, &cube, &one, &Limits::default());
        let shortest = &recursive_solutions(&table, &cube, 0, 9)[0];
        let length = Metric::QuarterTurn.length(shortest);
        assert_eq!(answer.length(), Some(length), "{scramble}");
        assert_eq!(usize::from(answer.lower_bound), length);
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
    fn all_shortest_solutions_are_those_of_recursive_search(
        moves in prop::collection::vec(0..18usize, 0..12), threads in 1..3usize, n in 1..5usize
    ) {
        let cube = sequence(&moves);
        let all = expected(&cube, 0);
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
        let answer = solve(1, &cube, &Query::new().all().max_moves(10));
        let all = recursive_solutions(&SMALLEST, &cube, 0, 10);
        let bound = all.first().map_or(11, Vec::len);
        prop_assert_eq!((moves_of(&answer), usize::from(answer.lower_bound)), (all, bound));
    }

    /// False positives everywhere change neither solutions nor proofs.
    #[test]
    fn filters_find_what_recursive_search_does(moves in prop::collection::vec(0..18usize, 0..9)) {
        let cube = sequence(&moves);
        let all = expected(&cube, 0);
        for solver in &*FILTERS {
            let answer = answer_of(solver, &cube, &Query::new().all(), &Limits::default());
            prop_assert_eq!(usize::from(answer.lower_bound), all[0].len());
            prop_assert_eq!(&moves_of(&answer), &all);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn longer_solutions_are_those_of_recursive_search(
        moves in prop::collection::vec(0..18usize, 0..6), extra in 1..3u8
    ) {
        let cube = sequence(&moves);
        let found = solve_all(1, &cube, &Query::new().all().extra(extra));
        prop_assert_eq!(found, expected(&cube, extra));
    }

    /// A filter in quarter turns; `metric` has tables of two-bit values.
    #[test]
    fn filters_find_all_solutions_in_quarter_turns(
        moves in prop::collection::vec(0..18usize, 0..7), extra in 0..3u8,
    ) {
        static FILTER: LazyLock<Solver> = LazyLock::new(|| {
            let spec = Spec::by_name("64M-qtm").unwrap().with_base(2);
            Solver::with_table(generated(&spec)).threads(2)
        });
        let cube = sequence(&moves);
        let query = Query::new().metric(Metric::QuarterTurn).all().extra(extra).max_moves(9);
        let found = answer_of(&FILTER, &cube, &query, &Limits::default());
        let all = recursive_solutions(&super::metric::SMALLEST, &cube, extra, 9);
        prop_assert_eq!(moves_of(&found), all);
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
