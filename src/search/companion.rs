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
