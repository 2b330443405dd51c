use super::{Aspect, Coordinate};
use crate::cube::{Cube, Face, MoveSet, Transformation, TransformationSet};

/// A coordinate as seen from another side: the value of `x` is that of `s · x · s⁻¹`.
///
/// It makes one coordinate serve all axes.
pub struct Turned<C> {
    coordinate: C,
    name: String,
    s: Transformation,
}

impl<C: Coordinate> Turned<C> {
    /// The coordinate whose axis is that of face `from`, with the axis of `to` instead.
    pub fn new(coordinate: C, from: Face, to: Face) -> Turned<C> {
        let brings = |s: &Transformation| s.apply_face(to) == from && !s.is_mirror();
        let s = Transformation::all()
            .find(brings)
            .expect("a rotation brings any face to any other");
        let axis: String = [to, to.opposite()].map(Face::letter).iter().collect();
        let name = format!("{}-{}", coordinate.name(), axis.to_lowercase());
        Turned {
            coordinate,
            name,
            s,
        }
    }
}

impl<C: Coordinate> Coordinate for Turned<C> {
    fn name(&self) -> String {
        self.name.clone()
    }

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

    /// Orientation relative to another axis takes the permutation too.
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
