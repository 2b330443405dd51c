//! The row kernels against cubes, and the fast ones against the portable.

use super::pass::Pass;
use super::step::Marks;
use super::{Active, LINE_WORDS, narrow, wide};
use crate::bits::ones;
use crate::coord::corner_classes::CornerClasses;
use crate::cube::{Cube, Move, Transformation};
use crate::table::Spec;
use crate::table::coset_index::CosetIndex;
use crate::table::edges::LINES;
use proptest::prelude::*;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

fn passes() -> impl Strategy<Value = &'static Pass> {
    (0..18usize, 0..48usize)
        .prop_map(|(m, s)| Pass::pulling(Move::from_index(m), Transformation::from_index(s)))
}

/// Every line.
const ALL: [u64; LINE_WORDS] = {
    let mut all = [u64::MAX; LINE_WORDS];
    all[LINE_WORDS - 1] = (1 << (LINES % 64)) - 1;
    all
};

/// The entries of a row that are pulled from one entry of another and not seen yet, as (slice
/// configuration, flip index).
fn pulled(spec: &Spec, from: &CosetIndex, pass: &Pass, seen: &[u8]) -> Vec<(usize, usize)> {
    let entries = spec.edges.entries();
    let mut source = vec![0; spec.plane_bytes()];
    let bit = from.slice_configuration * entries + from.flip_index;
    source[bit / 8] |= 1 << (bit % 8);
    let mut marks = Marks::new(spec);
    marks.pull(&source, &ALL, pass);
    let mut unmarked = vec![0xff; spec.plane_bytes()];
    let mut lines = vec![];
    let count = marks.settle(seen, &mut unmarked, |line| lines.push(line));
    let marked = (0..).zip(&unmarked).filter(|(_, byte)| **byte != 0xff);
    let found: Vec<(usize, usize)> = marked
        .flat_map(|(at, &byte)| ones((!byte).into()).map(move |i| 8 * at + i as usize))
        .map(|bit| (bit / entries, bit % entries))
        .collect();
    assert_eq!(count, found.len() as u64);
    assert_eq!(
        lines,
        found.iter().map(|(line, _)| *line).collect::<Vec<_>>()
    );
    assert_eq!(marks.settle(seen, &mut unmarked, |_| ()), 0, "empty again");
    found
}

/// A move of a cube that is its own representative, undone by the pass.
fn check_pull(spec: &Spec, cube: &Cube, m: Move) -> Result<(), TestCaseError> {
    let rows = CornerClasses::get(spec.corners);
    let (row, s) = rows.locate(cube);
    let cube = s.apply(cube);
    let index = CosetIndex::new(spec, &cube);
    prop_assert_eq!(index.corner_class, row);
    let neighbour = CosetIndex::new(spec, &cube.apply(m));
    let (to, s) = rows.neighbour(row, m);
    prop_assert_eq!(neighbour.corner_class, to);
    let (line, entry) = (index.slice_configuration, index.flip_index);
    let mut seen = vec![0; spec.plane_bytes()];
    let image = pulled(spec, &neighbour, Pass::pulling(m, s), &seen);
    prop_assert_eq!(image, vec![(line, entry)], "{}", spec.name);
    let bit = line * spec.edges.entries() + entry;
    seen[bit / 8] |= 1 << (bit % 8);
    prop_assert_eq!(pulled(spec, &neighbour, Pass::pulling(m, s), &seen), vec![]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn a_pass_undoes_a_move(cube in cubes(), m in 0..18usize) {
        for name in ["h0", "h2", "h2c2", "h2c6", "h8"] {
            check_pull(Spec::by_name(name).unwrap(), &cube, Move::from_index(m))?;
        }
    }
}

/// A line is marked in its own row, and where rows are pulled as a whole only that there is one.
#[test]
fn lines_are_marked_row_by_row() {
    for (name, words, word) in [("h2", 1, 0), ("h8", LINE_WORDS, 1)] {
        let mut active = Active::new(Spec::by_name(name).unwrap());
        let mut expected = vec![0; words];
        assert_eq!(active.row(1000), expected);
        Active::mark(&mut active.words[1000 * words..][..words], 64 + 6);
        expected[word] = 1 << 6;
        assert_eq!(active.row(1000), expected);
        for other in [0, 999, 1001, 3392] {
            assert_eq!(active.row(other), vec![0; words], "{name} {other}");
        }
    }
}

/// Pseudo-random bytes with about one bit in `2^thin` set.
#[cfg(target_arch = "x86_64")]
fn noise(bytes: usize, seed: u64, thin: u32) -> Vec<u8> {
    let mut state = seed | 1;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..bytes)
        .map(|_| (0..thin).fold(word(), |byte, _| byte & word()))
        .collect()
}

#[cfg(target_arch = "x86_64")]
proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn fast_wide_rows(pass in passes(), seed: u64, thin in 0..4u32) {
        if super::simd::available() {
            let row = noise(LINES * wide::LINE, seed, thin);
            let (mut plain, mut fast) = (vec![0; row.len()], vec![0; row.len()]);
            wide::pull_portable(&row, &ALL, pass, &mut plain);
            // SAFETY: the processor has the instructions.
            unsafe { super::simd::pull_wide(&row, &ALL, pass, &mut fast) };
            prop_assert!(plain == fast);
        }
    }

    #[test]
    fn fast_narrow_rows(pass in passes(), four: bool, seed: u64, thin in 0..4u32) {
        if super::simd::available() {
            let entries = if four { 4 } else { 1 };
            let plane = noise((LINES * entries).div_ceil(8), seed, thin);
            let mut row = vec![0; LINES + narrow::PADDING];
            narrow::unpack(&plane, entries, &mut row);
            let mut plain = vec![0; LINES];
            narrow::pull_portable(&row, pass, entries, &mut plain);
            let mut fast: [Vec<u8>; 3] = std::array::from_fn(|_| vec![0; row.len()]);
            // SAFETY: the processor has the instructions.
            unsafe { super::simd::pull_narrow(&row, pass, entries, &mut fast) };
            super::simd::merge_narrow(&mut fast);
            prop_assert!(plain == fast[0][..LINES]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn packing_undoes_unpacking(seed: u64) {
        let mut rng = seed;
        for entries in [1, 4] {
            let bytes = (LINES * entries).div_ceil(8);
            let mut plane: Vec<u8> = (0..bytes).map(|i| { rng = rng.rotate_left(7) ^ i as u64; rng as u8 }).collect();
            let spare = 8 * bytes - LINES * entries;
            plane[bytes - 1] &= 0xff >> spare;
            let mut row = vec![0; LINES];
            narrow::unpack(&plane, entries, &mut row);
            let mut again = vec![0; bytes];
            narrow::pack(&row, entries, &mut again);
            prop_assert!(plane == again);
        }
    }
}
