//! Reads texts character by character, with errors that say where.

use std::iter::Peekable;
use std::str::Chars;
use thiserror::Error;

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct TextError {
    /// Place in the text in characters, from 1.
    pub column: usize,
    /// What was expected there.
    pub problem: String,
}

/// Whether a character is invisible: white space, and the soft hyphens, zero-width characters and directions
/// of web pages.
#[inline]
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// Text from outside, without characters that begin a line or control a terminal.
pub(super) fn without_controls(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// A character without the full width that it has in East Asian texts: `Ｒ` is R.
#[inline]
pub(super) fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xfee0) as u8),
        c => c,
    }
}

/// Reads a text character by character and counts columns; a clone looks ahead.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    column: usize,
}

impl<'a> Reader<'a> {
    /// Stands before the first character of `text`.
    pub fn new(text: &'a str) -> Self {
        Reader::at(text, text)
    }

    /// Stands before `rest`, with which `text` ends.
    pub fn at(text: &str, rest: &'a str) -> Self {
        let before = &text[..text.len() - rest.len()];
        Reader {
            chars: rest.chars().peekable(),
            column: 1 + before.chars().count(),
        }
    }

    /// Place of the next character, from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    pub fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied().map(plain)
    }

    #[inline]
    pub fn next_if(&mut self, accept: impl FnOnce(char) -> bool) -> Option<char> {
        let c = self.chars.next_if(|c| accept(plain(*c)))?;
        self.column += 1;
        Some(plain(c))
    }

    pub fn skip_spaces(&mut self) {
        while self.next_if(is_space).is_some() {}
    }

    /// The next character as `decode` understands it.
    pub fn next<T>(
        &mut self,
        expected: &str,
        decode: impl Fn(char) -> Option<T>,
    ) -> Result<T, TextError> {
        let value = self.peek().and_then(decode);
        let value = value.ok_or_else(|| self.unexpected(expected))?;
        self.next_if(|_| true);
        Ok(value)
    }

    /// Steps over `mark`.
    pub fn skip(&mut self, mark: char, expected: &str) -> Result<(), TextError> {
        self.next(expected, |c| (c == mark).then_some(()))
    }

    /// A decimal number, also raised or lowered; larger ones become the largest `u32`.
    pub fn decimal(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.next_if(|c| digit(c).is_some()).and_then(digit) {
            let so_far: u32 = number.unwrap_or(0);
            number = Some(so_far.saturating_mul(10).saturating_add(digit));
        }
        number
    }

    /// A number up to the end of the text; larger ones become the largest `u128`.
    pub fn number(&mut self, radix: u32, digit: &str) -> Result<u128, TextError> {
        let mut number: u128 = 0;
        loop {
            let digit = self.next(digit, |c| c.to_digit(radix))?;
            number = number.saturating_mul(radix.into());
            number = number.saturating_add(digit.into());
            if self.peek().is_none_or(char::is_whitespace) {
                self.end("the end of the number")?;
                return Ok(number);
            }
        }
    }

    /// Only white space may follow.
    pub fn end(&mut self, expected: &str) -> Result<(), TextError> {
        self.skip_spaces();
        match self.peek() {
            Some(_) => Err(self.unexpected(expected)),
            None => Ok(()),
        }
    }

    /// A problem at the character read last.
    pub fn problem(&self, problem: impl Into<String>) -> TextError {
        TextError {
            column: (self.column - 1).max(1),
            problem: problem.into(),
        }
    }

    /// The error that the next character is not what was `expected`.
    pub fn unexpected(&mut self, expected: &str) -> TextError {
        let found = found(self.peek());
        TextError {
            column: self.column,
            problem: format!("expected {expected}, found {found}"),
        }
    }
}

/// A decimal digit, raised or lowered or not.
fn digit(c: char) -> Option<u32> {
    let shifted = || "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉".chars().position(|digit| digit == c);
    match c.is_ascii() {
        true => c.to_digit(10),
        false => shifted().map(|digit| digit as u32 % 10),
    }
}

/// A character in a message, or the end.
pub(crate) fn found(c: Option<char>) -> String {
    c.map_or("the end".to_owned(), |c| format!("{c:?}"))
}
