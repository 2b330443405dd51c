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

    /// The number of positions, and of orientations of a cubie.
    fn dimensions(&self) -> (usize, usize) {
        match self.kind {
            Kind::Edges => (12, 2),
            Kind::Corners => (8, 3),
        }
    }

    /// The number of orientations of all cubies together.
    fn orientations(&self) -> usize {
        let (_, turns) = self.dimensions();
        turns.pow(K as u32)
    }

    /// A permutation and orientations with that value. The other cubies follow in order, and
    /// are not turned but for one, so that the orientations sum to a multiple of `turns`.
    fn unrank<const N: usize>(&self, value: usize) -> ([u8; N], [u8; N]) {
        let (_, turns) = self.dimensions();
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
        let (positions, _) = self.dimensions();
        arrangement::count(K, positions) as usize * self.orientations()
    }

    fn index(&self, cube: &Cube) -> usize {
        let (permutation, turned): (&[u8], &[u8]) = match self.kind {
            Kind::Edges => (cube.edges(), cube.edge_orientations()),
            Kind::Corners => (cube.corners(), cube.corner_orientations()),
        };
        let (_, turns) = self.dimensions();
        let mut positions = [0; 12];
        for (position, cubie) in permutation.iter().enumerate() {
            positions[usize::from(*cubie)] = position as u8;
        }
        let placed = self.cubies.map(|cubie| positions[usize::from(cubie)]);
        let digits = placed.iter().rev().map(|p| turned[usize::from(*p)]);
        let orientation = digits.fold(0, |value, digit| turns * value + usize::from(digit));
        let rank = arrangement::rank(&placed, permutation.len()) as usize;
        rank * self.orientations() + orientation
    }

    fn cube(&self, value: usize) -> Cube {
        match self.kind {
            Kind::Edges => {
                let (edges, flips) = self.unrank(value);
                with_edges(edges, flips)
            }
            Kind::Corners => {
                let (corners, twists) = self.unrank(value);
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

/// The rank of the cubies at some places among all arrangements of those that belong there.
pub(super) fn rank_at<const K: usize>(cubies: &[u8], places: [u8; K]) -> usize {
    let number = |cubie: u8| places.iter().position(|place| *place == cubie).unwrap_or(0);
    let numbers = places.map(|place| number(cubies[usize::from(place)]) as u8);
    arrangement::rank(&numbers, K) as usize
}

/// Arranges the cubies at these places so that they have that rank.
pub(super) fn arrange_at<const K: usize>(rank: usize, places: [u8; K], cubies: &mut [u8]) {
    let numbers: [u8; K] = arrangement::unrank(rank as u64, K);
    for (place, number) in places.iter().zip(numbers) {
        cubies[usize::from(*place)] = places[usize::from(number)];
    }
}
