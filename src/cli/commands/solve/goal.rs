//! Goals other than the solved 3x3x3 cube, which need no table file.

use super::engine::{Details, Engine, Shown, ShownStep, Solved};
use crate::cli::position::Position;
use crate::cli::puzzle::Puzzle;
use crate::cli::{misused, named};
use clap::Args;
use clap::error::ErrorKind;
use cubesolve::cube::{Metric, Move};
use cubesolve::notation::moves_to_string;
use cubesolve::search::goals::{Goal, GoalName, GoalRequest, GoalSolution, solve};
use cubesolve::search::{Answer, Limits, PocketSolver, Request};
use cubesolve::table::TableError;

/// What to solve.
#[derive(Debug, Args)]
pub struct GoalArguments {
    /// Stop at a step on the way, or make several one after the other: eo,dr,htr,solved
    ///
    /// Steps: eo, co, dr, htr, chtr (corners as in htr), corners, edges, cross, block, xcross,
    /// xxcross, xxxcross and f2l (a cross with one to four pairs); from dr or htr also solved
    /// and slice (all but a middle layer and its centres), and corners by their moves alone. A place may follow (eo-fb, dr-ud,
    /// cross-d, block-urf); without one, the best of all is taken.
    ///
    /// After a comma the next step starts where the one before it ends, and keeps eo, dr or
    /// htr. Of all ways whose steps are each as short as can be from where they start (or
    /// --extra longer) the shortest in all are found.
    ///
    /// The names of nissy's steps are read, too: eofb, drud, dr-eo, dr-eofb, drud-eofb,
    /// htr-drud, corners-dr, drfin, drudfin, htrfin, drslice, drudslice and the like on other
    /// axes.
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, conflicts_with_all = ["table", "load"])]
    goal: Option<String>,

    /// What is done before the first step and is kept: eo for dr, dr for htr, dr or htr for
    /// corners, solved and slice
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, requires = "goal")]
    from: Option<String>,

    /// Moves may be made on the inverse of the scramble, too; they are printed in ( )
    #[arg(long, requires = "goal")]
    niss: bool,

    /// The puzzle; 2x2x2 takes the corners of what is given
    #[arg(long, value_name = "PUZZLE", default_value = "3x3x3", conflicts_with_all = ["goal", "table", "load"])]
    puzzle: Puzzle,
}

impl GoalArguments {
    /// The name of the goal; ends the program if there is no such goal.
    pub fn name(&self) -> Option<GoalName> {
        let name = GoalName::parse(self.goal.as_deref()?, self.from.as_deref());
        Some(name.unwrap_or_else(|error| misused(ErrorKind::InvalidValue, error)))
    }

    /// What solves to the goal, if it is another than the solved 3x3x3 cube. `wanted` tells
    /// all but how many solutions are wanted, and whether on both sides.
    pub fn engine(
        &self,
        name: Option<GoalName>,
        wanted: GoalRequest,
        metric: Metric,
    ) -> Option<Box<dyn Engine>> {
        if let Some(name) = name {
            return Some(Box::new(Goals {
                steps: name.steps(metric),
                name,
                wanted: GoalRequest {
                    niss: self.niss,
                    ..wanted
                },
            }));
        }
        match self.puzzle {
            Puzzle::Three => None,
            Puzzle::Two => Some(Box::new(PocketSolver::new(metric))),
        }
    }
}

/// Steps on the way.
struct Goals {
    name: GoalName,
    steps: Vec<Vec<Goal>>,
    wanted: GoalRequest,
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
        let elsewhere = self.steps[0].iter().all(|goal| !goal.is_reachable(&cube));
        let problem = elsewhere.then(|| format!("the cube is not where {} begins", self.name));
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

/// The 2x2x2 cube.
impl Engine for PocketSolver {
    fn metric(&self) -> Metric {
        PocketSolver::metric(self)
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let answer = PocketSolver::solve(self, &position.as_held(), request, limits);
        let shown = answer.solutions.iter().map(|moves| Shown {
            solution: moves_to_string(moves),
            length: answer.metric.length(moves),
            details: Details::default(),
        });
        Ok(Solved {
            shown: shown.collect(),
            answer,
            problem: None,
        })
    }
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
