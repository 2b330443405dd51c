//! Representatives against the definition: the least of all conjugates.

use cubesolve::cube::{Cube, Move, Representative, Transformation, TransformationSet};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

/// Facelet by facelet, as the order of representatives compares cubes.
fn facelets(cube: &Cube) -> Vec<u8> {
    let corners = (0..8).map(|i| 8 * cube.corner_orientations()[i] + cube.corners()[i]);
    let edges = (0..12).map(|i| 12 * cube.edge_orientations()[i] + cube.edges()[i]);
    corners.chain(edges).collect()
}

fn naive_representative(cube: &Cube) -> Representative {
    let conjugates = Transformation::all().map(|s| (s.apply(cube), s));
    let (cube, transformation) = conjugates
        .min_by_key(|(conjugate, s)| (facelets(conjugate), *s))
        .unwrap();
    Representative {
        cube,
        transformation,
        inverted: false,
    }
}

/// The transformations that remain when conjugates are compared by more and more facelets.
fn naive_candidates(cube: &Cube) -> Vec<TransformationSet> {
    let least_by = |count: usize| -> TransformationSet {
        let first = |s: Transformation| facelets(&s.apply(cube))[..count].to_vec();
        let least = Transformation::all().map(first).min().unwrap();
        Transformation::all()
            .filter(|s| first(*s) == least)
            .collect()
    };
    let mut steps: Vec<_> = (1..=20).map(least_by).collect();
    while steps.len() > 1 && steps[steps.len() - 2] == steps[steps.len() - 1] {
        steps.pop();
    }
    steps
}

fn random_cubes() -> impl Strategy<Value = Cube> {
    (0..cubesolve::cube::POSITIONS).prop_map(Cube::from_index)
}

/// Few moves leave many symmetries, random cubes none.
fn cubes() -> impl Strategy<Value = Cube> {
    let near = prop::collection::vec(0..18usize, 0..6)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)));
    prop_oneof![near, random_cubes()]
}

proptest! {
    #[test]
    fn representative_is_least_conjugate(cube in cubes()) {
        prop_assert_eq!(cube.representative(), naive_representative(&cube));
        prop_assert_eq!(cube.representative_candidates(), naive_candidates(&cube));
    }

    #[test]
    fn representative_with_inverse_is_lesser_of_both(cube in cubes()) {
        let representative = cube.representative_with_inverse();
        let both = [cube, cube.inverse()].map(|x| naive_representative(&x).cube);
        let least = both.into_iter().min_by_key(facelets);
        prop_assert_eq!(Some(representative.cube), least);
        let inverse_is_less = facelets(&both[1]) < facelets(&both[0]);
        prop_assert_eq!(representative.inverted, inverse_is_less);
        let x = if representative.inverted { cube.inverse() } else { cube };
        prop_assert_eq!(representative.transformation.apply(&x), representative.cube);
        prop_assert_eq!(cube.inverse().representative_with_inverse().cube, representative.cube);
    }

    #[test]
    fn conjugates_share_representative(cube in cubes(), s in 0..48usize) {
        let conjugate = Transformation::from_index(s).apply(&cube);
        prop_assert_eq!(conjugate.representative().cube, cube.representative().cube);
        let representative = cube.representative().cube;
        prop_assert_eq!(representative.representative().cube, representative);
    }
}

/// The example of the article on the method: of 24 corner facelets 8 are written down, the
/// first of which is 9. Each position allows six transformations; the tables leave few of the
/// 48 at once. (The article's count depends on its numbering of the facelets, which it does
/// not give; no numbering of the corners leads to all of its example images.)
#[test]
fn candidates_of_bryans_example_shrink_to_one() {
    let all_facelets = [
        9, 2, 5, 0, 22, 3, 7, 4, 17, 10, 13, 8, 6, 11, 15, 12, 1, 18, 21, 16, 14, 19, 23, 20,
    ];
    for (facelet, image) in all_facelets.iter().enumerate() {
        assert_eq!(all_facelets[(facelet + 8) % 24], (image + 8) % 24);
    }
    let cube = Cube::new(
        std::array::from_fn(|i| all_facelets[i] % 8),
        std::array::from_fn(|i| all_facelets[i] / 8),
        *Cube::SOLVED.edges(),
        [0; 12],
    )
    .unwrap();
    assert_eq!(facelets(&cube)[0], 9);
    let representative = cube.representative();
    assert_eq!(facelets(&representative.cube)[0], 1);
    let candidates = cube.representative_candidates();
    assert_eq!(candidates, naive_candidates(&cube));
    let left: Vec<usize> = candidates.iter().map(|left| left.len()).collect();
    assert_eq!(left, [5, 1]);
    assert!(candidates[1].contains(representative.transformation));
}

/// A class has 48 members, divided by the number of self-symmetries of its representative.
#[test]
fn class_sizes_match_self_symmetries() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut frontier = vec![Cube::SOLVED];
    for _ in 0..4 {
        let children = frontier
            .iter()
            .flat_map(|cube| Move::ALL.map(|m| cube.apply(m)));
        frontier = children.filter(|cube| seen.insert(*cube)).collect();
        let mut class_sizes: HashMap<Cube, usize> = HashMap::new();
        for cube in &frontier {
            *class_sizes.entry(cube.representative().cube).or_default() += 1;
        }
        for (representative, size) in class_sizes {
            assert_eq!(size * representative.self_symmetries().len(), 48);
        }
    }
}
