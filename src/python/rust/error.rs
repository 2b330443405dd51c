//! Exceptions.

use cubesolve::SolveError;
use cubesolve::coord::CoordError;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    cubesolve,
    CubeError,
    PyValueError,
    "A text that is no cube, or an impossible cube: the message says where, or which piece is wrong."
);

create_exception!(
    cubesolve,
    TableError,
    PyRuntimeError,
    "A pruning table that cannot be opened or generated."
);

/// The exception for a query that has no answer.
pub fn of_search(error: SolveError) -> PyErr {
    let text = error.to_string();
    match error {
        SolveError::Query(_) => PyValueError::new_err(text),
        SolveError::Table(_) => TableError::new_err(text),
        SolveError::Coord(CoordError::OutOfMemory { .. }) => PyMemoryError::new_err(text),
        _ => PyRuntimeError::new_err(text),
    }
}
