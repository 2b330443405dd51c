//! Cubes that look alike where it matters: facelets of which some may be anything.

use super::error::FormatError;
use super::facelets::{Symbol, stickers, symbols_by_face};
use super::guess::FEWEST_FACELETS;
use super::incomplete::{Incomplete, MISSING};
use super::piece::Piece;
use crate::cube::{Cube, Face};
use thiserror::Error;

/// The cubes that have certain colours at certain places.
///
/// ```
/// use cubesolve::Cube;
/// use cubesolve::notation::Pattern;
///
/// let cross = "....U..U. ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.";
/// let cross = Pattern::parse(&cross.replace('U', "."))?;
/// assert!(cross.matches(&"R U R' U'".parse::<Cube>()?));
/// assert!(!cross.matches(&"R".parse::<Cube>()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    /// By sticker (as its place on the solved cube): the places where it may be, as bits.
    places: [u64; 54],
}

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// It is wrong as a text.
    #[error(transparent)]
    Text(#[from] FormatError),
    /// No possible cube looks so; what is wrong with it.
    #[error("impossible cube: {}", .0.join("; "))]
    Impossible(Vec<String>),
}

impl Pattern {
    /// Only the solved cube.
    pub const SOLVED: Pattern = {
        let mut places = [0; 54];
        let mut sticker = 0;
        while sticker < 54 {
            places[sticker] = 1 << sticker;
            sticker += 1;
        }
        Pattern { places }
    };

    /// Whether a text is meant for a pattern: some 54 facelets, or a net, with a `.` among them.
    pub fn looks_like(text: &str) -> bool {
        let symbols = || text.chars().filter(|c| !c.is_whitespace());
        let plain = || symbols().all(|c| c == MISSING || c.is_alphabetic());
        let count = symbols().count();
        text.contains(MISSING) && (count == 54 || count >= FEWEST_FACELETS && plain())
    }

    /// Reads 54 facelets as [`facelets::parse`](super::facelets::parse) takes them, with `.` for
    /// those that may have any colour. Where a centre has none, it has that of its own face.
    ///
    /// # Errors
    /// What is wrong with the text, or why no possible cube looks so.
    pub fn parse(text: &str) -> Result<Pattern, PatternError> {
        let cube = Incomplete::of_symbols(with_centres(symbols_by_face(text)?))?;
        let problems = cube.problems();
        if !problems.is_empty() {
            let texts = problems.into_iter().map(|problem| problem.text);
            return Err(PatternError::Impossible(texts.collect()));
        }
        let mut places = Pattern::SOLVED.places.map(|place| place & CENTRES);
        let fitting = Incomplete::fitting(&cube.corners(), &cube.edges());
        for (place, fitting) in Piece::all().zip(fitting) {
            for (number, orientation) in fitting {
                let cubie = place.of_its_kind().nth(usize::from(number));
                let stickers = cubie.expect("it is one of them").facelets();
                let there = place.facelets().iter().cycle();
                let there = there.skip(usize::from(orientation));
                for (sticker, place) in stickers.iter().zip(there) {
                    places[*sticker] |= 1 << place;
                }
            }
        }
        Ok(Pattern { places })
    }

    /// The places where a sticker may be, as bits; both are `0..54`.
    ///
    /// # Panics
    /// If there is no such sticker.
    pub fn places(&self, sticker: usize) -> u64 {
        self.places[sticker]
    }

    /// Whether the cube has these colours at these places.
    pub fn matches(&self, cube: &Cube) -> bool {
        let mut stickers = stickers(cube).into_iter().enumerate();
        stickers.all(|(place, sticker)| self.places[sticker] >> place & 1 == 1)
    }

    /// The cube that matches, if there is just one.
    pub fn only_cube(&self) -> Option<Cube> {
        let mut facelets = [Face::U; 54];
        for (sticker, places) in self.places.iter().enumerate() {
            if places.count_ones() != 1 {
                return None;
            }
            facelets[places.trailing_zeros() as usize] = Face::ALL[sticker / 9];
        }
        super::facelets::cube(&facelets).ok()
    }
}

/// The bits of the six centres.
const CENTRES: u64 = {
    let (mut centres, mut face) = (0, 0);
    while face < 6 {
        centres |= 1 << (9 * face + 4);
        face += 1;
    }
    centres
};

fn with_centres(mut symbols: [Symbol; 54]) -> [Symbol; 54] {
    for face in Face::ALL {
        let (_, symbol) = &mut symbols[9 * face.index() + 4];
        if *symbol == MISSING {
            *symbol = face.letter();
        }
    }
    symbols
}
