//! Coordinates of the edges.

use super::slices::{
    FOURS_OF_EIGHT, LINES, NUMBERING, SLICES, SUBSETS, SUBSETS_OF_EIGHT, deposit,
    flip_parity_index, slice_masks, symmetric_flips,
};
use super::{Aspect, Basic};
use crate::cube::{Cube, Face, Swap, TransformationSet};
use crate::permutation::arrangement;

impl Basic {
    /// The flips of the first eleven edge positions relative to the F-B axis (only quarter turns of
    /// F and B change them), a bit each: 2048 values.
    pub fn edge_orientation() -> Basic {
        Basic::new(
            "edge orientation",
            ORIENTATIONS,
            &[Aspect::EdgeOrientation],
            orientation,
            |value| with_edges(*Cube::SOLVED.edges(), flips(value)),
        )
        .with_transformations(TransformationSet::preserving_axis(Face::F))
    }

    /// The edge cubie at each position: 12! values, lexicographic ranks.
    pub fn edge_permutation() -> Basic {
        Basic::new(
            "edge permutation",
            arrangement::count(12, 12) as usize,
            &[Aspect::EdgePermutation],
            |cube| arrangement::rank(cube.edges(), 12) as usize,
            |value| with_edges(arrangement::unrank(value as u64, 12), [0; 12]),
        )
        .with_transformations(TransformationSet::ALL)
    }

    /// Which positions hold the four edges of the E slice: 495 values, the ranks of the sets of
    /// positions in order of their masks.
    pub fn slice_positions() -> Basic {
        Basic::new(
            "slice positions",
            SUBSETS,
            &[Aspect::EdgePermutation],
            slice_rank,
            |value| with_edges(edges(SUBSETS_OF_EIGHT * value), [0; 12]),
        )
        .with_transformations(TransformationSet::preserving_axis(Face::U))
    }

    /// Edge orientation and which positions hold the E slice, as
    /// `2048 · slice positions + edge orientation`: 1,013,760 values.
    ///
    /// Unlike edge orientation alone, the two together are symmetric about the U-D axis: between the
    /// F-B and the R-L axis the flips differ by whether position and cubie are of the E slice.
    /// This is Kociemba's FlipUDSlice coordinate.
    pub fn oriented_slice() -> Basic {
        Basic::new(
            "oriented slice",
            ORIENTATIONS * SUBSETS,
            &[Aspect::EdgePermutation, Aspect::EdgeOrientation],
            |cube| ORIENTATIONS * slice_rank(cube) + orientation(cube),
            |value| {
                let (slice, orientation) = (value / ORIENTATIONS, value % ORIENTATIONS);
                with_edges(edges(SUBSETS_OF_EIGHT * slice), flips(orientation))
            },
        )
        .with_transformations(TransformationSet::preserving_axis(Face::U))
    }

    /// The slice of the edge at each position: 12! / (4!)³ = 34,650 configurations, numbered
    /// `70 · rank(E positions) + rank(M positions among the other eight)`.
    pub fn slices() -> Basic {
        Basic::new(
            "slices",
            LINES,
            &[Aspect::EdgePermutation],
            configuration,
            |value| with_edges(edges(value), [0; 12]),
        )
        .with_transformations(TransformationSet::ALL)
    }

    /// The configuration of the slices and the parity of the flips within slices E and M, as
    /// `4 · configuration + E + 2 · M`: 138,600 values. Flips are relative to U or D on M edges, F or B
    /// on E edges and R or L on S edges, so that all 48 transformations act.
    pub fn slices_and_flip_parities() -> Basic {
        let index = |cube: &Cube| {
            let flips = symmetric_flips(cube);
            let [e, m, _] = slice_masks(cube);
            4 * configuration(cube) + flip_parity_index([flips & e, flips & m])
        };
        let cube = |value: usize| {
            let cube = with_edges(edges(value / 4), [0; 12]);
            let (e, m) = (value & 1, value >> 1 & 1);
            // no flips relative to the symmetric reference facelets, then one in each odd slice
            let mut flips = symmetric_flips(&cube);
            for (mask, parity) in slice_masks(&cube).into_iter().zip([e, m, e ^ m]) {
                flips ^= (parity as u16) << mask.trailing_zeros();
            }
            let orientations = std::array::from_fn(|p| (flips >> p & 1) as u8);
            with_edges(*cube.edges(), orientations)
        };
        let reads = [Aspect::EdgePermutation, Aspect::EdgeOrientation];
        Basic::new("slices and flip parities", 4 * LINES, &reads, index, cube)
            .with_transformations(TransformationSet::ALL)
    }
}

/// Number of values of [`Basic::edge_orientation`].
const ORIENTATIONS: usize = 2048;

fn orientation(cube: &Cube) -> usize {
    let flips = cube.edge_orientations()[..11].iter().rev();
    flips.fold(0, |value, &flip| value << 1 | usize::from(flip))
}

fn flips(orientation: usize) -> [u8; 12] {
    let flips = orientation | (orientation.count_ones() as usize % 2) << 11;
    std::array::from_fn(|p| (flips >> p & 1) as u8)
}

fn slice_rank(cube: &Cube) -> usize {
    usize::from(NUMBERING.ranks[usize::from(slice_masks(cube)[0])])
}

fn configuration(cube: &Cube) -> usize {
    let [e, m, _] = slice_masks(cube);
    NUMBERING.line(e, m)
}

/// Edges in this configuration of the slices, those of each slice in order.
fn edges(configuration: usize) -> [u8; 12] {
    let e = NUMBERING.masks[configuration / SUBSETS_OF_EIGHT];
    let m = FOURS_OF_EIGHT[configuration % SUBSETS_OF_EIGHT];
    let masks = [e, deposit(u16::from(m), !e & 0xfff)];
    let mut slices = SLICES.map(IntoIterator::into_iter);
    std::array::from_fn(|p| {
        let slice = masks.iter().position(|mask| mask >> p & 1 == 1);
        let next = slices[slice.unwrap_or(2)].next();
        next.expect("each mask has four positions")
    })
}

/// A cube with these edges; two corners are swapped if parity requires it.
pub(super) fn with_edges(edges: [u8; 12], orientations: [u8; 12]) -> Cube {
    let corners = *Cube::SOLVED.corners();
    Cube::with_parity_fixed(corners, [0; 8], edges, orientations, Swap::Corners(0, 1))
        .expect("edges of a cube")
}
