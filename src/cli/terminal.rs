//! The status line at the bottom of a terminal.

use crate::host::{self, Instant, lock::lock};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::Duration;

/// Whether a stream is a terminal that can erase a line, which `TERM=dumb` cannot.
pub fn is_capable(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && host::variable("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// The last line of the terminal.
struct StatusLine {
    /// By number of the input; 0 is for tables. The first is shown.
    texts: BTreeMap<u64, String>,
    /// When it was last drawn, if it is on the screen.
    drawn: Option<Instant>,
}

static LINE: Mutex<StatusLine> = Mutex::new(StatusLine {
    texts: BTreeMap::new(),
    drawn: None,
});

/// Sets the status of an input, if stderr is a capable terminal.
pub fn show(number: u64, text: String) {
    const REDRAW_INTERVAL: Duration = Duration::from_millis(50);
    if is_capable(&stderr()) {
        let mut line = lock(&LINE);
        line.texts.insert(number, text);
        if line.drawn.is_none_or(|at| at.elapsed() > REDRAW_INTERVAL) {
            line.draw();
        }
    }
}

/// Removes the status of an input.
pub fn remove(number: u64) {
    let mut line = lock(&LINE);
    if line.texts.remove(&number).is_some() {
        line.draw();
    }
}

/// Prints lines, which appear above the status line.
pub fn above<T>(print: impl FnOnce() -> T) -> T {
    let mut line = lock(&LINE);
    line.erase();
    let printed = print();
    line.draw();
    printed
}

impl StatusLine {
    fn draw(&mut self) {
        self.erase();
        if let Some(text) = self.texts.values().next() {
            let width = host::terminal_width().unwrap_or(80);
            // in the last column some terminals would start a new line
            let text: String = text.chars().take(width - 1).collect();
            let _ = stderr().write_all(text.as_bytes());
            self.drawn = Some(Instant::now());
        }
    }

    fn erase(&mut self) {
        if self.drawn.take().is_some() {
            let _ = stderr().write_all(b"\r\x1b[2K");
        }
    }
}
