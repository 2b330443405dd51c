//! Coordinates of a few followed stickers: the number of their placement, with a move table.

use super::stickers::{
    Destinations, FollowedStickers, MAX_FOLLOWED, Places, StickerMove, apply, destinations,
};
use crate::coord::{CoordError, Stop};
use crate::cpu;
use crate::permutation::{Permutation, StabilizerChain};
use rayon::prelude::*;

/// The placements of some followed stickers that moves can reach.
pub struct PlaceCoordinate {
    /// Which of the followed stickers, in the order of the index.
    stickers: Vec<usize>,
    index: PlaceIndex,
    moves: usize,
    /// By value and move.
    after: Vec<u32>,
    /// By value: the variants of the target whose stickers may be there, as bits.
    variants: Vec<u128>,
}

impl PlaceCoordinate {
    /// The coordinate of as many stickers of `order` as `max_size` permits, for positions that the
    /// generators can reach from `start`, among which are the moves.
    pub fn new(
        followed: &FollowedStickers,
        (moves, generators): (&[StickerMove], &[Permutation]),
        start: &Places,
        order: Vec<usize>,
        max_size: usize,
        stop: Stop,
    ) -> Result<PlaceCoordinate, CoordError> {
        stop.check()?;
        let mut stickers = order;
        let base: Vec<u32> = stickers.iter().map(|n| start[*n].into()).collect();
        let index = PlaceIndex::new(generators, &base, max_size);
        stickers.truncate(index.levels.len());
        let after = |value: usize| {
            let places = index.places(value);
            let index = &index;
            moves.iter().map(move |m| {
                let after = index.index(apply(&places, &m.destinations));
                after.expect("moves stay in their group") as u32
            })
        };
        let variants = |value: usize| {
            let places = index.places(value);
            let placed = stickers.iter().zip(places);
            placed.fold(u128::MAX, |all, (sticker, place)| {
                all & followed.variants(*sticker, place)
            })
        };
        let (after, variants) = cpu::in_pool(|| {
            let values = (0..index.size()).into_par_iter();
            let after = values.clone().flat_map_iter(after).collect();
            (after, values.map(variants).collect())
        })?;
        Ok(PlaceCoordinate {
            stickers,
            index,
            moves: moves.len(),
            after,
            variants,
        })
    }

    /// The numbers of the followed stickers that it is of.
    pub fn stickers(&self) -> &[usize] {
        &self.stickers
    }

    pub fn size(&self) -> usize {
        self.variants.len()
    }

    /// The value of a position; `None` if the moves do not lead there from the position that the
    /// coordinate was made for.
    pub fn value(&self, places: &Places) -> Option<u32> {
        let mut own = [0; MAX_FOLLOWED];
        for (own, sticker) in own.iter_mut().zip(&self.stickers) {
            *own = places[*sticker];
        }
        self.index.index(own).map(|index| index as u32)
    }

    /// The value after a move.
    #[inline]
    pub fn after(&self, value: u32, m: usize) -> u32 {
        self.after[value as usize * self.moves + m]
    }

    /// The variants of the target whose stickers may be there, as bits.
    #[inline]
    pub fn variants(&self, value: u32) -> u128 {
        self.variants[value as usize]
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
    /// An index of as many stickers with these places as the greatest size permits.
    fn new(generators: &[Permutation], base: &[u32], max_size: usize) -> PlaceIndex {
        let chain = StabilizerChain::new(generators, base);
        let mut size = 1;
        let levels = (0..base.len()).map(|level| PlaceLevel::new(&chain, level));
        let levels = levels.take_while(|level| {
            size *= level.size();
            size <= max_size
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
