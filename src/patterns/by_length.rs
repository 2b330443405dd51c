//! The solutions of one length: a long search is split into tasks, the nodes
//! after the first moves, that all threads take in their order. The answer does not depend on which
//! thread is faster.

use super::cheapest::Cheapest;
use super::starts::Starts;
use crate::bits::ones;
use crate::search::deepening::SearchLength;
use crate::search::depth_first::{Counter, DepthFirst, Space};
use crate::search::{Control, Outcome, Solution};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A length is split into tasks if the one before took more nodes than this.
const SPLIT_NODES: u64 = 10_000;

/// A length is split after moves that lead to this many nodes, and after at most this many moves.
const TASKS: usize = 400;
const MAX_TASK_MOVES: usize = 4;

/// A search for the solutions of some roots, one length after the other.
pub struct ByLength<'a, S: Space> {
    pub control: &'a Control<'a>,
    pub roots: Vec<RootSearch<'a, S>>,
    /// Collects solutions if the query has a cost.
    pub cheapest: Option<&'a Cheapest<'a>>,
    /// Nodes after which another search goes on.
    pub max_nodes: u64,
    /// In the order in which they were found, if the query has no cost.
    pub solutions: Vec<Solution>,
}

/// The search of one root.
pub struct RootSearch<'a, S: Space> {
    pub starts: Starts<'a>,
    pub space: S,
    /// The node at each start.
    pub nodes: Vec<S::Node>,
    pub lower_bound: u8,
    /// Nodes that the length before took.
    pub nodes_of_last: u64,
}

/// A root with what its threads share.
struct OneLength<'s, 'a, S: Space> {
    control: &'a Control<'a>,
    root: &'s RootSearch<'a, S>,
    /// Its number.
    number: usize,
    cheapest: Option<&'a Cheapest<'a>>,
    /// The number of solutions after which the search ends.
    count: usize,
}

/// The sequences that begin with some moves.
struct Task<N> {
    start: usize,
    path: Vec<u8>,
    node: N,
    left: u8,
}

/// Solutions, and why a search ended early, if it did.
type Found = (Vec<Solution>, Option<Outcome>);

impl<S: Space<Node: Send + Sync> + Sync> SearchLength for ByLength<'_, S> {
    fn lower_bound(&self, root: usize, length: u8) -> u8 {
        length.max(self.roots[root].lower_bound)
    }

    fn check(&self, length: u8) -> ControlFlow<Option<Outcome>> {
        if self.cheapest.is_some_and(|known| known.excludes(length)) {
            return ControlFlow::Break(Some(Outcome::Complete));
        }
        match self.control.work().0 > self.max_nodes {
            true => ControlFlow::Break(None),
            false => ControlFlow::Continue(()),
        }
    }

    fn search_root(&mut self, root: usize, length: u8) -> ControlFlow<Outcome> {
        let (before, _) = self.control.work();
        let count = self
            .control
            .bounds
            .count
            .filter(|_| self.cheapest.is_none());
        let count = count.unwrap_or(usize::MAX);
        let one = OneLength {
            control: self.control,
            root: &self.roots[root],
            number: root,
            cheapest: self.cheapest,
            count: count - self.solutions.len(),
        };
        let (found, ended) = one.of_length(length);
        self.solutions.extend(found);
        self.solutions.truncate(count);
        self.roots[root].nodes_of_last = self.control.work().0 - before;
        match (self.solutions.len() == count, ended) {
            (true, _) => ControlFlow::Break(Outcome::Complete),
            (false, Some(outcome)) => ControlFlow::Break(outcome),
            (false, None) => ControlFlow::Continue(()),
        }
    }

    fn count(&self) -> usize {
        self.cheapest.map_or(self.solutions.len(), Cheapest::len)
    }
}

impl<S: Space<Node: Send + Sync> + Sync> OneLength<'_, '_, S> {
    /// The solutions of a length in the order of their moves, up to a number of them or all, without those
    /// that the cheapest ones have got.
    fn of_length(&self, length: u8) -> Found {
        let (starts, stop) = (&self.root.starts, self.control.limits.as_stop());
        if let Some(paths) = starts.shared_paths(length, stop) {
            self.control.add((paths.len() as u64, 0));
            let found = paths.iter();
            let found = found.filter_map(|(start, path)| self.solution(*start, path));
            return (found.take(self.count).collect(), None);
        }
        let is_long = self.root.nodes_of_last > SPLIT_NODES;
        let tasks = self.tasks(length, is_long);
        // the first task that alone has found as many solutions as are requested: none after it counts
        let last = AtomicUsize::new(usize::MAX);
        let search = |number: usize| {
            let is_past = || number > last.load(Ordering::Relaxed);
            let found = self.of_task(&tasks[number], &is_past);
            if found.0.len() >= self.count {
                last.fetch_min(number, Ordering::Relaxed);
            }
            found
        };
        let results = match is_long {
            true => self.control.threads.map(tasks.len(), search),
            false => (0..tasks.len()).map(search).collect(),
        };
        let ended = results.iter().find_map(|(_, ended)| *ended);
        let found = results.into_iter().flat_map(|(solutions, _)| solutions);
        (found.collect(), ended)
    }

    /// The solution by the moves of a path, unless it is left to the cheapest ones.
    fn solution(&self, start: usize, path: &[u8]) -> Option<Solution> {
        let solution = self.root.starts.solution(start, path)?;
        let Some(cheapest) = self.cheapest else {
            return Some(solution);
        };
        cheapest.add(solution, ([self.number, start], path.to_vec()));
        None
    }

    /// The tasks of a depth, in the order of their sequences.
    fn tasks(&self, length: u8, is_long: bool) -> Vec<Task<S::Node>> {
        let starts = self.root.nodes.iter().enumerate();
        let starts = starts.filter(|(_, node)| self.root.space.may_be_within(length, node));
        let start = |(start, node): (usize, &S::Node)| Task {
            start,
            path: vec![],
            node: *node,
            left: length,
        };
        let mut tasks: Vec<_> = starts.map(start).collect();
        let mut moves = 0;
        while is_long && moves < MAX_TASK_MOVES && tasks.len() < TASKS {
            tasks = tasks
                .into_iter()
                .flat_map(|task| self.children(task))
                .collect();
            moves += 1;
        }
        tasks
    }

    /// The tasks with one more move; a task without moves left is its own.
    fn children(&self, task: Task<S::Node>) -> Vec<Task<S::Node>> {
        if task.left == 0 {
            return vec![task];
        }
        let rules = &self.root.starts.patterns.rules;
        let last = task.path.last().map(|m| usize::from(*m));
        let allowed = rules.after(last) & rules.usable(task.left);
        let left = |m| task.left - rules.cost(m);
        let child = |m: u32| {
            let left = left(m as usize);
            Some(Task {
                start: task.start,
                path: [&task.path[..], &[m as u8]].concat(),
                node: self.root.space.child(&task.node, m as usize, left)?,
                left,
            })
        };
        let moves = ones(self.root.space.within(&task.node, allowed, left));
        moves.filter_map(child).collect()
    }

    /// The solutions of a task. Its search ends when `is_past` returns true: then earlier tasks have found
    /// enough.
    fn of_task(&self, task: &Task<S::Node>, is_past: &dyn Fn() -> bool) -> Found {
        let _stop = self.control.stop_on_panic();
        let check = |counter: &Counter| match is_past() {
            true => ControlFlow::Break(Outcome::Complete),
            false => self.control.check_counter(counter),
        };
        let counter = Counter::new(&check);
        let mut solutions = vec![];
        let rules = &self.root.starts.patterns.rules;
        let mut search = DepthFirst::new(&self.root.space, rules, &counter);
        let mut find_all = || {
            check(&counter)?;
            search.find(&task.path, &task.node, task.left, |_, path| {
                solutions.extend(self.solution(task.start, path));
                match solutions.len() >= self.count {
                    true => ControlFlow::Break(Outcome::Complete),
                    false => ControlFlow::Continue(()),
                }
            })
        };
        let ended = find_all().break_value();
        self.control.add(counter.take());
        let ended = ended.filter(|outcome| *outcome != Outcome::Complete);
        (solutions, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Patterns;
    use super::*;
    use crate::cube::Cube;
    use crate::search::deepening::Deepening;
    use crate::search::{Bounds, Limits, Progress, Query, Root, Threads};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// A depth that is searched at once, and then one that no search ends.
    struct Endless;

    const FIRST: u8 = 20;

    impl Space for Endless {
        /// Moves made.
        type Node = u8;

        fn may_be_within(&self, _: u8, _: &u8) -> bool {
            true
        }

        fn child(&self, made: &u8, _: usize, left: u8) -> Option<u8> {
            (left > 0 && made + 1 + left > FIRST || *made < 4).then_some(made + 1)
        }
    }

    #[test]
    fn callback_that_panics_ends_the_search_in_all_threads() {
        let query = Query::new();
        let patterns = Patterns::new(&query, None);
        let root = Root::new(Cube::SOLVED.into());
        let on_progress = |progress: &Progress| match progress.depth {
            // not when the depth begins
            depth if depth > FIRST && progress.nodes > 200_000 => panic!("as intended"),
            _ => ControlFlow::Continue(()),
        };
        let limits = Limits::default().on_progress(&on_progress);
        let threads = Threads::new(2);
        let control = Control::new(Bounds::from(&query), &limits, &threads);
        let mut search = ByLength {
            control: &control,
            roots: vec![RootSearch {
                starts: Starts::new(&patterns, &root),
                space: Endless,
                nodes: vec![0],
                lower_bound: FIRST,
                nodes_of_last: 0,
            }],
            cheapest: None,
            max_nodes: u64::MAX,
            solutions: vec![],
        };
        let mut deepening = Deepening::new(&control, vec![FIRST], 1, u8::MAX);
        let search = || deepening.deepen(&mut search);
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    }
}
