//! Goals other than the solved 3x3x3 cube, which need no table file.

use super::engine::{Details, Engine, Shown, Solved};
use crate::cli::position::Position;
use crate::cli::puzzle::Puzzle;
use crate::cli::{definition, named};
use clap::Args;
use clap::error::ErrorKind;
use cubesolve::cube::Metric;
use cubesolve::notation::moves_to_string;
use cubesolve::search::goals::{Goal, GoalName, GoalSolution, solve};
use cubesolve::search::{Answer, Limits, PocketSolver, Request};
use cubesolve::table::TableError;

/// What to solve.
#[derive(Debug, Args)]
pub struct GoalArguments {
    /// Stop at a step on the way: eo, co, dr, htr, corners, edges, cross or block. A place may
    /// follow (eo-fb, dr-ud, cross-d, block-urf); without one, the best of all is taken
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, conflicts_with_all = ["table", "load"])]
    goal: Option<String>,

    /// The step done before, which is kept: eo for --goal dr, dr for --goal htr
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
    /// What solves to the goal, if it is another than the solved 3x3x3 cube.
    pub fn engine(&self, metric: Metric) -> Option<Box<dyn Engine>> {
        if let Some(name) = self.goal_name() {
            return Some(Box::new(Goals {
                goals: name.goals(metric),
                niss: self.niss,
            }));
        }
        match self.puzzle {
            Puzzle::Three => None,
            Puzzle::Two => Some(Box::new(PocketSolver::new(metric))),
        }
    }

    /// The name of the goal; ends the program if there is no such goal.
    fn goal_name(&self) -> Option<GoalName> {
        let name = GoalName::parse(self.goal.as_deref()?, self.from.as_deref());
        let misused = |error| definition().error(ErrorKind::InvalidValue, error).exit();
        Some(name.unwrap_or_else(misused))
    }
}

/// Steps on the way.
struct Goals {
    goals: Vec<Goal>,
    niss: bool,
}

impl Engine for Goals {
    fn metric(&self) -> Metric {
        self.goals[0].metric()
    }

    fn table(&self) -> Option<&'static str> {
        None
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let goals = &self.goals;
        let cube = position.as_held();
        let answer = solve(goals, &cube, request, self.niss, limits);
        let elsewhere = goals.iter().all(|goal| !goal.is_reachable(&cube));
        let problem =
            elsewhere.then(|| format!("the cube is not where {} begins", goals[0].name()));
        Ok(Solved {
            shown: answer.solutions.iter().map(|s| show(s, goals)).collect(),
            answer: Answer {
                metric: self.metric(),
                solutions: answer.solutions.iter().map(GoalSolution::moves).collect(),
                lower_bound: answer.lower_bound,
                outcome: answer.outcome,
                nodes: answer.nodes,
                probes: answer.tried,
            },
            problem,
        })
    }
}

/// The 2x2x2 cube.
impl Engine for PocketSolver {
    fn metric(&self) -> Metric {
        PocketSolver::metric(self)
    }

    fn table(&self) -> Option<&'static str> {
        None
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

/// The moves, those on the inverse in parentheses, and which goal it is if there are several.
fn show(solution: &GoalSolution, goals: &[Goal]) -> Shown {
    let mut parts = vec![];
    if !solution.normal.is_empty() {
        parts.push(moves_to_string(&solution.normal));
    }
    if !solution.inverse.is_empty() {
        parts.push(format!("({})", moves_to_string(&solution.inverse)));
    }
    Shown {
        solution: parts.join(" "),
        length: solution.length(goals[0].metric()),
        details: Details {
            goal: (goals.len() > 1).then(|| goals[solution.goal].name().to_string()),
        },
    }
}
