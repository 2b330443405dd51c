//! Turns of slices against cubes, and the AVX-512 kernel against the portable one.

use super::generate::generate;
use super::row;
use super::row_map::{PADDING, RowMap, Turn};
use crate::coord::slices::LINES;
use crate::cube::{Cube, Transformation};
use crate::table::coset_index::CosetIndex;
use crate::table::spec::Spec;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn row_maps() -> impl Strategy<Value = &'static RowMap> {
    let turns: Vec<Turn> = Turn::all().collect();
    let turns = prop::sample::select(turns);
    (turns, 0..48usize).prop_map(|(turn, s)| RowMap::pulling(turn, Transformation::from_index(s)))
}

#[cfg(target_arch = "x86_64")]
proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn avx512_pulls_as_portable_code(map in row_maps(), four: bool, seed: u64, thin in 0..4u32) {
        if crate::host::cpu::Avx512::detect().is_some() {
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
