//! Where some of the cubies are, and how they are turned.

use super::corners::with_corners;
use super::edges::with_edges;
use super::{Aspect, Coordinate};
use crate::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Transformation, TransformationSet};

/// The positions and flips of some edge cubies: `12 · 11 · 10 · … · 2ⁿ` values for `n` of them.
///
/// The value has a digit for each cubie, the first most significant: twice the rank of its
/// position among those that the cubies before it left, and its flip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgePlaces {
    cubies: Vec<u8>,
}

impl EdgePlaces {
    /// The coordinate of these cubies, `0..12`.
    ///
    /// # Panics
    /// Unless there are one to six different cubies.
    pub fn new(cubies: &[u8]) -> EdgePlaces {
        assert_subset(cubies, 12, 6);
        EdgePlaces {
            cubies: cubies.to_vec(),
        }
    }
}

impl Coordinate for EdgePlaces {
    fn name(&self) -> String {
        let names = self.cubies.iter().map(|&c| EDGE_NAMES[usize::from(c)]);
        names.collect::<Vec<_>>().join("-").to_lowercase()
    }

    fn size(&self) -> usize {
        size::<12, 2>(self.cubies.len())
    }

    fn index(&self, cube: &Cube) -> usize {
        index::<12, 2>(&self.cubies, cube.edges(), cube.edge_orientations())
    }

    fn cube(&self, value: usize) -> Cube {
        let (edges, mut flips) = fill::<12, 2>(&self.cubies, value);
        if flips.iter().sum::<u8>() % 2 == 1 {
            let free = edges.iter().position(|edge| !self.cubies.contains(edge));
            flips[free.expect("six cubies at most are taken")] = 1;
        }
        with_edges(edges, flips)
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![Aspect::EdgePermutation, Aspect::EdgeOrientation]
    }

    fn transformations(&self) -> TransformationSet {
        std::iter::once(Transformation::IDENTITY).collect()
    }
}

/// The positions and twists of some corner cubies: `8 · 7 · … · 3ⁿ` values for `n` of them,
/// numbered as those of [`EdgePlaces`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CornerPlaces {
    cubies: Vec<u8>,
}

impl CornerPlaces {
    /// The coordinate of these cubies, `0..8`.
    ///
    /// # Panics
    /// Unless there are one to four different cubies.
    pub fn new(cubies: &[u8]) -> CornerPlaces {
        assert_subset(cubies, 8, 4);
        CornerPlaces {
            cubies: cubies.to_vec(),
        }
    }
}

impl Coordinate for CornerPlaces {
    fn name(&self) -> String {
        let names = self.cubies.iter().map(|&c| CORNER_NAMES[usize::from(c)]);
        names.collect::<Vec<_>>().join("-").to_lowercase()
    }

    fn size(&self) -> usize {
        size::<8, 3>(self.cubies.len())
    }

    fn index(&self, cube: &Cube) -> usize {
        index::<8, 3>(&self.cubies, cube.corners(), cube.corner_orientations())
    }

    fn cube(&self, value: usize) -> Cube {
        let (corners, mut twists) = fill::<8, 3>(&self.cubies, value);
        let free = corners.iter().position(|c| !self.cubies.contains(c));
        twists[free.expect("four cubies at most are taken")] =
            (3 - twists.iter().sum::<u8>() % 3) % 3;
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
    assert!((1..=most).contains(&cubies.len()), "1 to {most} cubies");
    for (i, cubie) in cubies.iter().enumerate() {
        assert!(*cubie < count && !cubies[..i].contains(cubie));
    }
}

fn size<const N: usize, const TURNS: usize>(cubies: usize) -> usize {
    (0..cubies).map(|taken| (N - taken) * TURNS).product()
}

/// The value for cubies that stand in a permutation of `N` and are turned in `TURNS` ways.
fn index<const N: usize, const TURNS: usize>(
    cubies: &[u8],
    permutation: &[u8; N],
    orientations: &[u8; N],
) -> usize {
    let mut taken = 0u16;
    let mut value = 0;
    for (i, cubie) in cubies.iter().enumerate() {
        let position = permutation.iter().position(|c| c == cubie);
        let position = position.expect("every cubie is somewhere");
        let before = (taken & ((1 << position) - 1)).count_ones() as usize;
        let digit = TURNS * (position - before) + usize::from(orientations[position]);
        value = (N - i) * TURNS * value + digit;
        taken |= 1 << position;
    }
    value
}

/// A permutation and orientations of that value; the other cubies follow in order, not turned.
fn fill<const N: usize, const TURNS: usize>(cubies: &[u8], value: usize) -> ([u8; N], [u8; N]) {
    let mut digits = vec![0; cubies.len()];
    let mut rest = value;
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        let base = (N - i) * TURNS;
        *digit = rest % base;
        rest /= base;
    }
    let mut free: Vec<usize> = (0..N).collect();
    let mut permutation = [0; N];
    let mut orientations = [0; N];
    for (digit, cubie) in digits.into_iter().zip(cubies) {
        let position = free.remove(digit / TURNS);
        permutation[position] = *cubie;
        orientations[position] = (digit % TURNS) as u8;
    }
    let others = (0..N as u8).filter(|c| !cubies.contains(c));
    for (position, cubie) in free.into_iter().zip(others) {
        permutation[position] = cubie;
    }
    (permutation, orientations)
}
