use super::error::{FormatError, SequenceError, SequenceProblem};
use std::iter::Peekable;
use std::str::Chars;

/// Whether a character is invisible: white space, and the zero-width characters of web pages.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Whether a character separates the facelets of a list, or quotes them.
pub(super) fn is_between(c: char) -> bool {
    is_space(c) || matches!(c, ',' | ';' | '，' | '、' | '"' | '“' | '”')
}

/// Reads a text character by character and counts columns; a clone looks ahead.
#[derive(Clone)]
pub(super) struct Reader<'a> {
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
        self.chars.peek().copied()
    }

    pub fn next_if(&mut self, accept: impl FnOnce(char) -> bool) -> Option<char> {
        let c = self.chars.next_if(|c| accept(*c))?;
        self.column += 1;
        Some(c)
    }

    pub fn skip_spaces(&mut self) {
        while self.next_if(is_space).is_some() {}
    }

    /// The next character as `decode` understands it.
    pub fn next<T>(
        &mut self,
        expected: &'static str,
        decode: impl Fn(char) -> Option<T>,
    ) -> Result<T, FormatError> {
        let value = self.peek().and_then(decode);
        let value = value.ok_or_else(|| self.unexpected(expected))?;
        self.chars.next();
        self.column += 1;
        Ok(value)
    }

    /// Steps over `mark`.
    pub fn skip(&mut self, mark: char, expected: &'static str) -> Result<(), FormatError> {
        self.next(expected, |c| (c == mark).then_some(()))
    }

    /// A number up to the end of the text; larger ones become the largest `u128`.
    pub fn number(&mut self, radix: u32, digit: &'static str) -> Result<u128, FormatError> {
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
    pub fn end(&mut self, expected: &'static str) -> Result<(), FormatError> {
        self.skip_spaces();
        match self.peek() {
            Some(_) => Err(self.unexpected(expected)),
            None => Ok(()),
        }
    }

    /// A problem at the character read last.
    pub fn problem(&self, problem: SequenceProblem) -> SequenceError {
        let column = (self.column - 1).max(1);
        SequenceError { column, problem }
    }

    /// The error that the next character is not what was `expected`.
    pub fn unexpected(&mut self, expected: &'static str) -> FormatError {
        FormatError::Unexpected {
            column: self.column,
            expected,
            found: self.peek(),
        }
    }
}
