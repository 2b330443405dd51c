use super::tables::{CompositeTables, MoveTable};
use super::{Coordinate, Symmetric, SymmetricComposite};
use crate::cube::{Move, Transformation, TransformationSet};

/// The tables of a symmetric coordinate: from class to class, with the transformation that
/// brings the moved representative to the new one.
pub struct SymmetricTables {
    steps: Vec<[(u16, Transformation); Move::COUNT]>,
}

impl SymmetricTables {
    /// Moves each representative.
    pub fn new<C: Coordinate>(symmetric: &Symmetric<C>) -> SymmetricTables {
        let steps_from = |class| {
            let representative = symmetric.cube(class);
            Move::ALL.map(|m| {
                let value = symmetric.base().index(&representative.apply(m));
                let (class, s) = symmetric.locate(value);
                (class as u16, s)
            })
        };
        SymmetricTables {
            steps: (0..symmetric.classes()).map(steps_from).collect(),
        }
    }
}

impl MoveTable for SymmetricTables {
    fn size(&self) -> usize {
        self.steps.len()
    }

    fn step(&self, class: usize, m: Move) -> (usize, Transformation) {
        let (class, s) = self.steps[class][m.index()];
        (usize::from(class), s)
    }

    fn for_each_alias(&self, _class: usize, _each: impl FnMut(usize)) {}
}

/// The tables of a symmetric-composite coordinate: those of its two parts, and the
/// self-symmetries that make several values stand for the same cubes.
pub struct SymmetricCompositeTables {
    symmetric: SymmetricTables,
    composite: CompositeTables,
    composite_size: usize,
    self_symmetries: Vec<TransformationSet>,
}

impl SymmetricCompositeTables {
    /// Computes the tables of both parts.
    pub fn new<C: Coordinate>(coordinate: &SymmetricComposite<C>) -> SymmetricCompositeTables {
        let symmetric = coordinate.symmetric();
        let classes = 0..symmetric.classes();
        SymmetricCompositeTables {
            symmetric: SymmetricTables::new(symmetric),
            composite: CompositeTables::new(coordinate.composite(), symmetric.group()),
            composite_size: coordinate.composite().size(),
            self_symmetries: classes
                .map(|class| symmetric.self_symmetries(class))
                .collect(),
        }
    }
}

impl MoveTable for SymmetricCompositeTables {
    fn size(&self) -> usize {
        self.symmetric.size() * self.composite_size
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        let (class, rest) = (value / self.composite_size, value % self.composite_size);
        let (class, s) = self.symmetric.step(class, m);
        let rest = self.composite.transform(self.composite.apply(rest, m), s);
        (class * self.composite_size + rest, s)
    }

    fn for_each_alias(&self, value: usize, mut each: impl FnMut(usize)) {
        let (class, rest) = (value / self.composite_size, value % self.composite_size);
        let own = self.self_symmetries[class];
        if own.len() > 1 {
            for s in own.iter() {
                each(class * self.composite_size + self.composite.transform(rest, s));
            }
        }
    }
}
