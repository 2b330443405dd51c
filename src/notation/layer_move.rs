//! Moves of any layers of the 3x3x3: faces `R`, wide moves `Rw`, slices `M`, rotations `x`.

use super::block_move::read_move;
use super::error::{SequenceError, SequenceProblem};
use super::reader::Reader;
use crate::cube::{BlockMove, Face, Move, Sequence};
use std::fmt;
use std::str::FromStr;

/// A move of neighbouring layers of the 3x3x3, one of 54.
///
/// It is kept and printed in one form: texts that stand for the same move are equal.
///
/// ```
/// use cubesolve::cube::Sequence;
/// use cubesolve::notation::LayerMove;
///
/// let parse = |text: &str| text.parse::<LayerMove>();
/// assert_eq!(parse("r2")?.to_string(), "Rw2");
/// assert_eq!(parse("2R")?.to_string(), "M'");
/// assert_eq!(parse("3Lw")?.to_string(), "x'");
/// let moves: Sequence = [parse("M")?, parse("U")?].into_iter().collect();
/// assert_eq!(moves.to_string(), "L' R B x'");
/// # Ok::<(), cubesolve::notation::SequenceError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LayerMove {
    /// The direction to look from; of slices L, D or F (M E S), of rotations R, U or F (x y z).
    face: Face,
    layers: Layers,
    /// Clockwise quarter turns, `1..=3`.
    turns: u8,
}

/// Which layers move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Layers {
    /// The outer one.
    Face,
    /// The outer and the middle one.
    Wide,
    /// The middle one.
    Slice,
    /// All.
    Cube,
}

/// The letters of slices and rotations, and the faces whose direction they have.
const SLICES: [(Face, char); 3] = [(Face::L, 'M'), (Face::D, 'E'), (Face::F, 'S')];
const ROTATIONS: [(Face, char); 3] = [(Face::R, 'x'), (Face::U, 'y'), (Face::F, 'z')];

impl LayerMove {
    /// The move of the 3x3x3 that moves this block.
    pub(super) fn of_block(block: &BlockMove) -> LayerMove {
        let near = block.face;
        let (layers, from_far) = match (*block.layers.start(), *block.layers.end()) {
            (1, 1) => (Layers::Face, false),
            (3, 3) => (Layers::Face, true),
            (1, 2) => (Layers::Wide, false),
            (2, 3) => (Layers::Wide, true),
            (2, 2) => (Layers::Slice, !SLICES.iter().any(|(face, _)| *face == near)),
            _ => (
                Layers::Cube,
                !ROTATIONS.iter().any(|(face, _)| *face == near),
            ),
        };
        let turns = block.turns % 4;
        LayerMove {
            face: if from_far { near.opposite() } else { near },
            layers,
            turns: if from_far { 4 - turns } else { turns },
        }
    }

    /// Whether a single face turns: a move of the half-turn metric.
    pub fn is_face_turn(self) -> bool {
        self.layers == Layers::Face
    }

    /// Whether both move the same layers, in whichever direction.
    pub fn moves_same_layers(self, other: LayerMove) -> bool {
        (self.face, self.layers) == (other.face, other.layers)
    }

    /// Clockwise quarter turns, `1..=3`.
    pub fn turns(self) -> u8 {
        self.turns
    }

    /// The same layers by another number of quarter turns, `1..=3`.
    pub(super) fn with_turns(self, turns: u8) -> LayerMove {
        LayerMove { turns, ..self }
    }

    /// Adds the move to a sequence.
    fn append_to(self, sequence: &mut Sequence) {
        let (face, turns) = (self.face, self.turns);
        match self.layers {
            Layers::Face => sequence.push(Move::new(face, turns)),
            // the opposite face, and a rotation
            Layers::Wide => sequence.push(Move::new(face.opposite(), turns)),
            Layers::Slice => {
                sequence.push(Move::new(face, 4 - turns));
                sequence.push(Move::new(face.opposite(), turns));
            }
            Layers::Cube => {}
        }
        if !self.is_face_turn() {
            sequence.rotate(face, turns);
        }
    }
}

impl From<Move> for LayerMove {
    fn from(m: Move) -> LayerMove {
        LayerMove {
            face: m.face(),
            layers: Layers::Face,
            turns: m.turns(),
        }
    }
}

/// The layers as those of a [`FaceletTuple`](crate::cube::FaceletTuple) of size 3.
impl From<LayerMove> for BlockMove {
    fn from(m: LayerMove) -> BlockMove {
        BlockMove {
            face: m.face,
            layers: match m.layers {
                Layers::Face => 1..=1,
                Layers::Wide => 1..=2,
                Layers::Slice => 2..=2,
                Layers::Cube => 1..=3,
            },
            turns: m.turns,
        }
    }
}

/// The moves one after the other, with the centres fixed and rotations last.
impl FromIterator<LayerMove> for Sequence {
    fn from_iter<I: IntoIterator<Item = LayerMove>>(moves: I) -> Sequence {
        let mut sequence = Sequence::new();
        sequence.extend(moves);
        sequence
    }
}

impl Extend<LayerMove> for Sequence {
    fn extend<I: IntoIterator<Item = LayerMove>>(&mut self, moves: I) {
        for m in moves {
            m.append_to(self);
        }
    }
}

impl FromStr for LayerMove {
    type Err = SequenceError;

    fn from_str(text: &str) -> Result<LayerMove, SequenceError> {
        let mut reader = Reader::new(text);
        let error = |problem| SequenceError { column: 1, problem };
        let first = reader.next_if(|_| true);
        let first = first.ok_or_else(|| error(SequenceProblem::NotAMove(' ')))?;
        let block = read_move(&mut reader, first, 3).map_err(error)?;
        match reader.peek() {
            None => Ok(LayerMove::of_block(&block)),
            Some(c) => Err(SequenceError {
                column: reader.column(),
                problem: SequenceProblem::NotAMove(c),
            }),
        }
    }
}

impl fmt::Display for LayerMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |names: [(Face, char); 3]| {
            let name = names.into_iter().find(|(face, _)| *face == self.face);
            name.map_or(' ', |(_, letter)| letter)
        };
        let suffix = ["", "2", "'"][usize::from(self.turns) - 1];
        match self.layers {
            Layers::Face => write!(f, "{}{suffix}", self.face.letter()),
            Layers::Wide => write!(f, "{}w{suffix}", self.face.letter()),
            Layers::Slice => write!(f, "{}{suffix}", named(SLICES)),
            Layers::Cube => write!(f, "{}{suffix}", named(ROTATIONS)),
        }
    }
}
