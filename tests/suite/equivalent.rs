//! Answers given again against answers found anew.

use cubesolve::cube::{Cube, Move, Transformation};
use cubesolve::search::{
    Answer, KnownAnswers, Limits, LowerBound, Outcome, Request, solve_recursively,
};
use proptest::prelude::*;
use std::cell::Cell;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

struct NoBound;

impl LowerBound for NoBound {
    fn lower_bound(&self, _: &Cube) -> u8 {
        0
    }
}

fn solve(cube: &Cube, request: &Request) -> Answer {
    let limits = Limits {
        stop: &AtomicBool::new(false),
        deadline: None,
        on_depth: None,
    };
    solve_recursively(&NoBound, cube, request, &limits)
}

fn near_cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..4)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

/// All solutions, in an order that both searches share.
fn sorted(mut answer: Answer) -> Vec<Vec<Move>> {
    answer
        .solutions
        .sort_by_key(|moves| (moves.len(), moves.clone()));
    answer.solutions
}

proptest! {
    #[test]
    fn all_solutions_of_equivalent_cubes(cube in near_cubes(), s in 0..48usize, extra in 0..2u8) {
        let request = Request { count: None, extra, ..Request::default() };
        let known = KnownAnswers::default();
        let conjugate = Transformation::from_index(s).apply(&cube);
        let searches = Cell::new(0);
        for cube in [cube, conjugate, conjugate.inverse()] {
            let answer = known.solve(&cube, |cube| {
                searches.set(searches.get() + 1);
                solve(cube, &request)
            });
            let direct = solve(&cube, &request);
            prop_assert_eq!(answer.lower_bound, direct.lower_bound);
            prop_assert_eq!(answer.outcome, direct.outcome);
            prop_assert_eq!(answer.solutions, sorted(direct));
        }
        prop_assert_eq!(searches.get(), 1);
    }
}

#[test]
fn answers_that_were_stopped_are_not_kept() {
    let known = KnownAnswers::default();
    let cube = Cube::from_moves([Move::from_index(0)]);
    for searches in 1..=2 {
        let mut made = 0;
        known.solve(&cube, |cube| {
            made += 1;
            Answer {
                outcome: Outcome::Stopped,
                solutions: vec![],
                ..solve(cube, &Request::default())
            }
        });
        assert_eq!(made, 1, "search {searches}");
    }
    let answer = known.solve(&cube, |cube| solve(cube, &Request::default()));
    assert!(answer.nodes > 0);
    let again = known.solve(&cube.inverse(), |_| panic!("it is known"));
    assert_eq!((again.nodes, again.probes), (0, 0));
    assert!(
        cube.inverse()
            .apply_all(again.solutions[0].iter().copied())
            .is_solved()
    );
}

#[test]
fn threads_do_not_solve_the_same_cube_twice() {
    let known = KnownAnswers::default();
    let searches = AtomicUsize::new(0);
    let cube = Cube::from_moves([0, 3, 6].map(Move::from_index));
    let together = Barrier::new(4);
    std::thread::scope(|scope| {
        for s in 0..4 {
            let cube = Transformation::from_index(s).apply(&cube);
            let (known, searches, together) = (&known, &searches, &together);
            scope.spawn(move || {
                together.wait();
                let answer = known.solve(&cube, |cube| {
                    searches.fetch_add(1, Ordering::Relaxed);
                    solve(cube, &Request::default())
                });
                assert!(
                    cube.apply_all(answer.solutions[0].iter().copied())
                        .is_solved()
                );
            });
        }
    });
    assert_eq!(searches.into_inner(), 1);
}
