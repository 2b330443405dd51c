//! The processor: which instruction set the search uses, and how many threads run in parallel.

use crate::host::lock::lock;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::JoinHandle;

/// The instructions that searching and generating tables use. On one kind of processor each level
/// includes those below it; all give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// Plain code, for any processor.
    Portable,
    /// NEON: all 64-bit ARM processors.
    Neon,
    /// AVX2 and BMI2: Intel Haswell, AMD Excavator and later.
    Avx2,
    /// AVX-512 with byte permutations, GF(2) affine transformations and population counts: Intel
    /// Ice Lake, AMD Zen 4 and later.
    Avx512,
}

impl InstructionSet {
    /// The highest level that this processor supports, or [`InstructionSet::Portable`] if the
    /// environment variable `CUBESOLVE_PORTABLE` is set.
    pub fn in_use() -> InstructionSet {
        static IN_USE: LazyLock<InstructionSet> =
            LazyLock::new(|| match std::env::var_os("CUBESOLVE_PORTABLE") {
                Some(_) => InstructionSet::Portable,
                None => InstructionSet::of_processor(),
            });
        *IN_USE
    }

    #[cfg(target_arch = "x86_64")]
    fn of_processor() -> InstructionSet {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni");
        match (avx2, avx512) {
            (true, true) => InstructionSet::Avx512,
            (true, false) => InstructionSet::Avx2,
            (false, _) => InstructionSet::Portable,
        }
    }

    #[cfg(target_arch = "aarch64")]
    fn of_processor() -> InstructionSet {
        InstructionSet::Neon
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn of_processor() -> InstructionSet {
        InstructionSet::Portable
    }
}

/// Proof that the processor has the instructions of [`InstructionSet::Avx512`] and may use them.
#[cfg(target_arch = "x86_64")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The proof, on a processor that has them.
    #[inline]
    pub fn detect() -> Option<Avx512> {
        (InstructionSet::in_use() == InstructionSet::Avx512).then_some(Avx512(()))
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InstructionSet::Portable => "portable",
            InstructionSet::Neon => "NEON",
            InstructionSet::Avx2 => "AVX2 and BMI2",
            InstructionSet::Avx512 => "AVX-512 and BMI2",
        })
    }
}

/// Number of threads that can run in parallel, at least 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The operating system did not start the threads of this process's thread pool.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot start threads: {reason}")]
pub struct ThreadError {
    reason: String,
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
    match rayon::current_thread_index() {
        Some(_) => Ok(work()),
        None => Ok(pool()?.install(work)),
    }
}

/// The pool of this process, which is started on first use.
fn pool() -> Result<Arc<ThreadPool>, ThreadError> {
    let mut started = lock(&POOL);
    let process = std::process::id();
    if let Some(parents) = started.take_if(|pool| pool.process != process) {
        // dropping it would notify threads that do not exist
        std::mem::forget(parents);
    }
    if let Some(started) = &*started {
        return Ok(started.pool.clone());
    }
    let mut threads = vec![];
    let builder = ThreadPoolBuilder::new().spawn_handler(|thread| {
        threads.push(std::thread::Builder::new().spawn(|| thread.run())?);
        Ok(())
    });
    let pool = Arc::new(builder.build().map_err(|error| {
        ThreadError {
            reason: error
                .source()
                .map_or(error.to_string(), ToString::to_string),
        }
    })?);
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
    let ended = lock(&POOL).take_if(|pool| pool.process == std::process::id());
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
