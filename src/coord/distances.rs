use super::{MoveTable, unstopped};
use crate::cube::{Metric, MoveSet};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The length of the shortest way from each value of a coordinate to a goal.
///
/// ```
/// use cubesolve::coord::{BasicTables, Distances, EdgeOrientation};
/// use cubesolve::cube::{Metric, TransformationSet};
///
/// let tables = BasicTables::new(&EdgeOrientation, TransformationSet::default());
/// let distances = Distances::new(&tables, &[0], Metric::HalfTurn);
/// assert_eq!(distances.distribution(), [1, 2, 25, 202, 620, 900, 285, 13]);
/// ```
pub struct Distances {
    entries: Vec<u8>,
}

/// Entry of a value that no sequence of the moves brings to the goal.
pub const UNREACHED: u8 = u8::MAX;

impl Distances {
    /// Breadth-first search on all threads, one byte a value, with the moves of the table.
    ///
    /// While most values are unreached it goes forward from those found last; then it looks
    /// back from the unreached for a neighbour found last, which is less work. Whatever is
    /// found counts for all values that stand for the same cubes.
    ///
    /// # Panics
    /// If the table is for a move but not for its inverse, or a goal is not a value.
    pub fn new(tables: &impl MoveTable, goals: &[usize], metric: Metric) -> Distances {
        unstopped(|stop| Distances::unless(stop, tables, goals, metric))
    }

    /// The same, or `None` soon after `stop` is set.
    ///
    /// # Panics
    /// As [`Distances::new`].
    pub fn unless(
        stop: &AtomicBool,
        tables: &impl MoveTable,
        goals: &[usize],
        metric: Metric,
    ) -> Option<Distances> {
        let moves = tables.moves();
        assert!(
            moves.iter().all(|m| moves.contains(m.inverse())),
            "distances need moves that can be undone"
        );
        let entries: Vec<AtomicU8> = (0..tables.size())
            .into_par_iter()
            .map(|_| AtomicU8::new(UNREACHED))
            .collect();
        let search = Search {
            tables,
            steps: metric.steps(moves),
            entries: &entries,
            stop,
        };
        search.run(goals);
        let finished = !stop.load(Ordering::Relaxed);
        finished.then(|| Distances {
            entries: entries.into_iter().map(AtomicU8::into_inner).collect(),
        })
    }

    /// The distance of a value, or [`UNREACHED`].
    #[inline]
    pub fn get(&self, value: usize) -> u8 {
        self.entries[value]
    }

    /// How many values there are at each distance; the unreached are left out.
    pub fn distribution(&self) -> Vec<u64> {
        let mut counts = vec![0; 256];
        for &distance in &self.entries {
            counts[usize::from(distance)] += 1;
        }
        counts.pop();
        let length = counts.iter().rposition(|n| *n > 0).map_or(0, |d| d + 1);
        counts.truncate(length);
        counts
    }
}

struct Search<'a, T> {
    tables: &'a T,
    /// Moves by what they count, from 1.
    steps: [MoveSet; Metric::MOST as usize],
    entries: &'a [AtomicU8],
    stop: &'a AtomicBool,
}

/// Entries between two looks at whether to stop.
const BLOCK: usize = 1 << 14;

impl<T: MoveTable> Search<'_, T> {
    /// Goes on until no move leads on from any of the depths that moves can start from.
    fn run(&self, goals: &[usize]) {
        let mut unreached = self.entries.len();
        let mut found = [0; Metric::MOST as usize];
        found[0] = goals.iter().map(|&goal| self.reach(goal, 0)).sum();
        let mut depth = 0;
        while found != [0; 2] && unreached > found[0] && !self.stop.load(Ordering::Relaxed) {
            unreached -= found[0];
            depth += 1;
            found.rotate_right(1);
            found[0] = if found[1] < unreached {
                self.step_forward(depth)
            } else {
                self.step_back(depth)
            };
        }
    }

    /// The moves that lead to `depth`, and the depth that they start from; where all moves count
    /// the same there is one, and one pass through the entries.
    fn ways_to(&self, depth: u8) -> Vec<(MoveSet, u8)> {
        let by_cost = self.steps.iter().zip(1..);
        let from = |(moves, cost): (&MoveSet, u8)| Some((*moves, depth.checked_sub(cost)?));
        by_cost
            .filter(|(moves, _)| !moves.is_empty())
            .filter_map(from)
            .collect()
    }

    /// Gives the unreached values that moves lead to from nearer ones the distance `depth`;
    /// returns how many they were.
    fn step_forward(&self, depth: u8) -> usize {
        let from = |(moves, from): (MoveSet, u8)| {
            self.count(from, |value| {
                let next = moves.iter().map(|m| self.tables.step(value, m).0);
                next.map(|next| self.reach(next, depth)).sum()
            })
        };
        self.ways_to(depth).into_iter().map(from).sum()
    }

    /// The same, starting from the unreached.
    fn step_back(&self, depth: u8) -> usize {
        let ways = self.ways_to(depth);
        self.count(UNREACHED, |value| {
            let leads = |m, from| {
                let (neighbour, _) = self.tables.step(value, m);
                self.entries[neighbour].load(Ordering::Relaxed) == from
            };
            let is_next = |&(moves, from): &(MoveSet, u8)| moves.iter().any(|m| leads(m, from));
            if ways.iter().any(is_next) {
                self.reach(value, depth)
            } else {
                0
            }
        })
    }

    /// The sum of `f` over all values with this entry.
    fn count(&self, entry: u8, f: impl Fn(usize) -> usize + Sync) -> usize {
        let in_block = |(block, entries): (usize, &[AtomicU8])| {
            if self.stop.load(Ordering::Relaxed) {
                return 0;
            }
            let found = entries.iter().enumerate();
            let found = found.filter(|(_, e)| e.load(Ordering::Relaxed) == entry);
            found.map(|(i, _)| f(block * BLOCK + i)).sum()
        };
        let blocks = self.entries.par_chunks(BLOCK).enumerate();
        blocks.map(in_block).sum()
    }

    /// Sets the entry of a value and its aliases where unreached; returns how many were.
    fn reach(&self, value: usize, depth: u8) -> usize {
        if !self.set(value, depth) {
            return 0;
        }
        let mut new = 1;
        self.tables.for_each_alias(value, |alias| {
            new += usize::from(self.set(alias, depth));
        });
        new
    }

    /// Sets an entry if it is unreached. Several threads may try; one is told it was new.
    fn set(&self, value: usize, depth: u8) -> bool {
        let entry = &self.entries[value];
        entry.load(Ordering::Relaxed) == UNREACHED
            && entry.swap(depth, Ordering::Relaxed) == UNREACHED
    }
}
