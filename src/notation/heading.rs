//! What people write around moves: bullets, numbers, labels and quotes.

use super::block_move::{is_prime, number};
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

/// A reader of the moves of a text: behind a heading, and inside of quotes around them.
///
/// # Errors
/// An opening quote that is never closed, or a last mark that may be a quote or a prime.
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
    let marks = reader.peek().map_or("", closing_marks);
    if marks.is_empty() {
        return Ok(reader);
    }
    let column = reader.column();
    let error = |problem| Err(SequenceError { column, problem });
    let at = text.char_indices().nth(column - 1);
    let (opening, rest) = at.map_or((' ', ""), |(at, c)| (c, &text[at + c.len_utf8()..]));
    let comment = ["//", "#", ";"].iter().filter_map(|mark| rest.find(mark));
    let quoted = rest[..comment.min().unwrap_or(rest.len())].trim_end_matches(is_space);
    let Some(closing) = quoted.chars().next_back().filter(|c| marks.contains(*c)) else {
        return error(SequenceProblem::NeverClosed(opening));
    };
    let inside = &quoted[..quoted.len() - closing.len_utf8()];
    let is_quote = !is_prime(closing)
        || inside.ends_with(is_prime)
        || opening != '\'' && !inside.contains(closing);
    if !is_quote {
        return error(SequenceProblem::QuoteOrPrime(closing));
    }
    let end = text.len() - rest.len() + inside.len();
    Ok(Reader::at(&text[..end], inside))
}

/// The quotes that may close an opening one; none if it is no quote.
fn closing_marks(opening: char) -> &'static str {
    match opening {
        '"' => "\"",
        '“' | '„' | '”' => "“”",
        '«' => "»",
        '\'' => "'",
        '`' => "`'",
        '‘' | '‚' => "’‘",
        _ => "",
    }
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
