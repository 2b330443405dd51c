//! The connection of a client, which says whether the client is still there.

use super::guard::security_headers;
use serde_json::json;
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
        let replaced = own_response(bytes);
        loop {
            ready!(self.0.poll_write_ready(context))?;
            let written = match &replaced {
                Some(response) => self.0.try_write(response).map(|_| bytes.len()),
                None => self.0.try_write(bytes),
            };
            match written {
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

/// The response to what is no HTTP request, instead of hyper's, which has neither content nor the
/// headers of all others, and cannot be changed otherwise. It is the last one of its connection.
fn own_response(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = std::str::from_utf8(bytes).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.lines().next()?;
    if !status.starts_with('4') || head.contains("nosniff") {
        return None;
    }
    let body = json!({"error": status}).to_string();
    let length = body.len();
    let mut response = format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n"
    );
    for (name, value) in security_headers() {
        response += &format!("{name}: {value}\r\n");
    }
    Some((response + "\r\n" + &body).into_bytes())
}
