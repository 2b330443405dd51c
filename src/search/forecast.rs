//! How long a search still takes, extrapolated from its last depths.

use crate::cube::Metric;
use std::time::Duration;

/// Growth of the work from one depth to the next: the ratio of the numbers of positions at
/// distances one move, or two quarter turns, apart (<https://cube20.org>); in slice turns that of canonical sequences.
pub fn growth(metric: Metric) -> f64 {
    match metric {
        Metric::HalfTurn => 13.3,
        Metric::QuarterTurn => 87.0,
        Metric::SliceTurn => 18.6,
    }
}

/// Fraction of a depth that is searched until its first solution is found, measured over random
/// cubes with 8G.
const TO_FIRST: f64 = 0.14;

/// The smallest of the distances in [`FRACTIONS`], by metric.
const FIRST_KNOWN: [u8; Metric::ALL.len()] = [15, 16, 13];

/// Fractions of all positions by distance: in half turns at 15 to 20 (<https://cube20.org>); in
/// quarter turns at 16 to 23, as if those of one parity were met at random by sequences, whose
/// number grows as that of the positions at 10 to 13 (J. Bryan); in slice turns at 13 to 17, as 204 random
/// cubes have it, and below 15 as the number of sequences grows.
const FRACTIONS: [&[f64]; Metric::ALL.len()] = [
    &[0.0021, 0.0254, 0.277, 0.670, 0.0347, 1e-11],
    &[1.0e-4, 9.5e-4, 0.0088, 0.076, 0.383, 0.423, 0.108, 1e-5],
    &[0.0004, 0.006, 0.113, 0.652, 0.229],
];

/// The fraction of all positions at a distance; 0 beyond the known distances.
fn fraction(metric: Metric, distance: u8) -> f64 {
    let (known, first) = (FRACTIONS[metric as usize], FIRST_KNOWN[metric as usize]);
    match distance.checked_sub(first) {
        Some(beyond) => known.get(usize::from(beyond)).copied().unwrap_or(0.0),
        None => known[0] / growth(metric).powi(((first - distance) / metric.length_step()).into()),
    }
}

/// Expected seconds until a search for one solution of a random cube ends, if `depth` takes
/// `seconds` of which the fraction `done` has passed. Depths from `end` on are not searched.
pub fn time_left(metric: Metric, depth: u8, end: usize, done: f64, seconds: f64) -> f64 {
    let (mut expected, mut chances, mut before) = (0.0, 0.0, 0.0);
    let (mut remaining, mut whole) = (seconds * (1.0 - done), seconds);
    let depths = (depth..=metric.gods_number()).step_by(metric.length_step().into());
    for distance in depths {
        if usize::from(distance) >= end {
            remaining = 0.0;
        }
        let mut chance = fraction(metric, distance);
        if distance == depth {
            chance *= 1.0 - done;
        }
        expected += chance * (before + TO_FIRST * remaining);
        chances += chance;
        before += remaining;
        whole *= growth(metric);
        remaining = whole;
    }
    if chances > 0.0 {
        expected / chances
    } else {
        seconds * (1.0 - done)
    }
}

/// The root that is being searched at a depth.
#[derive(Clone, Copy, Default)]
pub struct CurrentRoot {
    /// Its number, and of how many.
    pub number: usize,
    pub roots: usize,
    /// Number of tasks that the search is split into; 0 if it is not.
    pub tasks: usize,
    /// Time that it took at the depth before, if that was long enough to extrapolate from.
    pub time_before: Option<Duration>,
}

impl CurrentRoot {
    /// Which fraction of the depth is done, by the tasks taken.
    pub fn done(&self, taken: usize) -> f64 {
        let of_root = match self.tasks {
            0 => 0.0,
            tasks => taken.min(tasks) as f64 / tasks as f64,
        };
        (self.number as f64 + of_root) / self.roots.max(1) as f64
    }

    /// The time of the whole depth, if each root takes as much longer than at the depth before.
    pub fn predicted(&self, growth: f64) -> Option<Duration> {
        let time = self.time_before?;
        Some(time.mul_f64(growth * self.roots as f64))
    }
}

/// The time of a depth of which a fraction is done after some time and probes, once these are enough: with fewer, what
/// is done only once counts, and other processes that have their turn.
pub fn extrapolated(time: Duration, done: f64, probes: u64) -> Option<Duration> {
    const ENOUGH: f64 = 0.1;
    const ENOUGH_PROBES: u64 = 100_000;
    (done >= ENOUGH && probes >= ENOUGH_PROBES).then(|| time.div_f64(done))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64) -> bool {
        (value / expected - 1.0).abs() < 0.02
    }

    #[test]
    fn fraction_shrinks_by_the_growth_below_the_known_distances() {
        for (metric, known) in [(Metric::HalfTurn, 15), (Metric::QuarterTurn, 16)] {
            let below = known - metric.length_step();
            let ratio = fraction(metric, known) / fraction(metric, below);
            assert!(is_near(ratio, growth(metric)), "{ratio}");
        }
    }

    /// By hand: of the cubes that need at least 17 moves 282 in 1000 need 17, 682 need 18 and 35
    /// need 19; if depth 17 takes a second, the next ones take 13.3 and 177, and the first solution
    /// of a depth comes after a seventh of it.
    #[test]
    fn time_left_covers_the_depths_not_yet_searched() {
        let half_turns =
            |depth, end, done, seconds| time_left(Metric::HalfTurn, depth, end, done, seconds);
        assert!(is_near(half_turns(17, 99, 0.0, 1.0), 3.373));
        assert!(is_near(half_turns(17, 99, 0.5, 1.0), 3.475));
        // a solution of 18 moves is known: nothing is searched after depth 17
        assert!(is_near(half_turns(17, 18, 0.0, 1.0), 0.757));
        assert!(is_near(half_turns(17, 19, 0.0, 1.0), 2.498));
        assert_eq!(half_turns(17, 17, 0.0, 1.0), 0.0);
        assert!(is_near(half_turns(19, 99, 0.25, 1.0), 0.105));
        // beyond God's number only a search for all solutions goes on
        assert_eq!(half_turns(21, 99, 0.25, 8.0), 6.0);
        // of one parity: 383 in 1000 at 20 and 108 at 22, which takes 87 times as long
        let left = time_left(Metric::QuarterTurn, 20, 99, 0.0, 1.0);
        assert!(is_near(left, 3.008), "{left}");
    }

    #[test]
    fn time_is_extrapolated_once_a_tenth_of_the_tasks_is_done() {
        let root = |tasks| CurrentRoot {
            number: 0,
            roots: 1,
            tasks,
            time_before: None,
        };
        let split = root(20);
        let done = [0, 5, 20, 28].map(|taken| split.done(taken));
        assert_eq!(done, [0.0, 0.25, 1.0, 1.0]);
        assert_eq!(root(0).done(8), 0.0);
        let second = CurrentRoot {
            number: 1,
            roots: 2,
            ..split
        };
        assert_eq!(second.done(10), 0.75);
        let is_known =
            |taken| extrapolated(Duration::from_secs(1), split.done(taken), 100_000).is_some();
        assert_eq!([0, 1, 2, 3].map(is_known), [false, false, true, true]);
        assert_eq!(extrapolated(Duration::from_secs(1), 0.5, 99_999), None);
    }
}
