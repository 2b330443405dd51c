//! Properties of every text, every named coordinate, every representation, every group element.

use cubesolve::coord::{CATALOGUE, Coordinate, Distances, Stop};
use cubesolve::cube::{
    Cube, FaceletTuple, Metric, Move, MoveSet, POSITIONS, Sequence, Transformation,
    TransformationSet,
};
use cubesolve::goals::GoalChain;
use cubesolve::notation::{Buffers, Format, FormatError, LayerMove, layers};
use cubesolve::permutation::{NotAPermutation, Permutation, arrangement};
use cubesolve::representation::*;
use cubesolve::sets::Definition;
use cubesolve::{Cost, TextError};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::LazyLock;

fn cubes() -> impl Strategy<Value = Cube> {
    (0..POSITIONS).prop_map(Cube::from_index)
}

fn transformations() -> impl Strategy<Value = Transformation> {
    (0..48usize).prop_map(Transformation::from_index)
}

fn transformation_sets() -> impl Strategy<Value = TransformationSet> {
    prop::sample::subsequence(Transformation::all().collect::<Vec<_>>(), 0..=48)
        .prop_map(TransformationSet::from_iter)
}

fn move_sets() -> impl Strategy<Value = MoveSet> {
    prop::sample::subsequence(Move::ALL.to_vec(), 0..=18).prop_map(MoveSet::from_iter)
}

/// Any characters, also control characters, mostly those that notations use.
fn texts() -> impl Strategy<Value = String> {
    let symbols: Vec<char> = "URFDLBurfdlbwMESxyz0123456789'’()[],:/ .=-+{}\"abcpeo\n\r\t\0\u{1b}"
        .chars()
        .collect();
    let c = prop_oneof![4 => prop::sample::select(symbols), 1 => any::<char>()];
    prop::collection::vec(c, 0..80).prop_map(String::from_iter)
}

/// Lines of costs, clauses of definitions and steps of goals, most of them valid, in any order.
fn definitions() -> impl Strategy<Value = String> {
    let words = "* *2 R R' U,U' Rw2 M x regrip 1 0.5 -0.25 1000 -1000 nan 1e9 \n ; # : solved: placed: oriented: \
                 unoriented: orient: free: then: ll f2l UR URF ll-edges cross eo eofb dr-ud htr drfin dr-4a1 \
                 rzp-3c2e 300c255e - , > | ' \u{e9}";
    let words: Vec<&str> = words.split(' ').collect();
    prop::collection::vec((prop::sample::select(words), any::<bool>()), 0..40).prop_map(|words| {
        words
            .iter()
            .map(|(word, apart)| word.to_string() + &" "[..usize::from(*apart)])
            .collect()
    })
}

fn formats() -> impl Strategy<Value = Format> {
    let letter = || prop::char::range('A', 'X');
    let speffz = (letter(), letter())
        .prop_map(|(corner, edge)| Format::Speffz(Buffers::new(corner, edge).unwrap()));
    let others = [
        Format::Moves,
        Format::Niss,
        Format::Facelets,
        Format::Reid,
        Format::H48,
        Format::Index,
        Format::Json,
    ];
    prop_oneof![speffz, prop::sample::select(others.to_vec())]
}

fn one_line(message: &str) -> bool {
    !message.is_empty() && !message.contains(char::is_control)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn costs_goals_and_definitions_of_any_text_are_read_or_refused(
        text in prop_oneof![3 => definitions(), 1 => texts()], moves in prop::collection::vec(0..18usize, 0..40)
    ) {
        match text.parse::<Cost>() {
            Ok(cost) => {
                let moves = moves.iter().map(|m| LayerMove::from(Move::from_index(*m)));
                let moves: Vec<LayerMove> = moves.collect();
                let (of, count) = (cost.of(&moves), moves.len() as f64);
                prop_assert!((0.001 * count..=2000.0 * count).contains(&of), "{}", of);
            }
            Err(error) => prop_assert!(one_line(&error.to_string())),
        }
        match text.parse::<GoalChain>() {
            Ok(chain) => prop_assert_eq!(chain.to_string().parse(), Ok(chain)),
            Err(error) => prop_assert!(one_line(&error.to_string())),
        }
        if let Err(error) = text.parse::<Definition>() {
            prop_assert!(one_line(&error.to_string()));
        }
    }

    #[test]
    fn any_text_parses_or_fails_with_one_line(
        text in texts(), format in formats(), size in 2..=7usize, len in 0..100usize,
    ) {
        let mut messages = vec![];
        for format in [format, Format::guess(&text), Format::Moves, Format::Niss] {
            let error = format.parse(&text).err();
            if let Some(FormatError::At(TextError { column, .. })) = error {
                prop_assert!(column <= text.chars().count() + 1);
            }
            messages.extend(error.map(|error| error.to_string()));
        }
        messages.extend(Format::Json.parse(&format!("{{\"{text}\":")).map_err(|e| e.to_string()).err());
        let tuple = FaceletTuple::new(size).unwrap();
        messages.extend(layers::parse(&text, &tuple).map_err(|error| error.to_string()).err());
        messages.extend(Permutation::from_cycles(&text, len).map_err(|e| e.to_string()).err());
        messages.extend(text.parse::<Format>().map_err(|error| error.to_string()).err());
        messages.extend(text.parse::<GoalChain>().map_err(|error| error.to_string()).err());
        messages.extend(format!("dr-{text}").parse::<GoalChain>().map_err(|e| e.to_string()).err());
        prop_assert!(messages.iter().all(|message| one_line(message)), "{messages:?}");
    }

    #[test]
    fn format_names_round_trip(format in formats()) {
        prop_assert_eq!(format.to_string().parse(), Ok(format));
    }

    #[test]
    fn changed_character_fails_or_is_another_cube(
        cube in cubes(), format in formats(), at in any::<prop::sample::Index>(), c in any::<char>(),
    ) {
        let Some(text) = format.print(&cube) else { return Ok(()) };
        let mut changed: Vec<char> = text.chars().collect();
        *at.get_mut(&mut changed) = c;
        match format.parse(&String::from_iter(changed)) {
            Ok(other) => prop_assert_eq!(format.parse(&format.print(&other).unwrap()), Ok(other)),
            Err(error) => prop_assert!(one_line(&error.to_string())),
        }
    }
}

/// Deeply nested, often repeated, and very long.
#[test]
fn huge_texts_parse_or_fail_with_short_message() {
    let tuple = FaceletTuple::new(7).unwrap();
    let deep = 1_000_000;
    let texts = [
        "(".repeat(deep),
        "[".repeat(deep),
        "[R,".repeat(deep),
        "(".repeat(deep) + "R" + &")'".repeat(deep),
        ")".repeat(deep),
        "R".to_owned() + &"9".repeat(deep),
        "(R U)".to_owned() + &"9".repeat(deep),
        "(R U)999999999".to_owned(),
        "(R U)4294967296".to_owned(),
        "((((R U)9999)9999)9999)9999".to_owned(),
        "((x y)999999999)'".to_owned(),
        "()9999999".repeat(deep / 10),
        "[(R U)2499999, x]'".to_owned(),
        "{".repeat(deep),
        "[[".repeat(deep) + &"]]".repeat(deep),
        "{\"cp\":".repeat(deep),
        "\u{1b}".repeat(deep),
        "é".repeat(deep),
        " ".repeat(deep),
        "9".repeat(deep),
        ".".repeat(deep),
        "a.".repeat(deep),
        "=".repeat(deep),
        "'".repeat(deep),
        "/".repeat(deep),
        "//".repeat(deep),
        "(1 2)".repeat(deep),
        "UR ".repeat(deep),
    ];
    let names = [
        "moves", "niss", "facelets", "reid", "speffz", "h48", "index", "json",
    ];
    for text in &texts {
        let start: String = text.chars().take(20).collect();
        for format in names.map(|name| name.parse().unwrap()) {
            if let Err(error) = Format::parse(format, text) {
                let message = error.to_string();
                assert!(
                    one_line(&message) && message.len() < 10_000,
                    "{start}: {message:.200}"
                );
            }
        }
        Format::guess(text).parse(text).ok();
        if let Err(error) = layers::parse(text, &tuple) {
            assert!(one_line(&error.to_string()), "{start}: {error}");
        }
        if let Err(error) = Permutation::from_cycles(text, 10) {
            assert!(one_line(&error.to_string()), "{start}: {error}");
        }
    }
}

/// A coordinate, and the distances of its values.
static COORDINATES: LazyLock<Vec<(Coordinate, Distances)>> = LazyLock::new(|| {
    let all = CATALOGUE.iter().map(|entry| entry.coordinate());
    // all but the edge permutation, whose tables would be the largest
    let all = all.filter(|coordinate| coordinate.size() <= 1 << 25);
    all.map(|coordinate| {
        let distances = coordinate.distances(Metric::HalfTurn, Stop::never());
        (coordinate, distances.unwrap())
    })
    .collect()
});

proptest! {
    #[test]
    fn every_coordinate_is_surjective_and_respects_moves(cube in cubes(), value in any::<prop::sample::Index>()) {
        for (coordinate, distances) in COORDINATES.iter() {
            let (name, size) = (format!("{coordinate:?}"), coordinate.size());
            let value = value.index(size);
            let section = coordinate.cube(value);
            prop_assert_eq!(coordinate.index(&section), value, "{}", name);
            let value = coordinate.index(&cube);
            prop_assert!(value < size);
            // moves carry cubes of one value to cubes of one value
            let other = coordinate.cube(value);
            prop_assert_eq!(coordinate.index(&other), value, "{}", name);
            let images = [cube, other].map(|x| Move::ALL.map(|m| coordinate.index(&x.apply(m))));
            if coordinate.symmetric().is_none() {
                prop_assert_eq!(images[0], images[1], "{}", name);
            }
            // those of one class may differ by a transformation
            let distances = images.map(|values| {
                let mut distances = values.map(|value| distances.get(value));
                distances.sort();
                distances
            });
            prop_assert_eq!(distances[0], distances[1], "{}", name);
        }
    }

    #[test]
    fn every_distance_changes_by_one_at_most(moves in prop::collection::vec(0..18usize, 0..12)) {
        for (coordinate, distances) in COORDINATES.iter() {
            let name = format!("{coordinate:?}");
            let of = |cube: &Cube| distances.get(coordinate.index(cube));
            prop_assert_eq!(of(&Cube::SOLVED), 0);
            let mut cube = Cube::SOLVED;
            for (made, m) in (1..).zip(&moves) {
                let before = of(&cube);
                cube = cube.apply(Move::from_index(*m));
                prop_assert!(of(&cube) <= made, "{}", name);
                prop_assert!(of(&cube).abs_diff(before) <= 1, "{}", name);
            }
            let nearest = Move::ALL.map(|m| of(&cube.apply(m))).into_iter().min();
            prop_assert!(of(&cube) == 0 || nearest == Some(of(&cube) - 1), "{}", name);
        }
    }

    #[test]
    fn conjugate_cubes_share_class_and_distance(cube in cubes()) {
        for (coordinate, distances) in COORDINATES.iter() {
            let Some(symmetric) = coordinate.symmetric() else {
                continue;
            };
            let (class, s) = symmetric.locate_cube(&cube);
            prop_assert!(symmetric.group().contains(s));
            let transformed = symmetric.base().index(&s.apply(&cube));
            prop_assert_eq!(transformed, symmetric.representative(class));
            let distance = |cube: &Cube| distances.get(coordinate.index(cube));
            for s in symmetric.group().iter() {
                let image = s.apply(&cube);
                prop_assert_eq!(symmetric.locate_cube(&image).0, class, "{:?}", coordinate);
                prop_assert_eq!(distance(&image), distance(&cube));
            }
        }
    }
}

/// Conversion is injective, and all operations agree with those of cubes.
fn check_representation<R: Representation>(a: &Cube, b: &Cube) -> Result<(), TestCaseError> {
    let held = R::from_cube(a);
    prop_assert_eq!(held.cube(), *a, "{}", R::NAME);
    let other = R::from_cube(b);
    prop_assert_eq!(held == other, a == b, "{}", R::NAME);
    prop_assert_eq!(held.product(&other).cube(), a.product(b), "{}", R::NAME);
    prop_assert_eq!(held.inverse().cube(), a.inverse(), "{}", R::NAME);
    for m in Move::ALL {
        let moved = held.apply(m);
        prop_assert_eq!(moved, R::from_cube(&a.apply(m)), "{}", R::NAME);
        prop_assert_eq!(moved.apply(m.inverse()), held, "{}", R::NAME);
    }
    Ok(())
}

fn check_representations(a: &Cube, b: &Cube) -> Result<(), TestCaseError> {
    check_representation::<FaceletArray>(a, b)?;
    check_representation::<MovingFacelets>(a, b)?;
    check_representation::<PackedFacelets>(a, b)?;
    check_representation::<Base24>(a, b)?;
    check_representation::<IndexBytes>(a, b)?;
    check_representation::<Digits>(a, b)?;
    check_representation::<SplitState>(a, b)?;
    check_representation::<PermutationArrays>(a, b)?;
    check_representation::<PackedPermutations>(a, b)?;
    check_representation::<TightPermutations>(a, b)?;
    check_representation::<PieceOffsets>(a, b)?;
    check_representation::<LayerOffsets>(a, b)
}

proptest! {
    #[test]
    fn representations_agree_with_cube(a in cubes(), b in cubes(), m in 0..18usize) {
        check_representations(&a, &b)?;
        check_representations(&a, &a.apply(Move::from_index(m)))?;
    }

    #[test]
    fn order_is_least_exponent(cube in cubes(), s in transformations()) {
        let order = cube.order();
        let power = |n: u32| (0..n).fold(Cube::SOLVED, |power, _| power.product(&cube));
        prop_assert!((1..=1260).contains(&order) && power(order).is_solved());
        for p in [2, 3, 5, 7, 11].into_iter().filter(|p| order.is_multiple_of(*p)) {
            prop_assert!(!power(order / p).is_solved(), "{} {}", order, p);
        }
        prop_assert_eq!(cube.inverse().order(), order);
        prop_assert_eq!(s.apply(&cube).order(), order);
    }

    #[test]
    fn parity_is_a_homomorphism(a in cubes(), b in cubes(), s in transformations()) {
        prop_assert_eq!(a.product(&b).is_odd(), a.is_odd() != b.is_odd());
        prop_assert_eq!(a.inverse().is_odd(), a.is_odd());
        prop_assert_eq!(s.apply(&a).is_odd(), a.is_odd());
        for m in Move::ALL {
            prop_assert_eq!(m.cube().is_odd(), !m.is_half_turn());
        }
    }

    #[test]
    fn move_sets_obey_set_operations(a in move_sets(), b in move_sets(), m in 0..18usize) {
        let m = Move::from_index(m);
        let set = |moves: MoveSet| moves.iter().collect::<HashSet<_>>();
        let (x, y) = (set(a), set(b));
        prop_assert_eq!(a.iter().collect::<MoveSet>(), a);
        prop_assert_eq!(a.len(), x.len());
        prop_assert_eq!(a.is_empty(), x.is_empty());
        prop_assert_eq!(a.contains(m), x.contains(&m));
        prop_assert_eq!(set(a.intersection(b)), &x & &y);
        prop_assert_eq!(set(a.union(b)), &x | &y);
        prop_assert_eq!(set(a.difference(b)), &x - &y);
        prop_assert_eq!(set(a.with(m)), &x | &HashSet::from([m]));
    }

    #[test]
    fn transformation_sets_obey_set_operations(
        a in transformation_sets(), b in transformation_sets(), s in transformations()
    ) {
        let set = |all: TransformationSet| all.iter().collect::<HashSet<_>>();
        let (x, y) = (set(a), set(b));
        prop_assert_eq!(a.iter().collect::<TransformationSet>(), a);
        prop_assert_eq!(a.len(), x.len());
        prop_assert_eq!(a.is_empty(), x.is_empty());
        prop_assert_eq!(a.contains(s), x.contains(&s));
        prop_assert_eq!(set(a.intersection(b)), &x & &y);
        prop_assert_eq!(set(a.union(b)), &x | &y);
        prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
        prop_assert!(a.intersection(b).is_subset(b));
    }

    #[test]
    fn sequences_form_a_group(a in texts(), b in texts(), c in texts()) {
        let moves = |text: &str| text.chars().filter(|c| "URFDLBMESxyz".contains(*c)).collect::<String>();
        let [a, b, c] = [a, b, c].map(|text| Sequence::parse(&moves(&text)).unwrap());
        let product = |a: &Sequence, b: &Sequence| {
            let mut both = a.clone();
            both.append(b);
            both
        };
        prop_assert_eq!(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
        prop_assert_eq!(&product(&a, &Sequence::new()), &a);
        prop_assert_eq!(&product(&Sequence::new(), &a), &a);
        prop_assert_eq!(product(&a, &b).inverse(), product(&b.inverse(), &a.inverse()));
    }

    #[test]
    fn permutation_new_accepts_exactly_permutations(images in prop::collection::vec(0..8u32, 0..8)) {
        let mut sorted = images.clone();
        sorted.sort();
        let is_one = sorted.iter().zip(0..).all(|(a, b)| *a == b);
        match Permutation::new(images.clone()) {
            Ok(permutation) => prop_assert!(is_one && permutation.images() == images),
            Err(NotAPermutation(item)) => {
                let count = images.iter().filter(|image| **image == item).count();
                prop_assert!(item as usize >= images.len() || count > 1);
            }
        }
    }

    #[test]
    fn arrangement_rank_and_unrank_are_inverse(rank in 0..479_001_600u64) {
        let twelve = arrangement::unrank::<12>(rank, 12);
        prop_assert_eq!(arrangement::rank(&twelve, 12), rank);
        let permutation = Permutation::new(twelve.map(u32::from).to_vec()).unwrap();
        prop_assert_eq!(permutation.is_odd(), arrangement::is_odd(&twelve));
        let four = rank % arrangement::count(4, 12);
        prop_assert_eq!(arrangement::rank(&arrangement::unrank::<4>(four, 12), 12), four);
    }
}

#[test]
fn representations_hold_first_and_last_cube() {
    let last = Cube::from_index(POSITIONS - 1);
    check_representations(&Cube::SOLVED, &last).unwrap();
    check_representations(&last, &Cube::SOLVED).unwrap();
}

#[test]
fn transformations_form_a_group() {
    let all = Transformation::all;
    for a in all() {
        assert_eq!(a.product(Transformation::IDENTITY), a);
        assert_eq!(Transformation::IDENTITY.product(a), a);
        assert_eq!(a.product(a.inverse()), Transformation::IDENTITY);
        assert_eq!(a.inverse().product(a), Transformation::IDENTITY);
        assert_eq!(Transformation::from_index(a.index()), a);
        for b in all() {
            assert_eq!(a.product(b).is_mirror(), a.is_mirror() != b.is_mirror());
            for c in all() {
                assert_eq!(a.product(b).product(c), a.product(b.product(c)));
            }
        }
    }
}
