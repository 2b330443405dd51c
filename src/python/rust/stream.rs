//! `Answers`: the answers to many cubes, found by several threads, in the order of the cubes.

use crate::cube::position;
use crate::error::CubeError;
use crate::running::lock;
use crate::search::Request;
use cubesolve::Position;
use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, TryLockError, Weak};
use std::thread;
use std::time::Duration;

/// Cubes that are read ahead of the answer that is returned next.
const WINDOW: usize = 1000;

/// Time between two looks for a signal.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// A cube to be solved.
struct Job {
    number: u64,
    position: Position,
    answer: SyncSender<PyResult<String>>,
}

/// An iterator over the answers to many cubes, as JSON.
#[pyclass(frozen, module = "cubesolve._native")]
pub struct Answers(pub Mutex<Stream>);

/// Cubes that threads solve without Python.
pub struct Stream {
    /// The cubes that have not been read; `None` once there are no more.
    cubes: Option<Py<PyIterator>>,
    /// Where threads get their work; `None` once there is no more.
    jobs: Option<Sender<Job>>,
    /// Where the answers to cubes that have been read will arrive, or why there are no more cubes.
    pending: VecDeque<Receiver<PyResult<String>>>,
    /// Number of cubes that have been read.
    count: u64,
    /// Gone when all threads have ended.
    stop: Weak<AtomicBool>,
    /// The process with the threads.
    process: u32,
}

#[pymethods]
impl Answers {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let mut stream = match self.0.try_lock() {
            Ok(stream) => stream,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                let problem = "another thread waits for the next answer";
                return Err(PyValueError::new_err(problem));
            }
        };
        stream.next(py)
    }
}

impl Stream {
    /// Answers the request on some threads for each of these cubes, and for those that are submitted.
    pub fn new(
        cubes: Option<Bound<'_, PyIterator>>,
        request: Request,
        threads: usize,
    ) -> PyResult<Stream> {
        let (jobs, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let stream = Stream {
            cubes: cubes.map(Bound::unbind),
            jobs: Some(jobs),
            pending: VecDeque::new(),
            count: 0,
            stop: Arc::downgrade(&request.stop),
            process: std::process::id(),
        };
        for _ in 0..threads {
            let (jobs, request) = (receiver.clone(), request.clone());
            thread::Builder::new().spawn(move || work(&jobs, &request))?;
        }
        Ok(stream)
    }

    /// The next answer; `None` if there are no more cubes.
    pub fn next(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.process != std::process::id() {
            let problem = "these answers belong to the process that was forked";
            return Err(PyRuntimeError::new_err(problem));
        }
        while self.pending.len() < WINDOW && self.read_cube(py)? {}
        match self.pending.pop_front() {
            None => Ok(None),
            Some(answer) => self.wait(py, answer).map(Some),
        }
    }

    /// Reads the next cube and has it solved. Returns whether there may be more.
    ///
    /// # Errors
    /// An exception that is no error, such as that of Ctrl-C, from the source of the cubes. An error is
    /// returned after the answers to the cubes before, and after one that is a wrong cube there may be more.
    fn read_cube(&mut self, py: Python<'_>) -> PyResult<bool> {
        let Some(cubes) = &self.cubes else {
            return Ok(false);
        };
        let next = cubes.bind(py).clone().next();
        match next.map(|cube| position(&cube?)) {
            Some(Ok(position)) => self.submit(position),
            Some(Err(error)) if error.is_instance_of::<CubeError>(py) => {
                let text = format!("cube {}: {}", self.count, error.value(py));
                let _ = self.expect_answer().send(Err(CubeError::new_err(text)));
            }
            Some(Err(error)) if error.is_instance_of::<PyException>(py) => {
                let _ = self.expect_answer().send(Err(error));
                self.end_input();
            }
            Some(Err(error)) => {
                self.end();
                return Err(error);
            }
            None => self.end_input(),
        }
        Ok(self.cubes.is_some())
    }

    /// Has a cube solved.
    pub fn submit(&mut self, position: Position) {
        let job = Job {
            number: self.count,
            position,
            answer: self.expect_answer(),
        };
        if let Some(jobs) = &self.jobs {
            // if all threads have ended, the receiver reports it
            let _ = jobs.send(job);
        }
    }

    /// Where the answer to the next cube is to be sent.
    fn expect_answer(&mut self) -> SyncSender<PyResult<String>> {
        let (sender, receiver) = sync_channel(1);
        self.pending.push_back(receiver);
        self.count += 1;
        sender
    }

    fn end_input(&mut self) {
        (self.cubes, self.jobs) = (None, None);
    }

    /// Waits for an answer. A signal whose handler raises, as Ctrl-C, ends all searches; its exception is
    /// raised as soon as this one has ended.
    fn wait(&mut self, py: Python<'_>, answer: Receiver<PyResult<String>>) -> PyResult<String> {
        let (mut answer, mut interrupted) = (answer, Ok(()));
        loop {
            let received;
            (answer, received) = py.detach(move || {
                let received = answer.recv_timeout(SIGNAL_INTERVAL);
                (answer, received)
            });
            match received {
                Ok(arrived) => return interrupted.and(arrived),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.end();
                        interrupted = Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.end();
                    return interrupted.and(Err(PyRuntimeError::new_err("a search was ended")));
                }
            }
        }
    }

    /// Ends all searches, and the answers.
    fn end(&mut self) {
        if let Some(stop) = self.stop.upgrade() {
            stop.store(true, Ordering::Relaxed);
        }
        self.end_input();
        self.pending.clear();
    }
}

/// An iterator that is not read to its end stops its searches.
impl Drop for Stream {
    fn drop(&mut self) {
        self.end();
    }
}

/// Solves cubes until there are no more or the searches are stopped.
fn work(jobs: &Mutex<Receiver<Job>>, request: &Request) {
    loop {
        let Ok(job) = lock(jobs).recv() else { return };
        if request.stop.load(Ordering::Relaxed) {
            return;
        }
        // nobody waits for it if the answers were ended
        let _ = job.answer.send(request.answer(&job.position, job.number));
    }
}
