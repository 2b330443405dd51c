//! Decoding entries and encoding blocks with NEON.

use super::code::{Checks, LOW, STARTS, VECTOR_BYTES};
use super::kernels::{CHECKED, Coded, Echelons, Equations, Group, Kernels, TOGETHER};
use crate::host::cpu::Neon;
use std::arch::aarch64::*;

impl Kernels for Neon {
    const FIRST: usize = 8;

    #[inline(always)]
    fn first_passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        first_passed(checks, coded)
    }

    fn eliminate(self, equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
        let mut crowded = 0;
        for (n, equations) in equations.iter().enumerate() {
            // SAFETY: a value of `Neon` is proof of the instructions.
            let fits = unsafe { eliminate(equations, first + n, echelons) };
            crowded |= u32::from(!fits) << n;
        }
        crowded
    }
}

/// [`Kernels::first_passed`]: the first eight checks of each at once.
#[inline(always)]
fn first_passed(checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
    // SAFETY: all 64-bit ARM processors have NEON.
    let failed = unsafe {
        let [a, b, c, d] = coded.map(|coded| counts(checks, coded));
        [failed(vpaddq_u8(a, b)), failed(vpaddq_u8(c, d))]
    };
    let first_failed = |failed: u64| ((failed as u32).trailing_zeros() / 4) as u8;
    let [ab, cd] = failed;
    [ab, ab >> 32, cd, cd >> 32].map(first_failed)
}

/// Four bits for each byte: set if it is odd.
///
/// # Safety
/// As for the function below, the processor must have NEON.
#[inline(always)]
unsafe fn failed(bytes: uint8x16_t) -> u64 {
    // SAFETY: no memory is touched.
    unsafe {
        let odd = vreinterpretq_u16_u8(vtstq_u8(bytes, vdupq_n_u8(1)));
        vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(odd)))
    }
}

/// The numbers of bits that the first eight checks of an entry select from their windows, in two bytes each.
#[inline(always)]
unsafe fn counts(checks: &Checks, coded: Coded) -> uint8x16_t {
    let Coded { block, entry, kind } = coded;
    let low = checks.low_masks[entry % LOW].0.as_ptr();
    let high = checks.high_masks[entry / LOW].0.as_ptr();
    let windows = checks.windows[kind].0.as_ptr().cast::<u8>();
    // SAFETY: 64 bytes of the block are read, and the first 32 of masks and windows.
    unsafe {
        let block = vld1q_u8_x4(block.as_ptr());
        let four = |first: usize| {
            let masks = veorq_u32(vld1q_u32(low.add(first)), vld1q_u32(high.add(first)));
            let windows = vqtbl4q_u8(block, vld1q_u8(windows.add(4 * first)));
            vcntq_u8(vandq_u8(windows, vreinterpretq_u8_u32(masks)))
        };
        vpaddq_u8(four(0), four(4))
    }
}

/// The open equations of a block by columns, with a bit for each equation, the oldest the lowest: four columns in
/// each vector.
type OpenColumns = [uint32x4_t; 8];

/// [`Kernels::eliminate`] of one block, in the same way as with AVX-512. Returns whether all equations fit.
#[target_feature(enable = "neon")]
fn eliminate(equations: &Equations, block: usize, echelons: &mut Echelons) -> bool {
    let zero = vdupq_n_u32(0);
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
#[inline]
#[target_feature(enable = "neon")]
fn determine<const COLUMN: usize>(
    columns: &mut OpenColumns,
    rows: &mut [[u32; TOGETHER]; 8],
    block: usize,
) {
    let four = columns[COLUMN / 4];
    let column = match COLUMN % 4 {
        0 => vdupq_laneq_u32::<0>(four),
        1 => vdupq_laneq_u32::<1>(four),
        2 => vdupq_laneq_u32::<2>(four),
        _ => vdupq_laneq_u32::<3>(four),
    };
    let negated = vreinterpretq_u32_s32(vnegq_s32(vreinterpretq_s32_u32(column)));
    let lowest = vandq_u32(column, negated);
    let mut set = [column; 8];
    for i in 0..8 {
        set[i] = vtstq_u32(columns[i], lowest);
        columns[i] = veorq_u32(columns[i], vandq_u32(set[i], column));
    }
    let halves = |a, b| vuzp1q_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b));
    let bytes = |a, b| vuzp1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b));
    let [a, b, c, d, e, f, g, h] = set;
    let units = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
    let low = vandq_u8(bytes(halves(a, b), halves(c, d)), units);
    let high = vandq_u8(bytes(halves(e, f), halves(g, h)), units);
    let pairs = vpaddq_u8(low, high);
    let fours = vpaddq_u8(pairs, pairs);
    let eights = vpaddq_u8(fours, fours);
    rows[COLUMN][block] = vgetq_lane_u32::<0>(vreinterpretq_u32_u8(eights));
}

/// Adds the equations that start at a byte to the open ones, eight at a time. Returns whether they fit.
#[inline]
#[target_feature(enable = "neon")]
fn enter(equations: &Equations, byte: usize, columns: &mut OpenColumns) -> bool {
    let [a, b, c, d, e, f, g, h] = *columns;
    let first = vorrq_u32(vorrq_u32(a, b), vorrq_u32(c, d));
    let second = vorrq_u32(vorrq_u32(e, f), vorrq_u32(g, h));
    let any = vreinterpretq_u64_u32(vorrq_u32(first, second));
    let any = vgetq_lane_u64::<0>(any) | vgetq_lane_u64::<1>(any);
    let any = (any | any >> 32) as u32;
    let zeros = vdupq_n_s32(-(any.trailing_zeros() as i32));
    for columns in &mut *columns {
        *columns = vshlq_u32(*columns, zeros);
    }
    let mut open = 32 - any.leading_zeros() - any.trailing_zeros() % 32;
    let count = equations.count(byte);
    for (i, masks) in equations.masks(byte).as_chunks().0.iter().enumerate() {
        if 8 * i >= count {
            break;
        }
        let shift = vdupq_n_s32(open as i32);
        for (j, bits) in transposed(masks, count - 8 * i).into_iter().enumerate() {
            let [low, high] = [vmovl_u8(vget_low_u8(bits)), vmovl_high_u8(bits)];
            let fours = [
                vmovl_u16(vget_low_u16(low)),
                vmovl_high_u16(low),
                vmovl_u16(vget_low_u16(high)),
                vmovl_high_u16(high),
            ];
            for (k, four) in fours.into_iter().enumerate() {
                let columns = &mut columns[4 * j + k];
                *columns = vorrq_u32(*columns, vshlq_u32(four, shift));
            }
        }
        open += (count - 8 * i).min(8) as u32;
    }
    open <= u32::BITS
}

/// The first `count` of eight equations as columns: a byte for each of the 32, whose bits are the equations.
#[inline]
#[target_feature(enable = "neon")]
fn transposed(masks: &[u32; 8], count: usize) -> [uint8x16_t; 2] {
    /// The bytes of each column of eight equations side by side, by halves.
    const ORDER: [[u8; 16]; 2] = {
        let mut order = [[0; 16]; 2];
        let mut i = 0;
        while i < 32 {
            order[i / 16][i % 16] = (i % 8 * 4 + i / 8) as u8;
            i += 1;
        }
        order
    };
    // SAFETY: 32 bytes are read twice, and 16 of each order.
    let (masks, numbers, order) = unsafe {
        (
            vld1q_u32_x2(masks.as_ptr()),
            vld1q_u32_x2([0, 1, 2, 3, 4, 5, 6, 7].as_ptr()),
            [vld1q_u8(ORDER[0].as_ptr()), vld1q_u8(ORDER[1].as_ptr())],
        )
    };
    let count = vdupq_n_u32(count as u32);
    let present =
        |masks, numbers| vreinterpretq_u8_u32(vandq_u32(masks, vcltq_u32(numbers, count)));
    let bytes = uint8x16x2_t(present(masks.0, numbers.0), present(masks.1, numbers.1));
    order.map(|order| {
        // transposes each eight bytes as a bit matrix: bits, then pairs, then fours are swapped
        let bits = vreinterpretq_u64_u8(vqtbl2q_u8(bytes, order));
        let bits = swapped::<7>(bits, 0x00aa_00aa_00aa_00aa);
        let bits = swapped::<14>(bits, 0x0000_cccc_0000_cccc);
        vreinterpretq_u8_u64(swapped::<28>(bits, 0x0000_0000_f0f0_f0f0))
    })
}

/// Swaps the bits of a mask with those that are `SHIFT` higher.
#[inline]
#[target_feature(enable = "neon")]
fn swapped<const SHIFT: i32>(bits: uint64x2_t, mask: u64) -> uint64x2_t {
    let differ = vandq_u64(
        veorq_u64(bits, vshrq_n_u64::<SHIFT>(bits)),
        vdupq_n_u64(mask),
    );
    veorq_u64(veorq_u64(bits, differ), vshlq_n_u64::<SHIFT>(differ))
}
