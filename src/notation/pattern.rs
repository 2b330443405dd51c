//! Sets of cubes: facelets of which some may have any colour.

use super::completion::fitting;
use super::error::FormatError;
use super::facelets::stickers;
use super::guess::FEWEST_FACELETS;
use super::impossible::{ImpossibleCube, cube_of, only_placement};
use super::incomplete::{Incomplete, MISSING};
use super::kpattern;
use super::piece::{Piece, Placed, face_of};
use super::symbols::{Symbol, symbols_by_face};
use crate::cube::{Cube, Face};
use std::str::FromStr;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// By sticker (as its place on the solved cube): the places where it may be, as bits.
    places: [u64; 54],
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

    /// Whether a text looks like a pattern: about 54 facelets, or a net, with a `.` among them, or a
    /// KPattern.
    pub fn looks_like(text: &str) -> bool {
        if kpattern::looks_like_kpattern(text) {
            return true;
        }
        let symbols = || text.chars().filter(|c| !c.is_whitespace());
        let plain = || symbols().all(|c| c == MISSING || c.is_alphabetic());
        let count = symbols().count();
        text.contains(MISSING) && (count == 54 || count >= FEWEST_FACELETS && plain())
    }

    /// Reads 54 facelets as [`facelets::parse`](super::facelets::parse) takes them, with `.` for
    /// those that may have any colour. A centre without colour has that of its own face.
    ///
    /// A KPattern of cubing.js with identical pieces is read as well: a number that occurs once is that
    /// piece; if one number occurs several times, it stands for all other pieces; if several do, each
    /// stands for the pieces at home in its places. An `orientationMod` of 1 leaves the orientation free.
    ///
    /// # Errors
    /// What is wrong with the text, or [`FormatError::Impossible`] if no possible cube matches.
    pub fn parse(text: &str) -> Result<Pattern, FormatError> {
        if kpattern::looks_like_kpattern(text) {
            return Pattern::parse_kpattern(text);
        }
        let cube = Incomplete::new(with_centres(symbols_by_face(text)?))?;
        let reasons = cube.problems();
        if !reasons.is_empty() {
            return Err(ImpossibleCube { reasons }.into());
        }
        Ok(Pattern::of_fitting(&fitting(&cube.candidates())))
    }

    /// The cubes that have at each place one of these cubies, corners first.
    pub(crate) fn of_fitting(fitting: &[Vec<Placed>]) -> Pattern {
        let is_centre = |sticker| sticker % 9 == 4;
        let mut places = std::array::from_fn(|n| if is_centre(n) { 1 << n } else { 0 });
        for (place, fitting) in Piece::all().zip(fitting) {
            for (facelet, sticker) in fitting.iter().flat_map(|placed| place.stickers(*placed)) {
                places[sticker] |= 1 << facelet;
            }
        }
        Pattern { places }
    }

    fn parse_kpattern(text: &str) -> Result<Pattern, FormatError> {
        let candidates = kpattern::candidates(text)?;
        only_placement(&candidates).map(cube_of).transpose()?;
        let fitting = fitting(&candidates);
        match fitting.iter().any(Vec::is_empty) {
            true => Err(kpattern::problem("no possible cube matches")),
            false => Ok(Pattern::of_fitting(&fitting)),
        }
    }

    /// The cubies, as number and orientation, that may be at a place.
    fn cubies_at(&self, place: Piece) -> Vec<Placed> {
        let is_allowed = |placed: &Placed| {
            let mut stickers = place.stickers(*placed);
            stickers.all(|(facelet, sticker)| self.places[sticker] >> facelet & 1 == 1)
        };
        let mut all = place.showing(&[None; 3]);
        all.retain(is_allowed);
        all
    }

    /// The places where a sticker may be, as bits; both are `0..54`.
    ///
    /// # Panics
    /// If `sticker` is not below 54.
    pub fn places(&self, sticker: usize) -> u64 {
        self.places[sticker]
    }

    /// Whether the cube has these colours at these places.
    pub fn matches(&self, cube: &Cube) -> bool {
        let mut stickers = stickers(cube).into_iter().enumerate();
        stickers.all(|(place, sticker)| self.places[sticker] >> place & 1 == 1)
    }

    /// The 54 facelets that it was read from, with dots for any colour; `None` if facelets do not say all
    /// that it requires, as with identical pieces of a KPattern.
    pub(crate) fn facelets(&self) -> Option<String> {
        let letter = |place: usize| {
            let stickers = (0..54).filter(|sticker| self.places[*sticker] >> place & 1 == 1);
            let mut faces = stickers.map(face_of);
            let first = faces.next()?;
            let is_known = faces.all(|face| face == first);
            Some(if is_known { first.letter() } else { MISSING })
        };
        let text: String = (0..54).map(letter).collect::<Option<_>>()?;
        (Pattern::parse(&text).as_ref() == Ok(self)).then_some(text)
    }

    /// The colour of each facelet, `None` for any, as it can be drawn; `None` if facelets do not say all that it
    /// requires.
    pub fn colours(&self) -> Option<[Option<Face>; 54]> {
        let colours: Vec<_> = self.facelets()?.chars().map(Face::from_letter).collect();
        colours.try_into().ok()
    }

    /// One of the cubes that match.
    pub(crate) fn any_cube(&self) -> Cube {
        let mut candidates: Vec<_> = Piece::all().map(|place| self.cubies_at(place)).collect();
        for n in 0..candidates.len() {
            if candidates[n].len() > 1 {
                candidates = fitting(&candidates);
                candidates[n].truncate(1);
            }
        }
        let cube = only_placement(&candidates).and_then(|placement| cube_of(placement).ok());
        cube.expect("some cube matches every pattern")
    }

    /// The cubes to which the same moves can bring any matching cube. Stickers that may be at the same places
    /// are at their homes there, or at those of each other.
    pub(crate) fn with_equivalent_stickers_solved(&self) -> Pattern {
        let same = |sticker: usize| {
            let others = (0..54).filter(|other| self.places[*other] == self.places[sticker]);
            others.fold(0, |homes, other| homes | 1 << other)
        };
        Pattern {
            places: std::array::from_fn(same),
        }
    }

    /// The face on which all places of a sticker are, if it is the same.
    pub(crate) fn face_of(&self, sticker: usize) -> Option<Face> {
        let faces = (0..54).filter(|place| self.places[sticker] >> place & 1 == 1);
        let mut faces = faces.map(face_of);
        let first = faces.next()?;
        faces.all(|face| face == first).then_some(first)
    }

    /// The only cube that matches; `None` if there are several.
    pub fn only_cube(&self) -> Option<Cube> {
        let is_single = self.places.iter().all(|places| places.count_ones() == 1);
        is_single.then(|| self.any_cube())
    }
}

impl FromStr for Pattern {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Pattern, FormatError> {
        Pattern::parse(text)
    }
}

fn with_centres(mut symbols: [Symbol; 54]) -> [Symbol; 54] {
    for face in Face::ALL {
        let (_, symbol) = &mut symbols[9 * face.index() + 4];
        if *symbol == MISSING {
            *symbol = face.letter();
        }
    }
    symbols
}
