//! Guesses the notation of a text.
//!
//! Almost any letters can be read as moves. So a text that is nearly in another notation, with a
//! few characters missing or wrong, is guessed as that and refused there, rather than read as moves
//! that nobody intended. The thresholds below were chosen so that scrambles of up to 40 random moves
//! are guessed as moves, and cubes in all notations with any one character damaged are not (both
//! are properties in `tests/library/formats.rs`).

use super::error::FormatError;
use super::format::Format;
use super::piece::Piece;
use super::speffz::{self, Buffers, split_buffers};
use super::symbols::is_between;
use super::wrapping::unwrapped;
use super::{cycles, kpattern, link, net, symbols};
use crate::cube::{Cube, Face, Sequence};
use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

impl Format {
    /// The format that a text is most likely in; moves if nothing else fits.
    ///
    /// ```
    /// use cubesolve::notation::Format;
    ///
    /// assert_eq!(Format::guess("(R U R' U') x3"), Format::Moves);
    /// assert_eq!(Format::guess("(URF)- (UBR)+"), Format::Cycles);
    /// // 53 facelets are no moves
    /// assert_eq!(Format::guess(&"UUUUUURRRRRRFFFFFF".repeat(3)[1..]), Format::Facelets);
    /// ```
    pub fn guess(text: &str) -> Format {
        let is_of_net = text.lines().take(9).any(is_row);
        let text = text.trim();
        if is_of_net {
            Format::Facelets
        } else if link::is_link(text) {
            Format::Moves
        } else if matches!(unwrapped(text), Cow::Owned(_)) {
            Format::Facelets
        } else if kpattern::looks_like_kpattern(text) {
            Format::KPattern
        } else if text.starts_with('{') && !is_group(text) {
            Format::Json
        } else if looks_like_reid(text) {
            Format::Reid
        } else if cycles::looks_like_cycles(text) {
            Format::Cycles
        } else if looks_like_facelets(&unwrapped(text)) {
            Format::Facelets
        } else if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) {
            Format::Index
        } else if text.contains('=') && !text.contains(char::is_whitespace) {
            Format::H48
        } else {
            speffz_buffers(text).map_or(Format::Moves, Format::Speffz)
        }
    }
}

/// Whether a line is one of a net, of letters or names of colours.
fn is_row(line: &str) -> bool {
    net::is_row(line) || line.len() < 200 && net::is_row(&symbols::with_short_names(line))
}

/// Whether braces hold moves: letters without the marks of JSON.
fn is_group(text: &str) -> bool {
    text.contains('}') && text.contains(char::is_alphabetic) && !text.contains(['"', ':'])
}

impl FromStr for Cube {
    type Err = FormatError;

    /// Reads a cube in the notation that the text looks most like.
    fn from_str(text: &str) -> Result<Cube, FormatError> {
        Format::guess(text).parse(text)
    }
}

/// As few letters count as facelets with some missing: 54 without one face of nine.
pub(super) const FEWEST_FACELETS: usize = 45;

/// A face or more as letters without primes and numbers, with two equal ones side by side, is
/// facelets: moves would have R2 for R R.
const FACELETS_OF_A_FACE: usize = 9;

/// Characters that are looked at; 54 facelets have fewer, with whatever stands between.
const PREFIX: usize = 2000;

/// Whether a text is 54 symbols of at most six kinds with nothing between that are no moves, a
/// net, or mostly letters of faces, without the primes, numbers and spaces of moves.
fn looks_like_facelets(text: &str) -> bool {
    let end = text.char_indices().nth(PREFIX);
    let text = &symbols::with_short_names(&text[..end.map_or(text.len(), |(i, _)| i)]);
    let is_between = |c: char| is_between(c) || c == ':';
    let symbols: Vec<char> = text.chars().filter(|c| !is_between(*c)).collect();
    let count = symbols.len();
    let is_letter = |c: &&char| Face::from_letter(**c).is_some();
    let marks = count - symbols.iter().filter(is_letter).count();
    // two thirds of the moves of a scramble have a mark, and there are spaces between them: in
    // words of three characters or more on average there are hardly moves
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let in_words = 3 * words.count() <= count;
    let has_equal_neighbours = || symbols.windows(2).any(|pair| pair[0] == pair[1]);
    // of two faces or more, one character may be wrong
    let one_is_wrong = marks == 1 && count >= 2 * FACELETS_OF_A_FACE && in_words;
    if (marks == 0 && count >= FACELETS_OF_A_FACE || one_is_wrong) && has_equal_neighbours() {
        return true;
    }
    if count < FEWEST_FACELETS {
        return false;
    }
    // colours, of which W, Y, O and G are no moves
    let are_colours = symbols.iter().all(|c| "WYORGBwyorgb".contains(*c));
    if are_colours && symbols.iter().any(|c| "WYOGwyog".contains(*c)) {
        return true;
    }
    // fewer marks than one in eight, far from the two in three of moves
    if symbols::is_net(text) || in_words && 8 * marks <= count {
        return true;
    }
    // 54 in any symbols, or with up to two characters lost or added
    if !(52..=56).contains(&count) {
        return false;
    }
    let mut kinds = HashMap::new();
    for c in &symbols {
        *kinds.entry(c.to_ascii_uppercase()).or_insert(0) += 1;
    }
    // nine of each colour, two more or fewer where characters are wrong, which add two kinds
    let balanced = kinds.values().filter(|n| (7..=11).contains(*n)).count() == 6;
    if balanced && (marks <= 2 || count == 54) {
        return kinds.len() <= 8;
    }
    let is_plain = || symbols.iter().all(|c| c.is_alphabetic()) || Sequence::parse(text).is_err();
    count == 54 && kinds.len() <= 6 && in_words && is_plain()
}

/// Whether a text is the names of 12 edges and 8 corners, of which two words may be lost or added,
/// and two of each kind misspelt.
fn looks_like_reid(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(24).collect();
    let names = |letters: usize| {
        let is_name = |word: &&&str| word.len() == letters && Piece::with_letters(word).is_some();
        words.iter().filter(is_name).count()
    };
    !text.contains('(') && (18..=22).contains(&words.len()) && names(2) >= 10 && names(3) >= 6
}

/// Whether moves with a full stop could be Speffz letters of corners, without any for edges.
pub(super) fn could_be_speffz(text: &str) -> bool {
    let (buffers, letters) = split_buffers(text.trim());
    let has_their_form = letters.ends_with('.') && !letters.contains(char::is_whitespace);
    has_their_form && speffz::parse(text.trim(), buffers.unwrap_or_default()).is_ok()
}

/// The buffers of Speffz letters, which have a dot among them. Moves with a full stop are not, nor
/// letters that no swap has.
fn speffz_buffers(text: &str) -> Option<Buffers> {
    let (buffers, letters) = split_buffers(text);
    if !letters.contains('.') || letters.contains(char::is_whitespace) {
        return None;
    }
    let moves = letters.strip_suffix('.').filter(|moves| !moves.is_empty());
    if moves.is_some_and(|moves| Sequence::parse(moves).is_ok()) {
        return None;
    }
    let buffers = buffers.unwrap_or_default();
    let read = speffz::parse(text, buffers);
    (!matches!(read, Err(FormatError::At(_)))).then_some(buffers)
}
