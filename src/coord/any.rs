use super::{
    BasicTables, Composite, CompositeTables, CoordError, Coordinate, Distances, MoveTable, Stop,
    Symmetric, SymmetricComposite, SymmetricCompositeTables, SymmetricTables, Tracked,
};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation, TransformationSet};

/// A coordinate of any of the four types.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyCoordinate {
    /// A basic coordinate.
    Basic(Box<dyn Coordinate>),
    /// Several coordinates taken together.
    Composite(Composite),
    /// A coordinate reduced by symmetry.
    Symmetric(Symmetric),
    /// A coordinate reduced by symmetry, together with others.
    SymmetricComposite(SymmetricComposite),
}

impl AnyCoordinate {
    /// A basic coordinate.
    pub fn basic(coordinate: impl Coordinate + 'static) -> AnyCoordinate {
        AnyCoordinate::Basic(Box::new(coordinate))
    }

    /// A composite coordinate of these parts, the least significant first.
    ///
    /// # Panics
    /// As [`Composite::new`].
    pub fn composite(parts: Vec<Box<dyn Coordinate>>) -> AnyCoordinate {
        AnyCoordinate::Composite(Composite::new(parts))
    }

    /// `base` reduced by all transformations that act on its values.
    pub fn reduced(base: impl Coordinate + 'static) -> AnyCoordinate {
        let group = base.transformations();
        AnyCoordinate::Symmetric(Symmetric::new(base, group))
    }

    /// `base` reduced by all transformations that act on the values of both, with `rest`.
    pub fn symmetric_composite(
        base: impl Coordinate + 'static,
        rest: impl Coordinate + 'static,
    ) -> AnyCoordinate {
        let group = base.transformations().intersection(rest.transformations());
        AnyCoordinate::SymmetricComposite(SymmetricComposite::new(
            Symmetric::new(base, group),
            Composite::new(vec![Box::new(rest)]),
        ))
    }

    /// The name of the type.
    pub fn kind(&self) -> &'static str {
        match self {
            AnyCoordinate::Basic(_) => "basic",
            AnyCoordinate::Composite(_) => "composite",
            AnyCoordinate::Symmetric(_) => "symmetric",
            AnyCoordinate::SymmetricComposite(_) => "symmetric-composite",
        }
    }

    /// The coordinate itself.
    pub fn coordinate(&self) -> &dyn Coordinate {
        match self {
            AnyCoordinate::Basic(basic) => basic.as_ref(),
            AnyCoordinate::Composite(composite) => composite,
            AnyCoordinate::Symmetric(symmetric) => symmetric,
            AnyCoordinate::SymmetricComposite(both) => both,
        }
    }

    /// The symmetric coordinate that it is or contains.
    pub fn symmetric(&self) -> Option<&Symmetric> {
        match self {
            AnyCoordinate::Basic(_) | AnyCoordinate::Composite(_) => None,
            AnyCoordinate::Symmetric(symmetric) => Some(symmetric),
            AnyCoordinate::SymmetricComposite(both) => Some(both.symmetric()),
        }
    }

    /// Class, representative (a value of the base) and transformation of a cube; `None` without
    /// symmetry.
    pub fn locate(&self, cube: &Cube) -> Option<(usize, usize, Transformation)> {
        let symmetric = self.symmetric()?;
        let (class, s) = symmetric.locate(symmetric.base().index(cube));
        Some((class, symmetric.representative(class), s))
    }

    /// The value of a cube and the transformation under which the cube has it, to be followed
    /// through the [tables](AnyCoordinate::tables).
    pub fn track(&self, cube: &Cube) -> Tracked {
        let located = self.locate(cube);
        Tracked {
            value: self.coordinate().index(cube),
            offset: located.map_or(Transformation::IDENTITY, |(_, _, s)| s),
        }
    }

    /// Generates the move tables.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn tables(&self, stop: Stop) -> Result<AnyTables, CoordError> {
        let none = TransformationSet::default();
        Ok(match self {
            AnyCoordinate::Basic(basic) => {
                let moves = basic.moves();
                AnyTables::Basic(BasicTables::new(basic.as_ref(), moves, none, stop)?)
            }
            AnyCoordinate::Composite(composite) => {
                AnyTables::Composite(CompositeTables::new(composite, none, stop)?)
            }
            AnyCoordinate::Symmetric(symmetric) => {
                AnyTables::Symmetric(SymmetricTables::new(symmetric, stop)?)
            }
            AnyCoordinate::SymmetricComposite(both) => {
                AnyTables::SymmetricComposite(SymmetricCompositeTables::new(both, stop)?)
            }
        })
    }

    /// The distances of all values from that of the solved cube, by the coordinate's moves.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn distances(&self, metric: Metric, stop: Stop) -> Result<Distances, CoordError> {
        let goals = [self.coordinate().index(&Cube::SOLVED)];
        Distances::new(&self.tables(stop)?, &goals, metric, stop)
    }
}

/// The tables of a coordinate of any of the four types.
#[derive(Debug)]
#[non_exhaustive]
#[expect(
    clippy::large_enum_variant,
    reason = "there are few of them, and none is moved often"
)]
pub enum AnyTables {
    /// Tables of a basic coordinate.
    Basic(BasicTables),
    /// Tables of a composite coordinate.
    Composite(CompositeTables),
    /// Tables of a symmetric coordinate.
    Symmetric(SymmetricTables),
    /// Tables of a symmetric-composite coordinate.
    SymmetricComposite(SymmetricCompositeTables),
}

/// Evaluates an expression for the tables of whichever type.
macro_rules! with_tables {
    ($any:expr, $tables:ident => $result:expr) => {
        match $any {
            AnyTables::Basic($tables) => $result,
            AnyTables::Composite($tables) => $result,
            AnyTables::Symmetric($tables) => $result,
            AnyTables::SymmetricComposite($tables) => $result,
        }
    };
}

impl MoveTable for AnyTables {
    fn size(&self) -> usize {
        with_tables!(self, tables => tables.size())
    }

    fn moves(&self) -> MoveSet {
        with_tables!(self, tables => tables.moves())
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        with_tables!(self, tables => tables.step(value, m))
    }

    fn for_each_alias(&self, value: usize, each: impl FnMut(usize)) {
        with_tables!(self, tables => tables.for_each_alias(value, each));
    }
}
