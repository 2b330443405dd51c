//! Random positions are what they say, and every one of them comes up.

use cubesolve::coord::Stop;
use cubesolve::cube::{Cube, CubeSubset, Face, Metric, Move, Sequence};
use cubesolve::scramble;
use cubesolve::{Limits, Outcome, Position, Puzzle, Query, Solver};
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
    assert!("cross".parse::<CubeSubset>().is_err());
    for step in STEPS.map(|name| name.parse::<CubeSubset>().unwrap()) {
        let cubes = samples(|rng| step.random(rng));
        let oriented_edges = |c: &Cube| *c.edge_orientations() == [0; 12];
        let oriented_corners = |c: &Cube| *c.corner_orientations() == [0; 8];
        let slice_in_place = |c: &Cube| c.edges()[8..].iter().all(|e| *e >= 8);
        let all = |f: &dyn Fn(&Cube) -> bool| cubes.iter().all(f);
        use CubeSubset::*;
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

/// Goals do not share code with drawing.
#[test]
fn random_cube_of_a_subset_is_at_its_goal() {
    let solver = Solver::default();
    for name in ["eo-fb", "co-ud", "dr-ud", "htr", "corners", "edges"] {
        let step: CubeSubset = name.split('-').next().unwrap().parse().unwrap();
        let query = Query::new().goal(name.parse().unwrap()).max_moves(0);
        for cube in samples(|rng| step.random(rng)).into_iter().step_by(20) {
            let answer = solver.query(&Position::from(cube), &query, &Limits::default());
            assert_eq!(answer.unwrap().outcome, Outcome::Complete, "{name}");
        }
    }
    let cubes = samples(|rng| CubeSubset::HalfTurnReduction.random(rng));
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

#[test]
fn scramble_leads_to_its_cube() {
    let mut rng = rng();
    for metric in Metric::ALL {
        let cube = Cube::random(&mut rng);
        let scramble = scramble::to_cube(&cube, metric, Stop::never()).unwrap();
        assert_eq!(scramble.cube(), cube);
        assert!(metric.length(scramble.moves()) <= [24, 36][metric as usize]);
    }
}

/// The twist of a corner is as random as others: it is not what R' U' F makes likely.
#[test]
fn fewest_moves_scrambles_are_between_known_moves() {
    let mut rng = rng();
    let around = Sequence::parse("R' U' F").unwrap();
    let mut draw = || scramble::fewest_moves(Metric::HalfTurn, &mut rng, Stop::never()).unwrap();
    let scrambles: Vec<Sequence> = (0..100).map(|_| draw()).collect();
    for scramble in &scrambles {
        let moves = scramble.moves();
        assert!(moves.starts_with(around.moves()) && moves.ends_with(around.moves()));
        assert_eq!(scramble.simplified().len(), moves.len());
        assert!(moves.len() < 40, "{moves:?}");
    }
    let cubes = scrambles.iter().map(Sequence::cube);
    assert_uniform(cubes.map(|cube| cube.corner_orientations()[0]), 3);
}

/// Every scramble of the 2x2x2 is as short as possible, by moves of three faces.
#[test]
fn scrambles_of_the_2x2x2_are_shortest() {
    let (solver, mut rng) = (Solver::default(), rng());
    let query = Query::new().puzzle(Puzzle::Cube2);
    for min_distance in [0, 4, 9] {
        for _ in 0..50 {
            let metric = Metric::HalfTurn;
            let scramble = scramble::cube2(min_distance, metric, &mut rng, Stop::never());
            let scramble = scramble.unwrap();
            let position = Position::from(scramble.cube());
            let answer = solver.query(&position, &query, &Limits::default());
            assert_eq!(answer.unwrap().length(), Some(scramble.len()));
            assert!(scramble.len() >= usize::from(min_distance));
            let faces = [Face::U, Face::R, Face::F];
            let mut moves = scramble.moves().iter();
            assert!(moves.all(|m| faces.contains(&m.face())));
        }
    }
}
