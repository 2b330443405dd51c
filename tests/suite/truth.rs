//! Answers of the program against what is known without it: all cubes near the solved one,
//! found move by move from the geometry alone, and cubes whose distance others have published.

use crate::common::naive::{Facelets, NaiveCube, SYMMETRIES};
use crate::common::program::{run_with, solve, stderr, stdout};
use std::collections::HashSet;

/// Number of positions at each distance, as published by many.
const POSITIONS: [usize; 7] = [1, 18, 243, 3_240, 43_239, 574_908, 7_618_438];

/// Number of them that no symmetry makes of each other.
const CLASSES: [usize; 7] = [1, 2, 9, 75, 934, 12_077, 159_131];

/// The cubes at each distance, each as `form` makes it.
fn levels(last: usize, form: impl Fn(Facelets) -> Facelets) -> Vec<Vec<Facelets>> {
    let mut seen = HashSet::from([Facelets::solved()]);
    let mut levels = vec![vec![Facelets::solved()]];
    for distance in 0..last {
        let cubes = levels[distance].iter().flat_map(Facelets::neighbours);
        let next = cubes.map(&form).filter(|cube| seen.insert(*cube)).collect();
        levels.push(next);
    }
    levels
}

/// The ways in which a cube is seen by the 48 symmetries.
fn views(cube: &Facelets) -> impl Iterator<Item = Facelets> {
    SYMMETRIES.iter().map(|symmetry| cube.seen(symmetry))
}

fn least_view(cube: Facelets) -> Facelets {
    views(&cube).min().expect("there are 48")
}

/// Has the program solve the cubes; all solutions must be right and of this length.
fn check_solutions(cubes: &[Facelets], length: usize) {
    let lines: String = cubes.iter().map(|cube| format!("{cube}\n")).collect();
    let output = run_with(&mut solve(&[]), lines.as_bytes());
    assert_eq!(stderr(&output), "");
    assert!(output.status.success());
    let answers: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(answers.len(), cubes.len());
    for (cube, solution) in cubes.iter().zip(answers) {
        assert_eq!(cube.apply_str(solution), Facelets::solved(), "{cube}");
        let moves = solution.split_whitespace().count();
        assert_eq!(moves, length, "{cube}: {solution}");
    }
}

#[test]
fn the_fast_judge_agrees_with_the_plain_one() {
    let mut moves = String::new();
    for token in "U R2 F' D L2 B' U' R F2 D' L B2 U2 R' F D2 L' B".split(' ') {
        moves += &format!("{token} ");
        let plain = NaiveCube::from_str(&moves);
        assert_eq!(Facelets::from_str(&moves).to_string(), plain.facelets());
    }
    // what a mirror makes of moves: U' for U, L' for R, and so on
    let mirrored = Facelets::from_str("U' L2 F D' R2 B");
    let views: Vec<Facelets> = views(&Facelets::from_str("U R2 F' D L2 B'")).collect();
    assert!(views.contains(&mirrored));
    assert_eq!(views.iter().collect::<HashSet<_>>().len(), 48);
}

#[test]
fn all_cubes_within_5_moves() {
    for (distance, cubes) in levels(5, |cube| cube).iter().enumerate() {
        assert_eq!(cubes.len(), POSITIONS[distance]);
        check_solutions(cubes, distance);
    }
}

#[test]
fn all_cubes_at_6_moves_up_to_symmetry() {
    let levels = levels(6, least_view);
    for (distance, cubes) in levels.iter().enumerate() {
        assert_eq!(cubes.len(), CLASSES[distance]);
        let same = |cube| views(cube).filter(|view| view == cube).count();
        let positions = cubes.iter().map(|cube| 48 / same(cube)).sum::<usize>();
        assert_eq!(positions, POSITIONS[distance]);
    }
    check_solutions(&levels[6], 6);
}
