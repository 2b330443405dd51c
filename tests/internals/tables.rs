//! Tables built whole, against known counts and against what must hold for any pruning table.

use super::H2_COUNTS;
use crate::cube::{Cube, Move, Transformation};
use crate::search::Limits;
use crate::table::built::{BuiltTable, build};
use crate::table::coset_index::CosetIndex;
use crate::table::shallow::{SHALLOW_DEPTH, ShallowDistances};
use crate::table::{AnyEntries, BuildProgress, Codes, Spec, Table, TableError};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};

/// Builds a table with another base, up to `base + 2`.
fn built(name: &str, base: u8) -> BuiltTable {
    let spec = Spec {
        base,
        ..*Spec::by_name(name).unwrap()
    };
    build(&spec, &AtomicBool::new(false), &|_| {}).unwrap()
}

/// The same table, ready to be read.
fn in_memory(built: BuiltTable) -> Table {
    built.into_table(&AtomicBool::new(false)).unwrap()
}

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

#[test]
fn all_distances_of_h0() {
    let counts = [
        1, 1, 4, 34, 331, 3_612, 41_605, 474_128, 4_953_846, 34_776_317, 68_566_704, 8_749_194,
        1_673, 0,
    ];
    assert_eq!(built("h0", 11).counts(), counts);
}

#[test]
fn all_distances_of_h2() {
    let table = built("h2", 11);
    assert_eq!(table.counts(), H2_COUNTS);
    assert_eq!(H2_COUNTS.iter().sum::<u64>(), table.spec.entries());
}

/// Number of entries first reached at each depth, found by visiting cubes: the images of a
/// cube under all transformations are all the entries that stand for it.
fn counts_by_visiting(name: &str, last_depth: usize) -> Vec<u64> {
    let spec = Spec::by_name(name).unwrap();
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
fn first_distances_by_visiting_cubes() {
    for name in ["h0", "h0c6", "h2", "h2c2", "h2-qtm"] {
        let counts = built(name, 1).counts();
        assert_eq!(counts, counts_by_visiting(name, 3), "{name}");
    }
}

/// Two breadth-first searches, row by row and cube by cube, find the same.
#[test]
fn shallow_entries_are_those_nearest() {
    let known = [1, 1, 4, 34, 331, 3_636, 42_998, 509_725];
    let table = built("h2", SHALLOW_DEPTH - 2);
    let counts = ShallowDistances::search(&table.spec, Limits::default().stop)
        .unwrap()
        .counts();
    assert_eq!(counts, known);
    assert_eq!(counts[..], table.counts());
    let known_of_h8 = [1, 1, 4, 34, 331, 3_809, 45_203, 545_943];
    let h8 = Spec::by_name("h8").unwrap();
    assert_eq!(
        ShallowDistances::search(h8, Limits::default().stop)
            .unwrap()
            .counts(),
        known_of_h8
    );
}

/// Where both tell, the hash table and the two-bit values say the same.
#[test]
fn shallow_distances_and_codes_agree() {
    let exact = in_memory(built("h2", 4));
    let AnyEntries::TwoBits(entries) = exact.entries() else {
        panic!("h2 is no filter")
    };
    for entry in (0..exact.spec().entries()).step_by(7) {
        let address = 2 * (entry & !3) + (entry & 3); // four to a byte, twice
        let (code, value) = (
            entries.codes.code(address),
            entries.shallow.distance(address),
        );
        assert_eq!(code, value.clamp(4, 7) - 4, "{address}");
    }
}

#[test]
fn building_stops_when_told() {
    let spec = Spec::by_name("h0").unwrap();
    let table = build(spec, &AtomicBool::new(true), &|_| {});
    assert!(matches!(table, Err(TableError::Interrupted)));
}

#[test]
fn every_row_of_every_step_is_reported() {
    let spec = Spec {
        base: 0,
        ..*Spec::by_name("h0").unwrap()
    };
    let reports = Mutex::new(vec![]);
    let report = |progress: BuildProgress| {
        assert_eq!((progress.last_depth, progress.rows), (2, 3393));
        let rows = (progress.depth, progress.rows_done);
        reports.lock().unwrap().push(rows);
    };
    build(&spec, &AtomicBool::new(false), &report).unwrap();
    let mut reports = reports.into_inner().unwrap();
    reports.sort_unstable();
    let expected = (1..=2).flat_map(|depth| (1..=3393).map(move |rows| (depth, rows)));
    assert_eq!(reports, Vec::from_iter(expected));
}

/// Tables with base `SHALLOW_DEPTH + 1`, which tell all distances up to `base + 2` exactly.
static SMALL: LazyLock<[Table; 3]> =
    LazyLock::new(|| ["h0", "h2", "h2c2"].map(|name| in_memory(built(name, 8))));

proptest! {
    #[test]
    fn symmetric_cubes_have_the_same_bound(cube in cubes()) {
        for table in SMALL.iter() {
            let bound = table.lower_bound(&cube);
            for s in Transformation::all() {
                prop_assert_eq!(bound, table.lower_bound(&s.apply(&cube)));
            }
        }
    }

    #[test]
    fn half_turns_before_a_cube_change_nothing(cube in cubes(), m in 0..6usize) {
        let half_turn = Move::from_index(3 * m + 1);
        let other = half_turn.cube().product(&cube);
        for table in SMALL.iter() {
            let index = |cube| CosetIndex::new(table.spec(), cube);
            prop_assert_eq!(index(&cube), index(&other));
        }
    }

    #[test]
    fn a_move_changes_the_distance_by_one_at_most(moves in prop::collection::vec(0..18usize, 1..30)) {
        for table in SMALL.iter() {
            let mut cube = Cube::SOLVED;
            for (made, m) in (1..).zip(&moves) {
                let before = table.lower_bound(&cube);
                cube = cube.apply(Move::from_index(*m));
                let after = table.lower_bound(&cube);
                prop_assert!(after <= made);
                prop_assert!(before.abs_diff(after) <= 1);
            }
        }
    }
}

/// No entry says more than the distance, which is known for all cubes that are near.
#[test]
fn near_cubes_are_not_said_to_be_farther() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut frontier = vec![Cube::SOLVED];
    for distance in 0..=4 {
        for table in SMALL.iter() {
            let too_far = |cube: &&Cube| table.lower_bound(cube) > distance;
            assert_eq!(frontier.iter().find(too_far), None, "{}", table.spec().name);
        }
        let children = frontier
            .iter()
            .flat_map(|cube| Move::ALL.map(|m| cube.apply(m)));
        frontier = children.filter(|cube| seen.insert(*cube)).collect();
    }
}
