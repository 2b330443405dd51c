//! A local page over the solver, and the same by HTTP for programs.
//!
//! The server is hyper on one thread of tokio. It was chosen among four for what it takes to
//! behave well: an answer that is streamed ends when its client goes away, since hyper reads
//! while it writes; a head that does not come to its end has a time limit, and so has, by a
//! wrapper around the stream, everything else. tiny_http has neither, nor any
//! limit to its threads. axum is hyper under a router, which six paths do not need. With a release
//! build, alone, in seconds of processor time: tiny_http 6 crates and 8.6, hyper 20 and 20.1,
//! axum 52 and 52.7. hyper adds 14 crates to those the project has anyway.
//!
//! One search at a time uses all processors. The others wait in a queue, scramble by scramble, so
//! that nobody waits for all scrambles of somebody else. A client that goes away takes its place
//! or its search with it.

mod assets;
mod check;
mod connection;
mod guard;
mod question;
mod routes;
mod solve;
mod solvers;
mod stream;
mod turns;

pub use check::Findings;
pub use question::{MAX_SCRAMBLES, MAX_SOLUTIONS, MAX_TIME, Question};

use crate::search::{GrowingSolver, Solver};
use crate::table::Directory;
use connection::{Busy, Watched};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use routes::App;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// What a server bears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections served at a time; more wait to be accepted.
    pub connections: usize,
    /// Requests to solve that are let in, the one that is being answered included; more are
    /// told to come again.
    pub queue: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Bytes of the largest table that is made without being asked for; with 0 none is.
    pub table_bytes: u64,
    /// How long nothing may move on a connection whose client has not to wait for an answer, and
    /// how long a head and a body may take to come.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 256,
            queue: 32,
            body_bytes: 1 << 20,
            table_bytes: GrowingSolver::MOST_BYTES,
            patience: Duration::from_secs(20),
        }
    }
}

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

/// How often it is looked whether to stop.
const INTERVAL: Duration = Duration::from_millis(50);

/// How long searches and answers under way have to come to an end.
const FAREWELL: Duration = Duration::from_millis(500);

impl Server {
    /// Listens at `address`. Solves with `solver`, and in the other metric or when a larger table
    /// pays with tables in `directory`.
    ///
    /// # Errors
    /// When it cannot listen there.
    pub fn bind(
        address: SocketAddr,
        solver: Solver,
        directory: Directory,
        limits: Limits,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let loopback_only = address.ip().is_loopback();
        Ok(Server {
            listener,
            app: Arc::new(App::new(solver, directory, loopback_only, limits)),
        })
    }

    /// Where it listens: the port is the system's choice if 0 was asked for.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `stop` is set, then ends within a second.
    ///
    /// # Errors
    /// When the system refuses what a server needs.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(4)
            .build()?;
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let app = self.app.clone();
            // nothing that has to end before the server does
            std::thread::spawn(move || app.prepare());
            let mut connections = JoinSet::new();
            let room = Arc::new(Semaphore::new(self.app.limits.connections));
            while !stop.load(Ordering::Relaxed) {
                let next = accept(&listener, &room, &self.app);
                if let Ok(Some(connection)) = timeout(INTERVAL, next).await {
                    connections.spawn(connection);
                }
                while connections.try_join_next().is_some() {}
            }
            // with its connection a search ends
            connections.shutdown().await;
            Ok(())
        });
        runtime.shutdown_timeout(FAREWELL);
        ended
    }
}

/// The next connection, as soon as there is room for it; `None` if its client has gone already.
async fn accept(
    listener: &tokio::net::TcpListener,
    room: &Arc<Semaphore>,
    app: &Arc<App>,
) -> Option<impl Future<Output = ()> + use<>> {
    let place = room.clone().acquire_owned().await;
    match listener.accept().await {
        Ok((stream, _)) => {
            let app = app.clone();
            Some(async move {
                serve(stream, app).await;
                drop(place);
            })
        }
        Err(_) => {
            // it may be that there is no file descriptor left
            sleep(INTERVAL).await;
            None
        }
    }
}

async fn serve(stream: tokio::net::TcpStream, app: Arc<App>) {
    // Short lines are to be sent at once; where that cannot be had, they come later.
    let _ = stream.set_nodelay(true);
    let (busy, patience) = (Busy::default(), app.limits.patience);
    let stream = Watched::new(stream, patience, busy.clone());
    let answer = |request| app.clone().answer(request, busy.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(1 << 16)
        .serve_connection(TokioIo::new(stream), service_fn(answer));
    // A connection that breaks concerns nobody but its client.
    let _ = connection.await;
}
