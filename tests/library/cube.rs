//! The cube group against published facts: orders, counts by depth, symmetries.

use cubesolve::cube::{
    Cube, CubeError, Face, Move, MoveSet, POSITIONS, Position, Transformation, TransformationSet,
    is_canonical,
};
use proptest::prelude::*;
use std::collections::HashSet;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

fn transformations() -> impl Strategy<Value = Transformation> {
    (0..48usize).prop_map(Transformation::from_index)
}

#[test]
fn positions_within_4_moves_have_published_counts() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut frontier = vec![Cube::SOLVED];
    let mut counts = vec![1];
    for _ in 0..4 {
        let children: Vec<Cube> = frontier
            .iter()
            .flat_map(|cube| Move::ALL.map(|m| cube.apply(m)))
            .collect();
        frontier = children.into_iter().filter(|c| seen.insert(*c)).collect();
        counts.push(frontier.len());
    }
    assert_eq!(counts, [1, 18, 243, 3240, 43239]);
}

#[test]
fn superflip_has_48_self_symmetries() {
    let superflip = Cube::new(
        *Cube::SOLVED.corners(),
        [0; 8],
        *Cube::SOLVED.edges(),
        [1; 12],
    )
    .unwrap();
    assert_eq!(superflip.self_symmetries().len(), 48);
    assert_eq!(superflip.order(), 2);
}

#[test]
fn invalid_arrays_report_first_violation() {
    let solved = Cube::SOLVED;
    let (cp, ep) = (*solved.corners(), *solved.edges());
    let with = |cp, co, ep, eo| Cube::new(cp, co, ep, eo).unwrap_err();
    let first8 = |v: u8| std::array::from_fn(|i| if i == 0 { v } else { 0 });
    let first12 = |v: u8| std::array::from_fn(|i| if i == 0 { v } else { 0 });
    let out_of_range = |array, position, value, end| CubeError::OutOfRange {
        array,
        position,
        value,
        end,
    };
    assert_eq!(
        with([8, 1, 2, 3, 4, 5, 6, 7], [0; 8], ep, [0; 12]),
        out_of_range("cp", 0, 8, 8)
    );
    let repeated = |array, cubie| CubeError::Repeated { array, cubie };
    assert_eq!(
        with([1, 1, 2, 3, 4, 5, 6, 7], [0; 8], ep, [0; 12]),
        repeated("cp", 1)
    );
    let mut bad = ep;
    bad[3] = 12;
    assert_eq!(
        with(cp, [0; 8], bad, [0; 12]),
        out_of_range("ep", 3, 12, 12)
    );
    bad[3] = 4;
    assert_eq!(with(cp, [0; 8], bad, [0; 12]), repeated("ep", 4));
    assert_eq!(
        with(cp, first8(3), ep, [0; 12]),
        out_of_range("co", 0, 3, 3)
    );
    assert_eq!(
        with(cp, [0; 8], ep, first12(2)),
        out_of_range("eo", 0, 2, 2)
    );
    assert_eq!(
        with(cp, first8(2), ep, [0; 12]),
        CubeError::CornerTwist { sum: 2 }
    );
    assert_eq!(with(cp, [0; 8], ep, first12(1)), CubeError::EdgeFlip);
    bad = ep;
    bad.swap(0, 1);
    assert_eq!(with(cp, [0; 8], bad, [0; 12]), CubeError::Parity);
}

#[test]
fn moves_display_in_singmaster_notation() {
    let names = Move::ALL.map(|m| m.to_string()).join(" ");
    assert_eq!(names, "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'");
    assert_eq!(format!("{:?}", Move::new(Face::L, 3)), "L'");
}

/// Up to three moves, different canonical sequences lead to different cubes.
#[test]
fn canonical_sequences_up_to_3_are_as_many_as_positions() {
    let canonical = |moves: &[Move]| usize::from(is_canonical(moves));
    let mut counts = [0; 4];
    for a in Move::ALL {
        counts[1] += canonical(&[a]);
        for b in Move::ALL {
            counts[2] += canonical(&[a, b]);
            counts[3] += Move::ALL
                .map(|c| canonical(&[a, b, c]))
                .iter()
                .sum::<usize>();
        }
    }
    assert_eq!(counts[1..], [18, 243, 3240]);
    assert!(is_canonical(&[]));
}

#[test]
fn opposite_faces_follow_in_one_order_only() {
    let u = Move::new(Face::U, 1);
    let d = Move::new(Face::D, 2);
    assert!(d.may_follow(u) && !u.may_follow(d) && !u.may_follow(u));
    assert_eq!(MoveSet::after(u).len(), 15);
    assert_eq!(MoveSet::after(d).len(), 12);
    assert!(
        Move::ALL
            .iter()
            .all(|m| m.is_half_turn() == MoveSet::HALF_TURNS.contains(*m))
    );
}

proptest! {
    #[test]
    fn cubes_form_a_group(a in cubes(), b in cubes(), c in cubes()) {
        prop_assert_eq!(a.product(&b).product(&c), a.product(&b.product(&c)));
        prop_assert_eq!(a.product(&Cube::SOLVED), a);
        prop_assert!(a.product(&a.inverse()).is_solved());
        prop_assert!(a.inverse().product(&a).is_solved());
        prop_assert_eq!(Cube::new(*a.corners(), *a.corner_orientations(), *a.edges(), *a.edge_orientations()), Ok(a));
    }

    #[test]
    fn transformations_are_automorphisms(
        a in cubes(), b in cubes(), s in transformations(), t in transformations()
    ) {
        prop_assert_eq!(s.apply(&a.product(&b)), s.apply(&a).product(&s.apply(&b)));
        prop_assert_eq!(s.product(t).apply(&a), s.apply(&t.apply(&a)));
        prop_assert_eq!(s.inverse().apply(&s.apply(&a)), a);
        prop_assert_eq!(s.apply(&a.inverse()), s.apply(&a).inverse());
        for m in Move::ALL {
            prop_assert_eq!(s.apply(&a.apply(m)), s.apply(&a).apply(s.apply_move(m)));
        }
    }

    #[test]
    fn self_symmetries_form_a_group(moves in prop::collection::vec(0..18usize, 0..3)) {
        let cube = Cube::from_moves(moves.into_iter().map(Move::from_index));
        let group = cube.self_symmetries();
        for s in group.iter() {
            for t in group.iter() {
                prop_assert!(group.contains(s.product(t)));
            }
        }
        prop_assert_eq!(48 % group.len(), 0);
    }
}

#[test]
fn corner_and_edge_maps_agree_with_moves() {
    for s in Transformation::all() {
        for m in Move::ALL {
            let image = s.apply_move(m);
            assert_eq!(image.is_half_turn(), m.is_half_turn());
            for p in 0..8 {
                let moved = m.cube().corners()[p] as usize != p;
                let at = s.corner_map()[p] as usize;
                assert_eq!(image.cube().corners()[at] as usize != at, moved);
            }
            for p in 0..12 {
                let moved = m.cube().edges()[p] as usize != p;
                let at = s.edge_map()[p] as usize;
                assert_eq!(image.cube().edges()[at] as usize != at, moved);
            }
        }
    }
}

/// Kociemba's numbers: `16 a + 8 b + 2 c + d`. Rotating the cube clockwise about URF, then moving
/// face U, and then rotating back moves F.
#[test]
fn transformation_numbers_are_products_of_generators() {
    use Face::{B, D, F, L, R, U};
    let generators = [
        (16, [F, U, R, B, D, L]), // a third turn about URF-DBL
        (8, [D, L, F, U, R, B]),  // a half turn about F-B
        (2, [U, B, R, D, F, L]),  // a quarter turn about U-D
        (1, [U, L, F, D, R, B]),  // left and right change places
    ];
    for (number, images) in generators {
        let s = Transformation::from_index(number);
        assert_eq!(Face::ALL.map(|face| s.apply_face(face)), images, "{number}");
    }
    for s in Transformation::all() {
        let i = s.index();
        let digits = [i / 16 * 16, i % 16 / 8 * 8, i % 8 / 2 * 2, i % 2];
        let [a, b, c, d] = digits.map(Transformation::from_index);
        assert_eq!(a.product(b).product(c).product(d), s);
    }
    let [third, quarter] = [16, 2].map(Transformation::from_index);
    assert_eq!(third.product(third).index(), 32);
    assert_eq!(quarter.product(quarter).index(), 4);
    assert_eq!(quarter.product(quarter).product(quarter).index(), 6);
}

#[test]
fn preserving_axis_is_group_of_16() {
    for face in Face::ALL {
        let keeping = TransformationSet::preserving_axis(face);
        assert_eq!(keeping.len(), 16);
        assert!(keeping.is_group());
    }
}

#[test]
fn index_bounds_are_solved_and_reversed_corners() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    assert_eq!(
        POSITIONS,
        factorial(8) * 3u128.pow(7) * factorial(12) / 2 * 2u128.pow(11)
    );
    assert_eq!(Cube::SOLVED.index(), 0);
    let last = Cube::from_index(POSITIONS - 1);
    assert_eq!(last.corners(), &[7, 6, 5, 4, 3, 2, 1, 0]);
}

proptest! {
    #[test]
    fn index_and_from_index_are_inverse(index in 0..POSITIONS, cube in cubes()) {
        let indexed = Cube::from_index(index);
        prop_assert_eq!(indexed.index(), index);
        prop_assert!(Cube::new(*indexed.corners(), *indexed.corner_orientations(), *indexed.edges(), *indexed.edge_orientations()).is_ok());
        prop_assert_eq!(Cube::from_index(cube.index()), cube);
    }
}

#[test]
#[should_panic(expected = "numbered below")]
fn index_out_of_range_panics() {
    let _ = Cube::from_index(POSITIONS);
}

#[test]
fn mirrored_cubes_cannot_be_held() {
    for s in Transformation::all() {
        let held = Position::held(Cube::SOLVED, s);
        assert_eq!(held.is_none(), s.is_mirror());
        assert!(held.is_none_or(|position| position.orientation() == s));
    }
}
