//! Coordinates against the cube group: sections, invariance, class counts.

use cubesolve::coord::{
    Aspect, Basic, CATALOGUE, CatalogueEntry, Coordinate, CornerRefinement, DOMINO_MOVES, Stop,
    Symmetric, Tables, Tracked, held_by_dbl,
};
use cubesolve::cube::{
    Cube, Face, Metric, Move, MoveSet, Sequence, Transformation, TransformationSet,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::sync::LazyLock;

const REFINEMENTS: [CornerRefinement; 2] = [CornerRefinement::None, CornerRefinement::HalfTurn];

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

fn half_turn_products() -> impl Strategy<Value = Cube> {
    let half_turns: Vec<Move> = MoveSet::HALF_TURNS.iter().collect();
    prop::collection::vec(prop::sample::select(half_turns), 0..40).prop_map(Cube::from_moves)
}

fn coset_corners() -> impl Iterator<Item = Basic> {
    REFINEMENTS.into_iter().map(Basic::coset_corners)
}

/// One of each basic coordinate.
fn basic_coordinates() -> Vec<Basic> {
    let mut all = vec![
        Basic::corner_orientation(),
        Basic::corner_permutation(),
        Basic::edge_orientation(),
        Basic::slice_positions(),
        Basic::oriented_slice(),
        Basic::slices(),
        Basic::slices_and_flip_parities(),
        Basic::domino_edges(),
        Basic::domino_slice(),
        Basic::edge_cubies([4, 5, 6, 7]),
        Basic::corner_cubies([6, 0, 3]),
        Basic::edge_orientation().turned(Face::F, Face::U),
        Basic::corner_orientation().turned(Face::U, Face::L),
        Basic::slice_positions().turned(Face::U, Face::F),
    ];
    all.extend(coset_corners());
    all.extend(REFINEMENTS.map(Basic::tetrads));
    all
}

fn composites() -> Vec<Coordinate> {
    vec![
        Coordinate::composite([Basic::edge_orientation(), Basic::slice_positions()]),
        Coordinate::composite([Basic::corner_orientation(), Basic::slice_positions()]),
        Coordinate::composite([Basic::corner_permutation(), Basic::corner_orientation()]),
        Coordinate::composite([
            Basic::slices_and_flip_parities(),
            Basic::coset_corners(CornerRefinement::None),
        ]),
        Coordinate::composite([
            Basic::corner_orientation(),
            Basic::slices(),
            Basic::edge_orientation(),
        ]),
    ]
}

/// The corners of a coset, reduced by all transformations, and the edges seen from there.
static CORNERS_AND_EDGES: LazyLock<Coordinate> = LazyLock::new(|| {
    let corners = Basic::coset_corners(CornerRefinement::HalfTurn);
    let symmetric = Symmetric::new(corners, TransformationSet::ALL);
    Coordinate::symmetric_composite(symmetric, [Basic::slices_and_flip_parities()])
});

/// Edge orientation and the E slice, reduced by the symmetries of the U-D axis, and the corner
/// orientation seen from there: solved together they are the domino reduction.
static DOMINO: LazyLock<Coordinate> = LazyLock::new(|| {
    let symmetric = Symmetric::by_all(Basic::oriented_slice());
    Coordinate::symmetric_composite(symmetric, [Basic::corner_orientation()])
});

/// Composed by text as by the constructors, and classes under a mirror are as many as Burnside counts.
#[test]
fn coordinates_are_composed_by_text() {
    let cube: Cube = "R U F' L2 D B'".parse().unwrap();
    let sum = Coordinate::composite([Basic::edge_orientation(), Basic::slice_positions()]);
    let read = |text: &str| text.parse::<Coordinate>();
    assert_eq!(read("eo + slice").unwrap().index(&cube), sum.index(&cube));
    let both = Coordinate::by_common(Basic::corner_permutation(), Basic::corner_orientation());
    assert_eq!(read("cp/16+co").unwrap().index(&cube), both.index(&cube));
    let (cp, mirror) = (Basic::corner_permutation(), Transformation::from_index(1));
    let is_fixed = |value: &usize| cp.index(&mirror.apply(&cp.cube(*value))) == *value;
    let fixed = (0..cp.size()).filter(is_fixed).count();
    let reduced = read("cp/<1>").unwrap();
    assert_eq!(reduced.size(), (cp.size() + fixed) / 2);
    let ep = Basic::edge_permutation();
    assert_eq!(ep.cube(ep.index(&cube)).edges(), cube.edges());
    for wrong in [
        "",
        "nothing",
        "cp+ep",
        "eo+eo-slice",
        "eo-rl+slice",
        "cp/17",
        "cp/<48>",
        "eo/<16>",
        "eo-slice/<0>",
        "ep/48",
        "cp/16+co/16",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

/// Users may store values: sizes and numbering do not change, tested with a few cubes.
#[test]
fn sizes_moves_and_numbering_are_stable() {
    let cubes = [
        "R2 U F2 D' L2 B2 U2",
        "U' L2 D R2 F2 U B2",
        "R U F' L2 D B' U2 R' F",
    ];
    let cubes = cubes.map(|moves| moves.parse::<Cube>().unwrap());
    let reduced = Symmetric::new(Basic::corner_permutation(), TransformationSet::ALL);
    let basic = basic_coordinates().into_iter().map(Coordinate::from);
    let mut all: Vec<Coordinate> = basic.chain(composites()).collect();
    all.push(reduced.into());
    let found: Vec<_> = all
        .iter()
        .chain([&*CORNERS_AND_EDGES, &*DOMINO])
        .map(|coordinate| {
            // the first two cubes are in the domino group, the last is not
            let count = if coordinate.moves() == MoveSet::ALL {
                3
            } else {
                2
            };
            let values: Vec<usize> = cubes[..count].iter().map(|x| coordinate.index(x)).collect();
            (coordinate.size(), coordinate.moves().len(), values)
        })
        .collect();
    #[rustfmt::skip]
    let expected: [(&str, usize, usize, &[usize]); 26] = [
        ("co", 2187, 18, &[0, 0, 1374]),
        ("cp", 40_320, 18, &[32_952, 16_797, 20_805]),
        ("eo", 2048, 18, &[0, 0, 1979]),
        ("slice", 495, 18, &[494, 494, 479]),
        ("eo-slice", 1_013_760, 18, &[1_011_712, 1_011_712, 982_971]),
        ("slices", 34_650, 18, &[34_604, 34_601, 33_579]),
        ("slices-parities", 138_600, 18, &[138_418, 138_406, 134_318]),
        ("domino-outer", 40_320, 10, &[24_210, 3169]),
        ("domino-slice", 24, 10, &[8, 16]),
        ("dr-df-dl-db", 190_080, 18, &[2896, 49_744, 52_327]),
        ("dbl-urf-ubr", 9072, 18, &[486, 5508, 4804]),
        ("eo-ud", 2048, 18, &[1448, 1704, 231]),
        ("co-lr", 2187, 18, &[1764, 475, 1058]),
        ("slice-fb", 495, 18, &[165, 174, 174]),
        ("corners", 153_090, 18, &[137_781, 129_033, 40_740]),
        ("corners-halfturn", 918_540, 18, &[290_871, 588_303, 346_920]),
        ("tetrads", 70, 18, &[63, 59, 18]),
        ("tetrads-halfturn", 420, 18, &[133, 269, 158]),
        ("eo+slice", 1_013_760, 18, &[1_011_712, 1_011_712, 982_971]),
        ("co+slice", 1_082_565, 18, &[1_080_378, 1_080_378, 1_048_947]),
        ("cp+co", 88_179_840, 18, &[32_952, 16_797, 55_420_485]),
        ("slices-parities+corners", 21_218_274_000, 18, &[19_096_585_018, 17_884_112_206, 5_646_698_318]),
        ("co+slices+eo", 155_196_518_400, 18, &[75_678_948, 75_672_387, 150_041_168_097]),
        ("cp/48", 984, 18, &[307, 635, 822]),
        ("corners-halfturn/48+slices-parities", 2_761_743_600, 18, &[1_587_247_010, 1_826_381_187, 1_761_897_895]),
        ("eo-slice/16+co", 140_908_410, 18, &[140_501_628, 140_501_628, 135_722_748]),
    ];
    let expected = expected.map(|(_, size, moves, values)| (size, moves, values.to_vec()));
    assert_eq!(found, expected);
}

/// A value has a valid cube of that value, so the coordinate is onto.
fn assert_section(coordinate: &Coordinate) {
    // all values of the small ones, some of each part of the large
    let step = 1 + coordinate.size() / 200_000;
    assert_section_at(coordinate, (0..coordinate.size()).step_by(step));
}

fn assert_section_at(coordinate: &Coordinate, values: impl Iterator<Item = usize>) {
    for value in values {
        let cube = coordinate.cube(value);
        let checked = Cube::new(
            *cube.corners(),
            *cube.corner_orientations(),
            *cube.edges(),
            *cube.edge_orientations(),
        );
        assert_eq!(checked, Ok(cube), "{coordinate:?} {value}");
        assert_eq!(coordinate.index(&cube), value, "{coordinate:?}");
    }
}

#[test]
fn cube_is_a_section_of_index() {
    for coordinate in basic_coordinates() {
        assert_section(&coordinate.into());
    }
    // a large prime step visits all residues of each part
    for composite in composites() {
        assert_section_at(&composite, (0..composite.size()).step_by(1_299_709));
    }
    for coordinate in [&*CORNERS_AND_EDGES, &*DOMINO] {
        assert_section_at(coordinate, (0..coordinate.size()).step_by(15_485));
    }
}

#[test]
fn coordinate_of_one_part_has_the_cubes_of_that_part() {
    let slice = Basic::slice_positions();
    let coordinate = Coordinate::from(slice.clone());
    assert!((0..slice.size()).all(|value| coordinate.cube(value) == slice.cube(value)));
}

#[test]
fn four_corners_may_be_twisted_alike() {
    let corners = Coordinate::from(Basic::corner_cubies([0, 3, 5, 6]));
    assert_section_at(&corners, [77, 79, 80].into_iter());
}

/// `x` with one of its arrays taken from `y`, if that is a cube.
fn with_array_of(x: &Cube, y: &Cube, aspect: Aspect) -> Option<Cube> {
    let from = |a| if a == aspect { y } else { x };
    let cube = Cube::new(
        *from(Aspect::CornerPermutation).corners(),
        *from(Aspect::CornerOrientation).corner_orientations(),
        *from(Aspect::EdgePermutation).edges(),
        *from(Aspect::EdgeOrientation).edge_orientations(),
    );
    cube.ok()
}

#[test]
fn values_change_only_with_the_arrays_read() {
    let mut rng = SmallRng::seed_from_u64(1);
    for coordinate in basic_coordinates() {
        assert!(coordinate.transformations().is_group());
        let moves: Vec<Move> = coordinate.moves().iter().collect();
        let mut walk = || Cube::from_moves((0..40).map(|_| moves[rng.random_range(..moves.len())]));
        let pairs: Vec<[Cube; 2]> = (0..100).map(|_| [walk(), walk()]).collect();
        for aspect in [
            Aspect::CornerPermutation,
            Aspect::CornerOrientation,
            Aspect::EdgePermutation,
            Aspect::EdgeOrientation,
        ] {
            let changes = pairs.iter().any(|[x, y]| {
                with_array_of(x, y, aspect)
                    .is_some_and(|changed| coordinate.index(&changed) != coordinate.index(x))
            });
            let reads = coordinate.reads().contains(&aspect);
            assert_eq!(changes, reads, "{coordinate:?} {aspect:?}");
        }
    }
}

#[test]
#[should_panic(expected = "two parts read EdgePermutation")]
fn composite_of_overlapping_parts_panics() {
    Coordinate::composite([Basic::slice_positions(), Basic::slices()]);
}

#[test]
#[should_panic]
fn repeated_cubie_panics() {
    Basic::edge_cubies([4, 5, 4]);
}

#[test]
#[should_panic(expected = "does not act on edge orientation")]
fn symmetric_with_transformation_that_does_not_act_panics() {
    Symmetric::new(Basic::edge_orientation(), TransformationSet::ALL);
}

/// Burnside: the number of classes is the mean number of values that a transformation keeps.
fn classes_by_burnside(coordinate: &Basic, group: TransformationSet) -> usize {
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
fn corner_cosets_have_known_numbers_of_classes() {
    let counts = coset_corners().map(|c| Symmetric::new(c, TransformationSet::ALL).classes());
    assert_eq!(counts.collect::<Vec<_>>(), [3393, 19_926]);
    let plain = Basic::coset_corners(CornerRefinement::None);
    assert_eq!(classes_by_burnside(&plain, TransformationSet::ALL), 3393);
}

/// Kociemba gives 64,430 classes for this coordinate.
#[test]
fn oriented_slices_have_known_number_of_classes() {
    let symmetric = DOMINO.symmetric().unwrap();
    assert_eq!(symmetric.classes(), 64_430);
    let text = "Symmetric(oriented slice, 16 transformations)";
    assert_eq!(format!("{symmetric:?}"), text);
}

#[test]
fn classes_representatives_and_self_symmetries_are_consistent() {
    for coordinate in coset_corners() {
        let symmetric = Symmetric::new(coordinate.clone(), TransformationSet::ALL);
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
    /// The 2x2x2 held by its corner DBL: turning a face and the opposite one back is a rotation.
    #[test]
    fn held_by_dbl_is_the_same_for_rotated_cubes(x in cubes(), face in 0..6usize) {
        let held = held_by_dbl(&x);
        prop_assert_eq!((held.corners()[6], held.corner_orientations()[6]), (6, 0));
        let face = Face::ALL[face];
        let rotation = [Move::new(face, 1), Move::new(face.opposite(), 3)];
        let again = held_by_dbl(&Cube::from_moves(rotation).product(&x));
        prop_assert_eq!(again.corners(), held.corners());
        prop_assert_eq!(again.corner_orientations(), held.corner_orientations());
    }

    #[test]
    fn held_by_dbl_keeps_cubes_with_dbl_solved(moves in prop::collection::vec(0..9usize, 0..20)) {
        let x = Cube::from_moves(moves.into_iter().map(Move::from_index)); // of U, R and F
        let held = held_by_dbl(&x);
        prop_assert_eq!(held.corners(), x.corners());
        prop_assert_eq!(held.corner_orientations(), x.corner_orientations());
    }

    #[test]
    fn corner_cosets_are_invariant_under_half_turns(x in cubes(), h in half_turn_products()) {
        for coordinate in coset_corners() {
            prop_assert_eq!(coordinate.index(&h.product(&x)), coordinate.index(&x));
        }
    }

    #[test]
    fn moves_and_transformations_act_on_values(
        sequence in prop::collection::vec(0..18usize, 0..80),
    ) {
        for coordinate in basic_coordinates() {
            let moves = coordinate.moves();
            let sequence = sequence.iter().map(|&m| Move::from_index(m));
            let x = Cube::from_moves(sequence.filter(|m| moves.contains(*m)));
            let value = coordinate.index(&x);
            let other = coordinate.cube(value);
            for m in moves.iter() {
                prop_assert_eq!(coordinate.index(&x.apply(m)), coordinate.index(&other.apply(m)));
            }
            for s in coordinate.transformations().iter() {
                prop_assert_eq!(coordinate.index(&s.apply(&x)), coordinate.index(&s.apply(&other)));
            }
        }
    }

    #[test]
    fn composite_tables_agree_with_cubes(x in cubes()) {
        static TABLES: LazyLock<Vec<(Coordinate, Tables)>> = LazyLock::new(|| {
            let with_tables = |c: Coordinate| {
                let tables = Tables::new(&c, Stop::never()).unwrap();
                (c, tables)
            };
            composites().into_iter().map(with_tables).collect()
        });
        for (composite, tables) in TABLES.iter() {
            prop_assert_eq!(tables.size(), composite.size());
            let value = composite.index(&x);
            for m in Move::ALL {
                let moved = composite.index(&x.apply(m));
                prop_assert_eq!(tables.step(value, m), (moved, Transformation::IDENTITY));
            }
        }
    }

    #[test]
    fn tracked_classes_agree_with_cubes(moves in prop::collection::vec(0..18usize, 0..60)) {
        static COORDINATE: LazyLock<(Coordinate, Tables)> =
            LazyLock::new(|| {
                let corners = Basic::coset_corners(CornerRefinement::HalfTurn);
                let coordinate = Symmetric::new(corners, TransformationSet::ALL).into();
                let tables = Tables::new(&coordinate, Stop::never()).unwrap();
                (coordinate, tables)
            });
        let (coordinate, tables) = &*COORDINATE;
        let symmetric = coordinate.symmetric().unwrap();
        let (class, s) = symmetric.locate_cube(&Cube::SOLVED);
        let mut tracked = Tracked { value: class, offset: s };
        let mut cube = Cube::SOLVED;
        for m in moves.into_iter().map(Move::from_index) {
            tracked = tracked.step(tables, m);
            cube = cube.apply(m);
            prop_assert_eq!(tracked.value, coordinate.index(&cube));
            let seen = symmetric.base().index(&tracked.offset.apply(&cube));
            prop_assert_eq!(seen, symmetric.representative(tracked.value));
        }
    }

    #[test]
    fn tracked_symmetric_composite_values_agree_with_cubes(
        moves in prop::collection::vec(0..18usize, 0..60),
    ) {
        static CORNERS_TABLES: LazyLock<Tables> =
            LazyLock::new(|| Tables::new(&CORNERS_AND_EDGES, Stop::never()).unwrap());
        static DOMINO_TABLES: LazyLock<Tables> =
            LazyLock::new(|| Tables::new(&DOMINO, Stop::never()).unwrap());
        follow(&CORNERS_AND_EDGES, &CORNERS_TABLES, &moves)?;
        follow(&DOMINO, &DOMINO_TABLES, &moves)?;
    }
}

/// Whether two values stand for the same cubes.
fn are_aliases(tables: &Tables, a: usize, b: usize) -> bool {
    let mut found = a == b;
    tables.for_each_alias(a, |alias| found |= alias == b);
    found
}

/// Walks through the tables alone, and compares each value with that of the cube.
fn follow(coordinate: &Coordinate, tables: &Tables, moves: &[usize]) -> Result<(), TestCaseError> {
    let mut tracked = coordinate.track(&Cube::SOLVED);
    let symmetric = coordinate.symmetric().unwrap();
    let mut cube = Cube::SOLVED;
    for m in moves.iter().map(|&m| Move::from_index(m)) {
        tracked = tracked.step(tables, m);
        cube = cube.apply(m);

        let seen = tracked.offset.apply(&cube);
        let [part] = coordinate.parts() else {
            panic!("it has one part");
        };
        let (class, rest) = (tracked.value / part.size(), tracked.value % part.size());
        let representative = symmetric.representative(class);
        prop_assert_eq!(symmetric.base().index(&seen), representative);
        prop_assert_eq!(part.index(&seen), rest);

        for s in symmetric.group().iter().step_by(5) {
            let value = coordinate.index(&s.apply(&cube));
            prop_assert!(are_aliases(tables, tracked.value, value));
        }
    }
    Ok(())
}

#[test]
fn turned_and_composite_coordinates_have_expected_moves() {
    let has_no_turn_of = |moves: MoveSet, faces: &str| {
        let is_kept = |m: &Move| m.is_half_turn() || !faces.contains(m.face().letter());
        moves == MoveSet::ALL.iter().filter(is_kept).collect()
    };
    assert!(has_no_turn_of(Basic::domino_edges().moves(), "RLFB"));
    assert!(has_no_turn_of(
        Basic::domino_edges().turned(Face::U, Face::R).moves(),
        "UDFB"
    ));
    let both = Coordinate::composite([Basic::corner_permutation(), Basic::domino_slice()]);
    assert_eq!(both.moves(), DOMINO_MOVES);
    let tables = Tables::new(&both.restricted_to(MoveSet::HALF_TURNS), Stop::never());
    assert_eq!(tables.unwrap().moves(), MoveSet::HALF_TURNS);
    let none = Coordinate::from(Basic::domino_slice()).restricted_to(MoveSet::EMPTY);
    let tables = Tables::new(&none, Stop::never()).unwrap();
    assert!(tables.moves().is_empty() && tables.size() == 24);
}

#[test]
#[should_panic(expected = "out of bounds")]
fn move_outside_the_table_panics() {
    let tables = Tables::new(&Basic::domino_slice().into(), Stop::never()).unwrap();
    tables.step(0, Move::new(Face::R, 1));
}

#[test]
#[should_panic(expected = "does not preserve the moves of edges of U and D")]
fn symmetric_with_transformation_that_changes_moves_panics() {
    let edges = Basic::domino_edges().with_transformations(TransformationSet::ALL);
    Symmetric::new(edges, TransformationSet::ALL);
}

#[test]
fn catalogue_entries_agree_with_names_and_cubes() {
    for entry in CATALOGUE {
        let coordinate = entry.coordinate();
        assert!(CatalogueEntry::by_name(entry.name).is_some());
        let kinds = ["basic", "composite", "symmetric", "symmetric-composite"];
        let [has_symmetry, has_parts] = ['/', '+'].map(|c| entry.name.contains(c));
        assert_eq!(
            coordinate.kind(),
            kinds[2 * usize::from(has_symmetry) + usize::from(has_parts)]
        );
        assert_eq!(coordinate.symmetric().is_some(), has_symmetry);

        if coordinate.size() > 1 << 25 {
            continue;
        }
        let tables = Tables::new(&coordinate, Stop::never()).unwrap();
        let mut cube = Cube::SOLVED;
        assert_eq!(tables.size(), coordinate.size());
        assert_eq!(tables.moves(), coordinate.moves());
        let mut tracked = coordinate.track(&cube);
        for m in Sequence::parse("R U' F2 D B L' U2 F' R2 D'")
            .unwrap()
            .moves()
        {
            tracked = tracked.step(&tables, *m);
            cube = cube.apply(*m);
            let value = coordinate.index(&cube);
            let mut found = tracked.value == value;
            tables.for_each_alias(tracked.value, |alias| found |= alias == value);
            assert!(found, "{}", entry.name);
            if let Some(symmetric) = coordinate.symmetric() {
                let (class, s) = symmetric.locate_cube(&cube);
                let transformed = symmetric.base().index(&s.apply(&cube));
                assert_eq!(transformed, symmetric.representative(class));
            }
        }
    }
    assert!(CatalogueEntry::by_name("").is_none());
}

#[test]
#[should_panic(expected = "moves that the tables have")]
fn distances_by_moves_without_tables_panic_as_documented() {
    let domino = Basic::domino_edges().into();
    let tables = Tables::new(&domino, Stop::never()).unwrap();
    let _ = cubesolve::coord::Distances::new(
        &tables,
        MoveSet::ALL,
        &[0],
        Metric::HalfTurn,
        Stop::never(),
    );
}
