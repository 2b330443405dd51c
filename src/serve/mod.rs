//! A page on this machine to solve cubes with, and the same over HTTP for programs.
//!
//! The server is hyper on one thread of tokio: a streamed answer can end when its client disconnects,
//! and request heads have a time limit. tiny_http has neither, nor a limit of its threads. axum is hyper
//! with a router, which eight paths do not need; it takes 2.6 times as long to compile.
//!
//! Each request to solve runs in a thread of its own on a clone of the [`Solver`], and the operating
//! system shares the processors between them: a hard cube does not hold up an easy one. A search ends
//! when its client disconnects.

mod access;
mod assets;
mod clients;
mod connection;
mod guard;
mod one_file;
mod routes;
mod static_page;
mod stream;
#[cfg(test)]
mod tests;

// for the command line, and no part of what the library promises
#[doc(hidden)]
pub use static_page::write_page;

use crate::api::Api;
use crate::host;
use crate::solver::Solver;
use crate::table::Directory;
use access::Access;
use clients::{Clients, Counted};
use connection::Connection;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use routes::Service;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// What a server accepts at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ServerLimits {
    /// Open connections; more wait to be accepted.
    connections: usize,
    /// Those of one client on another machine; more are closed.
    connections_of_client: usize,
    /// Requests to solve; more are refused with status 503.
    searches: usize,
    /// Bytes of a request's body.
    body_bytes: usize,
    /// Time for a head to arrive after the connection or the last response, for a body to arrive,
    /// and on Linux for the client to read what has been sent.
    idle_timeout: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 256,
            connections_of_client: 32,
            searches: 32,
            body_bytes: 1 << 20,
            idle_timeout: Duration::from_secs(20),
        }
    }
}

/// The HTTP server of `cubesolve serve`, bound to an address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    service: Arc<Service>,
}

/// The file of the keys of clients, beside the tables.
const KEY_FILE: &str = "serve.keys";

/// Time between two checks of the stop flag.
const STOP_INTERVAL: Duration = Duration::from_millis(50);

/// Time for searches to end when the server is stopped.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// Threads for requests other than to solve, which take milliseconds.
const SHORT_TASK_THREADS: usize = 4;

impl Server {
    /// A server at `address` that solves with `solver` and lists the tables of `directory`. If other
    /// machines can reach it, they need a code: `on_code` gets the server's address and a code that
    /// is valid once, and the next one when it has been used. Who has entered one is known to later servers,
    /// by a file of the directory.
    ///
    /// # Errors
    /// If it cannot listen on the address.
    pub fn bind(
        address: SocketAddr,
        solver: Solver,
        directory: Directory,
        on_code: impl Fn(SocketAddr, &str) + Send + Sync + 'static,
    ) -> io::Result<Server> {
        Server::with_limits(address, solver, directory, ServerLimits::default(), on_code)
    }

    fn with_limits(
        address: SocketAddr,
        solver: Solver,
        directory: Directory,
        limits: ServerLimits,
        on_code: impl Fn(SocketAddr, &str) + Send + Sync + 'static,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let bound = listener.local_addr()?;
        let keys = directory.path().join(KEY_FILE);
        let access = || Access::new(keys, Box::new(move |code| on_code(bound, code)));
        let service = Service {
            api: Api { solver, directory },
            access: (!address.ip().is_loopback()).then(access),
            searches: Arc::new(Semaphore::new(limits.searches)),
            limits,
        };
        Ok(Server {
            listener,
            service: Arc::new(service),
        })
    }

    /// The address with the port, which the system chooses if port 0 was requested.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `stop` is set, then ends within a second.
    ///
    /// # Errors
    /// If the system refuses threads or timers.
    pub fn answer_until(self, stop: &AtomicBool) -> io::Result<()> {
        let limits = self.service.limits;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(limits.searches + SHORT_TASK_THREADS)
            .build()?;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let permits = Arc::new(Semaphore::new(limits.connections));
            let clients = Arc::new(Clients::default());
            let mut connections = JoinSet::new();
            while !stop.load(Ordering::Relaxed) {
                let next = accept(&listener, &permits);
                if let Ok(Some((stream, client, permit))) = timeout(STOP_INTERVAL, next).await
                    && let Some(counted) = clients.admit(client, limits.connections_of_client)
                {
                    connections.spawn(serve(stream, (permit, counted), self.service.clone()));
                }
                while connections.try_join_next().is_some() {}
            }
            // a search ends with its connection
            connections.shutdown().await;
            Ok(())
        });
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        result
    }
}

/// The next connection, once a permit is free; `None` if it cannot be accepted.
async fn accept(
    listener: &tokio::net::TcpListener,
    permits: &Arc<Semaphore>,
) -> Option<(TcpStream, IpAddr, OwnedSemaphorePermit)> {
    let permit = permits.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, client)) => Some((stream, client.ip(), permit)),
        Err(_) => {
            // perhaps no file descriptor is left
            sleep(STOP_INTERVAL).await;
            None
        }
    }
}

/// Answers the requests of a connection, which has this permit and is counted until it ends.
async fn serve(
    stream: TcpStream,
    _until_it_ends: (OwnedSemaphorePermit, Counted),
    service: Arc<Service>,
) {
    let idle_timeout = service.limits.idle_timeout;
    // short lines are sent at once; if that is refused, they arrive later
    let _ = stream.set_nodelay(true);
    host::limit_unread_time(&stream, idle_timeout);
    let client = Connection::new(stream);
    let respond = |request| service.clone().respond(request, client.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(idle_timeout)
        .max_buf_size(1 << 16)
        // a client that has sent all may close its sending side: see `AnswerStream`
        .half_close(true)
        .serve_connection(TokioIo::new(client.clone()), service_fn(respond));
    // only its client is concerned if a connection fails
    let _ = connection.await;
}
