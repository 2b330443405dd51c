//! The backend for WebAssembly with 128-bit vectors: that for NEON, but masks take one instruction, and there are no
//! prefetches.

use super::address::{AddressTables, IN_E, IN_M};
use super::backend::{Backend, Kernel};
use super::edge_orders::{FOUR_FIRST, FOUR_NEXT, RANKS, SPREAD, TWIST_WEIGHTS};
use super::packed_cube::{FLIP, PackedCube, TURNS};
use super::shuffles::TETRADS_SORTED;
use crate::bits::ONE_A_BYTE;
use crate::coord::slices::SUBSETS_OF_EIGHT;
use crate::host::cpu::Simd128;
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

    #[inline(always)]
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        let twists = v128_and(load_half(&cube.corners), u8x16_splat(0x30));
        // SAFETY: 16 bytes are read.
        let weights = unsafe { v128_load(TWIST_WEIGHTS.as_ptr().cast()) };
        let sums = i32x4_dot_i16x8(u16x8_extend_low_u8x16(twists), weights);
        let sums = i32x4_add(sums, i32x4_shuffle::<2, 3, 0, 1>(sums, sums));
        let sum = i32x4_extract_lane::<0>(sums) + i32x4_extract_lane::<1>(sums);
        tables.corner_coset_of_rank(tetrad(&cube.corners), (sum >> 4) as u16)
    }

    #[inline(always)]
    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        let order = &TETRADS_SORTED[tetrad(corners)];
        let sorted = to_bits(u8x16_swizzle(load_half(corners), load_half(order)));
        let halves = sorted & (6 * ONE_A_BYTE);
        let halves = halves | halves >> 6;
        let halves = halves | halves >> 12;
        [1, 33].map(|first| (halves >> first) as usize & 0xff)
    }

    #[inline(always)]
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        let view = tables.view(class);
        let edges = u8x16_swizzle(load(&cube.edges), load(&view.sources));
        let numbers = v128_and(edges, u8x16_splat(15));
        let slices = u8x16_swizzle(load(&view.slices), numbers);
        let e = mask(slices, IN_E);
        let rank = RANKS[usize::from(e) & 0xfff];
        let flipped = v128_bitselect(edges, slices, u8x16_splat(FLIP));
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

    #[inline(always)]
    fn spread(self, bytes: u64, set: u8) -> u64 {
        to_bits(u8x16_swizzle(
            u64x2(bytes, 0),
            load_half(&SPREAD[usize::from(set)]),
        ))
    }
}

/// The positions of the second tetrad.
#[inline(always)]
fn tetrad(corners: &[u8; 8]) -> usize {
    usize::from(u8x16_bitmask(u8x16_shl(load_half(corners), 7)))
}

/// The bytes in which a bit is set, as bits.
#[inline(always)]
fn mask(bytes: v128, bit: u8) -> u16 {
    u8x16_bitmask(u8x16_shl(bytes, bit.leading_zeros()))
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
