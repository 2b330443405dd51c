//! The 54 facelets of the cube, named by colour.

use super::assembly::Assembly;
use super::error::FormatError;
use super::piece::{CORNER_FACELETS, EDGE_FACELETS, Piece, face_of};
use super::reader::Reader;
use crate::cube::{Cube, Face, Transformation};

/// The colour of each facelet: faces in the order U R F D L B, each from its top left to
/// its bottom right facelet. Seen with U above for R F L B, F below for U, F above for D.
pub type Facelets = [Face; 54];

/// The facelets of a cube held with the U centre above and the F centre in front.
pub fn facelets(cube: &Cube) -> Facelets {
    let mut facelets = std::array::from_fn(face_of);
    for (position, places) in CORNER_FACELETS.iter().enumerate() {
        let cubie = CORNER_FACELETS[usize::from(cube.corners()[position])];
        let twist = usize::from(cube.corner_orientations()[position]);
        for (n, facelet) in cubie.into_iter().enumerate() {
            facelets[places[(n + twist) % 3]] = face_of(facelet);
        }
    }
    for (position, places) in EDGE_FACELETS.iter().enumerate() {
        let cubie = EDGE_FACELETS[usize::from(cube.edges()[position])];
        let flip = usize::from(cube.edge_orientations()[position]);
        for (n, facelet) in cubie.into_iter().enumerate() {
            facelets[places[(n + flip) % 2]] = face_of(facelet);
        }
    }
    facelets
}

/// The facelets of a cube held as [`Sequence::orientation`](crate::cube::Sequence::orientation)
/// says.
pub fn held(cube: &Cube, orientation: Transformation) -> Facelets {
    let as_held = orientation.inverse().apply(cube);
    facelets(&as_held).map(|face| orientation.apply_face(face))
}

/// The cube that looks so. The centres must be at home.
///
/// # Errors
/// A place whose colours are those of no cubie, or an impossible cube.
pub fn cube(facelets: &Facelets) -> Result<Cube, FormatError> {
    let mut pieces = Assembly::from(&Cube::SOLVED);
    for n in 0..8 {
        let (cubie, twist) = cubie_at(Piece::Corner(n as u8), (0..8).map(Piece::Corner), facelets)?;
        pieces.corners[n] = cubie;
        pieces.corner_orientations[n] = twist;
    }
    for n in 0..12 {
        let (cubie, flip) = cubie_at(Piece::Edge(n as u8), (0..12).map(Piece::Edge), facelets)?;
        pieces.edges[n] = cubie;
        pieces.edge_orientations[n] = flip;
    }
    Ok(pieces.into_cube()?)
}

/// Number and orientation of the cubie, one of `candidates`, that shows its colours at
/// `place`.
fn cubie_at(
    place: Piece,
    candidates: impl Iterator<Item = Piece>,
    facelets: &Facelets,
) -> Result<(u8, u8), FormatError> {
    let colours: Vec<Face> = place.facelets().iter().map(|n| facelets[*n]).collect();
    let sides = colours.len();
    for (number, candidate) in (0..).zip(candidates) {
        let cubie = candidate.facelets();
        let shown = |o: usize| (0..sides).all(|n| colours[(n + o) % sides] == face_of(cubie[n]));
        if let Some(orientation) = (0..sides).find(|o| shown(*o)) {
            return Ok((number, orientation as u8));
        }
    }
    let colours = colours.iter().map(|face| face.letter()).collect();
    Err(FormatError::NoSuchPiece { place, colours })
}

/// Reads 54 symbols with any white space between. The centres say which symbol means
/// which face.
///
/// # Errors
/// What is wrong with the symbols, or with the cube they show.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let symbols = symbols(text)?;
    cube(&faces_by_centres(&symbols)?).map_err(|error| match error {
        FormatError::NoSuchPiece { place, .. } => FormatError::NoSuchPiece {
            place,
            colours: place.facelets().iter().map(|n| symbols[*n].1).collect(),
        },
        other => other,
    })
}

/// The symbols and their columns.
fn symbols(text: &str) -> Result<Vec<(usize, char)>, FormatError> {
    let mut reader = Reader::new(text);
    let mut symbols = Vec::with_capacity(54);
    for _ in 0..54 {
        reader.skip_spaces();
        symbols.push((reader.column(), reader.next("54 facelets", Some)?));
    }
    reader.end("no more than 54 facelets")?;
    Ok(symbols)
}

fn faces_by_centres(symbols: &[(usize, char)]) -> Result<Facelets, FormatError> {
    let centres: Vec<char> = symbols.iter().skip(4).step_by(9).map(|(_, c)| *c).collect();
    for (face, centre) in centres.iter().enumerate() {
        if centres[..face].contains(centre) {
            return Err(FormatError::Unexpected {
                column: symbols[9 * face + 4].0,
                expected: "a centre different from those before",
                found: Some(*centre),
            });
        }
    }
    let mut facelets = [Face::U; 54];
    for (facelet, &(column, symbol)) in facelets.iter_mut().zip(symbols) {
        let face = centres.iter().position(|centre| *centre == symbol);
        let face = face.ok_or(FormatError::Unexpected {
            column,
            expected: "the symbol of one of the six centres",
            found: Some(symbol),
        })?;
        *facelet = Face::ALL[face];
    }
    for (face, &symbol) in Face::ALL.iter().zip(&centres) {
        let count = facelets.iter().filter(|colour| *colour == face).count();
        if count != 9 {
            return Err(FormatError::ColourCount { symbol, count });
        }
    }
    Ok(facelets)
}

/// The facelets as 54 letters of faces.
pub fn print(cube: &Cube) -> String {
    letters(&facelets(cube))
}

/// The letters of facelets.
pub fn letters(facelets: &Facelets) -> String {
    facelets.iter().map(|face| face.letter()).collect()
}
