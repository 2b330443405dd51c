//! Disjoint cycles as text, `(1 4 16 13)(2 8)`: items are numbered from 1 and `()` is the
//! identity.

use super::Permutation;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;
use thiserror::Error;

/// Why a text is no list of disjoint cycles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct CycleError {
    /// Position in the text in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: CycleProblem,
}

/// What can be wrong with a text of cycles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum CycleProblem {
    /// A character that cannot stand here.
    #[error("expected {expected}, found {found:?}")]
    Unexpected { expected: &'static str, found: char },
    /// The text ends inside a cycle.
    #[error("expected {expected}, found the end")]
    End { expected: &'static str },
    /// A number that is no item.
    #[error("expected an item from 1 to {len}")]
    OutOfRange { len: usize },
    /// An item (from 1) that appeared before.
    #[error("{item} appears more than once; cycles have to be disjoint")]
    Repeated { item: u32 },
}

impl Permutation {
    /// Reads the disjoint cycles of a permutation of `len` items. Items, numbered from 1,
    /// are separated by spaces or commas; items in no cycle stay where they are.
    ///
    /// # Errors
    /// The first place where the text is no such list of cycles.
    pub fn from_cycles(text: &str, len: usize) -> Result<Permutation, CycleError> {
        let mut images = Permutation::identity(len).images().to_vec();
        let mut reader = CycleReader::new(text, len);
        while let Some(cycle) = reader.next_cycle()? {
            let images_of_items = cycle.iter().cycle().skip(1);
            for (&item, &image) in cycle.iter().zip(images_of_items) {
                images[item as usize] = image;
            }
        }
        Ok(Permutation::new(images).expect("disjoint cycles form a permutation"))
    }
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() {
            return f.write_str("()");
        }
        for cycle in self.cycles() {
            for (i, item) in cycle.iter().enumerate() {
                let before = if i == 0 { '(' } else { ' ' };
                write!(f, "{before}{}", item + 1)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

struct CycleReader<'a> {
    chars: Peekable<Chars<'a>>,
    column: usize,
    seen: Vec<bool>,
}

impl<'a> CycleReader<'a> {
    fn new(text: &'a str, len: usize) -> Self {
        CycleReader {
            chars: text.chars().peekable(),
            column: 1,
            seen: vec![false; len],
        }
    }

    fn advance(&mut self) {
        self.chars.next();
        self.column += 1;
    }

    fn skip_while(&mut self, skipped: impl Fn(char) -> bool) -> Option<char> {
        while self.chars.peek().is_some_and(|&c| skipped(c)) {
            self.advance();
        }
        self.chars.peek().copied()
    }

    fn unexpected<T>(&mut self, expected: &'static str) -> Result<T, CycleError> {
        let problem = match self.chars.peek() {
            Some(&found) => CycleProblem::Unexpected { expected, found },
            None => CycleProblem::End { expected },
        };
        let column = self.column;
        Err(CycleError { column, problem })
    }

    /// The items of the next cycle, from 0; `None` at the end of the text.
    fn next_cycle(&mut self) -> Result<Option<Vec<u32>>, CycleError> {
        match self.skip_while(char::is_whitespace) {
            None => return Ok(None),
            Some('(') => self.advance(),
            Some(_) => return self.unexpected("'('"),
        }
        let mut cycle = Vec::new();
        loop {
            match self.skip_while(|c| c.is_whitespace() || c == ',') {
                Some(c) if c.is_ascii_digit() => cycle.push(self.item()?),
                Some(')') => break self.advance(),
                _ => return self.unexpected("a number or ')'"),
            }
        }
        Ok(Some(cycle))
    }

    fn item(&mut self) -> Result<u32, CycleError> {
        let column = self.column;
        let mut number: u32 = 0;
        while let Some(digit) = self.chars.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.advance();
        }
        let len = self.seen.len();
        let item = number.wrapping_sub(1);
        let problem = match self.seen.get_mut(item as usize) {
            None => CycleProblem::OutOfRange { len },
            Some(true) => CycleProblem::Repeated { item: number },
            Some(unseen) => {
                *unseen = true;
                return Ok(item);
            }
        };
        Err(CycleError { column, problem })
    }
}
