//! The colours of the facelets.

use super::{Representation, hex_bytes, pack, unpack};
use crate::cube::{Cube, Face, Move};
use crate::notation::facelets::{Facelets, cube, facelets, stickers};
use std::sync::LazyLock;

/// The colours of the 54 facelets, numbers of faces: `[face][facelet]`, faces in the order U R
/// F D L B, facelets row by row.
pub type FaceletArray = FaceletColours<9>;

/// The colours of the 48 facelets that move: like [`FaceletArray`] without the centres.
pub type MovingFacelets = FaceletColours<8>;

/// The colours of the facelets, with centres (`N` = 9) or without (8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaceletColours<const N: usize>([[u8; N]; 6]);

impl<const N: usize> FaceletColours<N> {
    /// The place among the nine of a face, `0..9`.
    fn place(facelet: usize) -> usize {
        facelet + usize::from(N == 8 && facelet >= 4)
    }

    /// Inverse of [`place`](Self::place).
    fn at_place(place: usize) -> usize {
        place - usize::from(N == 8 && place > 4)
    }

    /// Each facelet as a function of its number among all 54.
    fn from_places(colour: impl Fn(usize) -> u8) -> Self {
        FaceletColours(std::array::from_fn(|face| {
            std::array::from_fn(|facelet| colour(9 * face + Self::place(facelet)))
        }))
    }
}

impl<const N: usize> Representation for FaceletColours<N> {
    const NAME: &'static str = if N == 9 {
        "facelets 6x9"
    } else {
        "facelets 6x8"
    };
    const BITS: u32 = 8 * 6 * N as u32;

    fn from_cube(cube: &Cube) -> Self {
        let all = facelets(cube);
        Self::from_places(|place| all[place].index() as u8)
    }

    fn cube(&self) -> Cube {
        let mut all: Facelets = std::array::from_fn(|facelet| Face::ALL[facelet / 9]);
        for (face, colours) in self.0.iter().enumerate() {
            for (facelet, &colour) in colours.iter().enumerate() {
                all[9 * face + Self::place(facelet)] = Face::ALL[usize::from(colour)];
            }
        }
        cube(&all).expect("the facelets are those of a cube")
    }

    fn apply(&self, m: Move) -> Self {
        let sources = &SOURCES[m.index()];
        Self::from_places(|place| {
            let from = sources[place];
            self.0[from / 9][Self::at_place(from % 9)]
        })
    }

    fn hex(&self) -> String {
        self.0.map(|face| hex_bytes(&face)).join(" ")
    }
}

/// The colours of the 48 facelets that move, three bits each: three bytes for a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackedFacelets([[u8; 3]; 6]);

impl PackedFacelets {
    fn pack(facelets: &MovingFacelets) -> Self {
        PackedFacelets(facelets.0.map(|face| {
            let [a, b, c, ..] = pack(&face, 3).to_le_bytes();
            [a, b, c]
        }))
    }

    fn unpack(&self) -> MovingFacelets {
        let word = |[a, b, c]: [u8; 3]| u32::from_le_bytes([a, b, c, 0]).into();
        FaceletColours(self.0.map(|face| unpack(word(face), 3)))
    }
}

impl Representation for PackedFacelets {
    const NAME: &'static str = "facelets, packed";
    const BITS: u32 = 3 * 48;

    fn from_cube(cube: &Cube) -> Self {
        Self::pack(&MovingFacelets::from_cube(cube))
    }

    fn cube(&self) -> Cube {
        self.unpack().cube()
    }

    fn apply(&self, m: Move) -> Self {
        Self::pack(&self.unpack().apply(m))
    }

    fn hex(&self) -> String {
        self.0.map(|face| hex_bytes(&face)).join(" ")
    }
}

/// For each move and place, the place that its facelet comes from.
static SOURCES: LazyLock<[[usize; 54]; 18]> =
    LazyLock::new(|| Move::ALL.map(|m| stickers(m.cube())));
