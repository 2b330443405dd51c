//! Row maps against cubes, and the AVX-512 kernel against the portable one.

use super::generate::{RowMarks, generate};
use super::row;
use super::row_map::{PADDING, RowMap, Turn};
use crate::bits::ones;
use crate::coord::corner_classes::CornerClasses;
use crate::coord::slices::LINES;
use crate::cube::{Cube, Transformation};
use crate::table::coset_index::CosetIndex;
use crate::table::spec::Spec;
use crate::table::tests::cubes;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn turns() -> impl Strategy<Value = Turn> {
    (0..Turn::COUNT).prop_map(|n| Turn::all().nth(n).unwrap())
}

fn row_maps() -> impl Strategy<Value = &'static RowMap> {
    (turns(), 0..48usize).prop_map(|(turn, s)| RowMap::pulling(turn, Transformation::from_index(s)))
}

/// The number in a row of the bit of an entry.
fn bit_in_row(spec: &Spec, index: &CosetIndex) -> usize {
    index.slice_configuration * spec.edges.entries() + index.flip_index
}

/// A plane of one row with a single bit set.
fn plane_with(spec: &Spec, bit: usize) -> Vec<u8> {
    let mut plane = vec![0; spec.plane_bytes()];
    plane[bit / 8] |= 1 << (bit % 8);
    plane
}

/// The bits of a row that are pulled from a single bit of another row and not seen yet.
fn pulled(spec: &Spec, from: usize, map: &RowMap, seen: &[u8]) -> Vec<usize> {
    let mut marks = RowMarks::new(spec);
    marks.pull(&plane_with(spec, from), map);
    let mut marked = vec![0; spec.plane_bytes()];
    let count = marks.apply(seen, &mut marked);
    let bytes = (0..).zip(&marked);
    let bits = bytes.flat_map(|(i, &byte)| ones(byte.into()).map(move |bit| (i, bit)));
    let found: Vec<usize> = bits.map(|(i, bit)| 8 * i + bit as usize).collect();
    assert_eq!(count, found.len() as u64);
    assert_eq!(marks.apply(seen, &mut marked), 0, "marks are not empty");
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn row_map_undoes_a_turn(cube in cubes(), turn in turns()) {
        for name in ["h0", "h2", "h2c6"] {
            let spec = Spec::by_name(name).unwrap();
            let rows = CornerClasses::get(spec.corners);
            let (row, s) = rows.symmetric().locate_cube(&cube);
            let cube = s.apply(&cube);
            let index = CosetIndex::new(spec, &cube);
            prop_assert_eq!(index.corner_class, row);
            let neighbour = CosetIndex::new(spec, &cube.apply_all(turn.moves()));
            let (neighbour_row, s) = rows.symmetric().locate_cube(&cube.apply_all(turn.moves()));
            prop_assert_eq!(neighbour.corner_class, neighbour_row);
            let (from, to) = (bit_in_row(spec, &neighbour), bit_in_row(spec, &index));
            let map = RowMap::pulling(turn, s);
            let nothing = vec![0; spec.plane_bytes()];
            prop_assert_eq!(pulled(spec, from, map, &nothing), vec![to], "{}", name);
            prop_assert!(pulled(spec, from, map, &plane_with(spec, to)).is_empty());
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn avx512_pulls_as_portable_code(map in row_maps(), four: bool, seed: u64, thin in 0..4u32) {
        if crate::cpu::Avx512::detect().is_some() {
            let entries = if four { 4 } else { 1 };
            let plane = noise((LINES * entries).div_ceil(8), seed, thin, entries);
            let mut row = vec![0; LINES + PADDING];
            row::unpack(&plane, entries, &mut row);
            let mut portable = vec![0; LINES];
            row::pull_portable(&row, map, entries, &mut portable);
            let mut marks: [Vec<u8>; 3] = std::array::from_fn(|_| vec![0; row.len()]);
            row::pull(&row, map, entries, &mut marks);
            row::merge(&mut marks);
            prop_assert!(portable == marks[0][..LINES]);
        }
    }
}

/// The entries at each distance by turns of faces and slices, against all cubes that few turns make.
#[test]
fn entries_by_slice_turns_are_those_of_cubes() {
    let h0 = Spec::by_name("h0").unwrap();
    let spec = Spec { base: 1, ..*h0 };
    let turns: Vec<Turn> = Turn::all().collect();
    let planes = generate(&spec, &turns, &AtomicBool::new(false), &|_| ()).unwrap();
    let mut seen: HashSet<CosetIndex> = HashSet::new();
    let mut cubes = vec![Cube::SOLVED];
    for count in planes.counts {
        let before = seen.len();
        let indices = cubes
            .iter()
            .flat_map(|cube| CosetIndex::of_conjugates(&spec, cube));
        seen.extend(indices);
        assert_eq!((seen.len() - before) as u64, count);
        let turned = |cube: &Cube| {
            let cube = *cube;
            turns.iter().map(move |turn| cube.apply_all(turn.moves()))
        };
        cubes = cubes.iter().flat_map(turned).collect();
    }
}

/// A plane of pseudo-random bits, of which about one in `2^(thin + 1)` is set.
fn noise(bytes: usize, seed: u64, thin: u32, entries: usize) -> Vec<u8> {
    let mut random = SmallRng::seed_from_u64(seed);
    let byte = |_| (0..thin).fold(random.random(), |bits: u8, _| bits & random.random::<u8>());
    let mut plane: Vec<u8> = (0..bytes).map(byte).collect();
    plane[bytes - 1] &= 0xff >> (8 * bytes - LINES * entries);
    plane
}
