//! Decoding entries and encoding blocks with vectors of WebAssembly.

use super::code::{CHECKS, Checks, LOW, STARTS, VECTOR_BYTES};
use super::kernels::{CHECKED, Coded, Echelons, Equations, Group, Kernels, TOGETHER};
use crate::host::cpu::Simd128;
use std::arch::wasm32::*;

impl Kernels for Simd128 {
    const FIRST: usize = 4;

    #[inline(always)]
    fn first_passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        first_passed(checks, coded)
    }

    /// Four checks at a time.
    #[inline(always)]
    fn passed_after_first(self, checks: &Checks, coded: Coded) -> u8 {
        for first in [4, 8, 12] {
            let failed = i32x4_bitmask(u32x4_shl(parities(selected(checks, coded, first)), 31));
            if failed != 0 {
                return first as u8 + failed.trailing_zeros() as u8;
            }
        }
        CHECKS as u8
    }

    fn eliminate(self, equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
        let mut crowded = 0;
        for (n, equations) in equations.iter().enumerate() {
            let fits = eliminate(equations, first + n, echelons);
            crowded |= u32::from(!fits) << n;
        }
        crowded
    }
}

/// [`Kernels::first_passed`]: the first four checks of an entry are a vector.
#[inline(always)]
fn first_passed(checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
    let [a, b, c, d] = [
        selected(checks, coded[0], 0),
        selected(checks, coded[1], 0),
        selected(checks, coded[2], 0),
        selected(checks, coded[3], 0),
    ];
    let [ab, cd] = [
        u16x8_narrow_i32x4(halves_added(a), halves_added(b)),
        u16x8_narrow_i32x4(halves_added(c), halves_added(d)),
    ];
    let bytes_added = |twos| v128_and(v128_xor(twos, u16x8_shr(twos, 8)), u16x8_splat(0xff));
    let bytes = u8x16_narrow_i16x8(bytes_added(ab), bytes_added(cd));
    let fours = v128_and(v128_xor(bytes, u16x8_shr(bytes, 4)), u8x16_splat(15));
    // the highest bit says whether the number of bits is odd
    let odd = u64x2(0x8000_0080_0080_8000, 0x0080_8000_8000_0080);
    let failed = u32::from(u8x16_bitmask(u8x16_swizzle(odd, fours)));
    [0, 1, 2, 3].map(|i| (failed >> (4 * i) & 15 | 1 << 4).trailing_zeros() as u8)
}

/// The bits that four checks of an entry select from their windows.
#[inline(always)]
fn selected(checks: &Checks, coded: Coded, first: usize) -> v128 {
    let Coded { block, entry, kind } = coded;
    // SAFETY: 16 bytes are read.
    let masks = |masks: &[u32; 16]| unsafe { v128_load(masks[first..first + 4].as_ptr().cast()) };
    let low = masks(&checks.low_masks[entry % LOW].0);
    let high = masks(&checks.high_masks[entry / LOW].0);
    let starts = &checks.starts[kind];
    let window = |check: usize| {
        let start = usize::from(starts[first + check]);
        debug_assert!(start < STARTS);
        // SAFETY: windows end within the vector.
        unsafe { block.as_ptr().add(start).cast::<u32>().read_unaligned() }
    };
    let windows = u32x4(window(0), window(1), window(2), window(3));
    v128_and(windows, v128_xor(low, high))
}

/// In the lowest bit of each lane, whether the number of its bits is odd.
#[inline(always)]
fn parities(lanes: v128) -> v128 {
    [16, 8, 4, 2, 1].into_iter().fold(lanes, |lanes, shift| {
        v128_xor(lanes, u32x4_shr(lanes, shift))
    })
}

/// The sum of both halves of each lane, bit by bit.
#[inline(always)]
fn halves_added(lanes: v128) -> v128 {
    u32x4_shr(v128_xor(lanes, u32x4_shl(lanes, 16)), 16)
}

/// The open equations of a block by columns, with a bit for each equation, the oldest the lowest: four columns in
/// each vector.
type OpenColumns = [v128; 8];

/// [`Kernels::eliminate`] of one block, in the same way as with AVX-512. Returns whether all equations fit.
fn eliminate(equations: &Equations, block: usize, echelons: &mut Echelons) -> bool {
    let zero = u32x4_splat(0);
    let mut columns = [zero; 8];
    let mut fits = true;
    for byte in 0..VECTOR_BYTES {
        if byte < STARTS {
            fits &= enter(equations, byte, &mut columns);
        }
        let rows = echelons.0[8 * byte..]
            .first_chunk_mut()
            .expect("a byte has eight columns");
        determine::<0>(&mut columns, rows, block);
        determine::<1>(&mut columns, rows, block);
        determine::<2>(&mut columns, rows, block);
        determine::<3>(&mut columns, rows, block);
        determine::<4>(&mut columns, rows, block);
        determine::<5>(&mut columns, rows, block);
        determine::<6>(&mut columns, rows, block);
        determine::<7>(&mut columns, rows, block);
        let [.., c, d, e, f, g, h] = columns;
        columns = [c, d, e, f, g, h, zero, zero];
    }
    fits
}

/// Adds the oldest equation with a bit in a column of the first eight to all that have one there, itself included.
/// Writes its bits, or none if there is no such equation.
#[inline(always)]
fn determine<const COLUMN: usize>(
    columns: &mut OpenColumns,
    rows: &mut [[u32; TOGETHER]; 8],
    block: usize,
) {
    let zero = u32x4_splat(0);
    let four = columns[COLUMN / 4];
    let column = match COLUMN % 4 {
        0 => u32x4_shuffle::<0, 0, 0, 0>(four, four),
        1 => u32x4_shuffle::<1, 1, 1, 1>(four, four),
        2 => u32x4_shuffle::<2, 2, 2, 2>(four, four),
        _ => u32x4_shuffle::<3, 3, 3, 3>(four, four),
    };
    let lowest = v128_and(column, i32x4_neg(column));
    let mut unset = [zero; 8];
    for i in 0..8 {
        unset[i] = u32x4_eq(v128_and(columns[i], lowest), zero);
        columns[i] = v128_xor(columns[i], v128_andnot(column, unset[i]));
    }
    let [a, b, c, d, e, f, g, h] = unset;
    let bits = |a, b, c, d| {
        let bytes = i8x16_narrow_i16x8(i16x8_narrow_i32x4(a, b), i16x8_narrow_i32x4(c, d));
        u32::from(u8x16_bitmask(bytes))
    };
    rows[COLUMN][block] = !(bits(a, b, c, d) | bits(e, f, g, h) << 16);
}

/// Adds the equations that start at a byte to the open ones, eight at a time. Returns whether they fit.
#[inline(always)]
fn enter(equations: &Equations, byte: usize, columns: &mut OpenColumns) -> bool {
    let any = columns
        .iter()
        .fold(u32x4_splat(0), |any, &four| v128_or(any, four));
    let any = v128_or(any, u64x2_shuffle::<1, 0>(any, any));
    let any = v128_or(any, u32x4_shuffle::<1, 0, 3, 2>(any, any));
    let any = u32x4_extract_lane::<0>(any);
    let zeros = any.trailing_zeros();
    for columns in &mut *columns {
        *columns = u32x4_shr(*columns, zeros);
    }
    let mut open = 32 - any.leading_zeros() - zeros % 32;
    let count = equations.count(byte);
    for (i, masks) in equations.masks(byte).as_chunks().0.iter().enumerate() {
        if 8 * i >= count {
            break;
        }
        for (j, bits) in transposed(masks, count - 8 * i).into_iter().enumerate() {
            let [low, high] = [u16x8_extend_low_u8x16(bits), u16x8_extend_high_u8x16(bits)];
            let fours = [
                u32x4_extend_low_u16x8(low),
                u32x4_extend_high_u16x8(low),
                u32x4_extend_low_u16x8(high),
                u32x4_extend_high_u16x8(high),
            ];
            for (k, four) in fours.into_iter().enumerate() {
                let columns = &mut columns[4 * j + k];
                *columns = v128_or(*columns, u32x4_shl(four, open));
            }
        }
        open += (count - 8 * i).min(8) as u32;
    }
    open <= u32::BITS
}

/// The first `count` of eight equations as columns: a byte for each of the 32, whose bits are the equations.
#[inline(always)]
fn transposed(masks: &[u32; 8], count: usize) -> [v128; 2] {
    let four = |first: usize, numbers| {
        let masks = &masks[first..first + 4];
        // SAFETY: 16 bytes are read.
        let masks = unsafe { v128_load(masks.as_ptr().cast()) };
        v128_and(masks, u32x4_lt(numbers, u32x4_splat(count as u32)))
    };
    let (a, b) = (four(0, u32x4(0, 1, 2, 3)), four(4, u32x4(4, 5, 6, 7)));
    // each byte of the eight side by side
    let bytes = [
        u8x16_shuffle::<0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29>(a, b),
        u8x16_shuffle::<2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31>(a, b),
    ];
    bytes.map(|bits| {
        // transposes each eight bytes as a bit matrix: bits, then pairs, then fours are swapped
        let bits = swapped(bits, 7, 0x00aa_00aa_00aa_00aa);
        let bits = swapped(bits, 14, 0x0000_cccc_0000_cccc);
        swapped(bits, 28, 0x0000_0000_f0f0_f0f0)
    })
}

/// Swaps the bits of a mask with those that are `shift` higher.
#[inline(always)]
fn swapped(bits: v128, shift: u32, mask: u64) -> v128 {
    let differ = v128_and(v128_xor(bits, u64x2_shr(bits, shift)), u64x2_splat(mask));
    v128_xor(bits, v128_or(differ, u64x2_shl(differ, shift)))
}
