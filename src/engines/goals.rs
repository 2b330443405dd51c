//! Goals other than the solved 3x3x3 cube, which need no table file.

use super::{Details, Engine, Shown, ShownStep, Solved};
use crate::cube::{Metric, Move};
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
                solutions: ways.map(|way| on_the_scramble(way)).collect(),
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
    /// All moves, those on the inverse in parentheses, and which goals they lead to: of one
    /// step just if it has several.
    fn show(&self, way: &[GoalSolution]) -> Shown {
        let steps = way.iter().zip(&self.steps).map(|(step, goals)| ShownStep {
            solution: show_sides(step),
            length: step.length(self.metric()),
            goal: goals[step.goal].name().to_owned(),
        });
        let mut details = Details::default();
        match &self.steps[..] {
            [goals] if goals.len() > 1 => details.goal = Some(goals[way[0].goal].full_name()),
            [_] => {}
            _ => details.steps = steps.collect(),
        }
        let sides = way.iter().map(show_sides);
        let moves: Vec<String> = sides.filter(|moves| !moves.is_empty()).collect();
        Shown {
            solution: moves.join(" "),
            length: way.iter().map(|step| step.length(self.metric())).sum(),
            details,
        }
    }
}

/// All moves as moves on the scramble: after the normal ones, the inverse of the others. Where
/// the goal is the solved cube they solve it.
fn on_the_scramble(way: &[GoalSolution]) -> Vec<Move> {
    let inverse: Vec<Move> = way.iter().flat_map(|step| step.inverse.clone()).collect();
    let undone = inverse.iter().rev().map(|m| m.inverse());
    way.iter()
        .flat_map(|step| step.normal.clone())
        .chain(undone)
        .collect()
}

/// The moves of a step, those on the inverse in parentheses.
fn show_sides(step: &GoalSolution) -> String {
    let mut parts = vec![];
    if !step.normal.is_empty() {
        parts.push(moves_to_string(&step.normal));
    }
    if !step.inverse.is_empty() {
        parts.push(format!("({})", moves_to_string(&step.inverse)));
    }
    parts.join(" ")
}
