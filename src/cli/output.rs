//! Answers on stdout, in the order of their questions, and messages on stderr.

use super::terminal;
use anyhow::Context;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::{Condvar, Mutex};

/// Says something on stderr; where even that is gone, there is nobody left to tell.
pub fn tell(message: impl Display) {
    let message = format!("{message}\n");
    let _ = terminal::aside(|| io::stderr().write_all(message.as_bytes()));
}

/// The same for what is no error, unless `quiet`.
pub fn note(message: impl Display, quiet: bool) {
    if !quiet {
        tell(format_args!("cubesolve: {message}"));
    }
}

/// The answer to a cube that takes no moves. Every reader of cubes skips it as a comment.
pub const SOLVED: &str = "// solved";

/// The answer to a line that has none, with the reason, unless a person reads that on stderr.
pub fn error_line(error: impl Display) -> String {
    match io::stdout().is_terminal() {
        true => "// error".to_owned(),
        false => format!("// error: {error:#}"),
    }
}

/// Prints to stdout.
///
/// # Errors
/// When that fails; see [`report`](super::report) for readers that have gone.
pub fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout();
    let printed = terminal::aside(|| stdout.write_all(bytes).and_then(|()| stdout.flush()));
    printed.context(CANNOT_WRITE)
}

/// When to print in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that can, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Whether to print in colour now. For what is automatic see <https://no-color.org>.
    pub fn is_wanted(self) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                terminal::is_capable(&io::stdout()) && !refused
            }
        }
    }
}

/// What is wrong when printing fails.
pub const CANNOT_WRITE: &str = "cannot write to stdout";

/// Bytes that may wait for an earlier answer; then later ones have to wait to be put in.
const WAITING_BYTES: usize = 8 << 20;

/// What a waiting answer takes besides its text.
const ENTRY_BYTES: usize = 100;

/// Prints texts in the order of their numbers, each as soon as all before it are there.
pub struct InOrder {
    state: Mutex<State>,
    printed: Condvar,
}

struct State {
    /// The number to print next.
    next: u64,
    waiting: BTreeMap<u64, String>,
    waiting_bytes: usize,
}

impl InOrder {
    /// An output that begins with the text numbered `first`.
    pub fn new(first: u64) -> InOrder {
        InOrder {
            state: Mutex::new(State {
                next: first,
                waiting: BTreeMap::new(),
                waiting_bytes: 0,
            }),
            printed: Condvar::new(),
        }
    }

    /// Adds the text numbered `number`. Waits if too many wait for an earlier one; the
    /// earliest never waits.
    ///
    /// # Errors
    /// When stdout cannot be written to.
    pub fn put(&self, number: u64, text: String) -> anyhow::Result<()> {
        let state = self.state.lock().expect("no thread panics");
        let mut state = self
            .printed
            .wait_while(state, |state| {
                number != state.next && state.waiting_bytes > WAITING_BYTES
            })
            .expect("no thread panics");
        state.waiting_bytes += text.len() + ENTRY_BYTES;
        state.waiting.insert(number, text);
        let ready = state.take_ready();
        if ready.is_empty() {
            return Ok(());
        }
        self.printed.notify_all();
        // Still holding the lock: what comes next must not overtake this.
        print(ready.as_bytes())
    }
}

impl State {
    fn take_ready(&mut self) -> String {
        let mut ready = String::new();
        while let Some(text) = self.waiting.remove(&self.next) {
            self.waiting_bytes -= text.len() + ENTRY_BYTES;
            self.next += 1;
            ready.push_str(&text);
        }
        ready
    }
}
