//! Runs beside a long search: finds short solutions with the two-phase algorithm, and reports
//! progress regularly.

use super::state::{EndOnDrop, SearchState};
use crate::coord::Stop;
use crate::host::Instant;
use crate::host::thread;
use crate::search::reporter::REPORT_INTERVAL;
use crate::two_phase::{Event, TwoPhaseTables};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::time::Duration;

/// Time before the first search for short solutions: most cubes are solved by then. With a timeout
/// there is none, since a solution is needed when it ends.
const PATIENCE: Duration = Duration::from_millis(300);

/// Rest after each stretch of work once a solution is known, as a multiple of its time: a long search
/// hardly misses a twentieth of a thread.
const REST: f64 = 19.0;

/// Nodes expanded to find some solution after a search was stopped, at most: about a second's worth,
/// where a thousandth is the rule. There need not be one within the greatest length.
const MAX_NODES: u64 = 2_000_000;

impl SearchState<'_> {
    /// Runs a search with a function that starts a companion, which ends with the search.
    pub fn with_companion<T>(&self, search: impl FnOnce(&mut dyn FnMut()) -> T) -> T {
        thread::scope(|scope| {
            let end = EndOnDrop(self);
            let mut companion = None;
            let start = || thread::Builder::new().spawn_scoped(scope, || accompany(self));
            let result = search(&mut || {
                companion.get_or_insert_with(start);
            });
            drop(end);
            // without a thread for it, a search does as well alone
            if let Some(Ok(companion)) = companion
                && let Err(panic) = companion.join()
            {
                resume_unwind(panic);
            }
            result
        })
    }
}

/// Works beside a search until that has ended.
fn accompany(state: &SearchState) {
    let _stop = state.reporter.stop_on_panic();
    let mut companion = Companion {
        state,
        rested: Instant::now(),
        reported: Instant::now(),
    };
    if state.wants_one() {
        companion.rest(match state.request.limits.deadline {
            Some(_) => Duration::ZERO,
            None => PATIENCE,
        });
        improve(state, state.request.limits.as_stop(), |_| {
            !companion.go_slow()
        });
    }
    while state.request.limits.on_progress.is_some() && !companion.rest(REPORT_INTERVAL) {}
}

/// Finds some solution if none is known, for the answer of a search that has ended early. If the
/// stop flag is set and the tables for that are not generated yet, it finds none.
pub fn find_any(state: &SearchState) {
    if !state.wants_one() || state.has_solution() {
        return;
    }
    // not at the deadline, which has passed: the tables take some tenths of a second
    let stop = Stop::when(state.request.limits.stop);
    improve(state, stop, |nodes| {
        nodes < MAX_NODES && !state.has_solution()
    });
}

/// Finds shorter and shorter solutions by the two-phase algorithm, until `go_on` returns false. It is called
/// with the number of nodes expanded so far, and with 0 after each solution.
fn improve(state: &SearchState, stop: Stop, mut go_on: impl FnMut(u64) -> bool) {
    let Ok(two_phase) = TwoPhaseTables::shared(state.metric, stop) else {
        return;
    };
    let (cube, max_length) = (&state.request.position.cube, state.max_useful_length());
    two_phase.improve(cube, max_length, &mut |event| {
        let nodes = match event {
            Event::Expanded(nodes) => nodes,
            Event::Found(solution) => {
                state.improve(solution);
                0
            }
        };
        match go_on(nodes) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
}

struct Companion<'s, 'a> {
    state: &'s SearchState<'a>,
    /// When it last rested and when progress was last reported.
    rested: Instant,
    reported: Instant,
}

impl Companion<'_, '_> {
    /// Rests in proportion to the work since the last rest, but no longer than between two reports; not
    /// at all until a solution is known. Returns whether the search has ended.
    fn go_slow(&mut self) -> bool {
        let time = match self.state.has_solution() {
            true => self.rested.elapsed().mul_f64(REST).min(REPORT_INTERVAL),
            false => Duration::ZERO,
        };
        self.rest(time)
    }

    /// Rests for some time, or until the search has ended; returns whether it has. Reports progress
    /// if it is time to.
    fn rest(&mut self, time: Duration) -> bool {
        let ended = self.state.wait(time);
        if !ended && self.reported.elapsed() >= REPORT_INTERVAL {
            self.state.report();
            self.reported = Instant::now();
        }
        self.rested = Instant::now();
        ended
    }
}
