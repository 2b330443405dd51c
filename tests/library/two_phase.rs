//! Short solutions: they solve, and they are short.

use cubesolve::Limits;
use cubesolve::cube::{Cube, Face, Metric, Move, is_canonical};
use cubesolve::search::TwoPhase;
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

fn assert_short(two_phase: &TwoPhase, cube: &Cube) {
    let solution = two_phase.solve(cube);
    assert!(cube.apply_all(solution.iter().copied()).is_solved());
    assert!(is_canonical(&solution));
    assert!(solution.len() <= 24, "{} moves", solution.len());
    assert_eq!(Cube::from_moves(two_phase.generate(cube)), *cube);
}

#[test]
fn solutions_solve_and_are_short() {
    let two_phase = TwoPhase::new(Metric::HalfTurn);
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    for _ in 0..10 {
        assert_short(&two_phase, &Cube::random(&mut rng));
    }
    // inside the group of the second phase, where it may take 18 moves
    for _ in 0..10 {
        let moves = std::iter::repeat_with(|| Move::from_index(rng.random_range(0..18)));
        let inside = |m: &Move| m.is_half_turn() || matches!(m.face(), Face::U | Face::D);
        let cube = Cube::from_moves(moves.filter(inside).take(100));
        assert_short(&two_phase, &cube);
    }
    let (corners, edges) = (*Cube::SOLVED.corners(), *Cube::SOLVED.edges());
    let superflip = Cube::new(corners, [0; 8], edges, [1; 12]).unwrap();
    assert_short(&two_phase, &superflip);
}

/// In quarter turns the first solution is there at once, and is then improved.
#[test]
fn quarter_turns_are_counted() {
    let two_phase = TwoPhase::shared(Metric::QuarterTurn);
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    let superflip = Cube::new(
        [0, 1, 2, 3, 4, 5, 6, 7],
        [0; 8],
        *Cube::SOLVED.edges(),
        [1; 12],
    );
    let random = std::iter::repeat_with(|| Cube::random(&mut rng)).take(3);
    for cube in random.chain(superflip) {
        let length = |limits: &Limits| {
            let answer = two_phase.search(&cube, limits);
            let solution = &answer.solutions[0];
            assert!(cube.apply_all(solution.iter().copied()).is_solved());
            (Metric::QuarterTurn.length(solution), answer.nodes)
        };
        let (first, few) = length(&Limits::default().timeout(Duration::ZERO));
        let (best, many) = length(&Limits::default());
        assert!(best <= first && few <= many, "{best} {first}");
        assert!(few < 1_000_000, "{few} positions");
    }
}

/// With time solutions get shorter; what is proved is true.
#[test]
fn answers_tell_what_is_proved() {
    let two_phase = TwoPhase::shared(Metric::HalfTurn);
    let mut rng = ChaCha12Rng::seed_from_u64(2);
    for moves in [0, 1, 3, 5, 7, 9, 20] {
        let scramble = std::iter::repeat_with(|| Move::from_index(rng.random_range(0..18)));
        let cube = Cube::from_moves(scramble.take(moves));
        let answer = two_phase.search(&cube, &Limits::default());
        let best = &answer.solutions[0];
        assert!(cube.apply_all(best.iter().copied()).is_solved());
        assert_eq!(best, &two_phase.solve(&cube));
        assert!(usize::from(answer.lower_bound) <= moves.min(best.len()));
        assert!(answer.is_optimal() || best.len() > 10);
        let limits = Limits::default().timeout(Duration::from_millis(20));
        let other = two_phase.search(&cube, &limits);
        assert!(
            cube.apply_all(other.solutions[0].iter().copied())
                .is_solved()
        );
    }
}

#[test]
fn short_scrambles_have_optimal_solutions() {
    let two_phase = TwoPhase::new(Metric::HalfTurn);
    assert!(two_phase.solve(&Cube::SOLVED).is_empty());
    for a in Move::ALL {
        assert_eq!(two_phase.solve(a.cube()), [a.inverse()]);
        for b in Move::ALL.into_iter().filter(|b| b.may_follow(a)) {
            assert_eq!(two_phase.solve(&a.cube().apply(b)).len(), 2);
        }
    }
}
