use super::{Basic, Coordinate, CornerRefinement, Symmetric};
use crate::cube::Face;

/// A coordinate with a name.
///
/// ```
/// use cubesolve::coord::CatalogueEntry;
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
    new: fn() -> Coordinate,
}

impl CatalogueEntry {
    /// The entry with this name.
    pub fn by_name(name: &str) -> Option<&'static CatalogueEntry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// The coordinate. If it has symmetry, its classes are computed now.
    pub fn coordinate(&self) -> Coordinate {
        (self.new)()
    }
}

const fn entry(
    name: &'static str,
    meaning: &'static str,
    new: fn() -> Coordinate,
) -> CatalogueEntry {
    CatalogueEntry { name, meaning, new }
}

/// All coordinates with a name.
#[rustfmt::skip]
pub static CATALOGUE: &[CatalogueEntry] = &[
    entry("eo", "edge orientation relative to F-B", || Basic::edge_orientation().into()),
    entry("eo-rl", "edge orientation relative to R-L",
        || Basic::edge_orientation().turned(Face::F, Face::R).into()),
    entry("eo-ud", "edge orientation relative to U-D",
        || Basic::edge_orientation().turned(Face::F, Face::U).into()),
    entry("co", "corner orientation relative to U-D", || Basic::corner_orientation().into()),
    entry("co-rl", "corner orientation relative to R-L",
        || Basic::corner_orientation().turned(Face::U, Face::R).into()),
    entry("co-fb", "corner orientation relative to F-B",
        || Basic::corner_orientation().turned(Face::U, Face::F).into()),
    entry("cp", "corner permutation", || Basic::corner_permutation().into()),
    entry("tetrads", "positions of URF, ULB, DLF and DRB as a set",
        || Basic::tetrads(CornerRefinement::None).into()),
    entry("slice", "positions of the E-slice edges as a set", || Basic::slice_positions().into()),
    entry("slices", "slice of the edge at each position", || Basic::slices().into()),
    entry("slices-parities", "slices, and the flip parity of each",
        || Basic::slices_and_flip_parities().into()),
    entry("eo-slice", "edge orientation and E slice", || Basic::oriented_slice().into()),
    entry("dr-df-dl-db", "position and flip of the D edges",
        || Basic::edge_cubies([4, 5, 6, 7]).into()),
    entry("corners", "tetrads and corner orientation",
        || Basic::coset_corners(CornerRefinement::None).into()),
    entry("corners-halfturn", "corners modulo half turns",
        || Basic::coset_corners(CornerRefinement::HalfTurn).into()),
    entry("eo+slice", "edge orientation and E slice",
        || Coordinate::composite([Basic::edge_orientation(), Basic::slice_positions()])),
    entry("co+slice", "corner orientation and E slice",
        || Coordinate::composite([Basic::corner_orientation(), Basic::slice_positions()])),
    entry("cp/48", "corner permutation", || Symmetric::by_all(Basic::corner_permutation()).into()),
    entry("slices/48", "slice of the edge at each position",
        || Symmetric::by_all(Basic::slices()).into()),
    entry("eo-slice/16", "edge orientation and E slice",
        || Symmetric::by_all(Basic::oriented_slice()).into()),
    entry("corners/48", "rows of the pruning tables",
        || Symmetric::by_all(Basic::coset_corners(CornerRefinement::None)).into()),
    entry("corners-halfturn/48", "classes of the corners modulo half turns",
        || Symmetric::by_all(Basic::coset_corners(CornerRefinement::HalfTurn)).into()),
    entry("cp/16+co", "all of the corners",
        || Coordinate::by_common(Basic::corner_permutation(), Basic::corner_orientation())),
    entry("slices/16+eo", "edge orientation and all slices",
        || Coordinate::by_common(Basic::slices(), Basic::edge_orientation())),
];
