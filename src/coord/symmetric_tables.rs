use super::error::allocate;
use super::tables::{Columns, CompositeTables, MoveTable};
use super::{CoordError, Coordinate, Stop, Symmetric, SymmetricComposite};
use crate::cube::{Move, MoveSet, Transformation, TransformationSet};

/// The move table of a symmetric coordinate: from class to class, with the transformation that
/// brings the moved representative to the new one.
#[derive(Debug)]
pub struct SymmetricTables {
    size: usize,
    columns: Columns,
    steps: Vec<(u16, Transformation)>,
}

impl SymmetricTables {
    /// Moves each representative: four bytes for each class and move.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(symmetric: &Symmetric, stop: Stop) -> Result<SymmetricTables, CoordError> {
        let moves = symmetric.moves();
        let mut steps = allocate(symmetric.classes() * moves.len())?;
        for class in 0..symmetric.classes() {
            stop.check()?;
            let representative = symmetric.cube(class);
            steps.extend(moves.iter().map(|m| {
                let value = symmetric.base().index(&representative.apply(m));
                let (class, s) = symmetric.locate(value);
                (class as u16, s)
            }));
        }
        Ok(SymmetricTables {
            size: symmetric.classes(),
            columns: Columns::new(moves),
            steps,
        })
    }
}

impl MoveTable for SymmetricTables {
    fn size(&self) -> usize {
        self.size
    }

    fn moves(&self) -> MoveSet {
        self.columns.moves
    }

    fn step(&self, class: usize, m: Move) -> (usize, Transformation) {
        let (class, s) = self.steps[self.columns.entry(class, m)];
        (usize::from(class), s)
    }
}

/// The tables of a symmetric-composite coordinate: those of its two parts, and the
/// self-symmetries that make several values stand for the same cubes.
#[derive(Debug)]
pub struct SymmetricCompositeTables {
    symmetric: SymmetricTables,
    composite: CompositeTables,
    composite_size: usize,
    /// By class.
    self_symmetries: Vec<TransformationSet>,
}

impl SymmetricCompositeTables {
    /// Generates the tables of both parts.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(
        coordinate: &SymmetricComposite,
        stop: Stop,
    ) -> Result<SymmetricCompositeTables, CoordError> {
        let (symmetric, composite) = (coordinate.symmetric(), coordinate.composite());
        let classes = 0..symmetric.classes();
        Ok(SymmetricCompositeTables {
            symmetric: SymmetricTables::new(symmetric, stop)?,
            composite: CompositeTables::new(composite, symmetric.group(), stop)?,
            composite_size: composite.size(),
            self_symmetries: classes
                .map(|class| symmetric.self_symmetries(class))
                .collect(),
        })
    }
}

impl MoveTable for SymmetricCompositeTables {
    fn size(&self) -> usize {
        self.symmetric.size() * self.composite_size
    }

    fn moves(&self) -> MoveSet {
        self.symmetric.moves()
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
