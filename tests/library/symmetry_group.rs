//! The names of symmetry groups against all subgroups there are.

use cubesolve::cube::{Cube, Face, Move, SymmetryGroup, Transformation, TransformationSet};
use std::collections::{HashMap, HashSet};

fn set(members: impl IntoIterator<Item = Transformation>) -> TransformationSet {
    members.into_iter().collect()
}

/// The least subgroup that holds all of `members`.
fn closure(members: TransformationSet) -> TransformationSet {
    let mut group = members;
    loop {
        let products = set(group
            .iter()
            .flat_map(|s| group.iter().map(move |t| s.product(t))));
        let larger = group.union(products);
        if larger == group {
            return group;
        }
        group = larger;
    }
}

fn all_subgroups() -> HashSet<TransformationSet> {
    let trivial = set([Transformation::IDENTITY]);
    let mut found = HashSet::from([trivial]);
    let mut unextended = vec![trivial];
    while let Some(group) = unextended.pop() {
        for s in Transformation::all() {
            let larger = closure(group.union(set([s])));
            if found.insert(larger) {
                unextended.push(larger);
            }
        }
    }
    found
}

fn conjugate(group: TransformationSet, s: Transformation) -> TransformationSet {
    set(group.iter().map(|t| s.product(t).product(s.inverse())))
}

#[test]
fn subgroup_classes_have_distinct_names() {
    let subgroups = all_subgroups();
    assert_eq!(subgroups.len(), 98);
    let mut classes: HashMap<&str, HashSet<Vec<Transformation>>> = HashMap::new();
    for &group in &subgroups {
        let name = SymmetryGroup::of(group).unwrap();
        assert_eq!(name.order(), group.len());
        assert_eq!(name.to_string(), name.name());
        assert!(group.is_group());
        let class = Transformation::all().map(|s| conjugate(group, s).iter().collect());
        classes
            .entry(name.name())
            .or_default()
            .insert(class.min().unwrap());
    }
    assert_eq!(classes.len(), 33);
    assert!(
        classes
            .values()
            .all(|representatives| representatives.len() == 1)
    );
}

#[test]
fn sets_that_are_no_groups_are_none() {
    let quarter_turn = Transformation::all().find(|s| {
        s.apply_face(Face::U) == Face::U && s.apply_face(Face::R) == Face::F && !s.is_mirror()
    });
    let not_closed = set([Transformation::IDENTITY, quarter_turn.unwrap()]);
    for no_group in [TransformationSet::default(), not_closed] {
        assert_eq!(SymmetryGroup::of(no_group), None);
        assert!(!no_group.is_group());
        assert_eq!(
            no_group.is_empty(),
            no_group == TransformationSet::default()
        );
    }
}

#[test]
fn known_positions_have_published_symmetry() {
    let name = |moves: &[(Face, u8)]| {
        let moves = moves.iter().map(|(face, turns)| Move::new(*face, *turns));
        Cube::from_moves(moves).symmetry_group().name()
    };
    use Face::*;
    assert_eq!(name(&[]), "Oh");
    // a quarter turn can be turned about its axis, but a mirror would reverse it
    assert_eq!(name(&[(U, 1)]), "C4");
    assert_eq!(name(&[(U, 2)]), "C4v");
    assert_eq!(name(&[(U, 2), (D, 2)]), "D4h");
    // the checkerboard on all faces
    assert_eq!(
        name(&[(U, 2), (D, 2), (R, 2), (L, 2), (F, 2), (B, 2)]),
        "Oh"
    );
    assert_eq!(name(&[(U, 1), (R, 1), (F, 2)]), "C1");
    assert_eq!(name(&[(U, 1), (R, 1)]), "C1");
}
