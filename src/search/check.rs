//! Which parts of a query are not compatible.

use super::query::{Puzzle, Query};
use crate::cube::Metric;
use thiserror::Error;

/// Why the parts of a [`Query`] are not compatible, as one clause.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct QueryError(String);

impl Query {
    /// Checks that the parts are compatible. [`Solver::query`](crate::Solver::query) does so, too.
    ///
    /// # Errors
    /// The [`QueryError`] that says which are not.
    pub fn check(&self) -> Result<(), QueryError> {
        let steps = self.steps();
        for (field, values) in [("extra", &self.extra), ("max_moves", &self.max_moves)] {
            if values.len() > 1 && values.len() != steps {
                return Err(QueryError(format!(
                    "{field} takes one number, or one for each step (here {steps})"
                )));
            }
        }
        let has_goal = self.goal.is_some();
        let slices = self.moves.as_ref().filter(|moves| !moves.are_face_turns());
        let contradiction = if self.all && self.number.is_some() {
            Some("all solutions and a number of solutions exclude each other")
        } else if self.number == Some(0) {
            Some("the number of solutions must be at least 1")
        } else if self.niss && !has_goal {
            Some("niss needs a goal: without one, moves on the inverse are moves of the solution")
        } else if self.extra.contains(&Query::ANY_LENGTH) && steps == 1 {
            Some("extra can be any only for the steps of a chain")
        } else if self.then == Some(self.metric) {
            Some("the second metric (then) is the metric itself")
        } else if self.then.is_some() && has_goal {
            Some("a second metric (then) compares whole solutions, not steps to a goal")
        } else if self.then.is_some() && self.extra.iter().any(|k| *k > 0) {
            Some("a second metric (then) compares the shortest solutions, not longer ones")
        } else if self.cost.is_some() && self.then.is_some() {
            Some("a cost and a second metric (then) exclude each other")
        } else if self.cost.is_some() && (has_goal || self.unique) {
            Some("a cost orders whole solutions: it excludes goals and unique")
        } else if self.cost.is_some() && self.all && self.extra.is_empty() {
            Some("all solutions by cost need extra, which limits their length")
        } else if self.auf && has_goal {
            Some("free turns (auf) are those of a whole solution, not of steps to a goal")
        } else if self.auf && self.unique {
            Some("free turns (auf) and unique exclude each other")
        } else if self.unique && !self.is_for_several() {
            Some("unique needs several solutions: all, a number above 1, or extra above 0")
        } else if self.unique && self.puzzle == Puzzle::Cube2 {
            Some("symmetries (unique) are those of the 3x3x3, not of the 2x2x2")
        } else if has_goal && self.puzzle == Puzzle::Cube2 {
            Some("goals are steps of the 3x3x3, not of the 2x2x2")
        } else if has_goal && self.has_pattern() {
            Some("a goal leads to a whole cube, not to a pattern")
        } else if has_goal && self.metric == Metric::SliceTurn {
            Some("steps to a goal are made of face turns: their metric is htm or qtm, not stm")
        } else if has_goal && slices.is_some() {
            Some("steps to a goal are made of face turns only")
        } else {
            None
        };
        if let Some(clause) = contradiction {
            return Err(QueryError(clause.to_owned()));
        }
        let exhaustive = [
            (self.all, "all solutions"),
            (self.number.is_some_and(|n| n > 1), "several solutions"),
            (self.extra.iter().any(|k| *k > 0), "longer solutions"),
            (self.goal.is_some(), "goals"),
            (self.then.is_some(), "a second metric"),
            (
                !self.extra.is_empty() && self.cost.is_some(),
                "a cost with extra",
            ),
            (self.auf, "free turns (auf)"),
            (self.restricted_moves().is_some(), "allowed moves"),
            (self.has_pattern(), "patterns"),
        ];
        match exhaustive.into_iter().find(|(is_set, _)| *is_set) {
            Some((_, part)) if self.fast => Err(QueryError(format!(
                "a quick solution (fast) is a single one that is not proven: it excludes {part}"
            ))),
            _ => Ok(()),
        }
    }
}
