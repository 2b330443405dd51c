//! Which format a text is likely in.
//!
//! Almost any letters can be read as moves, so that what comes near another format is taken
//! for it, and refused there where a sign is missing or wrong, rather than read as moves that
//! nobody meant.

use super::error::FormatError;
use super::piece::Piece;
use super::reader::is_between;
use super::speffz::{self, Buffers, split_buffers};
use super::{Format, cycles, facelets, net};
use crate::cube::{Face, Sequence};
use std::collections::HashMap;

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
        let is_of_net = text.lines().take(9).any(net::is_row);
        let text = text.trim();
        if is_of_net {
            Format::Facelets
        } else if text.starts_with('{') {
            Format::Json
        } else if looks_like_reid(text) {
            Format::Reid
        } else if looks_like_facelets(text) {
            Format::Facelets
        } else if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) {
            Format::Index
        } else if text.contains('=') && !text.contains(char::is_whitespace) {
            Format::H48
        } else if cycles::looks_like_cycles(text) {
            Format::Cycles
        } else {
            speffz_buffers(text).map_or(Format::Moves, Format::Speffz)
        }
    }
}

/// The fewest letters that are taken for facelets with some missing.
pub(super) const FEWEST_FACELETS: usize = 45;

/// So many letters of faces without any mark, labels of faces among them, two equal ones side by
/// side, are a face or a row of a net: who means moves writes R2. Of twice as many one may be wrong.
const FACELETS_OF_A_FACE: usize = 9;

/// 54 symbols of at most six kinds with nothing between that are no moves, a net, or so many
/// letters of faces with so little else that nobody would write moves like that.
fn looks_like_facelets(text: &str) -> bool {
    // what begins like moves goes on so: long sequences are not read twice
    let end = text.char_indices().nth(2000).map_or(text.len(), |(i, _)| i);
    let text = &text[..end];
    let is_between = |c: char| is_between(c) || c == ':';
    let symbols = text.chars().filter(|c| !is_between(*c));
    let count = symbols.clone().count();
    let is_letter = |c: &char| Face::from_letter(c.to_ascii_uppercase()).is_some();
    let letters = symbols.clone().filter(is_letter).count();
    let marks = count - letters;
    // moves have a prime or number for two in three of them, and spaces between
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let in_words = 3 * words.count() <= count;
    let one_is_wrong = marks == 1 && count >= 2 * FACELETS_OF_A_FACE && in_words;
    if marks == 0 && count >= FACELETS_OF_A_FACE || one_is_wrong {
        let next = symbols.clone().skip(1);
        if symbols.clone().zip(next).any(|(a, b)| a == b) {
            return true;
        }
    }
    if count < FEWEST_FACELETS {
        return false;
    }
    if facelets::is_net(text) {
        return true;
    }
    if in_words && 8 * marks <= count {
        return true;
    }
    if !(52..=56).contains(&count) {
        return false;
    }
    let mut kinds = HashMap::new();
    for c in symbols.clone() {
        *kinds.entry(c.to_ascii_uppercase()).or_insert(0) += 1;
    }
    let balanced = kinds
        .values()
        .filter(|count| (7..=11).contains(*count))
        .count()
        == 6;
    if balanced && (marks <= 2 || count == 54) {
        return kinds.len() <= 8;
    }
    let plain = symbols.clone().all(char::is_alphabetic) || Sequence::parse(text).is_err();
    count == 54 && kinds.len() <= 6 && in_words && plain
}

/// About 20 words, most of them names of pieces, corners and edges.
fn looks_like_reid(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(24).collect();
    let names = |letters: usize| {
        let is_name = |word: &str| {
            let has = |c: char| word.contains([c, c.to_ascii_lowercase()]);
            let is_of =
                |piece: Piece| piece.name().len() == letters && piece.name().chars().all(has);
            word.len() == letters && Piece::all().any(is_of)
        };
        words.iter().filter(|word| is_name(word)).count()
    };
    !text.contains('(') && (18..=22).contains(&words.len()) && names(2) >= 10 && names(3) >= 6
}

/// The buffers of letters with a dot among them, unless they are moves and a full stop, or
/// letters that no exchange has.
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
    (!matches!(read, Err(FormatError::Unexpected { .. }))).then_some(buffers)
}
