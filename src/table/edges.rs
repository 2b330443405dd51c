//! What moves and transformations do to the [slices](crate::coord::slices) of edges and their flips.

use crate::bits::ones;
use crate::coord::slices::{NUMBERING, SLICES, extract, slice_of, symmetric_flips};
use crate::cube::{Move, Transformation};
use std::sync::LazyLock;

/// The action of a move or a transformation on edge positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeMap {
    /// The new position of the cubie at each position.
    pub to: [u8; 12],
    /// Mask of the new positions whose cubies are flipped.
    pub flips: u16,
    /// The slice that each slice becomes.
    pub slices: [u8; 3],
}

impl EdgeMap {
    /// Right multiplication by a move.
    pub fn of_move(m: Move) -> EdgeMap {
        EdgeMap {
            to: *m.inverse().cube().edges(),
            flips: symmetric_flips(m.cube()),
            slices: [0, 1, 2],
        }
    }

    /// Conjugation by a transformation.
    pub fn of_transformation(s: Transformation) -> EdgeMap {
        let to = s.edge_map();
        EdgeMap {
            to,
            flips: 0,
            slices: SLICES.map(|slice| slice_of(to[slice[0] as usize]) as u8),
        }
    }

    /// The composition: first `self`, then `other`.
    pub fn then(&self, other: &EdgeMap) -> EdgeMap {
        let mut flips = other.flips;
        for p in 0..12 {
            flips ^= (self.flips >> p & 1) << other.to[p];
        }
        EdgeMap {
            to: self.to.map(|p| other.to[p as usize]),
            flips,
            slices: self.slices.map(|slice| other.slices[slice as usize]),
        }
    }

    /// The image of a set of positions, as masks.
    pub fn image(&self, mask: u16) -> u16 {
        ones(mask.into()).fold(0, |image, p| image | 1 << self.to[p as usize])
    }

    /// The image of the four cubies of a slice at the positions of `mask`.
    pub fn subset(&self, mask: u16) -> SubsetImage {
        let from: Vec<u8> = ones(mask.into()).map(|p| p as u8).collect();
        let image = self.image(mask);
        let order = std::array::from_fn(|i| {
            let rank = |p: u8| (image & ((1 << self.to[p as usize]) - 1)).count_ones();
            let source = from.iter().position(|&p| rank(p) == i as u32);
            source.expect("the map is a permutation") as u8
        });
        SubsetImage {
            rank: NUMBERING.ranks[image as usize],
            order,
            flips: extract(self.flips, image) as u8,
        }
    }
}

/// Number of maps of the four flips of a slice: 24 orders, 16 flips.
pub const FLIP_MAPS: usize = 24 * 16;

/// The image of the four cubies of a slice under an [`EdgeMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubsetImage {
    /// Rank of the new positions.
    pub rank: u16,
    /// The cubie at the `i`-th new position was at the `order[i]`-th old one.
    pub order: [u8; 4],
    /// Flips of the cubies at the new positions, in order.
    pub flips: u8,
}

impl SubsetImage {
    /// The flips at the new positions, from the four flips at the old ones.
    pub fn apply(&self, four: u8) -> u8 {
        (0..4).fold(self.flips, |out, i| out ^ (four >> self.order[i] & 1) << i)
    }

    /// The number of its map of the flips, `0..FLIP_MAPS`.
    pub fn flip_map(&self) -> usize {
        let order = ORDERS.iter().position(|order| *order == self.order);
        16 * order.expect("an order is one of the 24") + usize::from(self.flips)
    }

    /// An image with the map of that number; its rank has no meaning.
    pub fn with_flip_map(map: usize) -> SubsetImage {
        SubsetImage {
            rank: 0,
            order: ORDERS[map / 16],
            flips: (map % 16) as u8,
        }
    }
}

/// The permutations of 4.
pub static ORDERS: LazyLock<[[u8; 4]; 24]> = LazyLock::new(|| {
    let mut orders = (0..256u16)
        .map(|n| std::array::from_fn(|i| (n >> (2 * i) & 3) as u8))
        .filter(|order: &[u8; 4]| (0..4).all(|i| order.contains(&i)));
    std::array::from_fn(|_| orders.next().expect("there are 24 permutations of 4"))
});
