//! Lengths in quarter turns: searches and distances against breadth-first search by quarter turns.

use crate::naive::{Facelets, SYMMETRIES};
use crate::optimal::recursive_solutions;
use crate::tables::generated;
use cubesolve::coord::{Basic, Coordinate, DOMINO_MOVES, Distances, Stop, Tables};
use cubesolve::cube::{CanonicalSequences, Cube, Metric, Move, MoveSet, Sequence, is_canonical};
use cubesolve::goals::{Goal, GoalChain};
use cubesolve::table::{Spec, Table};
use cubesolve::{Answer, Limits, Position, Query, Solution, Solver};
use proptest::prelude::*;
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, LazyLock};

const QTM: Metric = Metric::QuarterTurn;

fn quarter_turns() -> impl Iterator<Item = Move> {
    Move::ALL.into_iter().filter(|m| !m.is_half_turn())
}

/// The definitions, by sequences of which moves and quarter turns were counted by hand.
#[test]
fn lengths_match_sequences_counted_by_hand() {
    let counted = [
        ("", 0, 0, 0),
        ("R", 1, 1, 1),
        ("R2", 1, 2, 1),
        ("R2 U D' F2", 4, 6, 3),
        ("R2 L2 U D R L' M", 8, 10, 5),
    ];
    for (text, moves, quarter_turns, slice_turns) in counted {
        let sequence = Sequence::parse(text).unwrap();
        let length = |metric: Metric| metric.length(sequence.moves());
        assert_eq!(
            Metric::ALL.map(length),
            [moves, quarter_turns, slice_turns],
            "{text}"
        );
    }
    assert_eq!(
        Metric::ALL.map(|metric| metric.to_string()),
        ["htm", "qtm", "stm"]
    );
    assert_eq!(
        Metric::ALL.map(Metric::unit),
        ["moves", "quarter turns", "moves"]
    );
    assert_eq!(
        Metric::ALL.map(|metric| metric.describe(7)),
        ["7", "7 quarter turns", "7"]
    );
    assert_eq!(Metric::ALL.map(Metric::gods_number), [20, 26, 20]);
}

/// The nodes at each distance from `start`, up to `most`.
fn levels<T: Copy + Eq + Hash, I: Iterator<Item = T>>(
    start: T,
    neighbours: impl Fn(T) -> I,
    most: usize,
) -> Vec<Vec<T>> {
    let (mut seen, mut levels) = (HashSet::from([start]), vec![vec![start]]);
    for distance in 0..most {
        let next = levels[distance].iter().flat_map(|&x| neighbours(x));
        levels.push(next.filter(|x| seen.insert(*x)).collect());
    }
    levels
}

fn cube_levels(most: usize) -> Vec<Vec<Cube>> {
    levels(
        Cube::SOLVED,
        |cube| quarter_turns().map(move |m| cube.apply(m)),
        most,
    )
}

/// Published by J. Bryan and T. Rokicki.
const POSITIONS: [usize; 8] = [1, 12, 114, 1068, 10_011, 93_840, 878_880, 8_221_632];

/// Number of their classes under the 48 symmetries (J. Bryan).
const CLASSES: [usize; 8] = [1, 1, 5, 25, 219, 1978, 18_395, 171_529];

/// The stickers after each quarter turn.
fn turned(cube: Facelets) -> impl Iterator<Item = Facelets> {
    let neighbours: Vec<Facelets> = cube.neighbours().collect();
    // each third of the moves is a half turn
    (0..18).filter(|m| m % 3 != 1).map(move |m| neighbours[m])
}

/// The cube transformed by the 48 symmetries.
fn views(cube: Facelets) -> impl Iterator<Item = Facelets> {
    SYMMETRIES
        .iter()
        .map(move |symmetry| cube.transformed(symmetry))
}

#[test]
fn positions_within_6_quarter_turns_have_published_counts() {
    let counts = |levels: &[usize]| assert_eq!(levels, &POSITIONS[..7]);
    let by_stickers = levels(Facelets::solved(), turned, 6);
    counts(&by_stickers.iter().map(Vec::len).collect::<Vec<_>>());
    counts(&cube_levels(6).iter().map(Vec::len).collect::<Vec<_>>());
}

#[test]
fn all_shortest_solutions_within_4_quarter_turns_are_found() {
    // sequences of quarter turns, each half turn two of them in either direction
    let mut sequences: HashMap<Cube, HashSet<Vec<Move>>> = HashMap::new();
    let mut longer = vec![(Cube::SOLVED, vec![])];
    for (distance, level) in cube_levels(4).iter().enumerate() {
        for (cube, moves) in &longer {
            let simplified = Sequence::from(Vec::clone(moves)).simplified();
            if QTM.length(simplified.moves()) == distance {
                let of_cube = sequences.entry(*cube).or_default();
                of_cube.insert(simplified.moves().to_vec());
            }
        }
        for cube in level.iter().step_by(1 + level.len() / 200) {
            let answer = solve(&cube.inverse(), &query().all());
            assert_eq!(answer.length(), Some(distance));
            assert!(answer.is_optimal());
            let solutions = answer.solutions.iter();
            let found: HashSet<Vec<Move>> = solutions.map(moves_of).collect();
            assert!(found.iter().all(|moves| is_canonical(moves)));
            assert_eq!(found, sequences[cube]);
        }
        longer = longer
            .iter()
            .flat_map(|(cube, moves)| {
                quarter_turns().map(move |m| (cube.apply(m), [&moves[..], &[m]].concat()))
            })
            .collect();
    }
}

#[test]
fn distances_with_restricted_moves_match_bellman_ford() {
    let only_half_turns = MoveSet::HALF_TURNS;
    for (coordinate, moves) in [
        (Basic::corner_permutation(), DOMINO_MOVES),
        (Basic::corner_permutation(), only_half_turns),
        (Basic::corner_orientation(), MoveSet::ALL),
    ] {
        let coordinate: Coordinate = coordinate.into();
        let tables = Tables::new(&coordinate, Stop::never()).unwrap();
        let solved = coordinate.index(&Cube::SOLVED);
        // Bellman and Ford: no order of the steps to get wrong
        let mut expected = vec![u32::MAX; coordinate.size()];
        expected[solved] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for value in (0..expected.len())
                .filter(|value| expected[*value] < u32::MAX)
                .collect::<Vec<_>>()
            {
                for m in moves.iter() {
                    let next = tables.step(value, m).0;
                    let length = expected[value] + 1 + u32::from(m.is_half_turn());
                    changed |= length < expected[next];
                    expected[next] = expected[next].min(length);
                }
            }
        }
        let found = Distances::new(&tables, moves, &[solved], QTM, Stop::never()).unwrap();
        let distance = |value: usize| match found.get(value) {
            u8::MAX => u32::MAX,
            distance => distance.into(),
        };
        assert!((0..expected.len()).all(|value| distance(value) == expected[value]));
    }
}

/// The distance to a goal, by breadth-first search over cubes.
fn distance_to(goal: &Goal, cube: &Cube) -> Option<usize> {
    let mut by_length = vec![HashSet::from([*cube])];
    for length in 0..=5 {
        if by_length[length].iter().any(|cube| goal.is_reached(cube)) {
            return Some(length);
        }
        let from = |cost: u8| {
            let shorter = (length + 1).checked_sub(cost.into());
            let cubes = shorter.map(|shorter| by_length[shorter].iter());
            let of_cost = move |m: &Move| QTM.cost(*m) == cost;
            let moves: MoveSet = goal.moves().iter().filter(of_cost).collect();
            let made = cubes.into_iter().flatten();
            made.flat_map(move |cube| moves.iter().map(|m| cube.apply(m)))
        };
        by_length.push(from(1).chain(from(2)).collect());
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn goals_take_fewest_quarter_turns(
        moves in prop::collection::vec(0..18usize, 0..4),
        name in prop::sample::select(vec!["eo-fb", "co-ud", "dr-ud", "cross-d", "block-urf", "htr"]),
    ) {
        let cube = Cube::from_moves(moves.into_iter().map(Move::from_index));
        let chain: GoalChain = name.parse().unwrap();
        let distance = distance_to(&chain.goals()[0][0], &cube);
        let bound = chain.goals()[0][0].lower_bound(&cube, QTM, Stop::never()).unwrap();
        let answer = solve(&cube, &query().goal(chain).max_moves(5));
        prop_assert_eq!(answer.length(), distance);
        prop_assert!(distance.is_none_or(|distance| usize::from(bound) <= distance));
    }
}

#[test]
fn steps_after_a_goal_take_fewest_quarter_turns() {
    for (chain, text) in [("htr-drud", "U R2 U"), ("drud-eofb", "R U2 L")] {
        let cube: Cube = text.parse().unwrap();
        let chain: GoalChain = chain.parse().unwrap();
        let distance = distance_to(&chain.goals()[0][0], &cube);
        let answer = solve(&cube, &query().goal(chain));
        assert_eq!(answer.length(), distance);
    }
}

#[test]
fn two_phase_solutions_average_below_29_quarter_turns() {
    let mut rng = ChaCha12Rng::seed_from_u64(4);
    let mut total = 0;
    for _ in 0..10 {
        let cube = Cube::random(&mut rng);
        let answer = solve(&cube, &query().fast(true));
        let moves = moves_of(&answer.solutions[0]);
        assert!(cube.apply_all(moves.iter().copied()).is_solved());
        assert_eq!(QTM.length(&moves) % 2 == 1, cube.is_odd());
        total += QTM.length(&moves);
    }
    assert!(total <= 290, "{total} quarter turns for 10 cubes");
}

fn table(name: &str) -> Arc<Table> {
    generated(Spec::by_name(name).unwrap())
}

pub static SMALLEST: LazyLock<Arc<Table>> = LazyLock::new(|| table("32M-qtm"));

fn solve_with(table: &Arc<Table>, threads: usize, cube: &Cube, query: &Query) -> Answer {
    let solver = Solver::with_table(table.clone()).threads(threads);
    answer_of(&solver, cube, query)
}

/// A solver with 32M and a single thread.
pub fn solver_qtm() -> Solver {
    Solver::with_table(SMALLEST.clone()).threads(1)
}

fn solve(cube: &Cube, query: &Query) -> Answer {
    static SOLVER: LazyLock<Solver> = LazyLock::new(solver_qtm);
    answer_of(&SOLVER, cube, query)
}

fn answer_of(solver: &Solver, cube: &Cube, query: &Query) -> Answer {
    let answer = solver.query(&Position::from(*cube), query, &Limits::default());
    answer.unwrap()
}

fn query() -> Query {
    Query::new().metric(QTM)
}

fn moves_of(solution: &Solution) -> Vec<Move> {
    solution.sequence().moves().to_vec()
}

#[test]
fn positions_within_4_quarter_turns_have_exact_length() {
    for (distance, level) in cube_levels(4).iter().enumerate() {
        for cube in level {
            assert!(usize::from(SMALLEST.lower_bound(cube)) <= distance);
            let answer = solve(cube, &query());
            assert_eq!(answer.length(), Some(distance));
            assert!(answer.is_optimal());
        }
    }
}

#[test]
fn classes_within_6_quarter_turns_have_exact_length() {
    check_classes(6);
}

#[test]
#[ignore = "half a minute"]
fn classes_within_7_quarter_turns_have_exact_length() {
    check_classes(7);
}

/// With stickers, except for the search itself.
fn check_classes(most_turns: usize) {
    let least_view = |cube| views(cube).min().expect("48 views");
    let next = |cube| turned(cube).map(least_view);
    for (distance, cubes) in levels(Facelets::solved(), next, most_turns)
        .iter()
        .enumerate()
    {
        assert_eq!(cubes.len(), CLASSES[distance]);
        let same = |cube: &Facelets| views(*cube).filter(|view| view == cube).count();
        let positions = cubes.iter().map(|cube| 48 / same(cube)).sum::<usize>();
        assert_eq!(positions, POSITIONS[distance]);
        for stickers in cubes {
            let cube: Cube = stickers.to_string().parse().unwrap();
            let answer = solve(&cube, &query());
            assert_eq!(answer.length(), Some(distance));
            let solved = stickers.apply_str(&answer.to_string());
            assert_eq!(solved, Facelets::solved());
        }
    }
}

/// The superflip in 24 quarter turns, which are proved to be the fewest (J. Bryan 1995), and with
/// the four spot in 26, the most that any position takes (T. Rokicki, M. Davidson 2014); both solutions
/// by M. Reid.
const FARTHEST: [(&str, &str); 2] = [
    (
        "",
        "R' U2 B L' F U' B D F U D' L D2 F' R B' D F' U' B' U D'",
    ),
    (
        "F2 B2 U D' R2 L2 U D'",
        "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'",
    ),
];

/// The remaining moves of an optimal solution are optimal, too.
#[test]
fn lower_bounds_hold_along_solutions_of_farthest_positions() {
    let of_moves = |moves: &str| moves.parse::<Cube>().unwrap();
    let superflip = of_moves(FARTHEST[0].1);
    assert_eq!(superflip.edges(), Cube::SOLVED.edges());
    assert_eq!(superflip.edge_orientations(), &[1; 12]);
    assert_eq!(superflip.corners(), Cube::SOLVED.corners());
    assert_eq!(superflip.corner_orientations(), &[0; 8]);
    for (pattern, solution) in FARTHEST {
        let mut cube = of_moves(solution);
        let same = |cube: &Cube| cube.representative().cube;
        assert_eq!(
            same(&cube),
            same(&superflip.product(&of_moves(pattern))),
            "the spots may be on any four faces"
        );
        let sequence = solution.parse::<Sequence>().unwrap();
        let quarters = |m: &Move| match m.is_half_turn() {
            true => vec![Move::new(m.face(), 1); 2],
            false => vec![*m],
        };
        let moves: Vec<Move> = sequence.moves().iter().flat_map(quarters).collect();
        // both are their own inverses
        for (n, m) in moves.iter().enumerate() {
            let left = moves.len() - n;
            for cube in [cube, cube.inverse()] {
                assert!(usize::from(SMALLEST.lower_bound(&cube)) <= left);
            }
            if left <= 12 {
                let answer = solve_with(&SMALLEST, 2, &cube, &query());
                assert_eq!(answer.length(), Some(left));
            }
            cube = cube.apply(*m);
        }
        assert!(cube.is_solved());
    }
}

#[test]
fn tables_of_different_spaces_give_same_lengths() {
    let larger = table("64M-qtm");
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    for n in 0..200 {
        let sequences = CanonicalSequences::new(9 + n % 3, QTM);
        let cube = sequences.get(rng.random_range(0..sequences.count())).cube();
        let length = |table| solve_with(table, 1, &cube, &query()).length();
        assert_eq!(length(&SMALLEST), length(&larger), "{cube:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn engine_agrees_with_recursive_search(
        moves in prop::collection::vec(0..18usize, 0..9), threads in 1..3usize, extra in 0..3u8,
    ) {
        let cube = Cube::from_moves(moves.into_iter().map(Move::from_index));
        let query = query().all().extra(extra).max_moves(12);
        let found = solve_with(&SMALLEST, threads, &cube, &query);
        let expected = recursive_solutions(&SMALLEST, &cube, extra, 12);
        let mut found_moves: Vec<Vec<Move>> = found.solutions.iter().map(moves_of).collect();
        found_moves.sort_by_key(|moves| (QTM.length(moves), moves.clone()));
        prop_assert_eq!(found_moves, expected);
        if let Some(length) = found.length() {
            prop_assert!(found.is_optimal());
            prop_assert_eq!(length % 2 == 1, cube.is_odd());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    /// Deep enough to be cut into tasks. Of half turns, too, all solutions of a few cubes would take minutes.
    #[test]
    fn threads_do_not_change_solutions(turns in prop::collection::vec(0..12usize, 14..17)) {
        let quarter_turns = quarter_turns().collect::<Vec<_>>();
        let cube = Cube::from_moves(turns.into_iter().map(|n| quarter_turns[n]));
        let one = solve_with(&SMALLEST, 1, &cube, &query().all());
        let two = solve_with(&SMALLEST, 2, &cube, &query().all());
        prop_assert_eq!(one.solutions, two.solutions);
    }
}
