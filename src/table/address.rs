//! The address of an entry, by which the search and the shallow distances refer to it.

use super::coset_index::CosetIndex;
use super::spec::{Encoding, Spec};

/// A filter's address is `class << CLASS_SHIFT | line << LINE_SHIFT | flips`, with a class that is
/// `8 · row + matching`.
pub const CLASS_SHIFT: u32 = 27;
pub const LINE_SHIFT: u32 = 11;

/// The addresses of a table's entries.
///
/// Of a table of two-bit values, an address is the number of the value's first bit from the start of
/// the table. Of a filter, it is class, line and flips side by side, see [`CLASS_SHIFT`].
#[derive(Debug, Clone, Copy)]
pub struct AddressLayout {
    /// Distance between rows.
    pub row: u64,
    /// Distance between lines.
    pub line: u64,
    /// How many bits the second bit of a two-bit value follows the first.
    pub second_bit: u64,
}

impl AddressLayout {
    pub const fn new(spec: &Spec) -> AddressLayout {
        let entries = spec.edges.entries() as u64;
        match spec.encoding {
            Encoding::TwoBits => AddressLayout {
                row: 8 * spec.row_bytes() as u64,
                line: 2 * entries,
                second_bit: entries,
            },
            Encoding::Filter { .. } => AddressLayout {
                row: 1 << CLASS_SHIFT,
                line: 1 << LINE_SHIFT,
                second_bit: 0,
            },
        }
    }

    pub const fn address(&self, index: &CosetIndex) -> u64 {
        self.row * index.corner_class as u64
            + self.line * index.slice_configuration as u64
            + index.flip_index as u64
    }
}
