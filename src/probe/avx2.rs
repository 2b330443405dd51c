//! The backend for x86-64 processors with AVX2 and BMI2 (Intel Haswell, AMD Excavator and
//! later): a cube's edges or corners are moved by one byte shuffle.

use super::address::AddressTables;
use super::backend::{Backend, Kernel, MEMBERS_CAPACITY, Masks};
use super::packed_cube::{FLIP, PackedCube, TURNS};
use crate::bits::ONE_A_BYTE;
use crate::host::cpu::Avx2;
use std::arch::x86_64::*;

impl Backend for Avx2 {
    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled(kernel: impl Kernel) {
            kernel.run();
        }
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { enabled(kernel) }
    }

    #[inline(always)]
    fn right(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe {
            let edges = _mm_shuffle_epi8(load(&cube.edges), load(&turn.edge_sources));
            let corners =
                _mm_shuffle_epi8(load_half(&cube.corners), load_half(&turn.corner_sources));
            let twisted = _mm_add_epi8(corners, load_half(&turn.corner_twists));
            store(
                _mm_xor_si128(edges, load(&turn.edge_flips)),
                reduce_twist(twisted),
            )
        }
    }

    #[inline(always)]
    fn left(self, cube: &PackedCube, m: usize) -> PackedCube {
        let turn = &TURNS[m];
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe {
            let edges = load(&cube.edges);
            let flips = _mm_and_si128(edges, _mm_set1_epi8(FLIP as i8));
            let images = _mm_shuffle_epi8(load(&turn.edge_images), edges);
            let corners = load_half(&cube.corners);
            let twists = _mm_and_si128(corners, _mm_set1_epi8(0x30));
            let corner_images = _mm_shuffle_epi8(load_half(&turn.corner_images), corners);
            store(
                _mm_xor_si128(images, flips),
                reduce_twist(_mm_add_epi8(corner_images, twists)),
            )
        }
    }

    #[inline(always)]
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        let corners = u64::from_le_bytes(cube.corners);
        let tetrad = self.extract(corners, ONE_A_BYTE) as usize;
        let twists = self.extract(corners, 0x0030_3030_3030_3030) as usize;
        tables.corner_coset(tetrad, twists)
    }

    #[inline(always)]
    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        let corners = u64::from_le_bytes(*corners);
        let second = (corners & ONE_A_BYTE) * 6;
        let first = second ^ (6 * ONE_A_BYTE);
        let half = |mask| self.extract(corners, mask) as usize;
        [half(first), half(second)]
    }

    #[inline(always)]
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe {
            let view = tables.view(class);
            let edges = _mm_shuffle_epi8(load(&cube.edges), load(&view.sources));
            let slices = _mm_shuffle_epi8(load(&view.slices), edges);
            let mask = |bytes| _mm_movemask_epi8(bytes) as u32;
            let masks = Masks {
                e: mask(slices),
                m: mask(_mm_add_epi8(slices, slices)),
                flips: mask(_mm_slli_epi16::<3>(edges)),
            };
            masks.address(self, tables, class)
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, array: &[T], index: usize) {
        // SAFETY: a prefetch of any address is harmless.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(array.as_ptr().wrapping_add(index).cast()) }
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { _pext_u64(bits, mask) }
    }

    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { _pdep_u64(bits, mask) }
    }

    /// Branch-free, since the outcome is unpredictable.
    #[inline(always)]
    fn members(self, set: u32, members: &mut [u8; MEMBERS_CAPACITY]) -> usize {
        let mut count = 0;
        for first in [0, 8, 16] {
            let bits = u64::from(set >> first & 0xff);
            let bytes = 0xff * self.deposit(bits, ONE_A_BYTE);
            let eight = self.extract(0x0706_0504_0302_0100 + first * ONE_A_BYTE, bytes);
            let members: &mut [u8; 8] = (&mut members[count..][..8]).try_into().expect("eight");
            *members = eight.to_le_bytes();
            count += bits.count_ones() as usize;
        }
        count
    }
}

/// # Safety
/// As for the functions below, the processor must have AVX2.
#[inline(always)]
unsafe fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes are read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline(always)]
unsafe fn load_half(bytes: &[u8; 8]) -> __m128i {
    // SAFETY: 8 bytes are read.
    unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) }
}

#[inline(always)]
unsafe fn store(edges: __m128i, corners: __m128i) -> PackedCube {
    let mut cube = PackedCube {
        edges: [0; 16],
        corners: [0; 8],
    };
    // SAFETY: 16 and 8 bytes are written.
    unsafe {
        _mm_storeu_si128(cube.edges.as_mut_ptr().cast(), edges);
        _mm_storel_epi64(cube.corners.as_mut_ptr().cast(), corners);
    }
    cube
}

/// Reduces orientations of up to 4 in bits 4-6 modulo 3.
#[inline(always)]
unsafe fn reduce_twist(corners: __m128i) -> __m128i {
    // SAFETY: no memory is touched.
    unsafe { _mm_min_epu8(corners, _mm_sub_epi8(corners, _mm_set1_epi8(0x30))) }
}
