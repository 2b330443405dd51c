//! Iterative deepening: one cube, depth by depth, on one or more threads.

use super::batched::Batched;
use super::companion::find_any;
use super::forecast::growth;
use super::node::{MAX_DEPTH, Node};
use super::promising::{Classes, Promising};
use super::solutions::Solutions;
use super::state::SearchState;
use super::tasks::Tasks;
use super::{Means, Request};
use crate::host::Instant;
use crate::host::lock::lock;
use crate::probe::Backend;
use crate::search::{Answer, Outcome};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A depth is split into tasks if it is expected to take more probes than this; for fewer the
/// splitting costs more than it gains (measured with 8G).
const SPLIT_PROBES: f64 = 1.33e6;

/// A depth with at least this many probes is long enough to extrapolate its time: with fewer, other
/// processes that have their turn could make it many times as long.
const EXTRAPOLATION_PROBES: u64 = 1_000_000;

/// Chunks expanded between two checks of the limits and of which copy of the table to use.
const CHECK_INTERVAL: u32 = 64;

/// The search for one cube's solutions.
pub struct Deepening<'a, B> {
    backend: B,
    /// Without nodes: a copy for each thread.
    classes: Classes,
    solutions: Mutex<Solutions>,
    state: SearchState<'a>,
    means: &'a Means<'a>,
}

/// What a depth took.
#[derive(Default)]
struct Spent {
    probes: u64,
    /// If it was long enough to extrapolate from.
    time: Option<Duration>,
}

impl<'a, B: Backend> Deepening<'a, B> {
    /// A search, or one that continues an earlier one which was stopped.
    pub fn new(backend: B, request: &'a Request<'a>, means: &'a Means<'a>) -> Deepening<'a, B> {
        let table = means.table.table();
        let (spec, greatest) = (table.spec(), table.entries().max_bound());
        let (cube, count) = (&request.position.cube, request.query.max_solutions());
        Deepening {
            backend,
            classes: Classes::new(spec, greatest, means.threads.count()),
            solutions: Mutex::new(Solutions::new(cube, spec.metric, count)),
            state: SearchState::new(request),
            means,
        }
    }

    /// Searches, with a companion as soon as a depth is long.
    pub fn run(self) -> Answer {
        let outcome = self.state.with_companion(|start| self.deepen(start));
        if outcome != Outcome::Complete && outcome != Outcome::NoneWithinMaxMoves {
            find_any(&self.state);
        }
        let outcome = match self.state.bounds_meet() {
            true => Outcome::Complete,
            false => outcome,
        };
        let solutions = self.solutions.into_inner();
        let solutions = solutions.unwrap_or_else(PoisonError::into_inner);
        self.state.into_answer(solutions.into_vec(), outcome)
    }

    fn deepen(&self, start_companion: &mut dyn FnMut()) -> Outcome {
        let (state, query) = (&self.state, self.state.request.query);
        let cube = &self.state.request.position.cube;
        for cube in [cube, &cube.inverse()] {
            self.raise_lower_bound(self.means.table.table().lower_bound(cube));
        }
        let mut depth = state.lower_bound();
        let mut last = query.max_length().min(MAX_DEPTH);
        let (mut optimal, mut tasks) = (None, None);
        let mut promising = Promising::default();
        // an earlier search has shown how much work there is
        let mut spent = Spent {
            probes: state.reporter.work().1,
            time: None,
        };
        while depth <= last {
            if state.bounds_meet() {
                return Outcome::Complete;
            }
            if self.has_to_end() {
                return state.why_ended();
            }
            let expected = spent.probes as f64 * growth(state.metric);
            let is_long = expected >= SPLIT_PROBES;
            if is_long {
                tasks.get_or_insert_with(|| Tasks::new(cube, state.metric));
                start_companion();
                (self.means.before_long_depth)();
            }
            let tasks = tasks.as_mut().filter(|_| is_long);
            let is_complete = self.search_depth(depth, &mut promising, tasks, &mut spent);
            if optimal.is_none() && self.count_solutions() > 0 {
                optimal = Some(depth);
                last = last.min(depth.saturating_add(query.extra_of_step(0)));
            }
            if lock(&self.solutions).are_enough() || state.bounds_meet() {
                return Outcome::Complete;
            }
            if !is_complete {
                return state.why_ended();
            }
            depth += state.metric.length_step();
        }
        match optimal {
            Some(_) => Outcome::Complete,
            None => Outcome::NoneWithinMaxMoves,
        }
    }

    /// Records that no solution is shorter than `bound`, nor as short as parity excludes.
    fn raise_lower_bound(&self, bound: u8) {
        let (metric, cube) = (self.state.metric, &self.state.request.position.cube);
        let possible = metric.next_possible_length(cube, bound);
        self.state.raise_lower_bound(possible);
    }

    /// Searches one depth, task by task if it is split. Returns whether it was searched completely.
    fn search_depth(
        &self,
        depth: u8,
        promising: &mut Promising,
        tasks: Option<&mut Tasks>,
        spent: &mut Spent,
    ) -> bool {
        let start = Instant::now();
        let (_, probes_before) = self.state.reporter.work();
        let count = tasks.as_ref().map_or(0, |tasks| tasks.len());
        self.state.begin(depth, count, spent.time);
        let is_complete = match tasks {
            Some(tasks) => self.search_tasks(depth, promising, tasks),
            None => self.search_whole(depth, promising),
        };
        let probes = self.state.reporter.work().1 - probes_before;
        *spent = Spent {
            probes,
            time: (probes >= EXTRAPOLATION_PROBES).then(|| start.elapsed()),
        };
        if is_complete {
            let solutions = self.count_solutions();
            if solutions == 0 {
                self.raise_lower_bound(depth + self.state.metric.length_step());
            }
            let lower_bound = self.state.lower_bound();
            self.state.reporter.end(depth, lower_bound, solutions);
        }
        is_complete
    }

    /// Searches one depth from the root in this thread. Returns whether that was completed.
    fn search_whole(&self, depth: u8, promising: &mut Promising) -> bool {
        let mut batched = self.batched(0);
        batched.push(Node::new(&self.state.request.position.cube), depth);
        let (no_tasks, done) = (Tasks::default(), AtomicBool::new(false));
        let is_complete = self.drain(&mut batched, promising, &no_tasks, depth, &done);
        *promising = Promising::new(batched.classes);
        is_complete
    }

    /// Searches one depth task by task on all idle threads. Returns whether that was completed.
    fn search_tasks(&self, depth: u8, promising: &mut Promising, tasks: &mut Tasks) -> bool {
        let done = AtomicBool::new(false);
        let results = self.means.threads.run_on_idle(|| {
            let _stop = self.state.reporter.stop_on_panic();
            let mut batched = self.batched(tasks.len());
            let is_complete = self.drain(&mut batched, promising, tasks, depth, &done);
            (is_complete, batched.scores, batched.classes)
        });
        tasks.sort_by_scores(results.iter().map(|(_, scores, _)| scores.as_slice()));
        let is_complete = results.iter().all(|(is_complete, ..)| *is_complete);
        let classes = results.into_iter().filter_map(|(.., classes)| classes);
        *promising = Promising::new(classes);
        is_complete
    }

    /// A batched search for a depth of this many tasks.
    fn batched(&self, tasks: usize) -> Batched<B> {
        let mut batched = Batched::new(self.backend, self.state.metric, tasks);
        if self.state.wants_one() {
            batched.classes = Some(self.classes.clone());
        }
        batched
    }

    /// Expands nodes until none are left and the queue is empty, or there are solutions enough
    /// (true), or the search has to end (false).
    fn drain(
        &self,
        batched: &mut Batched<B>,
        promising: &Promising,
        tasks: &Tasks,
        depth: u8,
        done: &AtomicBool,
    ) -> bool {
        let (taken, step) = (&self.state.tasks_taken, self.state.metric.length_step());
        let mut prober = self.means.table.prober();
        let mut steps = 0u32;
        let is_complete = loop {
            let any = batched.step(&prober, false)
                || promising.take(|node, left| batched.push(node, left + step))
                || tasks.take(taken, |node, made| batched.push(node, depth - made))
                || batched.step(&prober, true);
            if !batched.solved.is_empty() && self.add(batched) {
                done.store(true, Ordering::Relaxed);
            }
            if !any || done.load(Ordering::Relaxed) {
                break true;
            }
            steps += 1;
            if steps.is_multiple_of(CHECK_INTERVAL) {
                self.state.reporter.add(batched.take_work());
                prober = self.means.table.prober();
                if self.has_to_end() {
                    done.store(true, Ordering::Relaxed);
                    break false;
                }
            }
        };
        self.state.reporter.add(batched.take_work());
        is_complete
    }

    /// Takes over the solutions found, at least one. Returns whether there are enough.
    fn add(&self, batched: &mut Batched<B>) -> bool {
        let found: Vec<_> = batched.solved.drain(..).map(|node| node.moves()).collect();
        let first = found[0].clone();
        let mut solutions = lock(&self.solutions);
        solutions.extend(found.into_iter());
        let are_enough = solutions.are_enough();
        drop(solutions);
        self.state.improve(first);
        are_enough
    }

    fn has_to_end(&self) -> bool {
        self.state.has_to_end() || self.means.table.corruption().is_some()
    }

    fn count_solutions(&self) -> usize {
        lock(&self.solutions).len()
    }
}
