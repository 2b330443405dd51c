//! Optimal solutions of the whole cube: iterative deepening A* with a pruning table, batched and on
//! all threads.
//!
//! [`deepening`] searches depth by depth. A long depth is split into [`tasks`] that threads take from
//! a queue, the most [promising](promising) nodes of the depth before first. Each thread expands its
//! nodes in chunks ([`batched`]), so that the cache misses of many probes overlap. A companion
//! ([`companion`]) finds short solutions beside it: once one is as short as the lower bound, the search
//! ends.

mod batched;
mod companion;
mod deepening;
mod forecast;
mod node;
mod promising;
mod solutions;
mod state;
mod table_slot;
mod tasks;
#[cfg(test)]
mod tests;

pub use table_slot::TableSlot;

use crate::cube::Position;
use crate::probe::{Backend, ForBackend, by_fastest};
use crate::search::{Answer, Limits, Query, Threads};
use crate::table::TableError;
use deepening::Deepening;

/// What to search for and with which means.
pub struct Request<'a> {
    pub position: &'a Position,
    pub query: &'a Query,
    pub limits: &'a Limits<'a>,
    /// The pruning table, whose metric is that of the query.
    pub table: &'a TableSlot,
    pub threads: &'a Threads,
    /// Called in the searching thread before each depth that takes long.
    pub before_long_depth: &'a (dyn Fn() + Sync),
    /// The answer of an earlier search for the same, perhaps with another table, which was stopped:
    /// the search continues from its bounds.
    pub earlier: Option<Answer>,
}

/// Finds the solutions that are requested.
///
/// # Errors
/// If the table turned out to be corrupted.
pub fn search(request: &Request) -> Result<Answer, TableError> {
    let answer = request.threads.run(|| by_fastest(request));
    let corruption = request.table.corruption();
    corruption.map_or(Ok(answer), |error| Err(error.clone()))
}

impl ForBackend for &Request<'_> {
    type Output = Answer;

    fn run(self, backend: impl Backend) -> Answer {
        Deepening::new(backend, self).run()
    }
}
