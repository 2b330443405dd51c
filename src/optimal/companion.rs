//! Works beside a long search: finds short solutions with the two-phase algorithm, and reports
//! progress regularly.

use crate::coord::Stop;
use crate::cube::Cube;
use crate::host::{Instant, lock::lock, thread};
use crate::search::control::REPORT_INTERVAL;
use crate::search::{Control, Root};
use crate::two_phase::{self, Event, QuickTable};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Time before the first search for short solutions: most cubes are solved by then. With a timeout
/// there is none, since a solution is needed when it ends.
const PATIENCE: Duration = Duration::from_millis(300);

/// Rest after each stretch of work once a solution is found, as a multiple of its time: a long search
/// hardly misses a twentieth of a thread.
const REST: f64 = 19.0;

/// The same with a table for quick solutions, which finds many more.
const QUICK_REST: f64 = 4.0;

/// Nodes expanded before it rests although it has found nothing better than a known solution: a first one
/// takes a few thousand.
const FIRST_NODES: u64 = 10_000;

/// Nodes expanded to find some solution after a search was stopped, at most: about a second's worth,
/// where a thousandth is the rule. There need not be one within the greatest length.
const MAX_NODES: u64 = 2_000_000;

/// Finds short solutions of the roots of a search.
pub struct Companion<'a> {
    roots: &'a [Root],
    control: &'a Control<'a>,
    /// The table for quick solutions, which is opened when it is used for the first time.
    table: Lazy<'a>,
    has_found: AtomicBool,
    /// Nodes that it has expanded.
    expanded: AtomicU64,
    /// Whether the search beside it has ended.
    has_ended: Mutex<bool>,
    ended: Condvar,
}

type Lazy<'a> =
    LazyLock<Option<Arc<QuickTable>>, Box<dyn FnOnce() -> Option<Arc<QuickTable>> + Send + 'a>>;

/// Ends the companion when it is dropped, so that no thread waits for it even after a panic.
struct StopOnDrop<'s, 'a>(&'s Companion<'a>);

impl Drop for StopOnDrop<'_, '_> {
    fn drop(&mut self) {
        *lock(&self.0.has_ended) = true;
        self.0.ended.notify_all();
    }
}

/// When a companion last rested and when progress was last reported.
struct Pace<'s, 'a> {
    companion: &'s Companion<'a>,
    rested: Instant,
    reported: Instant,
}

impl<'a> Companion<'a> {
    /// A companion that uses a table for quick solutions if there is one to open.
    pub fn new(
        roots: &'a [Root],
        control: &'a Control<'a>,
        open: impl FnOnce() -> Option<Arc<QuickTable>> + Send + 'a,
    ) -> Companion<'a> {
        Companion {
            roots,
            control,
            table: Lazy::new(Box::new(open)),
            has_found: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            has_ended: Mutex::new(false),
            ended: Condvar::new(),
        }
    }

    /// Calls a search with a function that starts the companion, which ends with the search.
    pub fn work_beside<T>(&self, search: impl FnOnce(&(dyn Fn() + Sync)) -> T) -> T {
        *lock(&self.has_ended) = false;
        thread::scope(|scope| {
            let end = StopOnDrop(self);
            let companion = OnceLock::new();
            let spawn = || thread::Builder::new().spawn_scoped(scope, || self.work());
            let result = search(&|| {
                companion.get_or_init(spawn);
            });
            drop(end);
            // without a thread for it, a search does as well alone
            if let Some(Ok(companion)) = companion.into_inner()
                && let Err(panic) = companion.join()
            {
                resume_unwind(panic);
            }
            result
        })
    }

    /// Works until the search has ended.
    fn work(&self) {
        let (control, limits) = (self.control, self.control.limits);
        let _stop = control.stop_on_panic();
        let mut pace = Pace {
            companion: self,
            rested: Instant::now(),
            reported: Instant::now(),
        };
        if control.bounds.is_for_one() {
            pace.rest(match limits.deadline {
                Some(_) => Duration::ZERO,
                None => PATIENCE,
            });
            // most proofs take less than this part of their time; the others had better have short solutions
            let start = Instant::now();
            let last_rest = limits
                .deadline
                .map(|end| start + end.saturating_duration_since(start) / 4);
            self.improve(limits.as_stop(), |nodes| {
                let has_tried = self.has_found() || nodes >= FIRST_NODES;
                let has_time = last_rest.is_none_or(|last| Instant::now() < last);
                !pace.rest_in_proportion(control.has_solution() && has_tried && has_time)
            });
        }
        while limits.on_progress.is_some() && !pace.rest(REPORT_INTERVAL) {}
    }

    fn has_found(&self) -> bool {
        self.has_found.load(Ordering::Relaxed)
    }

    /// As many nodes as a quick query expands for these roots.
    fn enough_nodes(&self) -> u64 {
        let of_one = two_phase::enough_nodes(self.control.bounds.metric, self.table.as_deref());
        MAX_NODES.min(of_one * self.roots.len() as u64)
    }

    /// Makes up for what it has expanded less than a quick query, so that the answer of a search that has ended
    /// early is at least as good; that takes milliseconds. If the stop flag is set and the tables for that are
    /// not generated yet, it finds none.
    pub fn catch_up(&self) {
        let (control, enough) = (self.control, self.enough_nodes());
        let has_caught_up = self.expanded.load(Ordering::Relaxed) >= enough;
        if !control.bounds.is_for_one() || has_caught_up && control.has_solution() {
            return;
        }
        // not at the deadline, which has passed: the tables take some tenths of a second
        let stop = Stop::when(control.limits.stop);
        self.improve(stop, |nodes| {
            nodes < enough || !control.has_solution() && nodes < MAX_NODES
        });
    }

    /// Finds shorter and shorter solutions by the two-phase algorithm, until `go_on` returns false. It is called
    /// with the number of nodes expanded so far.
    fn improve(&self, stop: Stop, mut go_on: impl FnMut(u64) -> bool) {
        let (control, metric) = (self.control, self.control.bounds.metric);
        let cubes: Vec<Cube> = self.roots.iter().map(|root| root.position.cube).collect();
        let mut expanded = 0;
        two_phase::improve(
            (metric, self.table.as_deref()),
            (&cubes, control.max_useful_length()),
            stop,
            &mut |event| {
                match event {
                    Event::Expanded(nodes) => {
                        expanded += nodes;
                        self.expanded.fetch_max(expanded, Ordering::Relaxed);
                    }
                    Event::Found(root, moves) => {
                        self.has_found.store(true, Ordering::Relaxed);
                        control.improve(self.roots[root].solution(&moves, metric));
                    }
                }
                match go_on(expanded) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            },
        );
    }

    /// Waits for some time, or until the search has ended; returns whether it has.
    fn wait(&self, time: Duration) -> bool {
        let has_ended = lock(&self.has_ended);
        if *has_ended {
            return true;
        }
        // woken for no reason, it rests less, which is harmless; what would repeat the wait asks `std` for the time,
        // which there is not on the web
        let waited = self.ended.wait_timeout(has_ended, time);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Pace<'_, '_> {
    /// Rests in proportion to the work since the last rest, but no longer than between two reports; not
    /// at all if it may not yet. Returns whether the search has ended.
    fn rest_in_proportion(&mut self, may_rest: bool) -> bool {
        let rest = match *self.companion.table {
            Some(_) => QUICK_REST,
            None => REST,
        };
        let time = match may_rest {
            true => self.rested.elapsed().mul_f64(rest).min(REPORT_INTERVAL),
            false => Duration::ZERO,
        };
        self.rest(time)
    }

    /// Rests for some time, or until the search has ended; returns whether it has. Reports progress
    /// if it is time to.
    fn rest(&mut self, time: Duration) -> bool {
        let ended = self.companion.wait(time);
        if !ended && self.reported.elapsed() >= REPORT_INTERVAL {
            // a callback that ends the search has set the flag for it
            let _ = self.companion.control.report();
            self.reported = Instant::now();
        }
        self.rested = Instant::now();
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Position;
    use crate::search::{Bounds, Limits, Outcome, Query, Threads};
    use rand::SeedableRng;

    /// Counted in nodes, so on any machine: without a solution before, and with one that is little use.
    #[test]
    fn stopped_search_finds_what_a_quick_query_finds() {
        let mut rng = rand::rngs::ChaCha12Rng::from_seed([3; 32]);
        let (limits, threads) = (Limits::default(), Threads::new(1));
        for known in [None, Some(1), Some(0)].into_iter().cycle().take(12) {
            let roots = [Root::new(Position::from(Cube::random(&mut rng)))];
            let control = || Control::new(Bounds::from(&Query::new()), &limits, &threads);
            let quick = two_phase::search(&roots, &control(), None, None).unwrap();
            let quick = quick.solutions[0].clone();
            let stopped = control();
            if let Some(more) = known {
                let mut worse = quick.clone();
                worse.length += more;
                stopped.improve(worse);
            }
            let companion = Companion::new(&roots, &stopped, || None);
            companion.catch_up();
            let expanded = companion.expanded.load(Ordering::Relaxed);
            assert!(expanded >= two_phase::enough_nodes(stopped.bounds.metric, None));
            let answer = stopped.answer(vec![], Outcome::TimedOut);
            assert!(answer.length().unwrap() <= quick.length());
            // once is enough
            companion.catch_up();
            assert_eq!(companion.expanded.load(Ordering::Relaxed), expanded);
        }
    }
}
