//! The summary that `--stats` prints at the end.

use cubesolve::cube::Metric;
use cubesolve::search::Answer;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// What is known of all answers so far.
pub struct Stats {
    start: Instant,
    /// How many cubes have a first solution of each length.
    lengths: BTreeMap<usize, u64>,
    /// What lengths are in.
    metric: Metric,
    /// Cubes for which no solution was found.
    unsolved: u64,
    /// Time that answers took, waiting for equivalent cubes included.
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
    /// Adds an answer that took `time`, with the length of its first solution.
    pub fn add(&mut self, answer: &Answer, length: Option<usize>, time: Duration) {
        self.metric = answer.metric;
        match length {
            Some(length) => *self.lengths.entry(length).or_default() += 1,
            None => self.unsolved += 1,
        }
        self.total += time;
        self.worst = self.worst.max(time);
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
