//! How long random cubes take with a table, predicted from the speed of this machine.

use super::Solver;
use crate::cube::Cube;
use crate::search::{Limits, Query};
use crate::table::{Spec, Table};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::io;
use std::time::Duration;

/// How long a search is timed.
const SAMPLE: Duration = Duration::from_millis(300);

/// Bytes up to which a read of a table in huge pages takes as long as one of the sample.
const REACH_OF_TLB: u64 = 1 << 30;

/// What a probe of a larger table takes longer, for each doubling: measured with 8G, 0.04 on Zen 5 and 0.2 on Zen 4.
const PER_DOUBLING: f64 = 0.15;

/// Predicts the time of random cubes on this machine.
#[derive(Debug)]
pub struct Forecast {
    seconds_per_probe: f64,
}

impl Forecast {
    /// Times the beginning of a long search on `threads` threads, by a table whose rows are random.
    ///
    /// # Errors
    /// If there is not enough memory for the sample.
    pub fn measure(threads: usize) -> io::Result<Forecast> {
        let solver = Solver::with_table(Table::sample()?).threads(threads);
        let cube = Cube::random(&mut SmallRng::seed_from_u64(48));
        let limits = Limits::default().timeout(SAMPLE);
        // a search for all solutions has no companion, whose work is no probe
        let answer = solver.query(&cube.into(), &Query::new().all(), &limits);
        let answer = answer.map_err(io::Error::other)?;
        Ok(Forecast {
            seconds_per_probe: answer.time.as_secs_f64() / answer.probes as f64,
        })
    }

    /// Expected seconds for a random cube.
    pub fn seconds(&self, spec: &Spec) -> f64 {
        let doublings = (spec.table_bytes() as f64 / REACH_OF_TLB as f64).log2();
        spec.probes() * self.seconds_per_probe * (1.0 + PER_DOUBLING * doublings.max(0.0))
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
