//! The rows of the pruning tables: classes of corner cosets, and how moves lead from one to
//! another.

use super::CornerRefinement;
use super::proto::CosetCorners;
use crate::cube::{Cube, Move, Transformation};
use std::sync::LazyLock;

pub struct CornerRows {
    coordinate: CosetCorners,
    places: Vec<(u16, u8)>,
    neighbours: Vec<[(u16, u8); 18]>,
}

impl CornerRows {
    /// The rows for a refinement, computed once.
    pub fn get(refinement: CornerRefinement) -> &'static CornerRows {
        static ROWS: [LazyLock<CornerRows>; 3] = [
            LazyLock::new(|| CornerRows::new(CornerRefinement::None)),
            LazyLock::new(|| CornerRows::new(CornerRefinement::Parity)),
            LazyLock::new(|| CornerRows::new(CornerRefinement::HalfTurn)),
        ];
        &ROWS[refinement as usize]
    }

    fn new(refinement: CornerRefinement) -> CornerRows {
        let coordinate = CosetCorners(refinement);
        let mut places = vec![(u16::MAX, 0u8); coordinate.size()];
        let mut neighbours: Vec<[(u16, u8); 18]> = vec![];
        // every coset is reached from solved by moves: explore class representatives
        let mut reps = vec![Cube::SOLVED];
        let claim = |cube: &Cube, places: &mut Vec<(u16, u8)>, class: usize| {
            for s in Transformation::all() {
                let i = coordinate.index(&s.apply(cube));
                if places[i].0 == u16::MAX {
                    places[i] = (class as u16, s.inverse().index() as u8);
                }
            }
        };
        claim(&Cube::SOLVED, &mut places, 0);
        let mut at = 0;
        while at < reps.len() {
            let rep = reps[at];
            neighbours.push(Move::ALL.map(|m| {
                let cube = rep.apply(m);
                let i = coordinate.index(&cube);
                if places[i].0 == u16::MAX {
                    let class = reps.len();
                    claim(&cube, &mut places, class);
                    reps.push(cube);
                }
                places[i]
            }));
            at += 1;
        }
        CornerRows {
            coordinate,
            places,
            neighbours,
        }
    }

    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// Row and transformation of each coset.
    pub fn places(&self) -> impl Iterator<Item = (usize, Transformation)> {
        self.places
            .iter()
            .map(|&(row, s)| (row as usize, Transformation::from_index(s as usize)))
    }

    /// The coset of a cube.
    pub fn coset(&self, cube: &Cube) -> usize {
        self.coordinate.index(cube)
    }

    /// The share of a coset that tells which positions hold the cubies of the first tetrad.
    pub fn tetrad_offset(&self, mask: u8) -> usize {
        2187 * super::proto::rank(mask)
    }

    /// The row that `m` leads to from `row`, and the transformation to its representative.
    pub fn neighbour(&self, row: usize, m: Move) -> (usize, Transformation) {
        let (to, s) = self.neighbours[row][m.index()];
        (to as usize, Transformation::from_index(s as usize))
    }

    /// The row of a cube and the transformation that brings it to the representative.
    pub fn locate(&self, cube: &Cube) -> (usize, Transformation) {
        let (row, s) = self.places[self.coordinate.index(cube)];
        (row as usize, Transformation::from_index(s as usize))
    }
}
