//! What people and programs write around moves: bullets, numbers, times, labels and quotes.
//!
//! In this order, each only if more follows: a bullet `*`; a number `1.`, `1)`, `(1)` or `#1`; a time as
//! csTimer writes it, `8.43+`, `(1:02.35)` or `DNF(9.12)[comment]`; and a label with a colon. Words
//! before a colon are a label if one is in [`LABELS`], or if none is moves and a space follows: `T-Perm: R
//! U` has a label, `F: R U` is a conjugate.

use super::block_move::count_moves;
use super::reader::{Reader, TextError, is_space};

/// Words of labels, some of which could be moves.
#[rustfmt::skip]
const LABELS: [&str; 13] = [
    "scramble", "solution", "generator", "algorithm", "alg", "moves",
    "setup", "case", "answer", "perm", "pll", "oll", "f2l",
];

/// A reader of the moves of a text: behind a heading, and inside of double quotes around them.
/// (Single ones could be primes.)
///
/// # Errors
/// An opening quote that is never closed.
pub(super) fn reader_of_moves(text: &str) -> Result<Reader<'_>, TextError> {
    let mut reader = Reader::new(text);
    for skip in [bullet, time, list_number, time, label] {
        let mut ahead = reader.clone();
        ahead.skip_spaces();
        if skip(&mut ahead) {
            reader = ahead;
        }
    }
    reader.skip_spaces();
    let column = reader.column();
    let Some(quote) = reader.next_if(|c| "\"“„”«".contains(c)) else {
        return Ok(reader);
    };
    let at = text.char_indices().nth(column);
    let rest = at.map_or("", |(at, _)| &text[at..]);
    let comment = ["//", "#", ";"].iter().filter_map(|mark| rest.find(mark));
    let quoted = rest[..comment.min().unwrap_or(rest.len())].trim_end_matches(is_space);
    let inside = quoted.strip_suffix(|c| "\"”“»".contains(c));
    let inside = inside.ok_or_else(|| reader.problem(format!("{quote:?} is never closed")))?;
    let end = text.len() - rest.len() + inside.len();
    Ok(Reader::at(&text[..end], inside))
}

/// Skips the bullet of a list, if a space and more follow.
fn bullet(reader: &mut Reader) -> bool {
    reader.next_if(|c| "-–—*•·‣◦▪>".contains(c)).is_some() && ends_with_space(reader)
}

/// Skips `1.`, `1)`, `1:`, `(1)` or `#1`, if more follows.
fn list_number(reader: &mut Reader) -> bool {
    let before = reader.next_if(|c| matches!(c, '(' | '#'));
    let is_numbered = reader.decimal().is_some();
    let after = reader.next_if(|c| matches!(c, '.' | ')' | ':'));
    let is_complete = match before {
        Some('(') => after == Some(')'),
        before => before.or(after).is_some(),
    };
    reader.skip_spaces();
    is_numbered && is_complete && reader.peek().is_some()
}

/// Skips a time, if a space and more follow.
fn time(reader: &mut Reader) -> bool {
    reader.next_if(|c| c == '(');
    let is_failed = "DNF".chars().all(|c| reader.next_if(|d| c == d).is_some());
    let mut digits = String::new();
    while let Some(c) = reader.next_if(|c| c.is_ascii_digit() || ".:+=()".contains(c)) {
        digits.push(c);
    }
    if reader.next_if(|c| c == '[').is_some() {
        while reader.next_if(|c| c != ']').is_some() {}
        while reader.next_if(|c| matches!(c, ']' | ')')).is_some() {}
    }
    // 1. is a number
    let has_decimals = digits.split_once('.').is_some_and(|(seconds, rest)| {
        seconds.ends_with(|c: char| c.is_ascii_digit())
            && rest.starts_with(|c: char| c.is_ascii_digit())
    });
    (is_failed || has_decimals) && ends_with_space(reader)
}

/// Skips a label and its colon, if moves follow.
fn label(reader: &mut Reader) -> bool {
    const LONGEST: usize = 40;
    let mut label = String::new();
    while let Some(c) = reader.next_if(|c| !":()[]\"“”„«»".contains(c) && label.len() < LONGEST)
    {
        label.push(c);
    }
    let has_colon = reader.next_if(|c| c == ':').is_some();
    let is_apart = reader.peek().is_some_and(is_space);
    reader.skip_spaces();
    let is_followed = reader.peek().is_some_and(|c| !"/#;".contains(c));
    let is_comment = !label.starts_with(char::is_alphanumeric);
    if !has_colon || !is_followed || is_comment {
        return false;
    }
    let mut words = label.split(is_space).filter(|word| !word.is_empty());
    let is_known = |word: &str| LABELS.contains(&&*word.to_ascii_lowercase());
    words.clone().any(is_known) || is_apart && !words.any(|word| count_moves(word).is_some())
}

/// Whether a space and more follow, to which the reader moves.
fn ends_with_space(reader: &mut Reader) -> bool {
    let is_apart = reader.next_if(is_space).is_some();
    reader.skip_spaces();
    is_apart && reader.peek().is_some()
}
