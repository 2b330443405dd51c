//! Goals other than the solved 3x3x3 cube, which need no table file.

use super::{Details, Engine, Shown, ShownStep, Solved};
use crate::cube::{Metric, Move, Sequence};
use crate::notation::{Position, moves_to_string};
use crate::search::goals::{Goal, GoalName, GoalRequest, GoalSolution, solve};
use crate::search::{Answer, Limits, Outcome, Request};
use crate::table::TableError;

/// Steps on the way.
pub struct Goals {
    name: GoalName,
    steps: Vec<Vec<Goal>>,
    wanted: GoalRequest,
}

impl Goals {
    /// The steps of a name. `wanted` tells all but how many solutions are wanted.
    pub fn new(name: GoalName, metric: Metric, wanted: GoalRequest) -> Goals {
        Goals {
            steps: name.steps(metric),
            name,
            wanted,
        }
    }
}

impl Engine for Goals {
    fn metric(&self) -> Metric {
        self.steps[0][0].metric()
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let cube = position.as_held();
        let wanted = GoalRequest {
            request: *request,
            ..self.wanted.clone()
        };
        let answer = solve(&self.steps, &cube, &wanted, limits);
        let elsewhere = || self.steps[0].iter().all(|goal| !goal.is_reachable(&cube));
        let problem = (answer.outcome != Outcome::Stopped && elsewhere())
            .then(|| format!("the cube is not where {} begins", self.name));
        let ways = answer.solutions.iter();
        Ok(Solved {
            shown: ways.clone().map(|way| self.show(way)).collect(),
            answer: Answer {
                metric: self.metric(),
                solutions: ways.map(|way| self.on_the_scramble(way)).collect(),
                lower_bound: answer.lower_bound,
                outcome: answer.outcome,
                nodes: answer.nodes,
                probes: answer.tried,
            },
            problem,
        })
    }
}

impl Goals {
    /// All moves, where steps meet those of one face made as one, and which goals they lead to:
    /// of one step just if it has several.
    fn show(&self, way: &[GoalSolution]) -> Shown {
        let steps = (1..).zip(way).zip(&self.steps);
        let steps = steps.map(|((number, step), goals)| ShownStep {
            solution: write(&step.normal, &step.inverse),
            length: step.length(self.metric()),
            goal: goals[step.goal].name().to_owned(),
            so_far: self.length(&way[..number]),
        });
        let mut details = Details::default();
        match &self.steps[..] {
            [goals] if goals.len() > 1 => details.goal = Some(goals[way[0].goal].full_name()),
            [_] => {}
            _ => details.steps = steps.collect(),
        }
        let (normal, inverse) = self.made(way);
        Shown {
            solution: write(&normal, &inverse),
            length: self.length(way),
            details,
        }
    }

    /// What is left of the moves on the normal and on the inverse scramble where those of one
    /// face that meet are made as one; all on the normal one where they solve the cube.
    fn made(&self, way: &[GoalSolution]) -> (Vec<Move>, Vec<Move>) {
        let left = |moves: Vec<Move>| Sequence::from(moves).cleaned().moves().to_vec();
        let normal = left(way.iter().flat_map(|step| step.normal.clone()).collect());
        let inverse = left(way.iter().flat_map(|step| step.inverse.clone()).collect());
        let last = way.iter().zip(&self.steps).next_back();
        match last.is_some_and(|(step, goals)| goals[step.goal].is_solved_cube()) {
            true => (left(with_inverse_undone(normal, &inverse)), vec![]),
            false => (normal, inverse),
        }
    }

    fn length(&self, way: &[GoalSolution]) -> usize {
        let (normal, inverse) = self.made(way);
        self.metric().length(&normal) + self.metric().length(&inverse)
    }

    /// All moves as moves on the scramble. Where the goal is the solved cube they solve it.
    fn on_the_scramble(&self, way: &[GoalSolution]) -> Vec<Move> {
        let (normal, inverse) = self.made(way);
        with_inverse_undone(normal, &inverse)
    }
}

/// The moves on the normal scramble and then those on the inverse, undone.
fn with_inverse_undone(normal: Vec<Move>, inverse: &[Move]) -> Vec<Move> {
    let undone = inverse.iter().rev().map(|m| m.inverse());
    normal.into_iter().chain(undone).collect()
}

/// Moves on the normal scramble, and in parentheses those on the inverse.
fn write(normal: &[Move], inverse: &[Move]) -> String {
    let mut parts = vec![];
    if !normal.is_empty() {
        parts.push(moves_to_string(normal));
    }
    if !inverse.is_empty() {
        parts.push(format!("({})", moves_to_string(inverse)));
    }
    parts.join(" ")
}
