//! Answers queries by iterative deepening over a [`Space`]: a long depth is split into tasks, the nodes
//! after the first moves, that all threads take in their order. The answer does not depend on which
//! thread is faster.

use super::answer::{Answer, Outcome, Solution};
use super::cheapest::Cheapest;
use super::depth_first::{Counter, DepthFirst, MoveRules, Space};
use super::limits::Limits;
use super::query::Query;
use super::reporter::Reporter;
use super::threads::Threads;
use crate::lock::lock;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A depth is split into tasks if the one before took more nodes than this.
const SPLIT_NODES: u64 = 10_000;

/// A depth is split after moves that lead to this many nodes, and after at most this many moves.
const TASKS: usize = 400;
const MAX_TASK_MOVES: usize = 4;

/// What to search for solutions.
pub struct Problem<'a, S: Space> {
    pub space: &'a S,
    pub rules: &'a MoveRules,
    /// Where sequences may start.
    pub starts: &'a [S::Node],
    /// No solution is shorter.
    pub lower_bound: u8,
    pub threads: &'a Threads,
    /// No depth begins after more nodes than this.
    pub max_nodes: u64,
    /// Collects solutions if the query has a cost.
    pub cheapest: Option<&'a Cheapest>,
    /// Returns all sequences of a length that lead to the goal, each with the number of its start and in
    /// their order, if these are known.
    pub listed: &'a Listed<'a>,
}

pub type Listed<'a> = dyn Fn(u8) -> Option<Vec<(usize, Vec<u8>)>> + Sync + 'a;

/// The sequences that begin with some moves.
struct Task<N> {
    start: usize,
    path: Vec<u8>,
    node: N,
    left: u8,
}

/// The search of one depth, as its threads share it.
struct Depth<'a, N> {
    tasks: Vec<Task<N>>,
    /// By task: its solutions.
    found: Vec<Mutex<Vec<Solution>>>,
    /// The greatest number of solutions.
    count: Option<usize>,
    next: AtomicUsize,
    /// The first task that alone has found as many solutions as are requested: none after it counts.
    last: AtomicUsize,
    reporter: &'a Reporter<'a>,
    /// Why it ended early.
    ended: OnceLock<Outcome>,
}

impl<S: Space<Node: Send + Sync> + Sync> Problem<'_, S> {
    /// The answer to a query; `Break` with what is known if a depth did not begin after `max_nodes`.
    /// `solution` returns the solution by the moves of a path from the start with a number; `None` if it does
    /// not count.
    pub fn solve(
        &self,
        query: &Query,
        limits: &Limits,
        solution: impl Fn(usize, &[u8]) -> Option<Solution> + Sync,
    ) -> ControlFlow<Answer, Answer> {
        let reporter = Reporter::new(query.metric, limits);
        let count = query.max_solutions().filter(|_| self.cheapest.is_none());
        let extra = match self.cheapest.is_some() && query.extra.is_empty() {
            true => u8::MAX,
            false => query.extra_of_step(0),
        };
        let mut answer = Answer {
            lower_bound: self.lower_bound,
            ..Answer::empty(query.metric, Outcome::NoneWithinMaxMoves)
        };
        let (mut nodes_of_last, mut is_too_long) = (0, false);
        for length in self.lower_bound..=query.max_length() {
            if self.cheapest.is_some_and(|known| known.excludes(length)) {
                answer.outcome = Outcome::Complete;
                break;
            }
            if let ControlFlow::Break(outcome) = reporter.begin(length, answer.lower_bound) {
                answer.outcome = outcome;
                break;
            }
            let (before, _) = reporter.work();
            if before > self.max_nodes {
                answer.outcome = Outcome::Stopped;
                is_too_long = true;
                break;
            }
            let is_long = nodes_of_last > SPLIT_NODES;
            let (found, ended) = self.of_length(length, is_long, count, &reporter, &solution);
            nodes_of_last = reporter.work().0 - before;
            answer.solutions.extend(found);
            answer.solutions.truncate(count.unwrap_or(usize::MAX));
            let has_enough = count == Some(answer.solutions.len());
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

    /// The solutions of a length in the order of their moves, up to a number of them or all, without those
    /// that the cheapest ones have got; and why the search ended early, if it did.
    fn of_length(
        &self,
        length: u8,
        is_long: bool,
        count: Option<usize>,
        reporter: &Reporter,
        solution: &(impl Fn(usize, &[u8]) -> Option<Solution> + Sync),
    ) -> (Vec<Solution>, Option<Outcome>) {
        if let Some(listed) = (self.listed)(length) {
            reporter.add((listed.len() as u64, 0));
            let found = listed.iter();
            let found = found.filter_map(|(start, path)| self.found(*start, path, solution));
            return (found.take(count.unwrap_or(usize::MAX)).collect(), None);
        }
        let tasks = self.tasks(length, is_long);
        let depth = Depth {
            found: tasks.iter().map(|_| Mutex::default()).collect(),
            tasks,
            count,
            next: AtomicUsize::new(0),
            last: AtomicUsize::new(usize::MAX),
            reporter,
            ended: OnceLock::new(),
        };
        let work = || self.search(&depth, solution);
        match is_long {
            true => drop(self.threads.run_on_idle(work)),
            false => work(),
        }
        let found = depth.found.into_iter();
        let found =
            found.flat_map(|found| found.into_inner().unwrap_or_else(PoisonError::into_inner));
        (found.collect(), depth.ended.into_inner())
    }

    /// The solution by the moves of a path, unless it is left to the cheapest ones.
    fn found(
        &self,
        start: usize,
        path: &[u8],
        solution: impl Fn(usize, &[u8]) -> Option<Solution>,
    ) -> Option<Solution> {
        let found = solution(start, path)?;
        let Some(cheapest) = self.cheapest else {
            return Some(found);
        };
        cheapest.add(found, (start, path.to_vec()));
        None
    }

    /// The tasks of a depth, in the order of their sequences.
    fn tasks(&self, length: u8, is_long: bool) -> Vec<Task<S::Node>> {
        let starts = self.starts.iter().enumerate();
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
        let last = task.path.last().map(|m| usize::from(*m));
        let allowed = self.rules.after(last) & self.rules.usable(task.left);
        let moves = (0..64).filter(|m| allowed >> m & 1 == 1);
        let child = |m| {
            let left = task.left - self.rules.cost(m);
            Some(Task {
                start: task.start,
                path: [&task.path[..], &[m as u8]].concat(),
                node: self.space.child(&task.node, m, left)?,
                left,
            })
        };
        moves.filter_map(child).collect()
    }

    /// Searches the tasks that are left, one after the other, in the calling thread.
    fn search(&self, depth: &Depth<S::Node>, solution: impl Fn(usize, &[u8]) -> Option<Solution>) {
        let _stop = depth.reporter.stop_on_panic();
        let current = Cell::new(0);
        let check = |counter: &Counter| match depth.is_past(current.get()) {
            true => ControlFlow::Break(Outcome::Complete),
            false => depth.reporter.check(counter),
        };
        let counter = Counter::new(&check);
        let mut search = DepthFirst::new(self.space, self.rules, &counter);
        while let Some(number) = depth.next_task() {
            current.set(number);
            let task = &depth.tasks[number];
            let searched =
                search.run_after(&task.path, &task.node, task.left, |_, path| {
                    match self.found(task.start, path, &solution) {
                        Some(solution) => depth.add(number, solution),
                        None => ControlFlow::Continue(()),
                    }
                });
            if let ControlFlow::Break(outcome) = searched
                && outcome != Outcome::Complete
            {
                // whichever thread ended first is as good
                let _ = depth.ended.set(outcome);
            }
        }
        depth.reporter.add(counter.take());
    }
}

impl<N> Depth<'_, N> {
    /// The number of the next task, if one is left that counts.
    fn next_task(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let is_left = number < self.tasks.len() && !self.is_past(number);
        is_left.then_some(number)
    }

    /// Whether the solutions of a task do not count.
    fn is_past(&self, task: usize) -> bool {
        self.ended.get().is_some() || task > self.last.load(Ordering::Relaxed)
    }

    /// Adds a solution; breaks if its task has found enough.
    fn add(&self, task: usize, solution: Solution) -> ControlFlow<Outcome> {
        let mut found = lock(&self.found[task]);
        found.push(solution);
        match self.count.is_some_and(|count| found.len() >= count) {
            true => {
                self.last.fetch_min(task, Ordering::Relaxed);
                ControlFlow::Break(Outcome::Complete)
            }
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Metric, MoveSet};
    use crate::search::Progress;
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
            (made + 1 + left > FIRST || *made < 4).then_some(made + 1)
        }
    }

    #[test]
    fn callback_that_panics_ends_the_search_in_all_threads() {
        let problem = Problem {
            space: &Endless,
            rules: &MoveRules::face_turns(Metric::HalfTurn, MoveSet::ALL),
            starts: &[0],
            lower_bound: FIRST,
            threads: &Threads::new(2),
            max_nodes: u64::MAX,
            cheapest: None,
            listed: &|_| None,
        };
        let on_progress = |progress: &Progress| match progress.depth {
            // not when the depth begins
            depth if depth > FIRST && progress.nodes > 200_000 => panic!("as intended"),
            _ => ControlFlow::Continue(()),
        };
        let limits = Limits::default().on_progress(&on_progress);
        let solve = || problem.solve(&Query::new(), &limits, |_, _| None);
        assert!(catch_unwind(AssertUnwindSafe(solve)).is_err());
    }
}
