//! Decoding entries and encoding blocks with AVX-512.

use super::code::{Block, CHECKS, Checks, LOW, STARTS, Shape, VECTOR_BYTES, free_bit};
use super::kernels::{CHECKED, Coded, Echelons, Equations, Kernels, PAIR, TOGETHER, decode};
use crate::host::cpu::Avx512;
use std::arch::x86_64::*;

impl Kernels for Avx512 {
    #[inline(always)]
    fn passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { passed(checks, coded) }
    }

    #[inline(always)]
    fn sets_without<'a>(
        self,
        checks: &Checks,
        entry: impl Fn(u64) -> (&'a Block, usize),
        locations: &[u64],
        sets: &mut [u8],
    ) {
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,bmi1")]
        fn enabled<'a>(
            kernels: impl Kernels,
            checks: &Checks,
            entry: impl Fn(u64) -> (&'a Block, usize),
            locations: &[u64],
            sets: &mut [u8],
        ) {
            decode(kernels, checks, entry, locations, sets);
        }
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { enabled(self, checks, entry, locations, sets) }
    }

    fn eliminate(self, equations: &[Equations; PAIR], first: usize, echelons: &mut Echelons) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { eliminate(equations, first, echelons) }
    }

    fn solve(
        self,
        echelons: &Echelons,
        shapes: &[Shape; TOGETHER],
        blocks: &mut [Block; TOGETHER],
    ) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { solve(echelons, shapes, blocks) }
    }
}

/// [`Kernels::eliminate`].
///
/// The open equations are stored by columns, with a bit for each equation: then adding one equation
/// to all that have a bit in a column means adding that column to every column in which the one has
/// a bit. The oldest equation has the lowest bit. Since the oldest is the one that is added, no
/// other gets longer; so after four bytes each has determined a column or is zero, and is removed.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,gfni,bmi1,bmi2")]
fn eliminate(equations: &[Equations; PAIR], first: usize, echelons: &mut Echelons) {
    let zero = _mm512_setzero_si512();
    let mut columns = [[zero; 4]; PAIR];
    let mut open = [0u32; PAIR];
    let mut lanes = [zero; 8];
    for (number, lane) in lanes.iter_mut().enumerate() {
        *lane = _mm512_set1_epi64(number as i64);
    }
    for byte in 0..VECTOR_BYTES {
        for n in 0..PAIR {
            if byte >= 4 {
                let done = equations[n].count(byte - 4) as u32;
                let count = _mm_cvtsi32_si128(done as i32);
                for columns in &mut columns[n] {
                    *columns = _mm512_srl_epi64(*columns, count);
                }
                open[n] -= done;
            }
            if byte < STARTS {
                enter(&equations[n], byte, &mut open[n], &mut columns[n]);
            }
        }
        for (j, &lane) in lanes.iter().enumerate() {
            for n in 0..PAIR {
                let columns = &mut columns[n];
                let column = _mm512_permutexvar_epi64(lane, columns[0]);
                let lowest = _mm512_and_si512(column, _mm512_sub_epi64(zero, column));
                let rows = &mut echelons.0[8 * byte + j][first + n];
                // no iterators of two arrays, whose code might not be inlined
                for i in 0..4 {
                    rows[i] = _mm512_test_epi64_mask(columns[i], lowest);
                    columns[i] = _mm512_mask_xor_epi64(columns[i], rows[i], columns[i], column);
                }
            }
        }
        for columns in &mut columns {
            *columns = [columns[1], columns[2], columns[3], zero];
        }
    }
}

/// [`Kernels::solve`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
fn solve(echelons: &Echelons, shapes: &[Shape; TOGETHER], blocks: &mut [Block; TOGETHER]) {
    let one = _mm512_set1_epi32(1);
    let mut window = _mm512_setzero_si512();
    for byte in (0..VECTOR_BYTES).rev() {
        for j in (0..8).rev() {
            let at = 8 * byte + j;
            // SAFETY: 64 bytes are read.
            let rows = unsafe { _mm512_loadu_si512(echelons.0[at].as_ptr().cast()) };
            let shift = _mm_cvtsi32_si128(j as i32 + 1);
            let known = _mm512_and_si512(_mm512_srl_epi32(rows, shift), window);
            let sum = _mm512_and_si512(_mm512_popcnt_epi32(known), one);
            let free = _mm512_testn_epi32_mask(rows, rows);
            let free_bits = _mm512_set1_epi32(free_bit(at) as i32);
            let bits = _mm512_mask_mov_epi32(sum, free, free_bits);
            window = _mm512_or_si512(_mm512_slli_epi32::<1>(window), bits);
        }
        let bytes = _mm512_cvtepi32_epi8(window);
        let mut all = [0u8; TOGETHER];
        // SAFETY: 16 bytes are written.
        unsafe { _mm_storeu_si128(all.as_mut_ptr().cast(), bytes) };
        for (block, bits) in blocks.iter_mut().zip(all) {
            block[byte] = bits;
        }
    }
    for (block, shape) in blocks.iter_mut().zip(shapes) {
        block[VECTOR_BYTES..].copy_from_slice(&shape.pack());
    }
}

/// Adds the equations that start at a byte to the open ones, sixteen at a time: there are seldom more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1,bmi2")]
fn enter(equations: &Equations, byte: usize, open: &mut u32, columns: &mut [__m512i; 4]) {
    let count = equations.count(byte);
    let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let load = |bytes: &[u8; 64]| {
        // SAFETY: 64 bytes are read.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    };
    let order = load(&EIGHTS_BY_BYTE);
    for some in equations.masks(byte)[..count].chunks(16) {
        let present = ((1u32 << some.len()) - 1) as u16;
        // SAFETY: only the bytes of `some` are read.
        let masks = unsafe { _mm512_maskz_loadu_epi32(present, some.as_ptr().cast()) };
        let bytes = _mm512_permutexvar_epi8(order, masks);
        // transposes each eight bytes as a bit matrix
        let bits = _mm512_gf2p8affine_epi64_epi8::<0>(unit, bytes);
        let shift = _mm_cvtsi32_si128(*open as i32);
        for i in 0..4 {
            const TWO_OF_EIGHT: u64 = 0x0303_0303_0303_0303;
            let columns_of_byte = load(&COLUMNS_OF_BYTE[i]);
            let new = _mm512_maskz_permutexvar_epi8(TWO_OF_EIGHT, columns_of_byte, bits);
            columns[i] = _mm512_or_si512(columns[i], _mm512_sll_epi64(new, shift));
        }
        *open += some.len() as u32;
    }
}

/// The order of bytes for the transposition: for each byte of 16 equations that of the first eight, then
/// that of the others, the last equation first.
static EIGHTS_BY_BYTE: [u8; 64] = {
    let mut order = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (byte, eight, last) = (i / 16, i / 8 % 2, i % 8);
        order[i] = (4 * (8 * eight + 7 - last) + byte) as u8;
        i += 1;
    }
    order
};

/// The two bytes of each column after the transposition, by byte of the equations.
static COLUMNS_OF_BYTE: [[u8; 64]; 4] = {
    let mut bytes = [[0; 64]; 4];
    let mut i = 0;
    while i < 256 {
        let (byte, column, eight) = (i / 64, i / 8 % 8, i % 2);
        bytes[byte][i % 64] = (16 * byte + 8 * eight + column) as u8;
        i += 1;
    }
    bytes
};

/// [`Checks::passed`] of a few entries.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,bmi1")]
fn passed(checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
    let mut passed = [0; CHECKED];
    for i in 0..CHECKED {
        passed[i] = passed_by_one(checks, coded[i]);
    }
    passed
}

/// [`Checks::passed`] of an entry, all checks at once.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,bmi1")]
fn passed_by_one(checks: &Checks, coded: Coded) -> u8 {
    let Coded { block, entry, kind } = coded;
    let load = |bytes: *const u8| {
        // SAFETY: 64 bytes are read.
        unsafe { _mm512_loadu_si512(bytes.cast()) }
    };
    let low = load(checks.low_masks[entry % LOW].0.as_ptr().cast());
    let high = load(checks.high_masks[entry / LOW].0.as_ptr().cast());
    let windows = load(checks.windows[kind].0.as_ptr().cast());
    let windows = _mm512_permutexvar_epi8(windows, load(block.as_ptr()));
    // windows & (low ^ high)
    let chosen = _mm512_ternarylogic_epi32::<0x48>(low, windows, high);
    let sums = _mm512_popcnt_epi32(chosen);
    let odd = _mm512_test_epi32_mask(sums, _mm512_set1_epi32(1));
    (u32::from(odd) | 1 << CHECKS).trailing_zeros() as u8
}
