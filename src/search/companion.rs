//! What goes on beside a long search: short solutions are looked for, and somebody is told how it
//! gets on.

use super::progress::Watch;
use super::two_phase::{Step, TwoPhase};
use crate::cube::Cube;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time before the first look for short solutions: most cubes are solved by then.
const PATIENCE: Duration = Duration::from_millis(300);

/// The part of the time after that which it takes to look for them. The longer a search takes,
/// the less matters how long one that is stopped would have looked.
const SHARE: f64 = 0.05;

/// Positions expanded to find any solution at all, about a second's worth. Mostly a thousandth
/// will do; but one of few moves may be asked for, which there need not be.
const MOST_NODES: u64 = 2_000_000;

/// Time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Works beside a search until that has ended.
pub fn accompany(watch: &Watch, cube: &Cube) {
    let mut companion = Companion {
        watch,
        begun: Instant::now(),
        idle: Duration::ZERO,
        told: Instant::now(),
    };
    if watch.wants_one() {
        companion.rest(PATIENCE);
        companion.improve(cube);
    }
    while watch.is_watched() && !companion.rest(INTERVAL) {}
}

/// Finds some solution at once, if none is known: for the answer of a search that was stopped.
pub fn find_any(watch: &Watch, cube: &Cube) {
    if watch.wants_one() && !watch.any_known() {
        let two_phase = TwoPhase::shared(watch.metric());
        let (most, abandoned) = (watch.most_wanted(), watch.limits().abandoned);
        two_phase.improve(cube, most, abandoned, &mut |step| match step {
            Step::Expanded(nodes) if nodes < MOST_NODES => ControlFlow::Continue(()),
            Step::Expanded(_) => ControlFlow::Break(()),
            Step::Found(solution) => {
                watch.improve(solution);
                ControlFlow::Break(())
            }
        });
    }
}

struct Companion<'a> {
    watch: &'a Watch<'a>,
    begun: Instant,
    /// Time that it did not work.
    idle: Duration,
    /// When it last told of the progress.
    told: Instant,
}

impl Companion<'_> {
    /// Finds shorter and shorter solutions, until the search has ended.
    fn improve(&mut self, cube: &Cube) {
        let watch = self.watch;
        let two_phase = TwoPhase::shared(watch.metric());
        let stop = watch.limits().stop;
        two_phase.improve(cube, watch.most_wanted(), stop, &mut |step| match step {
            Step::Expanded(_) => self.go_slow(),
            Step::Found(solution) => {
                watch.improve(solution);
                ControlFlow::Continue(())
            }
        });
    }

    /// Rests as long as more than its share of the time was spent. Breaks when the search has
    /// ended.
    fn go_slow(&mut self) -> ControlFlow<()> {
        let mut ended = self.rest(Duration::ZERO);
        while !ended && self.work() > self.begun.elapsed().saturating_sub(PATIENCE).mul_f64(SHARE) {
            ended = self.rest(INTERVAL);
        }
        match ended {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn work(&self) -> Duration {
        self.begun.elapsed().saturating_sub(self.idle)
    }

    /// Rests for a time, or until the search has ended: returns whether it has. Tells of the
    /// progress when it is time to.
    fn rest(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        let ended = self.watch.wait(time);
        self.idle += start.elapsed();
        if !ended && self.told.elapsed() >= INTERVAL {
            self.watch.tell();
            self.told = Instant::now();
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Metric, Move};
    use crate::search::{Limits, Progress, Request};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// All edges flipped, which takes 20 moves.
    fn superflip() -> Cube {
        let moves = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
        moves.parse().unwrap()
    }

    fn companion<'a>(watch: &'a Watch<'a>, begun: Instant, idle: Duration) -> Companion<'a> {
        Companion {
            watch,
            begun,
            idle,
            told: begun,
        }
    }

    /// Until the search ends the best solution gets shorter, and whoever listens hears of it: of each
    /// one, and otherwise not too often.
    #[test]
    fn somebody_hears_how_a_search_gets_on() {
        let (times, last) = (AtomicUsize::new(0), Mutex::new(None));
        let hear = |progress: &Progress| {
            let best = progress.best.map(<[Move]>::len);
            if std::mem::replace(&mut *last.lock().unwrap(), best) == best {
                times.fetch_add(1, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        };
        let (request, limits) = (Request::default(), Limits::default().on_progress(&hear));
        let watch = Watch::new(Metric::HalfTurn, &request, &limits, None);
        let cube = superflip();
        let begun = Instant::now();
        std::thread::scope(|scope| {
            let companion = scope.spawn(|| accompany(&watch, &cube));
            let has_all = || watch.any_known() && times.load(Ordering::Relaxed) >= 5;
            while !companion.is_finished() && !has_all() {
                std::thread::yield_now();
            }
            assert!(!companion.is_finished(), "it ends before the search");
            watch.end();
        });
        let intervals = begun.elapsed().as_millis() / INTERVAL.as_millis();
        assert!(times.load(Ordering::Relaxed) as u128 <= intervals + 1);
        assert!(watch.most_wanted() < 30);
    }

    #[test]
    fn where_nobody_listens_and_all_are_wanted_there_is_nothing_to_do() {
        let (request, limits) = (Request::all(), Limits::default());
        let watch = Watch::new(Metric::HalfTurn, &request, &limits, None);
        accompany(&watch, &superflip());
        find_any(&watch, &superflip());
        assert!(!watch.any_known());
    }

    #[test]
    fn an_answer_is_found_if_none_is_known() {
        let (request, limits) = (Request::default(), Limits::default());
        let watch = |request| Watch::new(Metric::HalfTurn, request, &limits, None);
        let first = watch(&request);
        find_any(&first, &superflip());
        assert!((19..30).contains(&first.most_wanted()));
        let known = watch(&request);
        known.improve(vec![Move::from_index(0); 25]);
        find_any(&known, &superflip());
        assert_eq!(known.most_wanted(), 24, "one is known");
        // there is none of so few moves: it gives up
        let few = request.max_moves(16);
        let none = watch(&few);
        find_any(&none, &superflip());
        assert!(!none.any_known());
    }

    /// Of 20 seconds, but for the first 300 milliseconds, 985 may have been worked.
    #[test]
    fn it_works_a_twentieth_of_the_time() {
        let (request, limits) = (Request::default(), Limits::default());
        let watch = Watch::new(Metric::HalfTurn, &request, &limits, None);
        let milliseconds = Duration::from_millis;
        let begun = Instant::now() - milliseconds(20_000);
        let mut diligent = companion(&watch, begun, milliseconds(19_500));
        assert!(diligent.go_slow().is_continue());
        // 1000 take 300 more of rest
        let mut tired = companion(&watch, begun, milliseconds(19_000));
        assert!(tired.go_slow().is_continue());
        assert!(tired.idle >= milliseconds(19_250), "{:?}", tired.idle);
        watch.end();
        assert!(tired.go_slow().is_break());
    }

    #[test]
    fn it_tells_when_it_rests_and_has_not_told_lately() {
        let times = AtomicUsize::new(0);
        let hear = |_: &Progress| {
            times.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let (request, limits) = (Request::default(), Limits::default().on_progress(&hear));
        let watch = Watch::new(Metric::HalfTurn, &request, &limits, None);
        let (minute, rest) = (Duration::from_secs(60), Duration::from_millis(10));
        let now = Instant::now();
        let mut companion = companion(&watch, now, Duration::ZERO);
        companion.told = now + minute;
        assert!(!companion.rest(rest));
        assert_eq!(times.load(Ordering::Relaxed), 0, "it has told lately");
        assert!(companion.idle >= rest);
        companion.told = now - INTERVAL;
        assert!(!companion.rest(Duration::ZERO));
        assert_eq!(times.load(Ordering::Relaxed), 1);
        assert!(companion.told >= now);
        watch.end();
        companion.told = now - INTERVAL;
        assert!(companion.rest(minute));
        assert_eq!(times.load(Ordering::Relaxed), 1, "the search has ended");
    }
}
