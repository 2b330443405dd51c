//! Two-bit values in memory and in files.
//!
//! Both bits of a value are in one cache line, in two *planes*: of lines of four entries, a byte
//! holds the first bits of a line and then its second bits; of lines of one entry, the two bits of a
//! value are side by side.

use crate::table::entries::EntryValues;

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
        let unmarked = bit(location + self.second_bit); // stored inverted
        2 * (1 - reached) + (reached ^ unmarked)
    }

    #[inline(always)]
    fn max_value(&self) -> u8 {
        3
    }
}

/// Interleaves two planes of some lines of `entries` entries (1 or 4), the second inverted.
///
/// `first` and `second` have the same length, `out` has twice that.
pub fn interleave(entries: usize, first: &[u8], second: &[u8], out: &mut [u8]) {
    let second = second.iter().map(|byte| !byte);
    let pairs = first.iter().zip(second).zip(out.as_chunks_mut().0);
    match entries {
        1 => pairs.for_each(|((&a, b), out)| {
            *out = (spread_bits(a) | spread_bits(b) << 1).to_le_bytes();
        }),
        _ => pairs.for_each(|((&a, b), out)| {
            *out = [a & 15 | b << 4, a >> 4 | b & 0xf0];
        }),
    }
}

/// Moves bit `i` to bit `2 i`.
fn spread_bits(byte: u8) -> u16 {
    (0..8).fold(0, |out, i| out | u16::from(byte >> i & 1) << (2 * i))
}
