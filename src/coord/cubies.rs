use super::corners::with_corners;
use super::edges::with_edges;
use super::{Aspect, Basic};
use crate::permutation::arrangement;

impl Basic {
    /// The positions and flips of some edge cubies, each `0..12`: the rank of the positions times `2ᴷ`,
    /// plus the flips as digits, the first cubie's least significant. That is `12 · 11 · … · 2ᴷ` values.
    ///
    /// # Panics
    /// If there are more than six, or one twice.
    pub fn edge_cubies<const K: usize>(cubies: [u8; K]) -> Basic {
        let placed = ChosenCubies::<K, 12>::new(cubies, 2, 6);
        Basic::new(
            "edge cubies",
            placed.size(),
            &[Aspect::EdgePermutation, Aspect::EdgeOrientation],
            move |cube| placed.index(cube.edges(), cube.edge_orientations()),
            move |value| {
                let (edges, flips) = placed.cubies(value);
                with_edges(edges, flips)
            },
        )
    }

    /// The positions of some edge cubies, each `0..12`: the rank of the positions, `12 · 11 · …` values.
    ///
    /// # Panics
    /// If there are more than six, or one twice.
    pub(crate) fn edge_positions<const K: usize>(cubies: [u8; K]) -> Basic {
        let placed = ChosenCubies::<K, 12>::new(cubies, 1, 6);
        Basic::new(
            "edge positions",
            placed.size(),
            &[Aspect::EdgePermutation],
            move |cube| placed.index(cube.edges(), &[0; 12]),
            move |value| with_edges(placed.cubies(value).0, [0; 12]),
        )
    }

    /// The positions and twists of some corner cubies, each `0..8`: the rank of the positions times `3ᴷ`,
    /// plus the twists as digits, the first cubie's least significant. That is `8 · 7 · … · 3ᴷ` values.
    ///
    /// # Panics
    /// If there are more than four, or one twice.
    pub fn corner_cubies<const K: usize>(cubies: [u8; K]) -> Basic {
        let placed = ChosenCubies::<K, 8>::new(cubies, 3, 4);
        Basic::new(
            "corner cubies",
            placed.size(),
            &[Aspect::CornerPermutation, Aspect::CornerOrientation],
            move |cube| placed.index(cube.corners(), cube.corner_orientations()),
            move |value| {
                let (corners, twists) = placed.cubies(value);
                with_corners(corners, twists)
            },
        )
    }
}

/// `K` of `N` cubies with their positions and orientations.
#[derive(Clone, Copy)]
struct ChosenCubies<const K: usize, const N: usize> {
    cubies: [u8; K],
    /// The number of orientations of a cubie.
    turns: usize,
}

impl<const K: usize, const N: usize> ChosenCubies<K, N> {
    fn new(cubies: [u8; K], turns: usize, most: usize) -> ChosenCubies<K, N> {
        assert!(K <= most, "at most {most} cubies");
        for (i, cubie) in cubies.iter().enumerate() {
            assert!(usize::from(*cubie) < N && !cubies[..i].contains(cubie));
        }
        ChosenCubies { cubies, turns }
    }

    /// The number of orientations of all cubies together.
    fn orientations(&self) -> usize {
        self.turns.pow(K as u32)
    }

    fn size(&self) -> usize {
        arrangement::count(K, N) as usize * self.orientations()
    }

    fn index(&self, permutation: &[u8; N], turned: &[u8; N]) -> usize {
        let mut positions = [0; N];
        for (position, cubie) in permutation.iter().enumerate() {
            positions[usize::from(*cubie)] = position as u8;
        }
        let placed = self.cubies.map(|cubie| positions[usize::from(cubie)]);
        let digits = placed.iter().rev().map(|p| turned[usize::from(*p)]);
        let orientation = digits.fold(0, |value, digit| self.turns * value + usize::from(digit));
        arrangement::rank(&placed, N) as usize * self.orientations() + orientation
    }

    /// A permutation and orientations with that value. The other cubies follow in order, and
    /// are not turned but for one, so that the orientations sum to a multiple of `turns`.
    fn cubies(&self, value: usize) -> ([u8; N], [u8; N]) {
        let turns = self.turns;
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

/// The edge cubies at some places, of cubes where those belong there: `K!` values, lexicographic ranks.
pub(super) fn edges_at<const K: usize>(name: &'static str, places: [u8; K]) -> Basic {
    Basic::new(
        name,
        arrangement::count(K, K) as usize,
        &[Aspect::EdgePermutation],
        move |cube| rank_at(cube.edges(), places),
        move |value| with_edges(arranged_at(value, places), [0; 12]),
    )
}

/// The rank of the cubies at some places among all arrangements of those that belong there.
pub(super) fn rank_at<const K: usize>(cubies: &[u8], places: [u8; K]) -> usize {
    let mut numbers = [0; 12];
    for (number, place) in (0..).zip(places) {
        numbers[usize::from(place)] = number;
    }
    let mut found = places;
    for place in &mut found {
        *place = numbers[usize::from(cubies[usize::from(*place)])];
    }
    arrangement::rank(&found, K) as usize
}

/// Solved cubies but for those at some places, which have this rank.
fn arranged_at<const K: usize, const N: usize>(rank: usize, places: [u8; K]) -> [u8; N] {
    let mut cubies = std::array::from_fn(|place| place as u8);
    let numbers: [u8; K] = arrangement::unrank(rank as u64, K);
    for (place, number) in places.iter().zip(numbers) {
        cubies[usize::from(*place)] = places[usize::from(number)];
    }
    cubies
}
