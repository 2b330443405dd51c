use super::corners::with_corners;
use super::edges::with_edges;
use super::{Aspect, Coordinate};
use crate::cube::Cube;
use crate::permutation::arrangement;

/// The positions and orientations of some cubies, all edges or all corners: the rank of the
/// positions times `2ᴷ` or `3ᴷ`, plus the flips or twists as digits, the first cubie's least
/// significant. That is `12 · 11 · … · 2ᴷ` values for `K` edges, `8 · 7 · … · 3ᴷ` for corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cubies<const K: usize> {
    kind: Kind,
    cubies: [u8; K],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Edges,
    Corners,
}

impl<const K: usize> Cubies<K> {
    /// Edge cubies, each `0..12`.
    ///
    /// # Panics
    /// If there are more than six, or one twice.
    pub fn edges(cubies: [u8; K]) -> Cubies<K> {
        assert_subset(&cubies, 12, 6);
        let kind = Kind::Edges;
        Cubies { kind, cubies }
    }

    /// Corner cubies, each `0..8`.
    ///
    /// # Panics
    /// If there are more than four, or one twice.
    pub fn corners(cubies: [u8; K]) -> Cubies<K> {
        assert_subset(&cubies, 8, 4);
        let kind = Kind::Corners;
        Cubies { kind, cubies }
    }

    /// The number of orientations of all cubies together.
    fn orientations(&self) -> usize {
        match self.kind {
            Kind::Edges => 1 << K,
            Kind::Corners => 3_usize.pow(K as u32),
        }
    }

    /// The value for `N` positions and cubies, each with `turns` orientations.
    fn rank<const N: usize>(&self, permutation: &[u8; N], turned: &[u8; N], turns: usize) -> usize {
        let mut positions = [0; N];
        for (position, cubie) in permutation.iter().enumerate() {
            positions[usize::from(*cubie)] = position as u8;
        }
        let placed = self.cubies.map(|cubie| positions[usize::from(cubie)]);
        let digits = placed.iter().rev().map(|p| turned[usize::from(*p)]);
        let orientation = digits.fold(0, |value, digit| turns * value + usize::from(digit));
        arrangement::rank(&placed, N) as usize * self.orientations() + orientation
    }

    /// A permutation and orientations with that value. The other cubies follow in order, and
    /// are not turned but for one, so that the orientations sum to a multiple of `turns`.
    fn unrank<const N: usize>(&self, value: usize, turns: usize) -> ([u8; N], [u8; N]) {
        let positions: [u8; K] = arrangement::unrank((value / self.orientations()) as u64, N);
        let mut others = (0..N as u8).filter(|cubie| !self.cubies.contains(cubie));
        let permutation = std::array::from_fn(|p| {
            let placed = positions.iter().position(|q| usize::from(*q) == p);
            let cubie = placed.map_or_else(|| others.next(), |i| Some(self.cubies[i]));
            cubie.expect("as many cubies as positions")
        });
        let (mut turned, mut digits) = ([0; N], value % self.orientations());
        for p in positions {
            turned[usize::from(p)] = (digits % turns) as u8;
            digits /= turns;
        }
        let free = (0..N).find(|p| !positions.contains(&(*p as u8)));
        let sum = turned.iter().map(|turn| usize::from(*turn)).sum::<usize>();
        turned[free.expect("fewer cubies than positions")] = ((turns - sum % turns) % turns) as u8;
        (permutation, turned)
    }
}

fn assert_subset(cubies: &[u8], count: u8, max_len: usize) {
    assert!(cubies.len() <= max_len, "at most {max_len} cubies");
    for (i, cubie) in cubies.iter().enumerate() {
        assert!(*cubie < count && !cubies[..i].contains(cubie));
    }
}

impl<const K: usize> Coordinate for Cubies<K> {
    fn size(&self) -> usize {
        let positions = match self.kind {
            Kind::Edges => 12,
            Kind::Corners => 8,
        };
        arrangement::count(K, positions) as usize * self.orientations()
    }

    fn index(&self, cube: &Cube) -> usize {
        match self.kind {
            Kind::Edges => self.rank(cube.edges(), cube.edge_orientations(), 2),
            Kind::Corners => self.rank(cube.corners(), cube.corner_orientations(), 3),
        }
    }

    fn cube(&self, value: usize) -> Cube {
        match self.kind {
            Kind::Edges => {
                let (edges, flips) = self.unrank(value, 2);
                with_edges(edges, flips)
            }
            Kind::Corners => {
                let (corners, twists) = self.unrank(value, 3);
                with_corners(corners, twists)
            }
        }
    }

    fn reads(&self) -> Vec<Aspect> {
        match self.kind {
            Kind::Edges => vec![Aspect::EdgePermutation, Aspect::EdgeOrientation],
            Kind::Corners => vec![Aspect::CornerPermutation, Aspect::CornerOrientation],
        }
    }
}
