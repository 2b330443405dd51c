//! The search with tables of distances, at first small ones.

use super::Patterns;
use super::distances::{StickerDistances, Values};
use super::starts::Starts;
use super::whole_cube::{WholeCube, WholeCubeSpace, in_slice_turns, turns_slice};
use crate::coord::CoordError;
use crate::notation::LayerMove;
use crate::probe::Prober;
use crate::search::cost::{CostTable, Costed};
use crate::search::depth_first::Space;
use crate::search::{Answer, Cheapest, Limits, Problem, Puzzle, Query, SolveError};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The greatest sizes of a table, a byte an entry: one that is generated in a few hundredths of a
/// second, and one for long searches.
const SIZES: [usize; 2] = [1 << 19, 1 << 24];

/// Opens the pruning table for the metric, if one is installed or may be generated.
pub type GetTable<'a> = dyn Fn() -> Option<Arc<Prober>> + 'a;

/// Nodes after which a search is long: generating larger tables takes about as long as these.
const LONG: u64 = 1 << 22;

/// The same if there is a pruning table: it has only to be opened, but a depth is not left once it has begun.
const LONG_WITH_TABLE: u64 = 1 << 18;

/// The turns of four layers. By fewer moves a cube takes more of them than by all, and tables of stickers that
/// are generated for these moves bound it better than a pruning table.
const MANY_MOVES: usize = 12;

/// Places of followed stickers as values of coordinates, and what the moves so far cost.
pub(crate) struct StickerSpace<'a> {
    distances: &'a StickerDistances,
    costs: Option<Costs<'a>>,
}

struct Costs<'a> {
    table: &'a CostTable,
    /// What an entry of the distances by cost counts.
    unit: u32,
    cheapest: &'a Cheapest,
}

impl Patterns {
    /// Searches with small tables, and if that is long, again from the depth that was reached: with a
    /// pruning table if the whole cube is to be solved and one can be had, otherwise with large tables.
    pub(super) fn search(
        &self,
        starts: &Starts,
        query: &Query,
        limits: &Limits,
        open: &GetTable,
    ) -> Result<Answer, SolveError> {
        let (metric, stop) = (query.metric, limits.as_stop());
        let mut distances = match self.distances(starts.first(), SIZES[0], stop) {
            Ok(distances) => distances,
            Err(error) => return limits.without_tables(metric, error),
        };
        let max_nodes = match self.is_for_face_table() {
            true => LONG_WITH_TABLE,
            false => LONG,
        };
        let bounds = (&*distances, None);
        let known = match self.search_with(bounds, starts, 0, max_nodes, query, limits) {
            ControlFlow::Continue(answer) => return Ok(answer),
            ControlFlow::Break(known) => known,
        };
        let whole = self.whole_cube(limits, open);
        if whole.is_none() {
            match self.distances(starts.first(), SIZES[1], stop) {
                Ok(larger) => distances = larger,
                Err(CoordError::Stopped) => {
                    let stopped = limits.without_tables(metric, CoordError::Stopped)?;
                    let outcome = stopped.outcome;
                    return Ok(Answer { outcome, ..known });
                }
                // without memory for them it goes on with the small ones
                Err(_) => {}
            }
        }
        let bounds = (&*distances, whole.as_ref());
        let (ControlFlow::Continue(answer) | ControlFlow::Break(answer)) =
            self.search_with(bounds, starts, known.lower_bound, u64::MAX, query, limits);
        Ok(Answer {
            nodes: known.nodes + answer.nodes,
            probes: known.probes + answer.probes,
            table: whole.map(|whole| whole.spec().name),
            ..answer
        })
    }

    /// Whether the whole cube is to be solved by many moves, so that a pruning table bounds the search.
    fn solves_whole_cube(&self) -> bool {
        let is_whole = self.key.to.is_empty() && self.key.puzzle == Puzzle::Cube3;
        is_whole && self.moves.len() >= MANY_MOVES
    }

    /// Whether that is a table of face turns, which need not be generated for this search alone.
    fn is_for_face_table(&self) -> bool {
        self.solves_whole_cube() && !self.moves.iter().any(|m| turns_slice(m.m))
    }

    /// Bounds of the whole cube, if that is to be solved and a table can be had.
    fn whole_cube(&self, limits: &Limits, open: &GetTable) -> Option<WholeCube> {
        if !self.solves_whole_cube() {
            return None;
        }
        let prober = match self.is_for_face_table() {
            true => open()?,
            false => in_slice_turns(limits).ok()?,
        };
        Some(self.bounds_by(prober))
    }

    /// Bounds of the whole cube by a table.
    pub(super) fn bounds_by(&self, prober: Arc<Prober>) -> WholeCube {
        let moves: Vec<LayerMove> = self.moves.iter().map(|m| m.m).collect();
        let slack = match self.key.auf {
            true => self.key.metric.half_turn(),
            false => 0,
        };
        WholeCube::new(prober, &moves, slack)
    }

    /// Searches from `lower_bound` on, with bounds by stickers and perhaps of the whole cube.
    pub(super) fn search_with(
        &self,
        (distances, whole): (&StickerDistances, Option<&WholeCube>),
        starts: &Starts,
        lower_bound: u8,
        max_nodes: u64,
        query: &Query,
        limits: &Limits,
    ) -> ControlFlow<Answer, Answer> {
        let cheapest = self.costs.as_ref().map(|costs| {
            let moves = self.moves.iter().zip(&costs.least);
            let per_unit = moves.map(|(m, least)| least / u32::from(m.cost)).min();
            Cheapest::new(query.max_solutions(), per_unit.unwrap_or(1))
        });
        let costs = self.costs.as_ref().zip(cheapest.as_ref());
        let stickers = StickerSpace {
            distances,
            costs: costs.map(|(table, cheapest)| Costs {
                table,
                unit: table.unit(),
                cheapest,
            }),
        };
        let values = |places| {
            distances
                .values(places)
                .expect("tables for these positions")
        };
        let nodes = starts
            .places()
            .map(|places| (values(places), Costed::default()));
        let nodes: Vec<(Values, Costed)> = nodes.collect();
        let bounds = nodes
            .iter()
            .map(|(values, _)| distances.lower_bound(values));
        let lower_bound = bounds.min().unwrap_or(0).max(lower_bound);
        let problem = (starts, lower_bound, max_nodes, cheapest.as_ref());
        match whole {
            None => self.solve_in(&stickers, &nodes, problem, query, limits),
            Some(whole) => {
                let nodes = nodes.into_iter().zip(starts.held_cubes());
                let nodes: Vec<_> = nodes.collect();
                let stickers = &stickers;
                let space = WholeCubeSpace { stickers, whole };
                self.solve_in(&space, &nodes, problem, query, limits)
            }
        }
    }

    /// Searches in a space from a node for each start.
    fn solve_in<S: Space<Node: Send + Sync> + Sync>(
        &self,
        space: &S,
        nodes: &[S::Node],
        (starts, lower_bound, max_nodes, cheapest): (&Starts, u8, u64, Option<&Cheapest>),
        query: &Query,
        limits: &Limits,
    ) -> ControlFlow<Answer, Answer> {
        let shared = starts.shared();
        let problem = Problem {
            space,
            rules: &self.rules,
            starts: nodes,
            lower_bound,
            threads: &self.threads,
            max_nodes,
            cheapest,
            listed: &|length| starts.listed(shared.as_deref()?, length, limits.as_stop()),
        };
        problem.solve(query, limits, |start, path| {
            let mut solution = starts.solution(start, path)?;
            solution.cost = self.costs.as_ref().map(|costs| costs.of(path));
            Some(solution)
        })
    }
}

impl Space for StickerSpace<'_> {
    type Node = (Values, Costed);

    fn may_be_within(&self, left: u8, (values, _): &Self::Node) -> bool {
        let distance = self.distances.lower_bound(values);
        let is_target = distance == 0 && self.distances.match_at(values);
        distance <= left && is_target == (left == 0)
    }

    /// The node after a move, unless the target is too far or reached too early, or it would cost too
    /// much.
    #[inline]
    fn child(&self, (values, costed): &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let (values, length, cost) = self.distances.after(values, m, left)?;
        let mut costed = *costed;
        if let Some(costs) = &self.costs {
            costed = costs.table.after(costed, m);
            let rest = (u32::from(cost) * costs.unit).max(costs.cheapest.least_cost(left));
            if costed.cost + rest > costs.cheapest.bound() {
                return None;
            }
        }
        let is_target = length == 0 && self.distances.match_at(&values);
        (is_target == (left == 0)).then_some((values, costed))
    }
}
