//! Answers queries by iterative deepening over a [`Space`]: a long depth is split into tasks, the nodes
//! after the first moves, that all threads take in their order. The answer does not depend on which
//! thread is faster.

use super::answer::{Answer, Outcome, Solution};
use super::cheapest::Cheapest;
use super::depth_first::{Bounds, Counter, DepthFirst, MoveRules, Reporter, Space};
use super::limits::Limits;
use super::query::Query;
use super::threads::Threads;
use crate::lock::lock;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

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

/// Answers a query by iterative deepening from `start`, from which no solution is shorter than
/// `lower_bound`, in the calling thread. `solution` returns the solution by some moves.
pub fn solve_in<S: Space<Node: Send + Sync> + Sync>(
    space: &S,
    rules: &MoveRules,
    start: &S::Node,
    lower_bound: u8,
    query: &Query,
    limits: &Limits,
    solution: impl Fn(&[u8]) -> Solution + Sync,
) -> Answer {
    let problem = Problem {
        space,
        rules,
        starts: &[*start],
        lower_bound,
        threads: &Threads::new(1),
        max_nodes: u64::MAX,
        cheapest: None,
        listed: &|_| None,
    };
    let (ControlFlow::Continue(answer) | ControlFlow::Break(answer)) =
        problem.solve(query, limits, |_, path| Some(solution(path)));
    answer
}

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
    nodes: AtomicU64,
    tried: AtomicU64,
    is_ended: AtomicBool,
    outcome: Mutex<ControlFlow<Outcome>>,
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
        let check = |counter: &Counter| reporter.check(counter);
        let counter = Counter::new(&check);
        let is_by_cost = self.cheapest.is_some();
        let bounds = Bounds {
            from: self.lower_bound,
            to: query.max_length(),
            extra: match is_by_cost && query.extra.is_empty() {
                true => u8::MAX,
                false => query.extra_of_step(0),
            },
            count: query.max_solutions().filter(|_| !is_by_cost),
        };
        let (mut nodes_of_last, mut is_too_long) = (0, false);
        let deepened = reporter.deepen(bounds, &counter, |length, add| {
            if self
                .cheapest
                .is_some_and(|cheapest| cheapest.excludes(length))
            {
                return ControlFlow::Break(Outcome::Complete);
            }
            if counter.nodes() > self.max_nodes {
                is_too_long = true;
                return ControlFlow::Break(Outcome::Stopped);
            }
            if let Some(listed) = (self.listed)(length) {
                counter.add(listed.len() as u64, 0);
                for (start, path) in listed {
                    match (solution(start, &path), self.cheapest) {
                        (Some(solution), Some(cheapest)) => cheapest.add(solution, (start, path)),
                        (Some(solution), None) => add(Some(solution))?,
                        (None, _) => {}
                    }
                }
                return self.report_any(add);
            }
            let before = counter.nodes();
            let is_long = nodes_of_last > SPLIT_NODES;
            let depth = Depth::new(
                self.tasks(length, is_long),
                bounds.count,
                &reporter,
                &counter,
            );
            let searched = match is_long {
                true => self.search_on_all_threads(&depth, &counter, &solution),
                false => self.search(&depth, &counter, &Cell::new(0), &solution),
            };
            nodes_of_last = counter.nodes() - before;
            for found in depth.found {
                for solution in found.into_inner().unwrap_or_else(|e| e.into_inner()) {
                    add(Some(solution))?;
                }
            }
            self.report_any(add)?;
            searched
        });
        let solutions = match self.cheapest {
            Some(cheapest) => cheapest.take(),
            None => deepened.solutions.into_iter().flatten().collect(),
        };
        let answer = Answer {
            solutions,
            lower_bound: deepened.lower_bound,
            nodes: counter.nodes(),
            probes: counter.tried(),
            ..Answer::empty(query.metric, deepened.outcome)
        };
        match is_too_long {
            true => ControlFlow::Break(answer),
            false => ControlFlow::Continue(answer),
        }
    }

    /// Calls `add` without a solution if there is any by cost, so that deepening ends in time.
    fn report_any(
        &self,
        add: &mut dyn FnMut(Option<Solution>) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        match self.cheapest.is_some_and(|cheapest| !cheapest.is_empty()) {
            true => add(None),
            false => ControlFlow::Continue(()),
        }
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

    /// Searches the tasks that are left, one after the other, in the calling thread. `current` is the
    /// number of the task.
    fn search(
        &self,
        depth: &Depth<S::Node>,
        counter: &Counter,
        current: &Cell<usize>,
        solution: impl Fn(usize, &[u8]) -> Option<Solution>,
    ) -> ControlFlow<Outcome> {
        let mut search = DepthFirst::new(self.space, self.rules, counter);
        while let Some(number) = depth.next_task() {
            current.set(number);
            let task = &depth.tasks[number];
            let searched = search.run_after(&task.path, &task.node, task.left, |_, path| {
                match (solution(task.start, path), self.cheapest) {
                    (Some(solution), Some(cheapest)) => {
                        cheapest.add(solution, (task.start, path.to_vec()));
                        ControlFlow::Continue(())
                    }
                    (Some(solution), None) => depth.add(number, solution),
                    (None, _) => ControlFlow::Continue(()),
                }
            });
            match searched {
                ControlFlow::Continue(()) | ControlFlow::Break(Outcome::Complete) => {}
                stopped => return stopped,
            }
        }
        ControlFlow::Continue(())
    }

    fn search_on_all_threads(
        &self,
        depth: &Depth<S::Node>,
        counter: &Counter,
        solution: &(impl Fn(usize, &[u8]) -> Option<Solution> + Sync),
    ) -> ControlFlow<Outcome> {
        let before = (counter.nodes(), counter.tried());
        self.threads.run_on_idle(|| {
            let (current, seen) = (Cell::new(0), Cell::new((0, 0)));
            let check = |own: &Counter| {
                depth.count(own, &seen);
                depth.check(current.get())
            };
            let own = Counter::new(&check);
            let searched = self.search(depth, &own, &current, solution);
            depth.count(&own, &seen);
            if searched.is_break() && !depth.is_ended.swap(true, Ordering::Relaxed) {
                *lock(&depth.outcome) = searched;
            }
        });
        let (nodes, tried) = depth.counts();
        counter.add(nodes - before.0, tried - before.1);
        *lock(&depth.outcome)
    }
}

impl<'a, N> Depth<'a, N> {
    fn new(
        tasks: Vec<Task<N>>,
        count: Option<usize>,
        reporter: &'a Reporter<'a>,
        counter: &Counter,
    ) -> Depth<'a, N> {
        Depth {
            found: tasks.iter().map(|_| Mutex::default()).collect(),
            tasks,
            count,
            next: AtomicUsize::new(0),
            last: AtomicUsize::new(usize::MAX),
            reporter,
            nodes: AtomicU64::new(counter.nodes()),
            tried: AtomicU64::new(counter.tried()),
            is_ended: AtomicBool::new(false),
            outcome: Mutex::new(ControlFlow::Continue(())),
        }
    }

    /// The number of the next task, if one is left that counts.
    fn next_task(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let is_left = number < self.tasks.len() && !self.is_past(number);
        is_left.then_some(number)
    }

    /// Whether the solutions of a task do not count.
    fn is_past(&self, task: usize) -> bool {
        self.is_ended.load(Ordering::Relaxed) || task > self.last.load(Ordering::Relaxed)
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

    /// Adds what a thread has counted since it was `seen`.
    fn count(&self, counter: &Counter, seen: &Cell<(u64, u64)>) {
        let counted = (counter.nodes(), counter.tried());
        let seen = seen.replace(counted);
        self.nodes.fetch_add(counted.0 - seen.0, Ordering::Relaxed);
        self.tried.fetch_add(counted.1 - seen.1, Ordering::Relaxed);
    }

    fn counts(&self) -> (u64, u64) {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (count(&self.nodes), count(&self.tried))
    }

    /// Breaks when a limit is reached, or if a task does not count.
    fn check(&self, task: usize) -> ControlFlow<Outcome> {
        if self.is_past(task) {
            return ControlFlow::Break(Outcome::Complete);
        }
        let (nodes, tried) = self.counts();
        self.reporter.report(nodes, tried)
    }
}
