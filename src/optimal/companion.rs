//! Runs beside a long search: finds short solutions with the two-phase algorithm, and reports
//! progress regularly.

use super::state::SearchState;
use crate::coord::Stop;
use crate::two_phase::{Event, TwoPhaseTables};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time before the first search for short solutions: most cubes are solved by then. With a timeout
/// there is none, since a solution is needed when it ends.
const PATIENCE: Duration = Duration::from_millis(300);

/// Rest after each stretch of work once a solution is known, as a multiple of its time: a long search
/// hardly misses a twentieth of a thread.
const REST: f64 = 19.0;

/// Nodes expanded to find some solution after a search was stopped, at most: about a second's worth,
/// where a thousandth is the rule. There need not be one within the greatest length.
const MAX_NODES: u64 = 2_000_000;

/// Time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Works beside a search until that has ended.
pub fn accompany(state: &SearchState) {
    let _stop = state.stop_on_panic();
    let mut companion = Companion {
        state,
        rested: Instant::now(),
        reported: Instant::now(),
    };
    if state.wants_one() {
        companion.rest(match state.limits.deadline {
            Some(_) => Duration::ZERO,
            None => PATIENCE,
        });
        companion.improve();
    }
    while state.has_listener() && !companion.rest(INTERVAL) {}
}

/// Finds some solution if none is known, for the answer of a search that has ended early. If the
/// stop flag is set and the tables for that are not generated yet, it finds none.
pub fn find_any(state: &SearchState) {
    if !state.wants_one() || state.has_solution() {
        return;
    }
    // not at the deadline, which has passed: the tables take some tenths of a second
    let stop = Stop::when(state.limits.stop);
    let Ok(two_phase) = TwoPhaseTables::shared(state.metric, stop) else {
        return;
    };
    let (cube, max_length) = (&state.position.cube, state.max_useful_length());
    two_phase.improve(cube, max_length, &mut |event| match event {
        Event::Expanded(nodes) if nodes < MAX_NODES => ControlFlow::Continue(()),
        Event::Expanded(_) => ControlFlow::Break(()),
        Event::Found(solution) => {
            state.improve(solution);
            ControlFlow::Break(())
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
    /// Finds shorter and shorter solutions until the search has ended.
    fn improve(&mut self) {
        let state = self.state;
        let Ok(two_phase) = TwoPhaseTables::shared(state.metric, state.limits.as_stop()) else {
            return;
        };
        let (cube, max_length) = (&state.position.cube, state.max_useful_length());
        two_phase.improve(cube, max_length, &mut |event| match event {
            Event::Expanded(_) => self.go_slow(),
            Event::Found(solution) => {
                state.improve(solution);
                ControlFlow::Continue(())
            }
        });
    }

    /// Rests in proportion to the work since the last rest, but no longer than between two reports; not
    /// at all until a solution is known. Breaks when the search has ended.
    fn go_slow(&mut self) -> ControlFlow<()> {
        let time = match self.state.has_solution() {
            true => self.rested.elapsed().mul_f64(REST).min(INTERVAL),
            false => Duration::ZERO,
        };
        match self.rest(time) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Rests for some time, or until the search has ended; returns whether it has. Reports progress
    /// if it is time to.
    fn rest(&mut self, time: Duration) -> bool {
        let ended = self.state.wait(time);
        if !ended && self.reported.elapsed() >= INTERVAL {
            self.state.report();
            self.reported = Instant::now();
        }
        self.rested = Instant::now();
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube, Metric, Position};
    use crate::optimal::state::EndOnDrop;
    use crate::search::{Limits, Progress, Query};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The superflip, which takes 20 moves; without its scramble.
    fn superflip() -> Position {
        let moves = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
        Position::from(moves.parse::<Cube>().unwrap())
    }

    fn state<'a>(
        position: &'a Position,
        query: &'a Query,
        limits: &'a Limits<'a>,
    ) -> SearchState<'a> {
        SearchState::new(Metric::HalfTurn, position, query, limits, None)
    }

    #[test]
    fn long_search_improves_and_reports_until_it_ends() {
        let (reports, last) = (AtomicUsize::new(0), Mutex::new(None));
        let on_progress = |progress: &Progress| {
            let best = progress.best.map(|best| best.length());
            if std::mem::replace(&mut *last.lock().unwrap(), best) == best {
                reports.fetch_add(1, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        };
        let (query, limits) = (Query::new(), Limits::default().on_progress(&on_progress));
        let position = superflip();
        let state = state(&position, &query, &limits);
        let begin = Instant::now();
        std::thread::scope(|scope| {
            let companion = scope.spawn(|| accompany(&state));
            let is_enough = || state.has_solution() && reports.load(Ordering::Relaxed) >= 5;
            while !companion.is_finished() && !is_enough() {
                std::thread::yield_now();
            }
            assert!(!companion.is_finished(), "it ended before the search");
            drop(EndOnDrop(&state));
        });
        let intervals = begin.elapsed().as_millis() / INTERVAL.as_millis();
        assert!(reports.load(Ordering::Relaxed) as u128 <= intervals + 1);
        assert!(state.max_useful_length() < 30);
    }

    #[test]
    fn stopped_search_finds_some_solution_within_max_moves() {
        TwoPhaseTables::shared(Metric::HalfTurn, Stop::never()).unwrap();
        let (limits, position) = (Limits::default(), superflip());
        let query = Query::new();
        let first = state(&position, &query, &limits);
        find_any(&first);
        assert!((19..30).contains(&first.max_useful_length()));
        // there is none of 16 moves: it gives up
        let query = query.max_moves(16);
        let none = state(&position, &query, &limits);
        find_any(&none);
        assert!(!none.has_solution());
    }
}
