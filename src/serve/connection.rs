//! A connection that is closed when nothing moves on it.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// Whether the client of a connection has to wait for the server, and since when it has not.
#[derive(Debug, Clone, Default)]
pub struct Busy(Arc<Mutex<Waits>>);

#[derive(Debug, Default)]
struct Waits {
    count: usize,
    last_end: Option<Instant>,
}

/// Something that the client has to wait for, until it is dropped.
#[derive(Debug)]
pub struct Waiting(Busy);

impl Busy {
    /// The client has to wait.
    pub fn begin(&self) -> Waiting {
        self.0.lock().expect("no thread panics").count += 1;
        Waiting(self.clone())
    }

    /// Since when it has not to wait: now if it has to, never if it never had.
    fn over_since(&self) -> Option<Instant> {
        let waits = self.0.lock().expect("no thread panics");
        match waits.count {
            0 => waits.last_end,
            _ => Some(Instant::now()),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waits = self.0.0.lock().expect("no thread panics");
        waits.count -= 1;
        waits.last_end = Some(Instant::now());
    }
}

/// A stream on which reading fails when no byte has come or gone for so long, unless its client
/// has to wait for the server. So connections end whose clients are silent, have vanished
/// without a word, or do not read what they asked for.
#[derive(Debug)]
pub struct Watched {
    stream: TcpStream,
    patience: Duration,
    end: Pin<Box<Sleep>>,
    busy: Busy,
}

impl Watched {
    /// Watches a stream.
    pub fn new(stream: TcpStream, patience: Duration, busy: Busy) -> Watched {
        Watched {
            stream,
            patience,
            end: Box::pin(sleep(patience)),
            busy,
        }
    }

    fn has_moved(&mut self) {
        self.end.as_mut().reset(Instant::now() + self.patience);
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_ready() {
            self.has_moved();
            return result;
        }
        loop {
            ready!(self.end.as_mut().poll(context));
            let waited = self.busy.over_since().map(|since| since + self.patience);
            match waited.filter(|end| *end > Instant::now()) {
                Some(end) => self.end.as_mut().reset(end),
                None => return Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            }
        }
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes));
        self.has_moved();
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
