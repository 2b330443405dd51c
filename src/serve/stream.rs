//! An answer that is sent line by line, while it is worked out.

use hyper::body::{Body, Bytes, Frame};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;

/// The body of such an answer. When it is dropped, as when the client has gone, the work on it
/// ends.
#[derive(Debug)]
pub struct Stream {
    pub lines: Receiver<Bytes>,
    pub task: JoinHandle<()>,
    /// Ends the search that the task waits for.
    pub stop: Arc<AtomicBool>,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.abort();
    }
}

impl Body for Stream {
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
