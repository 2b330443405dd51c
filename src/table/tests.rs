//! Whole tables against known counts and against what must hold for any pruning table.

use super::address::AddressLayout;
use super::coset_index::CosetIndex;
use super::generate::{GeneratedTable, generate};
use super::shallow::{SHALLOW_DEPTH, ShallowDistances};
use super::{AnyEntries, EntryValues, Spec, Table};
use crate::coord::{
    Composite, Coordinate, CornerRefinement, CosetCorners, Distances, Slices,
    SlicesAndFlipParities, Stop, Symmetric, SymmetricComposite, Tables,
};
use crate::cube::{Cube, Metric, Move, Transformation, TransformationSet};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Entries of h0 by distance, as published for Sebastiano Tronto's H48 solver.
const H0_COUNTS: [u64; 14] = [
    1, 1, 4, 34, 331, 3_612, 41_605, 474_128, 4_953_846, 34_776_317, 68_566_704, 8_749_194, 1_673,
    0,
];

/// Entries of h2 by distance.
const H2_COUNTS: [u64; 14] = [
    1,
    1,
    4,
    34,
    331,
    3_636,
    42_998,
    509_725,
    5_921_893,
    57_677_277,
    261_174_477,
    144_168_186,
    771_222,
    15,
];

/// Generates a table with another base, which counts distances up to `base + 2`.
fn generated(name: &str, base: u8) -> GeneratedTable {
    let spec = Spec {
        base,
        ..*Spec::by_name(name).unwrap()
    };
    generate(&spec, &AtomicBool::new(false), &|_| {}).unwrap()
}

fn table(name: &str, base: u8) -> Table {
    let stop = AtomicBool::new(false);
    generated(name, base).into_table(&stop).unwrap()
}

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

#[test]
fn all_distances_of_h0_and_h2_have_known_counts() {
    assert_eq!(generated("h0", 11).counts(), H0_COUNTS);
    let h2 = generated("h2", 11);
    assert_eq!(h2.counts(), H2_COUNTS);
    assert_eq!(H2_COUNTS.iter().sum::<u64>(), h2.spec.entries());
}

/// Number of entries first reached at each depth, found by visiting cubes: the conjugates of a cube
/// have all the entries that stand for it.
fn counts_by_visiting(spec: &Spec, last_depth: usize) -> Vec<u64> {
    let moves = spec.metric.generators();
    let mut seen_cubes = HashSet::from([Cube::SOLVED]);
    let mut seen = HashSet::new();
    let mut frontier = vec![Cube::SOLVED];
    let mut counts = vec![];
    for _ in 0..=last_depth {
        let indices = frontier
            .iter()
            .flat_map(|cube| Transformation::all().map(|s| CosetIndex::new(spec, &s.apply(cube))));
        counts.push(indices.filter(|index| seen.insert(*index)).count() as u64);
        let children: Vec<Cube> = frontier
            .iter()
            .flat_map(|cube| moves.iter().map(|m| cube.apply(m)))
            .collect();
        frontier = children
            .into_iter()
            .filter(|cube| seen_cubes.insert(*cube))
            .collect();
    }
    counts
}

#[test]
fn first_distances_agree_with_visited_cubes() {
    let [h0, h2, h2_qtm] = ["h0", "h2", "h2-qtm"].map(|name| *Spec::by_name(name).unwrap());
    let h0c6 = Spec {
        corners: CornerRefinement::HalfTurn,
        ..h0
    };
    for spec in [h0, h2, h2_qtm, h0c6] {
        let spec = Spec { base: 1, ..spec };
        let table = generate(&spec, &AtomicBool::new(false), &|_| {}).unwrap();
        assert_eq!(table.counts(), counts_by_visiting(&spec, 3), "{spec:?}");
    }
}

/// Two breadth-first searches, row by row and cube by cube, find the same.
#[test]
fn shallow_counts_agree_with_rows() {
    let stop = AtomicBool::new(false);
    let table = generated("h2", SHALLOW_DEPTH - 2);
    let shallow = ShallowDistances::search(&table.spec, &stop).unwrap();
    assert_eq!(shallow.counts()[..], table.counts());
    assert_eq!(shallow.counts(), H2_COUNTS[..8]);
}

#[test]
fn shallow_distances_agree_with_values() {
    let table = table("h2", 4);
    let AnyEntries::TwoBits(entries) = table.entries() else {
        panic!("h2 has two-bit values")
    };
    for entry in (0..table.spec().entries()).step_by(7) {
        let address = 2 * (entry & !3) + (entry & 3); // four first bits, then four second bits
        let value = entries.values.value(address);
        let distance = entries.shallow.distance(address);
        assert_eq!(value, distance.clamp(4, 7) - 4, "{address}");
    }
}

/// Tables with base `SHALLOW_DEPTH + 1`, so that all bounds up to `base + 2` are exact.
static SMALL: LazyLock<[Table; 2]> = LazyLock::new(|| ["h0", "h2"].map(|name| table(name, 8)));

proptest! {
    #[test]
    fn conjugates_have_the_same_bound(cube in cubes()) {
        for table in SMALL.iter() {
            let bound = table.lower_bound(&cube);
            for s in Transformation::all() {
                prop_assert_eq!(bound, table.lower_bound(&s.apply(&cube)));
            }
        }
    }

    #[test]
    fn half_turns_on_the_left_keep_the_coset(cube in cubes(), m in 0..6usize) {
        let half_turn = Move::from_index(3 * m + 1);
        let other = half_turn.cube().product(&cube);
        for table in SMALL.iter() {
            let index = |cube| CosetIndex::new(table.spec(), cube);
            prop_assert_eq!(index(&cube), index(&other));
        }
    }

    #[test]
    fn moves_change_the_bound_by_at_most_one(moves in prop::collection::vec(0..18usize, 1..30)) {
        for table in SMALL.iter() {
            let mut cube = Cube::SOLVED;
            for (length, m) in (1..).zip(&moves) {
                let before = table.lower_bound(&cube);
                cube = cube.apply(Move::from_index(*m));
                let after = table.lower_bound(&cube);
                prop_assert!(after <= length);
                prop_assert!(before.abs_diff(after) <= 1);
            }
        }
    }
}

#[test]
fn bounds_never_exceed_distances_up_to_4() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut frontier = vec![Cube::SOLVED];
    for distance in 0..=4 {
        for table in SMALL.iter() {
            let exceeds = |cube: &&Cube| table.lower_bound(cube) > distance;
            assert_eq!(frontier.iter().find(exceeds), None, "{}", table.spec().name);
        }
        let children = frontier
            .iter()
            .flat_map(|cube| Move::ALL.map(|m| cube.apply(m)));
        frontier = children.filter(|cube| seen.insert(*cube)).collect();
    }
}

/// The coordinate whose values are the entries of a pruning table.
fn coset_coordinate(edges: impl Coordinate + 'static) -> SymmetricComposite {
    let corners = CosetCorners {
        refinement: CornerRefinement::None,
    };
    SymmetricComposite::new(
        Symmetric::new(corners, TransformationSet::ALL),
        Composite::new(vec![Box::new(edges)]),
    )
}

/// Compares all entries of a table with the distances of its coordinate; returns the number of
/// entries at each distance.
fn compare_with_coordinate(name: &str, edges: impl Coordinate + 'static) -> Vec<u64> {
    let coordinate = coset_coordinate(edges);
    let tables = Tables::new(&coordinate, Stop::never()).unwrap();
    let distances = Distances::new(
        &tables,
        tables.moves(),
        &[coordinate.index(&Cube::SOLVED)],
        Metric::HalfTurn,
        Stop::never(),
    )
    .unwrap();

    let spec = Spec::by_name(name).expect("a table");
    let table = Table::generate(spec, &AtomicBool::new(false), &|_| {}).unwrap();
    let AnyEntries::TwoBits(entries) = table.entries() else {
        panic!("{name} is no filter")
    };
    let layout = AddressLayout::new(spec);
    let slices_and_flips = coordinate.composite().size();
    for value in 0..coordinate.size() {
        let rest = value % slices_and_flips;
        let index = CosetIndex {
            corner_class: value / slices_and_flips,
            slice_configuration: rest / spec.edges.entries(),
            flip_index: rest % spec.edges.entries(),
        };
        let expected = match distances.get(value) {
            distance if distance <= SHALLOW_DEPTH => distance,
            distance if distance <= spec.base => SHALLOW_DEPTH + 1,
            distance => distance.min(spec.base + 3),
        };
        assert_eq!(
            entries.lower_bound(layout.address(&index)),
            expected,
            "{value}"
        );
    }
    distances.distribution()
}

#[test]
fn h0_is_the_distances_of_corner_classes_and_slices() {
    assert_eq!(compare_with_coordinate("h0", Slices), H0_COUNTS[..13]);
}

#[test]
#[ignore = "700 MB and a minute or two"]
fn h2_is_the_distances_of_corner_classes_slices_and_flip_parities() {
    assert_eq!(
        compare_with_coordinate("h2", SlicesAndFlipParities),
        H2_COUNTS
    );
}
