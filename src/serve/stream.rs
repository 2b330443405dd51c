//! An answer that is sent line by line while it is computed.

use super::connection::Connection;
use crate::api::{Client, LineSender};
use hyper::body::{Body, Bytes, Frame};
use serde_json::json;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, Interval, interval_at};

/// Lines that may wait for the client; beyond it events are left out, and answers wait.
const MAX_WAITING_LINES: usize = 64;

/// Time between two spaces before an answer to a client that has closed its sending side. It may
/// still wait for the answer, or be gone: then the second space cannot be written.
const CHECK_INTERVAL: Duration = Duration::from_millis(40);

/// What a client is told if the work for it panicked, which stderr explains.
pub const INTERNAL_ERROR: &str = "internal error: please report this request";

/// A client with a connection.
#[derive(Debug)]
struct HttpClient {
    lines: Sender<Bytes>,
    stop: Arc<AtomicBool>,
}

impl Client for HttpClient {
    fn event(&self, line: Vec<u8>) {
        let _ = self.lines.try_send(ended(line));
    }

    fn answer(&self, line: Vec<u8>) {
        let _ = self.lines.blocking_send(ended(line));
    }

    fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }
}

fn ended(mut line: Vec<u8>) -> Bytes {
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
        let http_client = HttpClient {
            lines: sender,
            stop: stop.clone(),
        };
        spawn_blocking(move || {
            let sender = LineSender::new(&http_client);
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
