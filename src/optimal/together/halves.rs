//! Halves of sequences that bring the followed pieces to one region.

use super::kept::{Distances, Kept, Places, Triple};
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
pub const MAX_LENGTH: u8 = 8;

impl Half {
    pub fn len(self) -> u8 {
        (self.moves >> LENGTH_SHIFT) as u8
    }

    /// Whether this half, and then the inverse of the other, make a sequence that may be canonical: of a length that is
    /// split so, with moves of different faces where they meet.
    pub fn begins(self, other: Half) -> bool {
        let last = |half: Half| half.moves().next_back().map(Move::face);
        let is_split_so = self.len() == other.len() || self.len() == other.len() + 1;
        is_split_so && (last(self) != last(other) || other.len() == 0)
    }

    pub fn moves(self) -> impl DoubleEndedIterator<Item = Move> {
        let digit = move |n: u8| self.moves >> (BITS * u32::from(n)) & ((1 << BITS) - 1);
        (0..self.len())
            .rev()
            .map(move |n| Move::from_index(digit(n) as usize))
    }
}

/// The halves that lead to one region, and buffers for those to the next one.
pub struct Halves<'a> {
    kept: &'a Kept,
    /// The moves that may come first.
    first: MoveSet,
    region: Triple,
    distances: Distances,
    found: Vec<Half>,
    /// By hash of the places: whether one half leads there, and whether several do.
    once: Vec<u64>,
    twice: Vec<u64>,
}

impl<'a> Halves<'a> {
    /// Canonical sequences that do not begin with a turn of the free face.
    pub fn new(kept: &'a Kept, free_face: Option<Face>) -> Halves<'a> {
        let free = free_face.map_or(MoveSet::EMPTY, MoveSet::of_face);
        Halves {
            kept,
            first: MoveSet::ALL.difference(free),
            region: 0,
            distances: Distances::default(),
            found: vec![],
            once: vec![],
            twice: vec![],
        }
    }

    /// Those of up to `length` moves to a region, of which several bring all pieces to the same places, in lists of
    /// these.
    pub fn that_meet(&mut self, region: Triple, length: u8) -> impl Iterator<Item = &[Half]> {
        self.found.clear();
        self.region = region;
        self.distances.find(self.kept, region);
        let start = self.kept.solved();
        if self.distances.from(start[0]) <= length {
            self.visit(start, self.first.bits(), 0, length);
        }
        self.leave_those_that_may_meet();
        self.found.sort_unstable();
        let equal = self.found.chunk_by(|a, b| a.key == b.key);
        equal.filter(|halves| halves.len() > 1)
    }

    fn visit(&mut self, places: Places, next: u32, moves: u64, left: u8) {
        if places[0] == self.region {
            let key = places[1..].iter();
            let key = key.fold(0, |key, triple| key << 16 | u64::from(*triple));
            self.found.push(Half { key, moves });
        }
        let Some(left) = left.checked_sub(1) else {
            return;
        };
        for m in ones((next & self.distances.within(left, places[0])).into()) {
            let followers = MoveSet::after(Move::from_index(m as usize)).bits();
            let length = (moves >> LENGTH_SHIFT) + 1;
            let path = moves << BITS & ((1 << LENGTH_SHIFT) - 1) | u64::from(m);
            let after = self.kept.after(places, m as usize);
            self.visit(after, followers, path | length << LENGTH_SHIFT, left);
        }
    }

    /// Leaves out most halves to whose places no other leads, so that few are left to sort.
    fn leave_those_that_may_meet(&mut self) {
        const BITS_PER_HALF: usize = 32;
        let bits = (BITS_PER_HALF * self.found.len())
            .next_power_of_two()
            .max(64);
        for flags in [&mut self.once, &mut self.twice] {
            flags.clear();
            flags.resize(bits / 64, 0);
        }
        let flag = |half: &Half| {
            let hash = half.key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits.ilog2());
            (hash as usize / 64, 1 << (hash % 64))
        };
        for half in &self.found {
            let (word, bit) = flag(half);
            self.twice[word] |= self.once[word] & bit;
            self.once[word] |= bit;
        }
        let twice = &self.twice;
        self.found.retain(|half| {
            let (word, bit) = flag(half);
            twice[word] & bit != 0
        });
    }
}
