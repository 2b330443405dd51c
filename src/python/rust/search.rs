//! One query: limits, callbacks and the answer as JSON.

use crate::error::of_search;
use crate::running::{StopFlag, lock};
use cubesolve::table::GenerationProgress;
use cubesolve::{Limits, Position, Prepared, Progress, Query, Record, TableEvent, seconds};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What to find, for any number of cubes.
#[derive(Clone)]
pub struct Request {
    pub prepared: Prepared,
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
pub fn read_timeout(number: Option<f64>) -> PyResult<Option<Duration>> {
    let timeout = number.map(seconds).transpose();
    timeout.map_err(|problem| to_value_error(format!("timeout: {problem}")))
}

pub fn to_value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Request {
    /// Answers the query for a cube: the fields of a [`Record`] as JSON. Not to be called from a thread
    /// that is attached to Python.
    ///
    /// # Errors
    /// The exception of a callback, or why there is no answer.
    pub fn answer(&self, position: &Position, number: u64) -> PyResult<String> {
        let raised = Mutex::new(None);
        // keeps the first exception of a callback, which ends the search
        let keep_error = |result: PyResult<Py<PyAny>>| match result {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                lock(&raised).get_or_insert(error);
                ControlFlow::Break(())
            }
        };
        let on_progress = |progress: &Progress| match &self.listener.on_progress {
            Some(callback) => keep_error(report_progress(callback, number, progress)),
            None => ControlFlow::Continue(()),
        };
        let last_report = Mutex::new(None);
        let on_table = |event: TableEvent| {
            let Some(arguments) = table_report(event, &mut lock(&last_report)) else {
                return;
            };
            let call = |py: Python<'_>| self.listener.on_table.call1(py, arguments);
            if keep_error(Python::attach(call)).is_break() {
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        let limits = Limits::default().timeout(self.timeout);
        let mut limits = limits.stop(&self.stop).on_table(&on_table);
        if self.listener.on_progress.is_some() {
            limits = limits.on_progress(&on_progress);
        }
        let answer = self.prepared.solve(position, &limits);
        if let Some(error) = lock(&raised).take() {
            return Err(error);
        }
        let answer = answer.map_err(of_search)?;
        let query = self.prepared.query();
        let problem = answer.problem(query);
        let record = Record::of(number, query, &answer, problem.as_deref());
        Ok(serde_json::to_string(&record).expect("text and numbers can be written"))
    }
}

fn report_progress(callback: &Py<PyAny>, cube: u64, progress: &Progress) -> PyResult<Py<PyAny>> {
    let arguments = (
        cube,
        progress.depth,
        progress.done,
        progress.lower_bound,
        progress.best.map(ToString::to_string),
        progress.nodes,
        progress.probes,
        progress.time_left.map(|time| time.as_secs_f64()),
    );
    Python::attach(|py| callback.call1(py, arguments))
}

/// What is reported of an event: the name of the table, the fraction that is done, and the error.
fn table_report(
    event: TableEvent,
    last: &mut Option<Instant>,
) -> Option<(&'static str, f64, Option<String>)> {
    const INTERVAL: Duration = Duration::from_millis(100);
    match event {
        // another process generates it
        TableEvent::Generating {
            progress: GenerationProgress::Waiting,
            ..
        } => None,
        TableEvent::Generating { spec, progress } => {
            let is_due = last.is_none_or(|last| last.elapsed() >= INTERVAL);
            is_due.then(|| {
                *last = Some(Instant::now());
                (spec.name(), progress.fraction().min(1.0), None)
            })
        }
        TableEvent::Generated(spec) => Some((spec.name(), 1.0, None)),
        TableEvent::Failed { spec, error } => Some((spec.name(), 0.0, Some(error.to_string()))),
        _ => None,
    }
}
