//! Queries and answers, and the depth-first search that the small engines share.
//!
//! A [`Query`] says what to find for a cube, an [`Answer`] what was found and proven, [`Limits`] when
//! to stop and whom to notify. Which kind of search a query needs is chosen by
//! [`Solver`](crate::Solver).

mod answer;
mod check;
pub(crate) mod control;
pub(crate) mod cost;
pub(crate) mod deepening;
pub(crate) mod depth_first;
mod error;
mod fields;
pub(crate) mod forecast;
mod limits;
mod options;
mod query;
mod record;
mod root;
mod target;
mod threads;

pub use answer::{Answer, Outcome, Solution, Step};
pub use check::QueryError;
pub(crate) use control::Control;
pub use cost::{Cost, CostError};
pub use error::SolveError;
pub use limits::{DepthReport, Limits, OnDepth, OnProgress, OnTable, Progress, TableEvent};
pub use options::{FORMAT, OPTIONS, QueryOption, TIMEOUT, Values, seconds, with_names};
pub use query::{Puzzle, Query};
pub use record::Record;
pub(crate) use root::{Bounds, Root};
pub use target::Target;
pub(crate) use threads::Threads;
