//! Small pruning tables, built row by row, against the general breadth-first search in the
//! coordinate that they are said to belong to.

use super::H2_COUNTS;
use crate::coord::{
    Composite, Coordinate, CornerRefinement, CosetCorners, Distances, Slices,
    SlicesAndFlipParities, Symmetric, SymmetricComposite, SymmetricCompositeTables,
};
use crate::cube::{Cube, Metric, TransformationSet};
use crate::table::built::build;
use crate::table::coset_index::CosetIndex;
use crate::table::layout::Layout;
use crate::table::shallow::SHALLOW_DEPTH;
use crate::table::{AnyEntries, Spec};
use std::sync::atomic::AtomicBool;

/// The coordinate that the entries of a small pruning table are the values of.
fn coset_coordinate(edges: impl Coordinate + 'static) -> SymmetricComposite<CosetCorners> {
    let corners = CosetCorners {
        refinement: CornerRefinement::None,
    };
    SymmetricComposite::new(
        Symmetric::new(corners, TransformationSet::ALL),
        Composite::new(vec![Box::new(edges)]),
    )
}

/// Builds a table row by row, and as a coordinate by the general breadth-first search, and
/// compares all entries; returns how many there are at each distance.
fn compare_with_table(name: &str, edges: impl Coordinate + 'static) -> Vec<u64> {
    let coordinate = coset_coordinate(edges);
    let tables = SymmetricCompositeTables::new(&coordinate);
    let distances = Distances::new(
        &tables,
        &[coordinate.index(&Cube::SOLVED)],
        Metric::HalfTurn,
    );

    let spec = Spec::by_name(name).expect("a table");
    let built = build(spec, &AtomicBool::new(false), &|_| {}).unwrap();
    let table = built.into_table(&AtomicBool::new(false)).unwrap();
    let AnyEntries::TwoBits(entries) = table.entries() else {
        panic!("{name} is no filter")
    };
    let layout = Layout::new(spec);
    let slices_and_flips = coordinate.composite().size();
    for value in 0..coordinate.size() {
        let rest = value % slices_and_flips;
        let index = CosetIndex {
            corner_class: value / slices_and_flips,
            slice_configuration: rest / spec.edges.entries(),
            flip_index: rest % spec.edges.entries(),
        };
        let told = match distances.get(value) {
            distance if distance <= SHALLOW_DEPTH => distance,
            distance if distance <= spec.base => SHALLOW_DEPTH + 1,
            distance => distance.min(spec.base + 3),
        };
        assert_eq!(entries.lower_bound(layout.address(&index)), told, "{value}");
    }
    distances.distribution()
}

/// The counts are those of the coset space "h0" of Sebastiano Tronto's H48 solver, whose
/// entries are exact.
#[test]
fn corner_classes_and_slices_are_the_table_h0() {
    let expected = [
        1, 1, 4, 34, 331, 3612, 41_605, 474_128, 4_953_846, 34_776_317, 68_566_704, 8_749_194,
        1_673,
    ];
    assert_eq!(compare_with_table("h0", Slices), expected);
}

#[test]
#[ignore = "700 MB and a minute or two"]
fn corner_classes_slices_and_flip_parities_are_the_table_h2() {
    assert_eq!(compare_with_table("h2", SlicesAndFlipParities), H2_COUNTS);
}
