//! The backend for x86-64 processors with AVX-512 (Intel Ice Lake, AMD Zen 4 and later): whole lists
//! of cubes, the corners of eight at once, the edges of up to four.

use super::address::{AddressTables, CORNER_COSETS, IN_E, IN_M, IN_S, TWISTS, VIEWS, View};
use super::backend::{Backend, Kernel};
use super::lookup::Lookup;
use super::packed_cube::{FLIP, LeftFactors, PackedCube};
use super::packed_cubes::PackedCubes;
use super::shuffles::FIRSTS;
use crate::host::cpu::{Avx2, Avx512};
use crate::table::Filter;
use bytemuck::Pod;
use std::arch::x86_64::*;

/// The bit of eight bytes to collect in each byte of the result, for either half.
static PLANES: [u8; 16] = [
    IN_E, IN_M, IN_S, 0, FLIP, FLIP, FLIP, 0, IN_E, IN_M, IN_S, 0, FLIP, FLIP, FLIP, 0,
];

/// Moves the two bytes of each plane next to each other.
static PAIRED_PLANES: [u8; 16] = [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15];

/// Reverses the bytes of each half.
static REVERSED: [u8; 16] = [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

/// The offset of each left factor's images.
static LANES: [[u8; 8]; 8] = [
    [0; 8], [8; 8], [16; 8], [24; 8], [32; 8], [40; 8], [48; 8], [56; 8],
];

impl Backend for Avx512 {
    #[inline(always)]
    fn enter(self, kernel: impl Kernel) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni")]
        #[target_feature(enable = "avx512vpopcntdq")]
        fn enabled(kernel: impl Kernel) {
            kernel.compute();
        }
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { enabled(kernel) }
    }

    #[inline(always)]
    fn right(self, cube: &PackedCube, m: usize) -> PackedCube {
        self.avx2().right(cube, m)
    }

    #[inline(always)]
    fn left(self, cube: &PackedCube, m: usize) -> PackedCube {
        self.avx2().left(cube, m)
    }

    #[inline(always)]
    fn corner_coset(self, tables: &AddressTables, cube: &PackedCube) -> usize {
        self.avx2().corner_coset(tables, cube)
    }

    #[inline(always)]
    fn tetrad_halves(self, corners: &[u8; 8]) -> [usize; 2] {
        self.avx2().tetrad_halves(corners)
    }

    #[inline(always)]
    fn address(self, tables: &AddressTables, cube: &PackedCube, class: u32) -> u64 {
        self.avx2().address(tables, cube, class)
    }

    #[inline(always)]
    fn extract(self, bits: u64, mask: u64) -> u64 {
        self.avx2().extract(bits, mask)
    }

    #[inline(always)]
    fn deposit(self, bits: u64, mask: u64) -> u64 {
        self.avx2().deposit(bits, mask)
    }

    #[inline(always)]
    fn ones(self, bits: u8) -> u64 {
        self.avx2().ones(bits)
    }

    #[inline(always)]
    fn left_products(
        self,
        cube: &PackedCube,
        all: &'static LeftFactors,
        factors: u8,
        products: &mut PackedCubes,
    ) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { left_products(cube, all, factors, products) }
    }

    #[inline(always)]
    fn corner_classes(self, tables: &AddressTables, lookup: &mut Lookup) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { all_classes(tables, lookup) }
    }

    #[inline(always)]
    fn addresses(self, tables: &AddressTables, values: Filter, lookup: &mut Lookup) {
        // SAFETY: a value of `Avx512` is proof of the instructions.
        unsafe { all_addresses(self.avx2(), tables, values, lookup) }
    }
}

/// [`Backend::left_products`], all products of a cube at once.
#[inline]
#[target_feature(enable = "bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi")]
fn left_products(cube: &PackedCube, all: &LeftFactors, factors: u8, products: &mut PackedCubes) {
    let (edges_tail, corners_tail) = products.tail();
    let (low, high) = (u32::from(factors & 15), u32::from(factors >> 4));

    let edges = _mm512_broadcast_i32x4(load_16(&cube.edges));
    let flip = _mm512_set1_epi8(FLIP as i8);
    for (half, set, at) in [(0, low, 0), (4, high, low.count_ones() as usize)] {
        let images = load_64(&all.edge_images[half..]);
        let moved = _mm512_shuffle_epi8(images, edges);
        // moved ^ (edges & flip)
        let flipped = _mm512_ternarylogic_epi32::<0x78>(moved, edges, flip);
        let lanes = _pdep_u32(set, 0b0101_0101) * 0b11; // two for each product
        let chosen = _mm512_maskz_compress_epi64(lanes as u8, flipped);
        store_64(&mut edges_tail[at..], chosen);
    }

    let corners = _mm512_set1_epi64(i64::from_le_bytes(cube.corners));
    // (corners & 7) | lanes
    let index = _mm512_ternarylogic_epi32::<0xf8>(load_64(&LANES), corners, _mm512_set1_epi8(7));
    let moved = _mm512_permutexvar_epi8(index, load_64(&all.corner_images));
    let twists = _mm512_and_si512(corners, _mm512_set1_epi8(0x30));
    let twisted = _mm512_add_epi8(moved, twists);
    let reduced = _mm512_min_epu8(twisted, _mm512_sub_epi8(twisted, _mm512_set1_epi8(0x30)));
    store_64(corners_tail, _mm512_maskz_compress_epi64(factors, reduced));

    products.extend(factors.count_ones() as usize);
}

/// [`Backend::corner_classes`], eight at a time.
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni")]
fn all_classes(tables: &AddressTables, lookup: &mut Lookup) {
    let Lookup { cubes, classes, .. } = lookup;
    classes.clear();
    for eight in cubes
        .corners()
        .chunks_exact(8)
        .take(cubes.len().div_ceil(8))
    {
        let corners = load_64(eight);
        let (tetrads, cosets) = eight_cosets(tables, corners);
        let of_eight = eight_classes(tables, corners, tetrads, cosets);
        let mut all = [0; 8];
        // SAFETY: 32 bytes are written.
        unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), of_eight) };
        classes.extend_from_slice(&all);
    }
    classes.truncate(cubes.len());
}

/// The tetrad ranks and the corner cosets of eight cubes, without their half-turn classes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
fn eight_cosets(tables: &AddressTables, corners: __m512i) -> (__m256i, __m256i) {
    // the lowest byte of each lane: the set of positions of the second tetrad
    let reversed = _mm512_shuffle_epi8(corners, _mm512_broadcast_i32x4(load_16(&REVERSED)));
    let tetrads = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(1), reversed);
    let ranks = |from: usize| {
        let low = load_64(&tables.tetrads[from..]);
        _mm512_permutex2var_epi8(low, tetrads, load_64(&tables.tetrads[from + 64..]))
    };
    let upper = _mm512_movepi8_mask(tetrads);
    let ranks = _mm512_mask_blend_epi8(upper, ranks(0), ranks(128));
    let ranks = _mm512_and_si512(ranks, _mm512_set1_epi64(0xff));
    // orientations in base 3: two, then four positions at once, then all
    let twists = _mm512_and_si512(_mm512_srli_epi16::<4>(corners), _mm512_set1_epi8(3));
    let twos = _mm512_maddubs_epi16(twists, _mm512_set1_epi64(0x0009_0301_1b09_0301));
    let fours = _mm512_madd_epi16(twos, _mm512_set1_epi64(0x0051_0051_0001_0001));
    let twists = _mm512_add_epi32(fours, _mm512_srli_epi64::<32>(fours));
    let tetrads = _mm512_mul_epu32(ranks, _mm512_set1_epi64(i64::from(TWISTS)));
    let cosets = _mm512_cvtepi64_epi32(_mm512_add_epi32(tetrads, twists));
    (_mm512_cvtepi64_epi32(ranks), cosets)
}

/// The packed classes of eight cubes, with their half-turn classes.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
fn eight_classes(
    tables: &AddressTables,
    corners: __m512i,
    tetrads: __m256i,
    cosets: __m256i,
) -> __m256i {
    let half_turn_tables = &*tables.half_turn_classes;
    // the four corners of a tetrad side by side, for each cube
    let second = _mm512_test_epi8_mask(corners, _mm512_set1_epi8(1));
    let pairings = |tetrad: u64| {
        let fours = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(tetrad, corners));
        let firsts = _mm256_shuffle_epi8(fours, _mm256_broadcastsi128_si256(load_16(&FIRSTS)));
        let turns = _mm256_and_si256(
            _mm256_xor_si256(fours, firsts),
            _mm256_set1_epi32(0x0006_0600),
        );
        let turns = _mm256_or_si256(
            _mm256_srli_epi32::<9>(turns),
            _mm256_srli_epi32::<15>(turns),
        );
        let turns = _mm256_and_si256(turns, _mm256_set1_epi32(15));
        let pairings = load_16(&half_turn_tables.pairings_by_turns);
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(pairings), turns)
    };
    let (first, second) = (pairings(!second), pairings(second));
    let both = _mm256_or_si256(first, _mm256_slli_epi32::<3>(second));
    let shifts = _mm512_permutexvar_epi8(
        _mm512_castsi256_si512(both),
        load_64(&half_turn_tables.shifts),
    );
    let shifts = _mm256_and_si256(_mm512_castsi512_si256(shifts), _mm256_set1_epi32(0x1f));
    assert!(tables.classes.len() == CORNER_COSETS as usize);
    debug_assert!(_mm256_cmplt_epu32_mask(cosets, _mm256_set1_epi32(CORNER_COSETS as i32)) == 0xff);
    // SAFETY: a coset is less than CORNER_COSETS, as tetrad ranks are in range and so are orientations:
    // those of cubes, and of the padding behind them, for which `PackedCubes::corners` says why.
    let classes = unsafe { _mm256_i32gather_epi32::<4>(tables.classes.as_ptr().cast(), cosets) };
    let views = _mm256_and_si256(classes, _mm256_set1_epi32(VIEWS as i32 - 1));
    let views = _mm256_or_si256(_mm256_slli_epi32::<6>(tetrads), views);
    let conjugated = half_turn_tables.conjugated.as_ptr().cast();
    // SAFETY: a tetrad rank is less than TETRADS, and a view less than VIEWS.
    let half_turn_classes = unsafe { _mm256_i32gather_epi32::<4>(conjugated, views) };
    let half_turn_class = _mm256_and_si256(
        _mm256_srlv_epi32(half_turn_classes, shifts),
        _mm256_set1_epi32(7),
    );
    _mm256_add_epi32(classes, _mm256_slli_epi32::<8>(half_turn_class))
}

/// [`Backend::addresses`].
#[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512vl,gfni")]
fn all_addresses(x86: Avx2, tables: &AddressTables, values: Filter, lookup: &mut Lookup) {
    let Lookup {
        cubes,
        classes,
        addresses,
        locations,
        ..
    } = lookup;
    addresses.clear();
    addresses.resize(cubes.len(), 0);
    let count = addresses.len();
    let (edges, classes) = (&cubes.edges()[..count], &classes[..count]);
    // no closure in an iterator of another crate, which is compiled without these instructions
    for (i, address) in addresses.iter_mut().enumerate() {
        let (edges, class) = (&edges[i], classes[i]);
        let [slices, flips] = edge_planes(edges, tables.view(class));
        let (e, m) = (slices as u32 & 0xffff, slices as u32 >> 16);
        // `!slices` has bits beyond the 12 positions, but M has none there
        let m_in_rest = _pext_u32(m, !slices as u32);
        let in_order = _pext_u64(flips, slices) as u32;
        *address = tables.entry_address(class, e, m_in_rest, in_order);
    }
    values.locate(addresses, locations);
    x86.prefetch_entries(values, locations);
}

/// The positions of E, M and S, and three times the positions of flipped edges, as masks of 16
/// bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,gfni")]
fn edge_planes(edges: &[u8; 16], view: &View) -> [u64; 2] {
    let edges = _mm_shuffle_epi8(load_16(edges), load_16(&view.reversed_sources));
    let slices = _mm_shuffle_epi8(load_16(&view.slices), edges);
    let flip = _mm_set1_epi8(FLIP as i8);
    // slices | (edges & flip)
    let bits = _mm_ternarylogic_epi32::<0xf8>(slices, edges, flip);
    // A product of bit matrices, where the first has a single bit in each row, collects these bits of
    // the rows of the second, its last row first.
    let planes = _mm_gf2p8affine_epi64_epi8::<0>(load_16(&PLANES), bits);
    let planes = _mm_shuffle_epi8(planes, load_16(&PAIRED_PLANES));
    [
        _mm_cvtsi128_si64(planes) as u64,
        _mm_extract_epi64::<1>(planes) as u64,
    ]
}

#[inline]
#[target_feature(enable = "sse2")]
fn load_16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: 16 bytes are read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_64<T: Pod>(items: &[T]) -> __m512i {
    assert!(size_of_val(items) >= 64);
    // SAFETY: 64 bytes are read.
    unsafe { _mm512_loadu_si512(items.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_64<T: Pod>(items: &mut [T], value: __m512i) {
    assert!(size_of_val(items) >= 64);
    // SAFETY: 64 bytes are written.
    unsafe { _mm512_storeu_si512(items.as_mut_ptr().cast(), value) }
}
