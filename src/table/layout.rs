//! How the two-bit values of a table lie in memory and in files.
//!
//! A *row* holds the entries of one corner class, a *line* those of one slice configuration in
//! it; rows, lines and the entries of a line follow each other by number. Both bits of an
//! entry are in one cache line, in two *planes*: 256 entries are 32 bytes of first bits, then
//! 32 of second ones, four entries the halves of a byte, a single entry two bits side by side.
//! While a table is built the planes are kept apart.

use super::coset_index::CosetIndex;
use super::spec::Spec;

/// Where the entries of a table are. An address is the number of a bit from the start of the
/// table: that of the entry's first bit.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Bits of a row.
    pub row_bits: u64,
    /// Bits of a line.
    pub line_bits: u64,
    /// How much further on the second bit of an entry is than the first.
    pub second_bit: u64,
}

impl Layout {
    /// The layout of a table.
    pub const fn new(spec: &Spec) -> Layout {
        let entries = spec.edges.entries() as u64;
        Layout {
            row_bits: 8 * spec.row_bytes() as u64,
            line_bits: 2 * entries,
            second_bit: if entries < PLANE { entries } else { PLANE },
        }
    }

    /// The address of the entry of a coset.
    pub const fn address(&self, index: &CosetIndex) -> u64 {
        self.row_bits * index.corner_class as u64
            + self.line_bits * index.slice_configuration as u64
            + bit_in_line(index.flip_index)
    }
}

/// The most entries whose first bits lie together.
const PLANE: u64 = 256;

/// The first bit of an entry, counted from the start of its line.
pub const fn bit_in_line(flip_index: usize) -> u64 {
    let entry = flip_index as u64;
    2 * PLANE * (entry / PLANE) + entry % PLANE
}

/// Puts the planes of some lines of `entries` entries together.
///
/// The planes are of the same length, a multiple of a line's; `out` is twice as long.
pub fn interleave(entries: usize, first: &[u8], second: &[u8], out: &mut [u8]) {
    const PLANE_BYTES: usize = PLANE as usize / 8;
    let pairs = first.iter().zip(second).zip(out.chunks_exact_mut(2));
    match entries {
        1 => pairs.for_each(|((&a, &b), out)| {
            out.copy_from_slice(&(spread_bits(a) | spread_bits(b) << 1).to_le_bytes());
        }),
        4 => pairs.for_each(|((&a, &b), out)| {
            (out[0], out[1]) = (a & 15 | b << 4, a >> 4 | b & 0xf0);
        }),
        _ => first
            .chunks_exact(PLANE_BYTES)
            .zip(second.chunks_exact(PLANE_BYTES))
            .zip(out.chunks_exact_mut(2 * PLANE_BYTES))
            .for_each(|((a, b), out)| {
                out[..PLANE_BYTES].copy_from_slice(a);
                out[PLANE_BYTES..].copy_from_slice(b);
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
        for spec in Spec::ALL {
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
