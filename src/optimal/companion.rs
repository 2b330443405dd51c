//! Runs beside a long search: finds short solutions with the two-phase algorithm, and reports
//! progress regularly.

use super::state::{SearchState, StopOnPanic};
use crate::coord::Stop;
use crate::two_phase::{Event, TwoPhase};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time before the first search for short solutions: most cubes are solved by then. With a timeout
/// there is none, since a solution is needed when it ends.
const PATIENCE: Duration = Duration::from_millis(300);

/// Fraction of the time after that which is spent on short solutions: the longer a search takes, the
/// less a single thread of it is missed.
const SHARE: f64 = 0.05;

/// Nodes expanded to find some solution after a search was stopped, at most: about a second's worth,
/// where a thousandth is the rule. There need not be one within the greatest length.
const MAX_NODES: u64 = 2_000_000;

/// Time between two progress reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Works beside a search until that has ended.
pub fn accompany(state: &SearchState) {
    let _stop = StopOnPanic(state);
    let mut companion = Companion {
        state,
        begin: Instant::now(),
        idle: Duration::ZERO,
        last_report: Instant::now(),
        patience: match state.limits.deadline() {
            Some(_) => Duration::ZERO,
            None => PATIENCE,
        },
    };
    if state.wants_one() {
        companion.rest(companion.patience);
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
    let stop = Stop::when(state.limits.stop_flag());
    let Ok(two_phase) = TwoPhase::shared(state.metric(), stop) else {
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
    begin: Instant,
    /// Time in which it did not work.
    idle: Duration,
    last_report: Instant,
    /// See [`PATIENCE`].
    patience: Duration,
}

impl Companion<'_, '_> {
    /// Finds shorter and shorter solutions until the search has ended.
    fn improve(&mut self) {
        let state = self.state;
        let Ok(two_phase) = TwoPhase::shared(state.metric(), state.limits.as_stop()) else {
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

    /// Rests while more than its share of the time was spent. Breaks when the search has ended.
    fn go_slow(&mut self) -> ControlFlow<()> {
        let mut ended = self.rest(Duration::ZERO);
        while !ended && self.work() > self.allowance() {
            ended = self.rest(INTERVAL);
        }
        match ended {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn work(&self) -> Duration {
        self.begin.elapsed().saturating_sub(self.idle)
    }

    /// The time that it may have worked by now. The first solution is always searched for.
    fn allowance(&self) -> Duration {
        match self.state.has_solution() {
            true => {
                let elapsed = self.begin.elapsed().saturating_sub(self.patience);
                elapsed.mul_f64(SHARE)
            }
            false => Duration::MAX,
        }
    }

    /// Rests for some time, or until the search has ended; returns whether it has. Reports progress
    /// if it is time to.
    fn rest(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        let ended = self.state.wait(time);
        self.idle += start.elapsed();
        if !ended && self.last_report.elapsed() >= INTERVAL {
            self.state.report();
            self.last_report = Instant::now();
        }
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

    fn companion<'s, 'a>(
        state: &'s SearchState<'a>,
        begin: Instant,
        idle: Duration,
    ) -> Companion<'s, 'a> {
        Companion {
            state,
            begin,
            idle,
            last_report: begin,
            patience: PATIENCE,
        }
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
    fn without_listener_and_for_all_solutions_it_does_nothing() {
        let (query, limits, position) = (Query::new().all(), Limits::default(), superflip());
        let state = state(&position, &query, &limits);
        accompany(&state);
        find_any(&state);
        assert!(!state.has_solution());
    }

    #[test]
    fn stopped_search_finds_some_solution_within_max_moves() {
        TwoPhase::shared(Metric::HalfTurn, Stop::never()).unwrap();
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

    /// Of 20 seconds after the first 300 milliseconds it may have worked 985 milliseconds.
    #[test]
    fn work_is_a_twentieth_of_the_time_once_a_solution_is_known() {
        let (query, limits, position) = (Query::new(), Limits::default(), superflip());
        let state = state(&position, &query, &limits);
        let milliseconds = Duration::from_millis;
        let begin = Instant::now() - milliseconds(20_000);
        assert!(
            companion(&state, begin, Duration::ZERO)
                .go_slow()
                .is_continue()
        );
        TwoPhase::shared(Metric::HalfTurn, Stop::never()).unwrap();
        find_any(&state);
        let mut below = companion(&state, begin, milliseconds(19_500));
        assert!(below.go_slow().is_continue());
        assert!(below.idle < milliseconds(19_600), "{:?}", below.idle);
        // after 1000 milliseconds of work it rests for 300 more
        let mut above = companion(&state, begin, milliseconds(19_000));
        assert!(above.go_slow().is_continue());
        assert!(above.idle >= milliseconds(19_250), "{:?}", above.idle);
        drop(EndOnDrop(&state));
        assert!(above.go_slow().is_break());
    }
}
