//! The members of a block.

use super::code::MOST_LINES;
use super::key::{ENTRIES, bit_of};
use super::members::{Members, RowMembers};
use super::pull::{LineSet, Puller};
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

/// The number of an entry in its block, by its line and its bit there.
#[inline(always)]
pub const fn entry_in_block(line: usize, lines: usize, bit: usize) -> usize {
    let told_apart = if lines < MOST_LINES {
        lines
    } else {
        MOST_LINES
    };
    ((line & (told_apart - 1)) * ENTRIES.next_power_of_two()) | bit
}

/// Gathers the members of the blocks of one row.
pub struct Gatherer<'a> {
    lines: usize,
    puller: Puller<'a>,
    /// The narrowest set, and what the next has beside it.
    near: Vec<RowMembers<'a>>,
    last: Option<RowMembers<'a>>,
    set: LineSet,
}

impl<'a> Gatherer<'a> {
    /// For blocks of so many lines in a row, given what the narrowest set has in parts, and what
    /// the next has beside that. The widest set has besides what moves reach from there.
    pub fn new(lines: usize, row: usize, near: &'a [Members], last: &'a Members) -> Gatherer<'a> {
        Gatherer {
            lines,
            puller: Puller::new(row, last),
            near: near.iter().filter_map(|members| members.row(row)).collect(),
            last: last.row(row),
            set: LineSet::EMPTY,
        }
    }

    /// The members of a block, in place of what is in `members`; none if the row has fewer blocks.
    pub fn gather(&mut self, block: usize, members: &mut BlockMembers) {
        members.clear();
        let first = block * self.lines;
        for line in first..(first + self.lines).min(LINES) {
            self.add_line(line, members);
        }
    }

    #[inline(always)]
    fn add_line(&mut self, line: usize, members: &mut BlockMembers) {
        let first = entry_in_block(line, self.lines, 0) as u32;
        let [wide, middle, narrow] = &mut members.sets;
        let any = self.puller.pull(line, &mut self.set);
        let mut move_to = |set: &mut Vec<u32>, entries: &[u16]| {
            for bit in entries.iter().map(|&entry| bit_of(entry)) {
                self.set.remove(bit);
                set.push(first + bit as u32);
            }
        };
        for near in &self.near {
            move_to(narrow, near.line(line));
        }
        if let Some(last) = &self.last {
            move_to(middle, last.line(line));
        }
        if any {
            self.set.drain_to(first, wide);
        }
    }
}
