use super::{Basic, Coordinate, CornerRefinement};
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
    /// The name: of basic coordinates what they describe, of others how they are composed, which
    /// [`Coordinate`] reads as text.
    pub name: &'static str,
    /// The part of a cube that it describes.
    pub meaning: &'static str,
    /// The coordinate if it is basic; others are composed by their name.
    pub(super) basic: Option<fn() -> Basic>,
}

impl CatalogueEntry {
    /// The entry with this name.
    pub fn by_name(name: &str) -> Option<&'static CatalogueEntry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }

    /// The coordinate. If it has symmetry, its classes are computed now.
    pub fn coordinate(&self) -> Coordinate {
        let named = self.name.parse();
        named.expect("a basic coordinate, or parts that can be composed")
    }
}

const fn basic(name: &'static str, meaning: &'static str, basic: fn() -> Basic) -> CatalogueEntry {
    let basic = Some(basic);
    CatalogueEntry {
        name,
        meaning,
        basic,
    }
}

const fn composed(name: &'static str, meaning: &'static str) -> CatalogueEntry {
    let basic = None;
    CatalogueEntry {
        name,
        meaning,
        basic,
    }
}

/// Coordinates with a name.
#[rustfmt::skip]
pub static CATALOGUE: &[CatalogueEntry] = &[
    basic("eo", "edge orientation relative to F-B", Basic::edge_orientation),
    basic("eo-rl", "edge orientation relative to R-L",
        || Basic::edge_orientation().turned(Face::F, Face::R)),
    basic("eo-ud", "edge orientation relative to U-D",
        || Basic::edge_orientation().turned(Face::F, Face::U)),
    basic("co", "corner orientation relative to U-D", Basic::corner_orientation),
    basic("co-rl", "corner orientation relative to R-L",
        || Basic::corner_orientation().turned(Face::U, Face::R)),
    basic("co-fb", "corner orientation relative to F-B",
        || Basic::corner_orientation().turned(Face::U, Face::F)),
    basic("cp", "corner permutation", Basic::corner_permutation),
    basic("ep", "edge permutation", Basic::edge_permutation),
    basic("tetrads", "positions of URF, ULB, DLF and DRB as a set",
        || Basic::tetrads(CornerRefinement::None)),
    basic("slice", "positions of the E-slice edges as a set", Basic::slice_positions),
    basic("slices", "slice of the edge at each position", Basic::slices),
    basic("slices-parities", "slices, and the flip parity of each",
        Basic::slices_and_flip_parities),
    basic("eo-slice", "edge orientation and E slice", Basic::oriented_slice),
    basic("dr-df-dl-db", "position and flip of the D edges",
        || Basic::edge_cubies([4, 5, 6, 7])),
    basic("corners", "tetrads and corner orientation",
        || Basic::coset_corners(CornerRefinement::None)),
    basic("corners-halfturn", "corners modulo half turns",
        || Basic::coset_corners(CornerRefinement::HalfTurn)),
    composed("eo+slice", "edge orientation and E slice"),
    composed("co+slice", "corner orientation and E slice"),
    composed("cp/48", "corner permutation"),
    composed("slices/48", "slice of the edge at each position"),
    composed("eo-slice/16", "edge orientation and E slice"),
    composed("corners/48", "rows of the pruning tables"),
    composed("corners-halfturn/48", "classes of the corners modulo half turns"),
    composed("cp/16+co", "all of the corners"),
    composed("slices/16+eo", "edge orientation and all slices"),
];
