//! Decoding entries and encoding blocks, many at once: what is the same for all instruction sets.

use super::code::{
    Block, BlockMembers, CHECKS, CHECKS_OF_ENTRIES, COLUMNS, Checks, LOW, MAX_EXTRA, STARTS, Shape,
    VECTOR_BYTES, extra_checks,
};
use super::encoder::{Echelon, Encoder, free_bit};
use crate::bits::{self, ONE_A_BYTE};
use crate::host::cpu::Portable;

/// What decodes entries and encodes blocks with one instruction set.
///
/// Where vector functions are to be inlined, no closure calls them: it would be called in functions of the
/// standard library, which are compiled without these instructions.
pub trait Kernels: Copy {
    /// How many checks [`Kernels::first_passed`] makes: 4, 8 or 16.
    const FIRST: usize;

    /// The number of the first checks that each of a few entries passes before one that it fails.
    fn first_passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED];

    /// [`Checks::passed`] of an entry that passes the first ones.
    #[inline(always)]
    fn passed_after_first(self, checks: &Checks, coded: Coded) -> u8 {
        let Coded { block, entry, kind } = coded;
        let passes = |check: &usize| checks.passes(block, entry, kind, *check);
        (Self::FIRST + (Self::FIRST..CHECKS).take_while(passes).count()) as u8
    }

    /// [`Checks::sets_without`] of many entries; `entry` returns the block and the number of one.
    #[inline(always)]
    fn sets_without<'a>(
        self,
        checks: &Checks,
        entry: impl Fn(u64) -> (&'a Block, usize),
        locations: &[u64],
        sets: &mut [u8],
    ) {
        decode(self, checks, entry, locations, sets);
    }

    /// Replaces equations by the checks that the members of a block must pass.
    #[inline(always)]
    fn collect(self, shape: Shape, members: &BlockMembers, equations: &mut Equations) {
        equations.collect(shape, members);
    }

    /// Brings the equations of blocks from number `first` on to echelon form. Returns a bit for each block, which
    /// says whether more equations were open at once than fit.
    #[inline(always)]
    fn eliminate(self, equations: &Group, first: usize, echelons: &mut Echelons) -> u32 {
        for (n, equations) in equations.iter().enumerate() {
            let mut echelon = Echelon::default();
            for byte in 0..STARTS {
                for &mask in &equations.masks(byte)[..equations.count(byte)] {
                    echelon.add(8 * byte, mask);
                }
            }
            for (column, echelons) in echelons.0.iter_mut().enumerate() {
                echelons[first + n] = echelon.0[column] << (column % 8);
            }
        }
        0
    }

    /// Solves the equations by back substitution, and writes vectors and shapes.
    #[inline(always)]
    fn back_substitute(self, echelons: &Echelons, shapes: &Shapes, blocks: &mut Blocks) {
        back_substitute(echelons, shapes, blocks);
    }
}

/// An entry to decode.
#[derive(Clone, Copy)]
pub struct Coded<'a> {
    pub block: &'a Block,
    pub entry: usize,
    /// The kind of its windows.
    pub kind: usize,
}

impl Coded<'_> {
    const ANY: Coded<'static> = Coded {
        block: &[0; 64],
        entry: 0,
        kind: 0,
    };
}

/// Entries whose sets are found together.
const DECODED: usize = 32;

/// Entries whose first checks are made together.
pub const CHECKED: usize = 4;

/// [`Kernels::sets_without`]: first the checks of each entry, then the sets of all at once.
#[inline(always)]
pub fn decode<'a, K: Kernels>(
    kernels: K,
    checks: &Checks,
    entry: impl Fn(u64) -> (&'a Block, usize),
    locations: &[u64],
    sets: &mut [u8],
) {
    for (locations, sets) in locations.chunks(DECODED).zip(sets.chunks_mut(DECODED)) {
        let mut shapes = [[0; CHECKED]; DECODED / CHECKED];
        let mut shares = [[0; CHECKED]; DECODED / CHECKED];
        let mut extra = [[0; CHECKED]; DECODED / CHECKED];
        let mut passed = [[0; CHECKED]; DECODED / CHECKED];
        let (fours, rest) = locations.as_chunks();
        let last = rest.first().map(|&any| {
            let mut four = [any; CHECKED];
            four[..rest.len()].copy_from_slice(rest);
            four
        });
        for (n, four) in fours.iter().chain(&last).enumerate() {
            let mut coded = [Coded::ANY; CHECKED];
            for i in 0..CHECKED {
                let (block, entry) = entry(four[i]);
                let (kind, share) = checks.kind(entry);
                shapes[n][i] = Shape::packed_sets(block);
                shares[n][i] = share;
                extra[n][i] = extra_checks(block, entry);
                coded[i] = Coded { block, entry, kind };
            }
            passed[n] = kernels.first_passed(checks, &coded);
        }
        let (shapes, shares) = (shapes.as_flattened(), shares.as_flattened());
        let (extra, passed) = (extra.as_flattened(), passed.as_flattened_mut());
        check_others(kernels, checks, &entry, locations, passed);
        let mut all = [0; DECODED];
        for (i, sets) in all.iter_mut().enumerate() {
            let passed = passed[i] as i8 - extra[i];
            *sets = Shape::of_sets(shapes[i]).sets_without(shares[i], passed);
        }
        sets.copy_from_slice(&all[..sets.len()]);
    }
}

/// Makes the other checks of the entries that passed the first ones, which few but members do. Which ones is
/// unpredictable, so it is done for many at once: then few branches are mispredicted.
#[inline(always)]
fn check_others<'a, K: Kernels>(
    kernels: K,
    checks: &Checks,
    entry: impl Fn(u64) -> (&'a Block, usize),
    locations: &[u64],
    passed: &mut [u8],
) {
    if K::FIRST == CHECKS {
        return;
    }
    let eights = passed.as_chunks_mut::<8>().0.iter_mut();
    for (passed, locations) in eights.zip(locations.chunks(8)) {
        // the number of first checks is a power of two, and none is greater
        let all = u64::from_le_bytes(*passed) & (K::FIRST as u64 * ONE_A_BYTE);
        for bit in bits::ones(all) {
            let i = bit as usize / 8;
            let Some(&location) = locations.get(i) else {
                break;
            };
            let (block, entry) = entry(location);
            let (kind, _) = checks.kind(entry);
            passed[i] = kernels.passed_after_first(checks, Coded { block, entry, kind });
        }
    }
}

/// Blocks whose vectors are solved together.
pub const TOGETHER: usize = 16;

pub type Shapes = [Shape; TOGETHER];
pub type Blocks = [Block; TOGETHER];

/// Blocks whose equations are brought to echelon form together.
pub const GROUP: usize = 4;

pub type Group = [Equations; GROUP];

/// The equations of blocks in echelon form: for each column the one that determines it, as a mask from
/// the byte of the column on; 0 if none does.
pub struct Echelons(pub Box<[[u32; TOGETHER]; COLUMNS]>);

impl Default for Echelons {
    fn default() -> Self {
        Echelons(Box::new([[0; TOGETHER]; COLUMNS]))
    }
}

/// Encodes blocks, sixteen at a time.
#[derive(Default)]
pub struct Batch {
    members: [BlockMembers; GROUP],
    equations: Group,
    echelons: Echelons,
    encoder: Encoder,
}

impl Batch {
    /// Fills `blocks` as [`Encoder::encode`] does; `gather` gets the number of a block and writes its
    /// members.
    pub fn fill(
        &mut self,
        kernels: impl Kernels,
        mut gather: impl FnMut(usize, &mut BlockMembers),
        blocks: &mut [Block],
    ) {
        for (batch, blocks) in blocks.chunks_mut(TOGETHER).enumerate() {
            let mut shapes = [Shape::default(); TOGETHER];
            let mut crowded: Vec<(usize, Block)> = vec![];
            for first in (0..TOGETHER).step_by(GROUP) {
                let mut overflows = 0;
                for (n, equations) in self.equations.iter_mut().enumerate() {
                    let members = &mut self.members[n];
                    members.clear();
                    if first + n < blocks.len() {
                        gather(TOGETHER * batch + first + n, members);
                    }
                    shapes[first + n] = Shape::of(members);
                    kernels.collect(shapes[first + n], members, equations);
                    if equations.overflow() {
                        equations.clear();
                        overflows |= 1 << n;
                    }
                }
                overflows |= kernels.eliminate(&self.equations, first, &mut self.echelons);
                for (n, members) in self.members.iter().enumerate() {
                    if overflows >> n & 1 != 0 {
                        let block = self.encoder.encode_as(shapes[first + n], members);
                        crowded.push((first + n, block));
                    }
                }
            }
            let mut solved = [[0; 64]; TOGETHER];
            kernels.back_substitute(&self.echelons, &shapes, &mut solved);
            for (i, block) in crowded {
                solved[i] = block;
            }
            blocks.copy_from_slice(&solved[..blocks.len()]);
        }
    }
}

/// Capacity for the equations that start at one byte; blocks with as many or more are left to the portable encoder.
pub const BYTE_CAPACITY: usize = 32;

/// Bytes at which equations may start, and more, so that any number can be an index.
pub const BYTES: usize = STARTS.next_power_of_two();

/// The equations of a block, by the byte at which they start.
pub struct Equations {
    pub masks: Box<[[u32; BYTE_CAPACITY]; BYTES]>,
    /// Where the next equation of each byte goes in all masks.
    pub ends: [u16; BYTES],
}

impl Default for Equations {
    fn default() -> Self {
        Equations {
            masks: Box::new([[0; BYTE_CAPACITY]; BYTES]),
            ends: STARTS_OF_BYTES,
        }
    }
}

/// Where the equations of each byte start in all masks.
pub const STARTS_OF_BYTES: [u16; BYTES] = {
    let mut starts = [0; BYTES];
    let mut byte = 0;
    while byte < BYTES {
        starts[byte] = (byte * BYTE_CAPACITY) as u16;
        byte += 1;
    }
    starts
};

impl Equations {
    /// The number of equations that start at a byte.
    #[inline(always)]
    pub fn count(&self, byte: usize) -> usize {
        usize::from(self.ends[byte] - STARTS_OF_BYTES[byte])
    }

    /// The masks of the equations that start at a byte, followed by unspecified ones.
    #[inline(always)]
    pub fn masks(&self, byte: usize) -> &[u32; BYTE_CAPACITY] {
        &self.masks[byte]
    }

    fn clear(&mut self) {
        self.ends = STARTS_OF_BYTES;
    }

    /// [`Kernels::collect`].
    fn collect(&mut self, shape: Shape, members: &BlockMembers) {
        self.clear();
        let checks = &**CHECKS_OF_ENTRIES;
        let counts = [shape.wide / 8, shape.middle, shape.narrow].map(usize::from);
        for (set, members) in members.sets.iter().enumerate() {
            for &entry in members {
                let entry = entry as usize;
                let (kind, share) = checks.kind(entry);
                let one_more = usize::from(set == 0 && shape.wide % 8 + share >= 8);
                let extra = shape.extra(entry) + one_more;
                self.add(checks, entry, kind, counts[set], extra);
            }
        }
    }

    /// Adds the first `count` checks of an entry, which many entries have, and up to [`MAX_EXTRA`] + 1 more, these
    /// without a branch, which would be unpredictable.
    #[inline(always)]
    fn add(&mut self, checks: &Checks, entry: usize, kind: usize, count: usize, extra: usize) {
        let low = &checks.low_masks[entry % LOW].0;
        let high = &checks.high_masks[entry / LOW].0;
        let starts = &checks.starts[kind];
        for check in 0..count {
            let check = check % CHECKS;
            self.push(starts[check], low[check] ^ high[check], 1);
        }
        for i in 0..=MAX_EXTRA {
            let check = (count + i) % CHECKS;
            let is_made = u16::from(i < extra);
            self.push(starts[check], low[check] ^ high[check], is_made);
        }
    }

    /// Adds an equation if `count` is 1; otherwise only writes it after the others.
    #[inline(always)]
    fn push(&mut self, start: u8, mask: u32, count: u16) {
        let end = &mut self.ends[usize::from(start) % BYTES];
        let masks = self.masks.as_flattened_mut();
        masks[usize::from(*end) % (BYTE_CAPACITY * BYTES)] = mask;
        *end += count;
    }

    /// Whether more equations start at a byte than fit: the last place is for one that is only written.
    fn overflow(&self) -> bool {
        (0..STARTS).any(|byte| self.count(byte) >= BYTE_CAPACITY)
    }
}

/// [`Kernels::back_substitute`] in plain code, which a compiler turns into vector instructions.
#[inline(always)]
pub fn back_substitute(echelons: &Echelons, shapes: &Shapes, blocks: &mut Blocks) {
    let mut window = [0u32; TOGETHER];
    for byte in (0..VECTOR_BYTES).rev() {
        for j in (0..8).rev() {
            let column = 8 * byte + j;
            let free = free_bit(column);
            let rows = &echelons.0[column];
            for i in 0..TOGETHER {
                let row = rows[i];
                let mut known = row >> (j + 1) & window[i];
                known ^= known >> 16;
                known ^= known >> 8;
                known ^= known >> 4;
                known ^= known >> 2;
                known ^= known >> 1;
                let bit = if row == 0 { free } else { known & 1 };
                window[i] = window[i] << 1 | bit;
            }
        }
        for i in 0..TOGETHER {
            blocks[i][byte] = window[i] as u8;
        }
    }
    for (block, shape) in blocks.iter_mut().zip(shapes) {
        block[VECTOR_BYTES..].copy_from_slice(&shape.pack());
    }
}

impl Kernels for Portable {
    const FIRST: usize = 4;

    #[inline(always)]
    fn first_passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        coded.map(|coded| first_passed(checks, coded))
    }
}

/// [`Kernels::first_passed`] of an entry, without a branch: the first check that fails is unpredictable.
#[inline(always)]
fn first_passed(checks: &Checks, coded: Coded) -> u8 {
    let Coded { block, entry, kind } = coded;
    let failed = (0..4).fold(1 << 4, |failed, check| {
        failed | u32::from(!checks.passes(block, entry, kind, check)) << check
    });
    failed.trailing_zeros() as u8
}
