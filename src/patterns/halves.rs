//! Halves of sequences that lead to the same coloured cube.

use crate::bits::ones;
use crate::coord::{CoordError, Stop, allocate};
use crate::permutation::Permutation;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

/// By place: the colour of the sticker there.
pub type Colours = [u8; 54];

/// The numbers of the moves of a sequence, five bits each with the last one lowest.
pub type Moves = u64;

/// Moves in the order of solutions, or their inverses in the opposite order.
pub struct Direction {
    pub mappings: Vec<Permutation>,
    /// The moves that may come first, and those after each, as bits.
    pub first: u64,
    pub followers: Vec<u64>,
}

/// What moves make of colours.
#[derive(Clone, Copy)]
pub struct Half {
    pub colours: Colours,
    /// The moves that may come next, as bits.
    pub next: u64,
    pub moves: Moves,
}

impl Direction {
    /// An upper bound of the number of sequences of a length.
    pub fn max_count(&self, length: u8) -> u64 {
        let most = self.followers.iter().map(|next| next.count_ones()).max();
        let longer = (1..length).map(|_| most.unwrap_or(0).into());
        longer.fold(self.first.count_ones().into(), u64::saturating_mul)
    }

    /// What `each` collects of the halves of a length.
    pub fn collect<T: Copy + Send + Sync>(
        &self,
        colours: &Colours,
        length: u8,
        stop: Stop,
        each: impl Fn(&Half, &mut Vec<T>) + Sync,
    ) -> Result<Vec<T>, CoordError> {
        const TASK_MOVES: u8 = 3;
        let start = Half {
            colours: *colours,
            next: self.first,
            moves: 0,
        };
        let mut begun = vec![];
        self.visit(&start, length.min(TASK_MOVES), &mut |half| {
            begun.push(*half)
        });
        let parts = begun.par_iter().map(|half| {
            stop.check()?;
            let mut found = vec![];
            self.visit(half, length.saturating_sub(TASK_MOVES), &mut |half| {
                each(half, &mut found)
            });
            Ok(found)
        });
        let parts = parts.collect::<Result<Vec<Vec<T>>, CoordError>>()?;
        let mut all = allocate(parts.iter().map(Vec::len).sum())?;
        parts.into_iter().for_each(|part| all.extend(part));
        Ok(all)
    }

    /// Calls `each` after all sequences of `left` more moves.
    fn visit(&self, half: &Half, left: u8, each: &mut impl FnMut(&Half)) {
        if left == 0 {
            return each(half);
        }
        for m in ones(half.next) {
            let after = Half {
                colours: carried(&half.colours, &self.mappings[m as usize]),
                next: self.followers[m as usize],
                moves: half.moves << 5 | u64::from(m),
            };
            self.visit(&after, left - 1, each);
        }
    }
}

/// The second halves in the order of their hashes, with the first of each value of the leading bits.
pub struct Halves {
    entries: Vec<(u64, Moves)>,
    shift: u32,
    starts: Vec<u32>,
}

impl Halves {
    pub fn new(mut entries: Vec<(u64, Moves)>) -> Result<Halves, CoordError> {
        entries.par_sort_unstable();
        let bits = entries.len().max(2).ilog2();
        let shift = u64::BITS - bits;
        let mut starts = allocate((1 << bits) + 1)?;
        for (number, (hash, _)) in (0..).zip(&entries) {
            let bucket = (hash >> shift) as usize;
            starts.resize(starts.len().max(bucket + 1), number);
        }
        starts.resize((1 << bits) + 1, entries.len() as u32);
        Ok(Halves {
            entries,
            shift,
            starts,
        })
    }

    /// Those with a hash.
    pub fn of(&self, hash: u64) -> impl Iterator<Item = Moves> {
        let bucket = (hash >> self.shift) as usize;
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        let entries = self.entries[range]
            .iter()
            .filter(move |entry| entry.0 == hash);
        entries.map(|(_, moves)| *moves)
    }
}

/// The moves of a solution of this length, from those of its first half and of the inverse of the second one.
pub fn path(length: u8, begin: Moves, rest: Moves) -> Vec<u8> {
    let digit = |moves: Moves, n: u8| (moves >> (5 * n) & 31) as u8;
    let begin = (0..length.div_ceil(2)).rev().map(|n| digit(begin, n));
    begin
        .chain((0..length / 2).map(|n| digit(rest, n)))
        .collect()
}

/// Where a mapping carries colours.
#[inline]
pub fn carried(colours: &Colours, mapping: &Permutation) -> Colours {
    let mut carried = [0; 54];
    for (colour, place) in colours.iter().zip(mapping.images()) {
        carried[*place as usize] = *colour;
    }
    carried
}

pub fn hash(colours: &Colours) -> u64 {
    xxh3_64(colours)
}
