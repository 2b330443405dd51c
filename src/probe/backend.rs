//! The operations of the search's inner loop, and their plain form.

use super::address::{AddressTables, IN_E, IN_M};
use super::lookup::{Lookup, TableReader};
use super::packed_cube::{FLIP, LeftFactors, PackedCube, TURNS};
use super::packed_cubes::PackedCubes;
use super::shuffles::TETRADS_SORTED;
use crate::bits::{self, ONE_A_BYTE};
use crate::host::cpu::{self, Portable};
use crate::table::Filter;

/// A computation that uses the operations of a backend.
///
/// Not a closure, because the compiler may decide not to inline a closure, and then calls every
/// operation in it as well. `run` has to be `#[inline(always)]`.
pub trait Kernel {
    fn compute(self);
}

/// The operations on packed cubes for one instruction set.
pub trait Backend: Copy + Send + Sync {
    /// Runs a kernel with the processor features of this backend enabled, so that its operations
    /// are inlined there.
    fn enter(self, kernel: impl Kernel);

    /// `cube · m`.
    fn right(self, cube: &PackedCube, m: usize) -> PackedCube;

    /// `m⁻¹ · cube`.
    fn left(self, cube: &PackedCube, m: usize) -> PackedCube;

    /// The corner coset of a cube: the index of its class.
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize;

    /// The half turns (bits 1-2 of the cubie numbers) at the positions of each tetrad's cubies, in
    /// order of position: two bits each.
    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2];

    /// The address of the entry of a cube whose corners are in the packed class `class`.
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64;

    /// Prefetches the cache line of an element.
    #[inline(always)]
    fn prefetch<T>(self, array: &[T], index: usize) {
        cpu::prefetch(array.as_ptr().wrapping_add(index));
    }

    /// Extracts the bits of `bits` at the set bits of `mask`, lowest first. Without an instruction for that, the
    /// choice between these is made in compilation, since masks are constants where it matters.
    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        match mask {
            CLOCKWISE => {
                let bits = bits & CLOCKWISE;
                let pairs = (bits | bits >> 2) & 0x30c3;
                (pairs | pairs >> 4 | pairs >> 8) & 0x3f
            }
            TOP_BITS => bits::lowest_of_bytes(bits >> 7),
            _ => bits::extract(bits, mask),
        }
    }

    /// [`Backend::extract`] of 12 bits, one for each edge.
    #[inline(always)]
    fn extract_edges(self, bits: u32, mask: u32) -> u32 {
        self.extract(bits.into(), mask.into()) as u32
    }

    /// Deposits the lowest bits of `bits` at the set bits of `mask`.
    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        match mask {
            CLOCKWISE => {
                let bits = bits & 0x3f;
                let pairs = (bits | bits << 4 | bits << 8) & 0x30c3;
                (pairs | pairs << 2) & CLOCKWISE
            }
            _ => bits::deposit(bits, mask),
        }
    }

    /// Moves the first of `bytes` to those whose bits are in `set`, and clears the others.
    #[inline(always)]
    fn spread(self, bytes: u64, set: u8) -> u64 {
        self.deposit(bytes, 0xff * self.deposit(set.into(), ONE_A_BYTE))
    }

    /// Writes the numbers of the set bits of `set`, at most 24 bits, lowest first; what follows them is
    /// unspecified. Returns their number. Branch-free, since the outcome is unpredictable.
    #[inline(always)]
    fn members(self, set: u32, members: &mut [u8; MEMBERS_CAPACITY]) -> usize {
        let mut count = 0;
        for first in [0, 8, 16] {
            let bits = (set >> first) as u8;
            let eight: &mut [u8; 8] = (&mut members[count..][..8]).try_into().expect("eight");
            *eight = (self.ones(bits) + first * ONE_A_BYTE).to_le_bytes();
            count += bits.count_ones() as usize;
        }
        count
    }

    /// The numbers of the set bits, a byte each, lowest first; what follows them is unspecified, but less than 8.
    #[inline(always)]
    fn ones(self, bits: u8) -> u64 {
        u64::from_le_bytes(TETRADS_SORTED[usize::from(!bits)])
    }

    /// Appends `m⁻¹ · cube` for each turn `m` of `all` in the set `factors`, then, if bit [`IDENTITY`] is set, `cube`
    /// itself.
    #[inline(always)]
    fn left_products(
        self,
        cube: &PackedCube,
        all: &'static LeftFactors,
        factors: u8,
        products: &mut PackedCubes,
    ) {
        for factor in bits::ones(u64::from(factors) & 0x3f) {
            products.push(self.left(cube, all.turns[factor as usize].into()));
        }
        if factors >> IDENTITY & 1 == 1 {
            products.push(*cube);
        }
    }

    /// Computes the packed corner classes of all cubes.
    #[inline(always)]
    fn corner_classes(self, tables: &AddressTables, lookup: &mut Lookup) {
        let Lookup { cubes, classes, .. } = lookup;
        classes.clear();
        for i in 0..cubes.len() {
            let coset = self.corner_coset(tables, &cubes.get(i));
            self.prefetch(&tables.classes, coset);
            classes.push(coset as u32);
        }
        for (class, corners) in classes.iter_mut().zip(cubes.corners()) {
            *class = tables.class(*class as usize, self.tetrad_halves(corners));
        }
    }

    /// Computes the addresses and locations of the entries of all cubes, and prefetches their cache
    /// lines.
    ///
    /// A prefetch that misses the TLB blocks the reorder buffer, and such misses overlap only if they
    /// come close together: so prefetching has a loop of its own.
    #[inline(always)]
    fn addresses(self, tables: &AddressTables, values: Filter, lookup: &mut Lookup) {
        lookup.addresses.clear();
        for (i, &class) in lookup.classes.iter().enumerate() {
            let address = self.address(tables, &lookup.cubes.get(i), class);
            lookup.addresses.push(address);
        }
        values.locate(&lookup.addresses, &mut lookup.locations);
        self.prefetch_entries(values, &lookup.locations);
    }

    /// Reads the bounds of all cubes, see [`Entries::bounds_above`], each step in a loop of its own, so
    /// that the prefetched lines have time to arrive.
    ///
    /// In WebAssembly it is not inlined, where smaller functions are compiled to better code.
    ///
    /// [`Entries::bounds_above`]: crate::table::Entries::bounds_above
    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn bounds(self, table: TableReader, left: u8, lookup: &mut Lookup) {
        self.corner_classes(table.addresses, lookup);
        self.addresses(table.addresses, table.entries.values, lookup);
        lookup.clear_bounds();
        let bounds = &mut lookup.bounds[..lookup.addresses.len()];
        let (addresses, locations) = (&lookup.addresses, &lookup.locations);
        table
            .entries
            .bounds_above(addresses, locations, left, bounds);
    }

    /// Prefetches the cache lines of entries.
    #[inline(always)]
    fn prefetch_entries(self, values: Filter, locations: &[u64]) {
        for &location in locations {
            self.prefetch(values.bytes(), values.byte(location));
        }
    }
}

/// Capacity for the members of a set of 24, and for what is written after them.
pub const MEMBERS_CAPACITY: usize = 32;

/// The clockwise quarter turns in a set of moves.
pub const CLOCKWISE: u64 = 0o111_111;

/// The highest bit of each byte.
pub const TOP_BITS: u64 = 0x80 * ONE_A_BYTE;

/// The bit for the identity in a set of left factors, after those of up to six turns.
pub const IDENTITY: usize = 6;

/// The positions of E cubies, of M cubies and of flipped ones in the conjugated cube, as masks of 12
/// bits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Masks {
    pub e: u32,
    pub m: u32,
    pub flips: u32,
}

impl Masks {
    /// The address of the entry for these edges in a packed class.
    #[inline(always)]
    pub fn address(&self, backend: impl Backend, tables: &AddressTables, class: u32) -> u64 {
        let extract = |bits, mask| backend.extract_edges(bits, mask);
        let Masks { e, m, flips } = *self;
        let m_in_rest = extract(m, !e & 0xfff);
        let in_order =
            extract(flips, e) | extract(flips, m) << 4 | extract(flips, !(e | m) & 0xfff) << 8;
        tables.entry_address(class, e, m_in_rest, in_order)
    }
}

/// Six bits, gathered at the set bits of the six above them in the index.
static EXTRACTED: [u8; 1 << 12] = {
    let mut extracted = [0; 1 << 12];
    let mut index = 0;
    while index < 1 << 12 {
        let (mut bit, mut count) = (0, 0);
        while bit < 6 {
            if index >> (6 + bit) & 1 == 1 {
                extracted[index] |= ((index >> bit & 1) as u8) << count;
                count += 1;
            }
            bit += 1;
        }
        index += 1;
    }
    extracted
};

/// The number of set bits of each six.
static COUNTS: [u8; 64] = {
    let mut counts = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        counts[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    counts
};

/// Plain code, which the fast backends are tested against.
impl Backend for Portable {
    #[inline(always)]
    fn enter(self, kernel: impl Kernel) {
        kernel.compute();
    }

    #[inline(always)]
    fn right(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        let mut moved = *cube;
        for (p, edge) in moved.edges[..12].iter_mut().enumerate() {
            *edge = cube.edges[turn.edge_sources[p] as usize] ^ turn.edge_flips[p];
        }
        for (p, corner) in moved.corners.iter_mut().enumerate() {
            let from = cube.corners[turn.corner_sources[p] as usize];
            *corner = reduce_twist(from + turn.corner_twists[p]);
        }
        moved
    }

    #[inline(always)]
    fn left(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        let mut moved = *cube;
        for edge in &mut moved.edges[..12] {
            *edge = turn.edge_images[*edge as usize & 15] ^ (*edge & FLIP);
        }
        for corner in &mut moved.corners {
            *corner = reduce_twist(turn.corner_images[*corner as usize & 7] + (*corner & 0x30));
        }
        moved
    }

    #[inline(always)]
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        let corners = u64::from_le_bytes(cube.corners);
        let twists = corners >> 4 & (3 * ONE_A_BYTE);
        let twists = (twists | twists >> 6) & 0x000f_000f_000f_000f;
        let twists = (twists | twists >> 12) & 0x0000_00ff_0000_00ff;
        let twists = (twists | twists >> 24) & 0x3fff;
        let tetrad = bits::lowest_of_bytes(corners) as usize;
        tables.corner_coset(tetrad, twists as usize)
    }

    /// Both are in one number, where shifting one is adding three times it.
    #[inline(always)]
    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        let both = corners.iter().rfold(0, |both, &corner| {
            let tetrad = u32::from(corner & 1) * 8;
            let shifted = both + 3 * (both & 0xff << tetrad);
            shifted | u32::from(corner >> 1 & 3) << tetrad
        });
        [both as usize & 0xff, both as usize >> 8]
    }

    /// The edges in their new order, of which eight give a bit each by one multiplication.
    #[inline(always)]
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        let view = tables.view(class);
        let mut moved = [0; 16];
        for (i, moved) in moved.iter_mut().enumerate() {
            let edge = cube.edges[usize::from(view.sources[i]) & 15];
            *moved = view.slices[usize::from(edge) & 15] | (edge & FLIP);
        }
        let [first, last]: [u64; 2] = bytemuck::cast(moved);
        let mask = |bit: u8| {
            let of_eight = |bytes: u64| bits::lowest_of_bytes(u64::from_le(bytes) >> bit.ilog2());
            (of_eight(first) | of_eight(last) << 8) as u32
        };
        let masks = Masks {
            e: mask(IN_E),
            m: mask(IN_M),
            flips: mask(FLIP),
        };
        masks.address(self, tables, class)
    }

    #[inline(always)]
    fn extract_edges(self, bits: u32, mask: u32) -> u32 {
        let six = |shift: u32| {
            let index = (mask >> shift & 63) << 6 | bits >> shift & 63;
            u32::from(EXTRACTED[index as usize])
        };
        six(0) | six(6) << COUNTS[mask as usize & 63]
    }

    #[inline(always)]
    fn spread(self, bytes: u64, set: u8) -> u64 {
        let ones = bits::ones(set.into()).zip(bytes.to_le_bytes());
        ones.fold(0, |spread, (one, byte)| {
            spread | u64::from(byte) << (8 * one)
        })
    }
}

/// Reduces an orientation of up to 4 in bits 4-6 modulo 3.
fn reduce_twist(corner: u8) -> u8 {
    corner.min(corner.wrapping_sub(0x30))
}
