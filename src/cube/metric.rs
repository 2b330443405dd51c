use super::{Cube, Move, MoveSet};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How the length of a sequence is counted.
///
/// ```
/// use cubesolve::cube::{Metric, Sequence};
///
/// let sequence = Sequence::parse("R U2 F'")?;
/// assert_eq!(Metric::HalfTurn.length(sequence.moves()), 3);
/// assert_eq!(Metric::QuarterTurn.length(sequence.moves()), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Metric {
    /// Any move of a face counts one (HTM).
    #[default]
    #[serde(rename = "htm")]
    HalfTurn,
    /// A quarter turn counts one, a half turn two (QTM).
    #[serde(rename = "qtm")]
    QuarterTurn,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

    /// The largest cost of a move in any metric.
    pub(crate) const MAX_COST: u8 = 2;

    /// Its abbreviation: `htm` or `qtm`.
    pub const fn name(self) -> &'static str {
        ["htm", "qtm"][self as usize]
    }

    /// The unit of lengths: `moves` or `quarter turns`.
    pub const fn unit(self) -> &'static str {
        ["moves", "quarter turns"][self as usize]
    }

    /// A length as text: a bare number of moves, or a number with `quarter turns`.
    pub fn describe(self, length: impl fmt::Display) -> String {
        match self {
            Metric::HalfTurn => length.to_string(),
            Metric::QuarterTurn => format!("{length} {}", self.unit()),
        }
    }

    /// A length with its unit, in the singular if it is 1: `1 move`, `26 quarter turns`.
    pub fn count(self, length: usize) -> String {
        let unit = match length {
            1 => self.unit().trim_end_matches('s'),
            _ => self.unit(),
        };
        format!("{length} {unit}")
    }

    /// The cost of a half turn; a quarter turn always costs 1.
    pub(crate) const fn half_turn(self) -> u8 {
        [1, 2][self as usize]
    }

    /// The cost of a move.
    pub const fn cost(self, m: Move) -> u8 {
        if m.is_half_turn() {
            self.half_turn()
        } else {
            1
        }
    }

    /// The length of a sequence.
    pub fn length(self, moves: &[Move]) -> usize {
        moves.iter().map(|m| usize::from(self.cost(*m))).sum()
    }

    /// God's number: every position has a solution this short (Rokicki, Kociemba, Davidson,
    /// Dethridge 2010: 20; Rokicki, Davidson 2014: 26 quarter turns).
    pub const fn gods_number(self) -> u8 {
        [20, 26][self as usize]
    }

    /// The smallest length `>= bound` that a solution of `cube` can have. In quarter turns its
    /// parity is that of the corner permutation, which every quarter turn changes.
    pub(crate) fn next_possible_length(self, cube: &Cube, bound: u8) -> u8 {
        match self {
            Metric::HalfTurn => bound,
            Metric::QuarterTurn => bound + u8::from((bound % 2 == 1) != cube.is_odd()),
        }
    }

    /// The smallest positive difference between the lengths of two solutions of one cube.
    pub(crate) const fn length_step(self) -> u8 {
        [1, 2][self as usize]
    }

    /// The moves of cost 1, which generate all others.
    pub(crate) const fn generators(self) -> MoveSet {
        match self {
            Metric::HalfTurn => MoveSet::ALL,
            Metric::QuarterTurn => MoveSet::ALL.difference(MoveSet::HALF_TURNS),
        }
    }

    /// The moves of a set that breadth-first search needs, by cost from 1 on: half turns that
    /// two quarter turns of the set replace at the same cost are left out.
    pub(crate) fn moves_by_cost(self, moves: MoveSet) -> [MoveSet; Metric::MAX_COST as usize] {
        if self == Metric::HalfTurn {
            return [moves, MoveSet::EMPTY];
        }
        let is_replaceable = |m: &Move| moves.contains(Move::new(m.face(), 1));
        let half_turns = moves.intersection(MoveSet::HALF_TURNS).iter();
        [
            moves.difference(MoveSet::HALF_TURNS),
            half_turns.filter(|m| !is_replaceable(m)).collect(),
        ]
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Face;

    #[test]
    fn next_possible_length_has_the_parity_of_quarter_turns() {
        let turned = Cube::SOLVED.apply(Move::new(Face::R, 1));
        for bound in 0..9 {
            let next = |cube| Metric::QuarterTurn.next_possible_length(cube, bound);
            assert_eq!(next(&Cube::SOLVED), bound.next_multiple_of(2));
            assert_eq!(next(&turned), bound | 1);
            assert_eq!(Metric::HalfTurn.next_possible_length(&turned, bound), bound);
        }
    }
}
