//! Encoding and reading blocks with AVX-512.

use super::code::{
    Block, BlockMembers, CHECKS, CHECKS_OF_ENTRIES, COLUMNS, Checks, Encoder, LOW, Masks, STARTS,
    Shape, VECTOR_BYTES, free_bit, more_checks,
};
use crate::host::cpu::Avx512;
use std::arch::x86_64::*;

/// Blocks whose vectors are solved together.
pub const TOGETHER: usize = 16;

/// Equations that may start at one byte; blocks with more are left to the portable encoder.
const MAX_EQUATIONS: usize = 32;

/// Encodes blocks, sixteen at a time.
pub struct Batch {
    equations: [Equations; 2],
    echelons: Echelons,
}

impl Batch {
    /// A batch, on a processor with the instructions.
    pub fn new(_: Avx512) -> Batch {
        Batch {
            equations: Default::default(),
            echelons: Default::default(),
        }
    }

    /// Fills `blocks` as [`Encoder::encode`] does; `gather` gets the number of a block and writes its
    /// members.
    pub fn fill(
        &mut self,
        encoder: &mut Encoder,
        members: &mut BlockMembers,
        gather: impl FnMut(usize, &mut BlockMembers),
        blocks: &mut [Block],
    ) {
        // SAFETY: there is no batch without the token, which proves that the processor has the
        // instructions.
        unsafe { self.fill_together(encoder, members, gather, blocks) }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")]
    #[target_feature(enable = "gfni,bmi1,bmi2")]
    fn fill_together(
        &mut self,
        encoder: &mut Encoder,
        members: &mut BlockMembers,
        mut gather: impl FnMut(usize, &mut BlockMembers),
        blocks: &mut [Block],
    ) {
        for (batch, blocks) in blocks.chunks_mut(TOGETHER).enumerate() {
            let mut shapes = [Shape::default(); TOGETHER];
            let mut crowded: Vec<(usize, Block)> = vec![];
            for first in (0..TOGETHER).step_by(2) {
                for (n, equations) in self.equations.iter_mut().enumerate() {
                    members.clear();
                    if first + n < blocks.len() {
                        gather(TOGETHER * batch + first + n, members);
                    }
                    let shape = Shape::of(members);
                    shapes[first + n] = shape;
                    equations.clear();
                    equations.add_all(shape, members);
                    if equations.overflow() {
                        equations.clear();
                        crowded.push((first + n, encoder.encode_as(shape, members)));
                    }
                }
                self.echelons.eliminate(first, &self.equations);
            }
            let mut solved = [[0; 64]; TOGETHER];
            self.echelons.solve(&shapes, &mut solved);
            for (i, block) in crowded {
                solved[i] = block;
            }
            blocks.copy_from_slice(&solved[..blocks.len()]);
        }
    }
}

/// The equations of a block, by the byte at which they start.
struct Equations {
    masks: Box<[[u32; MAX_EQUATIONS]; STARTS]>,
    counts: [u16; STARTS],
}

impl Default for Equations {
    fn default() -> Self {
        Equations {
            masks: Box::new([[0; MAX_EQUATIONS]; STARTS]),
            counts: [0; STARTS],
        }
    }
}

impl Equations {
    fn clear(&mut self) {
        self.counts = [0; STARTS];
    }

    /// Adds the checks that the members of a block must pass.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1,bmi2")]
    fn add_all(&mut self, shape: Shape, members: &BlockMembers) {
        let checks = &**CHECKS_OF_ENTRIES;
        let counts = [shape.wide / 8, shape.middle, shape.narrow].map(usize::from);
        for (set, members) in members.sets.iter().enumerate() {
            for &entry in members {
                let (kind, share) = checks.kind(entry as usize);
                let more = u16::from(set == 0 && shape.wide % 8 + share >= 8);
                let count = counts[set] + shape.more(entry as usize);
                self.add(checks, entry as usize, kind, count, more);
            }
        }
    }

    /// Adds the first `count` checks of an entry, and one more if `more` is 1, without a branch, which
    /// would be unpredictable.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add(&mut self, checks: &Checks, entry: usize, kind: usize, count: usize, more: u16) {
        let load = |masks: &Masks| {
            // SAFETY: 64 bytes are read.
            unsafe { _mm512_load_si512(masks.0.as_ptr().cast()) }
        };
        let low = load(&checks.low_masks[entry % LOW]);
        let high = load(&checks.high_masks[entry / LOW]);
        let mut masks = Masks([0; CHECKS]);
        // SAFETY: 64 bytes are written.
        unsafe { _mm512_store_si512(masks.0.as_mut_ptr().cast(), _mm512_xor_si512(low, high)) };
        let windows = &checks.windows[kind].0;
        for check in 0..count {
            self.push(windows[check % CHECKS][0], masks.0[check % CHECKS], 1);
        }
        self.push(windows[count % CHECKS][0], masks.0[count % CHECKS], more);
    }

    /// Adds an equation if `count` is 1; otherwise only writes it after the others.
    #[inline(always)]
    fn push(&mut self, start: u8, mask: u32, count: u16) {
        let start = usize::from(start);
        let n = &mut self.counts[start];
        self.masks[start][usize::from(*n) % MAX_EQUATIONS] = mask;
        *n += count;
    }

    /// Whether more equations start at a byte, or are open at once, than fit.
    fn overflow(&self) -> bool {
        let many = |counts: &[u16]| counts.iter().map(|&n| u32::from(n)).sum::<u32>() > 64;
        self.counts.iter().any(|&n| usize::from(n) > MAX_EQUATIONS)
            || self.counts.windows(4).any(many)
    }
}

/// The equations of blocks in echelon form: for each column the one that determines it, as a mask from
/// the byte of the column on; 0 if none does.
struct Echelons(Box<[[[u8; 4]; TOGETHER]; COLUMNS]>);

impl Default for Echelons {
    fn default() -> Self {
        Echelons(Box::new([[[0; 4]; TOGETHER]; COLUMNS]))
    }
}

impl Echelons {
    /// Brings the equations of `N` blocks to echelon form.
    ///
    /// The open equations are stored by columns, with a bit for each equation: then adding one equation
    /// to all that have a bit in a column means adding that column to every column in which the one has
    /// a bit. The oldest equation has the lowest bit. Since the oldest is the one that is added, no
    /// other gets longer; so after four bytes each has determined a column or is zero, and is removed.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,gfni,bmi1,bmi2")]
    fn eliminate<const N: usize>(&mut self, first: usize, equations: &[Equations; N]) {
        let zero = _mm512_setzero_si512();
        let mut columns = [[zero; 4]; N];
        let mut open = [0u32; N];
        let mut lanes = [zero; 8];
        for (number, lane) in lanes.iter_mut().enumerate() {
            *lane = _mm512_set1_epi64(number as i64);
        }
        for byte in 0..VECTOR_BYTES {
            for n in 0..N {
                if byte >= 4 {
                    let done = u32::from(equations[n].counts[byte - 4]);
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
                for n in 0..N {
                    let columns = &mut columns[n];
                    let column = _mm512_permutexvar_epi64(lane, columns[0]);
                    let lowest = _mm512_and_si512(column, _mm512_sub_epi64(zero, column));
                    let rows = &mut self.0[8 * byte + j][first + n];
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

    /// Solves the equations by back substitution.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
    fn solve(&self, shapes: &[Shape; TOGETHER], blocks: &mut [Block; TOGETHER]) {
        let one = _mm512_set1_epi32(1);
        let mut window = _mm512_setzero_si512();
        for byte in (0..VECTOR_BYTES).rev() {
            for j in (0..8).rev() {
                let at = 8 * byte + j;
                // SAFETY: 64 bytes are read.
                let rows = unsafe { _mm512_loadu_si512(self.0[at].as_ptr().cast()) };
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
}

/// Adds the equations that start at a byte to the open ones, sixteen at a time: there are seldom more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1,bmi2")]
fn enter(equations: &Equations, byte: usize, open: &mut u32, columns: &mut [__m512i; 4]) {
    let count = usize::from(equations.counts[byte]);
    let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let load = |bytes: &[u8; 64]| {
        // SAFETY: 64 bytes are read.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    };
    let order = load(&EIGHTS_BY_BYTE);
    for some in equations.masks[byte][..count].chunks(16) {
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

/// Entries that are decoded together.
const DECODED: usize = 32;

/// [`Checks::sets_without`] of many entries; `entry` returns the block and the number of one. First
/// the checks of each entry, then the sets of all entries at once.
#[inline(always)]
pub fn sets_without<'a>(
    _: Avx512,
    checks: &Checks,
    entry: impl Fn(u64) -> (&'a Block, usize),
    locations: &[u64],
    sets: &mut [u8],
) {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { sets_of_chunks(checks, entry, locations, sets) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq,bmi1")]
fn sets_of_chunks<'a>(
    checks: &Checks,
    entry: impl Fn(u64) -> (&'a Block, usize),
    locations: &[u64],
    sets: &mut [u8],
) {
    for (locations, sets) in locations.chunks(DECODED).zip(sets.chunks_mut(DECODED)) {
        let mut shapes = [0; DECODED];
        let mut shares = [0; DECODED];
        let mut passes = [0; DECODED];
        for (i, &location) in locations.iter().enumerate() {
            let (block, entry) = entry(location);
            let (kind, share) = checks.kind(entry);
            shapes[i] = Shape::packed_sets(block);
            shares[i] = share;
            passes[i] = passed(checks, block, entry, kind) as i8 - more_checks(block, entry);
        }
        let mut all = [0; DECODED];
        for (i, sets) in all.iter_mut().enumerate() {
            *sets = Shape::of_sets(shapes[i]).sets_without(shares[i], passes[i]);
        }
        sets.copy_from_slice(&all[..sets.len()]);
    }
}

/// [`Checks::passed`] of an entry of a kind, all checks at once.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vpopcntdq,bmi1")]
fn passed(checks: &Checks, block: &Block, entry: usize, kind: usize) -> u8 {
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
