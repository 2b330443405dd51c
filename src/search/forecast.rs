//! How long searches take: a random cube with a table, from the speed of this machine's memory;
//! and one that is under way, from what its depths took so far.

use crate::cube::Metric;
use crate::probe::random_reads;
use crate::table::huge_pages::HugePages;
use crate::table::{Encoding, Spec};
use std::io;
use std::time::Duration;

/// Probes that random cubes take on average, times the entries of a table of two-bit values, by
/// metric. The larger the table the fewer the probes.
const PROBES_TIMES_ENTRIES: [f64; 2] = [1.0e18, 2.0e18];

/// The same times the bytes of a filter, roughly.
const PROBES_TIMES_BYTES: [f64; 2] = [1.0e17, 1.5e17];

/// Memory read to learn its speed, and the number of reads.
const SAMPLE_BYTES: usize = 128 << 20;
const SAMPLE_READS: usize = 1 << 20;

/// What a probe takes in units of a read of the sample, for tables so much larger that
/// address translation costs more: 2.4 to 4.7 where it was measured.
const PROBE_TO_READ: f64 = 3.5;

/// What the next depth costs, by the number of positions that it adds: those of a move more, or
/// of two quarter turns.
pub fn growth(metric: Metric) -> f64 {
    match metric {
        Metric::HalfTurn => 13.3,
        Metric::QuarterTurn => 87.0,
    }
}

/// The part of a depth that is searched until its first solution is found.
const TO_FIRST: f64 = 0.14;

/// The least of the distances whose parts of all positions are listed, by metric.
pub const LISTED: [u8; 2] = [15, 16];

/// The part of all positions at a distance: in half turns at 15 to 20 (<https://cube20.org>); in
/// quarter turns at 16 to 23, as if those of one parity were met at random by sequences, whose
/// number grows as that of the positions at 10 to 13 (J. Bryan).
const FAR: [&[f64]; 2] = [
    &[0.0021, 0.0254, 0.277, 0.670, 0.0347, 1e-11],
    &[1.0e-4, 9.5e-4, 0.0088, 0.076, 0.383, 0.423, 0.108, 1e-5],
];

/// The part of all positions at a distance, if it is that of any.
fn part(metric: Metric, distance: u8) -> f64 {
    let (far, listed) = (FAR[metric as usize], LISTED[metric as usize]);
    let nearer = listed.saturating_sub(distance) / metric.step();
    match distance.checked_sub(listed) {
        Some(beyond) => far.get(usize::from(beyond)).copied().unwrap_or(0.0),
        None => far[0] / growth(metric).powi(nearer.into()),
    }
}

/// Seconds that a search for one solution still takes, expected for a random cube, when `depth`
/// takes `seconds` and the part `done` of it is done. From `end` moves on nothing is searched.
pub fn time_left(metric: Metric, depth: u8, end: usize, done: f64, seconds: f64) -> f64 {
    let (mut expected, mut chances, mut before) = (0.0, 0.0, 0.0);
    let (mut full, mut whole) = (seconds * (1.0 - done), seconds);
    let depths = (depth..=metric.gods_number()).step_by(metric.step().into());
    for distance in depths {
        if usize::from(distance) >= end {
            full = 0.0;
        }
        let mut chance = part(metric, distance);
        if distance == depth {
            chance *= 1.0 - done;
        }
        expected += chance * (before + TO_FIRST * full);
        chances += chance;
        before += full;
        whole *= growth(metric);
        full = whole;
    }
    if chances > 0.0 {
        expected / chances
    } else {
        seconds * (1.0 - done)
    }
}

/// A table that might be made for a search, and what it would change.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// The table.
    pub spec: &'static Spec,
    /// What it takes to make it, roughly.
    pub making: Duration,
    /// What the search would take with it.
    pub then: Duration,
}

impl Offer {
    /// What `spec` would change for a search that takes `time` with `used`, on so many threads.
    pub fn to_make(spec: &'static Spec, used: &Spec, time: Duration, threads: usize) -> Offer {
        Offer {
            spec,
            making: spec.build_time(threads),
            then: time.mul_f64(Forecast::probes(spec) / Forecast::probes(used)),
        }
    }
}

/// Predicts the time of random cubes.
pub struct Forecast {
    seconds_a_probe: f64,
}

impl Forecast {
    /// Measures the memory, in some tenths of a second, for searches on `threads` threads.
    ///
    /// # Errors
    /// When there is not enough memory for the sample.
    pub fn measure(threads: usize) -> io::Result<Forecast> {
        let sample = HugePages::ones(SAMPLE_BYTES)?;
        let read = random_reads(&sample, SAMPLE_READS).as_secs_f64() / SAMPLE_READS as f64;
        Ok(Forecast {
            seconds_a_probe: PROBE_TO_READ * read / threads as f64,
        })
    }

    /// Expected seconds for a random cube, good to a factor of two or so.
    pub fn seconds(&self, spec: &Spec) -> f64 {
        Forecast::probes(spec) * self.seconds_a_probe
    }

    /// Probes that a random cube takes on average with a table, roughly.
    pub fn probes(spec: &Spec) -> f64 {
        match spec.encoding {
            Encoding::TwoBits => PROBES_TIMES_ENTRIES[spec.metric as usize] / spec.entries() as f64,
            Encoding::Filter { .. } => {
                PROBES_TIMES_BYTES[spec.metric as usize] / spec.code_bytes() as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64) -> bool {
        (value / expected - 1.0).abs() < 0.02
    }

    /// Numbers of positions as published, at <https://cube20.org>.
    #[test]
    fn parts_are_those_of_published_numbers() {
        const POSITIONS: f64 = 4.3252e19;
        let known = [
            (Metric::HalfTurn, 10, 232_248_063_316_f64),
            (Metric::HalfTurn, 13, 531_653_418_284_628.0),
            (Metric::HalfTurn, 15, 91_365_146_187_124_313.0),
            (Metric::HalfTurn, 17, 1.2e19),
            (Metric::HalfTurn, 19, 1.5e18),
            (Metric::QuarterTurn, 12, 583_570_100_997.0),
            (Metric::QuarterTurn, 14, 50_729_620_202_582.0),
            (Metric::QuarterTurn, 16, 4_393_570_406_220_123.0),
        ];
        for (metric, distance, number) in known {
            let ratio = part(metric, distance) * POSITIONS / number;
            assert!((0.9..1.1).contains(&ratio), "{metric} {distance}: {ratio}");
        }
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let all: f64 = (10..=30).map(|distance| part(metric, distance)).sum();
            assert!(is_near(all, 1.0), "{metric}: {all}");
        }
    }

    /// Of the cubes that take at least 17 moves 282 in 1000 take no more, 682 take 18, and 35 take
    /// 19: with a second for the 17th move, 13.3 and 177 for those after it, and a seventh of a
    /// depth for the first solution, as worked out by hand.
    #[test]
    fn time_is_left_for_what_is_not_searched() {
        let half_turns =
            |depth, end, done, seconds| time_left(Metric::HalfTurn, depth, end, done, seconds);
        assert!(is_near(half_turns(17, 99, 0.0, 1.0), 3.373));
        assert!(is_near(half_turns(17, 99, 0.5, 1.0), 3.475));
        // once all of 17 is searched nothing is left where a solution of 18 is known
        assert!(is_near(half_turns(17, 18, 0.0, 1.0), 0.757));
        assert!(is_near(half_turns(17, 19, 0.0, 1.0), 2.498));
        assert_eq!(half_turns(17, 17, 0.0, 1.0), 0.0);
        assert!(is_near(half_turns(19, 99, 0.25, 1.0), 0.105));
        // farther than any cube is: whoever goes on wants all solutions
        assert_eq!(half_turns(21, 99, 0.25, 8.0), 6.0);
        // of one parity only: 383 at 20 and 108 at 22, which takes 87 times as long
        let left = time_left(Metric::QuarterTurn, 20, 99, 0.0, 1.0);
        assert!(is_near(left, 3.008), "{left}");
    }

    /// No memory is read within a tenth of a nanosecond, and none takes a millisecond; on so many
    /// threads that matters little.
    #[test]
    fn reads_take_as_long_as_they_can() {
        let measured = |threads| Forecast::measure(threads).unwrap().seconds_a_probe;
        assert!((1.0e-10..1.0e-3).contains(&measured(1)));
        assert!(measured(1 << 40) < 1.0e-14);
    }

    /// Four times the entries: a quarter of the probes, and so of the time.
    #[test]
    fn probes_are_inverse_to_entries() {
        let [h0, h2, f1, f2] = ["h0", "h2", "f1", "f2"].map(|name| Spec::by_name(name).unwrap());
        let forecast = Forecast::measure(1 << 40).unwrap();
        let [slow, fast] = [h0, h2].map(|spec| forecast.seconds(spec));
        assert!(is_near(slow, 4.0 * fast));
        let time = Duration::from_secs(8);
        let offer = Offer::to_make(h2, h0, time, 2);
        assert_eq!((offer.spec, offer.making), (h2, h2.build_time(2)));
        assert!(is_near(offer.then.as_secs_f64(), 2.0));
        let offer = Offer::to_make(f2, f1, time, 2);
        assert!(is_near(offer.then.as_secs_f64(), 4.0));
        // a search with a filter takes less than one with two-bit values of the same size
        let h8 = Spec::by_name("h8").unwrap();
        assert!(Forecast::probes(Spec::by_name("f8").unwrap()) < Forecast::probes(h8));
        let seconds_a_probe = 5.0e-9;
        let seconds = Forecast { seconds_a_probe }.seconds(h8);
        assert!(is_near(seconds, 5.0e-9 * Forecast::probes(h8)));
        let [half, quarter] = [Metric::HalfTurn, Metric::QuarterTurn].map(growth);
        assert!((13.0..13.5).contains(&half) && (85.0..90.0).contains(&quarter));
    }
}
