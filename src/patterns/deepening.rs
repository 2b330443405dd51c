//! Iterative deepening over a [`Space`]: a long depth is split into tasks, the nodes
//! after the first moves, that all threads take in their order. The answer does not depend on which
//! thread is faster.

use super::cheapest::Cheapest;
use super::starts::Starts;
use crate::bits::ones;
use crate::search::depth_first::{Counter, DepthFirst, Space};
use crate::search::reporter::Reporter;
use crate::search::{Answer, Outcome, Query, Solution};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A depth is split into tasks if the one before took more nodes than this.
const SPLIT_NODES: u64 = 10_000;

/// A depth is split after moves that lead to this many nodes, and after at most this many moves.
const TASKS: usize = 400;
const MAX_TASK_MOVES: usize = 4;

/// A search for the solutions of a query.
pub struct Deepening<'a, S: Space> {
    pub space: &'a S,
    pub starts: &'a Starts<'a>,
    /// The node at each start.
    pub nodes: Vec<S::Node>,
    pub query: &'a Query,
    /// Collects solutions if the query has a cost.
    pub cheapest: Option<&'a Cheapest<'a>>,
    pub reporter: Reporter<'a>,
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

impl<S: Space<Node: Send + Sync> + Sync> Deepening<'_, S> {
    /// The answer, given that no solution is shorter than `lower_bound`; `Break` with what is known if a
    /// depth did not begin after `max_nodes`.
    pub fn run(&self, lower_bound: u8, max_nodes: u64) -> ControlFlow<Answer, Answer> {
        let (query, reporter) = (self.query, &self.reporter);
        let count = self.count();
        let extra = match self.cheapest.is_some() && query.extra.is_empty() {
            true => u8::MAX,
            false => query.extra_of_step(0),
        };
        let mut answer = Answer {
            lower_bound,
            ..Answer::empty(query.metric, Outcome::NoneWithinMaxMoves)
        };
        let (mut nodes_of_last, mut is_too_long) = (0, false);
        for length in lower_bound..=query.max_length() {
            if self.cheapest.is_some_and(|known| known.excludes(length)) {
                answer.outcome = Outcome::Complete;
                break;
            }
            if let ControlFlow::Break(outcome) = reporter.begin(length, answer.lower_bound) {
                answer.outcome = outcome;
                break;
            }
            let (before, _) = reporter.work();
            if before > max_nodes {
                answer.outcome = Outcome::Stopped;
                is_too_long = true;
                break;
            }
            let (found, ended) = self.of_length(length, nodes_of_last > SPLIT_NODES);
            nodes_of_last = reporter.work().0 - before;
            answer.solutions.extend(found);
            answer.solutions.truncate(count);
            let has_enough = answer.solutions.len() == count;
            if let Some(outcome) = ended.filter(|_| !has_enough) {
                answer.outcome = outcome;
                break;
            }
            let solutions = match self.cheapest {
                Some(cheapest) => cheapest.len(),
                None => answer.solutions.len(),
            };
            match solutions {
                0 => answer.lower_bound = length.saturating_add(1),
                _ => answer.outcome = Outcome::Complete,
            }
            reporter.end(length, answer.lower_bound, solutions);
            if has_enough || solutions > 0 && length - answer.lower_bound >= extra {
                break;
            }
        }
        if let Some(cheapest) = self.cheapest {
            answer.solutions = cheapest.take();
        }
        (answer.nodes, answer.probes) = reporter.work();
        match is_too_long {
            true => ControlFlow::Break(answer),
            false => ControlFlow::Continue(answer),
        }
    }

    /// The number of solutions after which the search ends.
    fn count(&self) -> usize {
        let count = self.query.max_solutions();
        let count = count.filter(|_| self.cheapest.is_none());
        count.unwrap_or(usize::MAX)
    }

    /// The solutions of a length in the order of their moves, up to a number of them or all, without those
    /// that the cheapest ones have got.
    fn of_length(&self, length: u8, is_long: bool) -> Found {
        let count = self.count();
        if let Some(paths) = self
            .starts
            .shared_paths(length, self.reporter.limits.as_stop())
        {
            self.reporter.add((paths.len() as u64, 0));
            let found = paths.iter();
            let found = found.filter_map(|(start, path)| self.solution(*start, path));
            return (found.take(count).collect(), None);
        }
        let tasks = self.tasks(length, is_long);
        // the first task that alone has found as many solutions as are requested: none after it counts
        let last = AtomicUsize::new(usize::MAX);
        let search = |number: usize| {
            let is_past = || number > last.load(Ordering::Relaxed);
            let found = self.of_task(&tasks[number], &is_past);
            if found.0.len() >= count {
                last.fetch_min(number, Ordering::Relaxed);
            }
            found
        };
        let results = match is_long {
            true => self.starts.patterns.threads.map(tasks.len(), search),
            false => (0..tasks.len()).map(search).collect(),
        };
        let ended = results.iter().find_map(|(_, ended)| *ended);
        let found = results.into_iter().flat_map(|(solutions, _)| solutions);
        (found.collect(), ended)
    }

    /// The solution by the moves of a path, unless it is left to the cheapest ones.
    fn solution(&self, start: usize, path: &[u8]) -> Option<Solution> {
        let solution = self.starts.solution(start, path)?;
        let Some(cheapest) = self.cheapest else {
            return Some(solution);
        };
        cheapest.add(solution, (start, path.to_vec()));
        None
    }

    /// The tasks of a depth, in the order of their sequences.
    fn tasks(&self, length: u8, is_long: bool) -> Vec<Task<S::Node>> {
        let starts = self.nodes.iter().enumerate();
        let starts = starts.filter(|(_, node)| self.space.may_be_within(length, node));
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
        let rules = &self.starts.patterns.rules;
        let last = task.path.last().map(|m| usize::from(*m));
        let allowed = rules.after(last) & rules.usable(task.left);
        let left = |m| task.left - rules.cost(m);
        let child = |m: u32| {
            let left = left(m as usize);
            Some(Task {
                start: task.start,
                path: [&task.path[..], &[m as u8]].concat(),
                node: self.space.child(&task.node, m as usize, left)?,
                left,
            })
        };
        let moves = ones(self.space.within(&task.node, allowed, left));
        moves.filter_map(child).collect()
    }

    /// The solutions of a task. Its search ends when `is_past` returns true: then earlier tasks have found
    /// enough.
    fn of_task(&self, task: &Task<S::Node>, is_past: &dyn Fn() -> bool) -> Found {
        let (reporter, count) = (&self.reporter, self.count());
        let _stop = reporter.stop_on_panic();
        let check = |counter: &Counter| match is_past() {
            true => ControlFlow::Break(Outcome::Complete),
            false => reporter.check(counter),
        };
        let counter = Counter::new(&check);
        let mut solutions = vec![];
        let rules = &self.starts.patterns.rules;
        let mut search = DepthFirst::new(self.space, rules, &counter);
        let mut run = || {
            check(&counter)?;
            search.run(&task.path, &task.node, task.left, |_, path| {
                solutions.extend(self.solution(task.start, path));
                match solutions.len() >= count {
                    true => ControlFlow::Break(Outcome::Complete),
                    false => ControlFlow::Continue(()),
                }
            })
        };
        let ended = run().break_value();
        reporter.add(counter.take());
        (
            solutions,
            ended.filter(|outcome| *outcome != Outcome::Complete),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Patterns;
    use super::*;
    use crate::cube::{Cube, Position};
    use crate::search::{Limits, Progress, Threads};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

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
        let patterns = Patterns::new(&query, None, Arc::new(Threads::new(2)));
        let solved = Position::from(Cube::SOLVED);
        let on_progress = |progress: &Progress| match progress.depth {
            // not when the depth begins
            depth if depth > FIRST && progress.nodes > 200_000 => panic!("as intended"),
            _ => ControlFlow::Continue(()),
        };
        let limits = Limits::default().on_progress(&on_progress);
        let search = Deepening {
            space: &Endless,
            starts: &Starts::new(&patterns, &solved),
            nodes: vec![0],
            query: &query,
            cheapest: None,
            reporter: Reporter::new(query.metric, &limits),
        };
        let run = || search.run(FIRST, u64::MAX);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
