//! Decoding entries and encoding blocks with AVX2.

use super::code::{Block, Checks, LOW, STARTS, VECTOR_BYTES};
use super::kernels::{
    Blocks, CHECKED, Coded, Echelons, Equations, GROUP, Group, Kernels, Shapes, TOGETHER,
    back_substitute, decode,
};
use crate::host::cpu::Avx2;
use std::arch::x86_64::*;

impl Kernels for Avx2 {
    const FIRST: usize = 8;

    #[inline(always)]
    fn first_passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { first_passed(checks, coded) }
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
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled<'a>(
            kernels: impl Kernels,
            checks: &Checks,
            entry: impl Fn(u64) -> (&'a Block, usize),
            locations: &[u64],
            sets: &mut [u8],
        ) {
            decode(kernels, checks, entry, locations, sets);
        }
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { enabled(self, checks, entry, locations, sets) }
    }

    fn eliminate(self, equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { eliminate(equations, first, echelons) }
    }

    fn back_substitute(self, echelons: &Echelons, shapes: &Shapes, blocks: &mut Blocks) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled(echelons: &Echelons, shapes: &Shapes, blocks: &mut Blocks) {
            back_substitute(echelons, shapes, blocks);
        }
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { enabled(echelons, shapes, blocks) }
    }
}

/// [`Kernels::first_passed`]: the first eight checks of an entry are a vector.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn first_passed(checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
    // folds each check to two bytes, then to one: those of entries 0, 2, 1 and 3
    let first = to_words(checks, coded[0], coded[1]);
    let second = to_words(checks, coded[2], coded[3]);
    let first = _mm256_xor_si256(first, _mm256_srli_epi16::<8>(first));
    let second = _mm256_xor_si256(second, _mm256_slli_epi16::<8>(second));
    let bytes = _mm256_blendv_epi8(second, first, _mm256_set1_epi16(0xff));
    let nibbles = _mm256_xor_si256(bytes, _mm256_srli_epi16::<4>(bytes));
    let nibbles = _mm256_and_si256(nibbles, _mm256_set1_epi8(15));
    // SAFETY: 16 bytes are read.
    let odd = unsafe { _mm_loadu_si128(ODD_NIBBLES.as_ptr().cast()) };
    let odd = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(odd), nibbles);
    let failed = _mm256_movemask_epi8(odd) as u32;
    [
        first_failed(failed),
        first_failed(failed >> 2),
        first_failed(failed >> 1),
        first_failed(failed >> 3),
    ]
}

/// The number of the first check that failed, of which each has the lowest of four bits, or 8.
#[inline(always)]
fn first_failed(failed: u32) -> u8 {
    ((failed & 0x1111_1111).trailing_zeros() / 4) as u8
}

/// The first eight checks of two entries, folded to two bytes each.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn to_words(checks: &Checks, first: Coded, second: Coded) -> __m256i {
    let first = selected_bits(checks, first);
    let first = _mm256_xor_si256(first, _mm256_srli_epi32::<16>(first));
    let second = selected_bits(checks, second);
    let second = _mm256_xor_si256(second, _mm256_slli_epi32::<16>(second));
    _mm256_blend_epi16::<0b1010_1010>(first, second)
}

/// The highest bit of each byte is the parity of its index.
static ODD_NIBBLES: [u8; 16] = {
    let mut odd = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        odd[nibble] = (nibble.count_ones() as u8) << 7;
        nibble += 1;
    }
    odd
};

/// The bits that the first eight checks of an entry select from their windows.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn selected_bits(checks: &Checks, coded: Coded) -> __m256i {
    let Coded { block, entry, kind } = coded;
    // SAFETY: the first 32 of 64 bytes are read.
    let (low, high, windows) = unsafe {
        (
            _mm256_loadu_si256(checks.low_masks[entry % LOW].0.as_ptr().cast()),
            _mm256_loadu_si256(checks.high_masks[entry / LOW].0.as_ptr().cast()),
            _mm256_loadu_si256(checks.windows[kind].0.as_ptr().cast()),
        )
    };
    let lower = _mm256_or_si256(
        from_quarter::<0>(block, windows),
        from_quarter::<16>(block, windows),
    );
    let upper = _mm256_or_si256(
        from_quarter::<32>(block, windows),
        from_quarter::<48>(block, windows),
    );
    _mm256_and_si256(_mm256_or_si256(lower, upper), _mm256_xor_si256(low, high))
}

/// The bytes with these indices that are in the quarter of a block from `FIRST` on; zeros for others.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn from_quarter<const FIRST: usize>(block: &Block, indices: __m256i) -> __m256i {
    let quarter = &block[FIRST..FIRST + 16];
    // SAFETY: 16 bytes are read.
    let quarter = unsafe { _mm_loadu_si128(quarter.as_ptr().cast()) };
    // other indices get a highest bit, and so select zero
    let indices = _mm256_xor_si256(indices, _mm256_set1_epi8(FIRST as i8));
    let indices = _mm256_adds_epu8(indices, _mm256_set1_epi8(0x70));
    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(quarter), indices)
}

/// The open equations of a block by columns, with a bit for each equation, the oldest the lowest.
///
/// Four vectors of eight columns: the first has columns 0 to 3 and 16 to 19, the next 4 to 7 and 20 to 23, and so
/// on. So [`determine`] has them in order.
type OpenColumns = [__m256i; 4];

/// [`Kernels::eliminate`], in the same way as with AVX-512.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn eliminate(equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
    let mut crowded = 0;
    for pair in (0..GROUP).step_by(2) {
        let mut columns = [[_mm256_setzero_si256(); 4]; 2];
        for byte in 0..VECTOR_BYTES {
            if byte < STARTS {
                for n in 0..2 {
                    let fits = enter(&equations[pair + n], byte, &mut columns[n]);
                    crowded |= u32::from(!fits) << (pair + n);
                }
            }
            let rows = echelons.0[8 * byte..][..8].as_chunks_mut::<8>().0;
            let rows = &mut rows[0];
            determine::<0>(&mut columns, rows, first + pair);
            determine::<1>(&mut columns, rows, first + pair);
            determine::<2>(&mut columns, rows, first + pair);
            determine::<3>(&mut columns, rows, first + pair);
            determine::<4>(&mut columns, rows, first + pair);
            determine::<5>(&mut columns, rows, first + pair);
            determine::<6>(&mut columns, rows, first + pair);
            determine::<7>(&mut columns, rows, first + pair);
            for columns in &mut columns {
                let [a, b, c, d] = *columns;
                // the upper half, and zeros
                let a = _mm256_permute2x128_si256::<0x81>(a, a);
                let b = _mm256_permute2x128_si256::<0x81>(b, b);
                *columns = [c, d, a, b];
            }
        }
    }
    crowded
}

/// Adds the oldest equation with a bit in a column of the first eight to all that have one there, itself included.
/// Writes its bits for each block, or none if there is no such equation.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn determine<const COLUMN: usize>(
    blocks: &mut [OpenColumns; 2],
    rows: &mut [[u32; TOGETHER]; 8],
    first: usize,
) {
    let zero = _mm256_setzero_si256();
    for n in 0..2 {
        let columns = &mut blocks[n];
        let four = _mm256_castsi256_si128(columns[COLUMN / 4]);
        let one = match COLUMN % 4 {
            0 => four,
            1 => _mm_shuffle_epi32::<0x55>(four),
            2 => _mm_shuffle_epi32::<0xaa>(four),
            _ => _mm_shuffle_epi32::<0xff>(four),
        };
        let column = _mm256_broadcastd_epi32(one);
        let lowest = _mm256_and_si256(column, _mm256_sub_epi32(zero, column));
        let mut unset = [zero; 4];
        for i in 0..4 {
            unset[i] = _mm256_cmpeq_epi32(_mm256_and_si256(columns[i], lowest), zero);
            columns[i] = _mm256_xor_si256(columns[i], _mm256_andnot_si256(unset[i], column));
        }
        let [a, b, c, d] = unset;
        let bytes = _mm256_packs_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
        rows[COLUMN][first + n] = !_mm256_movemask_epi8(bytes) as u32;
    }
}

/// Adds the equations that start at a byte to the open ones, sixteen at a time: there are seldom more. Returns
/// whether they fit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn enter(equations: &Equations, byte: usize, columns: &mut OpenColumns) -> bool {
    let zero = _mm256_setzero_si256();
    let [a, b, c, d] = *columns;
    let any = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
    let any = _mm_or_si128(
        _mm256_castsi256_si128(any),
        _mm256_extracti128_si256::<1>(any),
    );
    let any = _mm_or_si128(any, _mm_shuffle_epi32::<0xee>(any));
    let any = _mm_or_si128(any, _mm_shuffle_epi32::<0x55>(any));
    let any = _mm_cvtsi128_si32(any) as u32;
    let zeros = _mm_cvtsi32_si128(any.trailing_zeros() as i32);
    for columns in &mut *columns {
        *columns = _mm256_srl_epi32(*columns, zeros);
    }
    let mut open = 32 - any.leading_zeros() - any.trailing_zeros() % 32;
    let count = equations.count(byte);
    let masks = equations.masks(byte).as_chunks::<8>().0;
    for i in 0..count.div_ceil(16) {
        let rest = count - 16 * i;
        let first = transposed(&masks[2 * i], rest as i32);
        let second = transposed(&masks[2 * i + 1], rest as i32 - 8);
        // 16 bits for each column: of bytes 0 and 2, and of bytes 1 and 3
        let even = _mm256_unpacklo_epi8(first, second);
        let odd = _mm256_unpackhi_epi8(first, second);
        let shift = _mm_cvtsi32_si128(open as i32);
        let new = [
            _mm256_unpacklo_epi16(even, zero),
            _mm256_unpackhi_epi16(even, zero),
            _mm256_unpacklo_epi16(odd, zero),
            _mm256_unpackhi_epi16(odd, zero),
        ];
        for i in 0..4 {
            columns[i] = _mm256_or_si256(columns[i], _mm256_sll_epi32(new[i], shift));
        }
        open += rest.min(16) as u32;
    }
    open <= u32::BITS
}

/// The first `count` of eight equations as columns: a byte for each of the 32, whose bits are the
/// equations.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn transposed(masks: &[u32; 8], count: i32) -> __m256i {
    // SAFETY: 32 bytes are read.
    let masks = unsafe { _mm256_loadu_si256(masks.as_ptr().cast()) };
    let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let masks = _mm256_and_si256(masks, _mm256_cmpgt_epi32(_mm256_set1_epi32(count), numbers));
    // each byte of the eight side by side
    let order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    let bytes = _mm256_shuffle_epi8(masks, _mm256_broadcastsi128_si256(order));
    let bits = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    // transposes each eight bytes as a bit matrix: bits, then pairs, then fours are swapped
    let bits = swapped::<7>(bits, 0x00aa_00aa_00aa_00aa);
    let bits = swapped::<14>(bits, 0x0000_cccc_0000_cccc);
    swapped::<28>(bits, 0x0000_0000_f0f0_f0f0)
}

/// Swaps the bits of a mask with those that are `SHIFT` higher.
#[inline]
#[target_feature(enable = "avx2")]
fn swapped<const SHIFT: i32>(bits: __m256i, mask: i64) -> __m256i {
    let shifted = _mm256_srli_epi64::<SHIFT>(bits);
    let differing = _mm256_and_si256(_mm256_xor_si256(bits, shifted), _mm256_set1_epi64x(mask));
    let both = _mm256_or_si256(differing, _mm256_slli_epi64::<SHIFT>(differing));
    _mm256_xor_si256(bits, both)
}
