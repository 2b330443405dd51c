//! The entries of a line, each found once.

use crate::table::dimensions::FILTER_ENTRIES;

/// Collects the entries of a line that were not known before, each once, in no order.
///
/// A bit for each entry says whether it is in the list, and nothing else is looked at to empty the set: what has
/// few entries takes little time. There is no branch for an entry, since the outcome is unpredictable.
pub struct LineSet {
    words: Box<[u64; FILTER_ENTRIES / 64]>,
    /// The known entries, the new ones, and a place for the next.
    list: Box<[u16; FILTER_ENTRIES + 1]>,
    known: usize,
    len: usize,
}

impl Default for LineSet {
    /// The empty set.
    fn default() -> LineSet {
        LineSet {
            words: Box::new([0; FILTER_ENTRIES / 64]),
            list: Box::new([0; FILTER_ENTRIES + 1]),
            known: 0,
            len: 0,
        }
    }
}

impl LineSet {
    /// Adds known entries; these are added before new ones.
    #[inline(always)]
    pub fn add_known(&mut self, bits: impl Iterator<Item = u16>) {
        for bit in bits {
            self.add(bit);
        }
        self.known = self.len;
    }

    /// Adds entries that may be new.
    #[inline(always)]
    pub fn add_all(&mut self, bits: &[u16]) {
        for &bit in bits {
            self.add(bit);
        }
    }

    #[inline(always)]
    fn add(&mut self, bit: u16) {
        let word = &mut self.words[usize::from(bit) / 64];
        self.list[self.len] = bit;
        self.len += usize::from(*word >> (bit % 64) & 1 == 0);
        *word |= 1 << (bit % 64);
    }

    /// The new entries. Empties the set.
    #[inline(always)]
    pub fn take_new(&mut self) -> &[u16] {
        let (known, len) = (self.known, self.len);
        (self.known, self.len) = (0, 0);
        for &bit in &self.list[..len] {
            self.words[usize::from(bit) / 64] = 0;
        }
        &self.list[known..len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Up to a full set, with 64 entries in a word.
    #[test]
    fn new_entries_are_collected_once() {
        let mut set = LineSet::default();
        for step in [1, 2, 3, 5, 64, 256, 1000, FILTER_ENTRIES] {
            let entries: BTreeSet<u16> = (0..FILTER_ENTRIES as u16).step_by(step).collect();
            let known: BTreeSet<u16> = entries.iter().copied().step_by(3).collect();
            set.add_known(known.iter().copied());
            let added: Vec<u16> = entries.iter().copied().rev().collect();
            set.add_all(&added);
            set.add_all(&added[added.len() / 2..]);
            let new = set.take_new();
            assert_eq!(new.len(), entries.len() - known.len());
            let new: BTreeSet<u16> = new.iter().copied().collect();
            assert_eq!(new, &entries - &known);
            assert!(set.take_new().is_empty());
        }
    }
}
