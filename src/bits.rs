//! Gathering and scattering bits, as the instructions PEXT and PDEP do.

pub const ONE_A_BYTE: u64 = 0x0101_0101_0101_0101;

/// Gathers the bits of `bits` at the set bits of `mask` into the low bits (PEXT).
pub fn extract(bits: u64, mask: u64) -> u64 {
    ones(mask)
        .enumerate()
        .fold(0, |gathered, (i, one)| gathered | (bits >> one & 1) << i)
}

/// Gathers the lowest bit of each byte: the product has that of byte `i` at 56 + i, and no two of its
/// terms are the same.
#[inline(always)]
pub fn lowest_of_bytes(bytes: u64) -> u64 {
    (bytes & ONE_A_BYTE).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Scatters the low bits of `bits` to the set bits of `mask` (PDEP).
pub fn deposit(bits: u64, mask: u64) -> u64 {
    ones(mask)
        .enumerate()
        .fold(0, |spread, (i, one)| spread | (bits >> i & 1) << one)
}

/// The numbers of the set bits, lowest first.
pub fn ones(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let one = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (one < u64::BITS).then_some(one)
    })
}
