use super::{
    Composite, Coordinate, CornerOrientation, CornerPermutation, CornerRefinement, CosetCorners,
    Cubies, EdgeOrientation, OrientedSlice, SlicePositions, Slices, SlicesAndFlipParities,
    Symmetric, SymmetricComposite, Tetrads, Turned,
};
use crate::cube::Face;

/// A coordinate with a name.
///
/// ```
/// use cubesolve::coord::{CatalogueEntry, Coordinate};
///
/// let entry = CatalogueEntry::by_name("corners/48").expect("it is in the catalogue");
/// assert_eq!(entry.coordinate().size(), 3393);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CatalogueEntry {
    /// The name: of base coordinates what they describe, of composites their parts joined by `+`,
    /// of symmetric ones the base, `/` and the number of transformations.
    pub name: &'static str,
    /// The part of a cube that it describes.
    pub meaning: &'static str,
    new: fn() -> Box<dyn Coordinate>,
}

impl CatalogueEntry {
    /// The entry with this name.
    pub fn by_name(name: &str) -> Option<&'static CatalogueEntry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// The coordinate. If it has symmetry, its classes are computed now.
    pub fn coordinate(&self) -> Box<dyn Coordinate> {
        (self.new)()
    }
}

const fn entry(
    name: &'static str,
    meaning: &'static str,
    new: fn() -> Box<dyn Coordinate>,
) -> CatalogueEntry {
    CatalogueEntry { name, meaning, new }
}

/// All coordinates with a name.
#[rustfmt::skip]
pub static CATALOGUE: &[CatalogueEntry] = &[
    entry("eo", "edge orientation relative to F-B", || Box::new(EdgeOrientation)),
    entry("eo-rl", "edge orientation relative to R-L",
        || Box::new(Turned::new(EdgeOrientation, Face::F, Face::R))),
    entry("eo-ud", "edge orientation relative to U-D",
        || Box::new(Turned::new(EdgeOrientation, Face::F, Face::U))),
    entry("co", "corner orientation relative to U-D", || Box::new(CornerOrientation)),
    entry("co-rl", "corner orientation relative to R-L",
        || Box::new(Turned::new(CornerOrientation, Face::U, Face::R))),
    entry("co-fb", "corner orientation relative to F-B",
        || Box::new(Turned::new(CornerOrientation, Face::U, Face::F))),
    entry("cp", "corner permutation", || Box::new(CornerPermutation)),
    entry("tetrads", "positions of URF, ULB, DLF and DRB as a set",
        || Box::new(Tetrads { refinement: CornerRefinement::None })),
    entry("slice", "positions of the E-slice edges as a set", || Box::new(SlicePositions)),
    entry("slices", "slice of the edge at each position", || Box::new(Slices)),
    entry("slices-parities", "slices, and the flip parity of each",
        || Box::new(SlicesAndFlipParities)),
    entry("eo-slice", "edge orientation and E slice", || Box::new(OrientedSlice)),
    entry("dr-df-dl-db", "position and flip of the D edges",
        || Box::new(Cubies::edges([4, 5, 6, 7]))),
    entry("corners", "tetrads and corner orientation",
        || Box::new(CosetCorners { refinement: CornerRefinement::None })),
    entry("corners-halfturn", "corners modulo half turns",
        || Box::new(CosetCorners { refinement: CornerRefinement::HalfTurn })),
    entry("eo+slice", "edge orientation and E slice",
        || Box::new(Composite::new(vec![Box::new(EdgeOrientation), Box::new(SlicePositions)]))),
    entry("co+slice", "corner orientation and E slice",
        || Box::new(Composite::new(vec![Box::new(CornerOrientation), Box::new(SlicePositions)]))),
    entry("cp/48", "corner permutation", || Box::new(Symmetric::by_all(CornerPermutation))),
    entry("slices/48", "slice of the edge at each position",
        || Box::new(Symmetric::by_all(Slices))),
    entry("eo-slice/16", "edge orientation and E slice",
        || Box::new(Symmetric::by_all(OrientedSlice))),
    entry("corners/48", "rows of the tables h0 and h2",
        || Box::new(Symmetric::by_all(CosetCorners { refinement: CornerRefinement::None }))),
    entry("corners-halfturn/48", "rows of the table h2c6",
        || Box::new(Symmetric::by_all(CosetCorners { refinement: CornerRefinement::HalfTurn }))),
    entry("cp/16+co", "all of the corners",
        || Box::new(SymmetricComposite::by_common(CornerPermutation, CornerOrientation))),
    entry("slices/16+eo", "edge orientation and all slices",
        || Box::new(SymmetricComposite::by_common(Slices, EdgeOrientation))),
];
