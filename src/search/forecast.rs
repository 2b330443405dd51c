//! How long searches take: a random cube with a table, from the speed of this machine's memory;
//! and one that is under way, from what its depths took so far.

use crate::cube::Metric;
use crate::probe::random_reads;
use crate::table::huge_pages::HugePages;
use crate::table::{Encoding, Spec};
use std::io;
use std::time::Duration;

/// Probes that random cubes take on average, times the entries of a table of two-bit values, by
/// metric. The larger the table the fewer the probes. That in quarter turns is extrapolated from
/// full searches to 17 with h2c6.
const PROBES_TIMES_ENTRIES: [f64; 2] = [1.0e18, 3.0e18];

/// The same times the bytes of a filter, in half turns, roughly.
const PROBES_TIMES_BYTES: f64 = 1.0e17;

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
            Encoding::Filter { .. } => PROBES_TIMES_BYTES / spec.code_bytes() as f64,
        }
    }
}
