//! Whole tables against known counts and against what must hold for any pruning table.

use super::address::AddressLayout;
use super::coset_index::CosetIndex;
use super::generate::{GeneratedTable, generate};
use super::nearest::nearest;
use super::shallow::SHALLOW_DEPTH;
use super::{AnyEntries, Spec, Table};
use crate::coord::slices::LINES;
use crate::coord::{Basic, Coordinate, CornerRefinement, Stop, Symmetric};
use crate::cube::{Cube, Metric, Move};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// Entries of 32M by distance, as published for Sebastiano Tronto's H48 solver.
const H0_COUNTS: [u64; 14] = [
    1, 1, 4, 34, 331, 3_612, 41_605, 474_128, 4_953_846, 34_776_317, 68_566_704, 8_749_194, 1_673,
    0,
];

/// Entries of 128M by distance.
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

/// Cubes that random moves make.
pub fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

#[test]
fn all_distances_of_h0_and_h2_have_known_counts() {
    assert_eq!(generated("32M", 11).counts(), H0_COUNTS);
    let h2 = generated("128M", 11);
    assert_eq!(h2.counts(), H2_COUNTS);
    assert_eq!(H2_COUNTS.iter().sum::<u64>(), h2.spec.entries());
}

/// Two breadth-first searches, row by row and cube by cube, find the same.
#[test]
fn counts_by_rows_agree_with_those_by_cubes() {
    let [h0, h2, h2_qtm] = ["32M", "128M", "128M-qtm"].map(|name| *Spec::by_name(name).unwrap());
    let h0c6 = Spec {
        corners: CornerRefinement::HalfTurn,
        ..h0
    };
    let stop = AtomicBool::new(false);
    for (spec, last) in [(h0, 3), (h2, SHALLOW_DEPTH), (h2_qtm, 3), (h0c6, 3)] {
        let base = last - 2;
        let table = generate(&Spec { base, ..spec }, &stop, &|_| {}).unwrap();
        let levels = nearest(&spec, last, &stop, &|_| ()).unwrap();
        let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
        assert_eq!(table.counts(), counts, "{spec:?}");
    }
}

proptest! {
    #[test]
    fn half_turns_on_the_left_keep_the_coset(cube in cubes(), m in 0..6usize) {
        let half_turn = Move::from_index(3 * m + 1);
        let other = half_turn.cube().product(&cube);
        for spec in Spec::ALL {
            let index = |cube| CosetIndex::new(spec, cube);
            prop_assert_eq!(index(&cube), index(&other), "{}", spec.name);
        }
    }
}

/// All entries of 32M are the distances of the coordinate that indexes it.
#[test]
fn h0_is_the_distances_of_corner_classes_and_slices() {
    let corners = Symmetric::by_all(Basic::coset_corners(CornerRefinement::None));
    let coordinate = Coordinate::symmetric_composite(corners, [Basic::slices()]);
    let distances = coordinate.distances(Metric::HalfTurn, Stop::never());
    let distances = distances.unwrap();
    assert_eq!(distances.distribution(), H0_COUNTS[..13]);

    let spec = Spec::by_name("32M").unwrap();
    let table = Table::generate(spec, &AtomicBool::new(false), &|_| {}).unwrap();
    let AnyEntries::TwoBits(entries) = table.entries() else {
        panic!("32M is no filter")
    };
    let layout = AddressLayout::new(spec);
    for value in 0..coordinate.size() {
        let index = CosetIndex {
            corner_class: value / LINES,
            slice_configuration: value % LINES,
            flip_index: 0,
        };
        let expected = match distances.get(value) {
            distance if distance <= SHALLOW_DEPTH => distance,
            distance if distance <= spec.base => SHALLOW_DEPTH + 1,
            distance => distance.min(spec.base + 3),
        };
        let bound = entries.lower_bound(layout.address(&index));
        assert_eq!(bound, expected, "{value}");
    }
}
