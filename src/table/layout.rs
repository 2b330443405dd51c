//! How the entries of a table lie in memory and in files.
//!
//! A *row* holds the entries of one corner class, a *line* those of one slice configuration in
//! it; rows, lines and the entries of a line follow each other by number.
//!
//! Of two-bit values both bits are in one cache line, in two *planes*: 256 entries are 32 bytes of
//! first bits, then 32 of second ones, four entries the halves of a byte, a single entry two bits
//! side by side. While a table is built the planes are kept apart.

use super::coset_index::CosetIndex;
use super::filter;
use super::spec::{Encoding, Spec};

/// Where the entries of a table are.
///
/// Of a table of two-bit values an address is the number of a bit from the start of the table:
/// that of the entry's first bit. Of a filter it is class, line and flips side by
/// side, see [`filter::CLASS_SHIFT`].
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// How much further on a row is than the one before.
    pub row_bits: u64,
    /// The same of a line.
    pub line_bits: u64,
    /// How much further on the second bit of a two-bit value is than the first.
    pub second_bit: u64,
}

impl Layout {
    /// The layout of a table.
    pub const fn new(spec: &Spec) -> Layout {
        let entries = spec.edges.entries() as u64;
        match spec.encoding {
            Encoding::TwoBits => Layout {
                row_bits: 8 * spec.row_bytes() as u64,
                line_bits: 2 * entries,
                second_bit: entries,
            },
            Encoding::Filter { .. } => Layout {
                row_bits: 1 << filter::CLASS_SHIFT,
                line_bits: 1 << filter::LINE_SHIFT,
                second_bit: 0,
            },
        }
    }

    /// The address of the entry of a coset.
    pub const fn address(&self, index: &CosetIndex) -> u64 {
        self.row_bits * index.corner_class as u64
            + self.line_bits * index.slice_configuration as u64
            + index.flip_index as u64
    }
}

/// Puts the planes of some lines of `entries` entries together.
///
/// The planes are of the same length, a multiple of a line's; `out` is twice as long.
pub fn interleave(entries: usize, first: &[u8], second: &[u8], out: &mut [u8]) {
    let pairs = first.iter().zip(second);
    match entries {
        1 => pairs
            .zip(out.as_chunks_mut().0)
            .for_each(|((&a, &b), out)| {
                *out = (spread_bits(a) | spread_bits(b) << 1).to_le_bytes();
            }),
        4 => pairs
            .zip(out.as_chunks_mut().0)
            .for_each(|((&a, &b), out)| {
                *out = [a & 15 | b << 4, a >> 4 | b & 0xf0];
            }),
        _ => first
            .chunks_exact(entries / 8)
            .zip(second.chunks_exact(entries / 8))
            .zip(out.chunks_exact_mut(entries / 4))
            .for_each(|((a, b), out)| {
                out[..entries / 8].copy_from_slice(a);
                out[entries / 8..].copy_from_slice(b);
            }),
    }
}

/// Bit `i` goes to bit `2 i`.
fn spread_bits(byte: u8) -> u16 {
    (0..8).fold(0, |out, i| out | u16::from(byte >> i & 1) << (2 * i))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two planes of a few lines, each bit where the entry's address says.
    #[test]
    fn entries_are_where_their_addresses_say() {
        let is_two_bits = |spec: &&Spec| spec.encoding == Encoding::TwoBits;
        for spec in Spec::ALL.iter().filter(is_two_bits) {
            let (layout, entries) = (Layout::new(spec), spec.edges.entries());
            let lines = 16;
            let noise = |i: usize, seed: usize| ((i + seed) * (i + seed) * 2_654_435_761) >> 9;
            let [first, second] = [1, 1000].map(|seed| {
                let bytes = (0..lines * entries / 8).map(|i| noise(i, seed) as u8);
                bytes.collect::<Vec<u8>>()
            });
            let mut out = vec![0; 2 * first.len()];
            interleave(entries, &first, &second, &mut out);
            let bit = |bytes: &[u8], i: usize| bytes[i / 8] >> (i % 8) & 1;
            for i in 0..lines * entries {
                let index = CosetIndex {
                    corner_class: 5,
                    slice_configuration: i / entries,
                    flip_index: i % entries,
                };
                let address = layout.address(&index) - 5 * 8 * spec.row_bytes() as u64;
                let [one, other] = [address, address + layout.second_bit];
                assert_eq!(bit(&out, one as usize), bit(&first, i), "{} {i}", spec.name);
                assert_eq!(
                    bit(&out, other as usize),
                    bit(&second, i),
                    "{} {i}",
                    spec.name
                );
                assert_eq!(one / 512, other / 512, "one cache line");
            }
        }
    }
}
