//! Ways to hold a cube in memory, side by side: how small, how fast, how clear.
//!
//! After B. Botto, *Finding Optimal Solutions to the Rubik's Cube*, part 3, and the offsets of
//! LMY's *Rubbik*. They hold the same positions; the solver itself uses [`Cube`] and the
//! packed registers of its search.

mod facelets;
mod index;
mod permutations;
mod rubbik;
mod split;

pub use facelets::{FaceletArray, MovingFacelets, PackedFacelets};
pub use index::{Digits, IndexBytes};
pub use permutations::{PackedPermutations, PermutationArrays, TightPermutations};
pub use rubbik::{LayerOffsets, PieceOffsets};
pub use split::SplitState;

use crate::cube::{Cube, Move};

/// A way to hold any position of the cube.
pub trait Representation: Copy + Eq + std::fmt::Debug {
    /// What it is called.
    const NAME: &'static str;

    /// Bits that a value takes up in storage.
    const BITS: u32;

    /// The position in this form.
    fn from_cube(cube: &Cube) -> Self;

    /// The position as permutation and orientation arrays.
    fn cube(&self) -> Cube;

    /// The position after one move.
    fn apply(&self, m: Move) -> Self;
}
