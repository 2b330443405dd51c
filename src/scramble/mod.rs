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

mod farthest;
mod pocket;
mod uniform;

pub use farthest::farthest;
pub use pocket::{cube2, cube2_competition};
pub use uniform::{at_distance, such_that};

use crate::coord::{CoordError, Stop};
use crate::cube::{Cube, Face, Metric, Move, Position, Sequence};
use crate::search::{Answer, Bounds, Control, Limits, Query, Root, Solution, Threads};
use crate::two_phase::{self, Event, TwoPhaseTables};
use rand::Rng;
use std::ops::ControlFlow;

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
    let solution = solution_of(&cube.inverse(), &query, |roots, control| {
        two_phase::search(roots, control, None, None)
    })?;
    Ok(solution.sequence())
}

/// A scramble of a cube drawn uniformly from all.
///
/// # Errors
/// Those of [`to_cube`].
pub fn random(metric: Metric, rng: &mut impl Rng, stop: Stop) -> Result<Sequence, CoordError> {
    to_cube(&Cube::random(rng), metric, stop)
}

/// A scramble as in competitions for fewest moves, of a cube drawn uniformly from all but the solved one and
/// those one move from it: it begins and ends with R' U' F.
///
/// As in scrambles of the official program, between are at most 21 moves, which do not begin with the axis of F
/// or end with that of R: no moves can be merged, directly or behind a turn of the opposite face.
///
/// # Errors
/// Those of [`to_cube`].
pub fn fewest_moves(rng: &mut impl Rng, stop: Stop) -> Result<Sequence, CoordError> {
    const LONGEST: u8 = 21;
    let tables = TwoPhaseTables::shared(Metric::HalfTurn, stop)?;
    let is_far = |cube: &Cube| !cube.is_solved() && Move::ALL.iter().all(|m| m.cube() != cube);
    let cube = such_that(rng, |cube| Ok::<bool, CoordError>(is_far(cube)))?;
    let around = Cube::from_moves(AROUND).inverse();
    let between = around.product(&cube).product(&around);
    let accepts = |moves: &[Move]| match (moves.first(), moves.last()) {
        (Some(first), Some(last)) => !first.shares_axis(AROUND[2]) && !last.shares_axis(AROUND[0]),
        _ => false,
    };
    let mut scramble = Sequence::new();
    tables.improve(&[between.inverse()], LONGEST, &accepts, &mut |event| {
        let Event::Found(_, moves) = event else {
            return ControlFlow::Continue(());
        };
        scramble = Sequence::from([&AROUND, &moves[..], &AROUND].concat());
        ControlFlow::Break(())
    });
    Ok(scramble)
}

/// The solution of a cube that an engine finds in one thread.
fn solution_of(
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
