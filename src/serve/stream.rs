//! An answer that is sent line by line while it is computed.

use super::idle::PendingWork;
use hyper::body::{Body, Bytes, Frame};
use serde::Serialize;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

/// Lines that may wait for the client; beyond it events are left out, and answers wait.
const MAX_WAITING_LINES: usize = 64;

/// Computes the answers of a stream.
pub trait Answers: Send + 'static {
    /// Number of answers.
    fn count(&self) -> usize;

    /// The answer with this number, from 0. May send events first.
    fn answer(&self, number: usize, events: &EventSender) -> Bytes;

    /// The answer in case that [`answer`](Answers::answer) panics.
    fn answer_after_panic(&self, number: usize) -> Bytes;
}

/// Sends events before an answer.
#[derive(Debug)]
pub struct EventSender {
    lines: Sender<Bytes>,
    stop: Arc<AtomicBool>,
}

impl EventSender {
    /// Sends an event, unless the client has not read the last ones yet: then this one would be
    /// out of date when it arrives.
    pub fn send(&self, event: &impl Serialize) {
        let _ = self.lines.try_send(to_line(event));
    }

    /// Set when the client has disconnected.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }
}

/// An object as a line of JSON.
pub fn to_line(object: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(object).expect("strings and numbers can be serialised");
    line.push(b'\n');
    line.into()
}

/// The body of such an answer. Dropping it, as happens when the client disconnects, stops the work.
#[derive(Debug)]
pub struct AnswerStream {
    lines: Receiver<Bytes>,
    stop: Arc<AtomicBool>,
}

impl AnswerStream {
    /// Starts a thread that computes one answer after the other. It holds the permit until it ends,
    /// and has a pending task whenever the client waits for it.
    pub fn start(
        answers: impl Answers,
        permit: OwnedSemaphorePermit,
        pending: PendingWork,
    ) -> AnswerStream {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, lines) = channel(MAX_WAITING_LINES);
        let events = EventSender {
            lines: sender,
            stop: stop.clone(),
        };
        spawn_blocking(move || {
            for number in 0..answers.count() {
                let task = pending.begin();
                let answer = catch_unwind(AssertUnwindSafe(|| answers.answer(number, &events)));
                let line = answer.unwrap_or_else(|_| answers.answer_after_panic(number));
                drop(task);
                if events.lines.blocking_send(line).is_err() {
                    break;
                }
            }
            drop(permit);
        });
        AnswerStream { lines, stop }
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
        let line = self.lines.poll_recv(context);
        line.map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;
    use tokio::sync::Semaphore;

    /// Three answers, of which the second one panics and the third one takes until it is stopped.
    struct Fragile;

    impl Answers for Fragile {
        fn count(&self) -> usize {
            3
        }

        fn answer(&self, number: usize, events: &EventSender) -> Bytes {
            assert_ne!(number, 1, "as intended");
            while number == 2 && !events.stop_flag().load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            to_line(&number)
        }

        fn answer_after_panic(&self, number: usize) -> Bytes {
            to_line(&format!("{number} failed"))
        }
    }

    #[test]
    fn panic_ends_only_its_answer_and_dropping_the_stream_frees_the_permit() {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.build().unwrap();
        runtime.block_on(async {
            let permits = Arc::new(Semaphore::new(1));
            let permit = permits.clone().try_acquire_owned().unwrap();
            let mut stream = AnswerStream::start(Fragile, permit, PendingWork::default());
            for expected in ["0\n", "\"1 failed\"\n"] {
                let frame = stream.frame().await.unwrap().unwrap();
                assert_eq!(frame.into_data().unwrap(), expected);
            }
            assert_eq!(permits.available_permits(), 0);
            drop(stream);
            let _free = permits.acquire().await.unwrap();
        });
    }
}
