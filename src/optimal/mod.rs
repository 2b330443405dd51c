//! Optimal solutions of the whole cube: iterative deepening A* with a pruning table, batched and on
//! all threads.
//!
//! [`deepening`] searches depth by depth. A long depth is split into [`tasks`] that threads take from
//! a queue, the most [promising](promising) nodes of the depth before first. Each thread expands its
//! nodes in chunks ([`batched`]), so that the cache misses of many probes overlap. A companion
//! ([`companion`]) finds short solutions beside it: once one is as short as the lower bound, the search
//! ends. Cubes near the solved one need no table ([`near`]), and while one is generated the companion works
//! alone.

mod batched;
mod companion;
mod deepening;
mod forecast;
mod near;
mod node;
mod promising;
mod solutions;
mod state;
mod table_slot;
mod tasks;
#[cfg(test)]
mod tests;

pub use near::search_near;
pub use table_slot::TableSlot;

use crate::cube::Position;
use crate::probe::{Backend, ForBackend, by_fastest};
use crate::search::{Answer, Limits, Outcome, Query, Threads};
use crate::table::TableError;
use companion::find_any;
use deepening::Deepening;
use state::SearchState;

/// What to search for.
pub struct Request<'a> {
    pub position: &'a Position,
    pub query: &'a Query,
    pub limits: &'a Limits<'a>,
    /// The answer of an earlier search for the same, perhaps with another table, which was stopped:
    /// the search continues from its bounds.
    pub earlier: Option<Answer>,
}

/// What to search with.
pub struct Means<'a> {
    /// The pruning table, whose metric is that of the query.
    pub table: &'a TableSlot,
    pub threads: &'a Threads,
    /// Called in the searching thread before each depth that takes long.
    pub before_long_depth: &'a (dyn Fn() + Sync),
}

/// Finds the solutions that are requested.
///
/// # Errors
/// If the table turned out to be corrupted.
pub fn search(request: &Request, means: &Means) -> Result<Answer, TableError> {
    let answer = means.threads.run(|| by_fastest((request, means)));
    let corruption = means.table.corruption();
    corruption.map_or(Ok(answer), |error| Err(error.clone()))
}

impl ForBackend for (&Request<'_>, &Means<'_>) {
    type Output = Answer;

    fn run(self, backend: impl Backend) -> Answer {
        Deepening::new(backend, self.0, self.1).run()
    }
}

/// Finds short solutions while `wait` waits for a table. It gets a function that says why it has to end, if so: at
/// a limit, or because the best solution is proven to be a shortest one. Returns its result, and the answer so
/// far, from which the search with the table continues.
pub fn search_beside<T>(
    request: &Request,
    wait: impl FnOnce(&dyn Fn() -> Option<Outcome>) -> T,
) -> (T, Answer) {
    let state = SearchState::new(request);
    let result = state.with_companion(|start| {
        start();
        wait(&|| state.ending())
    });
    let outcome = state.ending();
    if outcome.is_some() {
        find_any(&state);
    }
    (
        result,
        state.into_answer(vec![], outcome.unwrap_or(Outcome::Stopped)),
    )
}
