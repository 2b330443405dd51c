//! Where some of the cubies are, and how they are turned.

use super::corners::with_corners;
use super::edges::with_edges;
use super::{Aspect, Coordinate};
use crate::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Transformation, TransformationSet};
use crate::permutation::arrangement;

/// The positions and flips of `K` edge cubies: `12 · 11 · 10 · … · 2ᴷ` values, the rank of the
/// positions times `2ᴷ` plus the flips, the first cubie's least significant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeCubies<const K: usize> {
    cubies: [u8; K],
}

impl<const K: usize> EdgeCubies<K> {
    /// The coordinate of these cubies, `0..12`.
    ///
    /// # Panics
    /// If there are more than six of them, or one twice.
    pub fn new(cubies: [u8; K]) -> EdgeCubies<K> {
        assert_subset(&cubies, 12, 6);
        EdgeCubies { cubies }
    }
}

impl<const K: usize> Coordinate for EdgeCubies<K> {
    fn name(&self) -> String {
        self.cubies
            .map(|c| EDGE_NAMES[usize::from(c)])
            .join("-")
            .to_lowercase()
    }

    fn size(&self) -> usize {
        size::<K>(12, 2)
    }

    fn index(&self, cube: &Cube) -> usize {
        index(&self.cubies, cube.edges(), cube.edge_orientations(), 2)
    }

    fn cube(&self, value: usize) -> Cube {
        let (edges, mut flips) = fill(&self.cubies, value, 2);
        flips[free(&self.cubies, &edges)] = flips.iter().sum::<u8>() % 2;
        with_edges(edges, flips)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation, Aspect::EdgeOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        std::iter::once(Transformation::IDENTITY).collect()
    }
}

/// The positions and twists of `K` corner cubies: `8 · 7 · … · 3ᴷ` values, numbered like those
/// of [`EdgeCubies`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CornerCubies<const K: usize> {
    cubies: [u8; K],
}

impl<const K: usize> CornerCubies<K> {
    /// The coordinate of these cubies, `0..8`.
    ///
    /// # Panics
    /// If there are more than four of them, or one twice.
    pub fn new(cubies: [u8; K]) -> CornerCubies<K> {
        assert_subset(&cubies, 8, 4);
        CornerCubies { cubies }
    }
}

impl<const K: usize> Coordinate for CornerCubies<K> {
    fn name(&self) -> String {
        self.cubies
            .map(|c| CORNER_NAMES[usize::from(c)])
            .join("-")
            .to_lowercase()
    }

    fn size(&self) -> usize {
        size::<K>(8, 3)
    }

    fn index(&self, cube: &Cube) -> usize {
        index(&self.cubies, cube.corners(), cube.corner_orientations(), 3)
    }

    fn cube(&self, value: usize) -> Cube {
        let (corners, mut twists) = fill(&self.cubies, value, 3);
        twists[free(&self.cubies, &corners)] = (3 - twists.iter().sum::<u8>() % 3) % 3;
        with_corners(corners, twists)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::CornerPermutation, Aspect::CornerOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        std::iter::once(Transformation::IDENTITY).collect()
    }
}

fn assert_subset(cubies: &[u8], count: u8, most: usize) {
    assert!(cubies.len() <= most, "at most {most} cubies");
    for (i, cubie) in cubies.iter().enumerate() {
        assert!(*cubie < count && !cubies[..i].contains(cubie));
    }
}

fn size<const K: usize>(positions: usize, turns: usize) -> usize {
    arrangement::count(K, positions) as usize * turns.pow(K as u32)
}

/// The value for cubies that stand in a permutation and are turned in `turns` ways.
fn index<const K: usize, const N: usize>(
    cubies: &[u8; K],
    permutation: &[u8; N],
    orientations: &[u8; N],
    turns: usize,
) -> usize {
    let mut positions = [0; N];
    for (position, cubie) in permutation.iter().enumerate() {
        positions[usize::from(*cubie)] = position as u8;
    }
    let mut placed = [0; K];
    for (position, cubie) in placed.iter_mut().zip(cubies) {
        *position = positions[usize::from(*cubie)];
    }
    let turned = placed.iter().rev().fold(0, |value, p| {
        turns * value + usize::from(orientations[usize::from(*p)])
    });
    arrangement::rank(&placed, N) as usize * turns.pow(K as u32) + turned
}

/// A permutation and orientations of that value; the other cubies follow in order, not turned.
fn fill<const K: usize, const N: usize>(
    cubies: &[u8; K],
    value: usize,
    turns: usize,
) -> ([u8; N], [u8; N]) {
    let ways = turns.pow(K as u32);
    let positions: [u8; K] = arrangement::unrank((value / ways) as u64, N);
    // its last digits, as many as there are cubies
    let mut turned = value;
    let mut others = (0..N as u8).filter(|cubie| !cubies.contains(cubie));
    let permutation = std::array::from_fn(|p| {
        let placed = positions.iter().position(|q| usize::from(*q) == p);
        let cubie = placed.map_or_else(|| others.next(), |i| Some(cubies[i]));
        cubie.expect("as many cubies as positions")
    });
    let mut orientations = [0; N];
    for p in positions {
        orientations[usize::from(p)] = (turned % turns) as u8;
        turned /= turns;
    }
    (permutation, orientations)
}

/// A position that holds none of the cubies.
fn free(cubies: &[u8], permutation: &[u8]) -> usize {
    let position = permutation.iter().position(|c| !cubies.contains(c));
    position.expect("some cubies are left out")
}
