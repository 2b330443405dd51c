//! Sets of cases: their published counts, and their classes by the 54-sticker cube.

use crate::naive::{Facelets, NaiveCube};
use cubesolve::cube::{Cube, Sequence};
use cubesolve::notation::Piece;
use cubesolve::sets::{BUILT_IN, Case, Definition};
use cubesolve::table::Directory;
use cubesolve::{Limits, Query, Solver};
use std::collections::{HashMap, HashSet};

fn cases(name: &str) -> Vec<Case> {
    Definition::named(name).unwrap().cases(false).unwrap()
}

fn counts(cases: &[Case]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    for case in cases {
        *counts.entry(case.group.as_str()).or_default() += 1;
    }
    counts
}

/// As lists for speedcubers have them (speedsolving.com/wiki, by the names of the sets); without the
/// solved case.
#[test]
fn built_in_sets_have_published_counts() {
    for (name, count) in [
        ("pll", 21),
        ("oll", 57),
        ("ocll", 7),
        ("coll", 40),
        ("cll", 42),
        ("cmll", 42),
        ("ell", 29),
        ("epll", 4),
        ("2gll", 84),
        ("zbll", 472),
        ("ollcp", 331),
        ("1lll", 3915),
        ("lsll", 579_368),
        ("f2l", 41),
        ("zbls", 305),
        ("cls", 104),
        ("wv", 27),
        ("sv", 27),
        ("vls", 216),
        ("hls", 216),
        ("eg1", 43),
        ("eg2", 43),
    ] {
        let cases = cases(name);
        assert_eq!(cases.len(), count, "{name}");
        let names: HashSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), count, "names of {name}");
    }
    assert_eq!(BUILT_IN.len(), 22);
}

#[test]
fn groups_have_published_counts() {
    let zbll = cases("zbll");
    let expected = [
        ("T", 72),
        ("U", 72),
        ("L", 72),
        ("Pi", 72),
        ("S", 72),
        ("AS", 72),
        ("H", 40),
    ];
    assert_eq!(counts(&zbll), HashMap::from(expected));
    let coll = cases("coll");
    let expected = [
        ("T", 6),
        ("U", 6),
        ("L", 6),
        ("Pi", 6),
        ("S", 6),
        ("AS", 6),
        ("H", 4),
    ];
    assert_eq!(counts(&coll), HashMap::from(expected));
}

#[test]
fn names_cover_permutations_and_orientations() {
    let names = |set: &str| {
        cases(set)
            .into_iter()
            .map(|case| case.name)
            .collect::<Vec<_>>()
    };
    let letters = "Aa Ab E F Ga Gb Gc Gd H Ja Jb Na Nb Ra Rb T Ua Ub V Y Z";
    assert_eq!(names("pll").join(" "), letters);
    assert_eq!(names("ocll").join(" "), "H Pi U T L AS S");
    assert_eq!(names("epll").join(" "), "H Ua Ub Z");
    let numbers = names("oll");
    assert_eq!(numbers[0], "1");
    assert_eq!(numbers[56], "57");
}

/// The cube after some turns of U, as if others had been made before it where only the last layer is
/// unsolved.
fn turned(cube: &Facelets, before: bool) -> Vec<Facelets> {
    let mut all = vec![*cube];
    for _ in 1..4 {
        all.push(all[all.len() - 1].apply_str("U"));
    }
    for n in 0..if before { 12 } else { 0 } {
        all.push(all[n].after_turn_of_u());
    }
    all
}

/// Checks that no cube under turns of U looks like two cases, and that there are this many looks in all.
fn assert_partition(
    cases: &[Case],
    before: bool,
    looks: usize,
    look: impl Fn(&Facelets) -> String,
) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let cubes = cases.iter().map(|case| case.cube).chain([Cube::SOLVED]);
    for (number, cube) in cubes.enumerate() {
        for turned in turned(&Facelets::from_letters(&cube.to_string()), before) {
            let earlier = seen.insert(look(&turned), number);
            assert!(
                earlier.is_none_or(|earlier| earlier == number),
                "{number} and {earlier:?}"
            );
        }
    }
    assert_eq!(seen.len(), looks);
}

#[test]
fn turn_of_u_before_a_case_is_turn_of_its_colours() {
    let t = "R U R' U' R' F R2 U' R' U' R U R' F'";
    let expected = Facelets::from_str(&format!("U {t}"));
    assert_eq!(Facelets::from_str(t).after_turn_of_u(), expected);
}

/// Permutations, with orientations of corners, with those of edges: all cubes with the first two layers
/// solved, each in one case.
#[test]
fn cases_of_the_last_layer_are_a_partition() {
    let all = |cube: &Facelets| cube.to_string();
    assert_partition(&cases("pll"), true, 24 * 24 / 2, all);
    let oriented_edges = [cases("pll"), cases("zbll")].concat();
    assert_partition(&oriented_edges, true, 27 * 24 * 24 / 2, all);
    assert_partition(&cases("1lll"), true, 8 * 27 * 24 * 24 / 2, all);
}

#[test]
fn cases_of_partial_sets_are_a_partition() {
    let only_u = |cube: &Facelets| cube.to_string().replace(['R', 'F', 'L', 'B'], ".");
    assert_partition(&cases("oll"), true, 27 * 8, only_u);
    assert_partition(&cases("ocll"), true, 27, only_u);
    // of the pieces of the last layer only U stickers, if any: of corners, of edges
    let look = |has_u: [bool; 2]| {
        move |cube: &Facelets| {
            let mut colours: Vec<char> = cube.to_string().chars().collect();
            for place in Piece::all() {
                let stickers = place.facelets();
                let is_of_last_layer = stickers.iter().any(|n| colours[*n] == 'U');
                for n in stickers.iter().filter(|_| is_of_last_layer) {
                    if !has_u[3 - stickers.len()] || colours[*n] != 'U' {
                        colours[*n] = '.';
                    }
                }
            }
            String::from_iter(colours)
        }
    };
    assert_partition(&cases("f2l"), false, 15 * 10, look([false, false]));
    assert_partition(&cases("zbls"), false, 15 * 5 * 16, look([false, true]));
    assert_partition(&cases("cls"), false, 5 * 81, look([true, true]));
}

#[test]
fn only_stickers_of_free_pieces_are_unknown() {
    for (set, unknown) in [("pll", 0), ("cll", 4 * 2), ("f2l", 4 * 2 + 4 * 3)] {
        for case in cases(set) {
            let text = case.facelet_text();
            assert_eq!(text.matches('.').count(), unknown, "{set} {}", case.name);
        }
    }
}

/// By the letters of the permutations: A, E, F and so on, G twice since its mirror images are its
/// inverses.
#[test]
fn mirror_images_are_one_case_on_request() {
    let count = |name: &str| Definition::named(name).unwrap().cases(true).unwrap().len();
    assert_eq!(count("pll"), 14);
    // the plane through the open slot: of 24 cases with both pieces above it carries none into itself,
    // of 6 with one above none (corner in the slot) or 2 (edge), of 6 with both in the slot 2
    assert_eq!(count("f2l"), 24 / 2 + 6 / 2 + (6 + 2) / 2 + (6 + 2) / 2 - 1);
    let zbll = cases("zbll");
    let mirrored = |case: &Case| {
        let mirror = cubesolve::cube::Transformation::from_index(1);
        Facelets::from_letters(&mirror.apply(&case.cube).to_string())
    };
    let number_of: HashMap<Facelets, usize> = (zbll.iter().enumerate())
        .flat_map(|(n, case)| {
            let cube = Facelets::from_letters(&case.cube.to_string());
            turned(&cube, true)
                .into_iter()
                .map(move |turned| (turned, n))
        })
        .collect();
    let images: Vec<usize> = zbll.iter().map(|case| number_of[&mirrored(case)]).collect();
    let own = (0..).zip(&images).filter(|(n, image)| n == *image).count();
    assert_eq!(count("zbll"), (zbll.len() + own) / 2);
}

#[test]
fn definitions_are_read_and_refused() {
    let parse = |text: &str| {
        text.parse::<Definition>()
            .map_err(|error| error.to_string())
    };
    let pll = Definition::named("pll").unwrap();
    assert_eq!(
        parse("solved: cross FR,FL BR BL DRF DLF DBL DRB; oriented: ll-corners ll-edges"),
        Ok(pll)
    );
    for (text, problem) in [
        ("solved f2l", "expected solved"),
        ("done: f2l", "expected solved"),
        ("solved: f2l; then: Q", "Q"),
        ("solved: QR", "\"QR\" names no pieces"),
        ("solved: UR; free: ll", "UR cannot be solved and free"),
        ("solved: f2l; free: UR", "turns of U"),
    ] {
        assert!(parse(text).unwrap_err().contains(problem), "{text}");
    }
    let huge = parse("solved: cross").unwrap().cases(false);
    assert!(huge.unwrap_err().to_string().contains("more than"));
    // billions, none of which has a solved piece that is not oriented
    let none = "solved: URF DBL DRB DR DL DB BL BR DF; unoriented: URF";
    let none = none.parse::<Definition>().unwrap().cases(false);
    assert!(none.unwrap_err().to_string().contains("more than"));
}

#[test]
fn cases_are_read_as_algorithms_and_as_facelets() {
    let t = "R U R' U' R' F R2 U' R' U' R U R' F'";
    let solved_by = Case::parse("T", t, false).unwrap();
    let made_by = Case::parse(
        "T",
        &Sequence::parse(t).unwrap().inverse().to_string(),
        true,
    )
    .unwrap();
    assert_eq!(solved_by, made_by);
    let mut cube = NaiveCube::solved();
    cube.apply_str("F R U' R' U' R U R' F' R U R' U' R' F R F'");
    assert_eq!(
        Case::parse("Y", &cube.facelets(), false)
            .unwrap()
            .facelet_text(),
        cube.facelets()
    );
    // orientation: what is left of a built-in case where only U is known
    for case in cases("oll") {
        let text = case.facelet_text().replace('.', "?");
        let read = Case::parse(&case.name, &text, false).unwrap();
        assert_eq!(
            (&read.target, read.facelet_text()),
            (&case.target, case.facelet_text())
        );
    }
    assert!(Case::parse("", "R U Q", false).is_err());
    assert!(Case::parse("", &"U".repeat(54), false).is_err());
}

/// Cubies by place, with their orientations.
type Row = Vec<(usize, usize)>;

/// Rows of five cubies in all orders, with orientations of this sum modulo `sides`, and whether the order is odd.
fn rows(sides: usize) -> Vec<(Row, bool)> {
    let mut rows: Vec<Row> = vec![vec![]];
    for _ in 0..5 {
        let longer = |row: &Row| {
            let pieces = (0..5 * sides).map(|n| (n / sides, n % sides));
            let new: Vec<_> = pieces
                .filter(|new| row.iter().all(|old| old.0 != new.0))
                .collect();
            new.into_iter()
                .map(|new| [&row[..], &[new]].concat())
                .collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows.retain(|row| row.iter().map(|(_, turned)| turned).sum::<usize>() % sides == 0);
    let is_odd = |row: &Row| {
        let pairs = (0..5).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|(a, b)| row[*a].0 > row[*b].0).count() % 2 == 1
    };
    rows.into_iter()
        .map(|row| (row.clone(), is_odd(&row)))
        .collect()
}

/// Burnside: there are as many classes under turns before and after as cubes that a pair of turns keeps, on average.
/// Of those of a slot and the last layer, those of the last layer alone have the slot solved.
#[test]
fn last_slot_has_the_classes_that_burnside_counts() {
    let (corners, edges) = (rows(3), rows(2));
    let turned = |n: usize, turns: usize| if n < 4 { (n + turns) % 4 } else { n };
    // by parity, those rows that are the same after turns of the places and of the cubies
    let kept = |rows: &[(Row, bool)], has_slot: bool, [places, cubies]: [usize; 2]| {
        let mut counts = [0, 0];
        for (row, is_odd) in rows {
            let image = |place: usize| {
                let (cubie, orientation) = row[turned(place, places)];
                (turned(cubie, cubies), orientation)
            };
            let is_kept = (0..5).all(|place| image(place) == row[place]);
            counts[usize::from(*is_odd)] += usize::from(is_kept && (!has_slot || row[4] == (4, 0)));
        }
        counts
    };
    let classes = |has_slot: bool| {
        let pairs = (0..16).map(|n| [n / 4, n % 4]);
        let kept = pairs.map(|turns| {
            let [corners, edges] = [&corners, &edges].map(|rows| kept(&rows[..], has_slot, turns));
            corners[0] * edges[0] + corners[1] * edges[1]
        });
        kept.sum::<usize>() / 16
    };
    assert_eq!(classes(true), 3916);
    assert_eq!(classes(false) - classes(true), 579_368);
}

/// Many cases are solved together, by meeting in the middle, a few one by one.
#[test]
fn many_cases_have_the_solutions_of_each_alone() {
    let solver = Solver::with_directory(Directory::at("missing")).generate_up_to(0);
    let query = Query::new().auf(true).all().extra(1).max_moves(9);
    let cubes: Vec<Cube> = cases("1lll").iter().map(|case| case.cube).collect();
    let together = solver.prepare(&cubes, &query).unwrap();
    let answer = |cube: &Cube| together.solve(&(*cube).into(), &Limits::default()).unwrap();
    let answers: Vec<_> = cubes.iter().map(answer).collect();
    let is_solved = |n: &usize| !answers[*n].solutions.is_empty();
    let (solved, others): (Vec<usize>, Vec<usize>) = (0..cubes.len()).partition(is_solved);
    assert!(solved.len() > 60, "{}", solved.len());
    for n in solved.iter().step_by(3).chain(others.iter().step_by(1000)) {
        let alone = solver.query(&cubes[*n].into(), &query, &Limits::default());
        let alone = alone.unwrap();
        assert_eq!(answers[*n].solutions, alone.solutions);
        assert_eq!(answers[*n].lower_bound, alone.lower_bound);
        assert_eq!(answers[*n].outcome, alone.outcome);
    }
}
