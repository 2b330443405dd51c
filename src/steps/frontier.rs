use super::path::Path;
use crate::cube::Cube;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The unnecessary moves, the bound and the number of steps of a skeleton.
type Key = (u8, u8, Reverse<usize>);

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
    pub fn new(cube: &Cube) -> Skeleton {
        Skeleton {
            path: Path::default(),
            cube: *cube,
            bound: 0,
            length: 0,
            shortest: None,
            extra: 0,
        }
    }

    /// The order in which skeletons are extended: see [`Frontier`].
    fn key(&self) -> Key {
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
    /// By key and number: equal ones first come, first served.
    queue: BTreeMap<(Key, u64), Skeleton>,
    /// Those to extend before the queue, the last one first.
    stack: Vec<Skeleton>,
    /// Number of skeletons in the queue at most.
    capacity: usize,
    /// Number of skeletons that were ever queued.
    count: u64,
    /// Number of open skeletons by bound, with those that are being extended.
    open: Vec<usize>,
}

impl Frontier {
    /// With the skeleton without steps, and a queue of up to this many.
    pub fn new(start: Skeleton, capacity: usize) -> Frontier {
        let mut frontier = Frontier {
            queue: BTreeMap::new(),
            stack: vec![],
            capacity,
            count: 0,
            open: vec![0; 256],
        };
        frontier.push(vec![start]);
        frontier
    }

    /// Adds skeletons to the queue; to the stack if the queue is full.
    pub fn push(&mut self, skeletons: Vec<Skeleton>) {
        if self.queue.len() >= self.capacity {
            return self.push_first(skeletons);
        }
        for skeleton in skeletons {
            self.open[usize::from(skeleton.bound)] += 1;
            self.count += 1;
            self.queue.insert((skeleton.key(), self.count), skeleton);
        }
    }

    /// Adds skeletons that are extended before all others.
    pub fn push_first(&mut self, mut skeletons: Vec<Skeleton>) {
        skeletons.sort_by_key(|skeleton| Reverse(skeleton.key()));
        for skeleton in &skeletons {
            self.open[usize::from(skeleton.bound)] += 1;
        }
        self.stack.extend(skeletons);
    }

    /// Moves the stack to the queue.
    pub fn queue_all(&mut self) {
        let stack = std::mem::take(&mut self.stack);
        stack.iter().for_each(|skeleton| self.close(skeleton.bound));
        self.push(stack);
    }

    /// Takes up to `count` skeletons to extend next, with bounds up to `max`. They remain open.
    pub fn take(&mut self, count: usize, max: u8) -> Vec<Skeleton> {
        let mut taken = vec![];
        while taken.len() < count {
            let Some(skeleton) = self.pop() else { break };
            // others are dropped, and remain open: the least of their bounds is one for all chains
            if skeleton.bound <= max {
                taken.push(skeleton);
            }
        }
        taken
    }

    fn pop(&mut self) -> Option<Skeleton> {
        let first = self.stack.pop();
        first.or_else(|| self.queue.pop_first().map(|(_, skeleton)| skeleton))
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
