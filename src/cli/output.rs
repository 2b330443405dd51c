//! Answers on stdout, in the order of their questions.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex};

/// Prints to stdout.
pub fn print(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout();
    stdout.write_all(bytes)?;
    stdout.flush()
}

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
    pub fn put(&self, number: u64, text: String) -> io::Result<()> {
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
