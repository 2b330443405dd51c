//! The 54 facelets of the cube, named by colour.

use crate::cube::{Cube, Face};

/// The colour of each facelet: faces in the order U R F D L B, each from its top left to
/// its bottom right facelet. Seen with U above for R F L B, F below for U, F above for D.
pub type Facelets = [Face; 54];

/// The facelets of each corner position, the one on U or D first, then clockwise.
pub const CORNER_FACELETS: [[usize; 3]; 8] = [
    [8, 9, 20],
    [6, 18, 38],
    [0, 36, 47],
    [2, 45, 11],
    [29, 26, 15],
    [27, 44, 24],
    [33, 53, 42],
    [35, 17, 51],
];

/// The facelets of each edge position, the one that counts for its flip first.
pub const EDGE_FACELETS: [[usize; 2]; 12] = [
    [5, 10],
    [7, 19],
    [3, 37],
    [1, 46],
    [32, 16],
    [28, 25],
    [30, 43],
    [34, 52],
    [23, 12],
    [21, 41],
    [50, 39],
    [48, 14],
];

/// The facelets of a cube held with the U centre above and the F centre in front.
pub fn facelets(cube: &Cube) -> Facelets {
    let home = |facelet: usize| Face::ALL[facelet / 9];
    let mut facelets = std::array::from_fn(home);
    for (position, places) in CORNER_FACELETS.iter().enumerate() {
        let cubie = CORNER_FACELETS[usize::from(cube.corners()[position])];
        let twist = usize::from(cube.corner_orientations()[position]);
        for (n, facelet) in cubie.into_iter().enumerate() {
            facelets[places[(n + twist) % 3]] = home(facelet);
        }
    }
    for (position, places) in EDGE_FACELETS.iter().enumerate() {
        let cubie = EDGE_FACELETS[usize::from(cube.edges()[position])];
        let flip = usize::from(cube.edge_orientations()[position]);
        for (n, facelet) in cubie.into_iter().enumerate() {
            facelets[places[(n + flip) % 2]] = home(facelet);
        }
    }
    facelets
}

/// The facelets as 54 letters of faces.
pub fn print(cube: &Cube) -> String {
    facelets(cube).iter().map(|face| face.letter()).collect()
}
