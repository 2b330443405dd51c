//! How long a random cube takes with a table, from the speed of this machine's memory.

use crate::probe::random_reads;
use crate::table::Spec;
use crate::table::huge_pages::HugePages;
use std::io;

/// Probes that random cubes take on average, times the entries of the table. The larger the
/// table the fewer the probes: for h2c6, h8 and h9 the product is within an eighth of this.
const PROBES_TIMES_ENTRIES: f64 = 1.0e18;

/// Memory read to learn its speed, and the number of reads.
const SAMPLE_BYTES: usize = 128 << 20;
const SAMPLE_READS: usize = 1 << 20;

/// What a probe takes in units of a read of the sample, for tables so much larger that
/// address translation costs more: 2.4 to 4.7 where it was measured.
const PROBE_TO_READ: f64 = 3.5;

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
        PROBES_TIMES_ENTRIES / spec.entries() as f64 * self.seconds_a_probe
    }
}
