//! The code of a block: three nested sets in one cache line.
//!
//! A block is a vector of 480 bits and a [`Shape`]. Every entry has 16 parity *checks*: a check takes a
//! window of 32 bits of the vector and passes if an even number of the bits selected by a mask are
//! set. Windows and masks are pseudo-random. A member of the widest set passes its first few checks, a
//! member of the next set more of them, and of the narrowest set most: the vector is a solution of these
//! linear equations, and random otherwise. So any other entry passes `t` checks with probability 2⁻ᵗ.
//! The shape says how many checks a member passes. It is chosen for each block: as many as possible,
//! given that each is an equation for every member. Members of lines that have few of them pass up to
//! three checks more than those of crowded lines: there a check costs few equations and
//! excludes as many entries. At the minimum of false positives their share is proportional to the number
//! of members.
//!
//! This is a homogeneous ribbon filter (Dillinger, Walzer, "Ribbon filter: practically smaller than
//! Bloom and Xor", 2021), but with nested sets, and with numbers of checks that depend on the load. A
//! vector always exists, since the equations are homogeneous: at worst it is zero, and passes all.

use crate::table::dimensions::{BLOCK_BYTES, FILTER_ENTRIES, LINES_PER_GROUP};
use std::iter::successors;
use std::sync::LazyLock;

/// A vector, followed by the shape.
pub type Block = [u8; BLOCK_BYTES];

/// Bytes of the vector.
pub const VECTOR_BYTES: usize = 60;

/// Bits of the vector.
pub const COLUMNS: usize = 8 * VECTOR_BYTES;

/// Checks of an entry.
pub const CHECKS: usize = 16;

/// Number of values of the lowest eight bits of an entry and of the bits above, on which its checks
/// depend.
pub const LOW: usize = 256;
const HIGH: usize = LINES_PER_GROUP << 6;

/// The mask of each check.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct CheckMasks(pub [u32; CHECKS]);

/// The four bytes of the window of each check.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Windows(pub [[u8; 4]; CHECKS]);

/// Number of bytes at which a window may start.
pub const STARTS: usize = VECTOR_BYTES - 3;

/// Kinds of windows: sums of two numbers below [`STARTS`].
const WINDOWS: usize = 2 * STARTS;

/// The checks of all entries.
pub struct Checks {
    /// The mask of a check is the exclusive or of one by the low and one by the high bits.
    pub low_masks: [CheckMasks; LOW],
    pub high_masks: [CheckMasks; HIGH],
    pub windows: [Windows; WINDOWS],
    /// The first byte of each window.
    pub starts: [[u8; CHECKS]; WINDOWS],
    /// The kind of an entry is the sum of one by the low and one by the high bits. Bits 0-7 are the
    /// kind of windows, bits 8-10 the share of checks.
    low_kinds: [u16; LOW],
    high_kinds: [u16; HIGH],
}

/// The checks of all files: pseudo-random from a fixed seed, and part of the file format.
pub static CHECKS_OF_ENTRIES: LazyLock<Box<Checks>> = LazyLock::new(|| {
    let mut state = 0u64;
    let mut random = move || {
        // splitmix64 (Steele, Lea, Flood 2014)
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    let mut masks = || CheckMasks(std::array::from_fn(|_| random() as u32));
    let low_masks = std::array::from_fn(|_| masks());
    let high_masks = std::array::from_fn(|_| masks());
    let mut kinds = || {
        let random = random();
        let windows = ((random >> 32) * STARTS as u64) >> 32;
        windows as u16 | ((random & 7) as u16) << 8
    };
    Box::new(Checks {
        low_masks,
        high_masks,
        windows: std::array::from_fn(windows),
        starts: std::array::from_fn(|kind| windows(kind).0.map(|window| window[0])),
        low_kinds: std::array::from_fn(|_| kinds()),
        high_kinds: std::array::from_fn(|_| kinds()),
    })
});

fn windows(kind: usize) -> Windows {
    Windows(std::array::from_fn(|check| {
        let start = window_start(kind, check);
        std::array::from_fn(|i| (start + i) as u8)
    }))
}

/// The byte at which the window of a check starts: these are spread over the vector, those of the first checks far
/// apart.
pub const fn window_start(kind: usize, check: usize) -> usize {
    let spread = (check as u8).reverse_bits() as usize >> 4;
    (kind + STARTS * spread / CHECKS) % STARTS
}

impl Checks {
    /// The kind of windows that an entry has, and its share of checks in eighths.
    #[inline(always)]
    pub fn kind(&self, entry: usize) -> (usize, u8) {
        let kind = self.low_kinds[entry % LOW] + self.high_kinds[entry / LOW];
        (usize::from(kind & 0xff), (kind >> 8 & 7) as u8)
    }

    /// The byte where the window of a check starts, and its mask.
    #[inline(always)]
    pub fn check(&self, entry: usize, kind: usize, check: usize) -> (usize, u32) {
        let mask = self.low_masks[entry % LOW].0[check] ^ self.high_masks[entry / LOW].0[check];
        (usize::from(self.starts[kind][check]), mask)
    }

    #[inline(always)]
    pub fn passes(&self, block: &Block, entry: usize, kind: usize, check: usize) -> bool {
        let (start, mask) = self.check(entry, kind, check);
        let window = block[start..][..4].try_into().expect("4 bytes");
        (u32::from_le_bytes(window) & mask).count_ones() % 2 == 0
    }

    /// The number of checks that an entry passes before the first one it fails.
    #[cfg(test)]
    pub fn passed(&self, block: &Block, entry: usize) -> u8 {
        let (kind, _) = self.kind(entry);
        let passes = |check: &usize| self.passes(block, entry, kind, *check);
        (0..CHECKS).take_while(passes).count() as u8
    }

    /// The number of sets that an entry is missing from: 0 for a member of the narrowest, 3 for none.
    #[cfg(test)]
    pub fn sets_without(&self, block: &Block, entry: usize) -> u8 {
        let (_, share) = self.kind(entry);
        let passed = self.passed(block, entry) as i8 - extra_checks(block, entry);
        Shape::of_block(block).sets_without(share, passed)
    }
}

/// The members of a block, by the numbers of their entries in it.
#[derive(Debug, Default, Clone)]
pub struct BlockMembers {
    /// The members of each set that are in no narrower one, the widest set first.
    pub sets: [Vec<u32>; 3],
}

impl BlockMembers {
    pub fn clear(&mut self) {
        for set in &mut self.sets {
            set.clear();
        }
    }
}

/// Bits of an entry's number below that of its line.
const LINE_SHIFT: u32 = FILTER_ENTRIES.next_power_of_two().trailing_zeros();

/// The greatest number of checks that members of one line pass more than those of another.
pub const MAX_EXTRA: usize = 3;

/// How many numbers of members are tried as that from which on a line is crowded, its members without additional
/// checks: from that of the fullest line down to a sixteenth of it.
const CROWDED_NUMBERS: usize = 9;

/// The number of checks that members of the line of an entry pass in addition to those of the set.
#[inline(always)]
pub fn extra_checks(block: &Block, entry: usize) -> i8 {
    Shape::extra_of(Shape::packed_extra(block), entry) as i8
}

/// The number of checks that the members of each set pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// Checks in addition to those of the sets, two bits for each line.
    pub extra: u16,
    /// The widest set, in eighths: entries with a large share pass one check more than others.
    pub wide: u8,
    pub middle: u8,
    pub narrow: u8,
}

/// The cost of a false member to a search, by set, the widest first. A greater weight of the widest set
/// means fewer false members where the search makes most probes, but more in the sets within.
pub type Weights = [f32; 3];

/// The weights for a block whose members all pass a check. Measured, as are those below.
pub const WEIGHTS: Weights = [16.0, 10.0, 40.0];

/// Those for a crowded block, where members of the widest set pass less than a check on average: then it
/// excludes so little that the next one excludes most nodes, and few are left for the narrowest.
pub const CROWDED_WEIGHTS: Weights = [16.0, 30.0, 20.0];

/// The weights for a block with these numbers of members of each set that are in no narrower one, the widest first.
pub fn weights_of(sizes: [usize; 3]) -> Weights {
    match Shape::choose(sizes, MAX_EQUATIONS, WEIGHTS).wide {
        ..8 => CROWDED_WEIGHTS,
        _ => WEIGHTS,
    }
}

/// Equations of a block: fewer would waste bits, more would make parts of the vector zero.
pub const MAX_EQUATIONS: usize = 444;

impl Shape {
    /// The shape in four bytes: that of the lines, then seven bits, four and five.
    pub fn pack(self) -> [u8; 4] {
        let sets =
            u16::from(self.wide) | u16::from(self.middle) << 7 | u16::from(self.narrow) << 11;
        let ([a, b], [c, d]) = (self.extra.to_le_bytes(), sets.to_le_bytes());
        [a, b, c, d]
    }

    /// The shape with these numbers of checks for the sets, as packed, and none more for any line.
    #[inline(always)]
    pub fn of_sets(bits: u16) -> Shape {
        Shape {
            extra: 0,
            wide: (bits & 0x7f) as u8,
            middle: (bits >> 7 & 15) as u8,
            narrow: (bits >> 11) as u8,
        }
    }

    #[cfg(test)]
    pub fn of_block(block: &Block) -> Shape {
        Shape {
            extra: Shape::packed_extra(block),
            ..Shape::of_sets(Shape::packed_sets(block))
        }
    }

    /// The packed numbers of additional checks of the lines of a block.
    #[inline(always)]
    fn packed_extra(block: &Block) -> u16 {
        u16::from_le_bytes([block[VECTOR_BYTES], block[VECTOR_BYTES + 1]])
    }

    /// The packed numbers of checks of the sets of a block.
    #[inline(always)]
    pub fn packed_sets(block: &Block) -> u16 {
        u16::from_le_bytes([block[VECTOR_BYTES + 2], block[VECTOR_BYTES + 3]])
    }

    /// The number of sets that an entry is missing from, given its share and the checks it passes, less
    /// the additional ones of its line.
    #[inline(always)]
    pub fn sets_without(self, share: u8, passed: i8) -> u8 {
        u8::from(passed < self.wide(share) as i8)
            + u8::from(passed < self.middle as i8)
            + u8::from(passed < self.narrow as i8)
    }

    /// The number of checks that a member of the widest set with this share passes.
    #[inline(always)]
    pub fn wide(self, share: u8) -> u8 {
        (self.wide + share) / 8
    }

    /// The number of checks that members of an entry's line pass in addition to those of the set.
    #[inline(always)]
    pub fn extra(self, entry: usize) -> usize {
        usize::from(Shape::extra_of(self.extra, entry))
    }

    #[inline(always)]
    fn extra_of(packed: u16, entry: usize) -> u16 {
        packed >> (2 * (entry >> LINE_SHIFT)) & 3
    }

    /// The number of checks that a member of a set passes without those of its line; the widest set is
    /// number 0.
    pub fn checks(self, set: usize, share: u8) -> usize {
        usize::from([self.wide(share), self.middle, self.narrow][set])
    }

    /// Chooses the shape of a block of these members.
    pub fn of(members: &BlockMembers) -> Shape {
        let mut lines = [0; LINES_PER_GROUP];
        for members in members.sets.iter().flat_map(|set| set.chunks(255)) {
            // a byte for each line: in a register, members need not wait for each other
            let units = members
                .iter()
                .map(|entry| 1u64 << (8 * (entry >> LINE_SHIFT)));
            let counts = units.sum::<u64>().to_le_bytes();
            lines = std::array::from_fn(|line| lines[line] + usize::from(counts[line]));
        }
        let sizes = members.sets.each_ref().map(Vec::len);
        let weights = weights_of(sizes);
        let most = lines.into_iter().max();
        let numbers = successors(most, |n| Some(7 * n / 10)).take(CROWDED_NUMBERS);
        let mut best = (f32::INFINITY, Shape::default());
        // with 0 all lines that have members are crowded
        for crowded in numbers.chain([0]) {
            let extra = extra_by_line(lines, crowded);
            let equations: usize = extra.iter().zip(lines).map(|(extra, n)| extra * n).sum();
            if equations > MAX_EQUATIONS {
                continue;
            }
            let shape = Shape::choose(sizes, MAX_EQUATIONS - equations, weights);
            let passing: f32 = extra.iter().map(|&extra| passing(extra)).sum();
            let cost = shape.cost(weights) * passing;
            if cost < best.0 {
                let extra = extra.iter().rev().fold(0, |bits, extra| bits << 2 | extra);
                let extra = extra as u16;
                best = (cost, Shape { extra, ..shape });
            }
            if shape.wide >= 8 {
                // the fullest lines have a check, too: fewer additional ones would hardly be better
                break;
            }
        }
        best.1
    }

    /// The cost of the false members of a line without additional checks.
    pub fn cost(self, weights: Weights) -> f32 {
        let checks = usize::from(self.wide / 8);
        let wide = passing(checks) * (1.0 - f32::from(self.wide % 8) / 16.0);
        let [w2, w1, w0] = weights;
        w2 * wide + w1 * passing(self.middle.into()) + w0 * passing(self.narrow.into())
    }

    /// Chooses the shape of a block, given the number of members of each set that are in no narrower
    /// one, the widest first: the one of least cost with at most about this number of equations.
    ///
    /// An entry passes `t` checks with probability 2⁻ᵗ. So at the minimum, the number of checks of a set
    /// exceeds that of another by the binary logarithm of the ratio of their weights per member.
    pub fn choose(sizes: [usize; 3], equations: usize, weights: Weights) -> Shape {
        let equations = equations as f32;
        let [m2, m1, m0] = sizes.map(|n| n as f32);
        let [w2, w1, w0] = weights;
        let extra = |w: f32, m: f32| (w * m2.max(0.5) / (w2 * m.max(0.5))).log2();
        let (middle, narrow) = (extra(w1, m1), extra(w0, m0));
        let wide = (equations - middle * m1 - narrow * m0) / (m2 + m1 + m0).max(1.0);
        let mut b = if wide > 0.0 {
            wide + middle
        } else {
            (equations - (narrow - middle) * m0) / (m1 + m0).max(1.0)
        };
        let mut c = (b + narrow - middle).round();
        b = b.round().clamp(0.0, MAX_CHECKS);
        c = c.clamp(b, MAX_CHECKS);
        // rounding may have exceeded the limit
        while b * m1 + c * m0 > equations && c > 0.0 {
            (b, c) = ((b - 1.0).max(0.0), c - 1.0);
        }
        let rest = (equations - b * m1 - c * m0).max(0.0);
        Shape {
            extra: 0,
            wide: (8.0 * rest / m2.max(0.01)).min(8.0 * b) as u8,
            middle: b as u8,
            narrow: c as u8,
        }
    }
}

/// Checks of a set at most, so that those of a line can be added.
const MAX_CHECKS: f32 = (CHECKS - MAX_EXTRA) as f32;

/// The probability that an entry passes some checks.
fn passing(checks: usize) -> f32 {
    1.0 / (1u32 << checks) as f32
}

/// The additional checks of each line, given its number of members: the binary logarithm of the ratio to
/// `crowded` of them, rounded, but at most [`MAX_EXTRA`], and none if there are more.
fn extra_by_line(lines: [usize; LINES_PER_GROUP], crowded: usize) -> [usize; LINES_PER_GROUP] {
    // n · 2^(k - 1/2) <= crowded
    let fits = |n: usize, k: usize| (n * n) << (2 * k) <= 2 * crowded * crowded;
    lines.map(|n| (1..=MAX_EXTRA).take_while(|&k| fits(n, k)).count())
}
