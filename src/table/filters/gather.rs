//! Gathering the members of each block.
//!
//! The entries of eight lines far apart are distributed over the blocks of these lines by a hash of their
//! flips and half-turn class, and the code gives more checks to those that have few. Where eight lines or more
//! share a block, the hash is not needed.

use super::code::BlockMembers;
use super::line_set::LineSet;
use super::members::Runs;
use super::neighbour::Neighbour;
use super::place::PLACES;
use super::pull::Puller;
use crate::table::dimensions::{FILTER_ENTRIES, LINES_PER_GROUP, group_blocks};
use std::ops::Range;

/// The block of an entry within its row, from the place of its line and its bit there.
#[inline(always)]
pub const fn block_in_row(place: usize, quarters_per_block: usize, bit: usize) -> usize {
    const HASH_BITS: u32 = (4 * LINES_PER_GROUP).trailing_zeros();
    let hash = (bit as u32).wrapping_mul(0x9e37_79b9) >> (u32::BITS - HASH_BITS);
    ((4 * place) ^ hash as usize) >> quarters_per_block.trailing_zeros()
}

/// The number of an entry in its block, from the place of its line and its bit there.
#[inline(always)]
pub const fn entry_in_block(place: usize, bit: usize) -> usize {
    ((place % LINES_PER_GROUP) * FILTER_ENTRIES.next_power_of_two()) | bit
}

/// Gathers the members of the blocks of one row after another.
#[derive(Default)]
pub struct Gatherer {
    puller: Puller,
    set: LineSet,
    /// The members of the blocks of [`LINES_PER_GROUP`] lines.
    group: Vec<BlockMembers>,
}

/// The members of a row that are known.
pub struct RowOfLists<'a> {
    quarters_per_block: usize,
    known: Vec<(usize, Runs<'a>)>,
    /// The first place at which any of them has a run.
    next_known: usize,
}

impl RowOfLists<'_> {
    fn find_next(&mut self) {
        let next = self.known.iter().map(|(_, runs)| runs.next_place());
        self.next_known = next.min().unwrap_or(usize::MAX);
    }
}

impl Gatherer {
    /// Starts a range of blocks of a row, given the members in the row but the farthest, with the number of the
    /// narrowest set that those at each distance are in, 0 for the widest. The farthest are a turn beyond those of
    /// `last`, which are given for each neighbour row. The range starts at a multiple of the blocks of
    /// [`LINES_PER_GROUP`] lines.
    pub fn start<'a>(
        &mut self,
        quarters_per_block: usize,
        blocks: Range<usize>,
        neighbours: &[Neighbour],
        last: impl Fn(usize) -> Runs<'a>,
        mut known: Vec<(usize, Runs<'a>)>,
    ) -> RowOfLists<'a> {
        let places =
            quarters_per_block * blocks.start / 4..(quarters_per_block * blocks.end).div_ceil(4);
        self.group.clear();
        self.group
            .resize(group_blocks(quarters_per_block), BlockMembers::default());
        for (_, runs) in &mut known {
            runs.skip_to(places.start);
        }
        self.puller.start(neighbours, last, places);
        let mut row = RowOfLists {
            quarters_per_block,
            known,
            next_known: 0,
        };
        row.find_next();
        row
    }

    /// Replaces `members` by those of a block; by none if the row has fewer blocks. Blocks have to be gathered
    /// in order.
    pub fn gather(&mut self, row: &mut RowOfLists, block: usize, members: &mut BlockMembers) {
        let number = block % self.group.len();
        if number == 0 {
            self.group.iter_mut().for_each(BlockMembers::clear);
            let first = block * row.quarters_per_block / 4;
            let after = first + (row.quarters_per_block / 4).max(LINES_PER_GROUP);
            for place in first..after.min(PLACES) {
                self.add_line(row, place);
            }
        }
        std::mem::swap(members, &mut self.group[number]);
    }

    #[inline(always)]
    fn add_line(&mut self, row: &mut RowOfLists, place: usize) {
        let Gatherer { group, .. } = self;
        let first = entry_in_block(place, 0) as u32;
        let (quarters_per_block, last) = (row.quarters_per_block, group.len() - 1);
        let mut add = |set: usize, bit: u16| {
            // the number of blocks is a power of two
            let block = block_in_row(place, quarters_per_block, bit.into()) & last;
            group[block].sets[set].push(first + u32::from(bit));
        };
        if place == row.next_known {
            for (set, runs) in &mut row.known {
                if let Some(run) = runs.next_at(place) {
                    self.set.add_known(run.bits());
                    run.bits().for_each(|bit| add(*set, bit));
                }
            }
            row.find_next();
        }
        self.set.add_all(self.puller.pulled(place));
        let new = self.set.take_new();
        if last == 0 {
            let members = &mut group[0].sets[0];
            members.extend(new.iter().map(|&bit| first + u32::from(bit)));
            return;
        }
        for &bit in new {
            add(0, bit);
        }
    }
}
