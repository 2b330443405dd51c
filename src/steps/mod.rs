//! Solves a cube in steps, from one goal to the next, as fewest-moves solvers do.
//!
//! Each step is found by iterative deepening with the lower bounds of its goal. A step is
//! completed to whole solutions, depth-first, before the next one of its length is tried; a branch
//! ends when no solution through it can be among the best. With NISS (normal-inverse scramble
//! switch) the moves of a step are distributed over the scramble and its inverse: if `x` is the
//! cube, `inverse⁻¹ · x · normal` is at the goal.

mod best;
mod goal_space;
mod path;
mod search;

use crate::coord::CoordError;
use crate::cube::{MoveSet, Position, Sequence};
use crate::goals::Goal;
use crate::search::{Answer, Engine, Limits, Query, SolveError};
use goal_space::GoalSpace;
use search::Search;

/// The engine for queries with a goal.
///
/// A step is at most `extra` longer than the shortest from where it starts, and undoes no move of
/// those before it. Of all solutions of such steps the shortest in total are found; moves of one
/// face are merged where steps meet, and if the last step solves the cube also where the normal
/// and the inverse scramble meet.
pub(crate) struct Steps;

impl Engine for Steps {
    /// # Panics
    /// If the query has no goal.
    fn solve(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let chain = query.goal.as_ref().expect("a query with a goal");
        let steps = match spaces(chain.goals(), query, limits) {
            Ok(steps) => steps,
            Err(error) => return limits.without_tables(query.metric, error),
        };
        let search = Search::new(chain, &steps, query, limits);
        Ok(search.run(&position.as_held()))
    }
}

/// The goals of each step with their tables.
fn spaces<'a>(
    steps: &'a [Vec<Goal>],
    query: &Query,
    limits: &Limits,
) -> Result<Vec<Vec<GoalSpace<'a>>>, CoordError> {
    let allowed = allowed_moves(query);
    let space = |goal| GoalSpace::new(goal, query.metric, allowed, limits.as_stop());
    let of_step = |goals: &'a Vec<Goal>| goals.iter().map(space).collect();
    steps.iter().map(of_step).collect()
}

/// The moves, as the holder of the cube makes them, if not all are allowed.
fn allowed_moves(query: &Query) -> Option<MoveSet> {
    let moves: Sequence = query.restricted_moves()?.moves().collect();
    Some(moves.moves().iter().copied().collect())
}
