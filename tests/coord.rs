//! Coordinates against the cube group: sections, invariance, class counts.

use cubesolve::coord::corner_rows::CornerRows;
use cubesolve::coord::{
    Coordinate, CornerOrientation, CornerRefinement, CosetCorners, Symmetric, Tetrads,
};
use cubesolve::cube::{Cube, Move, MoveSet, Transformation, TransformationSet};
use cubesolve::table::Spec;
use proptest::prelude::*;

const REFINEMENTS: [CornerRefinement; 3] = [
    CornerRefinement::None,
    CornerRefinement::Parity,
    CornerRefinement::HalfTurn,
];

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

fn half_turn_products() -> impl Strategy<Value = Cube> {
    let half_turns: Vec<Move> = MoveSet::HALF_TURNS.iter().collect();
    prop::collection::vec(prop::sample::select(half_turns), 0..40).prop_map(Cube::from_moves)
}

fn coset_corners() -> impl Iterator<Item = CosetCorners> {
    REFINEMENTS
        .into_iter()
        .map(|refinement| CosetCorners { refinement })
}

/// Every value has a valid cube of that value, so the coordinate is onto.
fn assert_section(coordinate: &dyn Coordinate) {
    for value in 0..coordinate.size() {
        let cube = coordinate.cube(value);
        let checked = Cube::new(
            *cube.corners(),
            *cube.corner_orientations(),
            *cube.edges(),
            *cube.edge_orientations(),
        );
        assert_eq!(checked, Ok(cube), "{} {value}", coordinate.name());
        assert_eq!(coordinate.index(&cube), value, "{}", coordinate.name());
    }
}

#[test]
fn cube_is_a_section_of_index() {
    assert_section(&Tetrads);
    assert_section(&CornerOrientation);
    coset_corners().for_each(|coordinate| assert_section(&coordinate));
}

/// Burnside: the number of classes is the mean number of values that a transformation keeps.
fn classes_by_burnside(coordinate: &dyn Coordinate, group: TransformationSet) -> usize {
    let kept: usize = (0..coordinate.size())
        .map(|value| {
            let cube = coordinate.cube(value);
            let keeps = |s: &Transformation| coordinate.index(&s.apply(&cube)) == value;
            group.iter().filter(keeps).count()
        })
        .sum();
    kept / group.len()
}

#[test]
fn corner_cosets_fall_into_known_numbers_of_classes() {
    let counts = coset_corners().map(|c| Symmetric::new(c, TransformationSet::ALL).classes());
    // a conjugate has the same parity, so parity doubles the classes
    assert_eq!(counts.collect::<Vec<_>>(), [3393, 2 * 3393, 19_926]);
    let plain = CosetCorners {
        refinement: CornerRefinement::None,
    };
    assert_eq!(classes_by_burnside(&plain, TransformationSet::ALL), 3393);
}

#[test]
fn tables_have_a_row_for_each_class() {
    for spec in &Spec::ALL {
        let rows = CornerRows::get(spec.corners);
        assert_eq!(spec.rows(), rows.count(), "{}", spec.name);
    }
}

#[test]
fn classes_representatives_and_self_symmetries_are_consistent() {
    for coordinate in coset_corners() {
        let symmetric = Symmetric::new(coordinate, TransformationSet::ALL);
        let mut members = vec![0; symmetric.classes()];
        for value in 0..coordinate.size() {
            let (class, s) = symmetric.locate(value);
            members[class] += 1;
            let seen = s.apply(&coordinate.cube(value));
            assert_eq!(coordinate.index(&seen), symmetric.representative(class));
        }
        for (class, &count) in members.iter().enumerate() {
            let own = symmetric.self_symmetries(class);
            assert!(own.is_group());
            assert_eq!(own.len() * count, Transformation::COUNT);
        }
    }
}

proptest! {
    #[test]
    fn half_turns_do_not_change_corner_cosets(x in cubes(), h in half_turn_products()) {
        for coordinate in coset_corners() {
            prop_assert_eq!(coordinate.index(&h.product(&x)), coordinate.index(&x));
        }
    }

    #[test]
    fn moves_and_transformations_act_on_values(x in cubes()) {
        for coordinate in coset_corners() {
            let value = coordinate.index(&x);
            let other = coordinate.cube(value);
            for m in Move::ALL {
                prop_assert_eq!(coordinate.index(&x.apply(m)), coordinate.index(&other.apply(m)));
            }
            for s in coordinate.transformations().iter() {
                prop_assert_eq!(coordinate.index(&s.apply(&x)), coordinate.index(&s.apply(&other)));
            }
        }
    }
}
