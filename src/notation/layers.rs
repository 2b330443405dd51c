//! Move sequences of NxNxN cubes, read as permutations of their facelets.
//!
//! Faces `U L F R B D`, wide moves `Rw` or `r` (two layers) and `3Rw` (three), inner layers
//! `2R`, `2-3Rw` from one layer to another, slices `M E S` where there is a middle layer,
//! rotations `x y z`; brackets and comments as in all sequences. Names of layers are fixed in space:
//! after `x`, `U` moves the layer that is up then.
//!
//! ```
//! use cubesolve::cube::FaceletTuple;
//! use cubesolve::notation::layers;
//!
//! let tuple = FaceletTuple::new(5).unwrap();
//! let both = layers::parse("2-3Rw", &tuple)?;
//! assert_eq!(both, layers::parse("2R 3R", &tuple)?);
//! assert_eq!(both.order(), Some(4));
//! # Ok::<(), cubesolve::TextError>(())
//! ```

use super::brackets::{self, Product, Rules};
use super::facelets::{self, Facelets};
use super::reader::TextError;
use super::sequence::rotations_to;
use crate::cube::{Cube, Face, FaceletTuple, Metric, NxnMove, Sequence, Transformation};
use crate::permutation::Permutation;
use std::collections::HashMap;

/// Reads a sequence of moves and applies it to a solved cube. Takes time proportional to the length
/// of the text, whatever the repeat counts.
///
/// # Errors
/// The first place where the text is no such sequence, and what was expected there.
pub fn parse(text: &str, tuple: &FaceletTuple) -> Result<Permutation, TextError> {
    parse_with_notes(text, tuple, &mut vec![])
}

/// The same with notes on what could mean something else.
pub(crate) fn parse_with_notes(
    text: &str,
    tuple: &FaceletTuple,
    notes: &mut Vec<String>,
) -> Result<Permutation, TextError> {
    let mut known: HashMap<NxnMove, Permutation> = HashMap::new();
    let rules = Rules {
        size: tuple.size(),
        identity: tuple.solved(),
        push: Box::new(|product: &mut Permutation, m| {
            let made = known.entry(m);
            product.append(made.or_insert_with_key(|m| tuple.permutation(m)));
        }),
        on_inverse: None,
        is_in_link: false,
    };
    brackets::parse(text, rules, notes)
}

/// The cube that facelets of the 3x3x3 show, its centres at home, and the rotations that follow it.
/// `None` if no sequence leads there from the solved cube.
///
/// # Panics
/// If there are not 54 facelets.
pub fn cube_and_rotations(facelets: &Permutation) -> Option<(Cube, Sequence)> {
    let tuple = FaceletTuple::of_3x3x3();
    if !tuple.keeps_cubies(facelets) {
        return None;
    }
    let mut seen: Facelets = [Face::U; 54];
    for (place, &facelet) in facelets.images().iter().enumerate() {
        seen[facelets::number_of(place)] = FaceletTuple::FACES[facelet as usize / 9];
    }
    let centres = Face::ALL.map(|face| (face, seen[9 * face.index() + 4]));
    let held = Transformation::rotation(centres)?;
    let upright = seen.map(|colour| held.inverse().apply_face(colour));
    let cube = facelets::cube(&upright).ok()?;
    Some((held.apply(&cube), rotations_to(held)))
}

impl Product for Permutation {
    fn append(&mut self, more: &Permutation) {
        *self = self.product(more);
    }

    fn inverse(&self) -> Permutation {
        Permutation::inverse(self)
    }

    fn power(&self, count: u32) -> Permutation {
        Permutation::power(self, count.into())
    }

    fn stored(&self) -> usize {
        0
    }

    fn length(&self, _: Metric) -> Option<usize> {
        None
    }
}
