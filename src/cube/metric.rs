use super::{Cube, Move, MoveSet, Turn};
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
/// let sequence = Sequence::parse("M U2")?; // L' R B2 with fixed centres
/// assert_eq!(Metric::SliceTurn.length(sequence.moves()), 2);
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
    /// Any move of a face or a slice counts one (STM); rotations of the whole cube are free.
    #[serde(rename = "stm")]
    SliceTurn,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 3] = [Metric::HalfTurn, Metric::QuarterTurn, Metric::SliceTurn];

    /// The largest cost of a move in any metric.
    pub(crate) const MAX_COST: u8 = 2;

    /// Its abbreviation: `htm`, `qtm` or `stm`.
    pub const fn name(self) -> &'static str {
        ["htm", "qtm", "stm"][self as usize]
    }

    /// The unit of lengths: `moves` or `quarter turns`.
    pub const fn unit(self) -> &'static str {
        ["moves", "quarter turns", "moves"][self as usize]
    }

    /// A length as text: a bare number of moves, or a number with `quarter turns`.
    pub fn describe(self, length: impl fmt::Display) -> String {
        match self {
            Metric::HalfTurn | Metric::SliceTurn => length.to_string(),
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
        [1, 2, 1][self as usize]
    }

    /// The cost of a move of a face.
    pub const fn cost(self, m: Move) -> u8 {
        if m.is_half_turn() {
            self.half_turn()
        } else {
            1
        }
    }

    /// The length of a sequence of face turns with fixed centres. In slice turns, two turns of opposite faces that
    /// follow each other and amount to a turn of the slice between count one.
    pub fn length(self, moves: &[Move]) -> usize {
        let costs = self
            .turns_of(moves)
            .into_iter()
            .map(|turn| self.cost_of_turn(turn));
        costs.map(usize::from).sum()
    }

    /// The moves as turns of the metric.
    pub(crate) fn turns_of(self, moves: &[Move]) -> Vec<Turn> {
        match self {
            Metric::SliceTurn => Turn::with_slices(moves),
            _ => moves.iter().map(|m| Turn::from(*m)).collect(),
        }
    }

    /// Every position has a solution this short: God's number (Rokicki, Kociemba, Davidson,
    /// Dethridge 2010: 20; Rokicki, Davidson 2014: 26 quarter turns). In slice turns that is not known; it is
    /// not greater than in half turns.
    pub const fn gods_number(self) -> u8 {
        [20, 26, 20][self as usize]
    }

    /// The smallest length `>= bound` that a solution of `cube` can have. In quarter turns its
    /// parity is that of the corner permutation, which every quarter turn changes.
    pub(crate) fn next_possible_length(self, cube: &Cube, bound: u8) -> u8 {
        match self {
            Metric::HalfTurn | Metric::SliceTurn => bound,
            Metric::QuarterTurn => bound + u8::from((bound % 2 == 1) != cube.is_odd()),
        }
    }

    /// The smallest positive difference between the lengths of two solutions of one cube.
    pub(crate) const fn length_step(self) -> u8 {
        [1, 2, 1][self as usize]
    }

    /// The metric without slices: in which turns of faces cost the same.
    pub(crate) const fn of_faces(self) -> Metric {
        match self {
            Metric::SliceTurn => Metric::HalfTurn,
            _ => self,
        }
    }

    /// The turns of cost 1, which generate all others.
    pub(crate) fn turns(self) -> impl Iterator<Item = Turn> {
        let all = Turn::of_bits(self.turns_after(None));
        all.filter(move |turn| self.cost_of_turn(*turn) == 1)
    }

    /// The turns that may follow another one in a canonical sequence, or begin one, as bits.
    pub(crate) const fn turns_after(self, last: Option<Turn>) -> u32 {
        match (self, last) {
            (Metric::SliceTurn, None) => (1 << Turn::COUNT) - 1,
            (Metric::SliceTurn, Some(last)) => Turn::after(last),
            (_, None) => MoveSet::ALL.bits(),
            (_, Some(last)) => MoveSet::after(last.parts().0).bits(),
        }
    }

    /// The turns whose inverse may come right before the inverse of `last` in a canonical sequence, as bits: those
    /// that may follow `last` in a sequence that is built from its end.
    pub(crate) const fn turns_before_inverse(self, last: Turn) -> u32 {
        let (mut set, mut number) = (0, 0);
        while number < Turn::COUNT {
            let before = Turn::from_index(number).inverse();
            let after = self.turns_after(Some(before));
            set |= (after >> last.inverse().index() & 1) << number;
            number += 1;
        }
        set & self.turns_after(None)
    }

    /// The cost of a turn.
    pub(crate) const fn cost_of_turn(self, turn: Turn) -> u8 {
        match turn.parts() {
            (m, None) => self.cost(m),
            _ => 1,
        }
    }

    /// The turns by moves of a set that breadth-first search needs, by cost from 1 on: half turns that
    /// two quarter turns of the set replace at the same cost are left out.
    pub(crate) fn turns_by_cost(self, moves: MoveSet) -> [Vec<Turn>; Metric::MAX_COST as usize] {
        let is_possible = |turn: &Turn| turn.moves().all(|m| moves.contains(m));
        let is_costly = |m: &Move| self.cost(*m) == 2 && !moves.contains(Move::new(m.face(), 1));
        let costly: MoveSet = moves.iter().filter(is_costly).collect();
        [
            self.turns().filter(is_possible).collect(),
            Turn::of_bits(costly.bits()).collect(),
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
