//! Closes connections that are idle.

use crate::lock::lock;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// The work that the client of a connection waits for. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct PendingWork(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    tasks: usize,
    /// When the last task ended.
    last_end: Option<Instant>,
}

/// A task that the client waits for until this is dropped.
#[derive(Debug)]
pub struct Task(PendingWork);

impl PendingWork {
    /// Begins a task.
    pub fn begin(&self) -> Task {
        lock(&self.0).tasks += 1;
        Task(self.clone())
    }

    /// When the last task ended: now if there is one, `None` if there never was.
    fn last_end(&self) -> Option<Instant> {
        let state = lock(&self.0);
        match state.tasks {
            0 => state.last_end,
            _ => Some(Instant::now()),
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        let mut state = lock(&self.0.0);
        state.tasks -= 1;
        state.last_end = Some(Instant::now());
    }
}

/// A stream on which reading fails after a time without any byte in either direction and without
/// pending work. This ends connections whose clients are silent, have vanished without a word, or
/// do not read their answers.
#[derive(Debug)]
pub struct IdleTimeout {
    stream: TcpStream,
    timeout: Duration,
    end: Pin<Box<Sleep>>,
    pending: PendingWork,
}

impl IdleTimeout {
    pub fn new(stream: TcpStream, timeout: Duration, pending: PendingWork) -> IdleTimeout {
        IdleTimeout {
            stream,
            timeout,
            end: Box::pin(sleep(timeout)),
            pending,
        }
    }

    fn restart(&mut self) {
        self.end.as_mut().reset(Instant::now() + self.timeout);
    }
}

impl AsyncRead for IdleTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_ready() {
            self.restart();
            return result;
        }
        loop {
            ready!(self.end.as_mut().poll(context));
            let end = self.pending.last_end().map(|last| last + self.timeout);
            match end.filter(|end| *end > Instant::now()) {
                Some(end) => self.end.as_mut().reset(end),
                None => return Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            }
        }
    }
}

impl AsyncWrite for IdleTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes));
        self.restart();
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
