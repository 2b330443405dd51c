//! The progress of work on tables: in the status line of a terminal, otherwise a note every few seconds.

use super::output::{is_quiet, note};
use super::terminal::{is_capable, remove, show};
use super::units;
use std::io::stderr;
use std::time::{Duration, Instant};

/// Reports the progress of some work, until it is dropped.
pub struct Progress {
    start: Instant,
    /// The fraction that was done at the start; known when the first is reported.
    done_before: Option<f64>,
    last_note: Instant,
}

impl Progress {
    /// Work that starts now.
    pub fn start() -> Progress {
        Progress {
            start: Instant::now(),
            done_before: None,
            last_note: Instant::now(),
        }
    }

    /// Reports that a fraction of the work is done, approximately.
    pub fn update(&mut self, title: &str, fraction: f64) {
        const NOTE_INTERVAL: Duration = Duration::from_secs(5);
        let fraction = fraction.min(1.0);
        let mut text = format!("{title}: {:.0}%", 100.0 * fraction);
        let done = fraction - *self.done_before.get_or_insert(fraction);
        if done > 0.01 {
            let left = self.start.elapsed().mul_f64((1.0 - fraction) / done);
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

impl Drop for Progress {
    fn drop(&mut self) {
        remove(0);
    }
}
