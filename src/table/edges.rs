//! What moves and transformations do to the [slices](crate::coord::slices) of edges and their flips.

use crate::bits::ones;
use crate::coord::slices::{NUMBERING, SLICES, SUBSETS, extract, slice_of, symmetric_flips};
use crate::cube::{Move, Transformation, Turn};
use std::sync::{LazyLock, OnceLock};

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

    /// For the positions of a slice: the rank of their image, and the number of the map of the flips there.
    fn subset(&self, mask: u16) -> (u16, u16) {
        let from: Vec<u8> = ones(mask.into()).map(|p| p as u8).collect();
        let image = self.image(mask);
        let order: [u8; 4] = std::array::from_fn(|i| {
            let rank = |p: u8| (image & ((1 << self.to[p as usize]) - 1)).count_ones();
            let source = from.iter().position(|&p| rank(p) == i as u32);
            source.expect("the map is a permutation") as u8
        });
        let order = ORDERS.iter().position(|known| *known == order);
        let order = order.expect("an order is one of the 24") as u16;
        let rank = NUMBERING.ranks[image as usize];
        (rank, 16 * order + extract(self.flips, image))
    }
}

/// What an [`EdgeMap`] does to the lines of a row.
#[derive(Debug)]
pub struct LineMap {
    /// By rank, for the positions of a slice: the rank of their image, and the number of the map of the
    /// flips there, `0..FLIP_MAPS`. Its lowest four bits are the flips that are added.
    pub subsets: [(u16, u16); SUBSETS],
    /// The slice that each slice becomes.
    pub slices: [u8; 3],
}

impl LineMap {
    pub fn new(map: &EdgeMap) -> LineMap {
        LineMap {
            subsets: NUMBERING.masks.map(|mask| map.subset(mask)),
            slices: map.slices,
        }
    }

    /// The map from the row that a turn leads to, whose representative the transformation `s` gives, back to the row
    /// before the turn: the images of its lines under `s⁻¹`, then the inverse turn. There are only 27 · 48 such
    /// maps; each is computed and allocated when it is first needed, since all would enlarge the file of the program.
    pub fn pulling(turn: Turn, s: Transformation) -> &'static LineMap {
        static MAPS: [[OnceLock<Box<LineMap>>; Turn::COUNT]; Transformation::COUNT] =
            [const { [const { OnceLock::new() }; Turn::COUNT] }; Transformation::COUNT];
        MAPS[s.index()][turn.index()].get_or_init(|| {
            let start = EdgeMap::of_transformation(s.inverse());
            let moves = turn.inverse().moves().map(EdgeMap::of_move);
            Box::new(LineMap::new(
                &moves.fold(start, |map, next| map.then(&next)),
            ))
        })
    }

    /// The slices that become E, M and S.
    pub fn sources(&self) -> [usize; 3] {
        std::array::from_fn(|target| {
            let source = (0..3).find(|&slice| usize::from(self.slices[slice]) == target);
            source.expect("slices are permuted")
        })
    }
}

/// Number of maps of the four flips of a slice: 24 orders, 16 flips.
pub const FLIP_MAPS: usize = 24 * 16;

/// What the map of flips with a number makes of four flips.
pub fn mapped_flips(map: usize, four: u8) -> u8 {
    let (order, added) = (&ORDERS[map / 16], (map % 16) as u8);
    (0..4).fold(added, |flips, i| flips ^ (four >> order[i] & 1) << i)
}

/// The permutations of 4: the cubie at the `i`-th new position was at the `order[i]`-th old one.
pub static ORDERS: LazyLock<[[u8; 4]; 24]> = LazyLock::new(|| {
    let mut orders = (0..256u16)
        .map(|n| std::array::from_fn(|i| (n >> (2 * i) & 3) as u8))
        .filter(|order: &[u8; 4]| (0..4).all(|i| order.contains(&i)));
    std::array::from_fn(|_| orders.next().expect("there are 24 permutations of 4"))
});
