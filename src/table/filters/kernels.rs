//! Decoding entries and encoding blocks, many at once: what is the same for all instruction sets.

use super::code::{
    Block, BlockMembers, CHECKS, CHECKS_OF_ENTRIES, COLUMNS, Checks, LOW, MAX_EXTRA, STARTS, Shape,
    VECTOR_BYTES, extra_checks,
};
use super::encoder::{Echelon, Encoder, free_bit};
use crate::host::cpu::Portable;

/// What decodes entries and encodes blocks with one instruction set.
///
/// Where vector functions are to be inlined, no closure calls them: it would be called in functions of the
/// standard library, which are compiled without these instructions.
pub trait Kernels: Copy {
    /// [`Checks::passed`] of a few entries.
    fn passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED];

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

/// Entries whose checks are made together.
pub const CHECKED: usize = 4;

/// [`Kernels::sets_without`]: first the checks of each entry, then the sets of all at once.
#[inline(always)]
pub fn decode<'a>(
    kernels: impl Kernels,
    checks: &Checks,
    entry: impl Fn(u64) -> (&'a Block, usize),
    locations: &[u64],
    sets: &mut [u8],
) {
    for (locations, sets) in locations.chunks(DECODED).zip(sets.chunks_mut(DECODED)) {
        let mut shapes = [0; DECODED];
        let mut shares = [0; DECODED];
        let mut passes = [0; DECODED];
        let last = locations.len() - 1;
        for first in (0..locations.len()).step_by(CHECKED) {
            let mut coded = [Coded::ANY; CHECKED];
            for i in 0..CHECKED {
                let (block, entry) = entry(locations[last.min(first + i)]);
                let (kind, share) = checks.kind(entry);
                shapes[first + i] = Shape::packed_sets(block);
                shares[first + i] = share;
                coded[i] = Coded { block, entry, kind };
            }
            let passed = kernels.passed(checks, &coded);
            for i in 0..CHECKED {
                let extra = extra_checks(coded[i].block, coded[i].entry);
                passes[first + i] = passed[i] as i8 - extra;
            }
        }
        let mut all = [0; DECODED];
        for (i, sets) in all.iter_mut().enumerate() {
            *sets = Shape::of_sets(shapes[i]).sets_without(shares[i], passes[i]);
        }
        sets.copy_from_slice(&all[..sets.len()]);
    }
}

/// Makes all checks of the entries that passed the first ones, this many: few but members do.
#[cold]
#[inline(never)]
pub fn check_all(checks: &Checks, coded: &[Coded; CHECKED], first: u8, passed: &mut [u8; CHECKED]) {
    for (passed, coded) in passed.iter_mut().zip(coded) {
        if *passed == first {
            *passed = checks.passed(coded.block, coded.entry);
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
    #[inline(always)]
    fn passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        coded.map(|coded| passed(checks, coded))
    }
}

/// [`Checks::passed`], the first four without a branch: the first that fails is unpredictable, and is
/// nearly always among them.
#[inline(always)]
fn passed(checks: &Checks, coded: Coded) -> u8 {
    let Coded { block, entry, kind } = coded;
    let failed = (0..4).fold(0, |failed, check| {
        failed | u32::from(!checks.passes(block, entry, kind, check)) << check
    });
    match failed {
        0 => checks.passed(block, entry),
        _ => failed.trailing_zeros() as u8,
    }
}
