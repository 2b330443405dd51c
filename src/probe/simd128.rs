//! The backend for WebAssembly with 128-bit vectors: edges as with NEON, but masks take one instruction; corners as with
//! AVX2, but two cubes at a time.

use super::address::{AddressTables, HalfTurnClassTables, IN_E, IN_M, TWISTS, VIEWS, View};
use super::backend::{Backend, Kernel};
use super::edge_orders::{FOUR_FIRST, FOUR_NEXT, RANKS, SPREAD};
use super::lookup::Lookup;
use super::packed_cube::{FLIP, LeftFactors, PackedCube, TURNS};
use super::packed_cubes::PackedCubes;
use super::shuffles::{FIRSTS, TETRADS_SORTED};
use crate::bits::ONE_A_BYTE;
use crate::coord::slices::SUBSETS_OF_EIGHT;
use crate::host::cpu::{Portable, Simd128};
use crate::table::Filter;
use std::arch::wasm32::*;
use std::hint::black_box;

impl Backend for Simd128 {
    #[inline(always)]
    fn enter(self, kernel: impl Kernel) {
        kernel.compute();
    }

    #[inline(always)]
    fn right(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        let edges = u8x16_swizzle(load(&cube.edges), load(&turn.edge_sources));
        let corners = u8x16_swizzle(load_half(&cube.corners), load_half(&turn.corner_sources));
        let twisted = u8x16_add(corners, load_half(&turn.corner_twists));
        store(
            v128_xor(edges, load(&turn.edge_flips)),
            reduce_twist(twisted),
        )
    }

    #[inline(always)]
    fn left(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        let edges = load(&cube.edges);
        let flips = v128_and(edges, u8x16_splat(FLIP));
        let images = u8x16_swizzle(load(&turn.edge_images), v128_and(edges, u8x16_splat(15)));
        let corners = load_half(&cube.corners);
        let twists = v128_and(corners, u8x16_splat(0x30));
        let numbers = v128_and(corners, u8x16_splat(7));
        let corner_images = u8x16_swizzle(load_half(&turn.corner_images), numbers);
        let twisted = u8x16_add(corner_images, twists);
        store(v128_xor(images, flips), reduce_twist(twisted))
    }

    /// Lists of cubes, which have code of their own, are all that is looked up.
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        Portable.corner_coset(tables, cube)
    }

    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        Portable.tetrad_halves(corners)
    }

    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        Portable.address(tables, cube, class)
    }

    /// In two loops, whose rounds wait for less, so that more of them overlap. In slices, so that nothing in them is a
    /// call, around which constants would not stay in registers.
    #[inline(always)]
    fn addresses(self, tables: &AddressTables, values: Filter, lookup: &mut Lookup) {
        let edges = lookup.cubes.edges();
        lookup.addresses.resize(edges.len(), 0);
        let lists = (edges.chunks(ADDRESSED))
            .zip(lookup.classes.chunks(ADDRESSED))
            .zip(lookup.addresses.chunks_mut(ADDRESSED));
        let mut by_slice = [EdgesBySlice::default(); ADDRESSED];
        for ((edges, classes), addresses) in lists {
            for ((edges, &class), by_slice) in edges.iter().zip(classes).zip(&mut by_slice) {
                *by_slice = EdgesBySlice::new(tables.view(class), edges);
            }
            for ((address, &class), by_slice) in addresses.iter_mut().zip(classes).zip(&by_slice) {
                *address = by_slice.address(tables, class);
            }
        }
        values.locate(&lookup.addresses, &mut lookup.locations);
        self.prefetch_entries(values, &lookup.locations);
    }

    /// All products, of which those that are not requested are overwritten by the next, without a branch, since the
    /// factors are unpredictable.
    #[inline(always)]
    fn left_products(
        self,
        cube: &PackedCube,
        all: &'static LeftFactors,
        factors: u8,
        products: &mut PackedCubes,
    ) {
        // otherwise each image is a constant, which takes four instructions and not one
        let all = black_box(all);
        let edges = load(&cube.edges);
        let numbers = v128_and(edges, u8x16_splat(15));
        let flips = v128_xor(edges, numbers);
        // the images of two factors in each vector
        let corners = u64x2_splat(u64::from_le_bytes(cube.corners));
        let second = u64x2(0, 8 * ONE_A_BYTE);
        let index = v128_or(v128_and(corners, u8x16_splat(7)), second);
        let twists = v128_and(corners, u8x16_splat(0x30));
        let (edges, corners) = products.tail();
        let mut count = 0;
        for (pair, images) in all.corner_images.as_chunks::<2>().0.iter().enumerate() {
            let both = u8x16_swizzle(load_two(images), index);
            let both = reduce_twist(u8x16_add(both, twists));
            for i in 0..2 {
                let factor = 2 * pair + i;
                let moved = u8x16_swizzle(load(&all.edge_images[factor]), numbers);
                let (edges, corners) = (&mut edges[count % 8], &mut corners[count % 8]);
                // SAFETY: 16 and 8 bytes are written.
                unsafe {
                    v128_store(edges.as_mut_ptr().cast(), v128_xor(moved, flips));
                    match i {
                        0 => v128_store64_lane::<0>(both, corners.as_mut_ptr().cast()),
                        _ => v128_store64_lane::<1>(both, corners.as_mut_ptr().cast()),
                    }
                }
                count += usize::from(factors >> factor & 1);
            }
        }
        products.extend(count);
    }

    /// Two at a time. Classes of cosets are read in a loop of its own, so short that many reads overlap.
    #[inline(always)]
    fn corner_classes(self, tables: &AddressTables, lookup: &mut Lookup) {
        let Lookup { cubes, classes, .. } = lookup;
        let pairs = cubes.len().div_ceil(2);
        classes.resize(2 * pairs, 0);
        let corners = &cubes.corners().as_chunks::<2>().0[..pairs];
        let pairs = classes.as_chunks_mut::<2>().0;
        for (corners, cosets) in corners.iter().zip(&mut *pairs) {
            let corners = load_two(corners);
            let tetrads = mask(corners, 1).to_le_bytes();
            let twists = twist_ranks(corners);
            let twists = [
                u32x4_extract_lane::<0>(twists),
                u32x4_extract_lane::<2>(twists),
            ];
            for i in 0..2 {
                let tetrad = tables.tetrads[usize::from(tetrads[i])];
                cosets[i] = TWISTS * u32::from(tetrad) + twists[i];
            }
        }
        let of_cosets = &*tables.classes;
        for class in pairs.as_flattened_mut() {
            *class = of_cosets[*class as usize];
        }
        let half_turn_tables = &*tables.half_turn_classes;
        let pairing = Pairing::new(half_turn_tables);
        for (corners, classes) in corners.iter().zip(pairs) {
            let corners = load_two(corners);
            let tetrads = mask(corners, 1).to_le_bytes();
            let pairings = pairing.of_tetrads(corners, tetrads);
            let pairings = [
                u32x4_extract_lane::<0>(pairings),
                u32x4_extract_lane::<2>(pairings),
            ];
            for i in 0..2 {
                let tetrad = usize::from(tables.tetrads[usize::from(tetrads[i])]);
                let half_turn_classes =
                    half_turn_tables.conjugated[tetrad][classes[i] as usize % VIEWS];
                let shift = half_turn_tables.shifts[pairings[i] as usize % 64];
                classes[i] += (half_turn_classes >> shift & 7) << 8;
            }
        }
        classes.truncate(cubes.len());
    }

    /// Reads it, since there is no instruction for that: reads that nothing waits for overlap.
    #[inline(always)]
    fn prefetch<T>(self, array: &[T], index: usize) {
        if let Some(element) = array.get(index) {
            // SAFETY: an element of the arrays that are prefetched is at least a byte.
            unsafe { std::ptr::from_ref(element).cast::<u8>().read_volatile() };
        }
    }

    /// With so few instructions between the reads that many fit in the reorder buffer.
    #[inline(always)]
    fn prefetch_entries(self, values: Filter, locations: &[u64]) {
        let bytes = values.bytes();
        let mut lines = [bytes.as_ptr(); READ];
        for locations in locations.chunks(READ) {
            let lines = &mut lines[..locations.len()];
            for (line, &location) in lines.iter_mut().zip(locations) {
                let byte = values.byte(location).min(bytes.len() - 1);
                *line = bytes.as_ptr().wrapping_add(byte);
            }
            // SAFETY: each line starts within the bytes of the table.
            let read = |line: *const u8| unsafe { line.read_volatile() };
            let (sixteens, rest) = lines.as_chunks::<16>();
            for sixteen in sixteens {
                // otherwise each read takes an instruction more, to compute where its address stands
                for &line in black_box(sixteen) {
                    read(line);
                }
            }
            for &line in rest {
                read(line);
            }
        }
    }

    #[inline(always)]
    fn spread(self, bytes: u64, set: u8) -> u64 {
        to_bits(u8x16_swizzle(
            u64x2(bytes, 0),
            load_half(&SPREAD[usize::from(set)]),
        ))
    }
}

/// Lines that are read with nothing else in between.
const READ: usize = 512;

/// Cubes whose addresses are found together.
const ADDRESSED: usize = 64;

/// The conjugated edges of a cube: their slices and flips, and the rank of the positions of E.
#[derive(Clone, Copy)]
struct EdgesBySlice {
    edges: v128,
    rank: u16,
}

impl Default for EdgesBySlice {
    fn default() -> EdgesBySlice {
        let edges = u8x16_splat(0);
        EdgesBySlice { edges, rank: 0 }
    }
}

impl EdgesBySlice {
    #[inline(always)]
    fn new(view: &View, edges: &[u8; 16]) -> EdgesBySlice {
        let edges = u8x16_swizzle(load(edges), load(&view.sources));
        let numbers = v128_and(edges, u8x16_splat(15));
        let slices = u8x16_swizzle(load(&view.slices), numbers);
        let e = mask(slices, IN_E);
        EdgesBySlice {
            edges: v128_or(v128_and(edges, u8x16_splat(FLIP)), slices),
            rank: RANKS[usize::from(e) & 0xfff],
        }
    }

    /// [`Backend::address`].
    #[inline(always)]
    fn address(&self, tables: &AddressTables, class: u32) -> u64 {
        let EdgesBySlice { edges, rank } = *self;
        let edges = u8x16_swizzle(edges, load(&FOUR_FIRST[usize::from(rank) % 512]));
        let m = mask(edges, IN_M) >> 4 & 0xff;
        let edges = u8x16_swizzle(edges, load(&FOUR_NEXT[usize::from(m)]));
        let flips = mask(edges, FLIP);
        let first_line = SUBSETS_OF_EIGHT as u16 * rank;
        tables.entry_address_from(class, first_line, m.into(), flips.into())
    }
}

/// The orientations of seven corners in base 3, in the lower half of each lane.
#[inline(always)]
fn twist_ranks(corners: v128) -> v128 {
    let even = v128_and(u16x8_shr(corners, 4), u16x8_splat(3));
    let odd = u16x8_shr(corners, 12);
    let even = i32x4_dot_i16x8(even, i16x8(1, 9, 81, 729, 1, 9, 81, 729));
    let odd = i32x4_dot_i16x8(odd, i16x8(3, 27, 243, 0, 3, 27, 243, 0));
    let sums = i32x4_add(even, odd);
    i32x4_add(sums, u64x2_shr(sums, 32))
}

/// What the pairings of tetrads are found by. The constants are hidden from the compiler: in the loop each would take
/// three instructions.
struct Pairing {
    by_turns: v128,
    eight: v128,
    firsts: v128,
    second_turn: v128,
    third_turn: v128,
}

impl Pairing {
    #[inline(always)]
    fn new(tables: &HalfTurnClassTables) -> Pairing {
        Pairing {
            by_turns: load(&tables.pairings_by_turns),
            eight: black_box(u8x16_splat(8)),
            firsts: black_box(load(&FIRSTS)),
            second_turn: black_box(u32x4_splat(3)),
            third_turn: black_box(u32x4_splat(12)),
        }
    }

    /// In the lowest six bits of each lane, the pairing of the first tetrad, and that of the second.
    #[inline(always)]
    fn of_tetrads(&self, corners: v128, tetrads: [u8; 2]) -> v128 {
        let [first, second] = tetrads.map(|tetrad| &TETRADS_SORTED[usize::from(tetrad)]);
        // the second cube has its corners eight bytes later
        let second = u8x16_add(load_half(second), self.eight);
        let order = u64x2_shuffle::<0, 2>(load_half(first), second);
        // the four corners of each tetrad side by side
        let fours = u8x16_swizzle(corners, order);
        let turns = v128_xor(fours, u8x16_swizzle(fours, self.firsts));
        let second_turn = v128_and(u32x4_shr(turns, 9), self.second_turn);
        let third_turn = v128_and(u32x4_shr(turns, 15), self.third_turn);
        let pairings = u8x16_swizzle(self.by_turns, v128_or(second_turn, third_turn));
        v128_or(pairings, u64x2_shr(pairings, 29))
    }
}

/// The bytes in which a bit is set, as bits.
#[inline(always)]
fn mask(bytes: v128, bit: u8) -> u16 {
    u8x16_bitmask(u16x8_shl(bytes, bit.leading_zeros()))
}

#[inline(always)]
fn load(bytes: &[u8; 16]) -> v128 {
    // SAFETY: 16 bytes are read.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn load_half(bytes: &[u8; 8]) -> v128 {
    // SAFETY: 8 bytes are read.
    unsafe { v128_load64_zero(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn load_two(corners: &[[u8; 8]; 2]) -> v128 {
    // SAFETY: 16 bytes are read.
    unsafe { v128_load(corners.as_ptr().cast()) }
}

#[inline(always)]
fn to_bits(bytes: v128) -> u64 {
    u64x2_extract_lane::<0>(bytes)
}

#[inline(always)]
fn store(edges: v128, corners: v128) -> PackedCube {
    let mut cube = PackedCube {
        edges: [0; 16],
        corners: [0; 8],
    };
    // SAFETY: 16 and 8 bytes are written.
    unsafe {
        v128_store(cube.edges.as_mut_ptr().cast(), edges);
        v128_store64_lane::<0>(corners, cube.corners.as_mut_ptr().cast());
    }
    cube
}

/// Reduces orientations of up to 4 in bits 4-6 modulo 3.
#[inline(always)]
fn reduce_twist(corners: v128) -> v128 {
    u8x16_min(corners, u8x16_sub(corners, u8x16_splat(0x30)))
}
