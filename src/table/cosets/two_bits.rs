//! Two-bit values in memory and in files.
//!
//! Both bits of a value are in one cache line, in two *planes*: of lines of four entries, a byte
//! holds the first bits of a line and then its second bits; of lines of one entry, the two bits of a
//! value are side by side.

use crate::table::entries::{EntryValues, read_one_by_one};

/// The two-bit values of a table. An address is the number of the first bit of a value.
#[derive(Clone, Copy)]
pub struct TwoBits<'a> {
    pub bytes: &'a [u8],
    /// How many bits the second bit of a value follows the first.
    pub second_bit: u64,
}

impl EntryValues for TwoBits<'_> {
    const IS_ADDRESS_LOCATION: bool = true;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    #[inline(always)]
    fn location(&self, address: u64) -> u64 {
        address
    }

    #[inline(always)]
    fn byte(&self, location: u64) -> usize {
        (location / 8) as usize
    }

    #[inline(always)]
    fn value(&self, location: u64) -> u8 {
        let bit = |location: u64| self.bytes[(location / 8) as usize] >> (location % 8) & 1;
        let reached = bit(location);
        let unmarked = bit(location + self.second_bit);
        2 * (1 - reached) + (reached ^ unmarked)
    }

    #[inline(always)]
    fn values(&self, locations: &[u64], values: &mut [u8]) {
        read_one_by_one(self, locations, values);
    }

    #[inline(always)]
    fn max_value(&self) -> u8 {
        3
    }
}

/// Interleaves the two planes of some lines of `entries` entries (1 or 4).
///
/// `first` and `second` have the same length, `out` has twice that.
pub fn interleave(entries: usize, first: &[u8], second: &[u8], out: &mut [u8]) {
    let pairs = first.iter().zip(second).zip(out.as_chunks_mut().0);
    match entries {
        1 => pairs.for_each(|((&a, &b), out)| {
            *out = (spread_bits(a) | spread_bits(b) << 1).to_le_bytes();
        }),
        _ => pairs.for_each(|((&a, &b), out)| {
            *out = [a & 15 | b << 4, a >> 4 | b & 0xf0];
        }),
    }
}

/// Moves bit `i` to bit `2 i`.
fn spread_bits(byte: u8) -> u16 {
    (0..8).fold(0, |out, i| out | u16::from(byte >> i & 1) << (2 * i))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::address::AddressLayout;
    use crate::table::coset_index::CosetIndex;
    use crate::table::spec::{Encoding, Spec};

    #[test]
    fn interleaved_bits_are_at_the_entry_addresses() {
        let is_two_bits = |spec: &&Spec| spec.encoding == Encoding::TwoBits;
        for spec in Spec::ALL.iter().filter(is_two_bits) {
            let (layout, entries) = (AddressLayout::new(spec), spec.edges.entries());
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
                let [one, other] = [address, address + layout.second_bit].map(|i| i as usize);
                assert_eq!(bit(&out, one), bit(&first, i), "{} {i}", spec.name);
                assert_eq!(bit(&out, other), bit(&second, i), "{} {i}", spec.name);
                assert_eq!(one / 512, other / 512, "one cache line");
            }
        }
    }

    #[test]
    fn two_bits_are_read_as_values_from_0_to_3() {
        let two_bits = TwoBits {
            bytes: &[0b1001_0011, 0b1001_1100],
            second_bit: 4,
        };
        let addresses = [0, 1, 2, 3, 8, 9, 10, 11];
        let values = addresses.map(|address| two_bits.value(two_bits.location(address)));
        assert_eq!(values, [0, 1, 2, 3, 3, 2, 1, 0]);
        assert_eq!(
            addresses.map(|i| two_bits.byte(i)),
            [0, 0, 0, 0, 1, 1, 1, 1]
        );
        assert_eq!(two_bits.byte(800), 100);
    }
}
