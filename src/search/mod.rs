//! Queries and answers, and the generic search that the small engines share.
//!
//! A [`Query`] says what to find for a cube, an [`Answer`] what was found and proven, [`Limits`] when
//! to stop and whom to notify. Each kind of search is an [`Engine`]; which one a query needs is
//! chosen by [`Solver`](crate::Solver).

mod answer;
mod cheapest;
mod check;
pub(crate) mod cost;
pub(crate) mod depth_first;
mod error;
mod fields;
mod limits;
mod problem;
mod query;
mod target;
mod threads;

pub use answer::{Answer, MAX_INPUT_BYTES, Outcome, Record, Solution, Step};
pub(crate) use cheapest::Cheapest;
pub use check::QueryError;
pub use cost::{Cost, CostError};
pub use error::SolveError;
pub use limits::{DepthReport, Limits, OnDepth, OnProgress, OnTable, Progress, TableEvent};
pub(crate) use problem::{Problem, solve_in};
pub use query::{Puzzle, Query};
pub use target::Target;
pub(crate) use threads::Threads;

use crate::cube::Position;

/// Solves cubes for queries: one implementation for each kind of search.
pub(crate) trait Engine {
    /// Answers a [checked](Query::check) query, with [started](Limits::started) limits, for a
    /// position that is to be solved: a target of the query other than a pattern has been taken
    /// into account.
    ///
    /// # Errors
    /// Any [`SolveError`] but [`SolveError::Query`]. A search that was stopped is an answer.
    fn solve(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError>;
}
