//! The backend for 64-bit ARM processors, all of which have NEON.
//!
//! Products are byte shuffles, as with AVX2. There is no instruction that gathers bits (PEXT), so edges are
//! sorted by shuffles instead: those of E first, then those of M. The order is read from a table by the
//! positions of E, then by those of M.

use super::address::{AddressTables, IN_E, IN_M};
use super::backend::{Backend, Kernel};
use super::edge_orders::{FOUR_FIRST, FOUR_NEXT, RANKS, SPREAD, TWIST_WEIGHTS};
use super::packed_cube::{FLIP, PackedCube, TURNS};
use super::shuffles::TETRADS_SORTED;
use crate::bits::{self, ONE_A_BYTE};
use crate::coord::slices::SUBSETS_OF_EIGHT;
use crate::host::cpu::Neon;
use std::arch::aarch64::*;

/// The bit of each byte in a mask of two bytes.
static WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// The same for the eight bytes after the first four.
static WEIGHTS_OF_REST: [u8; 16] = [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0];

impl Backend for Neon {
    #[inline(always)]
    fn enter(self, kernel: impl Kernel) {
        kernel.compute();
    }

    #[inline(always)]
    fn right(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        // SAFETY: all 64-bit ARM processors have NEON.
        unsafe {
            let edges = vqtbl1q_u8(load(&cube.edges), load(&turn.edge_sources));
            let corners = vtbl1_u8(load_half(&cube.corners), load_half(&turn.corner_sources));
            let twisted = vadd_u8(corners, load_half(&turn.corner_twists));
            store(
                veorq_u8(edges, load(&turn.edge_flips)),
                reduce_twist(twisted),
            )
        }
    }

    #[inline(always)]
    fn left(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        // SAFETY: all 64-bit ARM processors have NEON.
        unsafe {
            let edges = load(&cube.edges);
            let flips = vandq_u8(edges, vdupq_n_u8(FLIP));
            let images = vqtbl1q_u8(load(&turn.edge_images), vandq_u8(edges, vdupq_n_u8(15)));
            let corners = load_half(&cube.corners);
            let twists = vand_u8(corners, vdup_n_u8(0x30));
            let corner_images = vtbl1_u8(
                load_half(&turn.corner_images),
                vand_u8(corners, vdup_n_u8(7)),
            );
            store(
                veorq_u8(images, flips),
                reduce_twist(vadd_u8(corner_images, twists)),
            )
        }
    }

    #[inline(always)]
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        // SAFETY: all 64-bit ARM processors have NEON, and 16 bytes are read.
        let twists = unsafe {
            let twists = vand_u8(load_half(&cube.corners), vdup_n_u8(0x30));
            let weights = vld1q_u16(TWIST_WEIGHTS.as_ptr());
            vaddvq_u16(vmulq_u16(vmovl_u8(twists), weights)) >> 4
        };
        tables.corner_coset_of_rank(tetrad(&cube.corners), twists)
    }

    #[inline(always)]
    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        let order = &TETRADS_SORTED[tetrad(corners)];
        // SAFETY: all 64-bit ARM processors have NEON.
        let sorted = unsafe { to_bits(vtbl1_u8(load_half(corners), load_half(order))) };
        let halves = sorted & (6 * ONE_A_BYTE);
        let halves = halves | halves >> 6;
        let halves = halves | halves >> 12;
        [1, 33].map(|first| (halves >> first) as usize & 0xff)
    }

    #[inline(always)]
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        let view = tables.view(class);
        // SAFETY: all 64-bit ARM processors have NEON.
        unsafe {
            let edges = vqtbl1q_u8(load(&cube.edges), load(&view.sources));
            let numbers = vandq_u8(edges, vdupq_n_u8(15));
            let slices = vqtbl1q_u8(load(&view.slices), numbers);
            let e = mask(vtstq_u8(slices, vdupq_n_u8(IN_E)));
            let rank = RANKS[e as usize & 0xfff];
            let flipped = vbslq_u8(vdupq_n_u8(FLIP), edges, slices);
            let flipped = vqtbl1q_u8(flipped, load(&FOUR_FIRST[usize::from(rank) % 512]));
            let in_m = vtstq_u8(flipped, vdupq_n_u8(IN_M));
            let m = vaddvq_u8(vandq_u8(in_m, load(&WEIGHTS_OF_REST)));
            let flipped = vqtbl1q_u8(flipped, load(&FOUR_NEXT[usize::from(m)]));
            let flips = mask(vtstq_u8(flipped, vdupq_n_u8(FLIP)));
            tables.entry_address_from(class, SUBSETS_OF_EIGHT as u16 * rank, m.into(), flips)
        }
    }

    #[inline(always)]
    fn spread(self, bytes: u64, set: u8) -> u64 {
        // SAFETY: all 64-bit ARM processors have NEON.
        unsafe {
            to_bits(vtbl1_u8(
                vcreate_u8(bytes),
                load_half(&SPREAD[usize::from(set)]),
            ))
        }
    }
}

/// The positions of the second tetrad.
#[inline(always)]
fn tetrad(corners: &[u8; 8]) -> usize {
    bits::lowest_of_bytes(u64::from_le_bytes(*corners)) as usize
}

/// The bytes that are set, as bits.
///
/// # Safety
/// As for the functions below, the processor must have NEON.
#[inline(always)]
unsafe fn mask(bytes: uint8x16_t) -> u32 {
    // SAFETY: no memory is touched.
    unsafe {
        let bits = vandq_u8(bytes, load(&WEIGHTS));
        let pairs = vpaddq_u8(bits, bits);
        let fours = vpaddq_u8(pairs, pairs);
        let eights = vpaddq_u8(fours, fours);
        vgetq_lane_u16::<0>(vreinterpretq_u16_u8(eights)).into()
    }
}

#[inline(always)]
unsafe fn load(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: 16 bytes are read.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[inline(always)]
unsafe fn load_half(bytes: &[u8; 8]) -> uint8x8_t {
    // SAFETY: 8 bytes are read.
    unsafe { vld1_u8(bytes.as_ptr()) }
}

#[inline(always)]
unsafe fn to_bits(bytes: uint8x8_t) -> u64 {
    // SAFETY: no memory is touched.
    unsafe { vget_lane_u64::<0>(vreinterpret_u64_u8(bytes)) }
}

#[inline(always)]
unsafe fn store(edges: uint8x16_t, corners: uint8x8_t) -> PackedCube {
    let mut cube = PackedCube {
        edges: [0; 16],
        corners: [0; 8],
    };
    // SAFETY: 16 and 8 bytes are written.
    unsafe {
        vst1q_u8(cube.edges.as_mut_ptr(), edges);
        vst1_u8(cube.corners.as_mut_ptr(), corners);
    }
    cube
}

/// Reduces orientations of up to 4 in bits 4-6 modulo 3.
#[inline(always)]
unsafe fn reduce_twist(corners: uint8x8_t) -> uint8x8_t {
    // SAFETY: no memory is touched.
    unsafe { vmin_u8(corners, vsub_u8(corners, vdup_n_u8(0x30))) }
}
