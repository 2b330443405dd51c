//! Random positions are what they say, and every one of them comes up.

use cubesolve::coord::Stop;
use cubesolve::cube::{
    CanonicalSequences, Cube, CubeSubset, Face, Metric, Move, Sequence, is_canonical,
};
use cubesolve::scramble;
use cubesolve::sets::{BUILT_IN, Definition};
use cubesolve::{Limits, Outcome, Position, Puzzle, Query, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::collections::{HashMap, HashSet};

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

/// By length, how many canonical sequences lead to each cube.
fn sequences_by_cube(length: u8, metric: Metric) -> HashMap<Cube, usize> {
    let sequences = CanonicalSequences::new(length, metric);
    let mut by_cube = HashMap::new();
    let mut seen = HashSet::new();
    for number in 0..sequences.count() {
        let sequence = sequences.get(number);
        assert_eq!(metric.length(sequence.moves()), usize::from(length));
        assert!(is_canonical(sequence.moves()));
        *by_cube.entry(sequence.cube()).or_default() += 1;
        assert!(seen.insert(sequence.to_string()));
    }
    by_cube
}

/// So a cube that is kept with the probability 1/n, for n shortest solutions, is as likely as any other: each
/// solution is one of the sequences that are equally likely, and all cubes at the distance are reached.
#[test]
fn shortest_solutions_are_the_canonical_sequences_that_lead_to_a_cube() {
    let solver = Solver::default();
    for (metric, farthest, counts) in [
        (Metric::HalfTurn, 3, &[1, 18, 243, 3240, 43239][..]),
        (Metric::QuarterTurn, 3, &[1, 12, 114, 1068, 10011]),
    ] {
        let mut nearer = HashSet::new();
        for (length, count) in (0..).zip(counts) {
            let mut by_cube = sequences_by_cube(length, metric);
            by_cube.retain(|cube, _| !nearer.contains(cube));
            assert_eq!(by_cube.len(), *count);
            nearer.extend(by_cube.keys().copied());
            let query = Query::new().metric(metric).all();
            let is_checked = |(cube, count): &(Cube, usize)| {
                *count > 1 || length < farthest || length == farthest && cube.index() % 16 == 0
            };
            for (cube, count) in by_cube.into_iter().filter(is_checked) {
                let answer = solver
                    .query(&cube.into(), &query, &Limits::default())
                    .unwrap();
                assert_eq!(answer.length(), Some(length.into()));
                assert_eq!(answer.solutions.len(), count, "{cube:?}");
            }
        }
    }
}

/// Of the cubes four moves from solved with one and with two solutions, some of each: they are drawn equally
/// often, though twice as many sequences lead to the latter.
#[test]
fn cubes_with_many_solutions_are_not_drawn_more_often() {
    let by_cube = sequences_by_cube(4, Metric::HalfTurn);
    let nearer = sequences_by_cube(3, Metric::HalfTurn);
    let with = |count| {
        let cubes = by_cube.iter().filter(move |(_, n)| **n == count);
        let mut cubes: Vec<Cube> = cubes.map(|(cube, _)| *cube).collect();
        cubes.retain(|cube| !nearer.contains_key(cube));
        cubes.sort_by_key(Cube::index);
        cubes
    };
    let few: Vec<Cube> = with(2)
        .into_iter()
        .take(6)
        .chain(with(1).into_iter().take(6))
        .collect();
    assert_eq!(few.len(), 12);
    let mut rng = rng();
    let mut draw = || {
        let count = |cube: &Cube, all: bool| -> Result<Option<usize>, ()> {
            assert!(all);
            Ok(few.contains(cube).then(|| by_cube[cube]))
        };
        scramble::at_distance(4, Metric::HalfTurn, &mut rng, count).unwrap()
    };
    let drawn: Vec<Cube> = (0..600).map(|_| draw()).collect();
    assert_uniform(drawn.into_iter(), 12);
}

/// Far from solved there are more sequences than cubes: these are drawn from all, one solution is enough, and
/// those of the wrong parity need none.
#[test]
fn far_cubes_are_drawn_from_all() {
    for (distance, metric) in [
        (18, Metric::HalfTurn),
        (21, Metric::QuarterTurn),
        (22, Metric::QuarterTurn),
    ] {
        let is_there = |_: &Cube, all: bool| -> Result<Option<usize>, ()> {
            assert!(!all);
            Ok(Some(7))
        };
        for _ in 0..50 {
            let cube = scramble::at_distance(distance, metric, &mut rng(), is_there).unwrap();
            let corners = cube.corners();
            let inversions = (0..8).flat_map(|i| (0..i).map(move |j| (j, i)));
            let inversions = inversions.filter(|&(j, i)| corners[j] > corners[i]).count();
            assert!(metric == Metric::HalfTurn || inversions % 2 == usize::from(distance) % 2);
        }
    }
    let error = scramble::such_that(&mut rng(), |_| Err::<bool, _>("no")).unwrap_err();
    assert_eq!(error, "no");
}

#[test]
fn scramble_leads_to_its_cube() {
    let mut rng = rng();
    for metric in Metric::ALL {
        let cube = Cube::random(&mut rng);
        let scramble = scramble::to_cube(&cube, metric, Stop::never()).unwrap();
        assert_eq!(scramble.cube(), cube);
        assert!(metric.length(scramble.moves()) <= [24, 36, 24][metric as usize]);
    }
}

/// The twist of a corner is as random as others: it is not what R' U' F makes likely.
#[test]
fn fewest_moves_scrambles_are_between_known_moves() {
    let mut rng = rng();
    let around = Sequence::parse("R' U' F").unwrap();
    let mut draw = || scramble::fewest_moves(&mut rng, Stop::never()).unwrap();
    let scrambles: Vec<Sequence> = (0..100).map(|_| draw()).collect();
    for scramble in &scrambles {
        let moves = scramble.moves();
        assert!(moves.starts_with(around.moves()) && moves.ends_with(around.moves()));
        assert_eq!(scramble.simplified().len(), moves.len());
        // the official program has at most 21 moves between, and lets none beside R' U' F share their axes
        assert!(moves.len() <= 27, "{moves:?}");
        let (first, last) = (moves[3].face(), moves[moves.len() - 4].face());
        assert!(![Face::F, Face::B].contains(&first) && ![Face::R, Face::L].contains(&last));
    }
    let cubes = scrambles.iter().map(Sequence::cube);
    assert_uniform(cubes.map(|cube| cube.corner_orientations()[0]), 3);
}

/// Every scramble of the 2x2x2 is as short as possible, by moves of three faces.
#[test]
fn scrambles_of_the_2x2x2_are_shortest() {
    let mut rng = rng();
    let query = Query::new().puzzle(Puzzle::Cube2);
    let prepared = Solver::default().prepare(&[], &query).unwrap();
    for distances in [0..=11, 4..=11, 9..=9] {
        for _ in 0..50 {
            let metric = Metric::HalfTurn;
            let scramble = scramble::cube2(distances.clone(), metric, &mut rng, Stop::never());
            let scramble = scramble.unwrap();
            let position = Position::from(scramble.cube());
            let answer = prepared.solve(&position, &Limits::default());
            assert_eq!(answer.unwrap().length(), Some(scramble.len()));
            assert!(distances.contains(&(scramble.len() as u8)));
            let faces = [Face::U, Face::R, Face::F];
            let mut moves = scramble.moves().iter();
            assert!(moves.all(|m| faces.contains(&m.face())));
        }
    }
}

/// All 54 positions of the 2x2x2 two moves from solved, and all 9 that one move makes.
#[test]
fn positions_of_the_2x2x2_at_a_distance_are_equally_likely() {
    let mut rng = rng();
    for (distance, count) in [(1, 9), (2, 54)] {
        let mut draw = || {
            let metric = Metric::HalfTurn;
            let scramble = scramble::cube2(distance..=distance, metric, &mut rng, Stop::never());
            let cube = scramble.unwrap().cube();
            (*cube.corners(), *cube.corner_orientations())
        };
        assert_uniform((0..20 * count).map(|_| draw()), count);
    }
}

#[test]
fn official_scrambles_of_the_2x2x2_have_eleven_moves() {
    let mut rng = rng();
    let query = Query::new().puzzle(Puzzle::Cube2);
    let prepared = Solver::default().prepare(&[], &query).unwrap();
    for _ in 0..100 {
        let scramble = scramble::cube2_competition(&mut rng, Stop::never()).unwrap();
        assert_eq!(scramble.len(), 11);
        assert!(
            scramble
                .moves()
                .windows(2)
                .all(|pair| pair[0].face() != pair[1].face())
        );
        let answer = prepared.solve(&scramble.cube().into(), &Limits::default());
        assert!(answer.unwrap().length() >= Some(4));
    }
}

/// The cubes that turns of U before and after make of one.
fn with_turns_of_u(cube: &Cube) -> impl Iterator<Item = Cube> {
    let turns = || (0..4).map(|n| Cube::from_moves((0..n).map(|_| Move::new(Face::U, 1))));
    let cube = *cube;
    turns().flat_map(move |after| turns().map(move |before| after.product(&cube).product(&before)))
}

#[test]
fn positions_of_a_set_are_equally_likely() {
    let mut rng = rng();
    // 4! · 4! / 2 permutations of the last layer but for the four solved ones; of its edges alone 12 with
    // turns of U after them
    for (name, count) in [("pll", 288 - 4), ("epll", 48 - 4)] {
        let set = Definition::named(name).unwrap();
        assert_uniform((0..8000).map(|_| set.random(&mut rng).unwrap()), count);
        for case in set.cases(false).unwrap() {
            let all: HashSet<Cube> = with_turns_of_u(&case.cube).collect();
            let drawn: Vec<Cube> = (0..800).map(|_| set.random_of(&case, &mut rng)).collect();
            assert!(drawn.iter().all(|cube| all.contains(cube)));
            assert_uniform(drawn.into_iter(), all.len());
        }
    }
    // 27 orientations of corners by 8 of edges, less the solved one, and what is left unsolved
    let oll = Definition::named("oll").unwrap();
    let drawn: Vec<Cube> = (0..8000).map(|_| oll.random(&mut rng).unwrap()).collect();
    assert_uniform(
        drawn
            .iter()
            .map(|c| (*c.corner_orientations(), *c.edge_orientations())),
        215,
    );
    assert_uniform(drawn.iter().map(|cube| cube.corners()[0]), 4);
    let case = &oll.cases(false).unwrap()[26];
    let drawn: Vec<Cube> = (0..2000).map(|_| oll.random_of(case, &mut rng)).collect();
    assert_uniform(
        drawn
            .iter()
            .map(|c| (*c.corner_orientations(), *c.edge_orientations())),
        4,
    );
    assert_uniform(drawn.iter().map(|c| (c.corners()[0], c.corners()[1])), 12);
}

/// Each cube drawn from a set or from one of its cases is in one of them, up to turns of U.
#[test]
fn random_cubes_are_in_their_set() {
    let mut rng = rng();
    for set in BUILT_IN {
        let definition = Definition::named(set.name).unwrap();
        let cases = definition.cases(false).unwrap();
        // what the set distinguishes of a cube
        let key = |cube: Cube| {
            let case = cases[0].clone();
            cubesolve::sets::Case { cube, ..case }.facelet_text()
        };
        let all: HashSet<String> = cases.iter().map(|case| key(case.cube)).collect();
        for _ in 0..100 {
            let cube = definition.random(&mut rng).unwrap();
            let is_of_set = |cube| all.contains(&key(cube));
            assert!(with_turns_of_u(&cube).any(is_of_set), "{}", set.name);
        }
        for case in cases.iter().take(30) {
            let cube = definition.random_of(case, &mut rng);
            let is_it = |cube| key(cube) == key(case.cube);
            assert!(with_turns_of_u(&cube).any(is_it), "{}", set.name);
        }
    }
    let empty: Definition = "solved: f2l ll-corners ll-edges".parse().unwrap();
    assert_eq!(empty.random(&mut rng), None);
}

/// Superflip, superfliptwist, this with pons asinorum, and the hardest of a proof; superflip with four spots. Each
/// has the symmetries of its class, and from it any image and its inverse are drawn.
#[test]
fn farthest_scrambles_are_of_the_published_classes() {
    for (metric, orders, count) in [
        (Metric::HalfTurn, &[4, 24, 48][..], 17),
        (Metric::QuarterTurn, &[16], 3),
    ] {
        let mut rng = rng();
        let mut found = HashMap::new();
        for _ in 0..1000 {
            let moves = scramble::farthest(metric, &mut rng).unwrap();
            assert_eq!(
                metric.length(moves.moves()),
                usize::from(metric.gods_number())
            );
            let cube = moves.cube();
            found.insert(cube, cube.symmetry_group().order());
        }
        let mut of_cubes: Vec<usize> = found.values().copied().collect();
        of_cubes.sort_unstable();
        of_cubes.dedup();
        assert_eq!((&of_cubes[..], found.len()), (orders, count), "{metric}");
        let superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
        let superflip: Cube = superflip.parse().unwrap();
        assert_eq!(found.contains_key(&superflip), metric == Metric::HalfTurn);
    }
    assert!(scramble::farthest(Metric::SliceTurn, &mut rng()).is_none());
}
