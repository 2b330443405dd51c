//! Sets of cases: their published counts, and their classes by the 54-sticker cube.

use crate::naive::{Facelets, SYMMETRIES};
use cubesolve::cube::{Cube, Sequence};
use cubesolve::sets::{BUILT_IN, Case, Definition};
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
        ("1lll", 3915),
        ("f2l", 41),
    ] {
        let cases = cases(name);
        assert_eq!(cases.len(), count, "{name}");
        let names: HashSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), count, "names of {name}");
    }
    assert_eq!(BUILT_IN.len(), 13);
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
