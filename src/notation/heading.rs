//! What people write around moves: bullets, numbers, labels and quotes.

use super::block_move::number;
use super::error::{SequenceError, SequenceProblem};
use super::reader::{Reader, is_space};

/// Labels before moves, followed by a colon.
const LABELS: [&str; 9] = [
    "scramble",
    "solution",
    "generator",
    "algorithm",
    "alg",
    "moves",
    "setup",
    "case",
    "answer",
];

/// A reader of the moves of a text: behind a heading, and inside of double quotes around them.
/// (Single ones could be primes.)
///
/// # Errors
/// An opening quote that is never closed.
pub(super) fn reader_of_moves(text: &str) -> Result<Reader<'_>, SequenceError> {
    let mut reader = Reader::new(text);
    for skip in [bullet, list_number, label] {
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
    let inside = inside.ok_or(SequenceError {
        column,
        problem: SequenceProblem::NeverClosed(quote),
    })?;
    let end = text.len() - rest.len() + inside.len();
    Ok(Reader::at(&text[..end], inside))
}

/// Skips the bullet of a list, if a space and more follow.
fn bullet(reader: &mut Reader) -> bool {
    let is_bullet = reader.next_if(|c| "-–—*•·‣◦▪>".contains(c)).is_some();
    let is_apart = reader.next_if(is_space).is_some();
    reader.skip_spaces();
    is_bullet && is_apart && reader.peek().is_some()
}

/// Skips `1.` or `1)`, if more follows.
fn list_number(reader: &mut Reader) -> bool {
    let is_numbered =
        number(reader).is_some() && reader.next_if(|c| matches!(c, '.' | ')')).is_some();
    reader.skip_spaces();
    is_numbered && reader.peek().is_some()
}

/// Skips a label such as `Scramble:` or `Scramble #3:`.
fn label(reader: &mut Reader) -> bool {
    let mut word = String::new();
    while let Some(c) = reader.next_if(|c| c.is_ascii_alphabetic() && word.len() < 10) {
        word.push(c.to_ascii_lowercase());
    }
    while reader.next_if(|c| matches!(c, ' ' | '#')).is_some() {}
    number(reader);
    reader.skip_spaces();
    LABELS.contains(&word.as_str()) && reader.next_if(|c| c == ':').is_some()
}
