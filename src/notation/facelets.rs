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
use super::incomplete::Incomplete;
use super::piece::{CORNER_FACELETS, EDGE_FACELETS, face_of};
use super::reader::is_between;
use crate::cube::{Cube, Face, FaceletTuple, Transformation};
use std::collections::HashSet;

/// The colour of each facelet: faces in the order U R F D L B, each from its top left to
/// its bottom right facelet. Seen with U above for R F L B, F below for U, F above for D.
pub type Facelets = [Face; 54];

/// The sticker at each place of a cube held with the U centre above and the F centre in front,
/// `0..54`: as its place on the solved cube.
pub fn stickers(cube: &Cube) -> [usize; 54] {
    let mut stickers = std::array::from_fn(|place| place);
    let mut put = |cubie: &[usize], places: &[usize], turned: u8| {
        for (n, sticker) in cubie.iter().enumerate() {
            stickers[places[(n + usize::from(turned)) % places.len()]] = *sticker;
        }
    };
    for (position, places) in CORNER_FACELETS.iter().enumerate() {
        let cubie = &CORNER_FACELETS[usize::from(cube.corners()[position])];
        put(cubie, places, cube.corner_orientations()[position]);
    }
    for (position, places) in EDGE_FACELETS.iter().enumerate() {
        let cubie = &EDGE_FACELETS[usize::from(cube.edges()[position])];
        put(cubie, places, cube.edge_orientations()[position]);
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
/// as their first letters. Capitals and small letters are the same where there are more than six
/// symbols otherwise.
///
/// # Errors
/// What is wrong with the symbols, or with the cube they show.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let text = &with_short_names(text);
    let by_face = symbols_by_face(text)?;
    let cube = cube_of(&by_face)?;
    let as_they_stand = symbols(text)?;
    // a net in one line has other letters where the faces have their centres
    if !is_net(text) && by_face != as_they_stand && cube_of(&in_net(as_they_stand)).is_ok() {
        return Err(FormatError::FaceletLines);
    }
    Ok(cube)
}

/// The symbols face by face in our order, however the text has them.
pub(super) fn symbols_by_face(text: &str) -> Result<[Symbol; 54], FormatError> {
    let text = &with_short_names(text);
    let symbols = symbols(text)?;
    if is_net(text) {
        return Ok(in_net(symbols));
    }
    let lines = lines(text);
    if lines.len() > 1 && lines.iter().any(|n| n % 9 != 0) && lines.iter().any(|n| *n != 3) {
        return Err(FormatError::FaceletLines);
    }
    in_order_of_faces(symbols)
}

fn in_net(symbols: [Symbol; 54]) -> [Symbol; 54] {
    NET.map(|n| symbols[n])
}

/// The cube with these symbols, whose meaning the centres say.
fn cube_of(symbols: &[Symbol; 54]) -> Result<Cube, FormatError> {
    let count = |symbol| symbols.iter().filter(|(_, c)| *c == symbol).count();
    let kinds: HashSet<char> = symbols.iter().map(|(_, c)| *c).collect();
    let rarest = symbols.iter().min_by_key(|(_, c)| count(*c));
    if let Some(&(column, symbol)) = rarest.filter(|_| kinds.len() > 6) {
        return Err(FormatError::Unexpected {
            column,
            expected: "the symbol of one of the six centres (all 54 facelets must be known)",
            found: Some(symbol),
        });
    }
    let cube = Incomplete::new(*symbols)?;
    let miscounted = cube.colour_counts().find(|(_, count)| *count != 9);
    match miscounted {
        Some((reason, _)) => Err(reason.into()),
        None => Ok(cube.cube()?),
    }
}

/// A symbol and its column.
pub(super) type Symbol = (usize, char);

fn symbols(text: &str) -> Result<[Symbol; 54], FormatError> {
    let symbols = (1..).zip(text.chars()).filter(|(_, c)| !is_between(*c));
    let count = symbols.clone().count();
    let symbols: Vec<Symbol> = symbols.take(54).collect();
    let mut symbols: [Symbol; 54] = (symbols.try_into().ok())
        .filter(|_| count == 54)
        .ok_or(FormatError::FaceletCount(count))?;
    let kinds = symbols.iter().map(|(_, c)| c).collect::<HashSet<_>>();
    if kinds.len() > 6 {
        symbols = symbols.map(|(column, c)| (column, c.to_ascii_uppercase()));
    }
    Ok(symbols)
}

/// The letters in the lines of a net.
const NET_LINES: [usize; 9] = [3, 3, 3, 12, 12, 12, 3, 3, 3];

/// Where each facelet is in a net that is read line by line.
const NET: [usize; 54] = {
    let mut net = [0; 54];
    let mut n = 0;
    while n < 54 {
        let (face, row, column) = (n / 9, n % 9 / 3, n % 3);
        net[n] = match face {
            0 => n,
            3 => 45 + n % 9,
            // L F R B
            _ => 9 + 12 * row + 3 * [0, 2, 1, 0, 0, 3][face] + column,
        };
        n += 1;
    }
    net
};

/// Whether the lines are as long as those of a net.
pub(super) fn is_net(text: &str) -> bool {
    lines(text) == NET_LINES
}

/// The symbols in each line that is not blank, at most twenty lines.
fn lines(text: &str) -> Vec<usize> {
    let symbols = |line: &str| line.chars().filter(|c| !is_between(*c)).count();
    let lines = text.lines().map(symbols).filter(|count| *count > 0);
    lines.take(20).collect()
}

/// Names of colours as their first letters, with spaces that keep the columns.
pub(super) fn with_short_names(text: &str) -> String {
    const NAMES: [&str; 6] = ["white", "red", "green", "yellow", "orange", "blue"];
    let shortened = text.split_inclusive(is_between).map(|part| {
        let word = part.trim_end_matches(is_between);
        match NAMES.contains(&&*word.to_ascii_lowercase()) {
            true => part.replacen(&word[1..], &" ".repeat(word.len() - 1), 1),
            false => part.to_owned(),
        }
    });
    shortened.collect()
}

/// The face of a colour of the standard scheme.
fn face_of_colour(colour: char) -> Option<Face> {
    let face = "WRGYOB".find(colour.to_ascii_uppercase())?;
    Some(Face::ALL[face])
}

fn in_order_of_faces(symbols: [Symbol; 54]) -> Result<[Symbol; 54], FormatError> {
    let centres = |face_of: fn(char) -> Option<Face>| -> Option<[Face; 6]> {
        let faces = (0..6).map(|block| face_of(symbols[9 * block + 4].1));
        let faces: Vec<Face> = faces.collect::<Option<_>>()?;
        let kinds: HashSet<usize> = faces.iter().map(|face| face.index()).collect();
        faces.try_into().ok().filter(|_| kinds.len() == 6)
    };
    let from = |blocks: [usize; 6]| std::array::from_fn(|n| symbols[9 * blocks[n / 9] + n % 9]);
    if let Some(order) = centres(|c| Face::from_letter(c.to_ascii_uppercase())) {
        if is_rotated(&order) {
            return Ok(symbols);
        }
        let moved = Face::ALL.iter().zip(&order).filter(|(face, at)| face != at);
        if let [(&a, _), (&b, _)] = *moved.collect::<Vec<_>>() {
            return Err(FormatError::SwappedCentres(a.letter(), b.letter()));
        }
        let block = |face: Face| order.iter().position(|at| *at == face);
        return Ok(from(Face::ALL.map(|face| block(face).unwrap_or(0))));
    }
    /// Where each face is in the order ULFRBD.
    const ULFRBD: [usize; 6] = [0, 3, 2, 5, 1, 4];
    Ok(match centres(face_of_colour) {
        Some(colours) if !is_rotated(&colours) && is_rotated(&ULFRBD.map(|n| colours[n])) => {
            from(ULFRBD)
        }
        _ => symbols,
    })
}

/// Whether a rotation of the cube brings these centres to the faces in our order.
fn is_rotated(centres: &[Face; 6]) -> bool {
    let is_hold = |s: &Transformation| {
        let mut places = Face::ALL.iter().zip(centres);
        !s.is_mirror() && places.all(|(face, at)| s.apply_face(*face) == *at)
    };
    Transformation::all().any(|s| is_hold(&s))
}

/// The symbols of the centres, each a different one.
pub(super) fn centre_symbols(symbols: &[Symbol; 54]) -> Result<[char; 6], FormatError> {
    let centres: [char; 6] = std::array::from_fn(|face| symbols[9 * face + 4].1);
    for (face, centre) in centres.iter().enumerate() {
        if centres[..face].contains(centre) {
            return Err(FormatError::Unexpected {
                column: symbols[9 * face + 4].0,
                expected: "a centre different from those before",
                found: Some(*centre),
            });
        }
    }
    Ok(centres)
}

/// The facelets as 54 letters of faces.
pub fn print(cube: &Cube) -> String {
    letters(&facelets(cube))
}

/// The letters of facelets.
pub fn letters(facelets: &Facelets) -> String {
    facelets.iter().map(|face| face.letter()).collect()
}
