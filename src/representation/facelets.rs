//! The colours of the facelets.

use super::{Representation, hex_bytes};
use crate::cube::{BlockMove, Cube, Face, FaceletTuple, Move};
use crate::notation::facelets::{Facelets, cube, facelets, number_of};
use std::sync::LazyLock;

/// The colours of the 54 facelets, numbers of faces: `[face][facelet]`, faces in the order U R
/// F D L B, facelets row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaceletArray([[u8; 9]; 6]);

impl Representation for FaceletArray {
    const NAME: &'static str = "facelets 6x9";
    const BITS: u32 = 8 * 54;

    fn from_cube(cube: &Cube) -> Self {
        let colours = facelets(cube).map(|face| face.index() as u8);
        FaceletArray(bytemuck::cast(colours))
    }

    fn cube(&self) -> Cube {
        let colours: [u8; 54] = bytemuck::cast(self.0);
        cube_of(&colours.map(|colour| Face::ALL[usize::from(colour)]))
    }

    fn apply(&self, m: Move) -> Self {
        let colours: [u8; 54] = bytemuck::cast(self.0);
        let moved = SOURCES.all[m.index()].map(|from| colours[usize::from(from)]);
        FaceletArray(bytemuck::cast(moved))
    }

    fn hex(&self) -> String {
        self.0.map(|face| hex_bytes(&face)).join(" ")
    }
}

/// The colours of the 48 facelets that move: like [`FaceletArray`] without the centres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovingFacelets([[u8; 8]; 6]);

impl Representation for MovingFacelets {
    const NAME: &'static str = "facelets 6x8";
    const BITS: u32 = 8 * 48;

    fn from_cube(cube: &Cube) -> Self {
        let all = facelets(cube);
        let colours: [u8; 48] = std::array::from_fn(|i| all[with_centres(i)].index() as u8);
        MovingFacelets(bytemuck::cast(colours))
    }

    fn cube(&self) -> Cube {
        let mut all: Facelets = std::array::from_fn(|facelet| Face::ALL[facelet / 9]);
        for (i, &colour) in self.0.as_flattened().iter().enumerate() {
            all[with_centres(i)] = Face::ALL[usize::from(colour)];
        }
        cube_of(&all)
    }

    fn apply(&self, m: Move) -> Self {
        let colours: [u8; 48] = bytemuck::cast(self.0);
        let moved = SOURCES.moving[m.index()].map(|from| colours[usize::from(from)]);
        MovingFacelets(bytemuck::cast(moved))
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
            let bits = face
                .iter()
                .rfold(0, |bits, &colour| bits << 3 | u32::from(colour));
            let [a, b, c, _] = bits.to_le_bytes();
            [a, b, c]
        }))
    }

    fn unpack(&self) -> MovingFacelets {
        MovingFacelets(self.0.map(|[a, b, c]| {
            let bits = u32::from_le_bytes([a, b, c, 0]);
            std::array::from_fn(|facelet| (bits >> (3 * facelet) & 0b111) as u8)
        }))
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

fn cube_of(facelets: &Facelets) -> Cube {
    cube(facelets).expect("the facelets are those of a cube")
}

/// The number among all 54 facelets of one of the 48 that move.
fn with_centres(moving: usize) -> usize {
    let (face, facelet) = (moving / 8, moving % 8);
    9 * face + facelet + usize::from(facelet >= 4)
}

/// For each move and place, the place that its facelet comes from.
struct Sources {
    all: [[u8; 54]; 18],
    moving: [[u8; 48]; 18],
}

static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
    let all = Move::ALL.map(move_sources);
    let moving = all.map(|sources| {
        std::array::from_fn(|place| {
            let from = sources[with_centres(place)];
            from - from / 9 - u8::from(from % 9 > 4)
        })
    });
    Sources { all, moving }
});

/// From the geometry of the facelet tuple, which numbers the faces in another order.
fn move_sources(m: Move) -> [u8; 54] {
    let permutation = FaceletTuple::of_3x3x3().permutation(&BlockMove {
        face: m.face(),
        layers: 1..=1,
        turns: m.turns(),
    });
    let mut sources = [0; 54];
    for (place, &from) in permutation.images().iter().enumerate() {
        sources[number_of(place)] = number_of(from as usize) as u8;
    }
    sources
}
