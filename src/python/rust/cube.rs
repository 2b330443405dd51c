//! `Cube`, and what else stands for a cube.

use crate::error::CubeError;
use cubesolve::coord::Stop;
use cubesolve::{Format, Metric, Position, scramble};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};

/// A position of the cube, held with the U centre up and the F centre in front.
///
/// It is read from moves that lead to it from the solved cube, from 54 facelets in letters of faces or
/// any other symbols of colours, or from any other notation that the program reads; without a text it
/// is the solved cube. The notation is guessed unless `format` names it.
#[pyclass(frozen, eq, hash, module = "cubesolve")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube(pub cubesolve::Cube);

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (text = "", /, *, format = None))]
    fn new(text: &str, format: Option<&str>) -> PyResult<Cube> {
        let format = match format {
            Some(name) => name
                .parse()
                .map_err(|error| PyValueError::new_err(format!("format: {error}")))?,
            None => Format::guess(text),
        };
        match format.parse(text) {
            Ok(cube) => Ok(Cube(cube)),
            Err(error) => Err(CubeError::new_err(error.to_string())),
        }
    }

    /// A cube drawn uniformly from all; the same for the same seed, as `cubesolve scramble --seed`.
    #[staticmethod]
    #[pyo3(signature = (seed = None))]
    fn random(seed: Option<u64>) -> Cube {
        let mut seeds: ChaCha12Rng = match seed {
            Some(seed) => ChaCha12Rng::seed_from_u64(seed),
            None => rand::make_rng(),
        };
        // the command draws a seed for each of its cubes
        let mut rng = ChaCha12Rng::from_seed(seeds.random());
        Cube(cubesolve::Cube::random(&mut rng))
    }

    /// The cube that undoes this one: `cube * cube.inverse()` is solved.
    fn inverse(&self) -> Cube {
        Cube(self.0.inverse())
    }

    /// This cube after the moves of the other: `Cube("R") * Cube("U") == Cube("R U")`.
    fn __mul__(&self, other: &Cube) -> Cube {
        Cube(self.0.product(&other.0))
    }

    /// The 54 facelets, faces in the order U R F D L B, each row by row.
    fn facelets(&self) -> String {
        self.0.to_string()
    }

    /// Moves that lead from the solved cube to this one: some 20, not proven to be the fewest.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<String> {
        let moves = || scramble::to_cube(&self.0, Metric::HalfTurn, Stop::never());
        let moves = py.detach(moves);
        match moves {
            Ok(moves) => Ok(moves.to_string()),
            Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
        }
    }

    fn __str__(&self) -> String {
        self.facelets()
    }

    fn __repr__(&self) -> String {
        format!("Cube('{}')", self.facelets())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().facelets(),))
    }
}

/// The position of a cube to be solved, a `Cube` or a text, which also says how it is held after rotations.
///
/// # Errors
/// `TypeError` for anything else, `CubeError` if the text is no cube.
pub fn position(object: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(cube) = object.cast::<Cube>() {
        return Ok(cube.get().0.into());
    }
    let text: String = object.extract().map_err(|_| {
        let class = object.get_type();
        PyTypeError::new_err(format!("expected a Cube or a str, found {class}"))
    })?;
    let position = Format::guess(&text).position(&text);
    position.map_err(|error| CubeError::new_err(error.to_string()))
}
