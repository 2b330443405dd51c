//! How the two bit planes of a row are stored together.

/// Stores a row so that both bits of an entry are in one cache line: 256 entries as 32 bytes
/// of one plane, then 32 of the other, and 128 to 32 likewise with fewer; four entries as
/// the halves of a byte; single entries bit by bit.
pub fn interleave(entries: usize, reached: &[u8], unmarked: &[u8], row: &mut [u8]) {
    let pairs = reached.iter().zip(unmarked);
    match entries {
        1 => {
            for ((&r, &u), out) in pairs.zip(row.chunks_exact_mut(2)) {
                out.copy_from_slice(&(spread_bits(r) | spread_bits(u) << 1).to_le_bytes());
            }
        }
        4 => {
            for ((&r, &u), out) in pairs.zip(row.chunks_exact_mut(2)) {
                (out[0], out[1]) = (r & 15 | u << 4, r >> 4 | u & 0xf0);
            }
        }
        32 => interleave_lines::<4>(reached, unmarked, row),
        64 => interleave_lines::<8>(reached, unmarked, row),
        128 => interleave_lines::<16>(reached, unmarked, row),
        _ => interleave_lines::<32>(reached, unmarked, row),
    }
}

/// `PLANE` bytes of one plane, then as many of the other.
fn interleave_lines<const PLANE: usize>(reached: &[u8], unmarked: &[u8], row: &mut [u8]) {
    let lines = reached
        .chunks_exact(PLANE)
        .zip(unmarked.chunks_exact(PLANE));
    for ((r, u), out) in lines.zip(row.chunks_exact_mut(2 * PLANE)) {
        out[..PLANE].copy_from_slice(r);
        out[PLANE..].copy_from_slice(u);
    }
}

/// Bit `i` goes to bit `2 i`.
fn spread_bits(byte: u8) -> u16 {
    (0..8).fold(0, |out, i| out | u16::from(byte >> i & 1) << (2 * i))
}
