//! `Solver`: tables and threads that queries share.

use crate::cube::position;
use crate::running::{self, CurrentSolver, lock};
use crate::search::{Listener, Request, read_query, read_timeout, to_value_error};
use crate::stream::{Answers, Stream};
use cubesolve::table::{Directory, Spec};
use cubesolve::{cpu, threads};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex};

/// The native half of a solver.
#[pyclass(frozen, module = "cubesolve._native")]
pub struct Solver {
    table: Option<&'static Spec>,
    threads: usize,
    listener: Arc<Listener>,
    /// The solver of the library with the process that made it: after a fork the child makes its own,
    /// since locks of the other may be held by threads that it does not have. Locked while attached
    /// to Python only, so that the child finds it unlocked.
    current: Arc<CurrentSolver>,
}

/// More threads than any machine has.
const MAX_THREADS: usize = 1024;

#[pymethods]
impl Solver {
    #[new]
    fn new(
        table: Option<&str>,
        threads: Option<usize>,
        on_progress: Option<Py<PyAny>>,
        on_table: Py<PyAny>,
    ) -> PyResult<Solver> {
        let instructions = cpu::InstructionSet::check();
        instructions.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let threads = threads.unwrap_or_else(threads::processors);
        if !(1..=MAX_THREADS).contains(&threads) {
            let problem = format!("threads: expected 1 to {MAX_THREADS}");
            return Err(PyValueError::new_err(problem));
        }
        Ok(Solver {
            table: table.map(spec).transpose()?,
            threads,
            listener: Arc::new(Listener {
                on_progress,
                on_table,
            }),
            current: Arc::default(),
        })
    }

    /// Answers a query for one cube, as JSON.
    fn answer(
        &self,
        py: Python<'_>,
        cube: &Bound<'_, PyAny>,
        query: &str,
        timeout: Option<f64>,
    ) -> PyResult<String> {
        let position = position(cube)?;
        let request = self.request(py, query, timeout)?;
        // so that the end of the interpreter waits for this thread, too
        let _running = request.stop.clone();
        let mut stream = Stream::new(None, request, 1)?;
        stream.submit(position);
        Ok(stream.next(py)?.expect("the answer to the only cube"))
    }

    /// Answers a query for many cubes, each as JSON, in order.
    fn answers(
        &self,
        cubes: &Bound<'_, PyAny>,
        query: &str,
        timeout: Option<f64>,
    ) -> PyResult<Answers> {
        let request = self.request(cubes.py(), query, timeout)?;
        let stream = Stream::new(Some(cubes.try_iter()?), request, self.threads)?;
        Ok(Answers(Mutex::new(stream)))
    }
}

impl Solver {
    fn request(&self, py: Python<'_>, query: &str, timeout: Option<f64>) -> PyResult<Request> {
        let (query, timeout) = (read_query(query)?, read_timeout(timeout)?);
        let prepared = self.of_this_process(py).prepare(&[], &query);
        Ok(Request {
            prepared: prepared.map_err(to_value_error)?,
            timeout,
            listener: self.listener.clone(),
            stop: running::begin(py)?,
        })
    }

    fn of_this_process(&self, py: Python<'_>) -> cubesolve::Solver {
        let process = std::process::id();
        let mut current = lock(&self.current);
        if let Some((_, solver)) = current.as_ref().filter(|(made_by, _)| *made_by == process) {
            return solver.clone();
        }
        let solver = cubesolve::Solver::with_directory(Directory::default());
        let solver = match self.table {
            Some(table) => solver.named(table),
            None => solver,
        };
        let solver = solver.threads(self.threads);
        running::register(py, &self.current);
        *current = Some((process, solver.clone()));
        solver
    }
}

fn spec(name: &str) -> PyResult<&'static Spec> {
    Spec::named(name).map_err(|error| PyValueError::new_err(format!("table: {error}")))
}
