//! The search with tables of distances, at first small ones.

use super::Patterns;
use super::cheapest::Cheapest;
use super::deepening::Deepening;
use super::distances::{StickerDistances, Values};
use super::starts::{Start, Starts};
use super::whole_cube::{HeldCube, WholeCube, in_slice_turns, turns_slice};
use crate::coord::CoordError;
use crate::notation::LayerMove;
use crate::probe::Prober;
use crate::search::cost::Costed;
use crate::search::depth_first::Space;
use crate::search::reporter::Reporter;
use crate::search::{Answer, Limits, Puzzle, Query, SolveError};
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

/// Places of followed stickers as values of coordinates, what the moves so far cost, and the whole cube.
struct StickerSpace<'a> {
    distances: &'a StickerDistances,
    whole: Option<&'a WholeCube>,
    cheapest: Option<&'a Cheapest<'a>>,
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
        let mut distances = match self.distances(&starts.all[0].places, SIZES[0], stop) {
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
            match self.distances(&starts.all[0].places, SIZES[1], stop) {
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
        let max_auf_moves = match self.key.auf {
            true => self.key.metric.half_turn(),
            false => 0,
        };
        WholeCube::new(prober, &moves, max_auf_moves)
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
            Cheapest::new(query.max_solutions(), costs, per_unit.unwrap_or(1))
        });
        let space = StickerSpace {
            distances,
            whole,
            cheapest: cheapest.as_ref(),
        };
        let node = |start: &Start| {
            let values = distances.values(&start.places);
            let values = values.expect("tables for these positions");
            (values, Costed::default(), start.held)
        };
        let nodes: Vec<_> = starts.all.iter().map(node).collect();
        let bounds = nodes
            .iter()
            .map(|(values, ..)| distances.lower_bound(values));
        let lower_bound = bounds.min().unwrap_or(0).max(lower_bound);
        let search = Deepening {
            space: &space,
            starts,
            nodes,
            query,
            cheapest: cheapest.as_ref(),
            reporter: Reporter::new(query.metric, limits),
        };
        search.run(lower_bound, max_nodes)
    }
}

impl Space for StickerSpace<'_> {
    type Node = (Values, Costed, HeldCube);

    fn may_be_within(&self, left: u8, (values, ..): &Self::Node) -> bool {
        let distance = self.distances.lower_bound(values);
        let is_target = distance == 0 && self.distances.match_at(values);
        distance <= left && is_target == (left == 0)
    }

    /// The node after a move, unless the target is too far or reached too early, or it would cost too
    /// much.
    #[inline]
    fn child(&self, (values, costed, held): &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let (values, length, cost) = self.distances.after(values, m, left)?;
        let mut costed = *costed;
        if let Some(cheapest) = self.cheapest {
            costed = cheapest.costs.after(costed, m);
            let rest = u32::from(cost) * cheapest.costs.unit;
            if costed.cost + rest.max(cheapest.least_cost(left)) > cheapest.bound() {
                return None;
            }
        }
        let is_target = length == 0 && self.distances.match_at(&values);
        let held = self.whole.map_or(*held, |whole| whole.after(held, m));
        (is_target == (left == 0)).then_some((values, costed, held))
    }

    fn within(&self, (.., held): &Self::Node, moves: u64, left: impl Fn(usize) -> u8) -> u64 {
        match self.whole {
            Some(whole) => whole.within(held, moves, left),
            None => moves,
        }
    }
}
