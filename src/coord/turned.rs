use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, MoveSet, Transformation, TransformationSet};

/// A coordinate seen from another side, so that one coordinate serves all axes: the value of
/// `x` is that of `s · x · s⁻¹`.
#[derive(Debug)]
pub struct Turned<C> {
    coordinate: C,
    s: Transformation,
}

impl<C: Coordinate> Turned<C> {
    /// A coordinate relative to the axis of face `from`, made relative to that of face `to`.
    pub fn new(coordinate: C, from: Face, to: Face) -> Turned<C> {
        Turned {
            coordinate,
            s: Transformation::carrying(to, from),
        }
    }
}

impl<C: Coordinate> Coordinate for Turned<C> {
    fn size(&self) -> usize {
        self.coordinate.size()
    }

    fn moves(&self) -> MoveSet {
        let moves = self.coordinate.moves();
        moves
            .iter()
            .map(|m| self.s.inverse().apply_move(m))
            .collect()
    }

    fn index(&self, cube: &Cube) -> usize {
        self.coordinate.index(&self.s.apply(cube))
    }

    fn cube(&self, value: usize) -> Cube {
        self.s.inverse().apply(&self.coordinate.cube(value))
    }

    /// Orientation relative to another axis depends on the permutation, too.
    fn reads(&self) -> Vec<Aspect> {
        let mut aspects = self.coordinate.reads();
        for aspect in self.coordinate.reads() {
            let needed = match aspect {
                Aspect::CornerOrientation => Aspect::CornerPermutation,
                Aspect::EdgeOrientation => Aspect::EdgePermutation,
                permutation => permutation,
            };
            if !aspects.contains(&needed) {
                aspects.push(needed);
            }
        }
        aspects
    }

    fn transformations(&self) -> TransformationSet {
        let acting = self.coordinate.transformations();
        let conjugate = |t: Transformation| self.s.inverse().product(t).product(self.s);
        acting.iter().map(conjugate).collect()
    }
}
