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
use crate::patterns::{self, Patterns};
use crate::search::{Answer, Bounds, Control, Limits, Puzzle, Query, Root, Solution, Threads};
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
    let query = Query::new().metric(metric);
    let solution = solve(&cube.inverse(), &query, two_phase::search)?;
    Ok(solution.sequence())
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
    static PATTERNS: [OnceLock<[Arc<Patterns>; 1]>; 2] = [const { OnceLock::new() }; 2];
    assert!(min_distance <= MAX_DISTANCE[metric as usize]);
    let query = Query::new().metric(metric).puzzle(Puzzle::Cube2);
    let patterns =
        PATTERNS[metric as usize].get_or_init(|| [Arc::new(Patterns::new(&query, None))]);
    loop {
        stop.check()?;
        let solution = solve(&Cube::random(rng), &query, |roots, control| {
            patterns::search(patterns, roots, control, &|| None)
        })?;
        if solution.length() >= min_distance.into() {
            return Ok(solution.sequence().inverse());
        }
    }
}

/// The solution of a cube that an engine finds in one thread.
fn solve(
    cube: &Cube,
    query: &Query,
    search: impl Fn(&[Root], &Control) -> Result<Answer, CoordError>,
) -> Result<Solution, CoordError> {
    let (limits, threads) = (Limits::default(), Threads::new(1));
    let control = Control::new(Bounds::from(query), &limits, &threads);
    let answer = search(&[Root::new(Position::from(*cube))], &control)?;
    let solution = answer.solutions.into_iter().next();
    Ok(solution.expect("every cube has a solution"))
}
