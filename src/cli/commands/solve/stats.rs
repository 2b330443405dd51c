//! The summary that `--stats` prints at the end.

use cubesolve::Answer;
use cubesolve::cube::Metric;
use std::collections::BTreeMap;
use std::time::Duration;

/// Sums over all answers so far.
#[derive(Default)]
pub struct Stats {
    /// Number of cubes by length of their first solution, `None` for those without one.
    lengths: BTreeMap<Option<usize>, u64>,
    total: Duration,
    worst: Duration,
    probes: u64,
    /// Texts that are no cubes.
    pub unreadable: u64,
}

impl Stats {
    pub fn add(&mut self, answer: &Answer) {
        *self.lengths.entry(answer.length()).or_default() += 1;
        self.total += answer.time;
        self.worst = self.worst.max(answer.time);
        self.probes += answer.probes;
    }

    /// Average length of the solutions, if there are any.
    pub fn mean_length(&self) -> Option<f64> {
        let (mut cubes, mut moves) = (0, 0);
        for (length, n) in &self.lengths {
            cubes += length.map_or(0, |_| *n);
            moves += length.map_or(0, |length| length as u64 * n);
        }
        (cubes > 0).then(|| moves as f64 / cubes as f64)
    }

    /// The summary of a run that took `time`.
    pub fn summary(&self, metric: Metric, time: Duration) -> String {
        let cubes: u64 = self.lengths.values().sum();
        let unsolved = self.lengths.get(&None).unwrap_or(&0);
        let mut text = format!("cubes     {cubes}, {unsolved} without a solution");
        if self.unreadable > 0 {
            text += &format!(", and {} that could not be read", self.unreadable);
        }
        text.push('\n');
        for (length, count) in &self.lengths {
            if let Some(length) = length {
                text += &format!("{length:2} {}  {count}\n", metric.unit());
            }
        }
        let mean = self.total.as_secs_f64() / cubes.max(1) as f64;
        let worst = self.worst.as_secs_f64();
        text += &format!("time      {mean:.3} s on average, {worst:.3} s at most\n");
        text += &format!("probes    {}\n", self.probes);
        text + &format!("speed     {:.1} cubes/s", cubes as f64 / time.as_secs_f64())
    }
}
