//! The 2x2x2 cube against a walk over stickers.

use crate::naive::NaiveCube;
use cubesolve::cube::{Cube, Metric, Move};
use cubesolve::notation::moves_to_string;
use cubesolve::search::{Limits, Outcome, PocketSolver, Request};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

static SOLVER: LazyLock<PocketSolver> = LazyLock::new(|| PocketSolver::new(Metric::HalfTurn));

/// The moves U, R and F: all that a cube held by one corner needs.
fn own_moves() -> Vec<Move> {
    Move::ALL[..9].to_vec()
}

/// The four corner stickers of each side.
fn corner_stickers(cube: &NaiveCube) -> Vec<Vec<char>> {
    let facelets: Vec<char> = cube.facelets().chars().collect();
    facelets
        .chunks(9)
        .map(|side| [0, 2, 6, 8].map(|i| side[i]).to_vec())
        .collect()
}

fn is_solved(cube: &NaiveCube) -> bool {
    corner_stickers(cube)
        .iter()
        .all(|side| side.iter().all(|colour| *colour == side[0]))
}

fn solve(cube: &Cube, request: Request) -> (Vec<Vec<Move>>, Outcome) {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        stop: &stop,
        ..Limits::default()
    };
    let answer = SOLVER.solve(cube, &request, &limits);
    (answer.solutions, answer.outcome)
}

const ALL_OPTIMAL: Request = Request {
    count: None,
    extra: 0,
    max_moves: 20,
};

#[test]
fn positions_by_distance() {
    let mut seen = HashSet::from([corner_stickers(&NaiveCube::solved())]);
    let mut level = vec![NaiveCube::solved()];
    let mut counts = vec![1];
    for _ in 0..4 {
        let mut next = vec![];
        for (cube, m) in level
            .iter()
            .flat_map(|c| own_moves().into_iter().map(move |m| (c, m)))
        {
            let mut moved = cube.clone();
            moved.apply_str(&m.to_string());
            if seen.insert(corner_stickers(&moved)) {
                next.push(moved);
            }
        }
        counts.push(next.len() as u64);
        level = next;
    }
    let distribution = SOLVER.distribution();
    assert_eq!(distribution[..=4], counts);
    assert_eq!(distribution.iter().sum::<u64>(), 5040 * 729);
    // the 2x2x2 cube's greatest distance is known to be 11
    assert_eq!(distribution.len(), 12);
    for metric in Metric::ALL {
        assert_eq!(PocketSolver::new(metric).metric(), metric);
    }
}

/// Canonical sequences of the own moves with that length.
fn sequences(length: usize) -> Vec<Vec<Move>> {
    (0..length).fold(vec![vec![]], |shorter, _| {
        let longer = shorter.iter().flat_map(|sequence: &Vec<Move>| {
            let last = sequence.last().copied();
            let may = move |m: &Move| last.is_none_or(|last| m.may_follow(last));
            own_moves()
                .into_iter()
                .filter(may)
                .map(|m| [&sequence[..], &[m]].concat())
        });
        longer.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn answers_solve(scramble in prop::collection::vec(0..18usize, 0..30)) {
        let scramble: Vec<Move> = scramble.into_iter().map(Move::from_index).collect();
        let cube = Cube::from_moves(scramble.iter().copied());
        let distance = usize::from(SOLVER.distance(&cube));
        prop_assert!(distance <= scramble.len().min(11));
        let request = Request { extra: 1, count: Some(40), ..ALL_OPTIMAL };
        let (solutions, outcome) = solve(&cube, request);
        prop_assert_eq!(outcome, Outcome::Complete);
        prop_assert_eq!(solutions[0].len(), distance);
        prop_assert_eq!(solutions.iter().collect::<HashSet<_>>().len(), solutions.len());
        for solution in solutions {
            let mut stickers = NaiveCube::from_str(&moves_to_string(&scramble));
            stickers.apply_str(&moves_to_string(&solution));
            prop_assert!(is_solved(&stickers));
        }
    }

    #[test]
    fn all_shortest_answers_are_those_of_brute_force(
        scramble in prop::collection::vec(0..18usize, 0..=3),
    ) {
        let scramble: Vec<Move> = scramble.into_iter().map(Move::from_index).collect();
        let cube = Cube::from_moves(scramble.iter().copied());
        let start = NaiveCube::from_str(&moves_to_string(&scramble));
        let solving = |length| {
            let solves = |moves: &Vec<Move>| {
                let mut cube = start.clone();
                cube.apply_str(&moves_to_string(moves));
                is_solved(&cube)
            };
            sequences(length).into_iter().filter(solves).collect::<HashSet<_>>()
        };
        let expected = (0..=3).map(solving).find(|found| !found.is_empty());
        let (found, _) = solve(&cube, ALL_OPTIMAL);
        prop_assert_eq!(Some(found.into_iter().collect()), expected);
    }
}

#[test]
fn too_few_moves_are_said_to_be() {
    let cube = Cube::from_moves([Move::ALL[0], Move::ALL[3]]);
    let (found, outcome) = solve(
        &cube,
        Request {
            max_moves: 1,
            ..ALL_OPTIMAL
        },
    );
    assert_eq!((found, outcome), (vec![], Outcome::NoneWithinMaxMoves));
}
