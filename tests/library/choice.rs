//! What a query chooses from all shortest solutions, against brute force on stickers.

use crate::metric::solver_qtm;
use crate::naive::NaiveCube;
use crate::solver::answer;
use cubesolve::notation::Format;
use cubesolve::{Limits, Metric, Query};
use std::collections::{BTreeMap, BTreeSet, HashSet};

const FACES: &str = "URFDLB";

fn index(face: char) -> usize {
    FACES.find(face).unwrap()
}

fn cost(m: &str, metric: Metric) -> usize {
    match (metric, m.ends_with('2')) {
        (Metric::QuarterTurn, true) => 2,
        _ => 1,
    }
}

fn length(moves: &str, metric: Metric) -> usize {
    moves.split(' ').map(|m| cost(m, metric)).sum()
}

/// Moves of opposite faces that follow each other in the order of faces.
fn sorted(moves: &str) -> String {
    let mut moves: Vec<&str> = moves.split(' ').collect();
    let face = |m: &str| index(m.chars().next().unwrap());
    for n in 1..moves.len() {
        if face(moves[n - 1]) == face(moves[n]) + 3 {
            moves.swap(n - 1, n);
        }
    }
    moves.join(" ")
}

/// Adds to `found` all sequences of a length that solve a cube.
fn add_solutions(
    cube: &NaiveCube,
    before: &[String],
    left: usize,
    metric: Metric,
    found: &mut BTreeSet<String>,
) {
    if left == 0 && cube.is_solved() {
        found.insert(sorted(&before.join(" ")));
    }
    for face in FACES.chars() {
        if before.last().is_some_and(|last| last.starts_with(face)) {
            continue;
        }
        for suffix in ["", "2", "'"] {
            let m = format!("{face}{suffix}");
            if cost(&m, metric) <= left {
                let mut cube = cube.clone();
                cube.apply_str(&m);
                let left = left - cost(&m, metric);
                let before = [before, &[m]].concat();
                add_solutions(&cube, &before, left, metric, found);
            }
        }
    }
}

fn shortest_solutions(scramble: &str, metric: Metric) -> BTreeSet<String> {
    let cube = NaiveCube::from_str(scramble);
    let of_length = |length| {
        let mut found = BTreeSet::new();
        add_solutions(&cube, &[], length, metric, &mut found);
        found
    };
    let mut found = (0..=4).map(of_length);
    found.find(|found| !found.is_empty()).unwrap()
}

fn other(metric: Metric) -> Metric {
    match metric {
        Metric::HalfTurn => Metric::QuarterTurn,
        Metric::QuarterTurn | Metric::SliceTurn => Metric::HalfTurn,
    }
}

#[test]
fn second_metric_chooses_as_brute_force_does() {
    for (metric, scramble) in [
        (Metric::HalfTurn, "R2 L2 U2"),
        (Metric::HalfTurn, "R L U D"),
        (Metric::HalfTurn, "R U' F2 D"),
        (Metric::QuarterTurn, "R2 U2"),
        (Metric::QuarterTurn, "R L' F B'"),
    ] {
        let mut expected = shortest_solutions(scramble, metric);
        let least = expected.iter().map(|s| length(s, other(metric))).min();
        expected.retain(|s| Some(length(s, other(metric))) == least);
        let query = Query::new().metric(metric).then(other(metric));
        let answer = |query: &Query| match metric {
            Metric::HalfTurn => answer(scramble, query),
            Metric::QuarterTurn | Metric::SliceTurn => {
                let position = Format::Moves.position(scramble).unwrap();
                let answer = solver_qtm().query(&position, query, &Limits::default());
                answer.unwrap()
            }
        };
        let found = answer(&query.clone().all()).solutions;
        let found: Vec<String> = found.iter().map(|s| sorted(&s.to_string())).collect();
        assert_eq!(found.len(), expected.len(), "{scramble}: each once");
        assert_eq!(BTreeSet::from_iter(found), expected, "{scramble}");
        let one = answer(&query);
        assert!(one.is_optimal() && one.solutions.len() == 1);
        assert!(expected.contains(&sorted(&one.to_string())), "{scramble}");
    }
}

/// Among solutions of up to four moves there is nothing to choose; here four of twelve have a
/// half turn more.
#[test]
fn second_metric_leaves_the_best_of_all_solutions() {
    for (scramble, numbers) in [
        ("R F2 L2 U2 L2 F2 R'", (12, 8)),
        ("R2 U2 R2 U2 R2 F", (2, 2)),
        ("R' D2 F2 R' D2 F2 R'", (1, 1)),
    ] {
        let texts = |query: &Query| -> Vec<String> {
            let solutions = answer(scramble, query).solutions;
            solutions.iter().map(ToString::to_string).collect()
        };
        let all = texts(&Query::new().all());
        let quarter_turns = |s: &String| length(s, Metric::QuarterTurn);
        let least = all.iter().map(quarter_turns).min();
        let best = all.iter().filter(|s| Some(quarter_turns(s)) == least);
        let query = Query::new().then(Metric::QuarterTurn);
        let found = texts(&query.clone().all());
        assert!(best.eq(&found), "{scramble}: {found:?} of {all:?}");
        assert_eq!((all.len(), found.len()), numbers, "{scramble}");
        assert_eq!(texts(&query), found[..1]);
        assert_eq!(texts(&query.number(3)), found[..found.len().min(3)]);
    }
}

/// Where a symmetry carries each face, and whether it is a reflection.
type Symmetry = (String, bool);

/// The 48 symmetries of a cube, made of two rotations and a reflection.
fn symmetries() -> Vec<Symmetry> {
    let generators = [("FRDBLU", false), ("UBRDFL", false), ("ULFDRB", true)];
    let mut found: Vec<Symmetry> = vec![(FACES.to_owned(), false)];
    let mut next = 0;
    while next < found.len() {
        let (faces, is_mirror) = found[next].clone();
        for (carried, mirrors) in generators {
            let product = faces
                .chars()
                .map(|face| carried.as_bytes()[index(face)] as char);
            let product = (product.collect(), is_mirror != mirrors);
            if !found.contains(&product) {
                found.push(product);
            }
        }
        next += 1;
    }
    assert_eq!(found.len(), 48);
    found
}

/// Moves as a symmetry makes them. A slice turns with a face: M with L, E with D, S with F.
fn image(moves: &str, (faces, is_mirror): &Symmetry) -> String {
    const SLICES: [(char, char); 3] = [('M', 'L'), ('E', 'D'), ('S', 'F')];
    let image = |m: &str| {
        let letter = m.chars().next().unwrap();
        let slice = SLICES.iter().find(|(slice, _)| *slice == letter);
        let face = slice.map_or(letter, |(_, face)| *face);
        let mut face = faces.as_bytes()[index(face)] as char;
        let mut turns = ["", "2", "'"].iter().position(|t| *t == &m[1..]).unwrap();
        if *is_mirror {
            turns = 2 - turns;
        }
        if slice.is_some() {
            let named = |face: char| SLICES.iter().find(|(_, named)| *named == face);
            face = match named(face) {
                Some((slice, _)) => *slice,
                None => {
                    turns = 2 - turns;
                    let opposite = FACES.as_bytes()[(index(face) + 3) % 6] as char;
                    named(opposite).unwrap().0
                }
            };
        }
        format!("{face}{}", ["", "2", "'"][turns])
    };
    moves.split(' ').map(image).collect::<Vec<_>>().join(" ")
}

/// The sizes of the classes of sequences that symmetries of the cube after a scramble carry into
/// each other, and how many there are of each size.
fn classes(
    scramble: &str,
    solutions: &[String],
    sort: fn(&str) -> String,
) -> BTreeMap<usize, usize> {
    let cube = NaiveCube::from_str(scramble).facelets();
    let is_kept = |s: &Symmetry| NaiveCube::from_str(&image(scramble, s)).facelets() == cube;
    let kept: Vec<Symmetry> = symmetries().into_iter().filter(is_kept).collect();
    let mut left: HashSet<String> = solutions.iter().map(|s| sort(s)).collect();
    assert_eq!(left.len(), solutions.len());
    let mut sizes = BTreeMap::new();
    while let Some(solution) = left.iter().next().cloned() {
        let class: HashSet<String> = kept.iter().map(|s| sort(&image(&solution, s))).collect();
        let size = class.iter().filter(|moves| left.remove(*moves)).count();
        *sizes.entry(size).or_default() += 1;
    }
    sizes
}

#[test]
fn classes_are_those_of_brute_force() {
    let plain: fn(&str) -> String = |moves| moves.to_owned();
    let mut largest = 0;
    for (scramble, moves) in [
        ("R2 F2 R2 F2 R2 F2", None),
        ("R2 L2 U2 D2 F2 B2", None),
        ("R L U2 D2", None),
        ("F B U D", None),
        ("R2 U2 R2 U2 R2 U2 F2 B2", None),
        ("U2 R2 L2 D2", None),
        ("R U F'", None),
        ("M2 U2 M2 U2", Some("M,U")),
        ("M U2 M' U2", Some("M,U")),
        ("M2 E2 M2", Some("M,E,S")),
        ("M' E M E'", Some("M,E,S")),
    ] {
        let query = match moves {
            Some(list) => Query::new().moves(list.parse().unwrap()),
            None => Query::new(),
        };
        let all = answer(scramble, &query.clone().all()).solutions;
        let all: Vec<String> = all.iter().map(ToString::to_string).collect();
        let sort = if moves.is_none() { sorted } else { plain };
        let expected = classes(scramble, &all, sort);
        largest = largest.max(*expected.keys().last().unwrap());
        let chosen = answer(scramble, &query.all().unique(true)).solutions;
        let mut found = BTreeMap::new();
        for solution in &chosen {
            *found.entry(solution.count).or_default() += 1;
            assert!(all.contains(&solution.to_string()), "{scramble}");
        }
        assert_eq!(found, expected, "{scramble}: {all:?}");
        let sum: usize = chosen.iter().map(|solution| solution.count).sum();
        assert_eq!(sum, all.len(), "{scramble}: all are counted");
    }
    assert!(largest >= 6, "{largest}");
}

#[test]
fn classes_are_those_of_the_cube_as_it_is_held() {
    let counts = |scramble: &str| {
        let answer = answer(scramble, &Query::new().all().unique(true));
        answer.solutions.iter().map(|s| s.count).collect::<Vec<_>>()
    };
    assert_eq!(counts("R2 L2 U2 D2 F2 B2"), [6]);
    assert_eq!(counts("R2 L2 U2 D2 F2 B2 x y'"), [6]);
    let of_one_axis = counts("R2 F2 R2 F2 R2 F2");
    for rotation in ["x", "y2", "z' x"] {
        assert_eq!(
            counts(&format!("R2 F2 R2 F2 R2 F2 {rotation}")),
            of_one_axis
        );
    }
}

#[test]
fn a_number_is_of_classes() {
    let query = Query::new().number(3).unique(true);
    let answer = answer("R2 F2 R2 F2 R2 F2", &query);
    let counts: Vec<usize> = answer.solutions.iter().map(|s| s.count).collect();
    assert_eq!(counts, [2, 2, 2]);
}

#[test]
fn choices_that_mean_nothing_are_refused() {
    let then = Query::new().then(Metric::QuarterTurn);
    let unique = Query::new().unique(true);
    let cost = Query::new().cost("htm".parse().unwrap());
    for query in [
        cost.clone().goal("eo".parse().unwrap()),
        cost.number(3).unique(true),
        then.clone().metric(Metric::QuarterTurn),
        then.clone().goal("eo".parse().unwrap()),
        then.clone().extra(1),
        then.fast(true),
        unique.clone(),
        unique.all().puzzle(cubesolve::Puzzle::Cube2),
    ] {
        assert!(query.check().is_err(), "{query:?}");
    }
}
