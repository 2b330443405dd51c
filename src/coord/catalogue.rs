//! Coordinates by name.

use super::{
    Aspect, BasicTables, Composite, CompositeTables, Coordinate, CornerOrientation,
    CornerPermutation, CornerRefinement, CosetCorners, Distances, EdgeCubies, EdgeOrientation,
    MoveTable, OrientedSlice, SlicePositions, Slices, SlicesAndFlipParities, Symmetric,
    SymmetricComposite, SymmetricCompositeTables, SymmetricTables, Tetrads, Tracked, Turned,
};
use crate::cube::{Cube, Face, Move, MoveSet, Transformation, TransformationSet};

impl Coordinate for Box<dyn Coordinate> {
    fn name(&self) -> String {
        self.as_ref().name()
    }

    fn size(&self) -> usize {
        self.as_ref().size()
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
    Basic(Box<dyn Coordinate>),
    Composite(Composite),
    Symmetric(Symmetric<Box<dyn Coordinate>>),
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
        let no_transformation = TransformationSet::default();
        match self {
            AnyCoordinate::Basic(basic) => {
                AnyTables::Basic(BasicTables::new(basic, no_transformation))
            }
            AnyCoordinate::Composite(composite) => {
                AnyTables::Composite(CompositeTables::new(composite, no_transformation))
            }
            AnyCoordinate::Symmetric(symmetric) => {
                AnyTables::Symmetric(SymmetricTables::new(symmetric))
            }
            AnyCoordinate::SymmetricComposite(both) => {
                AnyTables::SymmetricComposite(SymmetricCompositeTables::new(both))
            }
        }
    }

    /// The distances of all values from that of the solved cube, by all moves.
    pub fn distances(&self) -> Distances {
        let goals = [self.coordinate().index(&Cube::SOLVED)];
        Distances::new(&self.tables(), &goals, MoveSet::ALL)
    }
}

/// The tables of a coordinate of any of the four types.
pub enum AnyTables {
    Basic(BasicTables),
    Composite(CompositeTables),
    Symmetric(SymmetricTables),
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
pub struct CatalogueEntry {
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
        basic(EdgeOrientation)
    }),
    entry("eo-rl", "edge orientation relative to R-L", || {
        basic(Turned::new(EdgeOrientation, Face::F, Face::R))
    }),
    entry("eo-ud", "edge orientation relative to U-D", || {
        basic(Turned::new(EdgeOrientation, Face::F, Face::U))
    }),
    entry("co", "corner orientation relative to U-D", || {
        basic(CornerOrientation)
    }),
    entry("co-rl", "corner orientation relative to R-L", || {
        basic(Turned::new(CornerOrientation, Face::U, Face::R))
    }),
    entry("co-fb", "corner orientation relative to F-B", || {
        basic(Turned::new(CornerOrientation, Face::U, Face::F))
    }),
    entry("cp", "corner permutation", || basic(CornerPermutation)),
    entry("tetrads", "where URF, ULB, DLF and DRB are", || {
        basic(Tetrads)
    }),
    entry("slice", "where the edges of the E slice are", || {
        basic(SlicePositions)
    }),
    entry(
        "slices",
        "from which slice the edge at each position is",
        || basic(Slices),
    ),
    entry(
        "slices-parities",
        "slices, and the parity of flips in each",
        || basic(SlicesAndFlipParities),
    ),
    entry("eo-slice", "edge orientation and the E slice", || {
        basic(OrientedSlice)
    }),
    entry("dr-df-dl-db", "place and flip of the edges of D", || {
        basic(EdgeCubies::new([4, 5, 6, 7]))
    }),
    entry("corners", "tetrads and corner orientation", || {
        basic(coset_corners(CornerRefinement::None))
    }),
    entry("corners-parity", "corners, and the parity", || {
        basic(coset_corners(CornerRefinement::Parity))
    }),
    entry("corners-halfturn", "corners modulo half turns", || {
        basic(coset_corners(CornerRefinement::HalfTurn))
    }),
    entry("eo+slice", "edge orientation and the E slice", || {
        AnyCoordinate::Composite(composite([
            Box::new(EdgeOrientation),
            Box::new(SlicePositions),
        ]))
    }),
    entry("co+slice", "corner orientation and the E slice", || {
        AnyCoordinate::Composite(composite([
            Box::new(CornerOrientation),
            Box::new(SlicePositions),
        ]))
    }),
    entry("cp/48", "corner permutation", || {
        AnyCoordinate::Symmetric(symmetric(CornerPermutation))
    }),
    entry("slices/48", "from which slice each edge is", || {
        AnyCoordinate::Symmetric(symmetric(Slices))
    }),
    entry("eo-slice/16", "edge orientation and the E slice", || {
        AnyCoordinate::Symmetric(symmetric(OrientedSlice))
    }),
    entry("corners/48", "the rows of the tables h0 to h11", || {
        AnyCoordinate::Symmetric(symmetric(coset_corners(CornerRefinement::None)))
    }),
    entry(
        "corners-halfturn/48",
        "the rows of the tables with c6",
        || AnyCoordinate::Symmetric(symmetric(coset_corners(CornerRefinement::HalfTurn))),
    ),
    entry("cp/16+co", "all of the corners", || {
        symmetric_composite(CornerPermutation, CornerOrientation)
    }),
    entry("slices/16+eo", "edge orientation and all slices", || {
        symmetric_composite(Slices, EdgeOrientation)
    }),
];

fn coset_corners(refinement: CornerRefinement) -> CosetCorners {
    CosetCorners { refinement }
}

fn basic(coordinate: impl Coordinate + 'static) -> AnyCoordinate {
    AnyCoordinate::Basic(Box::new(coordinate))
}

fn composite<const N: usize>(parts: [Box<dyn Coordinate>; N]) -> Composite {
    Composite::new(parts.into())
}

/// Reduced by all transformations that act on the values.
fn symmetric(base: impl Coordinate + 'static) -> Symmetric<Box<dyn Coordinate>> {
    let group = base.transformations();
    Symmetric::new(Box::new(base), group)
}

/// Reduced by all transformations that act on the values of both.
fn symmetric_composite(
    base: impl Coordinate + 'static,
    rest: impl Coordinate + 'static,
) -> AnyCoordinate {
    let group = base.transformations().intersection(rest.transformations());
    let base: Box<dyn Coordinate> = Box::new(base);
    AnyCoordinate::SymmetricComposite(SymmetricComposite::new(
        Symmetric::new(base, group),
        composite([Box::new(rest)]),
    ))
}
