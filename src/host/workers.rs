//! Threads of the web, with the names of [`std::thread`]: workers that JavaScript has started and that run one
//! after another of what asks for a thread. A panic ends them all.

use super::lock::lock;
use std::collections::VecDeque;
use std::io;
use std::marker::PhantomData;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
pub use std::thread::{Result, panicking, sleep};

type Job = Box<dyn FnOnce() + Send>;

/// The workers and what they are to run.
struct Workers {
    /// Threads that a solver has, its own included.
    threads: usize,
    /// Workers that nothing has asked for.
    free: usize,
    jobs: VecDeque<Job>,
}

static WORKERS: Mutex<Workers> = Mutex::new(Workers {
    threads: 1,
    free: 0,
    jobs: VecDeque::new(),
});

/// There is a job for a worker.
static HAS_JOB: Condvar = Condvar::new();

/// Sets the number of threads of a solver, and that of the workers that call [`run_jobs`]: a pool and a search have
/// threads of their own.
pub fn set_workers(threads: usize, workers: usize) {
    let mut all = lock(&WORKERS);
    (all.threads, all.free) = (threads.max(1), workers);
}

/// What a worker does. Never returns.
pub fn run_jobs() -> ! {
    loop {
        let mut all = lock(&WORKERS);
        let job = loop {
            match all.jobs.pop_front() {
                Some(job) => break job,
                None => all = wait(&HAS_JOB, all),
            }
        };
        drop(all);
        job();
        lock(&WORKERS).free += 1;
    }
}

fn wait<'a, T>(event: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    event.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// The number of threads of a solver.
///
/// # Errors
/// None.
pub fn available_parallelism() -> io::Result<NonZero<usize>> {
    Ok(NonZero::new(lock(&WORKERS).threads).expect("it is not set to zero"))
}

/// Has a free worker run a job.
fn start(job: Job) -> io::Result<()> {
    let mut all = lock(&WORKERS);
    all.free = all.free.checked_sub(1).ok_or(io::ErrorKind::WouldBlock)?;
    all.jobs.push_back(job);
    HAS_JOB.notify_one();
    Ok(())
}

/// The result of a job, once it has ended.
struct Ending<T> {
    result: Mutex<Option<T>>,
    has_ended: Condvar,
}

impl<T> Ending<T> {
    fn new() -> Arc<Ending<T>> {
        Arc::new(Ending {
            result: Mutex::new(None),
            has_ended: Condvar::new(),
        })
    }

    fn end(&self, result: T) {
        *lock(&self.result) = Some(result);
        self.has_ended.notify_all();
    }

    fn wait(&self) -> T {
        let mut result = lock(&self.result);
        loop {
            match result.take() {
                Some(result) => return result,
                None => result = wait(&self.has_ended, result),
            }
        }
    }
}

pub struct JoinHandle<T>(Arc<Ending<T>>);

impl<T> JoinHandle<T> {
    pub fn join(self) -> Result<T> {
        Ok(self.0.wait())
    }
}

pub struct ScopedJoinHandle<'scope, T>(JoinHandle<T>, PhantomData<&'scope ()>);

impl<T> ScopedJoinHandle<'_, T> {
    pub fn join(self) -> Result<T> {
        self.0.join()
    }
}

/// Jobs that end before the scope does.
pub struct Scope<'scope, 'env: 'scope> {
    running: Arc<(Mutex<usize>, Condvar)>,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

pub fn scope<'env, T>(work: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T) -> T {
    let scope = Scope {
        running: Arc::default(),
        scope: PhantomData,
        env: PhantomData,
    };
    let result = work(&scope);
    let (running, has_ended) = &*scope.running;
    let mut running = lock(running);
    while *running > 0 {
        running = wait(has_ended, running);
    }
    drop(running);
    result
}

#[derive(Default)]
pub struct Builder;

impl Builder {
    pub fn new() -> Builder {
        Builder
    }

    pub fn spawn<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<JoinHandle<T>> {
        let ending = Ending::new();
        let end = ending.clone();
        start(Box::new(move || end.end(work())))?;
        Ok(JoinHandle(ending))
    }

    pub fn spawn_scoped<'scope, T: Send + 'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, T>> {
        let ending = Ending::new();
        let (end, running) = (ending.clone(), scope.running.clone());
        let job = move || {
            end.end(work());
            drop(end);
            let (running, has_ended) = &*running;
            *lock(running) -= 1;
            has_ended.notify_all();
        };
        let job: Box<dyn FnOnce() + Send + 'scope> = Box::new(job);
        // SAFETY: the scope waits until the job has ended; a panic would end the process first.
        let job = unsafe { std::mem::transmute::<Box<dyn FnOnce() + Send + 'scope>, Job>(job) };
        *lock(&scope.running.0) += 1;
        if let Err(error) = start(job) {
            *lock(&scope.running.0) -= 1;
            return Err(error);
        }
        Ok(ScopedJoinHandle(JoinHandle(ending), PhantomData))
    }
}
