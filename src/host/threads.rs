//! The pool of threads for parallel work on tables.

use super::{HAS_THREADS, lock::lock, process_id, thread};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::error::Error;
use std::io;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use thread::JoinHandle;

/// Number of threads that can run in parallel, at least 1.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The operating system did not start the threads of this process's thread pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot start threads: {reason}")]
pub struct ThreadError {
    reason: String,
}

impl ThreadError {
    fn new(error: &dyn Error) -> ThreadError {
        let reason = error.to_string();
        ThreadError { reason }
    }
}

impl From<ThreadError> for io::Error {
    fn from(error: ThreadError) -> io::Error {
        io::Error::other(error)
    }
}

/// Threads for parallel work on tables, one for each processor.
struct Pool {
    /// The process that started them: a child process that was forked has none of its parent's threads.
    process: u32,
    pool: Arc<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

static POOL: Mutex<Option<Pool>> = Mutex::new(None);

/// Runs `work` in the thread pool of this process, which all parallel iterators in `work` use. They
/// should not use rayon's global pool: rayon panics where its threads cannot be started, as under a
/// tight memory limit, never ends them, and waits forever for them in a process that was forked.
pub(crate) fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ThreadError> {
    // without threads, parallel iterators do everything in the calling one
    match !HAS_THREADS || rayon::current_thread_index().is_some() {
        true => Ok(work()),
        false => Ok(pool()?.install(work)),
    }
}

/// Runs `work` in a thread that belongs to no pool. A thread of a pool that has to wait for others takes up other
/// work meanwhile. That may wait for this `work`.
pub(crate) fn outside_pools<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ThreadError> {
    if !HAS_THREADS || rayon::current_thread_index().is_none() {
        return Ok(work());
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, work);
        let thread = thread.map_err(|error| ThreadError::new(&error))?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The pool of this process, which is started on first use.
fn pool() -> Result<Arc<ThreadPool>, ThreadError> {
    let mut started = lock(&POOL);
    let process = process_id();
    if let Some(parents) = started.take_if(|pool| pool.process != process) {
        // dropping it would notify threads that do not exist
        std::mem::forget(parents);
    }
    if let Some(started) = &*started {
        return Ok(started.pool.clone());
    }
    let mut threads = vec![];
    let builder = ThreadPoolBuilder::new();
    // rayon does not ask for these workers
    #[cfg(target_feature = "atomics")]
    let builder = builder.num_threads(processors());
    let builder = builder.spawn_handler(|thread| {
        threads.push(thread::Builder::new().spawn(|| thread.run())?);
        Ok(())
    });
    let pool = builder.build();
    let pool = pool.map_err(|error| ThreadError::new(error.source().unwrap_or(&error)))?;
    let pool = Arc::new(pool);
    *started = Some(Pool {
        process,
        pool: pool.clone(),
        threads,
    });
    Ok(pool)
}

/// Ends the threads of the pool, once they are idle, and waits for that. The next parallel work
/// starts others.
pub fn end_pool() {
    let ended = lock(&POOL).take_if(|pool| pool.process == process_id());
    if let Some(Pool { pool, threads, .. }) = ended {
        drop(pool);
        for thread in threads {
            // a panic was passed on to the caller of the work
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn pool_that_was_ended_is_started_again() {
        let sum = || (0..1000_u64).into_par_iter().sum();
        for _ in 0..3 {
            assert_eq!(in_pool(sum), Ok(499_500));
            assert_eq!(in_pool(|| in_pool(sum)), Ok(Ok(499_500)));
            end_pool();
        }
    }
}
