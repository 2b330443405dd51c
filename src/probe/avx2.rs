//! The backend for x86-64 processors with AVX2 and BMI2 (Intel Haswell, AMD Excavator and
//! later): a cube's edges or corners are moved by one byte shuffle.

use super::address::{AddressTables, HalfTurnClassTables, TWISTS, VIEWS};
use super::backend::{Backend, IDENTITY, Kernel, Masks};
use super::lookup::Lookup;
use super::packed_cube::{FLIP, LeftFactors, PackedCube, TURNS};
use super::packed_cubes::PackedCubes;
use super::shuffles::{FIRSTS, TETRADS_SORTED};
use crate::bits::ONE_A_BYTE;
use crate::host::cpu::Avx2;
use bytemuck::Pod;
use std::arch::x86_64::*;

impl Backend for Avx2 {
    #[inline(always)]
    fn enter(self, kernel: impl Kernel) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enabled(kernel: impl Kernel) {
            kernel.compute();
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
    fn extract(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { _pext_u64(bits, mask) }
    }

    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { _pdep_u64(bits, mask) }
    }

    #[inline(always)]
    fn ones(self, bits: u8) -> u64 {
        let bytes = 0xff * self.deposit(bits.into(), ONE_A_BYTE);
        self.extract(0x0706_0504_0302_0100, bytes)
    }

    #[inline(always)]
    fn left_products(
        self,
        cube: &PackedCube,
        all: &'static LeftFactors,
        factors: u8,
        products: &mut PackedCubes,
    ) {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { left_products(cube, all, factors, products) }
    }

    #[inline(always)]
    fn corner_classes(self, tables: &AddressTables, lookup: &mut Lookup) {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { all_classes(tables, lookup) }
    }
}

/// [`Backend::left_products`]: all products, of which those that are not requested are overwritten by the
/// next, without a branch, since the factors are unpredictable.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn left_products(cube: &PackedCube, all: &LeftFactors, factors: u8, products: &mut PackedCubes) {
    let mut edges_of_all = [[0; 16]; 8];
    let mut corners_of_all = [[0; 8]; 8];
    let edges = _mm256_broadcastsi128_si256(load_16(&cube.edges));
    let flips = _mm256_and_si256(edges, _mm256_set1_epi8(FLIP as i8));
    for i in [0, 2, 4, 6] {
        let moved = _mm256_shuffle_epi8(load_32(&all.edge_images[i..]), edges);
        store_32(&mut edges_of_all[i..], _mm256_xor_si256(moved, flips));
    }
    // the images of two factors in each half
    let corners = _mm256_set1_epi64x(i64::from_le_bytes(cube.corners));
    let second = _mm256_setr_epi64x(0, 8 * ONE_A_BYTE as i64, 0, 8 * ONE_A_BYTE as i64);
    let index = _mm256_or_si256(_mm256_and_si256(corners, _mm256_set1_epi8(7)), second);
    let twists = _mm256_and_si256(corners, _mm256_set1_epi8(0x30));
    for i in [0, 4] {
        let moved = _mm256_shuffle_epi8(load_32(&all.corner_images[i..]), index);
        let twisted = _mm256_add_epi8(moved, twists);
        let reduced = _mm256_min_epu8(twisted, _mm256_sub_epi8(twisted, _mm256_set1_epi8(0x30)));
        store_32(&mut corners_of_all[i..], reduced);
    }
    let (edges, corners) = products.tail();
    let mut count = 0;
    for factor in 0..=IDENTITY {
        edges[count % 8] = edges_of_all[factor];
        corners[count % 8] = corners_of_all[factor];
        count += usize::from(factors >> factor & 1);
    }
    products.extend(count);
}

/// [`Backend::corner_classes`] four at a time.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn all_classes(tables: &AddressTables, lookup: &mut Lookup) {
    let (Lookup { cubes, classes, .. }, half_turn_tables) = (lookup, &*tables.half_turn_classes);
    classes.clear();
    let fours = cubes.corners().chunks_exact(4);
    for four in fours.take(cubes.len().div_ceil(4)) {
        let corners = load_32(four);
        // the highest bit of each byte: whether the cubie is of the second tetrad
        let second = _mm256_movemask_epi8(_mm256_slli_epi16::<7>(corners)) as u32;
        let tetrads = second.to_le_bytes();
        let mut twists = [0u64; 4];
        store_32(&mut twists, twist_ranks(corners));
        let mut pairings = [0u64; 4];
        store_32(
            &mut pairings,
            tetrad_pairings(half_turn_tables, corners, tetrads),
        );
        let mut of_four = [0; 4];
        for i in 0..4 {
            let tetrad = usize::from(tables.tetrads[usize::from(tetrads[i])]);
            let class = tables.classes[TWISTS as usize * tetrad + twists[i] as u32 as usize];
            let half_turn_classes = half_turn_tables.conjugated[tetrad][class as usize % VIEWS];
            let shift = half_turn_tables.shifts[pairings[i] as usize % 64];
            of_four[i] = class + ((half_turn_classes >> shift & 7) << 8);
        }
        classes.extend_from_slice(&of_four);
    }
    classes.truncate(cubes.len());
}

/// The orientations of seven corners in base 3, in the lower half of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn twist_ranks(corners: __m256i) -> __m256i {
    // two, then four positions at once, then all
    let twists = _mm256_and_si256(_mm256_srli_epi16::<4>(corners), _mm256_set1_epi8(3));
    let twos = _mm256_maddubs_epi16(twists, _mm256_set1_epi64x(0x0009_0301_1b09_0301));
    let fours = _mm256_madd_epi16(twos, _mm256_set1_epi64x(0x0051_0051_0001_0001));
    _mm256_add_epi32(fours, _mm256_srli_epi64::<32>(fours))
}

/// In the lowest six bits of each lane, the pairing of the first tetrad, and that of the second.
#[inline]
#[target_feature(enable = "avx2")]
fn tetrad_pairings(tables: &HalfTurnClassTables, corners: __m256i, tetrads: [u8; 4]) -> __m256i {
    let mut order = [0; 4];
    for i in 0..4 {
        let sorted = u64::from_le_bytes(TETRADS_SORTED[usize::from(tetrads[i])]);
        // the second cube of each half has its corners eight bytes later
        order[i] = sorted + (i as u64 % 2) * 8 * ONE_A_BYTE;
    }
    // the four corners of each tetrad side by side
    let fours = _mm256_shuffle_epi8(corners, load_32(&order));
    let firsts = _mm256_broadcastsi128_si256(load_16(&FIRSTS));
    let firsts = _mm256_shuffle_epi8(fours, firsts);
    let turns = _mm256_xor_si256(fours, firsts);
    let turns = _mm256_and_si256(turns, _mm256_set1_epi32(0x0006_0600));
    let turns = _mm256_or_si256(
        _mm256_srli_epi32::<9>(turns),
        _mm256_srli_epi32::<15>(turns),
    );
    let turns = _mm256_and_si256(turns, _mm256_set1_epi32(15));
    let pairings = _mm256_broadcastsi128_si256(load_16(&tables.pairings_by_turns));
    let pairings = _mm256_shuffle_epi8(pairings, turns);
    _mm256_or_si256(pairings, _mm256_srli_epi64::<29>(pairings))
}

#[inline]
#[target_feature(enable = "sse2")]
fn load_16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes are read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_32<T: Pod>(items: &[T]) -> __m256i {
    assert!(size_of_val(items) >= 32);
    // SAFETY: 32 bytes are read.
    unsafe { _mm256_loadu_si256(items.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_32<T: Pod>(items: &mut [T], value: __m256i) {
    assert!(size_of_val(items) >= 32);
    // SAFETY: 32 bytes are written.
    unsafe { _mm256_storeu_si256(items.as_mut_ptr().cast(), value) }
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
