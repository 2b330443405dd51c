//! Halves of sequences that bring the followed pieces to one region.

use super::kept::{Distances, Kept, Places};
use crate::bits::ones;
use crate::cube::{Face, Move, MoveSet};

/// The moves of a half, five bits each with the last one lowest, and above them their number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Half {
    /// Where it brings the pieces of the other triples.
    key: u64,
    moves: u64,
}

const BITS: u32 = 5;
const LENGTH_SHIFT: u32 = 56;

/// The most moves of a half.
pub const MAX_LENGTH: u8 = (LENGTH_SHIFT / BITS) as u8;

impl Half {
    pub fn len(self) -> u8 {
        (self.moves >> LENGTH_SHIFT) as u8
    }

    pub fn moves(self) -> impl DoubleEndedIterator<Item = Move> {
        let digit = move |n: u8| self.moves >> (BITS * u32::from(n)) & ((1 << BITS) - 1);
        (0..self.len())
            .rev()
            .map(move |n| Move::from_index(digit(n) as usize))
    }

    pub fn has_same_places(&self, other: &Half) -> bool {
        self.key == other.key
    }
}

/// The halves that lead to one region.
pub struct Halves<'a> {
    kept: &'a Kept,
    distances: Distances,
    region: u16,
    found: Vec<Half>,
}

impl<'a> Halves<'a> {
    /// Those of up to `length` moves that lead to the region and have another `last` one in the order of places: all
    /// canonical sequences but those that begin with a turn of the free face.
    pub fn to_region(
        kept: &'a Kept,
        region: u16,
        length: u8,
        free_face: Option<Face>,
    ) -> Vec<Half> {
        let mut halves = Halves {
            kept,
            distances: kept.distances_to(region),
            region,
            found: vec![],
        };
        let free = free_face.map_or(MoveSet::EMPTY, MoveSet::of_face);
        let first = MoveSet::ALL.difference(free);
        halves.visit(kept.solved(), first.bits(), 0, length);
        halves.found
    }

    fn visit(&mut self, places: Places, next: u32, moves: u64, left: u8) {
        if places[0] == self.region {
            let key = places[1..]
                .iter()
                .fold(0, |key, n| key << 16 | u64::from(*n));
            self.found.push(Half { key, moves });
        }
        if left == 0 {
            return;
        }
        let next = next & self.distances.within(left - 1, places[0]);
        for m in ones(next.into()) {
            let followers = MoveSet::after(Move::from_index(m as usize)).bits();
            let length = (moves >> LENGTH_SHIFT) + 1;
            let moves =
                moves << BITS & ((1 << LENGTH_SHIFT) - 1) | u64::from(m) | length << LENGTH_SHIFT;
            self.visit(
                self.kept.after(places, m as usize),
                followers,
                moves,
                left - 1,
            );
        }
    }
}

/// The halves of which others lead to the same places, with these beside each other. A few others may be among them.
pub fn with_equals(mut halves: Vec<Half>) -> Vec<Half> {
    const SLOTS_PER_HALF: usize = 32;
    let slots = (SLOTS_PER_HALF * halves.len()).next_power_of_two().max(64);
    let [mut once, mut twice] = [(); 2].map(|()| vec![0_u64; slots / 64]);
    let slot = |half: &Half| {
        let hash = half.key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - slots.ilog2());
        (hash as usize / 64, 1 << (hash % 64))
    };
    for half in &halves {
        let (word, bit) = slot(half);
        twice[word] |= once[word] & bit;
        once[word] |= bit;
    }
    halves.retain(|half| {
        let (word, bit) = slot(half);
        twice[word] & bit != 0
    });
    halves.sort_unstable();
    halves
}
