//! Answers given again against answers found anew.

use super::recursive::NoBound;
use cubesolve::cube::{Cube, Metric, Move, Transformation};
use cubesolve::search::{Answer, KnownAnswers, Limits, Outcome, Request, solve_recursively};
use proptest::prelude::*;
use std::cell::Cell;
use std::convert::Infallible;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

fn solve(cube: &Cube, request: &Request) -> Answer {
    solve_recursively(&NoBound, cube, request, &Limits::default())
}

/// What `known` answers where `solve` cannot fail.
fn ask(known: &KnownAnswers, cube: &Cube, solve: impl FnOnce(&Cube) -> Answer) -> Answer {
    let Ok(answer) = known.solve(cube, |cube| Ok::<_, Infallible>(solve(cube)));
    answer
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
            let answer = ask(&known, &cube, |cube| {
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

proptest! {
    /// What is found for the cube that is searched in place of another solves the other.
    #[test]
    fn solutions_are_led_back(cube in near_cubes(), s in 0..48usize) {
        let request = Request { count: None, ..Request::default() };
        let conjugate = Transformation::from_index(s).apply(&cube);
        for cube in [cube, conjugate, conjugate.inverse()] {
            let mut led_back = vec![];
            ask(&KnownAnswers::default(), &cube, |searched| {
                let answer = solve(searched, &request);
                led_back = answer.solutions.clone();
                answer
            });
            let direct = sorted(solve(&cube, &request));
            for solution in &mut led_back {
                *solution = KnownAnswers::lead_back(&cube, solution);
                prop_assert!(cube.apply_all(solution.iter().copied()).is_solved());
            }
            led_back.sort();
            prop_assert_eq!(led_back, direct);
        }
    }
}

#[test]
fn answers_that_were_stopped_are_not_kept() {
    let known = KnownAnswers::default();
    let cube = Cube::from_moves([Move::from_index(0)]);
    for searches in 1..=2 {
        let mut made = 0;
        ask(&known, &cube, |cube| {
            made += 1;
            Answer {
                outcome: Outcome::Stopped,
                solutions: vec![],
                ..solve(cube, &Request::default())
            }
        });
        assert_eq!(made, 1, "search {searches}");
    }
    let answer = ask(&known, &cube, |cube| solve(cube, &Request::default()));
    assert!(answer.nodes > 0);
    let again = ask(&known, &cube.inverse(), |_| panic!("it is known"));
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
                let answer = ask(known, &cube, |cube| {
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

/// What a search that has to stop has proved of a cube.
fn stopped(lower_bound: u8, solutions: Vec<Vec<Move>>) -> Answer {
    Answer {
        metric: Metric::HalfTurn,
        solutions,
        lower_bound,
        outcome: Outcome::Stopped,
        nodes: 1,
        probes: 2,
    }
}

/// A twin waits for an answer that does not come in time. Its own search then has little time
/// left, and proves less than the first.
#[test]
fn who_waits_in_vain_reports_all_that_was_proved() {
    let known = KnownAnswers::default();
    let cube = Cube::from_moves([0, 3, 6].map(Move::from_index));
    let twin = Transformation::from_index(17).apply(&cube).inverse();
    let under_way = Barrier::new(2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let answer = ask(&known, &cube, |_| {
                under_way.wait();
                std::thread::sleep(std::time::Duration::from_millis(50));
                stopped(3, vec![])
            });
            assert_eq!(answer, stopped(3, vec![]));
        });
        under_way.wait();
        let answer = ask(&known, &twin, |_| stopped(2, vec![]));
        assert_eq!(answer, stopped(3, vec![]));
    });
    // What proves more takes its place, be it a solution; what proves less does not.
    let found = |cube: &Cube| stopped(3, solve(cube, &Request::default()).solutions);
    let answer = ask(&known, &twin, found);
    assert_eq!(answer.solutions.len(), 1);
    let answer = ask(&known, &cube, |_| stopped(3, vec![]));
    assert!(
        cube.apply_all(answer.solutions[0].iter().copied())
            .is_solved()
    );
    // A search that came to its end does in any case.
    let complete = ask(&known, &cube, |cube| solve(cube, &Request::default()));
    assert_eq!(complete.outcome, Outcome::Complete);
    assert_eq!(ask(&known, &twin, |_| panic!("it is known")).nodes, 0);
}

#[test]
fn a_search_that_failed_is_made_again() {
    let known = KnownAnswers::default();
    let cube = Cube::SOLVED;
    assert_eq!(known.solve(&cube, |_| Err("no table")), Err("no table"));
    let again = ask(&known, &cube, |cube| solve(cube, &Request::default()));
    assert_eq!(again.outcome, Outcome::Complete);
}
