//! What the threads of a search share: when it has to end, what is proven and found, and what is reported.

use super::answer::{Answer, Outcome, Solution};
use super::depth_first::Counter;
use super::forecast::{CurrentRoot, extrapolated, growth, time_left};
use super::limits::{DepthReport, Limits, Progress};
use super::root::Bounds;
use super::threads::{SetOnPanic, Threads};
use crate::coord::CoordError;
use crate::host::{Instant, lock::lock};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Time between two progress reports.
pub const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Longest remaining time that is reported, in seconds.
const MAX_TIME_LEFT: f64 = 1e9;

/// Ends a search at its limits, keeps its bounds, and reports its progress.
pub struct Control<'a> {
    pub bounds: Bounds,
    pub limits: &'a Limits<'a>,
    pub threads: &'a Threads,
    /// Whether a callback returned `Break` or a thread panicked.
    is_broken: AtomicBool,
    /// Whether the best known solution is proven to be what was requested.
    is_proven: AtomicBool,
    nodes: AtomicU64,
    probes: AtomicU64,
    /// Tasks of the [`CurrentRoot`] that were taken from its queue.
    pub tasks_taken: AtomicUsize,
    state: Mutex<SearchState>,
    /// Held during a call of the progress callback.
    reporting: Mutex<()>,
}

struct SearchState {
    depth: u8,
    lower_bound: u8,
    best: Option<Solution>,
    root: CurrentRoot,
    /// When progress was last reported.
    reported: Option<Instant>,
    /// When the depth began, and the work done until then.
    begun: (Instant, u64, u64),
}

impl<'a> Control<'a> {
    pub fn new(bounds: Bounds, limits: &'a Limits<'a>, threads: &'a Threads) -> Control<'a> {
        Control {
            bounds,
            limits,
            threads,
            is_broken: AtomicBool::new(false),
            is_proven: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            probes: AtomicU64::new(0),
            tasks_taken: AtomicUsize::new(0),
            state: Mutex::new(SearchState {
                depth: 0,
                lower_bound: 0,
                best: None,
                root: CurrentRoot::default(),
                reported: None,
                begun: (Instant::now(), 0, 0),
            }),
            reporting: Mutex::new(()),
        }
    }

    /// Ends the search if this thread panics.
    pub fn stop_on_panic(&self) -> SetOnPanic<'_> {
        SetOnPanic(&self.is_broken)
    }

    /// Lets a search go on that a callback has ended.
    pub fn resume(&self) {
        self.is_broken.store(false, Ordering::Relaxed);
    }

    /// Adds nodes expanded, and moves tried or entries read.
    pub fn add(&self, (nodes, probes): (u64, u64)) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.probes.fetch_add(probes, Ordering::Relaxed);
    }

    /// The work of all threads so far.
    pub fn work(&self) -> (u64, u64) {
        let [nodes, probes] =
            [&self.nodes, &self.probes].map(|count| count.load(Ordering::Relaxed));
        (nodes, probes)
    }

    /// Breaks at a limit.
    pub fn check(&self) -> ControlFlow<Outcome> {
        self.limits.check()?;
        match self.is_broken.load(Ordering::Relaxed) {
            true => ControlFlow::Break(Outcome::Stopped),
            false => ControlFlow::Continue(()),
        }
    }

    /// Breaks at a limit; reports progress if it is time to. For [`Counter::new`].
    pub fn check_counter(&self, counter: &Counter) -> ControlFlow<Outcome> {
        self.add(counter.take());
        self.check()?;
        self.report_if_due()
    }

    /// Why the search has to end, if so: also because the best known solution is proven.
    pub fn ending(&self) -> Option<Outcome> {
        match self.is_proven() {
            true => Some(Outcome::Complete),
            false => self.check().break_value(),
        }
    }

    /// Whether the best known solution is proven to be what was requested.
    pub fn is_proven(&self) -> bool {
        self.is_proven.load(Ordering::Relaxed)
    }

    /// Begins a depth, and reports that.
    pub fn begin(&self, depth: u8) -> ControlFlow<Outcome> {
        self.check()?;
        let (nodes, probes) = self.work();
        let mut state = lock(&self.state);
        state.depth = depth;
        state.root = CurrentRoot::default();
        state.begun = (Instant::now(), nodes, probes);
        drop(state);
        self.report()
    }

    /// Begins a root of a depth, and reports that unless the depth has just begun.
    pub fn begin_root(&self, root: CurrentRoot) {
        self.tasks_taken.store(0, Ordering::Relaxed);
        lock(&self.state).root = root;
        if root.number > 0 || root.tasks > 0 {
            // a callback that ends the search has set the flag for it
            let _ = self.report();
        }
    }

    /// Takes one of the tasks of a root; reports progress if it is time to.
    pub fn take_task(&self) -> ControlFlow<Outcome> {
        self.check()?;
        self.tasks_taken.fetch_add(1, Ordering::Relaxed);
        self.report_if_due()
    }

    /// Reports that the depth is done.
    pub fn end(&self, solutions: usize) {
        let mut state = lock(&self.state);
        let (depth, lower_bound) = (state.depth, state.lower_bound);
        self.end_depth(&mut state, depth, lower_bound, solutions);
    }

    fn end_depth(&self, state: &mut SearchState, depth: u8, lower_bound: u8, solutions: usize) {
        let (nodes, probes) = self.work();
        let now = Instant::now();
        let (begin, nodes_before, probes_before) =
            std::mem::replace(&mut state.begun, (now, nodes, probes));
        if let Some(on_depth) = self.limits.on_depth {
            on_depth(&DepthReport {
                metric: self.bounds.metric,
                depth,
                lower_bound,
                nodes: nodes - nodes_before,
                probes: probes - probes_before,
                time: now - begin,
                solutions,
            });
        }
    }

    /// Takes over the lower bound and the best solution of a search that has no other depths than its lower
    /// bounds, and the number of solutions; reports them if they are new.
    pub fn update(
        &self,
        lower_bound: u8,
        best: Option<Solution>,
        solutions: usize,
    ) -> ControlFlow<Outcome> {
        let mut state = lock(&self.state);
        let is_raised = lower_bound > state.lower_bound;
        if is_raised && self.has_worked(&state) {
            self.end_depth(&mut state, lower_bound - 1, lower_bound, solutions);
        }
        let length = |solution: &Option<Solution>| solution.as_ref().map(Solution::length);
        if is_raised || length(&best) != length(&state.best) {
            state.reported = None;
        }
        (state.depth, state.lower_bound) = (lower_bound, lower_bound);
        state.best = best;
        drop(state);
        self.report_if_due()
    }

    /// Reports the depth that such a search ended with.
    pub fn finish(&self, lower_bound: u8, solutions: usize) {
        let mut state = lock(&self.state);
        state.lower_bound = lower_bound;
        if self.has_worked(&state) {
            self.end_depth(&mut state, lower_bound, lower_bound, solutions);
        }
    }

    /// Whether there was anything to do at this depth.
    fn has_worked(&self, state: &SearchState) -> bool {
        let (_, nodes_before, _) = state.begun;
        self.work().0 > nodes_before
    }

    /// Proven: no solution is shorter.
    pub fn lower_bound(&self) -> u8 {
        lock(&self.state).lower_bound
    }

    /// Records a proof that no solution is shorter than `bound`.
    pub fn raise_lower_bound(&self, bound: u8) {
        let mut state = lock(&self.state);
        state.lower_bound = state.lower_bound.max(bound);
        self.compare_bounds(&state);
    }

    /// Records a solution, and reports it if it is the shortest so far.
    pub fn improve(&self, solution: Solution) {
        if self.set_best(solution) {
            // as in `begin_root`
            let _ = self.report();
        }
    }

    /// Records a solution; returns whether it is the shortest so far.
    pub fn set_best(&self, solution: Solution) -> bool {
        let mut state = lock(&self.state);
        let is_better = solution.length < self.useless_from(&state);
        if is_better {
            state.best = Some(solution);
            self.compare_bounds(&state);
        }
        is_better
    }

    fn compare_bounds(&self, state: &SearchState) {
        let best = state.best.as_ref().map(Solution::length);
        if self.bounds.is_for_one() && best.is_some_and(|best| best <= state.lower_bound.into()) {
            self.is_proven.store(true, Ordering::Relaxed);
        }
    }

    pub fn has_solution(&self) -> bool {
        lock(&self.state).best.is_some()
    }

    /// Longest length that still improves on the best known solution.
    pub fn max_useful_length(&self) -> u8 {
        let useless = self.useless_from(&lock(&self.state));
        useless.saturating_sub(1) as u8
    }

    /// The shortest length that is useless: no improvement on the best known solution, or above the greatest length.
    fn useless_from(&self, state: &SearchState) -> usize {
        let limit = usize::from(self.bounds.max_length) + 1;
        let best = state.best.as_ref().map(Solution::length);
        best.map_or(limit, |best| best.min(limit))
    }

    /// Reports progress if it is time to, and no other thread does.
    fn report_if_due(&self) -> ControlFlow<Outcome> {
        let is_early = |reported: Instant| reported.elapsed() < REPORT_INTERVAL;
        if self.limits.on_progress.is_none() || lock(&self.state).reported.is_some_and(is_early) {
            return ControlFlow::Continue(());
        }
        match self.reporting.try_lock() {
            Ok(_one_at_a_time) => self.call_listener(),
            Err(_) => ControlFlow::Continue(()),
        }
    }

    pub fn report(&self) -> ControlFlow<Outcome> {
        if self.limits.on_progress.is_none() {
            return ControlFlow::Continue(());
        }
        let _one_at_a_time = lock(&self.reporting);
        self.call_listener()
    }

    fn call_listener(&self) -> ControlFlow<Outcome> {
        let _stop = self.stop_on_panic();
        let mut state = lock(&self.state);
        state.reported = Some(Instant::now());
        let best = state.best.clone();
        let (nodes, probes) = self.work();
        let done = state.root.done(self.tasks_taken.load(Ordering::Relaxed));
        let progress = Progress {
            depth: state.depth,
            done,
            lower_bound: state.lower_bound,
            best: best.as_ref(),
            nodes,
            probes,
            time_left: self.time_left(&state, done),
        };
        // the callback may take its time
        drop(state);
        let on_progress = self.limits.on_progress;
        if on_progress.is_some_and(|on_progress| on_progress(&progress).is_break()) {
            self.is_broken.store(true, Ordering::Relaxed);
            return ControlFlow::Break(Outcome::Stopped);
        }
        ControlFlow::Continue(())
    }

    /// Expected remaining time of the search.
    fn time_left(&self, state: &SearchState, done: f64) -> Option<Duration> {
        let metric = self.bounds.metric;
        let predicted = || state.root.predicted(growth(metric));
        let (begin, _, probes_before) = state.begun;
        let probes = self.work().1 - probes_before;
        let whole = extrapolated(begin.elapsed(), done, probes).or_else(predicted)?;
        let end = self.useless_from(state);
        let seconds = time_left(metric, state.depth, end, done, whole.as_secs_f64());
        Some(Duration::from_secs_f64(seconds.min(MAX_TIME_LEFT)))
    }

    /// The answer with these solutions, or if there are none with the best known one if one is requested.
    pub fn answer(&self, mut solutions: Vec<Solution>, outcome: Outcome) -> Answer {
        let (nodes, probes) = self.work();
        let state = lock(&self.state);
        if self.bounds.is_for_one() && solutions.is_empty() {
            solutions.extend(state.best.clone());
        }
        Answer {
            solutions,
            lower_bound: state.lower_bound,
            nodes,
            probes,
            ..Answer::empty(self.bounds.metric, outcome)
        }
    }

    /// The answer of an engine whose tables were not generated: one without solutions if a limit is the reason.
    ///
    /// # Errors
    /// Any other `error`.
    pub fn answer_without_tables(&self, error: CoordError) -> Result<Answer, CoordError> {
        match error {
            CoordError::Stopped => {
                let outcome = self.check().break_value();
                Ok(self.answer(vec![], outcome.unwrap_or(Outcome::TimedOut)))
            }
            error => Err(error),
        }
    }
}
