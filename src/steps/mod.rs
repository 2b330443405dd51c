//! Solves a cube in steps, from one goal to the next, as fewest-moves solvers do.
//!
//! A best-first search. A *skeleton* is the steps made so far. The one whose total length may become shortest is
//! extended next ([`extend`]). The lower bound of a skeleton is its length with moves merged, and the distance of
//! its cube from solved by the moves that may still come.
//! Skeletons whose bound is not below the best chain found are never extended ([`frontier`]).
//!
//! Each step is found by iterative deepening with the lower bounds of its goal. With NISS
//! (normal-inverse scramble switch) the moves of a step are distributed over the scramble and its
//! inverse: if `x` is the cube, `inverse⁻¹ · x · normal` is at the goal.

mod best;
mod extend;
mod frontier;
mod goal_space;
mod last_six;
mod path;
mod search;
mod split;

pub use split::split;

use crate::coord::{CoordError, allocate};
use crate::cube::{MoveSet, Sequence};
use crate::goals::{Goal, GoalChain};
use crate::search::{Answer, Control, Limits, Query, Root};
use extend::Extend;
use goal_space::GoalSpace;
use search::BestFirst;

/// Skeletons in memory, how many of them a search needs at least, and bytes for each.
const CAPACITY: usize = 300_000;
const MIN_CAPACITY: usize = 30_000;
const SKELETON_BYTES: usize = 1 << 10;

/// Searches for chains of steps from the roots to the goals of a query, given that no solution of the cube is
/// shorter than `lower_bound`.
///
/// A step is at most `extra` longer than the shortest from where it starts, and undoes no move of
/// those before it. Of all solutions of such steps the shortest in total are found; moves of one
/// face are merged where steps meet, and if the last step solves the cube also where the normal
/// and the inverse scramble meet.
///
/// # Errors
/// Any [`CoordError`] when the tables are generated.
///
/// # Panics
/// If the query has no goal.
pub fn search(
    roots: &[Root],
    query: &Query,
    lower_bound: u8,
    control: &Control,
) -> Result<Answer, CoordError> {
    let chain = query.goal.as_ref().expect("a query with a goal");
    let steps = match step_goals(chain, query, control.limits) {
        Ok(steps) => steps,
        Err(error) => return control.answer_without_tables(error),
    };
    let best_first = BestFirst {
        extend: Extend {
            chain,
            steps: &steps,
            roots,
            query,
            bounds: &control.bounds,
        },
        control,
        lower_bound,
        capacity: capacity()?,
    };
    Ok(best_first.answer())
}

/// The number of skeletons that there is memory for, at most [`CAPACITY`].
fn capacity() -> Result<usize, CoordError> {
    let mut capacity = CAPACITY;
    loop {
        match allocate::<u8>(capacity * SKELETON_BYTES) {
            Ok(_) => return Ok(capacity),
            Err(error) if capacity < MIN_CAPACITY => return Err(error),
            Err(_) => capacity /= 2,
        }
    }
}

/// The goals of each step with their tables.
fn step_goals(
    chain: &GoalChain,
    query: &Query,
    limits: &Limits,
) -> Result<Vec<Vec<GoalSpace>>, CoordError> {
    let (allowed, stop) = (allowed_moves(query), limits.as_stop());
    let steps = chain.goals().iter().enumerate();
    let of_step = |(number, goals): (usize, &Vec<Goal>)| {
        let has_end = number + 2 < chain.len();
        let space = |goal: &Goal| {
            let end = chain.end_after(goal).filter(|_| has_end);
            GoalSpace::new(goal.clone(), end, query.metric, allowed, stop)
        };
        goals.iter().map(space).collect()
    };
    steps.map(of_step).collect()
}

/// The moves, as the holder of the cube makes them, if not all are allowed.
fn allowed_moves(query: &Query) -> Option<MoveSet> {
    let moves: Sequence = query.restricted_moves()?.moves().collect();
    Some(moves.moves().iter().copied().collect())
}
