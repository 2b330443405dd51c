use super::path::Path;
use crate::cube::Cube;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The unnecessary moves, the bound and the number of steps of a skeleton.
type Priority = (u8, u8, Reverse<usize>);

/// Steps made so far, of which the next one is still to be searched for.
#[derive(Clone)]
pub struct Skeleton {
    pub path: Path,
    /// The cube that the steps lead to.
    pub cube: Cube,
    /// No chain that continues them is shorter.
    pub bound: u8,
    /// Length of the next step to search for; all shorter ones are done.
    pub length: u8,
    /// Length of the shortest next step, once one is known.
    pub shortest: Option<u8>,
    /// Number of moves by which the steps made so far are longer than necessary.
    pub extra: u8,
}

impl Skeleton {
    /// The skeleton with these steps, which lead to this cube.
    pub fn new(path: Path, cube: &Cube) -> Skeleton {
        Skeleton {
            path,
            cube: *cube,
            bound: 0,
            length: 0,
            shortest: None,
            extra: 0,
        }
    }

    /// The order in which skeletons are extended: see [`Frontier`].
    fn priority(&self) -> Priority {
        (
            self.extra_with_next(),
            self.bound,
            Reverse(self.path.steps.len()),
        )
    }

    /// Number of moves by which the steps with the next one are longer than necessary.
    pub fn extra_with_next(&self) -> u8 {
        let next = self.shortest.map_or(0, |shortest| self.length - shortest);
        self.extra.saturating_add(next)
    }
}

/// The skeletons that are still to be extended.
///
/// Those without unnecessary moves come first, so that a search that allows more of them goes
/// through all that one with fewer goes through; then those that may become shortest.
pub struct Frontier {
    /// By rank, key and number: equal ones first come, first served. Ranks are those of a depth-first
    /// search, and 0 for all others.
    queue: BTreeMap<(Reverse<u64>, Priority, u64), Skeleton>,
    /// Number of skeletons beyond which the search goes depth-first.
    capacity: usize,
    /// Number of skeletons that were ever queued.
    count: u64,
    /// Number of open skeletons by bound, with those that are being extended.
    open: Vec<usize>,
}

impl Frontier {
    /// With the skeletons without steps.
    pub fn new(starts: Vec<Skeleton>, capacity: usize) -> Frontier {
        let mut frontier = Frontier {
            queue: BTreeMap::new(),
            capacity,
            count: 0,
            open: vec![0; 256],
        };
        frontier.push(starts, false);
        frontier
    }

    /// Adds skeletons; before all others if they are the first, or if there are too many.
    pub fn push(&mut self, skeletons: Vec<Skeleton>, are_first: bool) {
        let rank = match are_first || self.queue.len() >= self.capacity {
            true => self.count,
            false => 0,
        };
        for skeleton in skeletons {
            self.open[usize::from(skeleton.bound)] += 1;
            self.count += 1;
            let place = (Reverse(rank), skeleton.priority(), self.count);
            self.queue.insert(place, skeleton);
        }
    }

    /// Ends the depth-first search.
    pub fn queue_all(&mut self) {
        for ((_, key, number), skeleton) in std::mem::take(&mut self.queue) {
            self.queue.insert((Reverse(0), key, number), skeleton);
        }
    }

    /// Takes up to `count` skeletons to extend next, with bounds up to `max`. They remain open.
    pub fn take(&mut self, count: usize, max: u8) -> Vec<Skeleton> {
        // others are dropped, and remain open: the least of their bounds is one for all chains
        let next = || self.queue.pop_first().map(|(_, skeleton)| skeleton);
        let useful = std::iter::from_fn(next).filter(|skeleton| skeleton.bound <= max);
        useful.take(count).collect()
    }

    /// No more open: a skeleton with this bound.
    pub fn close(&mut self, bound: u8) {
        self.open[usize::from(bound)] -= 1;
    }

    pub fn lower_bound(&self) -> Option<u8> {
        let bound = self.open.iter().position(|count| *count > 0);
        bound.map(|bound| bound as u8)
    }
}
