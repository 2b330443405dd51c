//! Random scrambles: short sequences to random cubes.
//!
//! ```
//! use cubesolve::coord::Stop;
//! use cubesolve::cube::{Cube, Metric};
//! use cubesolve::scramble;
//!
//! let scramble = scramble::random(Metric::HalfTurn, &mut rand::rng(), Stop::never())?;
//! println!("{scramble}");
//! let cube: Cube = "R U".parse()?;
//! assert_eq!(scramble::to_cube(&cube, Metric::HalfTurn, Stop::never())?.cube(), cube);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::coord::{CoordError, Stop};
use crate::cube::{Cube, Face, Metric, Move, Position, Sequence};
use crate::pocket::{MAX_DISTANCE, Pocket, PocketTables};
use crate::search::{Engine, Limits, Query, SolveError};
use crate::two_phase::TwoPhase;
use rand::Rng;

/// The moves before and after a scramble for fewest moves, R' U' F: solvers rely on them (WCA
/// regulations, E2b1).
const AROUND: [Move; 3] = [
    Move::new(Face::R, 3),
    Move::new(Face::U, 3),
    Move::new(Face::F, 1),
];

/// Face turns that lead from the solved cube to this one: short, some 20 for a random one (27
/// quarter turns), but not proven shortest. The same on any machine.
///
/// # Errors
/// Any [`CoordError`] when the tables are generated, which takes a fraction of a second the first
/// time.
pub fn to_cube(cube: &Cube, metric: Metric, stop: Stop) -> Result<Sequence, CoordError> {
    TwoPhase::shared(metric, stop)?;
    let query = Query::new().metric(metric).fast(true);
    Ok(solution(&TwoPhase, &cube.inverse(), &query))
}

/// A scramble of a cube drawn uniformly from all.
///
/// # Errors
/// Those of [`to_cube`].
pub fn random(metric: Metric, rng: &mut impl Rng, stop: Stop) -> Result<Sequence, CoordError> {
    to_cube(&Cube::random(rng), metric, stop)
}

/// A scramble as in competitions for fewest moves, of a cube drawn uniformly from all: it begins
/// and ends with R' U' F, and no moves can be merged.
///
/// # Errors
/// Those of [`to_cube`].
pub fn fewest_moves(
    metric: Metric,
    rng: &mut impl Rng,
    stop: Stop,
) -> Result<Sequence, CoordError> {
    let around = Cube::from_moves(AROUND).inverse();
    loop {
        let between = around.product(&Cube::random(rng)).product(&around);
        // where moves merge, the middle begins with another move; if none of 18 helps, draw another cube
        for start in [None].into_iter().chain(Move::ALL.map(Some)) {
            let undone = start.map_or(Cube::SOLVED, |m| *m.inverse().cube());
            let rest = to_cube(&undone.product(&between), metric, stop)?;
            let start: Vec<Move> = start.into_iter().collect();
            let moves = [&AROUND, &start[..], rest.moves(), &AROUND].concat();
            let scramble = Sequence::from(moves);
            if scramble.simplified().len() == scramble.len() {
                return Ok(scramble);
            }
        }
    }
}

/// A shortest scramble of a 2x2x2 by turns of U, R and F, drawn uniformly from those positions that
/// take at least `min_distance` moves to solve. (Competitions require 4.)
///
/// # Errors
/// Any [`CoordError`] when the table is generated, in a fraction of a second the first time.
///
/// # Panics
/// If no position is that far from solved: beyond 11, or 14 quarter turns.
pub fn cube2(
    min_distance: u8,
    metric: Metric,
    rng: &mut impl Rng,
    stop: Stop,
) -> Result<Sequence, CoordError> {
    assert!(min_distance <= MAX_DISTANCE[metric as usize]);
    let tables = PocketTables::shared(metric, stop)?;
    let cube = loop {
        let cube = Cube::random(rng);
        if tables.distance(&cube) >= min_distance {
            break cube;
        }
    };
    Ok(solution(&Pocket, &cube, &Query::new().metric(metric)).inverse())
}

/// The solution that an engine finds with its tables.
fn solution(engine: &impl Engine, cube: &Cube, query: &Query) -> Sequence {
    let position = Position::from(*cube);
    let answer = engine.solve(&position, query, &Limits::default());
    let answer = answer.unwrap_or_else(|error: SolveError| panic!("{error}"));
    let solution = answer.solutions.first();
    solution.expect("every cube has a solution").sequence()
}
