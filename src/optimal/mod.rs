//! Optimal solutions of the whole cube: iterative deepening A* with a pruning table, batched and on
//! all threads.
//!
//! A [`Search`] goes through stages, each from where the one before has ended. Cubes near the solved one need no
//! table ([`near`]). While a table is generated, a companion ([`companion`]) finds short solutions alone. With a
//! table, [`by_table`] searches depth by depth. A long depth is split into [`tasks`] that threads take from
//! a queue, the most [promising](promising) nodes of the depth before first. Each thread expands its
//! nodes in chunks ([`batched`]), so that the cache misses of many probes overlap. The companion works beside it:
//! once its solution is as short as the lower bound, the search ends. `METHOD.md` says what each part gains.

mod batched;
mod by_table;
mod companion;
mod near;
mod node;
mod pools;
mod promising;
mod solutions;
mod table_in_use;
mod tasks;
#[cfg(test)]
mod tests;
mod together;
mod turns;

pub use table_in_use::TableInUse;
pub use together::Together;

use crate::probe::{Backend, ForBackend, by_fastest};
use crate::search::deepening::Deepening;
use crate::search::{Answer, Control, Outcome, Root};
use crate::table::TableError;
use crate::two_phase::QuickTable;
use by_table::ByTable;
use companion::Companion;
use near::Near;
use node::MAX_DEPTH;
use solutions::Solutions;
use std::sync::{Arc, Mutex, PoisonError};

/// A search for the shortest solutions of all roots together.
pub struct Search<'a> {
    shared: Shared<'a>,
    deepening: Deepening<'a>,
    companion: Companion<'a>,
}

/// What all stages share.
struct Shared<'a> {
    roots: &'a [Root],
    control: &'a Control<'a>,
    solutions: Mutex<Solutions<'a>>,
}

/// The table of a search, and when it may be replaced.
pub struct Means<'a> {
    /// The pruning table, whose metric is that of the query.
    pub table: &'a TableInUse,
    /// Called in the searching thread before each depth that takes long.
    pub before_long_depth: &'a (dyn Fn() + Sync),
}

impl<'a> Search<'a> {
    /// A search, beside which short solutions are found by the table for them that `open_quick` returns, if any.
    pub fn new(
        roots: &'a [Root],
        control: &'a Control<'a>,
        open_quick: impl FnOnce() -> Option<Arc<QuickTable>> + Send + 'a,
    ) -> Search<'a> {
        let bounds = &control.bounds;
        if bounds.is_for_one() {
            for root in roots {
                if let Some(moves) = root.undone() {
                    control.set_best(root.solution(&moves, bounds.metric));
                }
            }
        }
        let bound = control.lower_bound();
        let first = |root: &Root| {
            bounds
                .metric
                .next_possible_length(&root.position.cube, bound)
        };
        let lengths = roots.iter().map(first).collect();
        let (step, max_length) = (
            bounds.metric.length_step(),
            bounds.max_length.min(MAX_DEPTH),
        );
        Search {
            shared: Shared {
                roots,
                control,
                solutions: Mutex::new(Solutions::new(roots, bounds)),
            },
            deepening: Deepening::new(control, lengths, step, max_length),
            companion: Companion::new(roots, control, open_quick),
        }
    }

    /// Searches for short solutions without a table. Returns no outcome if longer ones are left to search for.
    pub fn near(&mut self) -> Option<Outcome> {
        self.deepening.deepen(&mut Near(&self.shared))
    }

    /// Finds short solutions while `wait` waits for a table. It gets a function that says why it has to end, if
    /// so: at a limit, or because the best solution is proven to be a shortest one.
    pub fn beside<T>(&self, wait: impl FnOnce(&dyn Fn() -> Option<Outcome>) -> T) -> T {
        self.companion.work_beside(|start| {
            start();
            wait(&|| self.shared.control.ending())
        })
    }

    /// Searches with a table until the solutions are found, or a limit is reached.
    ///
    /// # Errors
    /// If the table turned out to be corrupted.
    pub fn by_table(&mut self, means: &Means) -> Result<Outcome, TableError> {
        let threads = self.shared.control.threads;
        let outcome = threads.run_here(|| by_fastest((&mut *self, means)));
        let corruption = means.table.corruption();
        corruption.map_or(Ok(outcome), |error| Err(error.clone()))
    }

    /// The answer of a search that ended with this outcome.
    pub fn into_answer(self, outcome: Outcome) -> Answer {
        if !matches!(outcome, Outcome::Complete | Outcome::NoneWithinMaxMoves) {
            self.companion.catch_up();
        }
        let outcome = match self.shared.control.is_proven() {
            true => Outcome::Complete,
            false => outcome,
        };
        let solutions = self.shared.solutions.into_inner();
        let solutions = solutions.unwrap_or_else(PoisonError::into_inner);
        self.shared.control.answer(solutions.into_vec(), outcome)
    }
}

impl ForBackend for (&mut Search<'_>, &Means<'_>) {
    type Output = Outcome;

    fn with_backend(self, backend: impl Backend) -> Outcome {
        let (search, means) = self;
        let (shared, deepening) = (&search.shared, &mut search.deepening);
        search.companion.work_beside(|start| {
            let outcome = deepening.deepen(&mut ByTable::new(backend, means, shared, start));
            outcome.expect("a search with a table goes to the end")
        })
    }
}
