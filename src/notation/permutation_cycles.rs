//! Disjoint cycles as text, `(1 4 16 13)(2 8)`: items are numbered from 1 and `()` is the
//! identity.

use super::reader::{Reader, TextError};
use crate::permutation::Permutation;
use std::fmt;

impl Permutation {
    /// Reads the disjoint cycles of a permutation of `len` items. Items, numbered from 1,
    /// are separated by spaces or commas; items in no cycle stay where they are.
    ///
    /// # Errors
    /// The first place where the text is no such list of cycles.
    pub fn from_cycles(text: &str, len: usize) -> Result<Permutation, TextError> {
        let mut images = Permutation::identity(len).images().to_vec();
        let mut seen = vec![false; len];
        let mut reader = Reader::new(text);
        reader.skip_spaces();
        while reader.peek().is_some() {
            reader.skip('(', "'('")?;
            let cycle = items_of_cycle(&mut reader, &mut seen)?;
            let images_of_items = cycle.iter().cycle().skip(1);
            for (&item, &image) in cycle.iter().zip(images_of_items) {
                images[item] = image as u32;
            }
            reader.skip_spaces();
        }
        Ok(Permutation::new(images).expect("disjoint cycles form a permutation"))
    }
}

/// Reads the items of a cycle, counted from 0, and its closing bracket.
fn items_of_cycle(reader: &mut Reader, seen: &mut [bool]) -> Result<Vec<usize>, TextError> {
    let mut items = vec![];
    loop {
        while reader.next_if(|c| c == ',' || c.is_whitespace()).is_some() {}
        if reader.next_if(|c| c == ')').is_some() {
            return Ok(items);
        }
        let column = reader.column();
        let number = reader.decimal();
        let number = number.ok_or_else(|| reader.unexpected("a number or ')'"))?;
        let item = (number as usize).wrapping_sub(1);
        let problem = match seen.get(item) {
            Some(false) => {
                seen[item] = true;
                items.push(item);
                continue;
            }
            Some(true) => format!("{number} appears more than once; cycles have to be disjoint"),
            None => format!("expected an item from 1 to {}", seen.len()),
        };
        return Err(TextError { column, problem });
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
