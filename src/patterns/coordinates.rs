//! Coordinates of a few followed stickers: the number of their placement, with a move table.

use super::stickers::{FollowedStickers, MAX_FOLLOWED, StickerMove, StickerPlaces};
use crate::coord::{CoordError, Stop, allocate};
use crate::permutation::{Permutation, StabilizerChain};
use std::collections::HashMap;

/// The placements of some followed stickers that moves can reach.
#[derive(Debug)]
pub struct PlaceCoordinate {
    /// Which of the followed stickers.
    pub stickers: Vec<usize>,
    /// By placement of these stickers.
    values: HashMap<StickerPlaces, u32>,
    moves: usize,
    /// By value and move.
    after: Vec<u32>,
    /// By value: the variants of the target whose stickers may be there, as bits.
    pub variants: Vec<u128>,
}

impl PlaceCoordinate {
    /// The coordinate of as many stickers of `order` as `max_size` permits, for positions that the
    /// generators, of which the moves are the first, can reach from `start`.
    pub fn new(
        followed: &FollowedStickers,
        (moves, generators): (&[StickerMove], &[Permutation]),
        start: &StickerPlaces,
        mut order: Vec<usize>,
        max_size: usize,
        stop: Stop,
    ) -> Result<PlaceCoordinate, CoordError> {
        stop.check()?;
        let base: Vec<u32> = order.iter().map(|n| start[*n].into()).collect();
        let chain = StabilizerChain::new(generators, &base);
        let mut size = 1;
        let fits = |level: &usize| {
            size *= chain.carriers(*level).count();
            size <= max_size
        };
        let count = (0..base.len()).take_while(fits).count();
        order.truncate(count);

        let size = (0..count).map(|level| chain.carriers(level).count());
        let size: usize = size.product();
        let (mut after, mut variants) = (allocate(size * moves.len())?, allocate(size)?);
        let (mut values, mut placements) = (HashMap::new(), allocate(size)?);
        let bytes = size * size_of::<(StickerPlaces, u32)>();
        let reserved = values.try_reserve(size);
        reserved.map_err(|_| CoordError::OutOfMemory { bytes })?;
        let first = own_places(&order, start);
        values.insert(first, 0);
        placements.push(first);
        while let Some(&placement) = placements.get(variants.len()) {
            let placed = order.iter().zip(placement);
            variants.push(placed.fold(u128::MAX, |all, (sticker, place)| {
                all & followed.variants[*sticker][usize::from(place)]
            }));
            for (m, mapping) in generators.iter().enumerate() {
                let mut moved = placement;
                for place in &mut moved[..count] {
                    *place = mapping.images()[usize::from(*place)] as u8;
                }
                let value = *values.entry(moved).or_insert_with(|| {
                    placements.push(moved);
                    placements.len() as u32 - 1
                });
                if m < moves.len() {
                    after.push(value);
                }
            }
        }
        Ok(PlaceCoordinate {
            stickers: order,
            values,
            moves: moves.len(),
            after,
            variants,
        })
    }

    pub fn size(&self) -> usize {
        self.variants.len()
    }

    /// The value of a position; `None` if the moves do not lead there from the position that the
    /// coordinate was made for.
    pub fn value(&self, places: &StickerPlaces) -> Option<u32> {
        self.values
            .get(&own_places(&self.stickers, places))
            .copied()
    }

    #[inline]
    pub fn after(&self, value: u32, m: usize) -> u32 {
        self.after[value as usize * self.moves + m]
    }
}

/// The places of some stickers, then zeros.
fn own_places(stickers: &[usize], places: &StickerPlaces) -> StickerPlaces {
    let mut own = [0; MAX_FOLLOWED];
    for (own, sticker) in own.iter_mut().zip(stickers) {
        *own = places[*sticker];
    }
    own
}
