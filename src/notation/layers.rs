//! Move sequences of NxNxN cubes, read as permutations of their facelets.
//!
//! Faces `U L F R B D`, wide moves `Rw` or `r` (two layers) and `3Rw` (three), inner layers
//! `2R`, `2-3Rw` from one layer to another, slices `M E S` where there is a middle layer,
//! rotations `x y z`; brackets and comments as in all sequences. Moves turn what is there in
//! space: after `x`, `U` turns the layer that is up then.
//!
//! ```
//! use cubesolve::notation::layers;
//! use cubesolve::permutation::FaceletTuple;
//!
//! let tuple = FaceletTuple::new(5).unwrap();
//! let turns = layers::parse("2-3Rw", &tuple)?;
//! assert_eq!(turns, layers::parse("2R 3R", &tuple)?);
//! assert_eq!(turns.order(), Some(4));
//! # Ok::<(), cubesolve::notation::SequenceError>(())
//! ```

use super::brackets::{self, Turnable};
use super::error::SequenceError;
use super::facelets::{self, Facelets};
use super::sequence::rotations_to;
use super::turn::face;
use crate::cube::{Cube, Face, Transformation};
use crate::permutation::{FaceletTuple, LayerTurn, Permutation, Side};
use std::collections::HashMap;

/// Reads a sequence of turns; the result is what they make of a solved cube. Takes time
/// proportional to the length of the text, whatever the repeat counts.
///
/// # Errors
/// The first place where the text is no such sequence, and what was expected there.
pub fn parse(text: &str, tuple: &FaceletTuple) -> Result<Permutation, SequenceError> {
    let turns = HashMap::new();
    brackets::parse(text, &mut Layers { tuple, turns }, None)
}

/// What facelets of the 3x3x3 stand for: a cube with its centres at home, and the rotations to
/// be made after it, as text. `None` if no sequence makes them of the solved cube.
///
/// # Panics
/// If there are not 54 facelets.
pub fn cube_and_rotations(facelets: &Permutation) -> Option<(Cube, String)> {
    let tuple = FaceletTuple::new(3).expect("3 is a size");
    if !tuple.keeps_cubies(facelets) {
        return None;
    }
    let mut seen: Facelets = [Face::U; 54];
    for (place, &facelet) in facelets.images().iter().enumerate() {
        seen[facelets::number_of(place)] = face(Side::ALL[facelet as usize / 9]);
    }
    let is_held = |s: &Transformation| {
        let at_centre = |face: &Face| seen[9 * face.index() + 4];
        !s.is_mirror()
            && Face::ALL
                .iter()
                .all(|face| s.apply_face(*face) == at_centre(face))
    };
    let held = Transformation::all().find(is_held)?;
    let upright = seen.map(|colour| held.inverse().apply_face(colour));
    let cube = facelets::cube(&upright).ok()?;
    Some((held.apply(&cube), rotations_to(held)))
}

/// The facelets of a cube of any size.
struct Layers<'a> {
    tuple: &'a FaceletTuple,
    /// Turns met so far.
    turns: HashMap<LayerTurn, Permutation>,
}

impl Turnable for Layers<'_> {
    type Made = Permutation;

    fn size(&self) -> usize {
        self.tuple.size()
    }

    fn nothing(&self) -> Permutation {
        self.tuple.solved()
    }

    fn turn(&mut self, made: &mut Permutation, turn: LayerTurn) {
        let permutation = match self.turns.get(&turn) {
            Some(permutation) => permutation,
            None => {
                let permutation = self.tuple.turn(&turn);
                self.turns.entry(turn).or_insert(permutation)
            }
        };
        *made = made.product(permutation);
    }

    fn append(made: &mut Permutation, more: &Permutation) {
        *made = made.product(more);
    }

    fn inverse(made: &Permutation) -> Permutation {
        made.inverse()
    }

    fn repeated(&self, made: &Permutation, count: u32) -> Permutation {
        made.power(count.into())
    }

    fn length(_: &Permutation, _: char) -> Option<usize> {
        None
    }

    /// A permutation takes up the same memory after any number of turns.
    fn len(_: &Permutation) -> usize {
        0
    }
}
