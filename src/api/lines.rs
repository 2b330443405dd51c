//! An answer that is sent line by line while it is computed.

use crate::host::Instant;
use crate::host::lock::lock;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Time between two events of a kind with progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Gets the lines of an answer, each an object as JSON.
pub trait Client: Sync {
    /// Takes an event, or leaves it out if those before it have not been read yet: it would be out of date when it
    /// arrives.
    fn event(&self, line: Vec<u8>);

    /// Takes an answer, as soon as enough has been read. Afterwards the stop flag says whether the client has gone.
    fn answer(&self, line: Vec<u8>);

    /// Set when the answer is no longer needed.
    fn stop_flag(&self) -> &AtomicBool;
}

/// Sends the lines of an answer to a client.
pub struct LineSender<'a> {
    client: &'a dyn Client,
    /// Time of the last event with progress, by its kind: a table is generated beside a search, and both have progress.
    last_progress: Mutex<HashMap<String, Instant>>,
}

impl fmt::Debug for LineSender<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineSender").finish_non_exhaustive()
    }
}

impl<'a> LineSender<'a> {
    pub fn new(client: &'a dyn Client) -> LineSender<'a> {
        LineSender {
            client,
            last_progress: Mutex::default(),
        }
    }

    /// Sends an event with the progress of the work, unless the last one of its kind is just over.
    pub fn send_progress(&self, event: &Value) {
        let kind = event["event"].to_string();
        let mut last = lock(&self.last_progress);
        let sent = last.get(&kind);
        if sent.is_none_or(|sent| sent.elapsed() >= PROGRESS_INTERVAL) {
            last.insert(kind, Instant::now());
            self.send_event(event);
        }
    }

    pub fn send_event(&self, event: &impl Serialize) {
        self.client.event(to_json(event));
    }

    pub fn send_answer(&self, answer: &impl Serialize) {
        self.client.answer(to_json(answer));
    }

    /// Set when the answer is no longer needed.
    pub fn stop_flag(&self) -> &AtomicBool {
        self.client.stop_flag()
    }
}

fn to_json(object: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(object).expect("strings and numbers can be serialised")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The kinds of the events that it gets.
    #[derive(Default)]
    struct Kinds {
        seen: Mutex<Vec<Value>>,
        stop: AtomicBool,
    }

    impl Client for Kinds {
        fn event(&self, line: Vec<u8>) {
            let event: Value = serde_json::from_slice(&line).unwrap();
            lock(&self.seen).push(event["event"].clone());
        }

        fn answer(&self, _: Vec<u8>) {}

        fn stop_flag(&self) -> &AtomicBool {
            &self.stop
        }
    }

    #[test]
    fn progress_of_one_kind_does_not_hold_back_another() {
        let client = Kinds::default();
        let lines = LineSender::new(&client);
        for kind in ["progress", "generating"] {
            lines.send_progress(&json!({"event": kind}));
        }
        assert_eq!(*lock(&client.seen), ["progress", "generating"]);
    }
}
