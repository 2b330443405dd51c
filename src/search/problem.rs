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
use crate::bits::ones;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        // the first task that alone has found as many solutions as are requested: none after it counts
        let last = AtomicUsize::new(usize::MAX);
        let search = |number: usize| {
            let is_past = || number > last.load(Ordering::Relaxed);
            let found = self.of_task(&tasks[number], count, &is_past, reporter, solution);
            if count.is_some_and(|count| found.0.len() >= count) {
                last.fetch_min(number, Ordering::Relaxed);
            }
            found
        };
        let results = match is_long {
            true => self.threads.map(tasks.len(), search),
            false => (0..tasks.len()).map(search).collect(),
        };
        let ended = results.iter().find_map(|(_, ended)| *ended);
        let found = results.into_iter().flat_map(|(solutions, _)| solutions);
        (found.collect(), ended)
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
        let left = |m| task.left - self.rules.cost(m);
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

    /// Up to `count` solutions of a task, and why its search ended early, if it did. It ends when `is_past`
    /// returns true: then earlier tasks have found enough.
    fn of_task(
        &self,
        task: &Task<S::Node>,
        count: Option<usize>,
        is_past: &(dyn Fn() -> bool + '_),
        reporter: &Reporter,
        solution: impl Fn(usize, &[u8]) -> Option<Solution>,
    ) -> (Vec<Solution>, Option<Outcome>) {
        let _stop = reporter.stop_on_panic();
        let check = |counter: &Counter| match is_past() {
            true => ControlFlow::Break(Outcome::Complete),
            false => reporter.check(counter),
        };
        let counter = Counter::new(&check);
        let mut solutions = vec![];
        let mut search = DepthFirst::new(self.space, self.rules, &counter);
        let mut run = || {
            check(&counter)?;
            search.run(&task.path, &task.node, task.left, |_, path| {
                solutions.extend(self.found(task.start, path, &solution));
                match count.is_some_and(|count| solutions.len() >= count) {
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
