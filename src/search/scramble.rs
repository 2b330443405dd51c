//! Scrambles as competitions have them.

use super::{Limits, PocketSolver, Request, TwoPhase};
use crate::cube::{Cube, Face, Move, Sequence};
use rand::Rng;

/// The moves before and after a scramble for fewest moves: R' U' F.
const AROUND: [Move; 3] = [
    Move::new(Face::R, 3),
    Move::new(Face::U, 3),
    Move::new(Face::F, 1),
];

impl TwoPhase {
    /// Moves to a position drawn from all with the same chance, as in competitions for fewest
    /// moves: R' U' F is before and after them, and no moves can be joined.
    ///
    /// Where the short way between the two does not fit, one that starts with another move is
    /// taken. That none of 18 fits is so unlikely that drawing again changes nobody's chances.
    pub fn competition_scramble(&self, rng: &mut impl Rng) -> Vec<Move> {
        let undone = Cube::from_moves(AROUND).inverse();
        let fits = |moves: &Vec<Move>| Sequence::from(moves.clone()).cleaned().len() == moves.len();
        loop {
            let between = undone.product(&Cube::random(rng)).product(&undone);
            let starts = [vec![]].into_iter().chain(Move::ALL.map(|m| vec![m]));
            let mut ways = starts.map(|start| {
                let left = Cube::from_moves(start.iter().copied()).inverse();
                let rest = self.generate(&left.product(&between));
                [&AROUND, &start[..], &rest, &AROUND].concat()
            });
            if let Some(moves) = ways.find(fits) {
                return moves;
            }
        }
    }
}

impl PocketSolver {
    /// Turns of U, R and F, as few as can be, to a position drawn from all that take at least
    /// `least` moves to solve, `0..=11`, with the same chance.
    pub fn scramble(&self, least: u8, rng: &mut impl Rng) -> Vec<Move> {
        let random = || Cube::random(rng);
        let far = std::iter::repeat_with(random).find(|cube| self.distance(cube) >= least);
        let far = far.expect("drawing never ends");
        let answer = self.solve(&far, &Request::default(), &Limits::default());
        let solution = answer.solutions.first();
        let solution = solution.expect("11 moves solve every 2x2x2 cube");
        solution.iter().rev().map(|m| m.inverse()).collect()
    }
}
