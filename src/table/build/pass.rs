//! What one move does to a whole row.
//!
//! The row of class `r` moved by `m` is the row of another class `r'` seen through a
//! transformation `s`. So the entries of row `r` that are neighbours by `m` of entries of
//! row `r'` are the image of these under `s⁻¹`, then `m⁻¹`: a [`Pass`]. There are only
//! 18 · 48 of them, and each is described by its images of the 495 4-subsets.

use crate::cube::{Move, Transformation};
use crate::table::edges::{EdgeMap, NUMBERING, SUBSETS, SubsetImage, relative_flips, whole_bits};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Number of affine maps of the relative flips of a slice: 24 orders, 8 offsets.
pub const RELATIVE_MAPS: usize = 24 * 8;

/// All maps of the relative flips of a slice: `RELATIVE[id][u]` is the image of `u`.
pub static RELATIVE: LazyLock<[[u8; 8]; RELATIVE_MAPS]> = LazyLock::new(|| {
    std::array::from_fn(|id| {
        let image = SubsetImage {
            rank: 0,
            order: ORDERS[id / 8],
            flips: (id as u8 % 8) << 1,
        };
        std::array::from_fn(|u| relative_flips(image.apply((u as u8) << 1)))
    })
});

/// The 24 orders of four things.
static ORDERS: LazyLock<[[u8; 4]; 24]> = LazyLock::new(|| {
    let mut orders = (0..256u16)
        .map(|n| std::array::from_fn(|i| (n >> (2 * i) & 3) as u8))
        .filter(|order: &[u8; 4]| (0..4).all(|i| order.contains(&i)));
    std::array::from_fn(|_| orders.next().expect("there are 24 permutations of 4"))
});

/// The image of a 4-subset in 20 bits.
#[derive(Debug, Clone, Copy)]
pub struct PackedImage(u32);

impl PackedImage {
    fn new(image: &SubsetImage) -> PackedImage {
        let order = ORDERS.iter().position(|order| *order == image.order);
        let order = order.expect("an order is one of the 24") as u32;
        let relative = order * 8 + u32::from(relative_flips(image.flips));
        let first = u32::from(image.order[0]) | u32::from(image.flips & 1) << 2;
        PackedImage(u32::from(image.rank) | relative << 9 | first << 17)
    }

    /// Rank of the new positions.
    pub const fn rank(self) -> usize {
        (self.0 & 511) as usize
    }

    /// Which of [`RELATIVE`] maps the relative flips.
    pub const fn relative(self) -> usize {
        (self.0 >> 9 & 255) as usize
    }

    /// What the flip of the new first position is: bits 0-1 tell which of the old four
    /// flips, bit 2 whether it is inverted.
    pub const fn first(self) -> usize {
        (self.0 >> 17) as usize
    }

    /// What is added to the flip of the first cubie, given the relative flips.
    pub const fn whole(self, relative: usize) -> u8 {
        let first = self.first();
        (relative << 1 >> (first & 3) & 1) as u8 ^ (first >> 2) as u8
    }
}

/// The map of a row by one move and transformation.
#[derive(Debug)]
pub struct Pass {
    /// Image of each 4-subset, by rank.
    pub images: [PackedImage; SUBSETS],
    /// What each slice becomes.
    pub slices: [u8; 3],
    /// The move whose quarter turn flips edges, and the transformation before it.
    pub before: Transformation,
    pub after: Move,
}

impl Pass {
    fn new(before: Transformation, after: Move) -> Pass {
        let map = EdgeMap::of_transformation(before).then(&EdgeMap::of_move(after));
        Pass {
            images: NUMBERING
                .masks
                .map(|mask| PackedImage::new(&map.subset(mask))),
            slices: map.slices,
            before,
            after,
        }
    }

    /// The pass that pulls into a row its neighbours by `m`, which a transformation `s`
    /// has brought to their representative.
    pub fn pulling(m: Move, s: Transformation) -> &'static Pass {
        &PASSES[s.inverse().index() * Move::COUNT + m.inverse().index()]
    }

    /// The slices that become E, M and S.
    pub fn sources(&self) -> [usize; 3] {
        std::array::from_fn(|target| {
            let source = self
                .slices
                .iter()
                .position(|&slice| slice as usize == target);
            source.expect("slices are permuted")
        })
    }

    /// The images of the whole-slice bits: `bits` of them, `2^bits` values.
    pub fn whole_images(&self, bits: u8) -> [usize; 8] {
        let mut images = [0; 8];
        for n in 0..8u8 {
            let whole = [n & 1, n >> 1 & 1, n >> 2];
            images[whole_bits(whole, bits)] = whole_bits(self.renamed(whole), bits);
        }
        images
    }

    /// The bits of the whole-slice part that the first cubie of slice `source` adds to.
    pub fn whole_unit(&self, source: usize, bits: u8) -> usize {
        let mut whole = [0; 3];
        whole[source] = 1;
        whole_bits(self.renamed(whole), bits)
    }

    fn renamed(&self, by_source: [u8; 3]) -> [u8; 3] {
        self.sources().map(|source| by_source[source])
    }
}

static PASSES: LazyLock<Vec<Pass>> = LazyLock::new(|| {
    (0..Transformation::COUNT * Move::COUNT)
        .into_par_iter()
        .map(|i| {
            let before = Transformation::from_index(i / Move::COUNT);
            Pass::new(before, Move::from_index(i % Move::COUNT))
        })
        .collect()
});
