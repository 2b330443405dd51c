//! Move sequences of the 3x3x3 in Singmaster notation, as people write and paste them.
//!
//! Moves `U R F D L B` with `2`, `3` or a prime (`R3`, `R2'`, `Ri` and `R^-1` too), wide moves
//! `Rw` or `r`, slices `M E S`, layers `2R`, rotations `x y z`, brackets and comments; spaces are
//! optional.

use super::brackets::{self, Notes, OnInverse, Product, Rules};
use super::layer_move::LayerMove;
use super::link;
use super::reader::TextError;
use crate::cube::{Metric, Sequence, Transformation};
use std::fmt;
use std::str::FromStr;

impl Sequence {
    /// Reads a sequence; brackets `( )` group. Takes time proportional to the length of
    /// the text and of the sequence.
    ///
    /// ```
    /// use cubesolve::cube::Sequence;
    ///
    /// let sexy = Sequence::parse("(R U R' U')6 // back again")?;
    /// assert!(sexy.cube().is_solved());
    /// assert_eq!(Sequence::parse("[F: [R, U]]")?.to_string(), "F R U R' U' F'");
    /// assert_eq!(Sequence::parse("R U Q").unwrap_err().column, 5);
    /// # Ok::<(), cubesolve::TextError>(())
    /// ```
    ///
    /// A link of alg.cubing.net or Twizzle is read as its setup and its moves, which are undone if they are an
    /// algorithm that ends there.
    ///
    /// # Errors
    /// The first place where the text is no sequence, and what was expected there.
    pub fn parse(text: &str) -> Result<Sequence, TextError> {
        Sequence::parse_with_notes(text, &mut vec![])
    }

    /// The same with notes on what could mean something else.
    pub(crate) fn parse_with_notes(text: &str, notes: &mut Notes) -> Result<Sequence, TextError> {
        if !link::is_link(text) {
            return parse(text, None, false, notes);
        }
        let mut whole = Sequence::new();
        for link::LinkMoves {
            column,
            moves,
            is_undone,
        } in link::parts(text)?
        {
            let part = parse(&moves, None, true, notes);
            let part = part.map_err(|error| TextError { column, ..error })?;
            if is_undone {
                notes.push("the link is read as the cube that its algorithm solves".into());
            }
            whole.append(&if is_undone { part.inverse() } else { part });
        }
        Ok(whole)
    }

    /// Reads a sequence in which brackets `( )` hold moves on the inverse scramble, as solvers
    /// of fewest-moves challenges write them (NISS). Their inverse goes before everything
    /// else: `(F' U) R D` is `U' F R D`. They must not rotate the cube.
    ///
    /// # Errors
    /// The first place where the text is no such sequence, and what was expected there.
    pub fn parse_niss(text: &str) -> Result<Sequence, TextError> {
        Sequence::parse_niss_with_notes(text, &mut vec![])
    }

    /// The same with notes on what could mean something else.
    pub(super) fn parse_niss_with_notes(
        text: &str,
        notes: &mut Notes,
    ) -> Result<Sequence, TextError> {
        let (normal, on_inverse) = parse_both_sides(text, notes)?;
        let mut whole = on_inverse.inverse();
        whole.append(&normal);
        Ok(whole)
    }

    /// Reads a solution or skeleton with moves on the inverse scramble in brackets `( )` as one sequence
    /// on the normal scramble: those on the inverse are undone at the end. `R (F' U) D` is
    /// `R D U' F`. They must not rotate the cube.
    ///
    /// # Errors
    /// The first place where the text is no such sequence, and what was expected there.
    pub fn parse_niss_solution(text: &str) -> Result<Sequence, TextError> {
        let (mut whole, on_inverse) = parse_both_sides(text, &mut vec![])?;
        let held = whole.orientation().inverse();
        whole.append(&on_inverse.inverse().conjugate(held));
        Ok(whole)
    }
}

/// The moves on the normal and on the inverse scramble, which are in brackets; the latter with the
/// centres fixed.
fn parse_both_sides(text: &str, notes: &mut Notes) -> Result<(Sequence, Sequence), TextError> {
    let mut on_inverse = Sequence::new();
    let mut add = |before: &Sequence, inside: Sequence| {
        if inside.orientation() != Transformation::IDENTITY {
            return Err(
                "expected the moves on the inverse to leave the cube held as it was".into(),
            );
        }
        on_inverse.append(&inside.conjugate(before.orientation()));
        Ok(())
    };
    let normal = parse(text, Some(&mut add), false, notes)?;
    Ok((normal, on_inverse))
}

/// Reads a sequence that is no link, or a part of one.
fn parse<'a>(
    text: &'a str,
    on_inverse: Option<OnInverse<'a, Sequence>>,
    is_in_link: bool,
    notes: &'a mut Notes,
) -> Result<Sequence, TextError> {
    let rules = Rules {
        size: 3,
        identity: Sequence::new(),
        push: Box::new(|sequence, m| LayerMove::of_nxn(&m).append_to(sequence)),
        on_inverse,
        is_in_link,
    };
    brackets::parse(text, rules, notes)
}

/// Reads a sequence as it is written: with its slices, wide moves and rotations, and its brackets
/// multiplied out.
///
/// ```
/// use cubesolve::notation::written_moves;
///
/// let moves = written_moves("(r U)2 M'")?;
/// let text: Vec<String> = moves.iter().map(ToString::to_string).collect();
/// assert_eq!(text.join(" "), "Rw U Rw U M'");
/// # Ok::<(), cubesolve::TextError>(())
/// ```
///
/// # Errors
/// As [`Sequence::parse`].
pub fn written_moves(text: &str) -> Result<Vec<LayerMove>, TextError> {
    written_moves_with_notes(text, &mut vec![])
}

/// The same with notes on what could mean something else.
pub(crate) fn written_moves_with_notes(
    text: &str,
    notes: &mut Notes,
) -> Result<Vec<LayerMove>, TextError> {
    if link::is_link(text) {
        return written_moves(&Sequence::parse_with_notes(text, notes)?.to_string());
    }
    let rules = Rules {
        size: 3,
        identity: Vec::new(),
        push: Box::new(|moves: &mut Vec<_>, m| moves.push(LayerMove::of_nxn(&m))),
        on_inverse: None,
        is_in_link: false,
    };
    brackets::parse(text, rules, notes)
}

impl Product for Vec<LayerMove> {
    fn append(&mut self, more: &Vec<LayerMove>) {
        self.extend(more);
    }

    fn inverse(&self) -> Vec<LayerMove> {
        self.iter().rev().map(|m| m.inverse()).collect()
    }

    fn power(&self, count: u32) -> Vec<LayerMove> {
        self.repeat(count as usize)
    }

    fn stored(&self) -> usize {
        self.len()
    }

    fn length(&self, metric: Metric) -> Option<usize> {
        let sequence: Sequence = self.iter().copied().collect();
        Some(metric.length(sequence.moves()))
    }
}

impl Product for Sequence {
    fn append(&mut self, more: &Sequence) {
        Sequence::append(self, more);
    }

    fn inverse(&self) -> Sequence {
        Sequence::inverse(self)
    }

    fn power(&self, count: u32) -> Sequence {
        // rotations alone have order 1, 2, 3 or 4
        let count = if self.is_empty() { count % 12 } else { count };
        let mut power = Sequence::new();
        for _ in 0..count {
            power.append(self);
        }
        power
    }

    fn stored(&self) -> usize {
        self.len()
    }

    fn length(&self, metric: Metric) -> Option<usize> {
        Some(metric.length(self.moves()))
    }
}

impl FromStr for Sequence {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Sequence, TextError> {
        Sequence::parse(text)
    }
}

/// The moves, then the fewest rotations that lead to the orientation at the end.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&moves_to_string(self.moves()))?;
        let rotations = rotation_names(self.orientation());
        if !self.is_empty() && !rotations.is_empty() {
            f.write_str(" ")?;
        }
        f.write_str(&rotations)
    }
}

/// The moves with a space between: `R U2 F'`.
pub fn moves_to_string<M: fmt::Display>(moves: &[M]) -> String {
    let names: Vec<String> = moves.iter().map(M::to_string).collect();
    names.join(" ")
}

/// The fewest rotations that lead to an orientation.
pub(super) fn rotations_to(orientation: Transformation) -> Sequence {
    let names = rotation_names(orientation);
    Sequence::parse(&names).expect("rotations are a sequence")
}

/// At most two rotations.
fn rotation_names(orientation: Transformation) -> String {
    const NAMES: [&str; 10] = ["", "x", "x2", "x'", "y", "y2", "y'", "z", "z2", "z'"];
    let pairs = NAMES
        .into_iter()
        .flat_map(|a| NAMES.map(|b| format!("{a} {b}")));
    pairs
        .map(|pair| pair.trim().to_owned())
        .find(|text| Sequence::parse(text).is_ok_and(|s| s.orientation() == orientation))
        .expect("two rotations reach each of the 24 orientations")
}
