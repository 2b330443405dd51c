//! Coordinates against the cube group: sections, invariance, class counts.

use cubesolve::coord::{
    Aspect, CATALOGUE, CatalogueEntry, Composite, Coordinate, CornerOrientation, CornerPermutation,
    CornerRefinement, CosetCorners, Cubies, DOMINO_MOVES, DominoEdges, EdgeOrientation,
    OrientedSlice, PocketCorners, SlicePositions, Slices, SlicesAndFlipParities, Stop, Symmetric,
    SymmetricComposite, Tables, Tetrads, Tracked, Turned, held_by_dbl,
};
use cubesolve::cube::{
    Cube, Face, Metric, Move, MoveSet, Sequence, Transformation, TransformationSet,
};
use cubesolve::table::{Encoding, Spec};
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

fn coset_corners() -> impl Iterator<Item = CosetCorners> {
    REFINEMENTS
        .into_iter()
        .map(|refinement| CosetCorners { refinement })
}

/// One of each basic coordinate.
fn basic_coordinates() -> Vec<Box<dyn Coordinate>> {
    let mut all: Vec<Box<dyn Coordinate>> = vec![
        Box::new(CornerOrientation),
        Box::new(CornerPermutation),
        Box::new(EdgeOrientation),
        Box::new(SlicePositions),
        Box::new(OrientedSlice),
        Box::new(Slices),
        Box::new(SlicesAndFlipParities),
        Box::new(PocketCorners::Permutation),
        Box::new(PocketCorners::Orientation),
        Box::new(DominoEdges::Outer),
        Box::new(DominoEdges::Slice),
        Box::new(Cubies::edges([4, 5, 6, 7])),
        Box::new(Cubies::corners([6, 0, 3])),
        Box::new(Turned::new(EdgeOrientation, Face::F, Face::U)),
        Box::new(Turned::new(CornerOrientation, Face::U, Face::L)),
        Box::new(Turned::new(SlicePositions, Face::U, Face::F)),
    ];
    all.extend(coset_corners().map(|c| Box::new(c) as Box<dyn Coordinate>));
    let tetrads = REFINEMENTS.map(|refinement| Tetrads { refinement });
    all.extend(tetrads.map(|c| Box::new(c) as Box<dyn Coordinate>));
    all
}

fn composites() -> Vec<Composite> {
    vec![
        Composite::new(vec![Box::new(EdgeOrientation), Box::new(SlicePositions)]),
        Composite::new(vec![Box::new(CornerOrientation), Box::new(SlicePositions)]),
        Composite::new(vec![
            Box::new(CornerPermutation),
            Box::new(CornerOrientation),
        ]),
        Composite::new(vec![
            Box::new(SlicesAndFlipParities),
            Box::new(CosetCorners {
                refinement: CornerRefinement::None,
            }),
        ]),
        Composite::new(vec![
            Box::new(CornerOrientation),
            Box::new(Slices),
            Box::new(EdgeOrientation),
        ]),
    ]
}

/// The corners of a coset, reduced by all transformations, and the edges seen from there.
static CORNERS_AND_EDGES: LazyLock<SymmetricComposite> = LazyLock::new(|| {
    let corners = CosetCorners {
        refinement: CornerRefinement::HalfTurn,
    };
    SymmetricComposite::new(
        Symmetric::new(corners, TransformationSet::ALL),
        Composite::new(vec![Box::new(SlicesAndFlipParities)]),
    )
});

/// Edge orientation and the E slice, reduced by the symmetries of the U-D axis, and the corner
/// orientation seen from there: solved together they are the domino reduction.
static DOMINO: LazyLock<SymmetricComposite> = LazyLock::new(|| {
    SymmetricComposite::new(
        Symmetric::new(OrientedSlice, OrientedSlice.transformations()),
        Composite::new(vec![Box::new(CornerOrientation)]),
    )
});

/// Users may store values: sizes and numbering do not change, tested with a few cubes.
#[test]
fn sizes_moves_and_numbering_are_stable() {
    let cubes = [
        "R2 U F2 D' L2 B2 U2",
        "U' L2 D R2 F2 U B2",
        "R U F' L2 D B' U2 R' F",
    ];
    let cubes = cubes.map(|moves| moves.parse::<Cube>().unwrap());
    let composites = composites()
        .into_iter()
        .map(|c| Box::new(c) as Box<dyn Coordinate>);
    let reduced = Symmetric::new(CornerPermutation, TransformationSet::ALL);
    let mut all = basic_coordinates();
    all.extend(composites);
    all.push(Box::new(reduced));
    let all = all.iter().map(AsRef::as_ref);
    let found: Vec<_> = all
        .chain([&*CORNERS_AND_EDGES as &dyn Coordinate, &*DOMINO])
        .map(|coordinate| {
            // the first two cubes are in the domino group, the last is not
            let count = if coordinate.moves() == MoveSet::ALL {
                3
            } else {
                2
            };
            let values: Vec<usize> = cubes[..count].iter().map(|x| coordinate.index(x)).collect();
            let acting = coordinate.transformations().len();
            (coordinate.size(), coordinate.moves().len(), acting, values)
        })
        .collect();
    #[rustfmt::skip]
    let expected: [(&str, usize, usize, usize, &[usize]); 28] = [
        ("co", 2187, 18, 16, &[0, 0, 1374]),
        ("cp", 40_320, 18, 48, &[32_952, 16_797, 20_805]),
        ("eo", 2048, 18, 16, &[0, 0, 1979]),
        ("slice", 495, 18, 16, &[494, 494, 479]),
        ("eo-slice", 1_013_760, 18, 16, &[1_011_712, 1_011_712, 982_971]),
        ("slices", 34_650, 18, 48, &[34_604, 34_601, 33_579]),
        ("slices-parities", 138_600, 18, 48, &[138_418, 138_406, 134_318]),
        ("2x2x2-permutation", 5040, 9, 1, &[4795, 2449]),
        ("2x2x2-orientation", 729, 9, 1, &[0, 0]),
        ("domino-outer", 40_320, 10, 16, &[24_210, 3169]),
        ("domino-slice", 24, 10, 16, &[8, 16]),
        ("dr-df-dl-db", 190_080, 18, 1, &[2896, 49_744, 52_327]),
        ("dbl-urf-ubr", 9072, 18, 1, &[486, 5508, 4804]),
        ("eo-ud", 2048, 18, 16, &[1448, 1704, 231]),
        ("co-lr", 2187, 18, 16, &[1764, 475, 1058]),
        ("slice-fb", 495, 18, 16, &[165, 174, 174]),
        ("corners", 153_090, 18, 48, &[137_781, 129_033, 40_740]),
        ("corners-halfturn", 918_540, 18, 48, &[290_871, 588_303, 346_920]),
        ("tetrads", 70, 18, 48, &[63, 59, 18]),
        ("tetrads-halfturn", 420, 18, 48, &[133, 269, 158]),
        ("eo+slice", 1_013_760, 18, 8, &[1_011_712, 1_011_712, 982_971]),
        ("co+slice", 1_082_565, 18, 16, &[1_080_378, 1_080_378, 1_048_947]),
        ("cp+co", 88_179_840, 18, 16, &[32_952, 16_797, 55_420_485]),
        ("slices-parities+corners", 21_218_274_000, 18, 48, &[19_096_585_018, 17_884_112_206, 5_646_698_318]),
        ("co+slices+eo", 155_196_518_400, 18, 8, &[75_678_948, 75_672_387, 150_041_168_097]),
        ("cp/48", 984, 18, 48, &[307, 635, 822]),
        ("corners-halfturn/48+slices-parities", 2_761_743_600, 18, 48, &[1_587_247_010, 1_826_381_187, 1_761_897_895]),
        ("eo-slice/16+co", 140_908_410, 18, 16, &[140_501_628, 140_501_628, 135_722_748]),
    ];
    let expected =
        expected.map(|(_, size, moves, acting, values)| (size, moves, acting, values.to_vec()));
    assert_eq!(found, expected);
}

/// A value has a valid cube of that value, so the coordinate is onto.
fn assert_section(coordinate: &dyn Coordinate) {
    // all values of the small ones, some of each part of the large
    let step = 1 + coordinate.size() / 200_000;
    assert_section_at(coordinate, (0..coordinate.size()).step_by(step));
}

fn assert_section_at(coordinate: &dyn Coordinate, values: impl Iterator<Item = usize>) {
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
        assert_section(coordinate.as_ref());
    }
    // a large prime step visits all residues of each part
    for composite in composites() {
        assert_section_at(&composite, (0..composite.size()).step_by(1_299_709));
    }
    for coordinate in [&*CORNERS_AND_EDGES as &dyn Coordinate, &*DOMINO] {
        assert_section_at(coordinate, (0..coordinate.size()).step_by(15_485));
    }
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
    let mut coordinates = basic_coordinates();
    coordinates.extend(
        composites()
            .into_iter()
            .map(|c| Box::new(c) as Box<dyn Coordinate>),
    );
    let reduced = Symmetric::new(CornerPermutation, TransformationSet::ALL);
    coordinates.push(Box::new(reduced));
    let coordinates = coordinates.iter().map(AsRef::as_ref);
    let both = [&*CORNERS_AND_EDGES as &dyn Coordinate, &*DOMINO];
    for coordinate in coordinates.chain(both) {
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
    Composite::new(vec![Box::new(SlicePositions), Box::new(Slices)]);
}

#[test]
#[should_panic]
fn repeated_cubie_panics() {
    Cubies::edges([4, 5, 4]);
}

#[test]
#[should_panic(expected = "does not act on EdgeOrientation")]
fn symmetric_with_transformation_that_does_not_act_panics() {
    Symmetric::new(EdgeOrientation, TransformationSet::ALL);
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
fn corner_cosets_have_known_numbers_of_classes() {
    let counts = coset_corners().map(|c| Symmetric::new(c, TransformationSet::ALL).classes());
    assert_eq!(counts.collect::<Vec<_>>(), [3393, 19_926]);
    let plain = CosetCorners {
        refinement: CornerRefinement::None,
    };
    assert_eq!(classes_by_burnside(&plain, TransformationSet::ALL), 3393);
}

/// Kociemba gives 64,430 classes for this coordinate.
#[test]
fn oriented_slices_have_known_number_of_classes() {
    assert_eq!(DOMINO.symmetric().unwrap().classes(), 64_430);
}

#[test]
fn tables_have_a_row_for_each_class() {
    let is_two_bits = |spec: &&Spec| spec.encoding == Encoding::TwoBits;
    for spec in Spec::all_in(Metric::HalfTurn).filter(is_two_bits) {
        let corners = CosetCorners {
            refinement: spec.corners,
        };
        let symmetric = Symmetric::new(corners, TransformationSet::ALL);
        assert_eq!(spec.corner_classes(), symmetric.classes(), "{}", spec.name);
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
        static TABLES: LazyLock<Vec<(Composite, Tables)>> = LazyLock::new(|| {
            let with_tables = |c: Composite| {
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
        static COORDINATE: LazyLock<(Symmetric, Tables)> =
            LazyLock::new(|| {
                let corners = CosetCorners { refinement: CornerRefinement::HalfTurn };
                let symmetric = Symmetric::new(corners, TransformationSet::ALL);
                let tables = Tables::new(&symmetric, Stop::never()).unwrap();
                (symmetric, tables)
            });
        let (symmetric, tables) = &*COORDINATE;
        let (class, s) = symmetric.locate_cube(&Cube::SOLVED);
        let mut tracked = Tracked { value: class, offset: s };
        let mut cube = Cube::SOLVED;
        for m in moves.into_iter().map(Move::from_index) {
            tracked = tracked.step(tables, m);
            cube = cube.apply(m);
            prop_assert_eq!(tracked.value, symmetric.index(&cube));
            let seen = symmetric.base().index(&tracked.offset.apply(&cube));
            prop_assert_eq!(seen, symmetric.representative(tracked.value));
        }
    }

    #[test]
    fn tracked_symmetric_composite_values_agree_with_cubes(
        moves in prop::collection::vec(0..18usize, 0..60),
    ) {
        static CORNERS_TABLES: LazyLock<Tables> =
            LazyLock::new(|| Tables::new(&*CORNERS_AND_EDGES, Stop::never()).unwrap());
        static DOMINO_TABLES: LazyLock<Tables> =
            LazyLock::new(|| Tables::new(&*DOMINO, Stop::never()).unwrap());
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
fn follow(
    coordinate: &SymmetricComposite,
    tables: &Tables,
    moves: &[usize],
) -> Result<(), TestCaseError> {
    let mut tracked = (coordinate as &dyn Coordinate).track(&Cube::SOLVED);
    let symmetric = coordinate.symmetric().unwrap();
    let mut cube = Cube::SOLVED;
    for m in moves.iter().map(|&m| Move::from_index(m)) {
        tracked = tracked.step(tables, m);
        cube = cube.apply(m);

        let seen = tracked.offset.apply(&cube);
        let class = tracked.value / coordinate.composite().size();
        let representative = symmetric.representative(class);
        prop_assert_eq!(symmetric.base().index(&seen), representative);
        let rest = tracked.value % coordinate.composite().size();
        prop_assert_eq!(coordinate.composite().index(&seen), rest);

        for s in coordinate.transformations().iter().step_by(5) {
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
    assert!(has_no_turn_of(DominoEdges::Outer.moves(), "RLFB"));
    assert!(has_no_turn_of(
        Turned::new(DominoEdges::Outer, Face::U, Face::R).moves(),
        "UDFB"
    ));
    let both = Composite::new(vec![
        Box::new(CornerPermutation),
        Box::new(DominoEdges::Slice),
    ]);
    assert_eq!(both.moves(), DOMINO_MOVES);
    let tables = Tables::new(&both.restricted_to(MoveSet::HALF_TURNS), Stop::never());
    assert_eq!(tables.unwrap().moves(), MoveSet::HALF_TURNS);
}

#[test]
#[should_panic(expected = "out of bounds")]
fn move_outside_the_table_panics() {
    let tables = Tables::new(&DominoEdges::Slice, Stop::never()).unwrap();
    tables.step(0, Move::new(Face::R, 1));
}

#[test]
#[should_panic(expected = "does not preserve the moves of AllSymmetries")]
fn symmetric_with_transformation_that_changes_moves_panics() {
    #[derive(Debug)]
    struct AllSymmetries;
    impl Coordinate for AllSymmetries {
        fn size(&self) -> usize {
            DominoEdges::Outer.size()
        }
        fn moves(&self) -> MoveSet {
            DominoEdges::Outer.moves()
        }
        fn index(&self, cube: &Cube) -> usize {
            DominoEdges::Outer.index(cube)
        }
        fn cube(&self, value: usize) -> Cube {
            DominoEdges::Outer.cube(value)
        }
        fn reads(&self) -> Vec<cubesolve::coord::Aspect> {
            DominoEdges::Outer.reads()
        }
        fn transformations(&self) -> TransformationSet {
            TransformationSet::ALL
        }
    }
    Symmetric::new(AllSymmetries, TransformationSet::ALL);
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

        let tables = Tables::new(&*coordinate, Stop::never()).unwrap();
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
