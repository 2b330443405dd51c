//! The 54 facelets of the cube, named by colour.
//!
//! ```
//! use cubesolve::cube::Sequence;
//! use cubesolve::notation::facelets;
//!
//! let cube = Sequence::parse("R")?.cube();
//! let text = "UUFUUFUUF RRRRRRRRR FFDFFDFFD DDBDDBDDB LLLLLLLLL UBBUBBUBB";
//! assert_eq!(facelets::parse(text)?, cube);
//! assert_eq!(facelets::print(&cube), text.replace(' ', ""));
//! # Ok::<(), cubesolve::notation::FormatError>(())
//! ```

use super::error::FormatError;
use super::impossible::ImpossibleCube;
use super::incomplete::Incomplete;
use super::piece::{Piece, face_of};
use super::symbols::{
    Symbol, in_net, is_net, symbols, symbols_by_face, unexpected, with_short_names, wrong_lines,
};
use super::wrapping::unwrapped;
use crate::cube::{Cube, Face, FaceletTuple, Transformation};
use std::collections::HashSet;

pub use super::piece::Facelets;

/// The sticker at each place of a cube held with the U centre above and the F centre in front,
/// `0..54`: as its place on the solved cube.
pub fn stickers(cube: &Cube) -> [usize; 54] {
    let mut stickers = std::array::from_fn(|place| place);
    for place in Piece::all() {
        for (facelet, sticker) in place.stickers(cube.at(place)) {
            stickers[facelet] = sticker;
        }
    }
    stickers
}

/// The facelets of a cube held with the U centre above and the F centre in front.
pub fn facelets(cube: &Cube) -> Facelets {
    stickers(cube).map(face_of)
}

/// The number of a facelet by its number in a [`FaceletTuple`]
/// of size 3, which has the faces in another order.
pub(crate) fn number_of(in_tuple: usize) -> usize {
    9 * FaceletTuple::FACES[in_tuple / 9].index() + in_tuple % 9
}

/// The facelets of a cube held as [`Sequence::orientation`](crate::cube::Sequence::orientation)
/// says.
pub fn held(cube: &Cube, orientation: Transformation) -> Facelets {
    let as_held = orientation.inverse().apply(cube);
    facelets(&as_held).map(|face| orientation.apply_face(face))
}

/// The cube with these colours. The centres must be at home.
///
/// # Errors
/// [`FormatError::Impossible`] with the places whose colours are on no cubie, or with what is wrong
/// with the pieces.
pub fn cube(facelets: &Facelets) -> Result<Cube, FormatError> {
    let centres = Face::ALL.map(Face::letter);
    let colours = facelets.map(Some);
    Ok(Incomplete { colours, centres }.cube()?)
}

/// Reads 54 symbols with any white space, commas, semicolons and quotes between, face by face or
/// as the lines of a net (U above L F R B above D). The centres say which symbol means which face.
/// Letters of faces whose centres no rotation of the cube could bring there name the faces in
/// another order, such as ULFRBD. So do the colours W O G R B Y (white, orange ...) of the standard
/// scheme, white opposite yellow, if their centres stand in the order ULFRBD; names of colours count
/// as their first letters or two. 54 symbols in one line may also be those of a net row by row, if only this
/// order gives a possible cube. They may be in a JSON list, in lists for the faces, in an object
/// `{"U": "UUUUUUUUU", ...}`, in quotes, behind a number and before a comment. Capitals and small letters are the same where there are more than six
/// symbols otherwise.
///
/// # Errors
/// What is wrong with the symbols, or with the cube they show.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let text = &with_short_names(&unwrapped(text));
    let as_they_stand = symbols(text)?;
    let in_rows = || cube_of(&in_net(as_they_stand));
    let by_face = symbols_by_face(text);
    match by_face.clone().and_then(|by_face| cube_of(&by_face)) {
        // a net in one line has other letters where the faces have their centres
        Ok(_) if !is_net(text) && by_face != Ok(as_they_stand) && in_rows().is_ok() => {
            Err(wrong_lines())
        }
        Err(error) if !is_net(text) => in_rows().map_err(|_| error),
        read => read,
    }
}

/// The cube with these symbols, whose meaning the centres say.
fn cube_of(symbols: &[Symbol; 54]) -> Result<Cube, FormatError> {
    let count = |symbol| symbols.iter().filter(|(_, c)| *c == symbol).count();
    let kinds: HashSet<char> = symbols.iter().map(|(_, c)| *c).collect();
    let rarest = symbols.iter().min_by_key(|(_, c)| count(*c));
    if let Some(symbol) = rarest.filter(|_| kinds.len() > 6) {
        let expected = "the symbol of one of the six centres (all 54 facelets must be known)";
        return Err(unexpected(*symbol, expected));
    }
    let cube = Incomplete::new(*symbols)?;
    let mut counts = cube.colour_counts();
    if let Some(miscounted) = counts.find(|reason| reason.facelets.len() != 9) {
        let reasons = vec![miscounted];
        return Err(ImpossibleCube { reasons }.into());
    }
    Ok(cube.cube()?)
}

/// The facelets as 54 letters of faces.
pub fn print(cube: &Cube) -> String {
    letters(&facelets(cube))
}

/// The letters of facelets.
pub fn letters(facelets: &Facelets) -> String {
    facelets.iter().map(|face| face.letter()).collect()
}
