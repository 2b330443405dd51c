//! The connection of a client, which says whether the client is still there.

use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

/// A connection, shared by hyper and the answer that is sent.
#[derive(Debug, Clone)]
pub struct Connection(Arc<TcpStream>);

impl Connection {
    pub fn new(stream: TcpStream) -> Connection {
        Connection(Arc::new(stream))
    }

    /// The client's address, if the system still knows it.
    pub fn peer(&self) -> Option<IpAddr> {
        self.0.peer_addr().ok().map(|address| address.ip())
    }

    /// Whether the client has closed at least its sending side, even if it has sent more requests
    /// before, which nobody has read.
    pub fn is_closing(&self, context: &mut Context<'_>) -> bool {
        match pin!(self.0.ready(Interest::READABLE)).poll(context) {
            Poll::Ready(Ok(ready)) => ready.is_read_closed(),
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result.map(|bytes| buffer.advance(bytes))),
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match self.0.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// The connection is closed when it is dropped, which follows.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
