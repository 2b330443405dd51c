//! The notation of Michael Reid's solver: the cubies at 20 places, each as the colours seen
//! there, `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`
//! for a solved cube.

use super::error::FormatError;
use super::facelets::{self, Facelets};
use super::piece::Piece;
use crate::cube::{Cube, Face};
use crate::text::Reader;

/// The places in Reid's order, the letters in the order in which their colours are given.
const PLACES: [&str; 20] = [
    "UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL", "UFR", "URB", "UBL",
    "ULF", "DRF", "DFL", "DLB", "DBR",
];

/// The facelets of a place in the order of its letters.
fn facelets_of(place: &str) -> impl Iterator<Item = usize> {
    let is_here = |piece: &Piece| {
        piece.name().len() == place.len() && piece.name().chars().all(|c| place.contains(c))
    };
    let piece = Piece::all().find(is_here).expect("places are of pieces");
    place.chars().map(move |letter| {
        let n = piece.name().find(letter).expect("the same letters");
        piece.facelets()[n]
    })
}

fn face(letter: char) -> Option<Face> {
    Face::from_letter(letter.to_ascii_uppercase())
}

/// Reads 20 cubies with spaces between, each as the letters of its colours.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut seen: Facelets = facelets::facelets(&Cube::SOLVED);
    let mut reader = Reader::new(text);
    for place in PLACES {
        reader.skip_spaces();
        for facelet in facelets_of(place) {
            seen[facelet] = reader.next("the letter of a face (U R F D L B)", face)?;
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
    PLACES
        .map(|place| {
            facelets_of(place)
                .map(|n| seen[n].letter())
                .collect::<String>()
        })
        .join(" ")
}
