use crate::cube::Metric;
use crate::lock::lock;
use crate::search::depth_first::Counter;
use crate::search::{DepthReport, Limits, Outcome, Progress, Solution};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Ends a search at its limits and reports its progress to their callbacks, for all its threads.
pub struct Reports<'a> {
    metric: Metric,
    pub limits: &'a Limits<'a>,
    /// Whether a callback returned `Break` or panicked.
    is_broken: AtomicBool,
    nodes: AtomicU64,
    tried: AtomicU64,
    state: Mutex<State>,
}

/// What is reported.
struct State {
    lower_bound: u8,
    shortest: Option<Solution>,
    /// When progress was last reported.
    reported: Option<Instant>,
    /// When the lower bound was last raised, and the work done until then.
    raised: (Instant, u64, u64),
}

/// Time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Breaks off the search if this thread panics.
pub struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl<'a> Reports<'a> {
    pub fn new(metric: Metric, limits: &'a Limits<'a>) -> Reports<'a> {
        Reports {
            metric,
            limits,
            is_broken: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            tried: AtomicU64::new(0),
            state: Mutex::new(State {
                lower_bound: 0,
                shortest: None,
                reported: None,
                raised: (Instant::now(), 0, 0),
            }),
        }
    }

    pub fn stop_on_panic(&self) -> StopOnPanic<'_> {
        StopOnPanic(&self.is_broken)
    }

    /// Adds the work of a thread.
    pub fn add(&self, counter: &Counter) {
        self.nodes.fetch_add(counter.nodes(), Ordering::Relaxed);
        self.tried.fetch_add(counter.tried(), Ordering::Relaxed);
    }

    /// Nodes expanded and moves tried.
    pub fn work(&self) -> (u64, u64) {
        let [nodes, tried] = [&self.nodes, &self.tried].map(|count| count.load(Ordering::Relaxed));
        (nodes, tried)
    }

    /// Breaks when a limit is reached; reports progress if it is time to.
    pub fn check(&self, counter: &Counter) -> ControlFlow<Outcome> {
        self.limits.check()?;
        if self.is_broken.load(Ordering::Relaxed) {
            return ControlFlow::Break(Outcome::Stopped);
        }
        match self.state.try_lock() {
            Ok(mut state) => self.report(&mut state, (counter.nodes(), counter.tried())),
            // another thread reports
            Err(_) => ControlFlow::Continue(()),
        }
    }

    /// Takes over a lower bound, the shortest solution, and the number of solutions; reports them if
    /// they are new.
    pub fn update(
        &self,
        lower_bound: u8,
        shortest: impl FnOnce() -> Option<Solution>,
        solutions: usize,
    ) -> ControlFlow<Outcome> {
        let mut state = lock(&self.state);
        if lower_bound > state.lower_bound {
            self.report_depth(&mut state, lower_bound - 1, lower_bound, solutions);
        }
        let shortest = shortest();
        let length = |solution: &Option<Solution>| solution.as_ref().map(Solution::length);
        if lower_bound > state.lower_bound || length(&shortest) != length(&state.shortest) {
            state.reported = None;
        }
        state.lower_bound = lower_bound;
        state.shortest = shortest;
        self.report(&mut state, (0, 0))
    }

    /// Reports the depth that a complete search ended with.
    pub fn finish(&self, lower_bound: u8, solutions: usize) {
        let mut state = lock(&self.state);
        self.report_depth(&mut state, lower_bound, lower_bound, solutions);
    }

    /// Reports that a depth is done, if there was anything to do.
    fn report_depth(&self, state: &mut State, depth: u8, lower_bound: u8, solutions: usize) {
        let (nodes, tried) = self.work();
        let (raised, nodes_before, tried_before) = state.raised;
        if nodes == nodes_before {
            return;
        }
        state.raised = (Instant::now(), nodes, tried);
        if let Some(on_depth) = self.limits.on_depth {
            on_depth(&DepthReport {
                metric: self.metric,
                depth,
                lower_bound,
                nodes: nodes - nodes_before,
                probes: tried - tried_before,
                time: raised.elapsed(),
                solutions,
            });
        }
    }

    /// Reports progress if it is time to, with the work of this thread that is not yet added.
    fn report(&self, state: &mut State, work: (u64, u64)) -> ControlFlow<Outcome> {
        let Some(on_progress) = self.limits.on_progress else {
            return ControlFlow::Continue(());
        };
        if state
            .reported
            .is_some_and(|reported| reported.elapsed() < INTERVAL)
        {
            return ControlFlow::Continue(());
        }
        state.reported = Some(Instant::now());
        let (nodes, tried) = self.work();
        let progress = Progress {
            depth: state.lower_bound,
            done: 0.0,
            lower_bound: state.lower_bound,
            best: state.shortest.as_ref(),
            nodes: nodes + work.0,
            probes: tried + work.1,
            time_left: None,
        };
        match on_progress(&progress) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => {
                self.is_broken.store(true, Ordering::Relaxed);
                ControlFlow::Break(Outcome::Stopped)
            }
        }
    }
}
