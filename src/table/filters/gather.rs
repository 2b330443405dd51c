//! Gathering the members of each block.
//!
//! Some lines have many members and others few, and adjacent lines have nearly the same number. So the
//! entries of eight lines far apart are distributed over the blocks of these lines by a hash of their
//! flips and matching, and the code gives more checks to those that have few. Where eight lines or more
//! share a block, the hash is not needed.

use super::code::BlockMembers;
use super::key::bit_of;
use super::members::{Members, RowMembers};
use super::pull::{LineSet, Puller};
use crate::coord::slices::LINES;
use crate::cube::MoveSet;
use crate::table::dimensions::{FILTER_ENTRIES, LEVELLED, levelled_blocks};

/// Lines a multiple of this apart are put together.
const STRIDE: usize = LINES.div_ceil(LEVELLED);

/// The place of a line in the order in which blocks take the lines of a row.
#[inline(always)]
pub const fn place_of(line: usize) -> usize {
    line % STRIDE * LEVELLED + line / STRIDE
}

/// The line after one in this order.
pub const fn line_after(line: usize) -> usize {
    match line + STRIDE {
        next if next < LINES => next,
        _ => line % STRIDE + 1,
    }
}

/// The block of an entry within its row, from the place of its line and its bit there, with
/// `half_lines` half lines to a block.
#[inline(always)]
pub const fn block_in_row(place: usize, half_lines: usize, bit: usize) -> usize {
    const HASH_BITS: u32 = (2 * LEVELLED).trailing_zeros();
    let hash = (bit as u32).wrapping_mul(0x9e37_79b9) >> (u32::BITS - HASH_BITS);
    ((2 * place) ^ hash as usize) >> half_lines.trailing_zeros()
}

/// The number of an entry in its block, from the place of its line and its bit there.
#[inline(always)]
pub const fn entry_in_block(place: usize, bit: usize) -> usize {
    ((place % LEVELLED) * FILTER_ENTRIES.next_power_of_two()) | bit
}

/// Some members of a filter.
pub struct Part {
    /// The number of the narrowest set that they are in, 0 for the widest.
    pub set: usize,
    pub members: Members,
}

/// Gathers the members of the blocks of one row.
pub struct Gatherer<'a> {
    half_lines: usize,
    puller: Puller<'a>,
    /// Known members of the row, and the numbers of their sets.
    known: Vec<(usize, RowMembers<'a>)>,
    set: LineSet,
    /// The members of a line, by set.
    line: BlockMembers,
    /// The members of the blocks of [`LEVELLED`] lines.
    levelled: Vec<BlockMembers>,
}

impl<'a> Gatherer<'a> {
    /// For a row with `half_lines` half lines to a block, given all members but the farthest: these are
    /// one of `moves` beyond the last part.
    pub fn new(half_lines: usize, row: usize, moves: MoveSet, parts: &'a [Part]) -> Gatherer<'a> {
        let last = parts.last().expect("some part has the solved cube");
        let known = parts.iter();
        Gatherer {
            half_lines,
            puller: Puller::new(row, moves, &last.members, line_after),
            known: known
                .filter_map(|part| Some((part.set, part.members.row(row)?)))
                .collect(),
            set: LineSet::EMPTY,
            line: BlockMembers::default(),
            levelled: vec![BlockMembers::default(); levelled_blocks(half_lines)],
        }
    }

    /// Replaces `members` by those of a block; by none if the row has fewer blocks. The blocks of the
    /// same [`LEVELLED`] lines have to be gathered in order.
    pub fn gather(&mut self, block: usize, members: &mut BlockMembers) {
        let number = block % self.levelled.len();
        if number == 0 {
            self.levelled.iter_mut().for_each(BlockMembers::clear);
            let first = block * self.half_lines / 2;
            for place in first..first + (self.half_lines / 2).max(LEVELLED) {
                let line = place % LEVELLED * STRIDE + place / LEVELLED;
                if place / LEVELLED < STRIDE && line < LINES {
                    self.add_line(line, place);
                }
            }
        }
        std::mem::swap(members, &mut self.levelled[number]);
    }

    #[inline(always)]
    fn add_line(&mut self, line: usize, place: usize) {
        self.line.clear();
        let any = self.puller.pull(line, &mut self.set);
        for (set, known) in &self.known {
            for bit in known.line(line).iter().map(|&entry| bit_of(entry)) {
                self.set.remove(bit);
                self.line.sets[*set].push(bit as u32);
            }
        }
        if any {
            self.set.drain_to(0, &mut self.line.sets[0]);
        }
        let first = entry_in_block(place, 0) as u32;
        for (set, bits) in self.line.sets.iter().enumerate() {
            for &bit in bits {
                let block = block_in_row(place, self.half_lines, bit as usize);
                let block = block % self.levelled.len();
                self.levelled[block].sets[set].push(first + bit);
            }
        }
    }
}
