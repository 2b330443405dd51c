//! What one move does to a whole row.
//!
//! The row of class `r` moved by `m` is the row of another class `r'` seen through a
//! transformation `s`. So the entries of row `r` that are neighbours by `m` of entries of
//! row `r'` are the image of these under `s⁻¹`, then `m⁻¹`: a [`Pass`]. There are only
//! 18 · 48 of them, and each is described by its images of the 495 4-subsets.

use crate::cube::{Move, Transformation};
use crate::table::edges::{EdgeMap, FLIP_MAPS, NUMBERING, SUBSETS, SubsetImage, relative_flips};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Number of affine maps of the relative flips of a slice: 24 orders, 8 offsets.
pub const RELATIVE_MAPS: usize = FLIP_MAPS / 2;

/// All maps of the relative flips of a slice: `RELATIVE[id][u]` is the image of `u`.
pub static RELATIVE: LazyLock<[[u8; 8]; RELATIVE_MAPS]> = LazyLock::new(|| {
    std::array::from_fn(|id| {
        let image = SubsetImage::with_flip_map(2 * id);
        std::array::from_fn(|u| relative_flips(image.apply((u as u8) << 1)))
    })
});

/// The image of a 4-subset.
#[derive(Debug, Clone, Copy)]
pub struct PackedImage {
    rank: u16,
    relative: u8,
}

impl PackedImage {
    fn new(image: &SubsetImage) -> PackedImage {
        let relative = image.flip_map() / 16 * 8 + usize::from(relative_flips(image.flips));
        PackedImage {
            rank: image.rank,
            relative: relative as u8,
        }
    }

    /// Rank of the new positions.
    pub const fn rank(self) -> usize {
        self.rank as usize
    }

    /// Which of [`RELATIVE`] maps the relative flips.
    pub const fn relative(self) -> usize {
        self.relative as usize
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

    /// The images of three 4-subsets, by their ranks.
    #[inline]
    pub fn images_of(&self, ranks: [u16; 3]) -> [PackedImage; 3] {
        let image = |i: usize| self.images[ranks[i] as usize];
        [image(0), image(1), image(2)]
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
