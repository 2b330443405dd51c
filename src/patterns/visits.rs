//! Visits all positions of some followed stickers, or those within some moves, by breadth-first search.

use super::Patterns;
use super::coordinates::PlaceCoordinate;
use super::distances::PairGraph;
use super::stickers::{StickerMove, StickerPlaces, apply, mapping};
use crate::coord::breadth_first::{self, Graph};
use crate::coord::{CoordError, Distances, Stop, UNREACHED};
use crate::cube::{Cube, Metric, Position, Turn};
use crate::notation::{LayerMove, Pattern};
use crate::permutation::{Permutation, StabilizerChain};
use crate::search::{Puzzle, Query};
use std::collections::HashSet;

/// All positions of the followed stickers, with their distances from the target.
#[derive(Debug)]
pub struct VisitedPositions {
    parts: Vec<PlaceCoordinate>,
    /// By move.
    costs: Vec<u8>,
    /// What is turned, and with it on the opposite face.
    moves: Vec<(LayerMove, Option<LayerMove>)>,
    from_solved: Distances,
    /// If the target has other positions than the solved one.
    distances: Option<Distances>,
}

impl VisitedPositions {
    fn distances(&self) -> &Distances {
        self.distances.as_ref().unwrap_or(&self.from_solved)
    }

    /// The greatest distance.
    pub fn greatest(&self) -> u8 {
        self.distances().greatest()
    }

    /// The number of positions at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        self.distances().distribution()
    }

    /// A shortest sequence to each position at a distance, from the solved cube.
    pub fn at_distance(&self, distance: u8) -> impl Iterator<Item = Vec<LayerMove>> + '_ {
        let graph = PairGraph::new(self.parts.iter().collect(), &self.costs);
        let is_there = move |node: &usize| {
            self.distances().get(*node) == distance && self.from_solved.get(*node) != UNREACHED
        };
        let nodes = (0..graph.size()).filter(is_there);
        nodes.map(move |node| self.moves_to(&graph, node))
    }

    /// A solution, undone.
    fn moves_to(&self, graph: &PairGraph, node: usize) -> Vec<LayerMove> {
        let steps = |node| {
            let costs = self.costs.iter().enumerate();
            costs.map(move |(m, cost)| (m, *cost, graph.after(node, m)))
        };
        let solution = self.from_solved.path(node, |node| node, steps);
        let turned = solution.into_iter().rev().flat_map(|m| {
            let (turned, opposite) = self.moves[m];
            [turned].into_iter().chain(opposite)
        });
        turned.map(LayerMove::inverse).collect()
    }
}

/// Bytes that a value of a coordinate takes with its moves, and a position in a set and a list.
const VALUE_BYTES: u64 = 160;
const POSITION_BYTES: u64 = 72;

impl Patterns {
    /// For the positions of the stickers that a pattern is about, by the moves of a query. Without certain moves,
    /// centres stay in place: a turn of a slice is one of the two faces beside it.
    pub fn for_visits(query: &Query, target: Option<Pattern>) -> Patterns {
        let mut patterns = Patterns::new(query, target);
        patterns.followed.drop_implied(&patterns.target);
        let is_free = query.restricted_moves().is_none();
        if is_free && query.puzzle == Puzzle::Cube3 && query.metric == Metric::SliceTurn {
            let turn = |turn: Turn| {
                let moves = turn.moves().map(|m| mapping(m.into(), Puzzle::Cube3));
                StickerMove {
                    m: turn.parts().0.into(),
                    opposite: turn.parts().1.map(LayerMove::from),
                    cost: 1,
                    mapping: moves.fold(Permutation::identity(54), |all, m| m.product(&all)),
                }
            };
            patterns.moves = Turn::all().map(turn).collect();
        }
        patterns
    }

    fn solved_places(&self) -> StickerPlaces {
        self.followed.places(&Position::from(Cube::SOLVED))
    }

    fn mappings(&self) -> Vec<Permutation> {
        // a group has a generator
        let identity = [Permutation::identity(54)].into_iter();
        let moves = self.moves.iter().map(|m| m.mapping.clone());
        moves.chain(identity).collect()
    }

    /// Visits all positions that the moves reach from the solved cube, as they are held. `None` if they take more
    /// memory.
    pub fn visit(&self, memory: u64, stop: Stop) -> Result<Option<VisitedPositions>, CoordError> {
        let (start, mappings) = (self.solved_places(), self.mappings());
        let followed = &self.followed;
        let cubies = followed.centres..followed.stickers.len();
        let (corners, edges) = cubies.partition(|n| followed.is_corner(*n));
        let max_size = (memory / VALUE_BYTES).min(u32::MAX.into()) as usize;
        let mut parts: Vec<PlaceCoordinate> = vec![];
        for order in [(0..followed.centres).collect(), corners, edges] {
            let stickers: &Vec<usize> = &order;
            let base: Vec<u32> = stickers.iter().map(|n| start[*n].into()).collect();
            let chain = StabilizerChain::new(&mappings, &base);
            let sizes = (0..base.len()).map(|level| chain.carriers(level).count() as u64);
            if sizes.product::<u64>() > max_size as u64 {
                return Ok(None);
            }
            let moves = (&self.moves[..], &mappings[..]);
            let part = PlaceCoordinate::new(followed, moves, &start, order, max_size, stop)?;
            parts.push(part);
        }
        let sizes = parts.iter().map(|part| part.size() as u128);
        if sizes.product::<u128>() > u128::from(memory) {
            return Ok(None);
        }
        let costs: Vec<u8> = self.moves.iter().map(|m| m.cost).collect();
        let graph = PairGraph::new(parts.iter().collect(), &costs);
        // the solved cube has the first value of each part; other combinations may not be reached from it
        let from_solved = breadth_first::distances(&graph, &[0], stop)?;
        let mut goals = graph.goals()?;
        goals.retain(|goal| from_solved[*goal] != UNREACHED);
        let distances = match goals == [0] {
            true => None,
            false => Some(breadth_first::distances(&graph, &goals, stop)?),
        };
        Ok(Some(VisitedPositions {
            parts,
            costs,
            moves: self.moves.iter().map(|m| (m.m, m.opposite)).collect(),
            from_solved: Distances::from_entries(from_solved),
            distances: distances.map(Distances::from_entries),
        }))
    }

    /// The number of positions at each distance up to a greatest one, as they are held. `None` if they take more
    /// memory, or the target allows several places for a sticker.
    pub fn near_distances(
        &self,
        greatest: u8,
        memory: u64,
        stop: Stop,
    ) -> Result<Option<Vec<u64>>, CoordError> {
        let Some(solved) = self.target_places() else {
            return Ok(None);
        };
        let mut seen: HashSet<StickerPlaces> = solved.iter().copied().collect();
        let mut levels = vec![solved];
        for distance in 1..=greatest {
            let mut next = vec![];
            for m in &self.moves {
                let from = distance.checked_sub(m.cost).map(usize::from);
                for places in from.map_or(&[][..], |from| &levels[from]) {
                    let moved = apply(places, &m.mapping);
                    if seen.insert(moved) {
                        next.push(moved);
                    }
                    if seen.len() as u64 * POSITION_BYTES > memory {
                        return Ok(None);
                    }
                }
                stop.check()?;
            }
            levels.push(next);
        }
        while levels.last().is_some_and(Vec::is_empty) {
            levels.pop();
        }
        Ok(Some(
            levels.iter().map(|level| level.len() as u64).collect(),
        ))
    }

    /// The places of the followed stickers where the target is reached, held in each way that the moves can bring
    /// about. `None` if a sticker may be at several.
    fn target_places(&self) -> Option<Vec<StickerPlaces>> {
        let (start, followed) = (self.solved_places(), &self.followed);
        let count = followed.stickers.len();
        let base: Vec<u32> = start[..count].iter().map(|place| (*place).into()).collect();
        let group = StabilizerChain::new(&self.mappings(), &base);
        let mut all = vec![];
        for variant in 0..followed.variant_count {
            let mut places = start;
            for (place, by_place) in places.iter_mut().zip(&followed.variants) {
                let mut allowed =
                    (0..54_u8).filter(|p| by_place[usize::from(*p)] >> variant & 1 == 1);
                *place = allowed.next()?;
                if allowed.next().is_some() {
                    return None;
                }
            }
            let is_there = |n: usize, place| u32::from(places[n]) == place;
            if group.has_member(count, is_there) && !all.contains(&places) {
                all.push(places);
            }
        }
        Some(all)
    }
}
