//! Goals other than the solved 3x3x3 cube, which need no table file.

use super::{Details, Engine, Shown, ShownStep, Solved};
use crate::cube::{Metric, Move, Sequence};
use crate::notation::{Position, moves_to_string};
use crate::search::goals::{Goal, GoalName, GoalRequest, GoalSolution, left, solve};
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
        let show = |way: &Vec<GoalSolution>| {
            let made = self.made(way);
            (self.show(way, &made), on_the_scramble(made))
        };
        let (shown, solutions) = answer.solutions.iter().map(show).unzip();
        Ok(Solved {
            shown,
            answer: Answer {
                metric: self.metric(),
                solutions,
                lower_bound: answer.lower_bound,
                outcome: answer.outcome,
                nodes: answer.nodes,
                probes: answer.tried,
            },
            problem,
        })
    }
}

/// Moves on the normal and on the inverse scramble.
type Made = (Vec<Move>, Vec<Move>);

impl Goals {
    /// All moves, where steps meet those of one face made as one, and which goals they lead to:
    /// of one step just if it has several.
    fn show(&self, way: &[GoalSolution], made: &Made) -> Shown {
        let steps = (1..).zip(way).zip(&self.steps);
        let steps = steps.map(|((number, step), goals)| ShownStep {
            solution: write(&step.normal, &step.inverse),
            length: step.length(self.metric()),
            goal: goals[step.goal].name().to_owned(),
            so_far: self.length(&self.made(&way[..number])),
        });
        let mut details = Details::default();
        match &self.steps[..] {
            [goals] if goals.len() > 1 => details.goal = Some(goals[way[0].goal].full_name()),
            [_] => {}
            _ => details.steps = steps.collect(),
        }
        Shown {
            solution: write(&made.0, &made.1),
            length: self.length(made),
            details,
        }
    }

    /// What is left of the moves of these steps.
    fn made(&self, way: &[GoalSolution]) -> Made {
        let all = |moves: fn(&GoalSolution) -> &[Move]| {
            let all = way.iter().flat_map(moves).copied();
            Sequence::from_iter(all).cleaned()
        };
        let (normal, inverse) = (all(|step| &step.normal), all(|step| &step.inverse));
        let last = way.iter().zip(&self.steps).next_back();
        let solves = last.is_some_and(|(step, goals)| goals[step.goal].is_solved_cube());
        left(normal.moves(), inverse.moves(), solves)
    }

    fn length(&self, (normal, inverse): &Made) -> usize {
        self.metric().length(normal) + self.metric().length(inverse)
    }
}

/// All moves as moves on the scramble: those on the inverse are undone. Where the goal is the
/// solved cube they solve it.
fn on_the_scramble((normal, inverse): Made) -> Vec<Move> {
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
