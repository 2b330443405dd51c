//! Solves a cube in steps, from one goal to the next, as fewest-moves solvers do.
//!
//! A best-first search: of the skeletons, which are the steps made so far, that one is extended next
//! ([`extend`]) whose total length may become shortest. The lower bound of a skeleton is its length
//! with moves merged, and the distance of its cube from solved by the moves that may still come.
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
use crate::cube::{MoveSet, Position, Sequence};
use crate::goals::{Goal, GoalChain};
use crate::search::reporter::Reporter;
use crate::search::{Answer, Limits, Query, SolveError, Threads};
use extend::Extend;
use goal_space::GoalSpace;
use search::Search;

/// Skeletons in memory, how many of them a search needs at least, and bytes for each.
const CAPACITY: usize = 300_000;
const MIN_CAPACITY: usize = 30_000;
const SKELETON_BYTES: usize = 1 << 10;

/// Answers a query with a goal, given that no solution of the cube is shorter than `lower_bound`.
///
/// A step is at most `extra` longer than the shortest from where it starts, and undoes no move of
/// those before it. Of all solutions of such steps the shortest in total are found; moves of one
/// face are merged where steps meet, and if the last step solves the cube also where the normal
/// and the inverse scramble meet.
///
/// # Panics
/// If the query has no goal.
pub fn solve(
    position: &Position,
    query: &Query,
    limits: &Limits,
    threads: &Threads,
    lower_bound: u8,
) -> Result<Answer, SolveError> {
    let chain = query.goal.as_ref().expect("a query with a goal");
    let steps = match step_goals(chain, query, limits) {
        Ok(steps) => steps,
        Err(error) => return limits.without_tables(query.metric, error),
    };
    let capacity = capacity()?;
    let search = Search {
        extend: Extend {
            chain,
            steps: &steps,
            query,
        },
        reporter: Reporter::new(query.metric, limits),
        threads,
        lower_bound,
        capacity,
    };
    Ok(search.run(&position.as_held()))
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
