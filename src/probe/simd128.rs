//! The backend for WebAssembly with 128-bit vectors: edges as with NEON, but masks take one instruction; corners as with
//! AVX2, but two cubes at a time.

use super::address::{AddressTables, HalfTurnClassTables, IN_E, IN_M, TWISTS, VIEWS};
use super::backend::{Backend, Kernel, find_locations};
use super::edge_orders::{FOUR_FIRST, FOUR_NEXT, RANKS, SPREAD};
use super::lookup::Lookup;
use super::packed_cube::{FLIP, LeftFactors, PackedCube, TURNS};
use super::packed_cubes::PackedCubes;
use super::shuffles::TETRADS_SORTED;
use crate::bits::ONE_A_BYTE;
use crate::coord::slices::SUBSETS_OF_EIGHT;
use crate::host::cpu::{Portable, Simd128};
use crate::table::Filter;
use std::arch::wasm32::*;

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

    /// Lists of cubes, whose classes have code of their own, are all that is looked up.
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        Portable.corner_coset(tables, cube)
    }

    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        Portable.tetrad_halves(corners)
    }

    #[inline(always)]
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        entry_address(tables, &cube.edges, class)
    }

    /// In slices, so that nothing in the loop is a call, around which constants would not stay in registers.
    #[inline(always)]
    fn addresses(self, tables: &AddressTables, values: Filter, lookup: &mut Lookup) {
        let edges = lookup.cubes.edges();
        lookup.addresses.resize(edges.len(), 0);
        let cubes = edges.iter().zip(&lookup.classes);
        for (address, (edges, &class)) in lookup.addresses.iter_mut().zip(cubes) {
            *address = entry_address(tables, edges, class);
        }
        find_locations(values, &lookup.addresses, &mut lookup.locations);
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
        for class in pairs.as_flattened_mut() {
            *class = tables.classes[*class as usize];
        }
        let half_turn_tables = &*tables.half_turn_classes;
        for (corners, classes) in corners.iter().zip(pairs) {
            let corners = load_two(corners);
            let tetrads = mask(corners, 1).to_le_bytes();
            let pairings = tetrad_pairings(half_turn_tables, corners, tetrads);
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

    #[inline(always)]
    fn spread(self, bytes: u64, set: u8) -> u64 {
        to_bits(u8x16_swizzle(
            u64x2(bytes, 0),
            load_half(&SPREAD[usize::from(set)]),
        ))
    }
}

/// [`Backend::address`] of a cube with these edges.
#[inline(always)]
fn entry_address(tables: &AddressTables, edges: &[u8; 16], class: u32) -> u64 {
    let view = tables.view(class);
    let edges = u8x16_swizzle(load(edges), load(&view.sources));
    let numbers = v128_and(edges, u8x16_splat(15));
    let slices = u8x16_swizzle(load(&view.slices), numbers);
    let e = mask(slices, IN_E);
    let rank = RANKS[usize::from(e) & 0xfff];
    let flipped = v128_or(v128_and(edges, u8x16_splat(FLIP)), slices);
    let flipped = u8x16_swizzle(flipped, load(&FOUR_FIRST[usize::from(rank) % 512]));
    let m = mask(flipped, IN_M) >> 4 & 0xff;
    let flipped = u8x16_swizzle(flipped, load(&FOUR_NEXT[usize::from(m)]));
    let flips = mask(flipped, FLIP);
    tables.entry_address_from(
        class,
        SUBSETS_OF_EIGHT as u16 * rank,
        m.into(),
        flips.into(),
    )
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

/// In the lowest six bits of each lane, the pairing of the first tetrad, and that of the second.
#[inline(always)]
fn tetrad_pairings(tables: &HalfTurnClassTables, corners: v128, tetrads: [u8; 2]) -> v128 {
    let [first, second] = tetrads.map(|tetrad| &TETRADS_SORTED[usize::from(tetrad)]);
    // the second cube has its corners eight bytes later
    let second = u8x16_add(load_half(second), u8x16_splat(8));
    let order = u64x2_shuffle::<0, 2>(load_half(first), second);
    // the four corners of each tetrad side by side
    let fours = u8x16_swizzle(corners, order);
    let firsts = u8x16_shuffle::<0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12>(fours, fours);
    let turns = v128_xor(fours, firsts);
    let turns = v128_and(turns, u32x4_splat(0x0006_0600));
    let turns = v128_or(u32x4_shr(turns, 9), u32x4_shr(turns, 15));
    let turns = v128_and(turns, u32x4_splat(15));
    let pairings = u8x16_swizzle(load(&tables.pairings_by_turns), turns);
    v128_or(pairings, u64x2_shr(pairings, 29))
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
