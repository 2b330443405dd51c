//! Coordinates of the edges.

use super::composite::combine;
use super::slices::{
    BLOCK, FOURS_OF_EIGHT, LINES, NUMBERING, SLICES, SUBSETS, deposit, flip_parity_index,
    slice_masks, symmetric_flips,
};
use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, Swap, TransformationSet};

/// The flips of the first eleven edge positions relative to the F-B axis (only quarter turns of
/// F and B change them), a bit each: 2048 values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeOrientation;

impl Coordinate for EdgeOrientation {
    fn size(&self) -> usize {
        2048
    }

    fn index(&self, cube: &Cube) -> usize {
        let flips = cube.edge_orientations()[..11].iter().rev();
        flips.fold(0, |value, &flip| value << 1 | usize::from(flip))
    }

    fn cube(&self, value: usize) -> Cube {
        let flips = value | (value.count_ones() as usize % 2) << 11;
        let orientations = std::array::from_fn(|p| (flips >> p & 1) as u8);
        with_edges(*Cube::SOLVED.edges(), orientations)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgeOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::preserving_axis(Face::F)
    }
}

/// Which positions hold the four edges of the E slice: 495 values, the ranks of the sets of
/// positions in order of their masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlicePositions;

impl Coordinate for SlicePositions {
    fn size(&self) -> usize {
        SUBSETS
    }

    fn index(&self, cube: &Cube) -> usize {
        usize::from(NUMBERING.ranks[usize::from(slice_masks(cube)[0])])
    }

    fn cube(&self, value: usize) -> Cube {
        Slices.cube(BLOCK * value)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::preserving_axis(Face::U)
    }
}

/// Edge orientation and which positions hold the E slice, as
/// `2048 · slice positions + edge orientation`: 1,013,760 values.
///
/// Unlike edge orientation alone, the two together are symmetric about the U-D axis: between the
/// F-B and the R-L axis the flips differ by whether position and cubie are of the E slice.
/// This is Kociemba's FlipUDSlice coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrientedSlice;

impl Coordinate for OrientedSlice {
    fn size(&self) -> usize {
        EdgeOrientation.size() * SlicePositions.size()
    }

    fn index(&self, cube: &Cube) -> usize {
        EdgeOrientation.size() * SlicePositions.index(cube) + EdgeOrientation.index(cube)
    }

    fn cube(&self, value: usize) -> Cube {
        let flips = EdgeOrientation.size();
        combine(&[
            (&SlicePositions, value / flips),
            (&EdgeOrientation, value % flips),
        ])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation, Aspect::EdgeOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::preserving_axis(Face::U)
    }
}

/// The slice of the edge at each position: 12! / (4!)³ = 34,650 configurations, numbered
/// `70 · rank(E positions) + rank(M positions among the other eight)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slices;

impl Slices {
    /// Masks of the positions of slices E and M; the others are those of S.
    fn masks(value: usize) -> [u16; 2] {
        let e = NUMBERING.masks[value / BLOCK];
        let block = FOURS_OF_EIGHT[value % BLOCK];
        [e, deposit(u16::from(block), !e & 0xfff)]
    }

    /// Edges with E and M edges at the positions of these masks, those of each slice in order.
    fn edges(masks: [u16; 2]) -> [u8; 12] {
        let mut slices = SLICES.map(IntoIterator::into_iter);
        std::array::from_fn(|p| {
            let slice = masks.iter().position(|mask| mask >> p & 1 == 1);
            let next = slices[slice.unwrap_or(2)].next();
            next.expect("each mask has four positions")
        })
    }
}

impl Coordinate for Slices {
    fn size(&self) -> usize {
        LINES
    }

    fn index(&self, cube: &Cube) -> usize {
        let [e, m, _] = slice_masks(cube);
        NUMBERING.line(e, m)
    }

    fn cube(&self, value: usize) -> Cube {
        with_edges(Slices::edges(Slices::masks(value)), [0; 12])
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// The configuration of the slices and the parity of the flips within slices E and M, as
/// `4 · configuration + E + 2 · M`: 138,600 values. Flips are relative to U or D on M edges, F or B on
/// E edges and R or L on S edges, so that all 48 transformations act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlicesAndFlipParities;

impl Coordinate for SlicesAndFlipParities {
    fn size(&self) -> usize {
        4 * LINES
    }

    fn index(&self, cube: &Cube) -> usize {
        let flips = symmetric_flips(cube);
        let [e, m, _] = slice_masks(cube);
        4 * NUMBERING.line(e, m) + flip_parity_index([flips & e, flips & m])
    }

    fn cube(&self, value: usize) -> Cube {
        let cube = Slices.cube(value / 4);
        let (e, m) = (value & 1, value >> 1 & 1);
        // no flips relative to the symmetric reference facelets, then one in each odd slice
        let mut flips = symmetric_flips(&cube);
        for (mask, parity) in slice_masks(&cube).into_iter().zip([e, m, e ^ m]) {
            flips ^= (parity as u16) << mask.trailing_zeros();
        }
        let orientations = std::array::from_fn(|p| (flips >> p & 1) as u8);
        with_edges(*cube.edges(), orientations)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation, Aspect::EdgeOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::ALL
    }
}

/// A cube with these edges; two corners are swapped if parity requires it.
pub(super) fn with_edges(edges: [u8; 12], orientations: [u8; 12]) -> Cube {
    let corners = *Cube::SOLVED.corners();
    Cube::with_parity_fixed(corners, [0; 8], edges, orientations, Swap::Corners(0, 1))
        .expect("edges of a cube")
}
