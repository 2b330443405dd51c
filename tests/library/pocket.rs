//! The 2x2x2 by moves of U, R and F, against a walk over stickers.

use crate::naive::NaiveCube;
use cubesolve::coord::{Basic, Coordinate, Distances, Stop, Tables, UNREACHED};
use cubesolve::cube::{Cube, Face, Metric, Move, MoveSet};
use cubesolve::notation::{Format, moves_to_string};
use cubesolve::{Answer, Limits, Outcome, Position, Prepared, Puzzle, Query, Solver};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A query, whose tables all searches share.
fn prepared(query: Query) -> Prepared {
    let query = query.puzzle(Puzzle::Cube2);
    Solver::default().prepare(&[], &query).unwrap()
}

fn solve(cube: &Cube, prepared: &Prepared) -> Answer {
    let answer = prepared.solve(&Position::from(*cube), &Limits::default());
    answer.unwrap()
}

/// The four corner stickers of each side have one colour.
fn is_solved(cube: &NaiveCube) -> bool {
    let facelets: Vec<char> = cube.facelets().chars().collect();
    let mut sides = facelets.chunks(9);
    sides.all(|side| [2, 6, 8].iter().all(|n| side[*n] == side[0]))
}

/// Canonical sequences of moves of U, R and F of a length.
fn sequences(length: usize, metric: Metric) -> Vec<Vec<Move>> {
    let mut sequences = vec![];
    for last in Move::ALL[..9].iter().filter(|_| length > 0) {
        let Some(rest) = length.checked_sub(metric.cost(*last).into()) else {
            continue;
        };
        let shorter = self::sequences(rest, metric).into_iter();
        let may_end = |s: &Vec<Move>| s.last().is_none_or(|m| last.may_follow(*m));
        sequences.extend(shorter.filter(may_end).map(|s| [&s[..], &[*last]].concat()));
    }
    match length {
        0 => vec![vec![]],
        _ => sequences,
    }
}

fn moves(scramble: Vec<usize>) -> Vec<Move> {
    scramble.into_iter().map(Move::from_index).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn solutions_solve_and_are_at_most_11_moves(
        scramble in prop::collection::vec(0..18usize, 0..30),
    ) {
        static PREPARED: LazyLock<Prepared> =
            LazyLock::new(|| prepared(Query::new().number(40).extra(1)));
        let scramble = moves(scramble);
        let cube = Cube::from_moves(scramble.iter().copied());
        let answer = solve(&cube, &PREPARED);
        prop_assert_eq!(answer.outcome, Outcome::Complete);
        prop_assert!(answer.is_optimal());
        prop_assert!(answer.length().unwrap() <= scramble.len().min(11));
        let solutions: Vec<String> = answer.solutions.iter().map(|s| s.to_string()).collect();
        let distinct: HashSet<&String> = solutions.iter().collect();
        prop_assert_eq!(distinct.len(), solutions.len());
        for solution in solutions {
            let mut stickers = NaiveCube::from_str(&moves_to_string(&scramble));
            stickers.apply_str(&solution);
            prop_assert!(is_solved(&stickers));
        }
    }

    #[test]
    fn all_shortest_solutions_are_those_of_brute_force(
        scramble in prop::collection::vec(0..18usize, 0..=3),
        metric in prop::sample::select(&Metric::ALL[..]),
    ) {
        static PREPARED: LazyLock<[Prepared; Metric::ALL.len()]> =
            LazyLock::new(|| Metric::ALL.map(|metric| prepared(Query::new().metric(metric).all())));
        let scramble = moves(scramble);
        let cube = Cube::from_moves(scramble.iter().copied());
        let start = NaiveCube::from_str(&moves_to_string(&scramble));
        let solving = |length| {
            let solves = |moves: &String| {
                let mut cube = start.clone();
                cube.apply_str(moves);
                is_solved(&cube)
            };
            let sequences = sequences(length, metric).into_iter();
            let texts = sequences.map(|moves| moves_to_string(&moves));
            texts.filter(solves).collect::<HashSet<_>>()
        };
        let expected = (0..).map(solving).find(|found| !found.is_empty());
        let answer = solve(&cube, &PREPARED[metric as usize]);
        let found = answer.solutions.iter().map(|s| s.to_string()).collect();
        prop_assert_eq!(Some(found), expected);
    }
}

/// The number of positions at each distance (Jaap Scherphuis, <https://www.jaapsch.net/puzzles/cube2.htm>),
/// and the lengths of some solutions.
#[test]
fn lengths_are_the_known_distances() {
    let known: [&[u64]; 2] = [
        &[
            1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644,
        ],
        &[
            1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280,
            276,
        ],
    ];
    // turns of U, R and F leave DBL in place, so that most values are unreached
    let faces = [Face::U, Face::R, Face::F].map(MoveSet::of_face);
    let moves = faces.into_iter().reduce(MoveSet::union).unwrap();
    let parts = [Basic::corner_orientation(), Basic::corner_permutation()];
    let coordinate = Coordinate::composite(parts).restricted_to(moves);
    let tables = Tables::new(&coordinate, Stop::never()).unwrap();
    let solved = [coordinate.index(&Cube::SOLVED)];
    for metric in Metric::ALL {
        let distances = Distances::new(&tables, tables.moves(), &solved, metric, Stop::never());
        let distances = distances.unwrap();
        // there are no slices
        let known = known[usize::from(metric == Metric::QuarterTurn)];
        assert_eq!(distances.distribution(), known);
        let prepared = prepared(Query::new().metric(metric));
        let values = (0..coordinate.size()).step_by(40_009);
        for value in values.filter(|value| distances.get(*value) != UNREACHED) {
            let answer = solve(&coordinate.cube(value), &prepared);
            assert_eq!(answer.length(), Some(distances.get(value).into()));
        }
    }
}

#[test]
fn solution_is_as_the_holder_turns() {
    let position = Format::Moves.position("x y R U").unwrap();
    let answer = prepared(Query::new()).solve(&position, &Limits::default());
    assert_eq!(answer.unwrap().to_string(), "U' R'");
}

#[test]
fn max_moves_below_the_distance_gives_no_solution() {
    let cube = Cube::from_moves([Move::ALL[0], Move::ALL[3]]);
    let answer = solve(&cube, &prepared(Query::new().max_moves(1)));
    let expected = (Outcome::NoneWithinMaxMoves, 2, vec![]);
    assert_eq!(
        (answer.outcome, answer.lower_bound, answer.solutions),
        expected
    );
}
