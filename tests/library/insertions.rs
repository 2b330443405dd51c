//! Insertions against brute force, and on the cube of 54 stickers.

use crate::naive::NaiveCube;
use cubesolve::cube::{Cube, Move, MoveSet, Sequence};
use cubesolve::insertions::{Inserted, Inserter, InsertionError};
use cubesolve::notation::moves_to_string;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::collections::BTreeSet;

fn moves(text: &str) -> Vec<Move> {
    text.parse::<Sequence>().unwrap().moves().to_vec()
}

fn merged(moves: &[Move]) -> Vec<Move> {
    let sequence: Sequence = moves.iter().copied().collect();
    sequence.simplified().moves().to_vec()
}

fn random_moves(count: usize, rng: &mut SmallRng) -> Vec<Move> {
    let mut moves: Vec<Move> = vec![];
    while moves.len() < count {
        let m = Move::ALL[rng.random_range(0..18)];
        if moves.last().is_none_or(|last| m.may_follow(*last)) {
            moves.push(m);
        }
    }
    moves
}

/// The moves with others inserted.
fn with(moves: &[Move], place: usize, inserted: &[Move]) -> Vec<Move> {
    merged(&[&moves[..place], inserted, &moves[place..]].concat())
}

fn inverse(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|m| m.inverse()).collect()
}

/// All sequences of up to `longest` moves.
fn sequences(longest: usize) -> Vec<Vec<Move>> {
    let mut all = vec![vec![]];
    let mut start = 0;
    for _ in 0..longest {
        let end = all.len();
        for i in start..end {
            let sequence: Vec<Move> = all[i].clone();
            all.extend(MoveSet::ALL.iter().map(|m| [&sequence[..], &[m]].concat()));
        }
        start = end;
    }
    all
}

/// Checks on stickers that a solution solves the scramble, and that it is what its insertions make.
fn check(scramble: &[Move], skeleton: &[Move], solution: &Inserted) {
    let whole = [scramble, &solution.moves].concat();
    assert!(NaiveCube::from_str(&moves_to_string(&whole)).is_solved());
    let made = solution
        .insertions
        .iter()
        .fold(merged(skeleton), |moves, one| {
            with(&moves, one.place, &one.moves)
        });
    assert_eq!(made, solution.moves);
}

#[test]
fn shortest_insertions_are_those_of_brute_force() {
    let mut rng = SmallRng::seed_from_u64(33);
    let all = sequences(3);
    let mut inserter = Inserter::new(3);
    for _ in 0..6 {
        let skeleton = random_moves(5, &mut rng);
        let inserted = random_moves(3, &mut rng);
        let place = rng.random_range(0..=5);
        let scramble = inverse(&with(&skeleton, place, &inserted));
        let start = Cube::from_moves(scramble.iter().copied());
        let mut expected: BTreeSet<(usize, Vec<Move>)> = BTreeSet::new();
        for place in 0..=5 {
            for inserted in &all {
                let moves = with(&skeleton, place, inserted);
                if start.apply_all(moves.iter().copied()).is_solved() {
                    expected.insert((moves.len(), moves));
                }
            }
        }
        let shortest = expected.first().expect("the one it was made by").0;
        let of_shortest = expected.iter().filter(|(length, _)| *length == shortest);
        let of_shortest: Vec<&Vec<Move>> = of_shortest.map(|(_, moves)| moves).collect();
        let found = inserter.find(&start, &skeleton, Some(1), None).unwrap();
        assert_eq!(
            found.iter().map(|one| &one.moves).collect::<Vec<_>>(),
            of_shortest
        );
        let several = inserter
            .find(&start, &skeleton, Some(1), Some(usize::MAX))
            .unwrap();
        let several: Vec<(usize, Vec<Move>)> = several
            .into_iter()
            .map(|one| (one.moves.len(), one.moves))
            .collect();
        assert_eq!(several, Vec::from_iter(expected));
        found
            .iter()
            .for_each(|one| check(&scramble, &skeleton, one));
    }
}

/// A 3-cycle of corners takes eight moves, one of edges of a slice six.
#[test]
fn cycles_are_inserted_by_commutators() {
    let corners = moves("R U R' D R U' R' D'");
    let edges = moves("R' L F2 R L' U2");
    let cube = |moves: &[Move]| Cube::from_moves(moves.iter().copied());
    let mut inserter = Inserter::new(9);
    for (cycle, length) in [(&corners, 8), (&edges, 6)] {
        let found = inserter
            .find(&cube(&inverse(cycle)), &[], Some(1), None)
            .unwrap();
        assert_eq!(found[0].moves.len(), length);
        assert!(found.iter().any(|one| one.moves == merged(cycle)));
    }
    let none = Inserter::new(7).find(&cube(&corners), &[], Some(1), None);
    assert_eq!(
        none,
        Err(InsertionError::None {
            count: 1,
            longest: 7
        })
    );
    assert_eq!(
        inserter.find(&Cube::SOLVED, &[], Some(1), None),
        Err(InsertionError::Solved)
    );
}

/// Corners of two cycles, and three corners with three edges.
#[test]
fn two_insertions_solve_what_two_cycles_leave() {
    let (a, b) = (moves("R U R' D R U' R' D'"), moves("L' U' L D' L' U L D"));
    let edges = moves("R' L F2 R L' U2");
    let mut rng = SmallRng::seed_from_u64(5);
    let mut inserter = Inserter::new(8);
    for (first, second) in [(&a, &b), (&a, &edges)] {
        let skeleton = random_moves(7, &mut rng);
        let once = with(&skeleton, 2, first);
        let twice = with(&once, once.len() - 1, second);
        let scramble = inverse(&twice);
        let start = Cube::from_moves(scramble.iter().copied());
        let found = inserter.find(&start, &skeleton, Some(2), None).unwrap();
        for one in &found {
            check(&scramble, &skeleton, one);
            assert!(one.moves.len() <= twice.len());
            assert_eq!(one.moves.len(), found[0].moves.len());
        }
        // whatever the first one is, one insertion after it is no shorter
        let after_first = inserter.find(&start, &once, Some(1), None).unwrap();
        assert!(found[0].moves.len() <= after_first[0].moves.len());
    }
}

/// Corners of a cycle, edges of another, and other corners: no two insertions solve them.
#[test]
fn three_insertions_solve_what_three_cycles_leave() {
    let (a, b) = (moves("R U R' D R U' R' D'"), moves("L' U' L D' L' U L D"));
    let edges = moves("R' L F2 R L' U2");
    let skeleton = random_moves(5, &mut SmallRng::seed_from_u64(9));
    let mut whole = with(&skeleton, 2, &a);
    whole = with(&whole, whole.len(), &edges);
    whole = with(&whole, 0, &b);
    let scramble = inverse(&whole);
    let start = Cube::from_moves(scramble.iter().copied());
    let mut inserter = Inserter::new(8);
    let two = inserter.find(&start, &skeleton, Some(2), None);
    assert!(matches!(two, Err(InsertionError::None { count: 2, .. })));
    let found = inserter.find(&start, &skeleton, Some(3), None).unwrap();
    for one in &found {
        check(&scramble, &skeleton, one);
        assert_eq!(one.insertions.len(), 3);
        assert_eq!(one.moves.len(), found[0].moves.len());
    }
    assert!(found[0].moves.len() <= whole.len());
}
