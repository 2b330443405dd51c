//! Which parts of a query are not compatible.

use super::query::{Puzzle, Query};
use thiserror::Error;

/// Why the parts of a [`Query`] are not compatible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// Two parts that exclude each other, or one that is out of range: a clause that says which.
    #[error("{0}")]
    Contradiction(&'static str),
    /// More than one value of `extra` or `max_moves`, but not one for each step.
    #[error("{field} takes one number, or one for each step (here {steps})")]
    NotOneForEachStep {
        /// The field.
        field: &'static str,
        /// How many steps the query has.
        steps: usize,
    },
    /// A quick solution and what only an exhaustive search gives.
    #[error("a quick solution (fast) is a single one that is not proven: it excludes {0}")]
    Fast(&'static str),
}

impl Query {
    /// Checks that the parts are compatible. [`Solver::query`](crate::Solver::query) does so, too.
    ///
    /// # Errors
    /// The [`QueryError`] that says which are not.
    pub fn check(&self) -> Result<(), QueryError> {
        let steps = self.steps();
        for (field, values) in [("extra", &self.extra), ("max_moves", &self.max_moves)] {
            if values.len() > 1 && values.len() != steps {
                return Err(QueryError::NotOneForEachStep { field, steps });
            }
        }
        let has_goal = self.goal.is_some();
        let slices = self.moves.as_ref().filter(|moves| !moves.are_face_turns());
        let contradictions = [
            (
                self.all && self.number.is_some(),
                "all solutions and a number of solutions exclude each other",
            ),
            (
                self.number == Some(0),
                "the number of solutions must be at least 1",
            ),
            (
                self.niss && !has_goal,
                "niss needs a goal: without one, moves on the inverse are moves of the solution",
            ),
            (
                self.extra.contains(&Query::ANY_LENGTH) && steps == 1,
                "extra can be any only for the steps of a chain",
            ),
            (
                self.then == Some(self.metric),
                "the second metric (then) is the metric itself",
            ),
            (
                self.then.is_some() && has_goal,
                "a second metric (then) compares whole solutions, not steps to a goal",
            ),
            (
                self.then.is_some() && self.extra.iter().any(|k| *k > 0),
                "a second metric (then) compares the shortest solutions, not longer ones",
            ),
            (
                self.cost.is_some() && self.then.is_some(),
                "a cost and a second metric (then) exclude each other",
            ),
            (
                self.cost.is_some() && (has_goal || self.unique),
                "a cost orders whole solutions: it excludes goals and unique",
            ),
            (
                self.cost.is_some() && self.all && self.extra.is_empty(),
                "all solutions by cost need extra, which limits their length",
            ),
            (
                self.auf && has_goal,
                "free turns (auf) are those of a whole solution, not of steps to a goal",
            ),
            (
                self.auf && self.unique,
                "free turns (auf) and unique exclude each other",
            ),
            (
                self.unique && !self.is_for_several(),
                "unique needs several solutions: all, a number or extra",
            ),
            (
                self.unique && self.puzzle == Puzzle::Cube2,
                "symmetries (unique) are those of the 3x3x3, not of the 2x2x2",
            ),
            (
                has_goal && self.puzzle == Puzzle::Cube2,
                "goals are steps of the 3x3x3, not of the 2x2x2",
            ),
            (
                has_goal && self.has_pattern(),
                "a goal leads to a whole cube, not to a pattern",
            ),
            (
                has_goal && slices.is_some(),
                "steps to a goal are made of face turns only",
            ),
        ];
        if let Some((_, clause)) = contradictions.into_iter().find(|(is_set, _)| *is_set) {
            return Err(QueryError::Contradiction(clause));
        }
        let exhaustive = [
            (self.all, "all solutions"),
            (self.number.is_some_and(|n| n > 1), "several solutions"),
            (self.extra.iter().any(|k| *k > 0), "longer solutions"),
            (self.goal.is_some(), "goals"),
            (self.then.is_some(), "a second metric"),
            (self.cost.is_some(), "a cost"),
            (self.auf, "free turns (auf)"),
            (self.restricted_moves().is_some(), "allowed moves"),
            (self.has_pattern(), "patterns"),
        ];
        match exhaustive.into_iter().find(|(is_set, _)| *is_set) {
            Some((_, part)) if self.fast => Err(QueryError::Fast(part)),
            _ => Ok(()),
        }
    }
}
