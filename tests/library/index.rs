//! The numbering of arrangements and of all cubes.

use cubesolve::cube::Cube;
use cubesolve::permutation::arrangement;
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

/// All arrangements of `k` of `n` items in lexicographic order, by extending shorter ones.
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
fn arrangement_ranks_are_lexicographic() {
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

/// Swapping two items changes the parity, whatever the number of items.
#[test]
fn parity_changes_with_each_swap() {
    for n in 0..7 {
        let mut items: Vec<u8> = (0..n).collect();
        assert!(!arrangement::is_odd(&items));
        let mut odd = false;
        for step in 0..20 * items.len() {
            let (a, b) = (
                step % items.len(),
                (step + 1 + step / items.len()) % items.len(),
            );
            items.swap(a, b);
            odd ^= a != b;
            assert_eq!(arrangement::is_odd(&items), odd, "{items:?}");
        }
    }
}

#[test]
fn random_cubes_depend_on_seed_only() {
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
