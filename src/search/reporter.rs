//! How a search reports its progress to the callbacks of its limits, and ends at these.

use super::answer::{Outcome, Solution};
use super::depth_first::Counter;
use super::limits::{DepthReport, Limits, Progress};
use super::threads::SetOnPanic;
use crate::cube::Metric;
use crate::host::Instant;
use crate::host::lock::lock;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Ends a search at its limits and reports its progress to their callbacks, for all its threads.
pub struct Reporter<'a> {
    metric: Metric,
    pub limits: &'a Limits<'a>,
    /// Whether a callback returned `Break` or a thread panicked.
    is_broken: AtomicBool,
    nodes: AtomicU64,
    tried: AtomicU64,
    state: Mutex<State>,
}

/// What is reported.
struct State {
    depth: u8,
    lower_bound: u8,
    best: Option<Solution>,
    /// When progress was last reported.
    reported: Option<Instant>,
    /// When the depth began, and the work done until then.
    begun: (Instant, u64, u64),
}

/// Time between two progress reports.
pub const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl<'a> Reporter<'a> {
    pub fn new(metric: Metric, limits: &'a Limits<'a>) -> Reporter<'a> {
        Reporter {
            metric,
            limits,
            is_broken: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            tried: AtomicU64::new(0),
            state: Mutex::new(State {
                depth: 0,
                lower_bound: 0,
                best: None,
                reported: None,
                begun: (Instant::now(), 0, 0),
            }),
        }
    }

    /// Ends the search if this thread panics.
    pub fn stop_on_panic(&self) -> SetOnPanic<'_> {
        SetOnPanic(&self.is_broken)
    }

    /// Adds nodes expanded and moves tried.
    pub fn add(&self, (nodes, tried): (u64, u64)) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.tried.fetch_add(tried, Ordering::Relaxed);
    }

    /// The work of all threads so far.
    pub fn work(&self) -> (u64, u64) {
        let [nodes, tried] = [&self.nodes, &self.tried].map(|count| count.load(Ordering::Relaxed));
        (nodes, tried)
    }

    /// Breaks when the search has to end.
    pub fn check_limits(&self) -> ControlFlow<Outcome> {
        self.limits.check()?;
        match self.is_broken.load(Ordering::Relaxed) {
            true => ControlFlow::Break(Outcome::Stopped),
            false => ControlFlow::Continue(()),
        }
    }

    /// Breaks when a limit is reached; reports progress if it is time to. For [`Counter::new`].
    pub fn check(&self, counter: &Counter) -> ControlFlow<Outcome> {
        self.add(counter.take());
        self.check_limits()?;
        match self.state.try_lock() {
            Ok(mut state) => self.report(&mut state),
            // another thread reports
            Err(_) => ControlFlow::Continue(()),
        }
    }

    /// Begins a depth, and reports that.
    pub fn begin(&self, depth: u8, lower_bound: u8) -> ControlFlow<Outcome> {
        self.limits.check()?;
        self.begin_depth();
        let mut state = lock(&self.state);
        *state = State {
            depth,
            lower_bound,
            best: None,
            reported: None,
            ..*state
        };
        self.report(&mut state)
    }

    /// Begins a depth whose progress is reported by [`Reporter::notify`].
    pub fn begin_depth(&self) {
        let (nodes, tried) = self.work();
        lock(&self.state).begun = (Instant::now(), nodes, tried);
    }

    /// Reports that a depth is done.
    pub fn end(&self, depth: u8, lower_bound: u8, solutions: usize) {
        self.end_depth(&mut lock(&self.state), depth, lower_bound, solutions);
    }

    fn end_depth(&self, state: &mut State, depth: u8, lower_bound: u8, solutions: usize) {
        let (nodes, tried) = self.work();
        let now = Instant::now();
        let (begin, nodes_before, tried_before) =
            std::mem::replace(&mut state.begun, (now, nodes, tried));
        if let Some(on_depth) = self.limits.on_depth {
            on_depth(&DepthReport {
                metric: self.metric,
                depth,
                lower_bound,
                nodes: nodes - nodes_before,
                probes: tried - tried_before,
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
        self.report(&mut state)
    }

    /// Reports the depth that such a search ended with.
    pub fn finish(&self, lower_bound: u8, solutions: usize) {
        let mut state = lock(&self.state);
        if self.has_worked(&state) {
            self.end_depth(&mut state, lower_bound, lower_bound, solutions);
        }
    }

    /// Whether there was anything to do at this depth.
    fn has_worked(&self, state: &State) -> bool {
        let (_, nodes_before, _) = state.begun;
        self.work().0 > nodes_before
    }

    /// Reports progress if it is time to.
    fn report(&self, state: &mut State) -> ControlFlow<Outcome> {
        let is_early = |reported: Instant| reported.elapsed() < REPORT_INTERVAL;
        if state.reported.is_some_and(is_early) {
            return ControlFlow::Continue(());
        }
        state.reported = Some(Instant::now());
        let (nodes, probes) = self.work();
        self.notify(&Progress {
            depth: state.depth,
            done: 0.0,
            lower_bound: state.lower_bound,
            best: state.best.as_ref(),
            nodes,
            probes,
            time_left: None,
        })
    }

    /// Calls the progress callback, if there is one.
    pub fn notify(&self, progress: &Progress) -> ControlFlow<Outcome> {
        let on_progress = self.limits.on_progress;
        if on_progress.is_some_and(|on_progress| on_progress(progress).is_break()) {
            self.is_broken.store(true, Ordering::Relaxed);
            return ControlFlow::Break(Outcome::Stopped);
        }
        ControlFlow::Continue(())
    }
}
