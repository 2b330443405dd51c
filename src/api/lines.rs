//! An answer that is sent line by line while it is computed.

use crate::host::Instant;
use crate::host::lock::lock;
use serde::Serialize;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Time between two events with progress.
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
    /// Time of the last event with progress.
    last_progress: Mutex<Option<Instant>>,
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

    /// Sends an event with the progress of the work, unless the last one is just over.
    pub fn send_progress(&self, event: &impl Serialize) {
        let mut last = lock(&self.last_progress);
        if last.is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            *last = Some(Instant::now());
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
