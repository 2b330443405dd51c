//! One query: limits, callbacks and the answer as JSON.

use crate::cube::Scramble;
use crate::error::{CubeError, of_search};
use crate::running::StopFlag;
use cubesolve::table::GenerationProgress;
use cubesolve::{Limits, Progress, Query, Record, Solver, TableEvent};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What to find, for any number of cubes.
#[derive(Clone)]
pub struct Request {
    pub solver: Solver,
    pub query: Query,
    pub timeout: Option<Duration>,
    pub listener: Arc<Listener>,
    pub stop: StopFlag,
}

/// The callbacks of a solver.
pub struct Listener {
    /// Called with the number of the cube and how far its search is.
    pub on_progress: Option<Py<PyAny>>,
    /// Called with the name of a table, the fraction of its generation that is done, and the error if
    /// it failed.
    pub on_table: Py<PyAny>,
}

/// Reads a query from a JSON object with its fields.
pub fn read_query(fields: &str) -> PyResult<Query> {
    let fields = serde_json::from_str(fields).map_err(to_value_error)?;
    Query::from_fields(fields).map_err(to_value_error)
}

/// Reads a number of seconds.
pub fn read_timeout(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let timeout = seconds.map(Duration::try_from_secs_f64).transpose();
    timeout.map_err(|_| PyValueError::new_err("timeout: expected a number of seconds"))
}

fn to_value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Request {
    /// Answers the query for a cube: the fields of a [`Record`] as JSON. Not to be called from a thread
    /// that is attached to Python.
    ///
    /// # Errors
    /// The exception of a callback, or why there is no answer.
    pub fn answer(&self, scramble: &Scramble, number: Option<u64>) -> PyResult<String> {
        let position = scramble.position().map_err(|error| {
            let place = number.map(|number| format!("cube {number}: "));
            CubeError::new_err(format!("{}{error}", place.unwrap_or_default()))
        })?;
        let number = number.unwrap_or(0);
        let reporter = Reporter::new(self);
        let on_progress = |progress: &Progress| reporter.on_progress(number, progress);
        let on_table = |event: TableEvent| reporter.on_table(event);
        let mut limits = Limits::default().stop(&self.stop).on_table(&on_table);
        if let Some(timeout) = self.timeout {
            limits = limits.timeout(timeout);
        }
        if self.listener.on_progress.is_some() {
            limits = limits.on_progress(&on_progress);
        }
        let answer = self.solver.query(&position, &self.query, &limits);
        if let Some(raised) = reporter.into_error() {
            return Err(raised);
        }
        let answer = answer.map_err(of_search)?;
        let problem = answer.problem(&self.query);
        let record = Record {
            line: number,
            input: None,
            answer: &answer,
            error: problem.as_deref(),
        };
        Ok(serde_json::to_string(&record).expect("text and numbers can be written"))
    }
}

/// Calls the callbacks for one search; an exception that one of them raises ends it.
struct Reporter<'a> {
    request: &'a Request,
    state: Mutex<Reported>,
}

#[derive(Default)]
struct Reported {
    raised: Option<PyErr>,
    /// When the generation of a table was last reported.
    last: Option<Instant>,
}

impl Reporter<'_> {
    fn new(request: &Request) -> Reporter<'_> {
        Reporter {
            request,
            state: Mutex::default(),
        }
    }

    fn into_error(self) -> Option<PyErr> {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).raised
    }

    fn on_progress(&self, number: u64, progress: &Progress) -> ControlFlow<()> {
        let Some(callback) = &self.request.listener.on_progress else {
            return ControlFlow::Continue(());
        };
        let arguments = (
            number,
            progress.depth,
            progress.done,
            progress.lower_bound,
            progress.best.map(ToString::to_string),
            progress.nodes,
            progress.probes,
            progress.time_left.map(|time| time.as_secs_f64()),
        );
        match self.note_error(Python::attach(|py| callback.call1(py, arguments))) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn on_table(&self, event: TableEvent) {
        let (name, done, error) = match event {
            TableEvent::Generating { spec, progress } if self.is_due() => {
                // another process generates it
                if progress == GenerationProgress::Waiting {
                    return;
                }
                (spec.name, progress.fraction().min(1.0), None)
            }
            TableEvent::Generated(spec) => (spec.name, 1.0, None),
            TableEvent::Failed { spec, error } => (spec.name, 0.0, Some(error.to_string())),
            _ => return,
        };
        let callback = &self.request.listener.on_table;
        if self.note_error(Python::attach(|py| callback.call1(py, (name, done, error)))) {
            self.request.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a generation is to be reported again.
    fn is_due(&self) -> bool {
        const INTERVAL: Duration = Duration::from_millis(100);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = state.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if is_due {
            state.last = Some(Instant::now());
        }
        is_due
    }

    /// Keeps the first exception of a callback. Returns whether this call raised one.
    fn note_error<T>(&self, result: PyResult<T>) -> bool {
        let Err(error) = result else { return false };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.raised.get_or_insert(error);
        true
    }
}
