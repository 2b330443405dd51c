use super::{Cube, Move, MoveSet};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;

/// How moves are counted.
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
    /// Any turn of a face counts one (HTM).
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

    /// The most that a move counts in any metric.
    pub const MOST: u8 = 2;

    /// Its abbreviation: `htm` or `qtm`.
    pub const fn name(self) -> &'static str {
        ["htm", "qtm"][self as usize]
    }

    /// What lengths are numbers of, in words.
    pub const fn unit(self) -> &'static str {
        ["moves", "quarter turns"][self as usize]
    }

    /// A length in words for people: a bare number of moves, or so many quarter turns.
    pub fn show(self, length: impl fmt::Display) -> String {
        match self {
            Metric::HalfTurn => length.to_string(),
            Metric::QuarterTurn => format!("{length} {}", self.unit()),
        }
    }

    /// What a half turn counts; a quarter turn always counts one.
    pub const fn half_turn(self) -> u8 {
        [1, 2][self as usize]
    }

    /// What a move counts.
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

    /// The least length from `bound` on that a solution of `cube` can have: every quarter turn
    /// is an odd permutation of the corners.
    pub fn possible_length(self, cube: &Cube, bound: u8) -> u8 {
        match self {
            Metric::HalfTurn => bound,
            Metric::QuarterTurn => bound + u8::from((bound % 2 == 1) != cube.is_odd()),
        }
    }

    /// By how much the lengths of two solutions of a cube differ at least, if they do.
    pub const fn step(self) -> u8 {
        [1, 2][self as usize]
    }

    /// The moves of a set that count so much.
    pub const fn moves_of_cost(self, moves: MoveSet, cost: u8) -> MoveSet {
        let half_turns = moves.intersection(MoveSet::HALF_TURNS);
        let quarter_turns = moves.difference(MoveSet::HALF_TURNS);
        match (cost == 1, cost == self.half_turn()) {
            (true, true) => moves,
            (true, false) => quarter_turns,
            (false, true) => half_turns,
            (false, false) => MoveSet::EMPTY,
        }
    }

    /// The moves that may come next where a sequence of the length `left` is to follow, made of
    /// `moves`; the last of them is to be one of `last`.
    #[inline]
    pub fn usable(self, moves: MoveSet, last: MoveSet, left: u8) -> MoveSet {
        let of_cost = |cost: u8| {
            let moves = match cost.cmp(&left) {
                Ordering::Less => moves,
                Ordering::Equal => last,
                Ordering::Greater => MoveSet::EMPTY,
            };
            self.moves_of_cost(moves, cost)
        };
        (1..=Metric::MOST)
            .map(of_cost)
            .fold(MoveSet::EMPTY, MoveSet::union)
    }

    /// The moves that count one, of which all others are made.
    pub const fn generators(self) -> MoveSet {
        self.moves_of_cost(MoveSet::ALL, 1)
    }

    /// The moves of a set that breadth-first search has to make, by what they count, from 1: a
    /// half turn that its quarter turn makes just as cheaply is left out.
    pub fn steps(self, moves: MoveSet) -> [MoveSet; Metric::MOST as usize] {
        let made_of_quarters =
            |m: &Move| self.half_turn() == 2 && moves.contains(Move::new(m.face(), 1));
        let dear = self.moves_of_cost(moves, 2).iter();
        [
            self.moves_of_cost(moves, 1),
            dear.filter(|m| !made_of_quarters(m)).collect(),
        ]
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
