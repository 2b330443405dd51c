//! The search with tables of distances, at first small ones.

use super::Patterns;
use super::distances::{StickerDistances, Values};
use super::starts::Starts;
use crate::coord::CoordError;
use crate::search::cost::{CostTable, Costed};
use crate::search::depth_first::Space;
use crate::search::{Answer, Cheapest, Limits, Problem, Query, SolveError};
use std::ops::ControlFlow;

/// The greatest sizes of a table, a byte an entry: one that is generated in a few hundredths of a
/// second, and one for long searches.
const SIZES: [usize; 2] = [1 << 19, 1 << 24];

/// Nodes after which a search is long: generating larger tables takes about as long as these.
const LONG: u64 = 1 << 22;

/// Places of followed stickers as values of coordinates, and what the moves so far cost.
struct StickerSpace<'a> {
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
    /// Searches with small tables, and if that is long, again with large ones from the depth that was
    /// reached.
    pub(super) fn search(
        &self,
        starts: &Starts,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let (metric, stop) = (query.metric, limits.as_stop());
        let distances = match self.distances(starts.first(), SIZES[0], stop) {
            Ok(distances) => distances,
            Err(error) => return limits.without_tables(metric, error),
        };
        let known = match self.search_with(&distances, starts, 0, LONG, query, limits) {
            ControlFlow::Continue(answer) => return Ok(answer),
            ControlFlow::Break(known) => known,
        };
        let larger = match self.distances(starts.first(), SIZES[1], stop) {
            Ok(larger) => larger,
            Err(CoordError::Stopped) => {
                let stopped = limits.without_tables(metric, CoordError::Stopped)?;
                let outcome = stopped.outcome;
                return Ok(Answer { outcome, ..known });
            }
            // without memory for them it goes on with the small ones
            Err(_) => distances,
        };
        let bound = known.lower_bound;
        let (ControlFlow::Continue(answer) | ControlFlow::Break(answer)) =
            self.search_with(&larger, starts, bound, u64::MAX, query, limits);
        Ok(Answer {
            nodes: known.nodes + answer.nodes,
            probes: known.probes + answer.probes,
            ..answer
        })
    }

    fn search_with(
        &self,
        distances: &StickerDistances,
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
        let space = StickerSpace {
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
        let problem = Problem {
            space: &space,
            rules: &self.rules,
            starts: &nodes,
            lower_bound: bounds.min().unwrap_or(0).max(lower_bound),
            threads: &self.threads,
            max_nodes,
            cheapest: cheapest.as_ref(),
        };
        problem.solve(query, limits, |start, (_, costed), path| {
            let mut solution = starts.solution(start, path)?;
            solution.cost = self.costs.is_some().then_some(costed.cost);
            Some(solution)
        })
    }
}

impl Space for StickerSpace<'_> {
    type Node = (Values, Costed);

    fn apply(&self, (values, costed): &Self::Node, m: usize) -> Self::Node {
        let after = self.distances.after(values, m, u8::MAX);
        let (values, ..) = after.expect("no distance is greater");
        (values, *costed)
    }

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
