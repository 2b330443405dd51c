//! What a terminal shows besides the lines that stay: one that tells how searches get on.

use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::env;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, MutexGuard};

/// Whether more than lines can be shown there: `TERM=dumb` says that it cannot.
pub fn is_capable(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// The line at the bottom of the terminal.
struct Live {
    bar: Option<ProgressBar>,
    /// What there is to tell of each question, by number. The first is shown.
    texts: BTreeMap<u64, String>,
    /// Whether its place is taken by something else.
    hidden: bool,
}

static LIVE: Mutex<Live> = Mutex::new(Live {
    bar: None,
    texts: BTreeMap::new(),
    hidden: false,
});

fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().expect("no thread panics")
}

/// Shows how a question gets on, if stderr is a capable terminal.
pub fn show(number: u64, text: String) {
    if is_capable(&stderr()) {
        let mut live = live();
        live.texts.insert(number, text);
        live.draw();
    }
}

/// Takes away what was told of a question.
pub fn remove(number: u64) {
    let mut live = live();
    if live.texts.remove(&number).is_some() {
        live.draw();
    }
}

/// Takes the line away, or shows it again.
pub fn hide(hidden: bool) {
    let mut live = live();
    live.hidden = hidden;
    live.draw();
}

/// Does something that prints lines, which go above this one.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    match &live().bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

impl Live {
    fn draw(&mut self) {
        let first = self.texts.first_key_value().filter(|_| !self.hidden);
        match (first, &self.bar) {
            (Some((_, text)), Some(bar)) => bar.set_message(text.clone()),
            (Some((_, text)), None) => {
                let style = ProgressStyle::with_template("{wide_msg}");
                let bar = ProgressBar::new_spinner()
                    .with_style(style.expect("the template is right"))
                    .with_message(text.clone());
                bar.tick();
                self.bar = Some(bar);
            }
            (None, Some(bar)) => {
                bar.finish_and_clear();
                self.bar = None;
            }
            (None, None) => {}
        }
    }
}
