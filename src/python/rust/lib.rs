//! The native half of the Python package `cubesolve`: a thin shell over the library's `Query`, `Answer`
//! and `Solver`. Queries come and answers go as the JSON that the library reads and writes, so that an
//! option or a field is added there and in the Python half (`cubesolve/`), not here.
//!
//! - `cube`: `Cube`.
//! - `solver`: `Solver`; `stream`: cubes solved by threads without Python, and the answers in order.
//! - `search`: the search for one cube, and its callbacks.
//! - `running`: the searches in progress, which end with the interpreter.
//! - `error`: exceptions.

mod cube;
mod error;
mod running;
mod search;
mod solver;
mod stream;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use super::*;
    use std::ffi::OsString;

    #[pymodule_export]
    use super::cube::Cube;
    #[pymodule_export]
    use super::error::{CubeError, TableError};
    #[pymodule_export]
    use super::running::shut_down;
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::stream::Answers;

    /// Runs the program with these arguments, of which the first is its name, and ends the process with
    /// its exit code: without the interpreter, which a signal would make print a traceback.
    #[pyfunction]
    fn main(py: Python<'_>, arguments: Vec<OsString>) {
        let code = py.detach(|| cubesolve::cli::main(arguments.into_iter(), None));
        std::process::exit(code.into());
    }
}
