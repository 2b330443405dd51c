//! The numbering of arrangements and of all cubes.

use cubesolve::cube::{Cube, IndexDigits, Move};
use cubesolve::permutation::arrangement;
use proptest::prelude::*;
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

/// All arrangements of `k` of `n` items in lexicographic order, made by extension.
fn all_arrangements(k: usize, n: u8) -> Vec<Vec<u8>> {
    (0..k).fold(vec![vec![]], |shorter, _| {
        let extend = |prefix: &Vec<u8>| {
            let unused = (0..n).filter(|item| !prefix.contains(item));
            unused
                .map(|item| [&prefix[..], &[item]].concat())
                .collect::<Vec<_>>()
        };
        shorter.iter().flat_map(extend).collect()
    })
}

#[test]
fn arrangements_are_numbered_in_lexicographic_order() {
    for (number, items) in all_arrangements(5, 5).iter().enumerate() {
        assert_eq!(arrangement::rank(items, 5), number as u64);
        assert_eq!(arrangement::unrank::<5>(number as u64, 5).to_vec(), *items);
    }
    let threes = all_arrangements(3, 7);
    assert_eq!(threes.len() as u64, arrangement::count(3, 7));
    for (number, items) in threes.iter().enumerate() {
        assert_eq!(arrangement::rank(items, 7), number as u64);
        assert_eq!(arrangement::unrank::<3>(number as u64, 7).to_vec(), *items);
    }
}

#[test]
fn there_are_as_many_indices_as_positions() {
    assert_eq!(Cube::COUNT, 43_252_003_274_489_856_000);
    assert_eq!(Cube::SOLVED.index(), 0);
    assert_eq!(Cube::from_index(Cube::COUNT), None);
    assert_eq!(Cube::from_index(u128::MAX), None);
    let last = Cube::from_index(Cube::COUNT - 1).unwrap();
    assert_eq!(
        IndexDigits::from(&last),
        IndexDigits {
            corner_permutation: 40_319,
            corner_orientation: 2_186,
            edge_permutation: 239_500_799,
            edge_orientation: 2_047
        }
    );
}

#[test]
fn digits_out_of_range_are_refused() {
    let zero = IndexDigits::default();
    let wrong = [
        IndexDigits {
            corner_permutation: 40_320,
            ..zero
        },
        IndexDigits {
            corner_orientation: 2_187,
            ..zero
        },
        IndexDigits {
            edge_permutation: 239_500_800,
            ..zero
        },
        IndexDigits {
            edge_orientation: 2_048,
            ..zero
        },
    ];
    assert_eq!(zero.cube(), Some(Cube::SOLVED));
    assert!(wrong.iter().all(|digits| digits.cube().is_none()));
}

#[test]
fn random_cubes_repeat_with_their_seed_only() {
    let draw = |seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        (0..100)
            .map(|_| Cube::random(&mut rng))
            .collect::<HashSet<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_eq!(draw(1).union(&draw(2)).count(), 200);
}

/// Each of the 8 corners, its 3 twists and both parities turn up equally often at URF.
#[test]
fn random_cubes_are_uniform() {
    let mut rng = SmallRng::seed_from_u64(7);
    let mut counts = [0; 48];
    let draws = 48_000;
    for _ in 0..draws {
        let cube = Cube::random(&mut rng);
        let corner = cube.corners()[0] * 3 + cube.corner_orientations()[0];
        counts[usize::from(corner * 2) + usize::from(cube.is_odd())] += 1;
    }
    let chi_squared: f64 = counts
        .iter()
        .map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0)
        .sum();
    // 47 degrees of freedom: mean 47, standard deviation 9.7.
    assert!(chi_squared < 47.0 + 5.0 * 9.7, "{counts:?}");
}

proptest! {
    #[test]
    fn the_index_tells_the_cube(cube in cubes()) {
        prop_assert!(cube.index() < Cube::COUNT);
        prop_assert_eq!(Cube::from_index(cube.index()), Some(cube));
    }

    #[test]
    fn every_index_is_a_valid_cube(index in 0..Cube::COUNT) {
        let cube = Cube::from_index(index).unwrap();
        let checked = Cube::new(
            *cube.corners(), *cube.corner_orientations(), *cube.edges(), *cube.edge_orientations(),
        );
        prop_assert_eq!(checked, Ok(cube));
        prop_assert_eq!(cube.index(), index);
    }
}
