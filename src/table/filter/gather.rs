//! The members of a block.

use super::code::MOST_LINES;
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
        let any = self.puller.pull(line, &mut self.set);
        for (set, known) in &self.known {
            for bit in known.line(line).iter().map(|&entry| bit_of(entry)) {
                self.set.remove(bit);
                members.sets[*set].push(first + bit as u32);
            }
        }
        if any {
            self.set.drain_to(first, &mut members.sets[0]);
        }
    }
}
