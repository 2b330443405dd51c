//! Moves of any layers of the 3x3x3: faces `R`, wide moves `Rw`, slices `M`, rotations `x`.

use super::nxn_move::{not_a_move, read_move};
use super::reader::{Reader, TextError};
use super::sequence::moves_to_string;
use crate::cube::{Cube, Face, Metric, Move, NxnMove, Sequence, Transformation, Turn};
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
/// # Ok::<(), cubesolve::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[must_use]
pub struct LayerMove {
    /// The face that is nearest; of slices L, D or F (M E S), of rotations R, U or F (x y z).
    face: Face,
    /// The first and the last layer that turn, `1..=3` from that face.
    layers: (usize, usize),
    /// Clockwise quarter turns, `1..=3`.
    turns: u8,
}

/// The letters of slices and rotations, by face and first layer.
const LETTERS: [(Face, usize, char); 6] = [
    (Face::L, 2, 'M'),
    (Face::D, 2, 'E'),
    (Face::F, 2, 'S'),
    (Face::R, 1, 'x'),
    (Face::U, 1, 'y'),
    (Face::F, 1, 'z'),
];

impl LayerMove {
    /// A move of the 3x3x3.
    pub(super) fn of_nxn(m: &NxnMove) -> LayerMove {
        let layers = (*m.layers.start(), *m.layers.end());
        LayerMove::new(m.face, layers, m.turns)
    }

    fn new(face: Face, (first, last): (usize, usize), turns: u8) -> LayerMove {
        let near = LayerMove {
            face,
            layers: (first, last),
            turns,
        };
        match first + last {
            ..4 => near,
            4 if near.letter().is_some() => near,
            4.. => LayerMove {
                face: face.opposite(),
                layers: (4 - last, 4 - first),
                turns: 4 - turns,
            },
        }
    }

    /// The letter of a slice or rotation.
    fn letter(self) -> Option<char> {
        let (first, last) = self.layers;
        let mut letters = LETTERS.iter().filter(|_| first + last == 4);
        let found = letters.find(|(face, layer, _)| (*face, *layer) == (self.face, first));
        found.map(|(_, _, letter)| *letter)
    }

    pub(crate) fn all() -> impl Iterator<Item = LayerMove> {
        let clockwise = Face::ALL.into_iter().flat_map(|face| {
            let layers = [(1, 1), (1, 2), (2, 2), (1, 3)];
            layers.map(|layers| LayerMove {
                face,
                layers,
                turns: 1,
            })
        });
        let is_named = |m: &LayerMove| m.layers.0 + m.layers.1 < 4 || m.letter().is_some();
        let turned = |m: LayerMove| (1..=3).map(move |turns| m.with_turns(turns));
        clockwise.filter(is_named).flat_map(turned)
    }

    /// Turns of the cube with fixed centres, as one makes them who holds it in this way at first: after a turn of a
    /// slice it is held differently.
    ///
    /// # Panics
    /// Unless these moves, made by the holder, are the turns.
    pub(crate) fn of_turns(turns: &[Turn], orientation: Transformation) -> Vec<LayerMove> {
        let mut made = Sequence::new();
        let mut held = |turn: &Turn| {
            let back = orientation.product(made.orientation()).inverse();
            let (first, second) = turn.parts();
            let first = back.apply_move(first);
            let m = match second {
                None => LayerMove::from(first),
                // the faces turn the other way
                Some(_) => LayerMove::new(first.face(), (2, 2), 4 - first.turns()),
            };
            m.append_to(&mut made);
            m
        };
        let moves = turns.iter().map(&mut held).collect();
        let expected = Cube::from_moves(turns.iter().flat_map(|turn| turn.moves()));
        let moved = made.moves().iter().map(|m| orientation.apply_move(*m));
        assert!(Cube::from_moves(moved) == expected, "the moves are others");
        moves
    }

    /// By how many quarter turns clockwise the right wrist turns, and the left one.
    pub(crate) fn wrists(self) -> [u8; 2] {
        let turns = |face| match self.face == face && self.layers.0 + self.layers.1 < 4 {
            true => self.turns,
            false => 0,
        };
        [turns(Face::R), turns(Face::L)]
    }

    /// Whether a single face turns: a move of the half-turn metric.
    pub(crate) fn is_face_turn(self) -> bool {
        self.layers == (1, 1)
    }

    /// Whether the layer between two faces turns alone.
    pub(crate) fn is_slice_turn(self) -> bool {
        self.layers == (2, 2)
    }

    /// Whether the whole cube turns.
    pub(super) fn is_rotation(self) -> bool {
        self.layers == (1, 3)
    }

    /// Whether both move the same layers, in whichever direction.
    pub(crate) fn moves_same_layers(self, other: LayerMove) -> bool {
        (self.face, self.layers) == (other.face, other.layers)
    }

    /// Whether it does not matter which of two moves comes first.
    pub(crate) fn commutes_with(self, other: LayerMove) -> bool {
        if self.is_face_turn() && other.is_face_turn() {
            return [self.face, self.face.opposite()].contains(&other.face);
        }
        let in_order = |moves: [LayerMove; 2]| {
            let sequence: Sequence = moves.into_iter().collect();
            (sequence.cube(), sequence.orientation())
        };
        in_order([self, other]) == in_order([other, self])
    }

    pub(crate) fn conjugate(self, s: Transformation) -> LayerMove {
        let turn = s.apply_move(Move::new(self.face, self.turns));
        LayerMove::new(turn.face(), self.layers, turn.turns())
    }

    /// Clockwise quarter turns, `1..=3`.
    pub fn turns(self) -> u8 {
        self.turns
    }

    /// The move that undoes it.
    pub fn inverse(self) -> LayerMove {
        self.with_turns(4 - self.turns)
    }

    /// The same layers by another number of quarter turns, `1..=3`.
    pub(crate) fn with_turns(self, turns: u8) -> LayerMove {
        LayerMove { turns, ..self }
    }

    /// Adds the move to a sequence: a block with the middle layer as a rotation of the whole cube
    /// that the outer layers beside it do not take part in.
    pub(super) fn append_to(self, sequence: &mut Sequence) {
        let (face, turns) = (self.face, self.turns);
        if self.is_face_turn() {
            return sequence.push(Move::new(face, turns));
        }
        if self.layers.0 > 1 {
            sequence.push(Move::new(face, 4 - turns));
        }
        if self.layers.1 < 3 {
            sequence.push(Move::new(face.opposite(), turns));
        }
        sequence.rotate(face, turns);
    }
}

/// The numbers of moves that commute with all before them, so that they can come first.
pub(crate) fn that_can_come_first(moves: &[LayerMove]) -> impl Iterator<Item = usize> {
    let is_first = |n: &usize| moves[..*n].iter().all(|m| m.commutes_with(moves[*n]));
    (0..moves.len()).filter(is_first)
}

/// The same moves with those that commute sorted.
pub(crate) fn in_canonical_order(moves: &[LayerMove]) -> Vec<LayerMove> {
    let mut left = moves.to_vec();
    let mut sorted = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let next = that_can_come_first(&left).min_by_key(|n| left[*n]);
        sorted.push(left.remove(next.expect("the first move is one")));
    }
    sorted
}

impl From<Move> for LayerMove {
    fn from(m: Move) -> LayerMove {
        LayerMove {
            face: m.face(),
            layers: (1, 1),
            turns: m.turns(),
        }
    }
}

/// The layers as those of a [`FaceletTuple`](crate::cube::FaceletTuple) of size 3.
impl From<LayerMove> for NxnMove {
    fn from(m: LayerMove) -> NxnMove {
        NxnMove {
            face: m.face,
            layers: m.layers.0..=m.layers.1,
            turns: m.turns,
        }
    }
}

/// The moves of a sequence in slice turns: two turns of opposite faces that follow each other and amount to one of the
/// slice between are that one. The cube is not turned as a whole at the end.
pub fn with_slices(sequence: &Sequence) -> String {
    let turns = Metric::SliceTurn.turns_of(sequence.moves());
    let moves = LayerMove::of_turns(&turns, Transformation::IDENTITY);
    moves_to_string(&moves)
}

/// The moves one after the other, with the centres fixed and rotations last.
impl FromIterator<LayerMove> for Sequence {
    fn from_iter<I: IntoIterator<Item = LayerMove>>(moves: I) -> Sequence {
        let mut sequence = Sequence::new();
        moves.into_iter().for_each(|m| m.append_to(&mut sequence));
        sequence
    }
}

impl FromStr for LayerMove {
    type Err = TextError;

    fn from_str(text: &str) -> Result<LayerMove, TextError> {
        let mut reader = Reader::new(text);
        let m = read_move(&mut reader, 3)?;
        match reader.next_if(|_| true) {
            None => Ok(LayerMove::of_nxn(&m)),
            Some(c) => Err(not_a_move(&reader, c)),
        }
    }
}

impl fmt::Display for LayerMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.letter().unwrap_or(self.face.letter());
        let wide = if self.layers == (1, 2) { "w" } else { "" };
        let suffix = ["", "2", "'"][usize::from(self.turns) - 1];
        write!(f, "{letter}{wide}{suffix}")
    }
}
