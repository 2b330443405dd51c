//! What can end a search early, and how it reports its progress.

use super::answer::{Answer, Outcome, Solution};
use super::error::SolveError;
use crate::coord::{CoordError, Stop};
use crate::cube::Metric;
use crate::table::{GenerationProgress, Spec, TableError};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Progress callback; returning [`ControlFlow::Break`] stops the search.
pub type OnProgress<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

/// Callback after each depth.
pub type OnDepth<'a> = dyn Fn(&DepthReport) + Sync + 'a;

/// Callback for what happens to tables while a query waits or searches.
pub type OnTable<'a> = dyn Fn(TableEvent) + Sync + 'a;

/// What can end a search early, and its callbacks; by default nothing and none.
///
/// A callback that panics ends the search with that panic and leaves the solver usable.
///
/// ```
/// use cubesolve::Limits;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// let stop = AtomicBool::new(false);
/// let limits = Limits::default().timeout(Duration::from_secs(1)).stop(&stop);
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct Limits<'a> {
    pub(crate) stop: &'a AtomicBool,
    timeout: Option<Duration>,
    /// Set when the search begins: a table that has to be loaded or generated first does not count.
    pub(crate) deadline: Option<Instant>,
    pub(crate) on_depth: Option<&'a OnDepth<'a>>,
    pub(crate) on_progress: Option<&'a OnProgress<'a>>,
    pub(crate) on_table: Option<&'a OnTable<'a>>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Limits {
            stop: &NEVER,
            timeout: None,
            deadline: None,
            on_depth: None,
            on_progress: None,
            on_table: None,
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("stop", self.stop)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl<'a> Limits<'a> {
    /// Stops the search within milliseconds after `stop` is set, by any thread at any time.
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Limits { stop, ..self }
    }

    /// Stops the search after this time, or never. The time to load or generate a table before the
    /// search begins does not count.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = timeout.into();
        self
    }

    /// Calls `on_depth` after each depth that was searched completely.
    pub fn on_depth(mut self, on_depth: &'a OnDepth<'a>) -> Self {
        self.on_depth = Some(on_depth);
        self
    }

    /// Calls `on_progress` when a depth begins, when a shorter solution is found, and about every
    /// tenth of a second in long depths. It may be called from any thread, but never from two at
    /// once.
    pub fn on_progress(mut self, on_progress: &'a OnProgress<'a>) -> Self {
        self.on_progress = Some(on_progress);
        self
    }

    /// Calls `on_table` when a table is generated, copied or replaced for this search, from any
    /// thread.
    pub fn on_table(mut self, on_table: &'a OnTable<'a>) -> Self {
        self.on_table = Some(on_table);
        self
    }

    /// The same limits without callbacks.
    pub(crate) fn silent(self) -> Self {
        Limits {
            on_progress: None,
            on_depth: None,
            on_table: None,
            ..self
        }
    }

    /// The same limits with the timeout running from now, unless it runs already.
    pub(crate) fn started(self) -> Self {
        let timeout = self.timeout;
        let deadline = || timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Limits {
            deadline: self.deadline.or_else(deadline),
            ..self
        }
    }

    /// The same limits for the generation of coordinate tables.
    pub(crate) fn as_stop(&self) -> Stop<'a> {
        Stop::when(self.stop).or_at(self.deadline)
    }

    /// Whether the stop flag is set.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Breaks, with the reason, if the search has to end now.
    pub(crate) fn check(&self) -> ControlFlow<Outcome> {
        if self.is_stopped() {
            return ControlFlow::Break(Outcome::Stopped);
        }
        match self.deadline.is_some_and(|d| Instant::now() >= d) {
            true => ControlFlow::Break(Outcome::TimedOut),
            false => ControlFlow::Continue(()),
        }
    }

    /// The answer of an engine whose tables were not generated: an empty one if a limit is the
    /// reason.
    ///
    /// # Errors
    /// Any other `error`.
    pub(crate) fn without_tables(
        &self,
        metric: Metric,
        error: CoordError,
    ) -> Result<Answer, SolveError> {
        match (error, self.is_stopped()) {
            (CoordError::Stopped, true) => Ok(Answer::empty(metric, Outcome::Stopped)),
            (CoordError::Stopped, false) => Ok(Answer::empty(metric, Outcome::TimedOut)),
            (error, _) => Err(error.into()),
        }
    }

    /// Reports an event of a table to the callback, if there is one.
    pub(crate) fn report_table(&self, event: TableEvent) {
        if let Some(on_table) = self.on_table {
            on_table(event);
        }
    }
}

/// How far a search has got.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Length of the solutions that are being searched for.
    pub depth: u8,
    /// Fraction of this depth that is done, `0.0..=1.0`; 0 for depths that take no time.
    pub done: f64,
    /// Proven: no solution is shorter.
    pub lower_bound: u8,
    /// The shortest solution found so far.
    pub best: Option<&'a Solution>,
    /// Nodes expanded, in all depths together.
    pub nodes: u64,
    /// Reads of the pruning table, or moves tried without one, in all depths together.
    pub probes: u64,
    /// Expected remaining time, as for a random cube with the same bounds; `None` until a depth
    /// has taken long enough to extrapolate from.
    pub time_left: Option<Duration>,
}

/// The work done at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthReport {
    /// Unit of the lengths.
    pub metric: Metric,
    /// Length of the solutions that were searched for.
    pub depth: u8,
    /// Proven by now: no solution is shorter.
    pub lower_bound: u8,
    /// Nodes expanded at this depth.
    pub nodes: u64,
    /// Reads of the pruning table, or moves tried without one, at this depth.
    pub probes: u64,
    /// Wall-clock time of this depth.
    pub time: Duration,
    /// Solutions found so far.
    pub solutions: usize,
}

/// What happens to tables while a query waits or searches.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum TableEvent<'a> {
    /// The query waits for a table that another query of the same solver opens or generates.
    Waiting,
    /// The table is being generated.
    Generating {
        spec: &'static Spec,
        progress: GenerationProgress,
    },
    /// The table was generated.
    Generated(&'static Spec),
    /// The table could not be generated or opened; the search goes on with another one.
    Failed {
        spec: &'static Spec,
        error: &'a TableError,
    },
    /// The table was copied into memory, where searching is faster.
    Copied { spec: &'static Spec, time: Duration },
}
