//! Ways to hold a cube in memory, side by side: how small, how fast, how clear.
//!
//! After B. Botto, *Finding Optimal Solutions to the Rubik's Cube*, part 3, and the offsets of
//! LMY's *Rubbik*. They hold the same positions; the solver itself uses [`Cube`] and the
//! packed registers of its search. [`ALL`] lists them for any cube, and measures them.
//!
//! ```
//! use cubesolve::cube::{Cube, Face, Move};
//! use cubesolve::representation::{ALL, Base24, Representation};
//!
//! let f = Move::new(Face::F, 1);
//! let held = Base24::from_cube(&Cube::SOLVED).apply(f);
//! assert_eq!(held.cube(), Cube::from_moves([f]));
//! for entry in ALL {
//!     println!("{:20} {:3} bits  {}", entry.name, entry.bits, (entry.hex)(&Cube::SOLVED));
//! }
//! ```
//!
//! # Space, overhead, clarity
//!
//! Times in nanoseconds, the shortest of several runs on one core of a busy server;
//! `cubesolve represent --measure` tells them for any machine. A position cannot take less
//! than 66 bits.
//!
//! | form | bits | move | product | inverse | == | clarity |
//! |---|---|---|---|---|---|---|
//! | [facelets 6x9](FaceletArray) | 432 | 24 | 2600 | 900 | 4 | what one sees; pieces have to be looked for |
//! | [facelets 6x8](MovingFacelets) | 384 | 19 | 2800 | 1000 | 3 | the same without the centres |
//! | [facelets, packed](PackedFacelets) | 144 | 59 | 2800 | 1000 | 1 | the same, readable only by octal digits |
//! | [permutation arrays](PermutationArrays) | 192 | 28 | 27 | 110 | 3 | each piece by name; products are those of mathematics |
//! | [permutations, packed](PackedPermutations) | 128 | 38 | 37 | 120 | 1 | the same, a piece in three or four bits |
//! | [permutations, tight](TightPermutations) | 104 | 48 | 46 | 130 | 1 | the same, and pieces across bytes |
//! | [base 24](Base24) | 92 | 220 | 390 | 220 | 1 | a digit is a piece, but no one divides by 24 in his head |
//! | [index digits](Digits) | 80 | 330 | 590 | 210 | 2 | four ranks: what is solved is 0, all else a riddle |
//! | [split coordinates](SplitState) | 80 | 64 | 1300 | 510 | 2 | the same in five; needs 2.2 MB of tables, and code that knows them |
//! | [index](IndexBytes) | 72 | 350 | 640 | 210 | 1 | one number: good for a list, says nothing |
//! | [Rubbik, layers](LayerOffsets) | 71 | 870 | 1400 | 400 | 1 | how far a beginner's method has come |
//! | [Rubbik, pieces](PieceOffsets) | 69 | 930 | 1500 | 420 | 1 | one number of three parts: says as little |
//!
//! For moving, permutation arrays win: only facelets move as fast, and those have no product.
//! For keeping, the index does. [`Cube`] is permutation arrays with a byte for each
//! orientation, and the search keeps indices where it remembers positions.

mod base24;
mod facelets;
mod index;
mod measure;
mod permutations;
mod rubbik;
mod split;

pub use base24::Base24;
pub use facelets::{FaceletArray, MovingFacelets, PackedFacelets};
pub use index::{Digits, IndexBytes};
pub use measure::Times;
pub use permutations::{PackedPermutations, PermutationArrays, TightPermutations};
pub use rubbik::{LayerOffsets, PieceOffsets};
pub use split::SplitState;

use crate::cube::{Cube, Move};

/// A way to hold any position of the cube. What a form has no way of its own to do goes
/// through [`Cube`], which is what it costs in practice.
pub trait Representation: Copy + Eq + std::fmt::Debug {
    /// What it is called.
    const NAME: &'static str;

    /// Bits that a value takes up in storage.
    const BITS: u32;

    /// The position in this form.
    fn from_cube(cube: &Cube) -> Self;

    /// The position as permutation and orientation arrays.
    fn cube(&self) -> Cube;

    /// The value in hexadecimal digits, with spaces between its fields.
    fn hex(&self) -> String;

    /// The position after one move.
    fn apply(&self, m: Move) -> Self {
        Self::from_cube(&self.cube().apply(m))
    }

    /// The group product `self · other`: first `self`, then `other`.
    fn product(&self, other: &Self) -> Self {
        Self::from_cube(&self.cube().product(&other.cube()))
    }

    /// The position that undoes this one.
    fn inverse(&self) -> Self {
        Self::from_cube(&self.cube().inverse())
    }

    /// Bytes of the tables that moves are looked up in.
    fn table_bytes() -> usize {
        0
    }
}

/// A representation among the others.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// [`Representation::NAME`].
    pub name: &'static str,
    /// [`Representation::BITS`].
    pub bits: u32,
    /// Bytes of a value in memory.
    pub bytes: usize,
    /// [`Representation::table_bytes`].
    pub table_bytes: fn() -> usize,
    /// A cube in this form: [`Representation::hex`].
    pub hex: fn(&Cube) -> String,
    /// Measures it on the spot, on one core, for a few hundredths of a second.
    pub measure: fn() -> Times,
}

impl Entry {
    const fn of<R: Representation>() -> Entry {
        Entry {
            name: R::NAME,
            bits: R::BITS,
            bytes: size_of::<R>(),
            table_bytes: R::table_bytes,
            hex: |cube| R::from_cube(cube).hex(),
            measure: measure::measure::<R>,
        }
    }
}

/// All representations, from what one sees to one number.
pub const ALL: [Entry; 12] = [
    Entry::of::<FaceletArray>(),
    Entry::of::<MovingFacelets>(),
    Entry::of::<PackedFacelets>(),
    Entry::of::<PermutationArrays>(),
    Entry::of::<PackedPermutations>(),
    Entry::of::<TightPermutations>(),
    Entry::of::<Base24>(),
    Entry::of::<Digits>(),
    Entry::of::<SplitState>(),
    Entry::of::<IndexBytes>(),
    Entry::of::<LayerOffsets>(),
    Entry::of::<PieceOffsets>(),
];

/// Bytes in hexadecimal, in their order.
fn hex_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number of so many bits in hexadecimal.
fn hex_number(number: impl Into<u128>, bits: u32) -> String {
    format!(
        "{:0width$x}",
        number.into(),
        width = bits.div_ceil(4) as usize
    )
}
