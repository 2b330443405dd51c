//! The members of a block.
//!
//! Some lines have many members and others few. So the entries of eight lines side by side are
//! levelled over the blocks of these lines, by a hash of their flips and matching. Where eight lines
//! or more share a block there is nothing to level.

use super::code::LEVELLED;
use super::key::{ENTRIES, bit_of};
use super::members::{Members, RowMembers};
use super::pull::{LineSet, Puller};
use crate::cube::MoveSet;
use crate::table::edges::LINES;

/// The members of a block, by the numbers of their entries in it.
#[derive(Debug, Default, Clone)]
pub struct BlockMembers {
    /// Those of the widest set and of no narrower one, of the next, and of the narrowest.
    pub sets: [Vec<u32>; 3],
}

impl BlockMembers {
    /// Removes all.
    pub fn clear(&mut self) {
        for set in &mut self.sets {
            set.clear();
        }
    }
}

/// The block of an entry within its row, by its line and its bit there, with so many lines to a
/// block.
#[inline(always)]
pub const fn block_in_row(line: usize, lines: usize, bit: usize) -> usize {
    let hash = (bit as u32).wrapping_mul(0x9e37_79b9) >> (u32::BITS - LEVELLED.trailing_zeros());
    (line ^ hash as usize) >> lines.trailing_zeros()
}

/// The number of an entry in its block, by its line and its bit there.
#[inline(always)]
pub const fn entry_in_block(line: usize, bit: usize) -> usize {
    ((line % LEVELLED) * ENTRIES.next_power_of_two()) | bit
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
    /// Known members, and the numbers of their sets.
    known: Vec<(usize, RowMembers<'a>)>,
    set: LineSet,
    /// Those of a line, by set, and those of the blocks that it is levelled over.
    line: BlockMembers,
    levelled: Vec<BlockMembers>,
}

impl<'a> Gatherer<'a> {
    /// For blocks of so many lines in a row, given the members but for the farthest: those are
    /// what `moves` reach from the last part.
    pub fn new(lines: usize, row: usize, moves: MoveSet, parts: &'a [Part]) -> Gatherer<'a> {
        let last = parts.last().expect("there is the solved cube");
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

    /// The members of a block, in place of what is in `members`; none if the row has fewer blocks.
    /// Blocks that are levelled together have to be asked for in order.
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
