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
use crate::cube::{Cube, Face, Metric, Move, Sequence};
use crate::patterns::Patterns;
use crate::search::{Answer, Limits, Puzzle, Query, Solution, SolveError, Threads};
use crate::two_phase::{self, TwoPhaseTables};
use rand::Rng;
use std::sync::{Arc, OnceLock};

/// The greatest distance of a 2x2x2 by metric (Jaap Scherphuis, <https://www.jaapsch.net/puzzles/cube2.htm>).
const MAX_DISTANCE: [u8; 2] = [11, 14];

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
    TwoPhaseTables::shared(metric, stop)?;
    let query = Query::new().metric(metric).fast(true);
    let answer = two_phase::solve(&cube.inverse().into(), &query, &Limits::default());
    Ok(solution(answer)?.sequence())
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
/// Any [`CoordError`] when the tables are generated, in a fraction of a second the first time.
///
/// # Panics
/// If no position is that far from solved: beyond 11, or 14 quarter turns.
pub fn cube2(
    min_distance: u8,
    metric: Metric,
    rng: &mut impl Rng,
    stop: Stop,
) -> Result<Sequence, CoordError> {
    static ENGINES: [OnceLock<Patterns>; 2] = [const { OnceLock::new() }; 2];
    assert!(min_distance <= MAX_DISTANCE[metric as usize]);
    let query = Query::new().metric(metric).puzzle(Puzzle::Cube2);
    let one_thread = || Arc::new(Threads::new(1));
    let engine = ENGINES[metric as usize].get_or_init(|| Patterns::new(&query, None, one_thread()));
    loop {
        stop.check()?;
        let position = Cube::random(rng).into();
        let solution = solution(engine.solve(&position, &query, &Limits::default(), &|| None))?;
        if solution.length() >= min_distance.into() {
            return Ok(solution.sequence().inverse());
        }
    }
}

/// The solution that an engine has found without a pruning table.
fn solution(answer: Result<Answer, SolveError>) -> Result<Solution, CoordError> {
    let answer = answer.map_err(|error| match error {
        SolveError::Coord(error) => error,
        error => panic!("{error}"),
    })?;
    let solution = answer.solutions.into_iter().next();
    Ok(solution.expect("every cube has a solution"))
}
