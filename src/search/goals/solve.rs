use super::Goal;
use crate::cube::{Cube, Move};
use crate::search::{Limits, Outcome, Request};
use std::ops::ControlFlow;

/// Moves that bring a cube to a goal.
///
/// `inverse` are the moves made on the inverse of the scramble, as in NISS (normal-inverse
/// scramble switch): with `x` the cube, `inverse⁻¹ · x · normal` is at the goal. Without NISS
/// there are none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GoalSolution {
    /// Which of the goals asked for, by number.
    pub goal: usize,
    pub normal: Vec<Move>,
    pub inverse: Vec<Move>,
}

impl GoalSolution {
    /// Number of moves on both sides.
    pub fn len(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }

    /// Whether the cube was at the goal to begin with.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cube that the moves make of `cube`.
    pub fn outcome(&self, cube: &Cube) -> Cube {
        outcome(cube, &self.normal, &self.inverse)
    }
}

fn outcome(cube: &Cube, normal: &[Move], inverse: &[Move]) -> Cube {
    let before = cube.inverse().apply_all(inverse.iter().copied()).inverse();
    before.apply_all(normal.iter().copied())
}

/// The result of a search for goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalAnswer {
    /// Shortest first, each once: canonical moves on each side, none of which is idle at the
    /// end of its side.
    pub solutions: Vec<GoalSolution>,
    pub outcome: Outcome,
    /// Positions looked at.
    pub nodes: u64,
}

/// Shortest ways to any of `goals`, by iterative deepening with the goals' lower bounds; with
/// `niss` also those made on both sides. It runs in the calling thread.
///
/// A goal that its moves cannot reach from the cube is left out.
pub fn solve(
    goals: &[Goal],
    cube: &Cube,
    request: &Request,
    niss: bool,
    limits: &Limits,
) -> GoalAnswer {
    let mut answer = GoalAnswer {
        solutions: vec![],
        outcome: Outcome::NoneWithinMaxMoves,
        nodes: 0,
    };
    let reachable: Vec<usize> = (0..goals.len())
        .filter(|&i| goals[i].is_reachable(cube))
        .collect();
    let mut last = request.max_moves;
    let mut length = 0;
    while length <= last && !reachable.is_empty() {
        for &i in &reachable {
            let mut search = Search::new(&goals[i], i, cube, request, limits, &mut answer);
            if search.length(length, niss).is_break() {
                return answer;
            }
        }
        if answer.outcome != Outcome::Complete && !answer.solutions.is_empty() {
            answer.outcome = Outcome::Complete;
            last = last.min(length.saturating_add(request.extra));
        }
        length += 1;
    }
    answer
}

/// A search for solutions of one length of one goal.
struct Search<'a> {
    goal: &'a Goal,
    number: usize,
    cube: &'a Cube,
    request: &'a Request,
    limits: &'a Limits<'a>,
    answer: &'a mut GoalAnswer,
    /// The moves of the side that is searched without bounds, then those of the other.
    first: Vec<Move>,
    second: Vec<Move>,
    /// Whether the first side is the inverse.
    inverse_first: bool,
}

impl<'a> Search<'a> {
    fn new(
        goal: &'a Goal,
        number: usize,
        cube: &'a Cube,
        request: &'a Request,
        limits: &'a Limits<'a>,
        answer: &'a mut GoalAnswer,
    ) -> Search<'a> {
        Search {
            goal,
            number,
            cube,
            request,
            limits,
            answer,
            first: vec![],
            second: vec![],
            inverse_first: true,
        }
    }

    /// All solutions of a length. The bounds speak only when one side remains; so the side
    /// with fewer moves comes first.
    fn length(&mut self, length: u8, niss: bool) -> ControlFlow<()> {
        let on_inverse = if niss { length } else { 0 };
        for inverse in 0..=on_inverse {
            let normal = length - inverse;
            self.inverse_first = inverse <= normal;
            if self.inverse_first {
                self.first_side(&self.cube.inverse(), inverse, normal)?;
            } else {
                self.first_side(&self.cube.clone(), normal, inverse)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries every canonical sequence of `left` moves, then the other side.
    fn first_side(&mut self, cube: &Cube, left: u8, then: u8) -> ControlFlow<()> {
        if left == 0 {
            return self.second_side(&cube.inverse(), then);
        }
        for m in self.goal.moves.iter() {
            if self.first.last().is_none_or(|last| m.may_follow(*last)) {
                self.first.push(m);
                self.first_side(&cube.apply(m), left - 1, then)?;
                self.first.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for the goal in exactly `left` moves.
    fn second_side(&mut self, cube: &Cube, left: u8) -> ControlFlow<()> {
        self.answer.nodes += 1;
        if self.answer.nodes.is_multiple_of(4096) && self.limits.reached() {
            self.answer.outcome = Outcome::Stopped;
            return ControlFlow::Break(());
        }
        if !self.goal.may_be_within(left, cube) {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            return self.found();
        }
        for m in self.goal.moves.iter() {
            if self.second.last().is_none_or(|last| m.may_follow(*last)) {
                self.second.push(m);
                self.second_side(&cube.apply(m), left - 1)?;
                self.second.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn found(&mut self) -> ControlFlow<()> {
        let (normal, inverse) = if self.inverse_first {
            (&self.second, &self.first)
        } else {
            (&self.first, &self.second)
        };
        let reached = |normal: &[Move], inverse: &[Move]| {
            self.goal.is_reached(&outcome(self.cube, normal, inverse))
        };
        assert!(
            reached(normal, inverse),
            "the search returned a wrong solution"
        );
        let shorter = |side: &[Move]| side[..side.len().saturating_sub(1)].to_vec();
        let is_idle = !normal.is_empty() && reached(&shorter(normal), inverse)
            || !inverse.is_empty() && reached(normal, &shorter(inverse));
        if is_idle {
            return ControlFlow::Continue(());
        }
        self.answer.solutions.push(GoalSolution {
            goal: self.number,
            normal: normal.clone(),
            inverse: inverse.clone(),
        });
        if self
            .request
            .count
            .is_some_and(|n| self.answer.solutions.len() >= n)
        {
            self.answer.outcome = Outcome::Complete;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
