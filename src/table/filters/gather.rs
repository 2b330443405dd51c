//! Gathering the members of each block.
//!
//! Some lines have many members and others few. So the entries of eight adjacent lines are distributed
//! over the blocks of these lines by a hash of their flips and matching. Where eight lines or more
//! share a block, this is not needed.

use super::code::BlockMembers;
use super::key::bit_of;
use super::members::{Members, RowMembers};
use super::pull::{LineSet, Puller};
use crate::coord::slices::LINES;
use crate::cube::MoveSet;
use crate::table::dimensions::{FILTER_ENTRIES, LEVELLED};

/// The block of an entry within its row, from its line and its bit there, with `lines` lines to a
/// block.
#[inline(always)]
pub const fn block_in_row(line: usize, lines: usize, bit: usize) -> usize {
    let hash = (bit as u32).wrapping_mul(0x9e37_79b9) >> (u32::BITS - LEVELLED.trailing_zeros());
    (line ^ hash as usize) >> lines.trailing_zeros()
}

/// The number of an entry in its block, from its line and its bit there.
#[inline(always)]
pub const fn entry_in_block(line: usize, bit: usize) -> usize {
    ((line % LEVELLED) * FILTER_ENTRIES.next_power_of_two()) | bit
}

/// Some members of a filter.
pub struct Part {
    /// The number of the narrowest set that they are in, 0 for the widest.
    pub set: usize,
    pub members: Members,
}

/// Gathers the members of the blocks of one row.
pub struct Gatherer<'a> {
    lines: usize,
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
    /// For a row with `lines` lines to a block, given all members but the farthest: these are one of
    /// `moves` beyond the last part.
    pub fn new(lines: usize, row: usize, moves: MoveSet, parts: &'a [Part]) -> Gatherer<'a> {
        let last = parts.last().expect("some part has the solved cube");
        let known = parts.iter();
        Gatherer {
            lines,
            puller: Puller::new(row, moves, &last.members),
            known: known
                .filter_map(|part| Some((part.set, part.members.row(row)?)))
                .collect(),
            set: LineSet::EMPTY,
            line: BlockMembers::default(),
            levelled: vec![BlockMembers::default(); (LEVELLED / lines).max(1)],
        }
    }

    /// Replaces `members` by those of a block; by none if the row has fewer blocks. The blocks of the
    /// same [`LEVELLED`] lines have to be gathered in order.
    pub fn gather(&mut self, block: usize, members: &mut BlockMembers) {
        let number = block % self.levelled.len();
        if number == 0 {
            self.levelled.iter_mut().for_each(BlockMembers::clear);
            let first = block * self.lines;
            for line in first..(first + self.lines.max(LEVELLED)).min(LINES) {
                self.add_line(line);
            }
        }
        std::mem::swap(members, &mut self.levelled[number]);
    }

    #[inline(always)]
    fn add_line(&mut self, line: usize) {
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
        let first = entry_in_block(line, 0) as u32;
        for (set, bits) in self.line.sets.iter().enumerate() {
            for &bit in bits {
                let block = block_in_row(line, self.lines, bit as usize) % self.levelled.len();
                self.levelled[block].sets[set].push(first + bit);
            }
        }
    }
}
