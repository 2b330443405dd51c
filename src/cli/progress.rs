//! Progress of long work, on stderr: a bar on a terminal, else a line now and then.

use super::output::tell;
use super::terminal;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::stderr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// The display of one piece of work, of `total` steps.
pub struct Progress {
    bar: ProgressBar,
    lines: Option<Mutex<Lines>>,
}

struct Lines {
    title: String,
    total: u64,
    last: Instant,
}

impl Progress {
    /// Begins to show work on `title`; nothing if `quiet`.
    pub fn new(title: &str, total: u64, quiet: bool) -> Progress {
        let terminal = terminal::is_capable(&stderr());
        terminal::hide(true);
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        if quiet || !terminal {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let style = "{prefix} [{bar:30}] {percent}% {msg} ({elapsed}, {eta} left)";
        bar.set_style(
            ProgressStyle::with_template(style)
                .expect("the template is right")
                .progress_chars("=> "),
        );
        bar.set_prefix(title.to_owned());
        let lines = (!quiet && !terminal).then(|| {
            tell(format_args!("{title} ..."));
            Mutex::new(Lines {
                title: title.to_owned(),
                total,
                last: Instant::now(),
            })
        });
        Progress { bar, lines }
    }

    /// Shows that `done` steps are done; `message` tells more.
    pub fn update(&self, done: u64, message: impl FnOnce() -> String) {
        if let Some(lines) = &self.lines {
            let mut lines = lines.lock().expect("no thread panics");
            if lines.last.elapsed() >= LINE_INTERVAL {
                lines.last = Instant::now();
                let percent = 100 * done / lines.total.max(1);
                tell(format_args!("{}: {percent}% {}", lines.title, message()));
            }
        } else if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.set_position(done);
        }
    }

    /// Takes the display away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
        terminal::hide(false);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}
