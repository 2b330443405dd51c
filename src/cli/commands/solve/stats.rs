//! The summary that `--stats` prints at the end.

use cubesolve::Answer;
use cubesolve::cube::Metric;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// Sums over all answers so far.
pub struct Stats {
    start: Instant,
    /// Number of cubes by length of their first solution.
    lengths: BTreeMap<usize, u64>,
    metric: Metric,
    /// Cubes without a solution.
    unsolved: u64,
    total: Duration,
    worst: Duration,
    probes: u64,
}

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            start: Instant::now(),
            lengths: BTreeMap::new(),
            metric: Metric::default(),
            unsolved: 0,
            total: Duration::ZERO,
            worst: Duration::ZERO,
            probes: 0,
        }
    }
}

impl Stats {
    pub fn add(&mut self, answer: &Answer) {
        self.metric = answer.metric;
        match answer.length() {
            Some(length) => *self.lengths.entry(length).or_default() += 1,
            None => self.unsolved += 1,
        }
        self.total += answer.time;
        self.worst = self.worst.max(answer.time);
        self.probes += answer.probes;
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solved: u64 = self.lengths.values().sum();
        let cubes = solved + self.unsolved;
        writeln!(f, "cubes     {cubes}, {} without a solution", self.unsolved)?;
        for (length, count) in &self.lengths {
            writeln!(f, "{length:2} {}  {count}", self.metric.unit())?;
        }
        let mean = self.total.as_secs_f64() / cubes.max(1) as f64;
        let worst = self.worst.as_secs_f64();
        writeln!(f, "time      {mean:.3} s on average, {worst:.3} s at most")?;
        writeln!(f, "probes    {}", self.probes)?;
        let seconds = self.start.elapsed().as_secs_f64();
        write!(f, "speed     {:.1} cubes/s", cubes as f64 / seconds)
    }
}
