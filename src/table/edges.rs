//! Edges modulo [slices](crate::coord::slices): what moves and transformations do to
//! configurations and flips.

use crate::bits::ones;
pub use crate::coord::slices::{
    BLOCK, LINES, NUMBERING, SLICES, SUBSETS, deposit, extract, slice_masks, slice_of,
    symmetric_flips,
};
use crate::cube::{Move, Transformation};

/// The flips of the cubies of each slice: E, M, S.
///
/// The four flips of a slice, in order of position, are split into `whole` (the first one)
/// and `relative` (the other three xor the first).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliceFlips {
    /// `0..8` for each slice.
    pub relative: [u8; 3],
    /// `0..2` for each slice.
    pub whole: [u8; 3],
}

impl SliceFlips {
    /// Splits flips by position (bit `p`) given the positions of each slice.
    pub fn new(flips: u16, masks: &[u16; 3]) -> SliceFlips {
        SliceFlips::of_fours(masks.map(|mask| extract(flips, mask) as u8))
    }

    /// Splits the four flips of each slice, in order of position.
    pub fn of_fours(fours: [u8; 3]) -> SliceFlips {
        SliceFlips {
            relative: fours.map(relative_flips),
            whole: fours.map(|four| four & 1),
        }
    }

    /// The flips of each slice up to flipping the whole slice, `0..256`:
    /// `relative(E) + 8 · relative(M) + 64 · (two lower bits of relative(S))`. All flips
    /// together are even, so the last bit is known.
    pub fn relative_index(&self) -> usize {
        let [e, m, s] = self.relative.map(usize::from);
        e | m << 3 | (s & 3) << 6
    }
}

/// Three flips relative to the first of four.
pub const fn relative_flips(four: u8) -> u8 {
    let all = if four & 1 == 1 { 7 } else { 0 };
    four >> 1 ^ all
}

/// The invariants of `whole` under the flips that a table with `bits` of them forgets:
/// 1 bit: pairs of slices; 2 bits: all three together; 3 bits: nothing.
pub fn whole_bits([e, m, s]: [u8; 3], bits: u8) -> usize {
    match bits {
        0 => 0,
        1 => usize::from(e ^ m ^ s),
        2 => usize::from(e ^ m) | usize::from(e ^ s) << 1,
        _ => usize::from(e) | usize::from(m) << 1 | usize::from(s) << 2,
    }
}

/// What a move or a transformation does to edge positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeMap {
    /// Where the content of each position goes.
    pub to: [u8; 12],
    /// Positions whose new content is flipped.
    pub flips: u16,
    /// What each slice becomes.
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

    /// First `self`, then `other`.
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

    /// Where the contents of a set of positions go, both as masks.
    pub fn image(&self, mask: u16) -> u16 {
        ones(mask.into()).fold(0, |image, p| image | 1 << self.to[p as usize])
    }

    /// What it does to the four cubies of a slice at the positions of `mask`.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Cube;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn cubes() -> impl Strategy<Value = Cube> {
        prop::collection::vec(0..18usize, 0..40)
            .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
    }

    /// An edge map's claim, checked slice by slice on a cube and its image.
    fn check(map: &EdgeMap, before: &Cube, after: &Cube) -> Result<(), TestCaseError> {
        let (masks, new_masks) = (slice_masks(before), slice_masks(after));
        let (flips, new_flips) = (symmetric_flips(before), symmetric_flips(after));
        for slice in 0..3 {
            let image = map.subset(masks[slice]);
            let new_mask = new_masks[map.slices[slice] as usize];
            prop_assert_eq!(NUMBERING.masks[image.rank as usize], new_mask);
            let four = extract(flips, masks[slice]) as u8;
            prop_assert_eq!(image.apply(four), extract(new_flips, new_mask) as u8);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn maps_agree_with_cubes(cube in cubes(), m in 0..18usize, s in 0..48usize) {
            let m = Move::from_index(m);
            let s = Transformation::from_index(s);
            let (by_move, by_s) = (EdgeMap::of_move(m), EdgeMap::of_transformation(s));
            check(&by_move, &cube, &cube.apply(m))?;
            check(&by_s, &cube, &s.apply(&cube))?;
            check(&by_s.then(&by_move), &cube, &s.apply(&cube).apply(m))?;
            check(&by_move.then(&by_s), &cube, &s.apply(&cube.apply(m)))?;
        }

        #[test]
        fn lines_are_numbered_one_to_one(line in 0..LINES) {
            let [e, m, s] = NUMBERING.line_ranks[line].map(|r| NUMBERING.masks[r as usize]);
            prop_assert_eq!(e | m | s, 0xfff);
            prop_assert_eq!(NUMBERING.line(e, m), line);
        }
    }

    /// Whole bits are a linear image of the flips of whole slices that forgets just what it says.
    #[test]
    fn whole_bits_forget_what_they_say() {
        let all = || (0..8u8).map(|n| [n & 1, n >> 1 & 1, n >> 2]);
        let forgotten: [&[[u8; 3]]; 4] = [
            &[[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            &[[1, 1, 0], [0, 1, 1]],
            &[[1, 1, 1]],
            &[],
        ];
        for (bits, forgotten) in (0..4).zip(forgotten) {
            let values: HashSet<usize> = all().map(|flips| whole_bits(flips, bits)).collect();
            assert_eq!(values, (0..1 << bits).collect());
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                let sum = std::array::from_fn(|slice| a[slice] ^ b[slice]);
                let expected = whole_bits(a, bits) ^ whole_bits(b, bits);
                assert_eq!(whole_bits(sum, bits), expected);
                assert!(!forgotten.contains(&b) || whole_bits(sum, bits) == whole_bits(a, bits));
            }
        }
    }

    #[test]
    fn quarter_turns_flip_four_edges_and_half_turns_none() {
        for m in Move::ALL {
            let flips = symmetric_flips(m.cube());
            assert_eq!(flips.count_ones(), if m.is_half_turn() { 0 } else { 4 });
        }
    }
}
