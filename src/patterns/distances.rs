//! Lower bounds: exact distances of some of the followed stickers, for all their places.

use super::stickers::{
    Destinations, FollowedStickers, MAX_FOLLOWED, Places, StickerMove, apply, destinations,
};
use crate::coord::breadth_first::{self, Graph};
use crate::coord::{CoordError, Stop};
use crate::cpu;
use crate::permutation::{Permutation, StabilizerChain};
use rayon::prelude::*;

/// The greatest size of a table, a byte an entry. It takes under a second to generate.
const MAX_SIZE: usize = 1_000_000;

/// The distances of some followed stickers from where a pattern allows them.
pub struct StickerDistances {
    /// Which of the followed stickers, in the order of the index.
    stickers: Vec<usize>,
    index: PlaceIndex,
    entries: Vec<u8>,
}

impl StickerDistances {
    /// The distances of as many stickers as a table can hold: centres first, then those of
    /// `order`. They are for positions that the moves can reach from `start`.
    pub fn new(
        followed: &FollowedStickers,
        moves: &[StickerMove],
        start: &Places,
        order: &[usize],
        stop: Stop,
    ) -> Result<StickerDistances, CoordError> {
        let mut stickers: Vec<usize> = (0..followed.centres()).chain(order.to_vec()).collect();
        let base: Vec<u32> = stickers.iter().map(|n| start[*n].into()).collect();
        let index = PlaceIndex::new(moves, &base);
        stickers.truncate(index.levels.len());
        let is_goal = |places: Places| {
            let allows = |rotation| {
                let mut placed = stickers.iter().zip(places);
                placed.all(|(sticker, place)| followed.allows(rotation, *sticker, place))
            };
            (0..followed.rotations()).any(allows)
        };
        let goals: Vec<usize> = cpu::in_pool(|| {
            let all = (0..index.size()).into_par_iter();
            all.filter(|n| is_goal(index.places(*n))).collect()
        })?;
        let graph = PlaceGraph {
            index: &index,
            moves_by_cost: [1, 2].map(|cost| {
                let moves = moves.iter().filter(|m| m.cost == cost);
                moves.map(|m| &m.destinations).collect()
            }),
        };
        Ok(StickerDistances {
            entries: breadth_first::distances(&graph, &goals, stop)?,
            stickers,
            index,
        })
    }

    /// The numbers of the followed stickers that it takes into account.
    pub fn stickers(&self) -> &[usize] {
        &self.stickers
    }

    /// A lower bound of the distance of a position, 255 if it cannot be solved; `None` if the moves
    /// do not lead there from the position that the table was generated for.
    pub fn get(&self, places: &Places) -> Option<u8> {
        let mut own = [0; MAX_FOLLOWED];
        for (own, sticker) in own.iter_mut().zip(&self.stickers) {
            *own = places[*sticker];
        }
        self.index.index(own).map(|index| self.entries[index])
    }
}

/// Numbers all placements of some stickers that moves can reach, along a chain of stabilizers: a
/// digit is the number of the place that a sticker has once those before it are back at theirs.
struct PlaceIndex {
    /// The places of the stickers in the placement with number 0.
    base: [u8; MAX_FOLLOWED],
    levels: Vec<PlaceLevel>,
}

/// A level of the chain, with mappings as bytes.
struct PlaceLevel {
    /// The number of each place in the orbit of the base point, or [`OUTSIDE`].
    numbers: Destinations,
    /// By number: the member that carries the base point to the place, and its inverse.
    there: Vec<Destinations>,
    back: Vec<Destinations>,
}

/// Number of a place outside an orbit.
const OUTSIDE: u8 = u8::MAX;

impl PlaceLevel {
    fn new(chain: &StabilizerChain, level: usize) -> PlaceLevel {
        let mut numbers = [OUTSIDE; 54];
        let (mut there, mut back) = (vec![], vec![]);
        for (place, carrier) in chain.carriers(level) {
            numbers[place as usize] = there.len() as u8;
            there.push(destinations(carrier));
            back.push(destinations(&carrier.inverse()));
        }
        PlaceLevel {
            numbers,
            there,
            back,
        }
    }

    fn size(&self) -> usize {
        self.there.len()
    }
}

impl PlaceIndex {
    /// An index of as many stickers with these places as [`MAX_SIZE`] permits.
    fn new(moves: &[StickerMove], base: &[u32]) -> PlaceIndex {
        let mut mappings: Vec<Permutation> = moves.iter().map(|m| m.mapping.clone()).collect();
        mappings.push(Permutation::identity(54)); // a group has a generator
        let chain = StabilizerChain::new(&mappings, base);
        let mut size = 1;
        let levels = (0..base.len()).map(|level| PlaceLevel::new(&chain, level));
        let levels = levels.take_while(|level| {
            size *= level.size();
            size <= MAX_SIZE
        });
        let mut base_places = [0; MAX_FOLLOWED];
        for (place, base) in base_places.iter_mut().zip(base) {
            *place = *base as u8;
        }
        PlaceIndex {
            base: base_places,
            levels: levels.collect(),
        }
    }

    fn size(&self) -> usize {
        self.levels.iter().map(PlaceLevel::size).product()
    }

    /// The index of a placement; `None` if moves do not lead there.
    #[inline]
    fn index(&self, mut places: Places) -> Option<usize> {
        let mut index = 0;
        for (i, level) in self.levels.iter().enumerate() {
            let number = level.numbers[usize::from(places[i])];
            if number == OUTSIDE {
                return None;
            }
            index = index * level.size() + usize::from(number);
            if number != 0 {
                let back = &level.back[usize::from(number)];
                for place in &mut places[i + 1..self.levels.len()] {
                    *place = back[usize::from(*place)];
                }
            }
        }
        Some(index)
    }

    /// The placement with an index.
    fn places(&self, mut index: usize) -> Places {
        let mut places = self.base;
        for (i, level) in self.levels.iter().enumerate().rev() {
            let there = &level.there[index % level.size()];
            index /= level.size();
            for place in &mut places[i..self.levels.len()] {
                *place = there[usize::from(*place)];
            }
        }
        places
    }
}

/// Placements with moves as edges.
struct PlaceGraph<'a> {
    index: &'a PlaceIndex,
    /// From cost 1.
    moves_by_cost: [Vec<&'a Destinations>; 2],
}

impl Graph for PlaceGraph<'_> {
    fn size(&self) -> usize {
        self.index.size()
    }

    fn max_cost(&self) -> u8 {
        match self.moves_by_cost[1].is_empty() {
            true => 1,
            false => 2,
        }
    }

    fn neighbours(&self, node: usize, cost: u8) -> impl Iterator<Item = usize> {
        let places = self.index.places(node);
        let moves = self.moves_by_cost[usize::from(cost) - 1].iter();
        moves.map(move |m| {
            let index = self.index.index(apply(&places, m));
            index.expect("moves stay in their group")
        })
    }
}
