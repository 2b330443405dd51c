//! How long random cubes take with a table, predicted from the speed of this machine's memory.

use crate::probe::random_reads;
use crate::table::{HugePages, Spec};
use std::io;
use std::time::Duration;

/// The same times the bytes of a filter.
const PROBES_TIMES_BYTES: [f64; 2] = [1.0e17, 1.5e17];

/// Memory that is read to measure its speed, and the number of reads.
const SAMPLE_BYTES: usize = 128 << 20;
const SAMPLE_READS: usize = 1 << 20;

/// Time of a probe in units of a random read of the sample. Tables are larger, so that address
/// translation costs more: 2.4 to 4.7 where it was measured.
const PROBE_TO_READ: f64 = 3.5;

/// Mean number of probes of a random cube with a table, good to a factor of two.
pub fn probes(spec: &Spec) -> f64 {
    PROBES_TIMES_BYTES[spec.metric as usize] / spec.entry_bytes() as f64
}

/// Predicts the time of random cubes on this machine.
#[derive(Debug)]
pub struct Forecast {
    seconds_per_probe: f64,
}

impl Forecast {
    /// Measures the memory, in some tenths of a second, for searches on `threads` threads.
    ///
    /// # Errors
    /// If there is not enough memory for the sample.
    pub fn measure(threads: usize) -> io::Result<Forecast> {
        let sample = HugePages::ones(SAMPLE_BYTES)?;
        let read = random_reads(&sample, SAMPLE_READS).as_secs_f64() / SAMPLE_READS as f64;
        Ok(Forecast {
            seconds_per_probe: PROBE_TO_READ * read / threads as f64,
        })
    }

    /// Expected seconds for a random cube, good to a factor of two.
    pub fn seconds(&self, spec: &Spec) -> f64 {
        probes(spec) * self.seconds_per_probe
    }
}

/// A table that could be generated for a search, and what that would change.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Upgrade {
    /// The table.
    pub spec: &'static Spec,
    /// Expected time to generate it.
    pub generation: Duration,
    /// Expected time of the search with it.
    pub search: Duration,
}

impl Upgrade {
    /// What `spec` would change for a search that takes `time` with `used`, on `threads` threads.
    pub fn to(spec: &'static Spec, used: &Spec, time: Duration, threads: usize) -> Upgrade {
        Upgrade {
            spec,
            generation: spec.generation_time(threads),
            search: time.mul_f64(probes(spec) / probes(used)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In millions, as measured: see `benches/README.md`.
    #[test]
    fn probes_are_near_the_measured_ones() {
        for (name, measured) in [
            ("h2c6", 330.0),
            ("f1", 86.9),
            ("f4", 23.5),
            ("f16", 6.6),
            ("h2-qtm", 2040.0),
            ("h2c6-qtm", 751.0),
            ("f1-qtm", 165.0),
            ("f8-qtm", 23.5),
        ] {
            let ratio = probes(Spec::by_name(name).unwrap()) / (measured * 1e6);
            assert!((0.6..2.1).contains(&ratio), "{name}: {ratio}");
        }
    }

    #[test]
    fn search_takes_time_in_proportion_to_its_probes() {
        let [h0, h2] = ["h0", "h2"].map(|name| Spec::by_name(name).unwrap());
        let forecast = Forecast::measure(1).unwrap();
        let per_probe = forecast.seconds(h0) / probes(h0);
        // between a processor's cycle and the access time of a disk
        assert!((1e-11..1e-3).contains(&per_probe), "{per_probe}");
        assert!((per_probe / forecast.seconds_per_probe - 1.0).abs() < 1e-9);
        let upgrade = Upgrade::to(h2, h0, Duration::from_secs(100), 1);
        let expected = 100.0 * probes(h2) / probes(h0);
        assert!((upgrade.search.as_secs_f64() / expected - 1.0).abs() < 1e-6);
        assert_eq!(upgrade.generation, h2.generation_time(1));
    }
}
