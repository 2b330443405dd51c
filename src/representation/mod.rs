//! Ways to hold a cube in memory, side by side: how small, how fast, how clear.
//!
//! After B. Botto, *Finding Optimal Solutions to the Rubik's Cube*, part 3, and the offsets of
//! LMY's *Rubbik*. All hold the same positions; the solver itself uses [`Cube`] and the
//! packed registers of its search. [`ALL`] lists them, and measures them.
//!
//! ```
//! use cubesolve::cube::{Cube, Face, Move};
//! use cubesolve::representation::{ALL, Base24, Representation};
//!
//! let f = Move::new(Face::F, 1);
//! let held = Base24::from_cube(&Cube::SOLVED).apply(f);
//! assert_eq!(held.cube(), Cube::from_moves([f]));
//! for info in ALL {
//!     println!("{:20} {:3} bits  {}", info.name, info.bits, (info.hex)(&Cube::SOLVED));
//! }
//! ```
//!
//! # Space, overhead, clarity
//!
//! Fast is tens of nanoseconds, medium hundreds, slow a microsecond and more; `cubesolve represent
//! --measure` measures them. A position cannot take less than 66 bits.
//!
//! | form | bits | move | product | clarity |
//! |---|---|---|---|---|
//! | [facelets 6x9](FaceletArray) | 432 | fast | slow | as on the cube; cubies have to be searched for |
//! | [facelets 6x8](MovingFacelets) | 384 | fast | slow | the same without the centres |
//! | [facelets, packed](PackedFacelets) | 144 | fast | slow | the same, readable only as octal digits |
//! | [permutation arrays](PermutationArrays) | 192 | fast | fast | each cubie by name; products are those of mathematics |
//! | [permutations, packed](PackedPermutations) | 128 | fast | fast | the same, a cubie in three or four bits |
//! | [permutations, tight](TightPermutations) | 104 | fast | fast | the same, and cubies across bytes |
//! | [base 24](Base24) | 92 | medium | medium | a digit is a cubie, but nobody divides by 24 in their head |
//! | [index digits](Digits) | 80 | medium | medium | four ranks: 0 where solved, opaque elsewhere |
//! | [split coordinates](SplitState) | 80 | fast | slow | the same in five; needs 3 MB of tables |
//! | [index](IndexBytes) | 72 | medium | medium | one opaque number, good for lists |
//! | [Rubbik, layers](LayerOffsets) | 71 | medium | slow | progress of a layer-by-layer method |
//! | [Rubbik, pieces](PieceOffsets) | 69 | medium | slow | one opaque number of three parts |
//!
//! Permutation arrays win for moving: only facelets move as fast, and those have no product.
//! The index wins for storing. [`Cube`] is permutation arrays with a byte for each orientation.

mod facelets;
mod measure;
mod numbers;
mod permutations;
mod split;

pub use facelets::{FaceletArray, FaceletColours, MovingFacelets, PackedFacelets};
pub use measure::Times;
pub use numbers::{Base24, Digits, IndexBytes, LayerOffsets, PieceOffsets, RubbikOffset};
pub use permutations::{PackedPermutations, PermutationArrays, TightPermutations};
pub use split::SplitState;

use crate::cube::{Cube, Move};

/// A way to hold any position of the cube. Operations that a form does not support directly go
/// through [`Cube`], which is their cost in practice.
pub trait Representation: Copy + Eq + std::fmt::Debug {
    /// Its name.
    const NAME: &'static str;

    /// Bits of a value in storage.
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

    /// Bytes of the tables that moves are looked up in, 0 without tables.
    fn table_bytes() -> usize {
        0
    }
}

/// A representation in the list [`ALL`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct RepresentationInfo {
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

impl RepresentationInfo {
    const fn of<R: Representation>() -> RepresentationInfo {
        RepresentationInfo {
            name: R::NAME,
            bits: R::BITS,
            bytes: size_of::<R>(),
            table_bytes: R::table_bytes,
            hex: |cube| R::from_cube(cube).hex(),
            measure: measure::measure::<R>,
        }
    }
}

/// All representations, from facelets to a single number.
pub const ALL: [RepresentationInfo; 12] = [
    RepresentationInfo::of::<FaceletArray>(),
    RepresentationInfo::of::<MovingFacelets>(),
    RepresentationInfo::of::<PackedFacelets>(),
    RepresentationInfo::of::<PermutationArrays>(),
    RepresentationInfo::of::<PackedPermutations>(),
    RepresentationInfo::of::<TightPermutations>(),
    RepresentationInfo::of::<Base24>(),
    RepresentationInfo::of::<Digits>(),
    RepresentationInfo::of::<SplitState>(),
    RepresentationInfo::of::<IndexBytes>(),
    RepresentationInfo::of::<LayerOffsets>(),
    RepresentationInfo::of::<PieceOffsets>(),
];

/// Bytes in hexadecimal, in their order.
fn hex_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hex_number(number: impl Into<u128>, bits: u32) -> String {
    let digits = bits.div_ceil(4) as usize;
    format!("{:0digits$x}", number.into())
}

/// The items in fields of `width` bits, the first lowest.
fn pack(items: &[u8], width: u32) -> u64 {
    items
        .iter()
        .rfold(0, |word, &item| word << width | u64::from(item))
}

fn unpack<const N: usize>(word: u64, width: usize) -> [u8; N] {
    std::array::from_fn(|i| (word >> (i * width) & ((1 << width) - 1)) as u8)
}
