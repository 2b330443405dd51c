//! Entries and their numbers.
//!
//! The index of a coset in a filter, its *key*, has three parts. Its *row* is the class of the corners
//! without their half-turn class, one of 3393. Its *line* is the slice configuration. Its *entry* holds the flips
//! of the edges, four bits each for E, M and S in order of position, and above them the half-turn class, `0..6`.
//! Line and entry are those of the cube conjugated so that its corners are the row's representative. As
//! the flips are even together, the last one is redundant; without it, an entry has a number
//! `0..FILTER_ENTRIES` in its line, its *bit*.

use crate::table::address::{CLASS_SHIFT, LINE_SHIFT, address};
use crate::table::coset_index::CosetIndex;

/// The number of an entry in its line.
#[inline(always)]
pub const fn bit_of(entry: u16) -> u16 {
    entry & 0x7ff | entry >> 1 & 0x3800
}

/// The entry with a number.
#[inline(always)]
pub const fn entry_of(bit: u16) -> u16 {
    let flips = bit & 0x7ff;
    // the parity, without an instruction that few vector units have
    let mut parity = flips ^ flips >> 8;
    parity ^= parity >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    flips | (parity & 1) << 11 | bit >> 11 << 12
}

pub fn address_of(row: usize, line: usize, entry: u16) -> u64 {
    let half_turn_class = usize::from(entry >> 12);
    address(&CosetIndex {
        corner_class: 8 * row + half_turn_class,
        slice_configuration: line,
        flip_index: usize::from(entry & 0x7ff),
    })
}

/// The row, line and entry at an address.
pub fn key_at(address: u64) -> (usize, usize, u16) {
    let class = (address >> CLASS_SHIFT) as usize;
    let line = (address >> LINE_SHIFT) as usize & 0xffff;
    let bit = address as u16 & 0x7ff | ((class % 8) as u16) << 11;
    (class / 8, line, entry_of(bit))
}
