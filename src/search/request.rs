//! What is asked of a search, and what it answers.

use super::forecast::growth;
use crate::cube::{Metric, Move};
use crate::notation::moves_to_string;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Which solutions to look for; by default one optimal solution.
///
/// ```
/// use cubesolve::Request;
///
/// let five_at_most = Request::default().count(5).extra(1);
/// assert_eq!((five_at_most.count, five_at_most.extra), (Some(5), 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// How many solutions to return at most; `None` for all there are.
    pub count: Option<usize>,
    /// How much longer than optimal a solution may be.
    pub extra: u8,
    /// The greatest length tried; by default enough for every cube in any metric.
    pub max_moves: u8,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            count: Some(1),
            extra: 0,
            max_moves: Metric::QuarterTurn.gods_number(),
        }
    }
}

impl Request {
    /// All optimal solutions.
    pub fn all() -> Request {
        Request {
            count: None,
            ..Request::default()
        }
    }

    /// The same for so many solutions at most, at least 1.
    pub fn count(self, count: usize) -> Request {
        Request {
            count: Some(count),
            ..self
        }
    }

    /// The same with solutions up to so much longer than optimal, too.
    pub fn extra(self, extra: u8) -> Request {
        Request { extra, ..self }
    }

    /// The same for solutions of this length at most.
    pub fn max_moves(self, max_moves: u8) -> Request {
        Request { max_moves, ..self }
    }
}

/// How far a search has got.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress<'a> {
    /// Length of the solutions looked for now.
    pub depth: u8,
    /// The part of this depth that is done, `0.0..=1.0`; 0 for depths that take no time.
    pub done: f64,
    /// Proved: no solution is shorter.
    pub lower_bound: u8,
    /// The shortest solution known.
    pub best: Option<&'a [Move]>,
    /// Positions expanded, in all depths together.
    pub nodes: u64,
    /// Reads of the pruning table, in all depths together.
    pub probes: u64,
    /// Expected for a random cube of which so much is known; `None` until a depth was searched.
    pub time_left: Option<Duration>,
}

/// What can end a search early, and who hears of its progress; by default nothing and nobody.
///
/// ```
/// use cubesolve::Limits;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// let stop = AtomicBool::new(false);
/// let limits = Limits::default().timeout(Duration::from_secs(1)).stop(&stop);
/// assert!(limits.deadline.is_some());
/// ```
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Set by anyone, at any time, to end the search within milliseconds.
    pub stop: &'a AtomicBool,
    /// Set together with `stop` when nobody wants an answer any more. A search that was stopped
    /// otherwise looks for any solution if it knows none, mostly for milliseconds.
    pub abandoned: &'a AtomicBool,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Called after each depth that was searched in full or answered.
    pub on_depth: Option<&'a (dyn Fn(&DepthReport) + Sync)>,
    /// Called when a depth begins and when a shorter solution is known, and in long depths every
    /// tenth of a second, from any thread but by one at a time. It ends the search by breaking.
    pub on_progress: Option<&'a OnProgress<'a>>,
}

/// Who hears how far a search has got, and may end it.
pub type OnProgress<'a> = dyn Fn(&Progress) -> ControlFlow<()> + Sync + 'a;

impl Default for Limits<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Limits {
            stop: &NEVER,
            abandoned: &NEVER,
            deadline: None,
            on_depth: None,
            on_progress: None,
        }
    }
}

impl<'a> Limits<'a> {
    /// The same, ended when `stop` is set.
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Limits { stop, ..self }
    }

    /// The same, ended when `abandoned` is set, as nobody wants an answer any more.
    pub fn abandon(self, abandoned: &'a AtomicBool) -> Self {
        Limits {
            stop: abandoned,
            abandoned,
            ..self
        }
    }

    /// The same, ended after a time from now; a time beyond what clocks tell is none.
    pub fn timeout(self, time: Duration) -> Self {
        Limits {
            deadline: Instant::now().checked_add(time),
            ..self
        }
    }

    /// The same, with `on_depth` called after each depth.
    pub fn on_depth(self, on_depth: &'a (dyn Fn(&DepthReport) + Sync)) -> Self {
        Limits {
            on_depth: Some(on_depth),
            ..self
        }
    }

    /// The same, with `on_progress` called as the search gets on.
    pub fn on_progress(self, on_progress: &'a OnProgress<'a>) -> Self {
        Limits {
            on_progress: Some(on_progress),
            ..self
        }
    }

    /// Whether the search has to end now.
    pub fn reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
}

/// The work done at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthReport {
    /// What lengths are in.
    pub metric: Metric,
    /// Length of the solutions looked for.
    pub depth: u8,
    /// Positions expanded.
    pub nodes: u64,
    /// Reads of the pruning table.
    pub probes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Solutions of this length found so far.
    pub solutions: usize,
}

impl DepthReport {
    /// What the next depth takes at most, by the time that this one took.
    pub fn next_time(&self) -> Duration {
        self.time.mul_f64(growth(self.metric))
    }
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything asked for was found.
    Complete,
    /// There is no solution within `max_moves`.
    NoneWithinMaxMoves,
    /// The deadline passed, or somebody said stop.
    Stopped,
}

/// The result of a search. It is written as its solutions, each on a line of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What lengths are in: that of the table.
    pub metric: Metric,
    /// Canonical move sequences that solve the cube, each once, shortest first. In
    /// lexicographic order of move numbers within a length when all were asked for.
    ///
    /// When a search for one solution was stopped, the shortest that is known within `max_moves`,
    /// which may be longer than `lower_bound`.
    pub solutions: Vec<Vec<Move>>,
    /// Proved: no solution is shorter than this.
    pub lower_bound: u8,
    /// Why the search ended.
    pub outcome: Outcome,
    /// Positions expanded, in all depths together.
    pub nodes: u64,
    /// Reads of the pruning table, in all depths together.
    pub probes: u64,
}

impl Answer {
    /// The length of the first solution, if there is one.
    pub fn length(&self) -> Option<usize> {
        let first = self.solutions.first();
        first.map(|moves| self.metric.length(moves))
    }

    /// Whether the first solution is proved to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.length() == Some(self.lower_bound.into())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.solutions.iter().map(|s| moves_to_string(s)).collect();
        f.write_str(&lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;

    #[test]
    fn answers_are_written_and_measured() {
        let solution = |moves: &str| Sequence::parse(moves).unwrap().moves().to_vec();
        let answer = |metric, lower_bound| Answer {
            metric,
            solutions: vec![solution("R2 U"), solution("F' D2 B")],
            lower_bound,
            outcome: Outcome::Stopped,
            nodes: 0,
            probes: 0,
        };
        let half_turns = answer(Metric::HalfTurn, 2);
        assert_eq!(half_turns.to_string(), "R2 U\nF' D2 B");
        assert_eq!(
            (half_turns.length(), half_turns.is_optimal()),
            (Some(2), true)
        );
        let quarter_turns = answer(Metric::QuarterTurn, 2);
        assert_eq!(
            (quarter_turns.length(), quarter_turns.is_optimal()),
            (Some(3), false)
        );
        let none = Answer {
            solutions: vec![],
            ..half_turns
        };
        assert_eq!((none.length(), none.is_optimal()), (None, false));
    }

    #[test]
    fn requests_and_limits_keep_what_they_are_told() {
        let request = Request::all().extra(1).max_moves(7);
        assert_eq!(
            (request.count, request.extra, request.max_moves),
            (None, 1, 7)
        );
        assert_eq!(
            request.count(3),
            Request {
                count: Some(3),
                ..request
            }
        );
        let [never, now] = [false, true].map(AtomicBool::new);
        let limits = Limits::default();
        let later = limits.timeout(Duration::from_secs(1 << 20));
        assert!(!limits.reached() && !later.stop(&never).reached());
        assert!(later.stop(&now).reached() && later.abandon(&now).reached());
        assert!(std::ptr::eq(limits.abandon(&now).abandoned, &now));
        assert!(limits.timeout(Duration::ZERO).reached());
        assert!(limits.timeout(Duration::MAX).deadline.is_none());
        let told = limits
            .on_depth(&|_| ())
            .on_progress(&|_| ControlFlow::Break(()))
            .stop(&never);
        assert!(told.on_depth.is_some() && told.on_progress.is_some());
    }

    /// As many times as there are more positions, by the published numbers.
    #[test]
    fn the_next_depth_takes_as_many_times_as_long() {
        let next = |metric| {
            let report = DepthReport {
                metric,
                depth: 12,
                nodes: 1,
                probes: 1,
                time: Duration::from_secs(2),
                solutions: 0,
            };
            report.next_time().as_secs()
        };
        assert!((26..28).contains(&next(Metric::HalfTurn)));
        assert!((170..180).contains(&next(Metric::QuarterTurn)));
    }
}
