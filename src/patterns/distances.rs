//! Lower bounds: exact distances of some of the followed stickers, for all their places.

use super::coordinates::PlaceCoordinate;
use super::stickers::{FollowedStickers, StickerMove, StickerPlaces};
use crate::coord::breadth_first::{self, Graph};
use crate::coord::{CoordError, Stop};
use crate::host::threads;
use crate::permutation::Permutation;
use rayon::prelude::*;

/// The most coordinates of a position.
pub const MAX_COORDINATES: usize = 24;

/// The greatest size of a coordinate.
const MAX_COORDINATE: usize = 150_000;

/// The values of all coordinates at a position.
pub type StickerValues = [u32; MAX_COORDINATES];

/// The distances of a position by tables that together take all followed stickers into account.
pub struct StickerDistances {
    coordinates: Vec<PlaceCoordinate>,
    pairs: Vec<PairDistances>,
}

/// The distances of the centres, of some corners and of some edges together, from where a target
/// allows them: by length, and by a cost if there is one.
struct PairDistances {
    /// Which coordinates.
    parts: Vec<usize>,
    by_length: Vec<u8>,
    by_cost: Vec<u8>,
}

impl StickerDistances {
    /// Tables of at most `max_size` bytes each, for positions that the moves and free turns can reach from
    /// `start`.
    /// `costs` are those of the moves if there is a cost.
    pub fn new(
        followed: &FollowedStickers,
        (moves, free_turns): (&[StickerMove], &[Permutation]),
        start: &StickerPlaces,
        (max_size, costs): (usize, Option<&[u8]>),
        stop: Stop,
    ) -> Result<StickerDistances, CoordError> {
        let mappings = moves.iter().map(|m| &m.mapping).chain(free_turns);
        let mappings: Vec<Permutation> = mappings.cloned().collect();
        let coordinate = |order: Vec<usize>, max_size: usize| {
            let max_size = max_size.min(MAX_COORDINATE);
            PlaceCoordinate::new(followed, (moves, &mappings), start, order, max_size, stop)
        };
        let centres = coordinate((0..followed.centres).collect(), MAX_COORDINATE)?;
        let max_size = max_size / centres.size();
        let cubies = followed.centres..followed.stickers.len();
        let (corners, edges) = cubies.partition(|n| followed.is_corner(*n));
        let kinds: [Vec<usize>; 2] = [corners, edges];
        let mut missing = kinds.clone();
        let mut distances = StickerDistances {
            coordinates: vec![centres],
            pairs: vec![],
        };
        while distances.pairs.is_empty() || missing.iter().any(|missing| !missing.is_empty()) {
            let is_of_one_kind = kinds.iter().any(Vec::is_empty);
            let mut size = if is_of_one_kind {
                max_size
            } else {
                max_size.isqrt()
            };
            let mut parts = vec![0];
            for (kind, missing) in kinds.iter().zip(&mut missing) {
                let present = kind.iter().rev().filter(|n| !missing.contains(n));
                let order = missing.iter().chain(present).copied().collect();
                let part = coordinate(order, size)?;
                missing.retain(|n| !part.stickers.contains(n));
                size = max_size / part.size();
                parts.push(distances.coordinates.len());
                distances.coordinates.push(part);
            }
            let by_length: Vec<u8> = moves.iter().map(|m| m.cost).collect();
            let graph = |costs: &[u8]| distances.generate(&parts, costs, stop);
            let pair = PairDistances {
                by_length: graph(&by_length)?,
                by_cost: costs.map_or(Ok(vec![]), graph)?,
                parts,
            };
            distances.pairs.push(pair);
        }
        Ok(distances)
    }

    /// The distance of each combination of values of some coordinates.
    fn generate(&self, parts: &[usize], costs: &[u8], stop: Stop) -> Result<Vec<u8>, CoordError> {
        let parts = parts.iter().map(|n| &self.coordinates[*n]).collect();
        let graph = PairGraph::new(parts, costs);
        breadth_first::distances(&graph, &graph.goals()?, stop)
    }

    /// The values at a position; `None` if the moves do not lead there from the position that the
    /// tables were generated for.
    pub fn values(&self, places: &StickerPlaces) -> Option<StickerValues> {
        let mut values = [0; MAX_COORDINATES];
        for (value, coordinate) in values.iter_mut().zip(&self.coordinates) {
            *value = coordinate.value(places)?;
        }
        Some(values)
    }

    /// A lower bound of the distance, 255 if the position cannot be solved.
    pub fn lower_bound(&self, values: &StickerValues) -> u8 {
        let entries = self
            .pairs
            .iter()
            .map(|pair| pair.by_length[self.index(pair, values)]);
        entries.max().unwrap_or(0)
    }

    /// Lower bounds of the distance and of the cost after a move, and the values there; `None` if the
    /// distance is greater than `left`.
    #[inline]
    pub fn after(
        &self,
        values: &StickerValues,
        m: usize,
        left: u8,
    ) -> Option<(StickerValues, u8, u8)> {
        let mut after = [0; MAX_COORDINATES];
        let (mut length, mut cost) = (0, 0);
        for pair in &self.pairs {
            for part in &pair.parts {
                after[*part] = self.coordinates[*part].after(values[*part], m);
            }
            let index = self.index(pair, &after);
            let entry = pair.by_length[index];
            if entry > left {
                return None;
            }
            length = length.max(entry);
            if let Some(entry) = pair.by_cost.get(index) {
                cost = cost.max(*entry);
            }
        }
        Some((after, length, cost))
    }

    /// Whether the position matches the target.
    pub fn match_at(&self, values: &StickerValues) -> bool {
        let values = self.coordinates.iter().zip(values);
        values.fold(u128::MAX, |all, (part, value)| {
            all & part.variants[*value as usize]
        }) != 0
    }

    #[inline]
    fn index(&self, pair: &PairDistances, values: &StickerValues) -> usize {
        let parts = pair.parts.iter();
        parts.fold(0, |index, part| {
            index * self.coordinates[*part].size() + values[*part] as usize
        })
    }
}

/// Combinations of values with moves as edges.
pub struct PairGraph<'a> {
    parts: Vec<&'a PlaceCoordinate>,
    /// From cost 1.
    moves_by_cost: Vec<Vec<usize>>,
}

impl<'a> PairGraph<'a> {
    /// The combinations of three coordinates, by moves of these costs.
    pub fn new(parts: Vec<&'a PlaceCoordinate>, costs: &[u8]) -> PairGraph<'a> {
        let max_cost = costs.iter().copied().max().unwrap_or(1);
        let of_cost = |cost| {
            (0..costs.len())
                .filter(move |m| costs[*m] == cost)
                .collect()
        };
        PairGraph {
            parts,
            moves_by_cost: (1..=max_cost).map(of_cost).collect(),
        }
    }

    /// The combinations that a target allows, whether moves lead there or not.
    pub fn goals(&self) -> Result<Vec<usize>, CoordError> {
        let is_goal = |node: &usize| {
            let values = self.values(*node);
            let mut all = u128::MAX;
            for (i, part) in self.parts.iter().enumerate() {
                all &= part.variants[values[i] as usize];
            }
            all != 0
        };
        Ok(threads::in_pool(|| {
            let nodes = (0..self.size()).into_par_iter();
            nodes.filter(is_goal).collect()
        })?)
    }

    /// The combination after a move.
    pub fn after(&self, node: usize, m: usize) -> usize {
        self.index_after(self.values(node), m)
    }

    #[inline]
    fn index_after(&self, values: [u32; 3], m: usize) -> usize {
        let mut index = 0;
        for (i, part) in self.parts.iter().enumerate() {
            index = index * part.size() + part.after(values[i], m) as usize;
        }
        index
    }

    /// The values of the three parts.
    #[inline]
    fn values(&self, mut node: usize) -> [u32; 3] {
        let mut values = [0; 3];
        for (i, part) in self.parts.iter().enumerate().rev() {
            values[i] = (node % part.size()) as u32;
            node /= part.size();
        }
        values
    }
}

impl Graph for PairGraph<'_> {
    fn size(&self) -> usize {
        self.parts.iter().map(|part| part.size()).product()
    }

    fn max_cost(&self) -> u8 {
        self.moves_by_cost.len() as u8
    }

    #[inline]
    fn neighbours(&self, node: usize, cost: u8) -> impl Iterator<Item = usize> {
        let values = self.values(node);
        let moves = self.moves_by_cost[usize::from(cost) - 1].iter();
        moves.map(move |m| self.index_after(values, *m))
    }
}
