use super::corners::{FIRST_TETRAD, SECOND_TETRAD};
use super::slices::SLICES;
use super::{Aspect, Coordinate};
use crate::cube::{Cube, MoveSet, TransformationSet};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// A part of a cube that half turns have made of the solved cube. Its moves are half turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HalfTurnCubies {
    /// The corners: 96 values.
    Corners,
    /// The edges of one of the three slices, E, M or S: 4! = 24 values.
    Slice(usize),
}

/// A corner of the second tetrad, which the first tetrad determines up to its place.
const FOURTH: u8 = SECOND_TETRAD[0];

impl HalfTurnCubies {
    fn cubes(self) -> &'static [Cube] {
        static CORNERS: LazyLock<Vec<Cube>> = LazyLock::new(|| cubes(HalfTurnCubies::Corners));
        static EDGES: LazyLock<[Vec<Cube>; 3]> =
            LazyLock::new(|| [0, 1, 2].map(|slice| cubes(HalfTurnCubies::Slice(slice))));
        match self {
            HalfTurnCubies::Corners => &CORNERS,
            HalfTurnCubies::Slice(slice) => &EDGES[slice],
        }
    }
}

/// A cube with each value of a coordinate, made by half turns.
fn cubes(coordinate: HalfTurnCubies) -> Vec<Cube> {
    let mut found = vec![None; coordinate.size()];
    let mut open = vec![Cube::SOLVED];
    while let Some(cube) = open.pop() {
        let known = &mut found[coordinate.index(&cube)];
        if known.is_none() {
            *known = Some(cube);
            open.extend(MoveSet::HALF_TURNS.iter().map(|m| cube.apply(m)));
        }
    }
    let cubes = found
        .into_iter()
        .map(|cube| cube.expect("half turns lead to all values"));
    cubes.collect()
}

impl Coordinate for HalfTurnCubies {
    fn size(&self) -> usize {
        match self {
            HalfTurnCubies::Corners => 96,
            HalfTurnCubies::Slice(_) => 24,
        }
    }

    fn moves(&self) -> MoveSet {
        MoveSet::HALF_TURNS
    }

    fn index(&self, cube: &Cube) -> usize {
        let rank = |cubies: &[u8; 12], places: [u8; 4]| {
            let number = |cubie: u8| places.iter().position(|place| *place == cubie).unwrap_or(0);
            let numbers = places.map(|place| number(cubies[usize::from(place)]) as u8);
            arrangement::rank(&numbers, 4) as usize
        };
        match *self {
            HalfTurnCubies::Slice(slice) => rank(cube.edges(), SLICES[slice]),
            HalfTurnCubies::Corners => {
                let mut corners = [0; 12];
                corners[..8].copy_from_slice(cube.corners());
                let at = |place: &u8| corners[usize::from(*place)] == FOURTH;
                4 * rank(&corners, FIRST_TETRAD) + SECOND_TETRAD.iter().position(at).unwrap_or(0)
            }
        }
    }

    fn cube(&self, value: usize) -> Cube {
        self.cubes()[value]
    }

    fn reads(&self) -> Vec<Aspect> {
        vec![match self {
            HalfTurnCubies::Corners => Aspect::CornerPermutation,
            HalfTurnCubies::Slice(_) => Aspect::EdgePermutation,
        }]
    }

    fn transformations(&self) -> TransformationSet {
        TransformationSet::default()
    }
}
