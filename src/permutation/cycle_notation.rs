//! Disjoint cycles as text, `(1 4 16 13)(2 8)`: items are numbered from 1 and `()` is the
//! identity.

use super::Permutation;
use std::fmt;
use thiserror::Error;

/// Why a text is no list of disjoint cycles; columns are places in characters, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum CycleError {
    /// A character that cannot stand here, or the end of the text.
    #[error("column {column}: expected {expected}, found {}", found.map_or("the end".to_owned(), |c| format!("{c:?}")))]
    Unexpected {
        column: usize,
        expected: &'static str,
        found: Option<char>,
    },
    /// A number that is no item.
    #[error("column {column}: expected an item from 1 to {len}")]
    OutOfRange { column: usize, len: usize },
    /// An item (from 1) that appeared before.
    #[error("column {column}: {item} appears more than once; cycles have to be disjoint")]
    Repeated { column: usize, item: u32 },
}

impl Permutation {
    /// Reads the disjoint cycles of a permutation of `len` items. Items, numbered from 1,
    /// are separated by spaces or commas; items in no cycle stay where they are.
    ///
    /// # Errors
    /// The first place where the text is no such list of cycles.
    pub fn from_cycles(text: &str, len: usize) -> Result<Permutation, CycleError> {
        let mut images = Permutation::identity(len).images().to_vec();
        let mut seen = vec![false; len];
        let mut open_cycle: Option<Vec<u32>> = None;
        let mut chars = (1..).zip(text.chars()).peekable();
        while let Some((column, c)) = chars.next() {
            match (&mut open_cycle, c) {
                (None, '(') => open_cycle = Some(vec![]),
                (Some(cycle), ')') => {
                    let images_of_items = cycle.iter().cycle().skip(1);
                    for (&item, &image) in cycle.iter().zip(images_of_items) {
                        images[item as usize] = image;
                    }
                    open_cycle = None;
                }
                (Some(cycle), '0'..='9') => {
                    let mut number = 0u32;
                    let mut next = c.to_digit(10);
                    while let Some(digit) = next {
                        number = number.saturating_mul(10).saturating_add(digit);
                        let digit = chars.next_if(|(_, c)| c.is_ascii_digit());
                        next = digit.and_then(|(_, c)| c.to_digit(10));
                    }
                    let item = number.wrapping_sub(1);
                    match seen.get_mut(item as usize) {
                        None => return Err(CycleError::OutOfRange { column, len }),
                        Some(true) => {
                            let item = number;
                            return Err(CycleError::Repeated { column, item });
                        }
                        Some(unseen) => *unseen = true,
                    }
                    cycle.push(item);
                }
                (Some(_), ',') => {}
                _ if c.is_whitespace() => {}
                _ => return Err(unexpected(column, open_cycle.is_some(), Some(c))),
            }
        }
        match open_cycle {
            Some(_) => Err(unexpected(text.chars().count() + 1, true, None)),
            None => Ok(Permutation::new(images).expect("disjoint cycles form a permutation")),
        }
    }
}

fn unexpected(column: usize, in_cycle: bool, found: Option<char>) -> CycleError {
    CycleError::Unexpected {
        column,
        expected: if in_cycle { "a number or ')'" } else { "'('" },
        found,
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
