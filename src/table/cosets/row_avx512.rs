//! The work of `row` with AVX-512 byte permutations (Intel Ice Lake, AMD Zen 4 and later): a block of
//! 70 lines in two registers.
//!
//! The lines of a row with the same E positions are a block. A transformation takes blocks to
//! blocks, though the cubies there may now belong to M or S, and a move permutes blocks. Within a
//! block the lines are permuted, which takes two byte permutations of two registers. So there are
//! three rows of marks, for E becoming E, M or S, each in blocks by the positions of that slice; they
//! are combined when a row is done.

use super::row_map::{PADDING, RowMap, Turn, entry_maps};
use crate::coord::slices::{
    BLOCK, FOURS_OF_EIGHT, NUMBERING, RANKS_OF_FOUR, SUBSETS, deposit, extract,
};
use crate::cube::Transformation;
use crate::host::cpu::Avx512;
use crate::table::edges::EdgeMap;
use std::arch::x86_64::*;
use std::sync::LazyLock;

/// For each block: the block that it comes from, and for each of its lines the line there.
struct BlockMaps {
    sources: Vec<u16>,
    lines: BlockBytes,
}

/// A byte for each line of many blocks, padded for loading whole registers.
struct BlockBytes(Vec<u8>);

impl BlockBytes {
    fn new(blocks: impl Iterator<Item = [u8; BLOCK]>) -> BlockBytes {
        BlockBytes(blocks.flatten().chain([0; PADDING]).collect())
    }

    /// The bytes of a block, and more that follow.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self, block: usize) -> [__m512i; 2] {
        load(&self.0[BLOCK * block..])
    }
}

struct RowTables {
    /// `[transformation · SUBSETS + block]`
    transformations: BlockMaps,
    /// `[turn · SUBSETS + block]`
    turns: BlockMaps,
    /// Parities of the flips that a quarter turn adds to each line: `16 · (parity(E) + 2 parity(M))`
    /// at `[(slice · 9 + layer) · SUBSETS + block]`, with blocks by the positions of the slice.
    flips: BlockBytes,
}

static TABLES: LazyLock<RowTables> = LazyLock::new(|| {
    let of_turn = |turn: Turn| (turn.edge_map(), [0, 1, 2]);
    let quarter_turns: Vec<Turn> = Turn::all().step_by(3).collect();
    let of_transformation = |s: Transformation| {
        let map = EdgeMap::of_transformation(s);
        (map, map.slices)
    };
    RowTables {
        transformations: block_maps(Transformation::all().map(of_transformation)),
        turns: block_maps(Turn::all().map(of_turn)),
        flips: BlockBytes::new((0..3).flat_map(|slice| {
            let turned = quarter_turns.iter().map(|turn| turn.edge_map().flips);
            turned.flat_map(move |turned| (0..SUBSETS).map(move |n| flips(slice, turned, n)))
        })),
    }
});

fn block_maps(maps: impl Iterator<Item = (EdgeMap, [u8; 3])>) -> BlockMaps {
    let blocks = maps.flat_map(|(map, slices)| sources_of_blocks(&map, slices));
    let (sources, lines): (Vec<u16>, Vec<_>) = blocks.unzip();
    BlockMaps {
        sources,
        lines: BlockBytes::new(lines.into_iter()),
    }
}

/// The source of each block, by the positions of a slice. A line's number in its block is the rank
/// of the positions of the next slice.
fn sources_of_blocks(map: &EdgeMap, slices: [u8; 3]) -> Vec<(u16, [u8; BLOCK])> {
    let next_stays_next = slices[1] == (slices[0] + 1) % 3;
    let mut blocks = vec![None; SUBSETS];
    for (source, &mask) in NUMBERING.masks.iter().enumerate() {
        let block = map.image(mask);
        let mut lines = [0; BLOCK];
        for (line, &block_mask) in FOURS_OF_EIGHT.iter().enumerate() {
            let moved = map.image(deposit(u16::from(block_mask), !mask & 0xfff));
            let next = if next_stays_next {
                moved
            } else {
                !moved & !block & 0xfff
            };
            let target = extract(next, !block & 0xfff);
            lines[RANKS_OF_FOUR[target as usize] as usize] = line as u8;
        }
        blocks[NUMBERING.ranks[block as usize] as usize] = Some((source as u16, lines));
    }
    let all: Option<Vec<_>> = blocks.into_iter().collect();
    all.expect("a map of positions permutes the blocks")
}

/// The parities that the flips of a quarter turn add to the lines of a block, see [`RowTables`].
fn flips(slice: usize, turned: u16, block: usize) -> [u8; BLOCK] {
    let parity = |mask: u16| (mask & turned).count_ones() as u8 & 1;
    let mask = NUMBERING.masks[block];
    std::array::from_fn(|line| {
        let next = deposit(u16::from(FOURS_OF_EIGHT[line]), !mask & 0xfff);
        let mut parities = [0; 3];
        parities[slice] = parity(mask);
        parities[(slice + 1) % 3] = parity(next);
        parities[(slice + 2) % 3] = parity(!mask & !next);
        parities[0] << 4 | parities[1] << 5
    })
}

/// The number of each line when blocks are by the positions of E, M or S.
static BY_SLICE: LazyLock<[Box<[u16]>; 3]> = LazyLock::new(|| {
    std::array::from_fn(|slice| {
        let line_by_slice = |ranks: &[u16; 3]| {
            let block = ranks[slice];
            let rest = !NUMBERING.masks[block as usize] & 0xfff;
            let next = NUMBERING.masks[ranks[(slice + 1) % 3] as usize];
            let line = RANKS_OF_FOUR[extract(next, rest) as usize];
            block * BLOCK as u16 + u16::from(line)
        };
        NUMBERING.line_ranks.iter().map(line_by_slice).collect()
    })
});

/// Combines the marks by M and by S with those by E, and clears the former.
pub fn merge(marks: &mut [Vec<u8>; 3]) {
    let [by_e, by_m, by_s] = marks;
    let (m_lines, s_lines) = (&BY_SLICE[1], &BY_SLICE[2]);
    for ((mark, &m), &s) in by_e.iter_mut().zip(m_lines).zip(s_lines) {
        *mark |= by_m[m as usize] | by_s[s as usize];
    }
    by_m.fill(0);
    by_s.fill(0);
}

/// As `pull` of `row`: adds to the marks of the slice that E becomes.
pub fn pull(_: Avx512, reached: &[u8], map: &RowMap, entries: usize, marks: &mut [Vec<u8>; 3]) {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { pull_blocks(reached, map, entries, marks) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn pull_blocks(reached: &[u8], map: &RowMap, entries: usize, marks: &mut [Vec<u8>; 3]) {
    let slice = map.lines.slices[0] as usize;
    let marks = &mut marks[slice];
    let tables = &*TABLES;
    let by_turn = map.after.index() * SUBSETS;
    let by_transformation = map.before.index() * SUBSETS;
    let by_layer = (slice * 9 + map.after.layer()) * SUBSETS;
    let turns_flip = !map.after.is_half_turn();
    // SAFETY: 64 bytes are read.
    let images_of_sets = unsafe { _mm512_loadu_si512(entry_maps(map, entries).as_ptr().cast()) };
    for block in 0..SUBSETS {
        let moved = by_turn + block;
        let transformed = by_transformation + tables.turns.sources[moved] as usize;
        let source = tables.transformations.sources[transformed] as usize;
        let lines = load(&reached[BLOCK * source..]);
        let lines = permute(lines, tables.transformations.lines.load(transformed));
        let mut lines = permute(lines, tables.turns.lines.load(moved));
        if turns_flip {
            let flips = tables.flips.load(by_layer + block);
            lines = union(lines, flips);
        }
        let images = [
            _mm512_permutexvar_epi8(lines[0], images_of_sets),
            _mm512_permutexvar_epi8(lines[1], images_of_sets),
        ];
        let target = &mut marks[BLOCK * block..];
        let new = union(load(target), images);
        let target: &mut [u8; BLOCK] = target.first_chunk_mut().expect("a row has all blocks");
        let tail = (1 << (BLOCK - 64)) - 1;
        // SAFETY: the 70 bytes of the block are written.
        unsafe {
            _mm512_storeu_si512(target.as_mut_ptr().cast(), new[0]);
            _mm512_mask_storeu_epi8(target.as_mut_ptr().add(64).cast(), tail, new[1]);
        }
    }
}

/// The first 128 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8]) -> [__m512i; 2] {
    let bytes: &[u8; 128] = bytes.first_chunk().expect("rows are padded");
    // SAFETY: 128 bytes are read.
    unsafe {
        [
            _mm512_loadu_si512(bytes.as_ptr().cast()),
            _mm512_loadu_si512(bytes.as_ptr().add(64).cast()),
        ]
    }
}

/// `lines[order[i]]` for each `i`.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
fn permute(lines: [__m512i; 2], order: [__m512i; 2]) -> [__m512i; 2] {
    [
        _mm512_permutex2var_epi8(lines[0], order[0], lines[1]),
        _mm512_permutex2var_epi8(lines[0], order[1], lines[1]),
    ]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn union(a: [__m512i; 2], b: [__m512i; 2]) -> [__m512i; 2] {
    [_mm512_or_si512(a[0], b[0]), _mm512_or_si512(a[1], b[1])]
}
