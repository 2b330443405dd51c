//! Pulling into a line the entries of its neighbour lines.
//!
//! A move takes the line of one row to a line of another, so a line has 18 neighbour lines, or 12 for
//! quarter turns only: one in each neighbour row. An entry there is mapped to one here by a map of the
//! flips of each slice and one of the matchings: four look-ups, each of four of the entry's 16 bits.

use super::key::{NEIGHBOURS, bit_of};
use super::members::{Members, RowMembers};
use crate::coord::slices::{BLOCK, LINES, NUMBERING, Numbering, RANKS_OF_FOUR, extract};
use crate::cube::{Move, MoveSet, Transformation};
#[cfg(target_arch = "x86_64")]
use crate::host::cpu::Avx512;
use crate::table::dimensions::FILTER_ENTRIES;
use crate::table::edges::{EdgeMap, FLIP_MAPS, LineMap, mapped_flips};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;
use std::sync::LazyLock;

/// Words of a set of a line's entries.
pub const WORDS: usize = FILTER_ENTRIES / 64;

/// A set of entries of a line, a bit each.
#[derive(Clone)]
#[repr(align(64))]
pub struct LineSet(pub [u64; WORDS]);

impl LineSet {
    pub const EMPTY: LineSet = LineSet([0; WORDS]);

    #[inline(always)]
    pub fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    #[inline(always)]
    fn insert_all(&mut self, bits: &[u16]) {
        for &bit in bits {
            self.insert(usize::from(bit));
        }
    }

    #[inline(always)]
    pub fn remove(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    /// Calls `f` with each member, in order, and empties the set.
    #[inline(always)]
    pub fn drain(&mut self, mut f: impl FnMut(usize)) {
        for (i, word) in self.0.iter_mut().enumerate() {
            let mut rest = std::mem::take(word);
            while rest != 0 {
                f(64 * i + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    /// Appends all members, `first` added to each, in order, and empties the set.
    pub fn drain_to(&mut self, first: u32, members: &mut Vec<u32>) {
        #[cfg(target_arch = "x86_64")]
        if Avx512::detect().is_some() {
            // SAFETY: the token proves that the processor has the instructions.
            unsafe { self.drain_avx512(first, members) };
            return;
        }
        self.drain_one_by_one(first, members);
    }

    /// [`LineSet::drain_to`] in portable code.
    pub fn drain_one_by_one(&mut self, first: u32, members: &mut Vec<u32>) {
        self.drain(|bit| members.push(first + bit as u32));
    }

    /// [`LineSet::drain_to`] by words, only those that are not empty.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,bmi1,popcnt")]
    fn drain_avx512(&mut self, first: u32, members: &mut Vec<u32>) {
        const AT_ONCE: usize = 16;
        let iota: [u8; 64] = std::array::from_fn(|i| i as u8);
        // SAFETY: 64 bytes are read.
        let iota = unsafe { _mm512_loadu_si512(iota.as_ptr().cast()) };
        let mut len = members.len();
        members.resize(len + self.len() + AT_ONCE, 0);
        for (i, words) in self.0.chunks_exact_mut(64).enumerate() {
            let mut not_empty = 0u64;
            for (j, eight) in words.chunks_exact(8).enumerate() {
                // SAFETY: 64 bytes are read.
                let eight = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
                not_empty |= u64::from(_mm512_test_epi64_mask(eight, eight)) << (8 * j);
            }
            while not_empty != 0 {
                let j = not_empty.trailing_zeros() as usize;
                not_empty &= not_empty - 1;
                let set = std::mem::take(&mut words[j]);
                let base = _mm512_set1_epi32((first as usize + 64 * (64 * i + j)) as i32);
                let mut ones = _mm512_maskz_compress_epi8(set, iota);
                let mut count = set.count_ones() as usize;
                loop {
                    let some = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(ones));
                    let some = _mm512_add_epi32(base, some);
                    let target = &mut members[len..][..AT_ONCE];
                    // SAFETY: 64 bytes are written.
                    unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), some) };
                    if count <= AT_ONCE {
                        break;
                    }
                    len += AT_ONCE;
                    count -= AT_ONCE;
                    ones = _mm512_shuffle_i32x4::<0b00_11_10_01>(ones, ones);
                }
                len += count;
            }
        }
        members.truncate(len);
    }

    /// The number of members.
    #[inline(always)]
    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The map of lines and entries to a neighbour row, by transformation and move. Computed
/// without the thread pool: its threads may be waiting for these maps, which would be a deadlock.
static NEIGHBOUR_MAPS: LazyLock<Vec<LineMap>> = LazyLock::new(|| {
    (0..Transformation::COUNT * Move::COUNT)
        .map(|i| {
            let s = EdgeMap::of_transformation(Transformation::from_index(i / Move::COUNT));
            let m = EdgeMap::of_move(Move::from_index(i % Move::COUNT));
            LineMap::new(&m.then(&s))
        })
        .collect()
});

/// The inverse of each map of four flips; then the same with the result in the upper half of bytes.
static FLIP_SOURCES: LazyLock<Box<[[[u8; 16]; FLIP_MAPS]; 2]>> = LazyLock::new(|| {
    let mut sources = Box::new([[[0; 16]; FLIP_MAPS]; 2]);
    for map in 0..FLIP_MAPS {
        for four in 0..16u8 {
            let at = mapped_flips(map, four) as usize;
            sources[0][map][at] = four;
            sources[1][map][at] = four << 4;
        }
    }
    sources
});

/// A line's neighbour in a neighbour row.
#[derive(Clone, Copy, Default)]
struct NeighbourLine {
    /// Numbers of the maps of the flips of E, M and S.
    maps: [u16; 3],
    line: u16,
}

/// A neighbour row.
struct NeighbourRow<'a> {
    map: &'a LineMap,
    matchings: &'a [u8; 16],
    members: RowMembers<'a>,
}

/// The maps of the flips for a neighbour line, and its entries, not yet mapped.
type Unmapped<'a> = ([u16; 3], &'a [u16]);

/// Pulls entries into the lines of one row.
///
/// It looks ahead to hide the latency of memory: while the entries for one line are mapped, it
/// prefetches those for the next line, and the offsets for the line after that.
pub struct Puller<'a> {
    neighbours: Vec<NeighbourRow<'a>>,
    flip_sources: &'static [[[u8; 16]; FLIP_MAPS]; 2],
    numbering: &'static Numbering,
    /// The line expected after one.
    line_after: fn(usize) -> usize,
    /// The line expected next, with its neighbours' entries.
    next: usize,
    unmapped: [Unmapped<'a>; Move::COUNT],
    /// The neighbours of the line after the next.
    ahead: [NeighbourLine; Move::COUNT],
    images: Box<[u16; IMAGES + 32]>,
}

impl<'a> Puller<'a> {
    /// For one row, some moves, the keys of all rows, and lines in some order.
    pub fn new(
        row: usize,
        moves: MoveSet,
        from: &'a Members,
        line_after: fn(usize) -> usize,
    ) -> Puller<'a> {
        let neighbours = &NEIGHBOURS[row];
        Puller {
            neighbours: moves
                .iter()
                .filter_map(|m| {
                    let neighbour = &neighbours[m.index()];
                    Some(NeighbourRow {
                        map: &NEIGHBOUR_MAPS[neighbour.s.index() * Move::COUNT + m.index()],
                        matchings: &neighbour.matchings,
                        members: from.row(usize::from(neighbour.row))?,
                    })
                })
                .collect(),
            flip_sources: &FLIP_SOURCES,
            numbering: &NUMBERING,
            line_after,
            next: usize::MAX,
            unmapped: [([0; 3], &[]); Move::COUNT],
            ahead: [NeighbourLine::default(); Move::COUNT],
            images: Box::new([0; IMAGES + 32]),
        }
    }

    /// Whether no neighbour row has any keys.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// Adds to `set` the entries pulled into a line; returns whether there are any.
    #[inline(always)]
    pub fn pull(&mut self, line: usize, set: &mut LineSet) -> bool {
        #[cfg(target_arch = "x86_64")]
        if Avx512::detect().is_some() {
            // SAFETY: the token proves that the processor has the instructions.
            return unsafe { self.pull_avx512(line, set) };
        }
        self.pull_portable(line, set)
    }

    /// [`Puller::pull`] without vector instructions.
    pub fn pull_portable(&self, line: usize, set: &mut LineSet) -> bool {
        let mut any = false;
        for row in &self.neighbours {
            let neighbour = self.neighbour_line(extract, row.map, line);
            let entries = row.entries(&neighbour);
            let [e, m, s] = neighbour
                .maps
                .map(|map| &self.flip_sources[0][usize::from(map)]);
            any |= !entries.is_empty();
            for &entry in entries {
                let half = |i: u8| usize::from(entry >> (4 * i) & 15);
                let [in_e, in_m, in_s] = row.map.slices.map(half);
                let low = u16::from(e[in_e]) | u16::from(m[in_m]) << 4;
                let high = u16::from(s[in_s]) | u16::from(row.matchings[half(3)]);
                set.insert(bit_of(low | high << 8));
            }
        }
        any
    }

    /// The neighbour of a line.
    #[inline(always)]
    fn neighbour_line(
        &self,
        extract: impl Fn(u16, u16) -> u16,
        map: &LineMap,
        line: usize,
    ) -> NeighbourLine {
        let mut ranks = [0; 4];
        let mut maps = [0; 3];
        for (i, rank) in self.numbering.line_ranks[line].iter().enumerate() {
            let subset = map.subsets[usize::from(*rank)];
            (ranks[usize::from(map.slices[i] & 3)], maps[i]) = subset;
        }
        let [e, m, ..] = ranks;
        let mask = |rank: u16| self.numbering.masks[usize::from(rank)];
        let m_in_rest = extract(mask(m), !mask(e) & 0xfff);
        NeighbourLine {
            maps,
            line: e * BLOCK as u16 + u16::from(RANKS_OF_FOUR[usize::from(m_in_rest as u8)]),
        }
    }

    /// Looks one line further ahead, to `line`.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f,bmi2")]
    fn look_ahead(&mut self, line: usize) {
        let fast_extract = |bits: u16, mask: u16| _pext_u32(bits.into(), mask.into()) as u16;
        let line = line.min(LINES - 1);
        for (i, row) in self.neighbours.iter().enumerate() {
            let neighbour = self.ahead[i];
            let entries = row.entries(&neighbour);
            self.unmapped[i] = (neighbour.maps, entries);
            let std::ops::Range { start, end } = entries.as_ptr_range();
            _mm_prefetch::<_MM_HINT_T0>(start.cast());
            _mm_prefetch::<_MM_HINT_T0>(end.cast());
            let neighbour = self.neighbour_line(fast_extract, row.map, line);
            row.members.prefetch(neighbour.line.into());
            self.ahead[i] = neighbour;
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    fn pull_avx512(&mut self, line: usize, set: &mut LineSet) -> bool {
        if self.next != line {
            self.look_ahead(line);
            self.look_ahead((self.line_after)(line));
        }
        let any = self.map_entries(set);
        self.next = (self.line_after)(line);
        self.look_ahead((self.line_after)(self.next));
        any
    }

    /// Maps the neighbours' entries and adds them to `set`; returns whether there are any.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    fn map_entries(&mut self, set: &mut LineSet) -> bool {
        let four_bits = _mm512_set1_epi8(15);
        let low_tables = _mm512_set1_epi16(0x1000);
        let high_tables = _mm512_set1_epi16(0x3020);
        let flips = _mm512_set1_epi16(0x7ff);
        let matchings = _mm512_set1_epi16(0x3800);
        let images = &mut *self.images;
        let mut len = 0;
        let mut any = false;
        for (row, (maps, entries)) in self.neighbours.iter().zip(self.unmapped) {
            if entries.is_empty() {
                continue;
            }
            any = true;
            let table = |half: usize, map: u16| {
                // SAFETY: 16 bytes are read.
                unsafe {
                    _mm_loadu_si128(self.flip_sources[half][usize::from(map)].as_ptr().cast())
                }
            };
            let mut tables = _mm512_castsi128_si512(table(0, maps[0]));
            tables = _mm512_inserti32x4::<1>(tables, table(0, maps[2]));
            tables = _mm512_inserti32x4::<2>(tables, table(1, maps[1]));
            // SAFETY: 16 bytes are read.
            let of_matchings = unsafe { _mm_loadu_si128(row.matchings.as_ptr().cast()) };
            tables = _mm512_inserti32x4::<3>(tables, of_matchings);
            // the bit offset of the four bits to look up in each byte, for each group of eight bytes
            let [e, m, s] = row.map.slices;
            let each = 0x0030_0020_0010_0000_u64 | 0x3000_2000_1000_0000;
            let low = each + 0x0001_0001_0001_0001 * 4 * (u64::from(e) | u64::from(s) << 8);
            let high = each + 0x0001_0001_0001_0001 * 4 * (u64::from(m) | 3 << 8);
            let low = _mm512_set1_epi64(low as i64);
            let high = _mm512_set1_epi64(high as i64);
            for entries in entries.chunks(32) {
                let present = u32::MAX >> (32 - entries.len());
                // SAFETY: only the bytes of `entries` are read.
                let x = unsafe { _mm512_maskz_loadu_epi16(present, entries.as_ptr().cast()) };
                let a = _mm512_and_si512(_mm512_multishift_epi64_epi8(low, x), four_bits);
                let b = _mm512_and_si512(_mm512_multishift_epi64_epi8(high, x), four_bits);
                let a = _mm512_permutexvar_epi8(_mm512_or_si512(a, low_tables), tables);
                let b = _mm512_permutexvar_epi8(_mm512_or_si512(b, high_tables), tables);
                let y = _mm512_or_si512(a, b);
                let bits = _mm512_or_si512(
                    _mm512_and_si512(y, flips),
                    _mm512_and_si512(_mm512_srli_epi16::<1>(y), matchings),
                );
                let target = &mut images[len..][..32];
                // SAFETY: 64 bytes are written.
                unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), bits) };
                len += entries.len();
                if len > IMAGES {
                    set.insert_all(&images[..len]);
                    len = 0;
                }
            }
        }
        set.insert_all(&images[..len]);
        any
    }
}

impl<'a> NeighbourRow<'a> {
    #[inline(always)]
    fn entries(&self, neighbour: &NeighbourLine) -> &'a [u16] {
        self.members.line(neighbour.line.into())
    }
}

/// Images of entries that are inserted in one loop: a long one, whose end is seldom mispredicted.
const IMAGES: usize = 512;
