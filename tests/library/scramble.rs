//! Random positions are what they say, and every one of them comes up.

use cubesolve::cube::{Cube, Face, Metric, Move, Sequence, Step};
use cubesolve::search::goals::GoalName;
use cubesolve::search::{PocketSolver, TwoPhase};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::collections::HashMap;

const STEPS: [&str; 6] = ["eo", "co", "dr", "htr", "corners", "edges"];

fn rng() -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(7)
}

fn samples(mut draw: impl FnMut(&mut ChaCha12Rng) -> Cube) -> Vec<Cube> {
    let mut rng = rng();
    (0..4000).map(|_| draw(&mut rng)).collect()
}

/// Holds the counts of equally likely outcomes against chance: chi squared within five
/// standard deviations of its mean.
fn assert_uniform<K: std::hash::Hash + Eq>(outcomes: impl Iterator<Item = K>, kinds: usize) {
    let mut counts = HashMap::new();
    let mut total = 0.0;
    for outcome in outcomes {
        *counts.entry(outcome).or_insert(0.0) += 1.0;
        total += 1.0;
    }
    assert_eq!(counts.len(), kinds);
    let expected = total / kinds as f64;
    let chi_squared: f64 = counts
        .values()
        .map(|n: &f64| (n - expected).powi(2) / expected)
        .sum();
    let freedom = (kinds - 1) as f64;
    assert!(
        (chi_squared - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "{chi_squared}"
    );
}

#[test]
fn every_place_of_every_piece_is_equally_likely() {
    let cubes = samples(Cube::random);
    for n in 0..8 {
        assert_uniform(
            cubes
                .iter()
                .map(|c| (c.corners()[n], c.corner_orientations()[n])),
            24,
        );
    }
    for n in 0..12 {
        assert_uniform(
            cubes
                .iter()
                .map(|c| (c.edges()[n], c.edge_orientations()[n])),
            24,
        );
    }
    assert_uniform(cubes.iter().map(Cube::is_odd), 2);
}

#[test]
fn steps_are_done_and_nothing_else() {
    assert!("cross".parse::<Step>().is_err());
    for step in STEPS.map(|name| name.parse::<Step>().unwrap()) {
        let cubes = samples(|rng| step.random(rng));
        let oriented_edges = |c: &Cube| *c.edge_orientations() == [0; 12];
        let oriented_corners = |c: &Cube| *c.corner_orientations() == [0; 8];
        let slice_in_place = |c: &Cube| c.edges()[8..].iter().all(|e| *e >= 8);
        let all = |f: &dyn Fn(&Cube) -> bool| cubes.iter().all(f);
        use Step::*;
        let domino = matches!(step, DominoReduction | HalfTurnReduction);
        assert_eq!(
            all(&oriented_edges),
            domino || matches!(step, EdgeOrientation | Edges)
        );
        assert_eq!(
            all(&oriented_corners),
            domino || matches!(step, CornerOrientation | Corners)
        );
        assert_eq!(all(&slice_in_place), domino || step == Edges);
        assert_eq!(
            all(&|c| c.corners() == Cube::SOLVED.corners()),
            step == Corners
        );
        assert_eq!(all(&|c| c.edges() == Cube::SOLVED.edges()), step == Edges);
        if !matches!(step, Corners | Edges | HalfTurnReduction) {
            assert_uniform(cubes.iter().map(|c| c.corners()[3]), 8);
            assert_uniform(cubes.iter().map(Cube::is_odd), 2);
        }
    }
}

/// The goals know nothing of how the positions were drawn.
#[test]
fn the_goal_of_a_step_is_reached() {
    for name in ["eo-fb", "co-ud", "dr-ud", "htr", "corners", "edges"] {
        let step: Step = name.split('-').next().unwrap().parse().unwrap();
        let goals = GoalName::parse(name, None).unwrap().goals(Metric::HalfTurn);
        assert_eq!(goals.len(), 1);
        assert!(
            samples(|rng| step.random(rng))
                .iter()
                .all(|cube| goals[0].is_reached(cube))
        );
    }
    let cubes = samples(|rng| Step::HalfTurnReduction.random(rng));
    assert_uniform(cubes.iter().map(|cube| *cube.corners()), 96);
}

/// An even number of quarter turns makes even permutations.
#[test]
fn far_positions_have_the_parity_of_their_distance() {
    for distance in [20, 21, 22] {
        let cube = Cube::random_near(distance, Metric::QuarterTurn, &mut rng());
        let corners = cube.corners();
        let inversions = (0..8).flat_map(|i| (0..i).map(move |j| (j, i)));
        let inversions = inversions.filter(|&(j, i)| corners[j] > corners[i]);
        assert_eq!(inversions.count() % 2, usize::from(distance) % 2);
    }
}

#[test]
fn near_distance_is_no_farther() {
    assert!(Cube::random_near(0, Metric::HalfTurn, &mut rng()).is_solved());
    for cube in samples(|rng| Cube::random_near(1, Metric::HalfTurn, rng)) {
        assert!(Move::ALL.iter().any(|m| *m.cube() == cube));
    }
    // two moves of different faces: 18 · 15 less the doubles of opposite faces
    let pairs: std::collections::HashSet<Cube> =
        samples(|rng| Cube::random_near(2, Metric::HalfTurn, rng))
            .into_iter()
            .collect();
    let both = |a: Face, b: Face| {
        (1..=3)
            .flat_map(move |i| (1..=3).map(move |j| Move::new(a, i).cube().apply(Move::new(b, j))))
    };
    let all: std::collections::HashSet<Cube> = Face::ALL
        .into_iter()
        .flat_map(|a| {
            Face::ALL
                .into_iter()
                .filter(move |b| *b != a)
                .flat_map(move |b| both(a, b))
        })
        .collect();
    assert_eq!(all.len(), 243);
    assert_eq!(pairs, all);
}

/// R' U' F is around, nothing can be joined, and the twist of a corner is as random as others:
/// it is not what these moves make likely.
#[test]
fn competition_scrambles_are_between_known_moves() {
    let (two_phase, mut rng) = (TwoPhase::new(Metric::HalfTurn), rng());
    let around = Sequence::parse("R' U' F").unwrap();
    let scrambles: Vec<Vec<Move>> = (0..100)
        .map(|_| two_phase.competition_scramble(&mut rng))
        .collect();
    for moves in &scrambles {
        assert!(moves.starts_with(around.moves()) && moves.ends_with(around.moves()));
        assert_eq!(Sequence::from(moves.clone()).cleaned().len(), moves.len());
        assert!(moves.len() < 40, "{moves:?}");
    }
    let cubes = scrambles
        .iter()
        .map(|moves| Cube::from_moves(moves.iter().copied()));
    assert_uniform(cubes.map(|cube| cube.corner_orientations()[0]), 3);
}

/// Every scramble of the 2x2x2 is as short as can be, by turns of three faces.
#[test]
fn pocket_scrambles_are_shortest() {
    let (solver, mut rng) = (PocketSolver::new(Metric::HalfTurn), rng());
    for least in [0, 4, 9] {
        for _ in 0..50 {
            let moves = solver.scramble(least, &mut rng);
            let cube = Cube::from_moves(moves.iter().copied());
            assert_eq!(usize::from(solver.distance(&cube)), moves.len());
            assert!(moves.len() >= usize::from(least));
            let turned = [Face::U, Face::R, Face::F];
            assert!(moves.iter().all(|m| turned.contains(&m.face())));
        }
    }
}
