use super::goal::{Bound, Goal};
use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::search::plain::{Counts, PlainSearch, Space, deepen};
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
    /// The moves on the scramble itself.
    pub normal: Vec<Move>,
    /// The moves on its inverse.
    pub inverse: Vec<Move>,
}

impl GoalSolution {
    /// Number of moves on both sides.
    pub fn len(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }

    /// The length of both sides together.
    pub fn length(&self, metric: Metric) -> usize {
        metric.length(&self.normal) + metric.length(&self.inverse)
    }

    /// Whether the cube was at the goal to begin with.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them as moves on the scramble: after the normal ones, the inverse of the others.
    /// Where the goal is the solved cube they solve it.
    pub fn moves(&self) -> Vec<Move> {
        let undone = self.inverse.iter().rev().map(|m| m.inverse());
        self.normal.iter().copied().chain(undone).collect()
    }

    /// The cube that the moves make of `cube`.
    pub fn outcome(&self, cube: &Cube) -> Cube {
        let inverse = cube.inverse().apply_all(self.inverse.iter().copied());
        inverse.inverse().apply_all(self.normal.iter().copied())
    }
}

/// The result of a search for goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalAnswer {
    /// Shortest first, each once: canonical moves on each side, none of which is idle at the
    /// end of its side.
    pub solutions: Vec<GoalSolution>,
    /// Proved: no solution is shorter than this.
    pub lower_bound: u8,
    /// Why the search ended.
    pub outcome: Outcome,
    /// Positions expanded.
    pub nodes: u64,
    /// Moves tried.
    pub tried: u64,
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
    let reachable = |goal: &usize| goals[*goal].is_reachable(cube);
    let counts = Counts::default();
    let mut searches: Vec<Search> = (0..goals.len())
        .filter(reachable)
        .map(|number| Search::new(&goals[number], number, cube, limits, &counts))
        .collect();
    let deepened = deepen(request, limits, &counts, 0, |length, add| {
        for search in &mut searches {
            // the bounds speak only when one side remains; so that with fewer moves is first
            for on_inverse in 0..=if niss { length } else { 0 } {
                search.with_moves_on_each_side(length - on_inverse, on_inverse, add)?;
            }
        }
        ControlFlow::Continue(())
    });
    GoalAnswer {
        solutions: deepened.solutions,
        lower_bound: deepened.lower_bound,
        outcome: deepened.outcome,
        nodes: counts.nodes(),
        tried: counts.tried(),
    }
}

/// Cubes, and a goal among them.
impl Space for Goal {
    type Node = Cube;

    fn metric(&self) -> Metric {
        self.metric
    }

    fn apply(&self, cube: &Cube, m: Move) -> Cube {
        cube.apply(m)
    }

    fn may_be_within(&self, left: u8, cube: &Cube) -> bool {
        let within = |bound: &Bound| bound.of(cube, self.metric) <= left;
        self.bounds.iter().all(within)
    }
}

/// Cubes, wherever they are, with lengths in a metric.
struct Anywhere(Metric);

impl Space for Anywhere {
    type Node = Cube;

    fn metric(&self) -> Metric {
        self.0
    }

    fn apply(&self, cube: &Cube, m: Move) -> Cube {
        cube.apply(m)
    }

    fn may_be_within(&self, _: u8, _: &Cube) -> bool {
        true
    }
}

/// A search for one goal.
struct Search<'a> {
    goal: &'a Goal,
    number: usize,
    cube: &'a Cube,
    /// The side with fewer moves, on which all sequences are tried.
    first: PlainSearch<'a, Anywhere>,
    second: PlainSearch<'a, Goal>,
}

impl<'a> Search<'a> {
    fn new(
        goal: &'a Goal,
        number: usize,
        cube: &'a Cube,
        limits: &'a Limits<'a>,
        counts: &'a Counts,
    ) -> Search<'a> {
        let anywhere = match goal.metric {
            Metric::HalfTurn => &Anywhere(Metric::HalfTurn),
            Metric::QuarterTurn => &Anywhere(Metric::QuarterTurn),
        };
        let first = PlainSearch::new(anywhere, goal.moves(), counts).not_ending_with(goal.idle);
        let second = PlainSearch::new(goal, goal.moves(), counts).not_ending_with(goal.idle);
        Search {
            goal,
            number,
            cube,
            first: first.limited_by(limits),
            second: second.limited_by(limits),
        }
    }

    /// All solutions with so many moves on the normal scramble and on the inverse.
    fn with_moves_on_each_side(
        &mut self,
        normal: u8,
        inverse: u8,
        add: &mut dyn FnMut(GoalSolution) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        let Search { goal, cube, .. } = *self;
        let (first, second) = (&mut self.first, &mut self.second);
        let inverse_first = inverse <= normal;
        let start = if inverse_first { cube.inverse() } else { *cube };
        let (few, many) = (normal.min(inverse), normal.max(inverse));
        first.run(&start, MoveSet::ALL, few, |begun| {
            second.run(&begun.node.inverse(), MoveSet::ALL, many, |ended| {
                let sides = (ended.path.to_vec(), begun.path.to_vec());
                let (normal, inverse) = if inverse_first {
                    sides
                } else {
                    (sides.1, sides.0)
                };
                let solution = GoalSolution {
                    goal: self.number,
                    normal,
                    inverse,
                };
                assert!(
                    goal.is_reached(&solution.outcome(cube)),
                    "the search returned a wrong solution"
                );
                add(solution)
            })
        })
    }
}
