//! Decoding entries and encoding blocks with AVX-512.

use super::code::{
    Block, BlockMembers, CHECKS, CHECKS_OF_ENTRIES, Checks, LOW, STARTS, Shape, VECTOR_BYTES,
    window_start,
};
use super::encoder::free_bit;
use super::kernels::{
    BYTE_CAPACITY, BYTES, Blocks, CHECKED, Coded, Echelons, Equations, GROUP, Group, Kernels,
    STARTS_OF_BYTES, Shapes, TOGETHER, decode,
};
use crate::host::cpu::Avx512;
use std::arch::x86_64::*;

impl Kernels for Avx512 {
    const FIRST: usize = CHECKS;

    #[inline(always)]
    fn first_passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
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

    fn collect(self, shape: Shape, members: &BlockMembers, equations: &mut Equations) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { collect(shape, members, equations) }
    }

    fn eliminate(self, equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { eliminate(equations, first, echelons) }
    }

    fn back_substitute(self, echelons: &Echelons, shapes: &Shapes, blocks: &mut Blocks) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { back_substitute(echelons, shapes, blocks) }
    }
}

/// [`Kernels::collect`].
///
/// The numbers of equations at all bytes are in one vector, so that the checks of a member need not wait for each
/// other.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2")]
fn collect(shape: Shape, members: &BlockMembers, equations: &mut Equations) {
    let checks = &**CHECKS_OF_ENTRIES;
    let all_masks = equations.masks.as_flattened_mut();
    let mut counts = _mm512_setzero_si512();
    for (set, members) in members.sets.iter().enumerate() {
        for &entry in members {
            let entry = entry as usize;
            let (kind, share) = checks.kind(entry);
            let count = shape.checks(set, share) + shape.extra(entry);
            // SAFETY: 64 and 16 bytes are read.
            let (low, high, starts) = unsafe {
                (
                    _mm512_loadu_si512(checks.low_masks[entry % LOW].0.as_ptr().cast()),
                    _mm512_loadu_si512(checks.high_masks[entry / LOW].0.as_ptr().cast()),
                    _mm_loadu_si128(checks.starts[kind].as_ptr().cast()),
                )
            };
            let numbers = _mm512_permutexvar_epi8(_mm512_castsi128_si512(starts), counts);
            let numbers = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(numbers));
            const SHIFT: u32 = BYTE_CAPACITY.trailing_zeros();
            let firsts = _mm256_slli_epi16::<{ SHIFT as i32 }>(_mm256_cvtepu8_epi16(starts));
            let (mut masks, mut places) = ([0u32; CHECKS], [0u16; CHECKS]);
            // SAFETY: 64 and 32 bytes are written.
            unsafe {
                _mm512_storeu_si512(masks.as_mut_ptr().cast(), _mm512_xor_si512(low, high));
                _mm256_storeu_si256(
                    places.as_mut_ptr().cast(),
                    _mm256_add_epi16(firsts, numbers),
                );
            }
            let mut write = |check: usize| {
                all_masks[usize::from(places[check]) % (BYTE_CAPACITY * BYTES)] = masks[check];
            };
            // those that are too many will be overwritten
            for check in 0..CHECKS / 2 {
                write(check);
            }
            for check in CHECKS / 2..count {
                write(check % CHECKS);
            }
            let first = FIRST_STARTS[count % (CHECKS + 1)];
            let shift = kind % STARTS;
            let starts = (first << shift | first >> (STARTS - shift)) & ((1 << STARTS) - 1);
            counts = _mm512_mask_adds_epu8(counts, starts, counts, _mm512_set1_epi8(1));
        }
    }
    let mut numbers = [0u8; BYTES];
    // SAFETY: 64 bytes are written.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), counts) };
    for byte in 0..BYTES {
        equations.ends[byte] = STARTS_OF_BYTES[byte] + u16::from(numbers[byte]);
    }
}

/// A bit for each byte at which one of the first checks of the first kind starts, by their number. Other kinds
/// start that much later, modulo [`STARTS`].
static FIRST_STARTS: [u64; CHECKS + 1] = {
    let mut starts = [0; CHECKS + 1];
    let mut check = 0;
    while check < CHECKS {
        starts[check + 1] = starts[check] | 1 << window_start(0, check);
        check += 1;
    }
    starts
};

/// [`Kernels::eliminate`].
///
/// The open equations are stored by columns, with a bit for each equation. One equation is added to all that have a
/// bit in a column by adding that column to every other one in which the equation has a bit. The oldest equation has the lowest bit, and is the one that is added: so the zero ones, which are no
/// longer needed, are nearly always the oldest. These are removed before each byte.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,gfni,bmi1,bmi2,lzcnt")]
fn eliminate(equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
    let zero = _mm512_setzero_si512();
    let mut columns = [[zero; 2]; GROUP];
    let mut crowded = 0;
    let mut lanes = [zero; 8];
    for (number, lane) in lanes.iter_mut().enumerate() {
        *lane = _mm512_set1_epi32(number as i32);
    }
    for byte in 0..VECTOR_BYTES {
        if byte < STARTS {
            for n in 0..GROUP {
                let fits = enter(&equations[n], byte, &mut columns[n]);
                crowded |= u32::from(!fits) << n;
            }
        }
        for (j, &lane) in lanes.iter().enumerate() {
            let rows = &mut echelons.0[8 * byte + j][first..][..GROUP];
            for n in 0..GROUP {
                let columns = &mut columns[n];
                let column = _mm512_permutexvar_epi32(lane, columns[0]);
                let lowest = _mm512_and_si512(column, _mm512_sub_epi32(zero, column));
                let low = _mm512_test_epi32_mask(columns[0], lowest);
                let high = _mm512_test_epi32_mask(columns[1], lowest);
                columns[0] = _mm512_mask_xor_epi32(columns[0], low, columns[0], column);
                columns[1] = _mm512_mask_xor_epi32(columns[1], high, columns[1], column);
                rows[n] = _mm512_kunpackw(u32::from(high), u32::from(low));
            }
        }
        for columns in &mut columns {
            columns[0] = _mm512_alignr_epi32::<8>(columns[1], columns[0]);
            columns[1] = _mm512_alignr_epi32::<8>(zero, columns[1]);
        }
    }
    crowded
}

/// [`Kernels::back_substitute`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
fn back_substitute(echelons: &Echelons, shapes: &Shapes, blocks: &mut Blocks) {
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

/// Adds the equations that start at a byte to the open ones, sixteen at a time: there are seldom more. Returns
/// whether they fit.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1,bmi2,lzcnt")]
fn enter(equations: &Equations, byte: usize, columns: &mut [__m512i; 2]) -> bool {
    let any = _mm512_reduce_or_epi32(_mm512_or_si512(columns[0], columns[1])) as u32;
    let zeros = _mm_cvtsi32_si128(any.trailing_zeros() as i32);
    for columns in &mut *columns {
        *columns = _mm512_srl_epi32(*columns, zeros);
    }
    let mut open = 32 - any.leading_zeros() - any.trailing_zeros() % 32;
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
        let shift = _mm_cvtsi32_si128(open as i32);
        for i in 0..2 {
            const TWO_OF_FOUR: u64 = 0x3333_3333_3333_3333;
            let two_bytes = load(&COLUMNS_OF_TWO_BYTES[i]);
            let new = _mm512_maskz_permutexvar_epi8(TWO_OF_FOUR, two_bytes, bits);
            columns[i] = _mm512_or_si512(columns[i], _mm512_sll_epi32(new, shift));
        }
        open += some.len() as u32;
    }
    open <= u32::BITS
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

/// The two bytes of each column after the transposition, by two bytes of the equations.
static COLUMNS_OF_TWO_BYTES: [[u8; 64]; 2] = {
    let mut bytes = [[0; 64]; 2];
    let mut i = 0;
    while i < 128 {
        let (byte, column, eight) = (i / 32, i / 4 % 8, i % 2);
        bytes[i / 64][i % 64] = (16 * byte + 8 * eight + column) as u8;
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
