//! Kociemba's two-phase algorithm: short solutions in milliseconds, not proven shortest.
//!
//! The first phase brings a cube into the domino group, which turns of U and D and half turns of
//! the other faces generate; the second solves it there. Iterative deepening of the first phase
//! finds many paths into the group. Each is completed if that makes the whole shorter than the
//! best solution so far. The three axes and the inverse of the cube lead to different paths, so
//! all six are searched in turn. (H. Kociemba, <https://kociemba.org/math/twophase.htm>.)
//!
//! With a table of the exact distances of the first phase ([`exact`]), which is kept in a [`file`], all nodes are on paths
//! into the group, the last moves of all paths are known ([`endings`]), and nearly all that no short second phase completes
//! end by one read ([`ends`]). Nodes are expanded in chunks, so that reads of memory overlap ([`paths`]).

mod endings;
mod ends;
mod exact;
mod file;
mod generate;
mod improve;
mod paths;
mod phase;
#[cfg(test)]
mod tests;

pub use file::QuickTable;
pub(crate) use improve::Event;

use crate::coord::{CoordError, Stop, get_or_try_init};
use crate::cube::{Cube, Metric, Move};
use crate::host::lock::lock;
use crate::search::cost::SolutionCost;
use crate::search::{Answer, Control, Outcome, Root, Solution};
use improve::{Improvement, OnEvent, Round};
use paths::{PathSearch, QuickPaths};
use phase::{Phase, PhaseTables};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How much longer than the shortest a solution may be that costs less.
const MORE_FOR_COST: u8 = 2;

/// Nodes of first phases after which a query without a timeout gets the best solution so far. With a table for quick
/// solutions they take as much time, and lead to twenty times the paths into the group.
pub(crate) fn enough_nodes(metric: Metric, table: Option<&QuickTable>) -> u64 {
    match (metric, table) {
        (_, Some(_)) => 16_000,
        (Metric::HalfTurn | Metric::SliceTurn, None) => 80_000,
        (Metric::QuarterTurn, None) => 500_000,
    }
}

/// The tables of both phases in memory, some 6 MB.
pub(crate) struct TwoPhaseTables {
    metric: Metric,
    first: PhaseTables,
    second: PhaseTables,
}

impl TwoPhaseTables {
    /// The tables for a metric, which are generated once. Both phases consist of turns of faces; in slice turns
    /// those of opposite faces may then count one together.
    pub fn shared(metric: Metric, stop: Stop) -> Result<&'static TwoPhaseTables, CoordError> {
        static SHARED: [OnceLock<TwoPhaseTables>; Metric::ALL.len()] =
            [const { OnceLock::new() }; Metric::ALL.len()];
        get_or_try_init(&SHARED[metric as usize], || {
            Ok(TwoPhaseTables {
                metric,
                first: PhaseTables::first(metric.of_faces(), stop)?,
                second: PhaseTables::second(metric.of_faces(), stop)?,
            })
        })
    }

    /// Finds shorter and shorter solutions as [`improve`] does, but none that `accepts` refuses.
    pub fn improve(
        &self,
        cubes: &[Cube],
        max_length: u8,
        accepts: &(dyn Fn(&[Move]) -> bool + Sync),
        on_event: &mut OnEvent,
    ) {
        let search = Improvement::new(self.metric, cubes, max_length, accepts);
        let (paths, second) = (|| self.first.phase(), self.second.phase());
        search.run::<Phase>(|round| search.work(round, paths(), &second, on_event));
    }
}

/// Finds shorter and shorter solutions of any of the cubes of at most `max_length`, until `on_event` breaks, which is
/// called at least every millisecond. Ends by itself if none is found and it is proven that there is none, or if shorter
/// ones are unlikely; or if the tables in memory, which it takes without a `table`, are not generated.
pub(crate) fn improve(
    (metric, table): (Metric, Option<&QuickTable>),
    (cubes, max_length): (&[Cube], u8),
    stop: Stop,
    on_event: &mut OnEvent,
) {
    if let Some(table) = table {
        let search = Improvement::new(metric, cubes, max_length, &|_| true);
        let second = table.second();
        search.run::<QuickPaths>(|round| search.work(round, table.paths(), &second, on_event));
    } else if let Ok(tables) = TwoPhaseTables::shared(metric, stop) {
        tables.improve(cubes, max_length, &|_| true, on_event);
    }
}

/// Finds some solution of the roots, which is improved until the timeout, on all idle threads; without one, or with a
/// greatest length, for as many nodes as are enough for each. That is the same for the same cube on any machine with the
/// same tables unless a timeout ends it. Without a greatest length a timeout does not end it before there is a
/// solution, which takes milliseconds. With a cost it is the cheapest of those that are found.
///
/// # Errors
/// Any [`CoordError`] when tables are generated because no `table` for the metric is given.
pub(crate) fn search(
    roots: &[Root],
    control: &Control,
    table: Option<&QuickTable>,
    cost: Option<&SolutionCost>,
) -> Result<Answer, CoordError> {
    let metric = control.bounds.metric;
    let enough_nodes = enough_nodes(metric, table);
    if let Some(table) = table {
        return Ok(search_with(
            (roots, cost),
            (control, enough_nodes),
            &|| table.paths(),
            &table.second(),
        ));
    }
    // a timeout ends the search, not the generation, without which there is no solution
    match TwoPhaseTables::shared(metric, Stop::when(control.limits.stop)) {
        Ok(tables) => Ok(search_with(
            (roots, cost),
            (control, enough_nodes),
            &|| tables.first.phase(),
            &tables.second.phase(),
        )),
        Err(error) => control.answer_without_tables(error),
    }
}

fn search_with<P: PathSearch>(
    (roots, cost): (&[Root], Option<&SolutionCost>),
    (control, enough_nodes): (&Control, u64),
    paths: &(impl Fn() -> P + Sync),
    second: &Phase,
) -> Answer {
    let (bounds, threads) = (&control.bounds, control.threads);
    let is_unlimited = bounds.limit.is_none();
    let improves_until_timeout = control.limits.deadline.is_some() && is_unlimited;
    let max_nodes = enough_nodes * roots.len() as u64;
    let best: Mutex<Option<Solution>> = Mutex::new(None);
    let ending: Mutex<Option<Outcome>> = Mutex::new(None);
    let cubes: Vec<Cube> = roots.iter().map(|root| root.position.cube).collect();
    let max_length = bounds.limit.unwrap_or(u8::MAX);
    let accepts_any = |_: &[Move]| true;
    let mut search = Improvement::new(bounds.metric, &cubes, max_length, &accepts_any);
    search.more = cost.map(|_| MORE_FOR_COST);
    let expanded = AtomicU64::new(0);
    let on_event = |event| {
        match event {
            Event::Expanded(nodes) => _ = expanded.fetch_add(nodes, Ordering::Relaxed),
            Event::Found(root, moves) => {
                let mut solution = roots[root].solution(&moves, bounds.metric);
                solution.cost = cost.map(|cost| cost.of(&solution.normal));
                let rank = |solution: &Solution| (solution.cost, solution.length);
                let mut best = lock(&best);
                if best
                    .as_ref()
                    .is_none_or(|best| rank(&solution) < rank(best))
                {
                    *best = Some(solution);
                }
            }
        }
        let has_solution = || lock(&best).is_some();
        match control.check() {
            ControlFlow::Break(Outcome::TimedOut) if is_unlimited && !has_solution() => {}
            ControlFlow::Break(outcome) => {
                *lock(&ending) = Some(outcome);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(()) => {}
        }
        let is_enough = expanded.load(Ordering::Relaxed) >= max_nodes;
        match !improves_until_timeout && is_enough && has_solution() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let work = |round: &Round| {
        let _stop = control.stop_on_panic();
        let mut on_event = &on_event;
        search.work(round, paths(), second, &mut on_event)
    };
    let lower_bound = threads.run_here(|| {
        search.run::<P>(|round| match improves_until_timeout {
            true => {
                let ends = threads.run_on_idle(|| work(round));
                let end = ends.into_iter().find(ControlFlow::is_break);
                end.unwrap_or(ControlFlow::Continue(()))
            }
            false => work(round),
        })
    });
    let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = ending.into_inner().unwrap_or_else(PoisonError::into_inner);
    let outcome = match best {
        Some(_) => Outcome::Complete,
        None => ending.unwrap_or(Outcome::NoneWithinMaxMoves),
    };
    control.add((expanded.into_inner(), 0));
    control.raise_lower_bound(lower_bound);
    Answer {
        is_quick: true,
        ..control.answer(best.into_iter().collect(), outcome)
    }
}
