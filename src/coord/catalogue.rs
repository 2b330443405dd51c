//! Coordinates by name.

use super::{
    Aspect, BasicTables, Composite, CompositeTables, Coordinate, CornerOrientation,
    CornerPermutation, CornerRefinement, CosetCorners, Distances, EdgeCubies, EdgeOrientation,
    MoveTable, OrientedSlice, SlicePositions, Slices, SlicesAndFlipParities, Symmetric,
    SymmetricComposite, SymmetricCompositeTables, SymmetricTables, Tetrads, Tracked, Turned,
    unstopped,
};
use crate::cube::{Cube, Face, Metric, Move, MoveSet, Transformation, TransformationSet};
use std::sync::atomic::AtomicBool;

impl Coordinate for Box<dyn Coordinate> {
    fn name(&self) -> String {
        self.as_ref().name()
    }

    fn size(&self) -> usize {
        self.as_ref().size()
    }

    fn moves(&self) -> MoveSet {
        self.as_ref().moves()
    }

    fn index(&self, cube: &Cube) -> usize {
        self.as_ref().index(cube)
    }

    fn cube(&self, value: usize) -> Cube {
        self.as_ref().cube(value)
    }

    fn reads(&self) -> Vec<Aspect> {
        self.as_ref().reads()
    }

    fn transformations(&self) -> TransformationSet {
        self.as_ref().transformations()
    }
}

/// A coordinate of any of the four types.
pub enum AnyCoordinate {
    /// One by itself.
    Basic(Box<dyn Coordinate>),
    /// Several taken together.
    Composite(Composite),
    /// One reduced by symmetry.
    Symmetric(Symmetric<Box<dyn Coordinate>>),
    /// One reduced by symmetry, with others.
    SymmetricComposite(SymmetricComposite<Box<dyn Coordinate>>),
}

impl AnyCoordinate {
    /// The type in words.
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
            AnyCoordinate::Basic(basic) => basic,
            AnyCoordinate::Composite(composite) => composite,
            AnyCoordinate::Symmetric(symmetric) => symmetric,
            AnyCoordinate::SymmetricComposite(both) => both,
        }
    }

    /// The symmetric coordinate it is or has.
    pub fn symmetric(&self) -> Option<&Symmetric<Box<dyn Coordinate>>> {
        match self {
            AnyCoordinate::Basic(_) | AnyCoordinate::Composite(_) => None,
            AnyCoordinate::Symmetric(symmetric) => Some(symmetric),
            AnyCoordinate::SymmetricComposite(both) => Some(both.symmetric()),
        }
    }

    /// Class, representative (a value of the base) and transformation of a cube, if there is
    /// symmetry.
    pub fn locate(&self, cube: &Cube) -> Option<(usize, usize, Transformation)> {
        let symmetric = self.symmetric()?;
        let (class, s) = symmetric.locate(symmetric.base().index(cube));
        Some((class, symmetric.representative(class), s))
    }

    /// The value of a cube and the transformation under which it is read, to be followed
    /// through the [tables](AnyCoordinate::tables).
    pub fn track(&self, cube: &Cube) -> Tracked {
        Tracked {
            value: self.coordinate().index(cube),
            offset: self
                .locate(cube)
                .map_or(Transformation::IDENTITY, |(_, _, s)| s),
        }
    }

    /// The tables by which moves change the values.
    pub fn tables(&self) -> AnyTables {
        unstopped(|stop| self.tables_unless(stop))
    }

    /// The same, or `None` if `stop` is set before; of the large ones soon after.
    pub fn tables_unless(&self, stop: &AtomicBool) -> Option<AnyTables> {
        let none = TransformationSet::default();
        Some(match self {
            AnyCoordinate::Basic(basic) => {
                AnyTables::Basic(BasicTables::unless(stop, basic, basic.moves(), none)?)
            }
            AnyCoordinate::Composite(composite) => {
                AnyTables::Composite(CompositeTables::unless(stop, composite, none)?)
            }
            AnyCoordinate::Symmetric(symmetric) => {
                AnyTables::Symmetric(SymmetricTables::new(symmetric))
            }
            AnyCoordinate::SymmetricComposite(both) => {
                AnyTables::SymmetricComposite(SymmetricCompositeTables::new(both))
            }
        })
    }

    /// The distances of all values from that of the solved cube, by the coordinate's moves.
    pub fn distances(&self, metric: Metric) -> Distances {
        let goals = [self.coordinate().index(&Cube::SOLVED)];
        Distances::new(&self.tables(), &goals, metric)
    }

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
        AnyCoordinate::Symmetric(Symmetric::new(Box::new(base), group))
    }

    /// `base` reduced by all transformations that act on the values of both, and `rest`.
    pub fn symmetric_composite(
        base: impl Coordinate + 'static,
        rest: impl Coordinate + 'static,
    ) -> AnyCoordinate {
        let group = base.transformations().intersection(rest.transformations());
        let base: Box<dyn Coordinate> = Box::new(base);
        AnyCoordinate::SymmetricComposite(SymmetricComposite::new(
            Symmetric::new(base, group),
            Composite::new(vec![Box::new(rest)]),
        ))
    }
}

/// The tables of a coordinate of any of the four types.
pub enum AnyTables {
    /// Of a basic coordinate.
    Basic(BasicTables),
    /// Of a composite one.
    Composite(CompositeTables),
    /// Of a symmetric one.
    Symmetric(SymmetricTables),
    /// Of a symmetric-composite one.
    SymmetricComposite(SymmetricCompositeTables),
}

impl MoveTable for AnyTables {
    fn size(&self) -> usize {
        match self {
            AnyTables::Basic(tables) => tables.size(),
            AnyTables::Composite(tables) => tables.size(),
            AnyTables::Symmetric(tables) => tables.size(),
            AnyTables::SymmetricComposite(tables) => tables.size(),
        }
    }

    fn moves(&self) -> MoveSet {
        match self {
            AnyTables::Basic(tables) => tables.moves(),
            AnyTables::Composite(tables) => tables.moves(),
            AnyTables::Symmetric(tables) => tables.moves(),
            AnyTables::SymmetricComposite(tables) => tables.moves(),
        }
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        match self {
            AnyTables::Basic(tables) => tables.step(value, m),
            AnyTables::Composite(tables) => tables.step(value, m),
            AnyTables::Symmetric(tables) => tables.step(value, m),
            AnyTables::SymmetricComposite(tables) => tables.step(value, m),
        }
    }

    fn for_each_alias(&self, value: usize, each: impl FnMut(usize)) {
        // only these have values that stand for the same cubes
        if let AnyTables::SymmetricComposite(tables) = self {
            tables.for_each_alias(value, each);
        }
    }
}

/// A coordinate that can be asked for by name.
///
/// ```
/// use cubesolve::coord::CatalogueEntry;
///
/// let entry = CatalogueEntry::by_name("corners/48").expect("it is in the catalogue");
/// assert_eq!(entry.coordinate().coordinate().size(), 3393);
/// ```
pub struct CatalogueEntry {
    /// As it is asked for.
    pub name: &'static str,
    /// What it tells of a cube.
    pub meaning: &'static str,
    make: fn() -> AnyCoordinate,
}

impl CatalogueEntry {
    /// The entry called `name`.
    pub fn by_name(name: &str) -> Option<&'static CatalogueEntry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// Makes the coordinate; those with symmetry find their classes.
    pub fn coordinate(&self) -> AnyCoordinate {
        (self.make)()
    }
}

const fn entry(
    name: &'static str,
    meaning: &'static str,
    make: fn() -> AnyCoordinate,
) -> CatalogueEntry {
    CatalogueEntry {
        name,
        meaning,
        make,
    }
}

/// All coordinates that have a name.
pub static CATALOGUE: [CatalogueEntry; 25] = [
    entry("eo", "edge orientation relative to F-B", || {
        AnyCoordinate::basic(EdgeOrientation)
    }),
    entry("eo-rl", "edge orientation relative to R-L", || {
        AnyCoordinate::basic(Turned::new(EdgeOrientation, Face::F, Face::R))
    }),
    entry("eo-ud", "edge orientation relative to U-D", || {
        AnyCoordinate::basic(Turned::new(EdgeOrientation, Face::F, Face::U))
    }),
    entry("co", "corner orientation relative to U-D", || {
        AnyCoordinate::basic(CornerOrientation)
    }),
    entry("co-rl", "corner orientation relative to R-L", || {
        AnyCoordinate::basic(Turned::new(CornerOrientation, Face::U, Face::R))
    }),
    entry("co-fb", "corner orientation relative to F-B", || {
        AnyCoordinate::basic(Turned::new(CornerOrientation, Face::U, Face::F))
    }),
    entry("cp", "corner permutation", || {
        AnyCoordinate::basic(CornerPermutation)
    }),
    entry("tetrads", "where URF, ULB, DLF and DRB are", || {
        AnyCoordinate::basic(Tetrads)
    }),
    entry("slice", "where the edges of the E slice are", || {
        AnyCoordinate::basic(SlicePositions)
    }),
    entry(
        "slices",
        "from which slice the edge at each position is",
        || AnyCoordinate::basic(Slices),
    ),
    entry(
        "slices-parities",
        "slices, and the parity of flips in each",
        || AnyCoordinate::basic(SlicesAndFlipParities),
    ),
    entry("eo-slice", "edge orientation and the E slice", || {
        AnyCoordinate::basic(OrientedSlice)
    }),
    entry("dr-df-dl-db", "place and flip of the edges of D", || {
        AnyCoordinate::basic(EdgeCubies::new([4, 5, 6, 7]))
    }),
    entry("corners", "tetrads and corner orientation", || {
        AnyCoordinate::basic(coset_corners(CornerRefinement::None))
    }),
    entry("corners-parity", "corners, and the parity", || {
        AnyCoordinate::basic(coset_corners(CornerRefinement::Parity))
    }),
    entry("corners-halfturn", "corners modulo half turns", || {
        AnyCoordinate::basic(coset_corners(CornerRefinement::HalfTurn))
    }),
    entry("eo+slice", "edge orientation and the E slice", || {
        AnyCoordinate::composite(vec![Box::new(EdgeOrientation), Box::new(SlicePositions)])
    }),
    entry("co+slice", "corner orientation and the E slice", || {
        AnyCoordinate::composite(vec![Box::new(CornerOrientation), Box::new(SlicePositions)])
    }),
    entry("cp/48", "corner permutation", || {
        AnyCoordinate::reduced(CornerPermutation)
    }),
    entry("slices/48", "from which slice each edge is", || {
        AnyCoordinate::reduced(Slices)
    }),
    entry("eo-slice/16", "edge orientation and the E slice", || {
        AnyCoordinate::reduced(OrientedSlice)
    }),
    entry("corners/48", "the rows of the tables h0, h2 and h8", || {
        AnyCoordinate::reduced(coset_corners(CornerRefinement::None))
    }),
    entry(
        "corners-halfturn/48",
        "the rows of the tables with c6",
        || AnyCoordinate::reduced(coset_corners(CornerRefinement::HalfTurn)),
    ),
    entry("cp/16+co", "all of the corners", || {
        AnyCoordinate::symmetric_composite(CornerPermutation, CornerOrientation)
    }),
    entry("slices/16+eo", "edge orientation and all slices", || {
        AnyCoordinate::symmetric_composite(Slices, EdgeOrientation)
    }),
];

fn coset_corners(refinement: CornerRefinement) -> CosetCorners {
    CosetCorners { refinement }
}
