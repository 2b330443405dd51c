//! Move sequences in Singmaster notation, with everything that people paste.
//!
//! Moves `U R F D L B` with `2`, `3` or a prime (`R3`, `R2'`, `Ri` and `R^-1` too), wide moves
//! `Rw` or `r`, slices `M E S`, layers `2R`, rotations `x y z`, brackets and comments; spaces
//! only where one likes.

use super::brackets::{self, Turnable};
use super::error::{SequenceError, SequenceProblem};
use super::turn::face;
use crate::cube::{Move, Sequence, Transformation};
use crate::permutation::LayerTurn;
use std::fmt;
use std::str::FromStr;

impl Sequence {
    /// Reads a sequence; brackets `( )` group. Takes time proportional to the length of
    /// the text and of the sequence.
    ///
    /// ```
    /// use cubesolve::cube::Sequence;
    ///
    /// let sexy = Sequence::parse("(R U R' U') x6 // back again")?;
    /// assert!(sexy.cube().is_solved());
    /// assert_eq!(Sequence::parse("F: [R,U]")?.to_string(), "F R U R' U' F'");
    /// assert_eq!(Sequence::parse("R U Q").unwrap_err().column, 5);
    /// # Ok::<(), cubesolve::notation::SequenceError>(())
    /// ```
    ///
    /// # Errors
    /// The first place where the text is no sequence, and what was expected there.
    pub fn parse(text: &str) -> Result<Sequence, SequenceError> {
        brackets::parse(text, &mut Moves, None)
    }

    /// Reads a sequence in which brackets `( )` hold moves made on the inverse, as solvers
    /// of fewest-moves challenges write them (NISS). Their inverse goes before everything
    /// else, so that a scramble and the moves tried on it give the position now on the
    /// table: `(F' U) R D` is `U' F R D`. They leave the cube held as it was.
    ///
    /// # Errors
    /// The first place where the text is no such sequence, and what was expected there.
    pub fn parse_niss(text: &str) -> Result<Sequence, SequenceError> {
        let mut on_inverse = Sequence::new();
        let mut add = |before: &Sequence, inside: Sequence| {
            if inside.orientation() != Transformation::IDENTITY {
                return Err(SequenceProblem::RotationOnInverse);
            }
            on_inverse.append(&inside.conjugate(before.orientation()));
            Ok(())
        };
        let normal = brackets::parse(text, &mut Moves, Some(&mut add))?;
        let mut whole = on_inverse.inverse();
        whole.append(&normal);
        Ok(whole)
    }
}

/// The moves of a cube of three layers.
struct Moves;

impl Turnable for Moves {
    type Made = Sequence;

    fn size(&self) -> usize {
        3
    }

    fn nothing(&self) -> Sequence {
        Sequence::new()
    }

    /// Where the middle layer turns, the whole cube turns, and the outer layers that do not
    /// are turned back.
    fn turn(&mut self, sequence: &mut Sequence, turn: LayerTurn) {
        let (near, turns) = (face(turn.side), turn.turns);
        let rotates = turn.layers.contains(&2);
        for (layer, face, turns) in [(1, near, turns), (3, near.opposite(), 4 - turns)] {
            match (turn.layers.contains(&layer), rotates) {
                (true, false) => sequence.push(Move::new(face, turns)),
                (false, true) => sequence.push(Move::new(face, 4 - turns)),
                _ => {}
            }
        }
        if rotates {
            sequence.rotate(near, turns);
        }
    }

    fn append(sequence: &mut Sequence, more: &Sequence) {
        sequence.append(more);
    }

    fn inverse(sequence: &Sequence) -> Sequence {
        sequence.inverse()
    }

    fn repeated(&self, sequence: &Sequence, count: u32) -> Sequence {
        // rotations alone have order 1, 2, 3 or 4
        let count = if sequence.is_empty() {
            count % 12
        } else {
            count
        };
        let mut repeated = Sequence::new();
        for _ in 0..count {
            repeated.append(sequence);
        }
        repeated
    }

    fn length(sequence: &Sequence, metric: char) -> Option<usize> {
        let quarters = |m: &Move| if m.is_half_turn() { 2 } else { 1 };
        match metric {
            'q' => Some(sequence.moves().iter().map(quarters).sum()),
            _ => Some(sequence.len()),
        }
    }

    fn len(sequence: &Sequence) -> usize {
        sequence.len()
    }
}

impl FromStr for Sequence {
    type Err = SequenceError;

    fn from_str(text: &str) -> Result<Sequence, SequenceError> {
        Sequence::parse(text)
    }
}

/// The moves, then the rotations that bring the cube to the orientation it ends in.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&moves_to_string(self.moves()))?;
        let rotations = rotations_to(self.orientation());
        if !self.is_empty() && !rotations.is_empty() {
            f.write_str(" ")?;
        }
        f.write_str(&rotations)
    }
}

/// The moves with a space between: `R U2 F'`.
pub fn moves_to_string(moves: &[Move]) -> String {
    let mut text = String::with_capacity(3 * moves.len());
    for (i, m) in moves.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        text.push(m.face().letter());
        text.push_str(["", "2", "'"][usize::from(m.turns()) - 1]);
    }
    text
}

/// The fewest rotations that lead to an orientation: two at most.
pub(super) fn rotations_to(orientation: Transformation) -> String {
    if orientation == Transformation::IDENTITY {
        return String::new();
    }
    let tokens: Vec<String> = ["x", "y", "z"]
        .iter()
        .flat_map(|axis| ["", "2", "'"].map(|turns| format!("{axis}{turns}")))
        .collect();
    let pairs = tokens
        .iter()
        .flat_map(|a| tokens.iter().map(move |b| format!("{a} {b}")));
    (tokens.iter().cloned().chain(pairs))
        .find(|text| Sequence::parse(text).is_ok_and(|s| s.orientation() == orientation))
        .expect("two rotations reach each of the 24 orientations")
}
