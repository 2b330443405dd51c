//! The colours as one sees them.

use super::{Representation, hex_bytes};
use crate::cube::{Cube, Face, Move};
use crate::notation::facelets::{Facelets, cube, facelets, number_of};
use crate::permutation::{FaceletTuple, LayerTurn, Side};
use std::sync::LazyLock;

/// Facelets of a face without the centre.
const MOVING: usize = 8;

/// The colours of the 54 facelets, numbers of faces: `[face][facelet]`, faces in the order U R
/// F D L B, facelets by rows.
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
        let sources = &SOURCES.all[m.index()];
        FaceletArray(bytemuck::cast(
            sources.map(|from| colours[usize::from(from)]),
        ))
    }

    fn hex(&self) -> String {
        self.0.map(|face| hex_bytes(&face)).join(" ")
    }
}

/// The colours of the 48 facelets that move: like [`FaceletArray`] without the centres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovingFacelets([[u8; MOVING]; 6]);

impl Representation for MovingFacelets {
    const NAME: &'static str = "facelets 6x8";
    const BITS: u32 = 8 * 48;

    fn from_cube(cube: &Cube) -> Self {
        let all = facelets(cube);
        let colour = |moving| all[with_centres(moving)].index() as u8;
        let colours: [u8; 48] = std::array::from_fn(colour);
        MovingFacelets(bytemuck::cast(colours))
    }

    fn cube(&self) -> Cube {
        let mut all: Facelets = std::array::from_fn(|facelet| Face::ALL[facelet / 9]);
        for (moving, &colour) in self.0.as_flattened().iter().enumerate() {
            all[with_centres(moving)] = Face::ALL[usize::from(colour)];
        }
        cube_of(&all)
    }

    fn apply(&self, m: Move) -> Self {
        let colours: [u8; 48] = bytemuck::cast(self.0);
        let sources = &SOURCES.moving[m.index()];
        MovingFacelets(bytemuck::cast(
            sources.map(|from| colours[usize::from(from)]),
        ))
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

/// The number among 54 of a facelet that has a number among the 48 that move.
fn with_centres(moving: usize) -> usize {
    let (face, facelet) = (moving / MOVING, moving % MOVING);
    9 * face + facelet + usize::from(facelet >= 4)
}

/// For each move and place the place whose facelet comes there.
struct Sources {
    all: [[u8; 54]; 18],
    moving: [[u8; 48]; 18],
}

/// From the geometry of the facelet tuple, which numbers the faces in another order.
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

fn move_sources(m: Move) -> [u8; 54] {
    let tuple = FaceletTuple::new(3).expect("3 is a size");
    let side = |face: Face| Side::from_letter(face.letter()).expect("a face is a side");
    let turned = tuple.turn(&LayerTurn {
        side: side(m.face()),
        layers: 1..=1,
        turns: m.turns(),
    });
    let mut sources = [0; 54];
    for (place, &from) in turned.images().iter().enumerate() {
        sources[number_of(place)] = number_of(from as usize) as u8;
    }
    sources
}
