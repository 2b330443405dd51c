//! Chains on the scrambles of competitions, by two methods, and lengths that other programs publish.

use crate::goals::{moves, query};
use cubesolve::cube::{Cube, Metric, Move, Sequence};
use cubesolve::notation::LayerMove;
use cubesolve::{Answer, Limits, Outcome, Query, Solver};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Scrambles of fewest-moves attempts with the length of their optimal solutions as published, or 0.
const SCRAMBLES: [(usize, &str); 32] = [
    (18, "B D2 R2 F' L2 B R2 F2 U L2 U B' L2 R B' U2 R2 B' F'"),
    (18, "L2 F L D R D B' D2 R B U2 F2 R B2 D2 R' F2 B2 D2 L'"),
    (17, "L2 B' U2 F R2 U2 R U R2 U' L' U F2 D' R2 F2 L' F2"),
    (17, "B2 L' U2 L F2 L2 D2 F2 U2 B2 L' D' R B' U' L2 D' F2 U'"),
    (18, "F U2 B2 L2 B2 F D2 L2 F L D R U2 R F' D F2 U2 B' D'"),
    (
        17,
        "L2 D2 F' L U L2 F B D2 L' B2 L2 B2 U' B2 L2 D L2 D F2 D2",
    ),
    (18, "F' D F D2 B2 U' R U R2 B R' L2 F' D2 L2 B R2 U2 F2"),
    (18, "D' F U2 R' B L' F D L' F' U R L D2 L F2 R D2 R F2"),
    (
        18,
        "B U2 D' L2 B R2 D' B' L' F2 B2 D2 B2 U' F2 D' B2 D B2 L2",
    ),
    (
        17,
        "R2 D L2 R2 D F2 D' L2 U' F2 D2 F L B2 U R D2 B D' B' R2",
    ),
    (
        18,
        "D2 L2 D' F2 R2 D B2 L2 D' R2 D2 F' U' L2 F' D U B L U2 B",
    ),
    (
        18,
        "L2 B2 L2 R2 B' R2 F2 U2 B2 U L2 B R' F2 D2 B' R' F R2 B2",
    ),
    (
        17,
        "L2 D' R2 F2 R2 D2 B2 U' F2 L D R2 U' L R U' B' L2 D2 B2",
    ),
    (
        18,
        "B' D' B L' F' D R2 B L F' U' L2 F2 U R2 U F2 B2 D2 L2 U",
    ),
    (18, "L2 B2 L2 D F2 U L2 B2 D L B' D2 L2 D' R U2 B' F' U2 F'"),
    (
        18,
        "D2 R2 U' L2 F2 R2 D2 R2 F2 D L2 R' F L2 U' B D' F R' F2 D2",
    ),
    (
        18,
        "R' U' F L2 F' D2 L2 D L2 F2 L U L2 U' R2 B2 L2 B2 D B2 F U R' U' F",
    ),
    (
        17,
        "R' U' F L' R2 B2 R2 D U2 B2 R2 U' F2 L2 R' U B2 F' L' F2 L2 B R' U' F",
    ),
    (
        0,
        "R' U' F R' D R' F' U' L2 F2 D R2 U F2 U L' D F U2 F2 R2 B2 R' U' F",
    ),
    (
        0,
        "R' U' F D L' D2 R2 B2 U B2 U2 R2 U' F' U' F2 U2 B L' B U' F2 R' U' F",
    ),
    (
        0,
        "R' U' F D' L2 D U B2 R2 B2 D' L' F R2 F2 U R F' L F2 D B R' U' F",
    ),
    (
        0,
        "R' U' F L U2 F2 U2 R2 D2 B' F' R2 F R2 U2 L2 U' B R B' L U B' R' U' F",
    ),
    (
        0,
        "R' U' F U2 L2 R2 U' L2 D' U R2 B U2 R B' L' F2 U2 L D R F' U2 R' U' F",
    ),
    (
        0,
        "R' U' F D U2 R2 B2 U B2 F2 R2 F' U F2 U2 R' B U L D2 U2 B2 R' U' F",
    ),
    (
        0,
        "R' U' F R D2 F2 B2 L' U' D2 L2 U R F2 D2 R2 L2 U F2 D2 R' U' F",
    ),
    (
        0,
        "R' U' F U2 L U B2 L2 F L' B' U' F D2 B2 R' B2 R2 B2 L' D2 R F2 R' U' F",
    ),
    (
        0,
        "R' U' F L' U2 B U' L U2 D B2 R U' D2 R2 D2 R2 B2 R2 D R2 U' F' R' U' F",
    ),
    (
        0,
        "R' U' F U2 R2 F' U2 F2 U R2 F2 R2 B2 D2 B2 R' D L D B R2 U' R' U' F",
    ),
    (
        0,
        "R' U' F U2 R2 U L' F2 D2 B2 D' B' D2 L2 D2 F2 L2 F L D F R' U' F",
    ),
    (
        0,
        "R' U' F U B2 F2 L2 U' R2 U L2 B L2 B' R F2 D2 L' D B2 D' U2 R' U' F",
    ),
    (
        0,
        "R' U' F R U R L F' B2 R' U L' F B2 U2 D2 B' L2 F2 B' R' D' R' U' F",
    ),
    (
        0,
        "R' U' F R2 U2 L2 F2 D2 R2 B' U2 L2 B F' R B' F' R' U2 B' R2 U' L' D R' U' F",
    ),
];

fn solve(query: &Query, cube: &Cube) -> Answer {
    let answer = Solver::default().query(&(*cube).into(), query, &Limits::default());
    answer.expect("steps need no table")
}

fn face_turns(moves: &[LayerMove]) -> Vec<Move> {
    let sequence: Sequence = moves.iter().copied().collect();
    sequence.moves().to_vec()
}

/// Length of the shortest chain, by all shortest steps after all shortest steps before: each step is a
/// query of its own, and nothing is bounded.
fn shortest_step_by_step(cube: &Cube, kept: &str, later: &[&str], before: &Sequence) -> usize {
    let Some((next, later)) = later.split_first() else {
        return Metric::HalfTurn.length(before.simplified().moves());
    };
    let answer = solve(&query(&format!("{next}{kept}")).all(), cube);
    let lengths = answer.solutions.iter().map(|solution| {
        let step = &solution.steps[0];
        let made = face_turns(&step.normal);
        let goal = step.goal.as_ref().expect("a step to a goal").to_string();
        let kept = format!("-{}", goal.replace('-', ""));
        let all: Sequence = before.moves().iter().copied().chain(made.clone()).collect();
        shortest_step_by_step(&cube.apply_all(made), &kept, later, &all)
    });
    lengths.min().expect("each step can be made")
}

/// Compares both methods up to half-turn reduction; returns the length of the shortest chain to the end.
fn compare(cube: &Cube) -> usize {
    let length_of = |chain| {
        let answer = solve(&query(chain), cube);
        assert_eq!(answer.outcome, Outcome::Complete);
        let length = answer.length().expect("a solution");
        assert_eq!(usize::from(answer.lower_bound), length);
        length
    };
    let length = length_of("eo,dr,htr");
    let steps = ["eo", "dr", "htr"];
    let by_steps = shortest_step_by_step(cube, "", &steps, &Sequence::new());
    assert_eq!(length, by_steps, "{cube:?}");
    length_of("eo,dr,htr,solved")
}

#[test]
fn chain_of_a_competition_scramble_is_that_of_all_steps() {
    let (optimal, scramble) = SCRAMBLES[17];
    let cube = Cube::from_moves(moves(scramble));
    assert!(compare(&cube) >= optimal);
    // with longer steps it is as short as the cube allows
    let answer = solve(&query("eo,dr,htr,solved").niss(true).extra(1), &cube);
    assert_eq!(
        (answer.outcome, answer.length()),
        (Outcome::Complete, Some(optimal))
    );
}

#[test]
#[ignore = "it takes minutes"]
fn chains_of_a_hundred_cubes_are_those_of_all_steps() {
    let mut total = 0;
    for (optimal, scramble) in SCRAMBLES {
        let length = compare(&Cube::from_moves(moves(scramble)));
        assert!(length >= optimal, "{scramble}");
        total += length;
    }
    let mut rng = SmallRng::seed_from_u64(100);
    let random = (SCRAMBLES.len()..100).map(|_| compare(&Cube::random(&mut rng)));
    println!(
        "mean length {}",
        (total + random.sum::<usize>()) as f64 / 100.0
    );
}

/// Lengths of steps that the documentation and tests of nissy's fmc-meta and of cubelib list.
#[test]
fn steps_are_as_long_as_other_programs_publish() {
    let nissy = "R U' F2 R2 D' R F' B' R F B2 D R2 U' F2 U B2 D L2 B2 D L2 F2";
    for (scramble, skeleton, step, niss, length) in [
        (nissy, "", "eo", true, 3),
        (nissy, "L (F D R) U2 B2 L2 U R2 U F", "drudfin", false, 10),
        (nissy, "(B' F' U2 D2 L) (D F2 U L2 B)", "drudfin", false, 14),
        (
            nissy,
            "(B' F' U2 D2 L D L2 B2 D' R2 B)",
            "drudfin",
            false,
            13,
        ),
        (
            nissy,
            "U' F' L (R) (R2 U2 B' D2 B L2 F' D)",
            "drfbfin",
            false,
            13,
        ),
        (
            nissy,
            "L (F D R) (U' R2 D' F2 U D L2 F)",
            "drudfin",
            false,
            11,
        ),
        (SCRAMBLES[21].1, "", "eo", true, 4),
        ("L F2 U2 F2 U2 F", "F'", "drud-eofb", false, 5),
        ("R' F2 B'", "", "eofb", false, 1),
        ("F", "", "eofb", false, 1),
    ] {
        let whole = Sequence::parse_niss(&format!("{scramble} {skeleton}")).unwrap();
        let answer = solve(&query(step).niss(niss), &whole.cube());
        assert_eq!(
            answer.length(),
            Some(length),
            "{scramble} {skeleton} {step}"
        );
    }
}
