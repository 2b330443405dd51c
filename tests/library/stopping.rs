//! What is stopped ends before it has made its tables, and makes them for the next.

use cubesolve::coord::{BasicTables, CornerPermutation, Distances};
use cubesolve::cube::{Cube, Metric, TransformationSet};
use cubesolve::notation::{Pattern, Reading, turns};
use cubesolve::search::goals::{self, GoalName, GoalRequest};
use cubesolve::search::{PocketSolver, TurnSolver, TwoPhase};
use cubesolve::{Limits, Outcome, Request};
use std::sync::atomic::AtomicBool;

static STOPPED: AtomicBool = AtomicBool::new(true);

/// Searches for the same, first stopped before it begins, then not.
fn stopped_and_not<T>(search: impl Fn(&Limits) -> T) -> [T; 2] {
    let stopped = Limits::default().stop(&STOPPED);
    [search(&stopped), search(&Limits::default())]
}

fn cube() -> Cube {
    "R U F2".parse().unwrap()
}

/// In quarter turns, as tables are kept and nobody else here looks for corners so.
#[test]
fn goals_are_not_measured() {
    let name = GoalName::parse("corners", None).unwrap();
    let steps = name.steps(Metric::QuarterTurn);
    let search = |limits: &Limits| {
        let answer = goals::solve(&steps, &cube(), &GoalRequest::default(), limits);
        (answer.outcome, answer.solutions.len(), answer.lower_bound)
    };
    let expected = [(Outcome::Stopped, 0, 0), (Outcome::Complete, 1, 4)];
    assert_eq!(stopped_and_not(search), expected);
}

#[test]
fn certain_turns_are_not_measured() {
    let solver = TurnSolver::new(turns("R,U,F").unwrap(), Pattern::SOLVED);
    let position = Reading::default().parse("R U F2").unwrap();
    let search = |limits: &Limits| {
        let answer = solver.solve(&position, &Request::default(), limits);
        let answer = answer.unwrap();
        (answer.outcome, answer.solutions.len(), answer.lower_bound)
    };
    let expected = [(Outcome::Stopped, 0, 0), (Outcome::Complete, 1, 3)];
    assert_eq!(stopped_and_not(search), expected);
}

#[test]
fn the_pocket_cube_is_not_measured() {
    let solver = PocketSolver::new(Metric::HalfTurn);
    let search = |limits: &Limits| {
        let answer = solver.solve(&cube(), &Request::default(), limits);
        (answer.outcome, answer.solutions.len(), answer.lower_bound)
    };
    let expected = [(Outcome::Stopped, 0, 0), (Outcome::Complete, 1, 3)];
    assert_eq!(stopped_and_not(search), expected);
}

#[test]
fn distances_are_whole_or_none() {
    let tables = BasicTables::new(&CornerPermutation, TransformationSet::default());
    let none = Distances::unless(&STOPPED, &tables, &[0], Metric::HalfTurn);
    assert!(none.is_none());
}

/// Of a hard cube no solution is known by then; of an easy one there may be one.
#[test]
fn two_phases_end_without_a_solution() {
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let superflip: Cube = superflip.parse().unwrap();
    let two_phase = TwoPhase::shared(Metric::HalfTurn);
    let search = |limits: &Limits| two_phase.search(&superflip, limits);
    let [stopped, not] = stopped_and_not(search);
    assert_eq!(
        (stopped.outcome, stopped.length()),
        (Outcome::Stopped, None)
    );
    assert_eq!(not.outcome, Outcome::Complete);
    let solution = not.solutions[0].iter().copied();
    assert!(superflip.apply_all(solution).is_solved());
}
