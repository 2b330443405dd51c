//! Quick solutions: they solve, and they are short.

use cubesolve::cube::{Cube, Face, Metric, Move, is_canonical};
use cubesolve::{Answer, Cost, Limits, Outcome, Position, Query, Solution, Solver};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn fast() -> Query {
    Query::new().fast(true)
}

fn solve(cube: &Cube, query: &Query, limits: &Limits) -> Answer {
    let answer = Solver::default().query(&Position::from(*cube), query, limits);
    let answer = answer.unwrap();
    for solution in &answer.solutions {
        let moves = solution.sequence();
        let moves = moves.moves();
        assert!(cube.apply_all(moves.iter().copied()).is_solved());
        // slices are written as they are turned
        assert!(answer.metric == Metric::SliceTurn || is_canonical(moves));
        assert_eq!(solution.length(), answer.metric.length(moves));
    }
    assert!(usize::from(answer.lower_bound) <= answer.length().unwrap_or(255));
    answer
}

fn superflip() -> Cube {
    let (corners, edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
    Cube::new(corners, [0; 8], edges, [1; 12]).unwrap()
}

#[test]
fn solutions_have_at_most_24_moves() {
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let random: Vec<Cube> = (0..10).map(|_| Cube::random(&mut rng)).collect();
    // inside the group of the second phase, where it may take 18 moves
    let inside = (0..10).map(|_| {
        let moves = std::iter::repeat_with(|| Move::from_index(rng.random_range(0..18)));
        let inside = |m: &Move| m.is_half_turn() || matches!(m.face(), Face::U | Face::D);
        Cube::from_moves(moves.filter(inside).take(100))
    });
    for cube in random.into_iter().chain(inside).chain([superflip()]) {
        let answer = solve(&cube, &fast(), &Limits::default());
        assert!(answer.length().is_some_and(|length| length <= 24) && answer.nodes > 0);
        let again = solve(&cube, &fast(), &Limits::default());
        assert_eq!(again.solutions, answer.solutions);
    }
}

/// With a timeout of zero the first solution is the answer; without one it is improved.
#[test]
fn quarter_turn_solutions_are_improved() {
    let query = fast().metric(Metric::QuarterTurn);
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    let random = std::iter::repeat_with(|| Cube::random(&mut rng)).take(3);
    for cube in random.chain([superflip()]) {
        let at_once = solve(&cube, &query, &Limits::default().timeout(Duration::ZERO));
        let answer = solve(&cube, &query, &Limits::default());
        assert_eq!(at_once.outcome, Outcome::Complete);
        assert!(answer.length() <= at_once.length() && at_once.nodes <= answer.nodes);
        assert!(at_once.nodes < 1_000_000, "{} nodes", at_once.nodes);
    }
}

#[test]
fn lower_bound_is_at_most_the_length_of_the_scramble() {
    let mut rng = ChaCha12Rng::seed_from_u64(2);
    for length in [0, 1, 3, 5, 7, 9, 20] {
        let scramble = std::iter::repeat_with(|| Move::from_index(rng.random_range(0..18)));
        let cube = Cube::from_moves(scramble.take(length));
        let answer = solve(&cube, &fast(), &Limits::default());
        assert!(usize::from(answer.lower_bound) <= length);
        assert!(answer.is_optimal() || answer.length() > Some(10));
    }
}

#[test]
fn short_scrambles_have_optimal_solutions() {
    let length = |cube: &Cube| solve(cube, &fast(), &Limits::default()).length();
    assert_eq!(length(&Cube::SOLVED), Some(0));
    for a in Move::ALL {
        assert_eq!(length(a.cube()), Some(1));
        for b in Move::ALL.into_iter().filter(|b| b.may_follow(a)) {
            assert_eq!(length(&a.cube().apply(b)), Some(2));
        }
    }
}

#[test]
fn max_moves_goes_on_until_a_solution_is_short_enough() {
    let mut rng = ChaCha12Rng::seed_from_u64(4);
    let cubes = std::iter::repeat_with(|| Cube::random(&mut rng));
    let answers = cubes.map(|cube| (cube, solve(&cube, &fast(), &Limits::default())));
    // shorter ones are then found soon
    let long = answers.filter(|(_, usual)| usual.length() >= Some(21));
    for (cube, usual) in long.take(3) {
        let shorter = usual.length().unwrap() as u8 - 1;
        let answer = solve(&cube, &fast().max_moves(shorter), &Limits::default());
        assert_eq!(answer.outcome, Outcome::Complete);
        assert!(answer.length() < usual.length() && answer.nodes > usual.nodes);
    }
}

#[test]
fn max_moves_below_the_distance_is_proven_or_times_out() {
    // 9 moves apart, all of them in the domino group but the first and the last
    let cube: Cube = "R U2 D F2 U L2 D' B2 R".parse().unwrap();
    for (max_moves, outcome) in [(9, Outcome::Complete), (8, Outcome::NoneWithinMaxMoves)] {
        let answer = solve(&cube, &fast().max_moves(max_moves), &Limits::default());
        assert_eq!((answer.outcome, answer.lower_bound), (outcome, 9));
    }
    // by second phases of any length
    let answer = solve(&superflip(), &fast().max_moves(11), &Limits::default());
    let expected = (Outcome::NoneWithinMaxMoves, 12);
    assert_eq!((answer.outcome, answer.lower_bound), expected);
    let limits = Limits::default().timeout(Duration::from_millis(20));
    let answer = solve(&superflip(), &fast().max_moves(19), &limits);
    let expected = (Outcome::TimedOut, vec![]);
    assert_eq!((answer.outcome, answer.solutions), expected);
}

/// 13 moves of the domino group, which the shorter second phases of its paths do not find.
#[test]
fn proof_for_a_cube_in_the_domino_group_tries_long_second_phases() {
    let cube: Cube = "U R2 D L2 U' B2 D F2 U2 L2 D R2 U".parse().unwrap();
    let best = solve(&cube, &fast(), &Limits::default()).length().unwrap() as u8;
    let answer = solve(&cube, &fast().max_moves(best), &Limits::default());
    assert_eq!(answer.outcome, Outcome::Complete);
}

/// With a timeout, on two threads.
#[test]
fn quick_solutions_are_correct_whenever_they_are_interrupted() {
    let solver = Solver::default().threads(2);
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    for metric in [Metric::HalfTurn, Metric::SliceTurn] {
        for cube in [Cube::random(&mut rng), Cube::SOLVED] {
            let answer = |milliseconds| {
                let limits = Limits::default().timeout(Duration::from_millis(milliseconds));
                let position = Position::from(cube);
                solver
                    .query(&position, &fast().metric(metric), &limits)
                    .unwrap()
            };
            for answer in [0, 50].map(answer) {
                assert_eq!(answer.outcome, Outcome::Complete);
                let length = answer.length().unwrap();
                let solution = answer.solutions[0].sequence();
                assert!(cube.apply_all(solution.moves().iter().copied()).is_solved());
                assert!(usize::from(answer.lower_bound) <= length && length <= 24);
            }
        }
    }
}

#[test]
fn six_spots_take_eight_turns_of_faces() {
    let six_spots: Cube = "U D' R L' F B' U D'".parse().unwrap();
    let answer = solve(&six_spots, &fast(), &Limits::default());
    assert_eq!(answer.length(), Some(8));
}

/// The shortest one that is found without a cost is among those that are compared.
#[test]
fn cost_chooses_a_solution_that_is_not_dearer() {
    let mut rng = ChaCha12Rng::seed_from_u64(6);
    for text in ["mcc", "U,D 0.2"] {
        let cost: Cost = text.parse().unwrap();
        let cube = Cube::random(&mut rng);
        let shortest = solve(&cube, &fast(), &Limits::default());
        let cheapest = solve(&cube, &fast().cost(cost.clone()), &Limits::default());
        let found = &cheapest.solutions[0];
        let of = |solution: &Solution| cost.of(&solution.normal);
        assert!((of(found) - found.cost().unwrap()).abs() < 1e-9);
        assert!(of(found) <= of(&shortest.solutions[0]));
        assert!(!cheapest.is_optimal() && found.length() <= shortest.length().unwrap() + 2);
    }
    assert!(
        fast()
            .cost("mcc".parse().unwrap())
            .extra(0)
            .check()
            .is_err()
    );
}

/// A slice is made of two turns of faces, so these say half as much.
#[test]
fn bound_in_slice_turns_holds_for_slices() {
    let query = fast().metric(Metric::SliceTurn);
    let distance = |cube: &Cube| {
        let exact = Query::new().metric(Metric::SliceTurn);
        solve(cube, &exact, &Limits::default()).length().unwrap()
    };
    for scramble in [
        "R L'",
        "R L' F B'",
        "R L' F B' U D'",
        "U D' R L' F B' U D'",
        "R L' F B' U D' L R'",
        "R L' F B' R L' F B' U",
    ] {
        let cube: Cube = scramble.parse().unwrap();
        let answer = solve(&cube, &query, &Limits::default());
        assert!(
            usize::from(answer.lower_bound) <= distance(&cube),
            "{scramble}"
        );
        let max_moves = distance(&cube) as u8 - 1;
        let answer = solve(
            &cube,
            &query.clone().max_moves(max_moves),
            &Limits::default(),
        );
        let expected = (Outcome::NoneWithinMaxMoves, max_moves + 1);
        assert_eq!((answer.outcome, answer.lower_bound), expected, "{scramble}");
    }
    let mut rng = ChaCha12Rng::seed_from_u64(7);
    for _ in 0..20 {
        let moves = std::iter::repeat_with(|| Move::from_index(rng.random_range(0..18)));
        let cube = Cube::from_moves(moves.take(8));
        let answer = solve(&cube, &query, &Limits::default());
        assert!(usize::from(answer.lower_bound) <= distance(&cube));
    }
}

#[test]
fn stopped_search_has_no_solution() {
    let stop = AtomicBool::new(true);
    let answer = solve(&superflip(), &fast(), &Limits::default().stop(&stop));
    let expected = (Outcome::Stopped, vec![]);
    assert_eq!((answer.outcome, answer.solutions), expected);
}
