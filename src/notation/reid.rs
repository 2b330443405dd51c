//! The notation of Michael Reid's solver: the cubies at 20 places, each as the colours seen
//! there, `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`
//! for a solved cube.

use super::error::FormatError;
use super::facelets::{self, Facelets};
use super::piece::Piece;
use super::reader::Reader;
use crate::cube::{Cube, Face};

/// The edges in Reid's order, as numbers in Kociemba's.
pub(super) const EDGES: [u8; 12] = [1, 0, 3, 2, 5, 4, 7, 6, 8, 9, 11, 10];

/// The corners, likewise.
pub(super) const CORNERS: [u8; 8] = [0, 3, 2, 1, 4, 5, 6, 7];

/// The facelets of each place in the order of its letters, which for corners is counter-clockwise.
fn places() -> impl Iterator<Item = Vec<usize>> {
    let edges = EDGES.map(|n| Piece::Edge(n).facelets().to_vec());
    let corners = CORNERS.map(|n| [0, 2, 1].map(|i| Piece::Corner(n).facelets()[i]).to_vec());
    edges.into_iter().chain(corners)
}

/// Reads 20 cubies with spaces between, each as the letters of its colours.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut seen: Facelets = facelets::facelets(&Cube::SOLVED);
    let mut reader = Reader::new(text);
    for place in places() {
        reader.skip_spaces();
        for facelet in place {
            seen[facelet] = reader.next("the letter of a face (U R F D L B)", Face::from_letter)?;
        }
        if reader.peek().is_some_and(|c| !c.is_whitespace()) {
            let expected = "a space after each cubie: 12 edges, then 8 corners";
            return Err(reader.unexpected(expected).into());
        }
    }
    reader.end("no more than 20 cubies")?;
    facelets::cube(&seen)
}

/// The 20 cubies with a space between.
pub fn print(cube: &Cube) -> String {
    let seen = facelets::facelets(cube);
    let colours = |place: Vec<usize>| place.iter().map(|n| seen[*n].letter()).collect::<String>();
    places().map(colours).collect::<Vec<_>>().join(" ")
}
