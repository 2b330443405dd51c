//! How long random cubes take with a table, predicted from the speed of this machine.

use crate::probe::{PROBES_OF_ROUND, timed_probes};
use crate::table::{Spec, Table};
use std::io;
use std::time::Duration;

/// Rounds of probes that are timed, some hundredths of a second.
const ROUNDS: usize = 2000;

/// Time that the search spends on a probe, in units of the time of the probe alone: measured.
const SEARCH_TO_PROBE: f64 = 2.0;

/// Predicts the time of random cubes on this machine.
#[derive(Debug)]
pub struct Forecast {
    seconds_per_probe: f64,
}

impl Forecast {
    /// Measures probes of random cubes in memory of the size of a table, in some tenths of a second, for searches
    /// on `threads` threads.
    ///
    /// # Errors
    /// If there is not enough memory for the sample.
    pub fn measure(threads: usize) -> io::Result<Forecast> {
        let sample = Table::blank()?;
        // first what is computed once
        timed_probes(sample.entries(), ROUNDS / 10);
        let time = timed_probes(sample.entries(), ROUNDS).as_secs_f64();
        let probe = time / (ROUNDS * PROBES_OF_ROUND) as f64;
        Ok(Forecast {
            seconds_per_probe: SEARCH_TO_PROBE * probe / threads as f64,
        })
    }

    /// Expected seconds for a random cube.
    pub fn seconds(&self, spec: &Spec) -> f64 {
        spec.probes() * self.seconds_per_probe
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
            search: time.mul_f64(spec.probes() / used.probes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_takes_time_in_proportion_to_its_probes() {
        let [smaller, larger] = ["32M", "128M"].map(|name| Spec::by_name(name).unwrap());
        let forecast = Forecast::measure(1).unwrap();
        let per_probe = forecast.seconds(smaller) / smaller.probes();
        // between a processor's cycle and the access time of a disk
        assert!((1e-11..1e-3).contains(&per_probe), "{per_probe}");
        assert!((per_probe / forecast.seconds_per_probe - 1.0).abs() < 1e-9);
        let upgrade = Upgrade::to(larger, smaller, Duration::from_secs(100), 1);
        let expected = 100.0 * larger.probes() / smaller.probes();
        assert!((upgrade.search.as_secs_f64() / expected - 1.0).abs() < 1e-6);
        assert_eq!(upgrade.generation, larger.generation_time(1));
    }
}
