//! The state of a search that its threads share: bounds, progress, and when to end.

use super::Request;
use super::forecast::{growth, time_left};
use crate::cube::{Metric, Move, Position, Sequence};
use crate::host::Instant;
use crate::host::lock::lock;
use crate::search::reporter::Reporter;
use crate::search::{Answer, Outcome, Progress, Solution};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Longest remaining time that is reported, in seconds.
const MAX_TIME_LEFT: f64 = 1e9;

/// What the threads of one search share.
pub struct SearchState<'a> {
    pub metric: Metric,
    pub request: &'a Request<'a>,
    pub reporter: Reporter<'a>,
    /// Tasks of this depth that were taken from the queue.
    pub tasks_taken: AtomicUsize,
    /// Whether the best known solution is proven to be what was requested.
    bounds_meet: AtomicBool,
    bounds: Mutex<Bounds>,
    /// Notified when the search has ended.
    ended: Condvar,
    /// Held during a call of the progress callback.
    reporting: Mutex<()>,
}

struct Bounds {
    depth: Depth,
    lower_bound: u8,
    best: Option<Vec<Move>>,
    has_ended: bool,
}

/// The depth that is being searched.
struct Depth {
    depth: u8,
    begin: Instant,
    /// Number of tasks that it is split into; 0 if it is not.
    tasks: usize,
    /// Expected time, extrapolated from the depth before.
    predicted: Option<Duration>,
}

/// Ends the search when it is dropped, so that no thread waits for it even after a panic.
pub struct EndOnDrop<'s, 'a>(pub &'s SearchState<'a>);

impl Drop for EndOnDrop<'_, '_> {
    fn drop(&mut self) {
        lock(&self.0.bounds).has_ended = true;
        self.0.ended.notify_all();
    }
}

impl<'a> SearchState<'a> {
    /// The state before a search, or that of an earlier one which was stopped. If the cube was given
    /// by a scramble and one solution is requested, its inverse is the first one known.
    pub fn new(request: &'a Request<'a>) -> Self {
        let (position, earlier) = (request.position, request.earlier.as_ref());
        let metric = request.query.metric;
        let lower_bound = earlier.map_or(0, |earlier| earlier.lower_bound);
        let reporter = Reporter::new(metric, request.limits);
        if let Some(earlier) = earlier {
            reporter.add((earlier.nodes, earlier.probes));
        }
        let state = SearchState {
            metric,
            request,
            reporter,
            tasks_taken: AtomicUsize::new(0),
            bounds_meet: AtomicBool::new(false),
            bounds: Mutex::new(Bounds {
                depth: Depth {
                    depth: lower_bound,
                    begin: Instant::now(),
                    tasks: 0,
                    predicted: None,
                },
                lower_bound,
                best: None,
                has_ended: false,
            }),
            ended: Condvar::new(),
            reporting: Mutex::new(()),
        };
        if let Some(inverse) = undone(position).filter(|_| state.wants_one()) {
            state.set_best(inverse);
        }
        if let Some(best) = earlier.and_then(|earlier| earlier.solutions.first()) {
            let centred = best.sequence().conjugate(position.orientation);
            state.set_best(centred.moves().to_vec());
        }
        state
    }

    /// Whether one solution is requested, so that any as short as the lower bound will do.
    pub fn wants_one(&self) -> bool {
        self.request.query.max_solutions() == Some(1)
    }

    /// Whether the search has to end before it is complete.
    pub fn has_to_end(&self) -> bool {
        self.ending().is_some()
    }

    /// Why it has to end, if so.
    pub fn ending(&self) -> Option<Outcome> {
        match self.bounds_meet() {
            true => Some(Outcome::Complete),
            false => self.reporter.check_limits().break_value(),
        }
    }

    /// Whether the best known solution is proven to be what was requested.
    pub fn bounds_meet(&self) -> bool {
        self.bounds_meet.load(Ordering::Relaxed)
    }

    /// Why a search that is incomplete ended.
    pub fn why_ended(&self) -> Outcome {
        let outcome = self.reporter.check_limits().break_value();
        outcome.unwrap_or(Outcome::Stopped)
    }

    /// Begins a depth that is split into `tasks` tasks, 0 if it is not. `last` is the time that the
    /// depth before took, if it is long enough to extrapolate from.
    pub fn begin(&self, depth: u8, tasks: usize, last: Option<Duration>) {
        self.tasks_taken.store(0, Ordering::Relaxed);
        lock(&self.bounds).depth = Depth {
            depth,
            begin: Instant::now(),
            tasks,
            predicted: last.map(|last| last.mul_f64(growth(self.metric))),
        };
        self.reporter.begin_depth();
        self.report();
    }

    /// Proven: no solution is shorter.
    pub fn lower_bound(&self) -> u8 {
        lock(&self.bounds).lower_bound
    }

    /// Records a proof that no solution is shorter than `bound`.
    pub fn raise_lower_bound(&self, bound: u8) {
        let mut bounds = lock(&self.bounds);
        bounds.lower_bound = bounds.lower_bound.max(bound);
        self.compare(&bounds);
    }

    /// Records a solution, and reports it if it is the shortest so far.
    pub fn improve(&self, solution: Vec<Move>) {
        if self.set_best(solution) {
            self.report();
        }
    }

    /// Returns whether it is the shortest so far.
    fn set_best(&self, solution: Vec<Move>) -> bool {
        let mut bounds = lock(&self.bounds);
        let length = self.metric.length(&solution);
        let is_better = length < self.useless_from(&bounds);
        if is_better {
            bounds.best = Some(solution);
            self.compare(&bounds);
        }
        is_better
    }

    fn compare(&self, bounds: &Bounds) {
        let best = bounds.best.as_ref().map(|best| self.metric.length(best));
        if self.wants_one() && best.is_some_and(|best| best <= bounds.lower_bound.into()) {
            self.bounds_meet.store(true, Ordering::Relaxed);
        }
    }

    pub fn has_solution(&self) -> bool {
        lock(&self.bounds).best.is_some()
    }

    /// Longest length that still improves on the best known solution.
    pub fn max_useful_length(&self) -> u8 {
        self.useless_from(&lock(&self.bounds)).saturating_sub(1) as u8
    }

    /// The shortest length that is useless: no improvement on the best known solution, or above the greatest length.
    fn useless_from(&self, bounds: &Bounds) -> usize {
        let limit = usize::from(self.request.query.max_length()) + 1;
        let best = bounds.best.as_ref().map(|best| self.metric.length(best));
        best.map_or(limit, |best| best.min(limit))
    }

    /// Reports the progress to the callback, if one is set.
    pub fn report(&self) {
        if self.reporter.limits.on_progress.is_none() {
            return;
        }
        let _stop = self.reporter.stop_on_panic();
        let _one_at_a_time = lock(&self.reporting);
        let bounds = lock(&self.bounds);
        let best = bounds.best.as_ref();
        let best = best.map(|moves| Solution::of_moves(self.request.position, moves, self.metric));
        let done = bounds.depth.done(self.tasks_taken.load(Ordering::Relaxed));
        let whole = bounds.depth.expected_time(done);
        let end = self.useless_from(&bounds);
        let left = |whole: Duration| {
            let depth = bounds.depth.depth;
            let seconds = time_left(self.metric, depth, end, done, whole.as_secs_f64());
            Duration::from_secs_f64(seconds.min(MAX_TIME_LEFT))
        };
        let (nodes, probes) = self.reporter.work();
        let progress = Progress {
            depth: bounds.depth.depth,
            done,
            lower_bound: bounds.lower_bound,
            best: best.as_ref(),
            nodes,
            probes,
            time_left: whole.map(left),
        };
        // the callback may take its time
        drop(bounds);
        let _ = self.reporter.notify(&progress);
    }

    /// Waits for some time, or until the search has ended; returns whether it has.
    pub fn wait(&self, time: Duration) -> bool {
        let bounds = lock(&self.bounds);
        let waited = self
            .ended
            .wait_timeout_while(bounds, time, |bounds| !bounds.has_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }

    /// The answer, given the solutions that the search itself has found.
    pub fn into_answer(self, found: Vec<Vec<Move>>, outcome: Outcome) -> Answer {
        let (nodes, probes) = self.reporter.work();
        let wants_one = self.wants_one();
        let bounds = self.bounds.into_inner();
        let bounds = bounds.unwrap_or_else(PoisonError::into_inner);
        let best = bounds.best.filter(|_| wants_one && found.is_empty());
        let solutions = found.iter().chain(&best);
        let solution =
            |moves: &Vec<Move>| Solution::of_moves(self.request.position, moves, self.metric);
        Answer {
            solutions: solutions.map(solution).collect(),
            lower_bound: bounds.lower_bound,
            nodes,
            probes,
            ..Answer::empty(self.metric, outcome)
        }
    }
}

/// The inverse of the scramble, if the cube was given by one.
pub fn undone(position: &Position) -> Option<Vec<Move>> {
    let scramble = position.scramble.as_ref()?;
    let inverse = scramble.moves().iter().rev().map(|m| m.inverse());
    let inverse: Sequence = inverse.collect();
    Some(inverse.simplified().moves().to_vec())
}

impl Depth {
    fn done(&self, taken: usize) -> f64 {
        match self.tasks {
            0 => 0.0,
            tasks => taken.min(tasks) as f64 / tasks as f64,
        }
    }

    /// The time of the whole depth: extrapolated from this depth once a tenth of it is done.
    fn expected_time(&self, done: f64) -> Option<Duration> {
        const ENOUGH: f64 = 0.1;
        match done < ENOUGH {
            true => self.predicted,
            false => Some(self.begin.elapsed().div_f64(done)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_extrapolated_once_a_tenth_of_the_tasks_is_done() {
        let depth = |tasks| Depth {
            depth: 12,
            begin: Instant::now(),
            tasks,
            predicted: None,
        };
        let split = depth(20);
        assert_eq!(
            [0, 5, 20, 28].map(|taken| split.done(taken)),
            [0.0, 0.25, 1.0, 1.0]
        );
        assert_eq!(depth(0).done(8), 0.0);
        let is_known = |taken| split.expected_time(split.done(taken)).is_some();
        assert_eq!([0, 1, 2, 3].map(is_known), [false, false, true, true]);
    }
}
