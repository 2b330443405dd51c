//! The searches in progress. None of them outlives the interpreter.

use cubesolve::threads;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// The flag that stops a search. All its threads, and nobody else, hold a clone until they end.
pub type StopFlag = Arc<AtomicBool>;

/// The solver of a process, with its number.
pub type CurrentSolver = Mutex<Option<(u32, cubesolve::Solver)>>;

/// A search of this process or, in a process that was forked, of its parent.
struct Running {
    process: u32,
    stop: Weak<AtomicBool>,
}

/// The state of this module. Locked by threads only that are attached to Python, of which there are no
/// others while a process forks: so the child finds it unlocked.
struct Searches {
    running: Vec<Running>,
    solvers: Vec<Weak<CurrentSolver>>,
    is_shut_down: bool,
}

static SEARCHES: Mutex<Searches> = Mutex::new(Searches {
    running: vec![],
    solvers: vec![],
    is_shut_down: false,
});

fn searches(_: Python<'_>) -> MutexGuard<'static, Searches> {
    lock(&SEARCHES)
}

/// Locks a mutex, also after a panic, which leaves these values whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Searches {
    /// Forgets searches that have ended, and those of a parent process.
    fn forget_ended(&mut self) {
        let process = std::process::id();
        let is_running = |r: &Running| r.process == process && r.stop.strong_count() > 0;
        self.running.retain(is_running);
    }
}

/// Registers a search.
///
/// # Errors
/// If the interpreter is about to end.
pub fn begin(py: Python<'_>) -> PyResult<StopFlag> {
    let mut searches = searches(py);
    if searches.is_shut_down {
        let problem = "cannot solve cubes while the interpreter shuts down";
        return Err(PyRuntimeError::new_err(problem));
    }
    searches.forget_ended();
    let stop = StopFlag::default();
    searches.running.push(Running {
        process: std::process::id(),
        stop: Arc::downgrade(&stop),
    });
    Ok(stop)
}

/// Registers a solver, which may generate a table after a search has ended.
pub fn register(py: Python<'_>, solver: &Arc<CurrentSolver>) {
    let mut searches = searches(py);
    searches.solvers.retain(|known| known.strong_count() > 0);
    searches.solvers.push(Arc::downgrade(solver));
}

/// Ends the generations that go on after searches of this process.
fn end_generations(py: Python<'_>) {
    let known = std::mem::take(&mut searches(py).solvers);
    for solver in known.iter().filter_map(Weak::upgrade) {
        let current = lock(&solver).clone();
        let own = current.filter(|(process, _)| *process == std::process::id());
        py.detach(|| own.inspect(|(_, solver)| solver.end_generations()));
    }
}

/// Stops all searches and waits until no thread of them is left. Later ones fail.
#[pyfunction]
pub fn shut_down(py: Python<'_>) {
    const INTERVAL: Duration = Duration::from_millis(1);
    loop {
        let mut searches = searches(py);
        searches.is_shut_down = true;
        searches.forget_ended();
        for search in &searches.running {
            if let Some(stop) = search.stop.upgrade() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        if searches.running.is_empty() {
            break;
        }
        drop(searches);
        // so that their threads can call back and return
        py.detach(|| thread::sleep(INTERVAL));
    }
    end_generations(py);
    py.detach(threads::end_pool);
}
