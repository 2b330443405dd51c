//! The progress of work on tables: in the status line of a terminal, otherwise a note every few seconds.

use super::output::{is_quiet, note};
use super::terminal::{is_capable, remove, show};
use super::units;
use crate::host::Instant;
use std::collections::VecDeque;
use std::io::stderr;
use std::time::Duration;

/// Reports the progress of some work, until it is dropped.
pub struct Reporter {
    start: Instant,
    /// Fractions that were done and when, from about the middle of the time until now on.
    reports: VecDeque<(Duration, f64)>,
    last_note: Instant,
}

impl Reporter {
    /// Work that starts now.
    pub fn start() -> Reporter {
        Reporter {
            start: Instant::now(),
            reports: VecDeque::new(),
            last_note: Instant::now(),
        }
    }

    /// Reports that a fraction of the work is done, approximately.
    pub fn update(&mut self, title: &str, fraction: f64) {
        const NOTE_INTERVAL: Duration = Duration::from_secs(5);
        const REPORT_INTERVAL: Duration = Duration::from_millis(50);
        let fraction = fraction.min(1.0);
        let mut text = format!("{title}: {:.0}%", 100.0 * fraction);
        let now = self.start.elapsed();
        if self
            .reports
            .back()
            .is_none_or(|(last, _)| now - *last >= REPORT_INTERVAL)
        {
            self.reports.push_back((now, fraction));
        }
        if let Some(left) = time_left(&mut self.reports) {
            text += &format!("; about {} left", units::duration(left));
        }
        if is_capable(&stderr()) && !is_quiet() {
            show(0, text);
        } else if self.last_note.elapsed() >= NOTE_INTERVAL.max(self.start.elapsed() / 10) {
            self.last_note = Instant::now();
            note(text);
        }
    }
}

/// The time that is left at the speed of the last half of the time, so that it adapts when the speed changes.
/// Removes older reports.
fn time_left(reports: &mut VecDeque<(Duration, f64)>) -> Option<Duration> {
    let &(now, fraction) = reports.back()?;
    while reports.get(1).is_some_and(|(time, _)| *time <= now / 2) {
        reports.pop_front();
    }
    let &(begin, before) = reports.front()?;
    let done = fraction - before;
    (done > 0.01).then(|| (now - begin).mul_f64((1.0 - fraction) / done))
}

impl Drop for Reporter {
    fn drop(&mut self) {
        remove(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_follows_the_speed_of_the_last_half() {
        let mut reports = VecDeque::new();
        let mut left = |second, fraction| {
            reports.push_back((Duration::from_secs(second), fraction));
            time_left(&mut reports).map(|left| left.as_secs_f64().round())
        };
        assert_eq!(left(0, 0.5), None, "what was done before shows no speed");
        assert_eq!(left(10, 0.6), Some(40.0));
        assert_eq!(left(20, 0.7), Some(30.0));
        // five times slower from here on
        for second in 21..40 {
            left(second, 0.7 + 0.002 * (second - 20) as f64);
        }
        assert_eq!(left(40, 0.74), Some(130.0));
    }
}
