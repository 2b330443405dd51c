//! An answer that is sent line by line while it is computed.

use super::connection::Connection;
use crate::host::lock::lock;
use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, Interval, interval_at};

/// Lines that may wait for the client; beyond it events are left out, and answers wait.
const MAX_WAITING_LINES: usize = 64;

/// Time between two events with progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Time between two spaces before an answer to a client that has closed its sending side. It may
/// still wait for the answer, or be gone: then the second space cannot be written.
const CHECK_INTERVAL: Duration = Duration::from_millis(40);

/// What a client is told if the work for it panicked, which stderr explains.
pub const INTERNAL_ERROR: &str = "internal error: please report this request";

/// Sends the lines of an answer.
#[derive(Debug)]
pub struct LineSender {
    lines: Sender<Bytes>,
    stop: Arc<AtomicBool>,
    /// Time of the last event with progress.
    last_progress: Mutex<Option<Instant>>,
}

impl LineSender {
    /// Sends an event with the progress of the work, unless the last one is just over.
    pub fn send_progress(&self, event: &impl Serialize) {
        let mut last = lock(&self.last_progress);
        if last.is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL) {
            *last = Some(Instant::now());
            self.send_event(event);
        }
    }

    /// Sends an event, unless the client has not read the last ones yet: then this one would be
    /// out of date when it arrives.
    pub fn send_event(&self, event: &impl Serialize) {
        let _ = self.lines.try_send(to_line(event));
    }

    /// Sends an answer, as soon as the client has read enough. Afterwards the
    /// [stop flag](LineSender::stop_flag) says whether the client has disconnected.
    pub fn send_answer(&self, answer: &impl Serialize) {
        let _ = self.lines.blocking_send(to_line(answer));
    }

    /// Set when the client has disconnected.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }
}

fn to_line(object: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(object).expect("strings and numbers can be serialised");
    line.push(b'\n');
    line.into()
}

/// The body of such an answer. Dropping it, as happens when the client disconnects, stops the work.
#[derive(Debug)]
pub struct AnswerStream {
    lines: Receiver<Bytes>,
    stop: Arc<AtomicBool>,
    client: Connection,
    check: Interval,
}

impl AnswerStream {
    /// Starts a thread that does the work for a client. If it panics, the last line says so.
    pub fn start(
        client: Connection,
        work: impl FnOnce(&LineSender) + Send + 'static,
    ) -> AnswerStream {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel(MAX_WAITING_LINES);
        let sender = LineSender {
            lines: sender,
            stop: stop.clone(),
            last_progress: Mutex::default(),
        };
        spawn_blocking(move || {
            let worked = catch_unwind(AssertUnwindSafe(|| work(&sender)));
            if worked.is_err() {
                sender.send_answer(&json!({"error": INTERNAL_ERROR}));
            }
        });
        AnswerStream {
            lines: receiver,
            stop,
            client,
            check: interval_at(Instant::now() + CHECK_INTERVAL, CHECK_INTERVAL),
        }
    }
}

impl Drop for AnswerStream {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Body for AnswerStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Poll::Ready(line) = self.lines.poll_recv(context) {
            return Poll::Ready(line.map(|line| Ok(Frame::data(line))));
        }
        while self.check.poll_tick(context).is_ready() {
            if self.client.is_closing(context) {
                return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b" ")))));
            }
        }
        Poll::Pending
    }
}
