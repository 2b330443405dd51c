//! Goals other than the solved 3x3x3 cube, which need no table file.

use crate::cli::filter::Reply;
use crate::cli::position::Reading;
use crate::cli::puzzle::Puzzle;
use crate::cli::{Status, definition, filter, interrupt, named};
use anyhow::anyhow;
use clap::Args;
use clap::error::ErrorKind;
use cubesolve::cube::Cube;
use cubesolve::notation::moves_to_string;
use cubesolve::search::goals::{Goal, GoalName, GoalSolution, solve};
use cubesolve::search::{Limits, Outcome, PocketSolver, Request};
use serde::{Serialize, Serializer};
use std::cell::Cell;
use std::time::Duration;

/// What to solve.
#[derive(Debug, Args)]
pub struct GoalArguments {
    /// Stop at a step on the way: eo, co, dr, htr, corners, edges, cross or block. A place may
    /// follow (eo-fb, dr-ud, cross-d, block-urf); without one, the best of all is taken
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, conflicts_with_all = ["to", "table", "load", "threads"])]
    goal: Option<String>,

    /// The step done before, which is kept: eo for --goal dr, dr for --goal htr
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, requires = "goal")]
    from: Option<String>,

    /// Moves may be made on the inverse of the scramble, too; they are printed in ( )
    #[arg(long, requires = "goal")]
    niss: bool,

    /// The puzzle; 2x2x2 takes the corners of what is given
    #[arg(long, value_name = "PUZZLE", default_value = "3x3x3", conflicts_with_all = ["goal", "to", "table", "load", "threads"])]
    puzzle: Puzzle,
}

impl GoalArguments {
    /// Whether there is a goal other than the solved 3x3x3 cube.
    pub fn is_given(&self) -> bool {
        self.goal.is_some() || self.puzzle == Puzzle::Two
    }

    /// The name of the goal; ends the program if there is no such goal.
    fn goal_name(&self) -> Option<GoalName> {
        let name = GoalName::parse(self.goal.as_deref()?, self.from.as_deref());
        let misused = |error| definition().error(ErrorKind::InvalidValue, error).exit();
        Some(name.unwrap_or_else(misused))
    }
}

/// Something that brings a cube somewhere.
enum Solver {
    Goals { goals: Vec<Goal>, niss: bool },
    Pocket(PocketSolver),
}

/// Solves what the command line or stdin asks for, one cube after the other.
pub fn run(arguments: super::Arguments) -> anyhow::Result<Status> {
    let request = arguments.request();
    let reading = Reading {
        format: arguments.format,
        target: None,
    };
    let several = arguments.wants_several();
    let solver = Solver::new(&arguments.goal);
    let timed_out = Cell::new(false);
    let status = filter::reply(arguments.scrambles, arguments.json, |text| {
        let cube = reading.parse(text)?.as_held();
        let (solutions, outcome) = solver.solve(&cube, &request, arguments.timeout);
        timed_out.set(timed_out.get() || outcome == Outcome::Stopped);
        if solutions.is_empty() {
            return Err(solver.failure(&cube, outcome, &request));
        }
        Ok(Some(Solutions { solutions, several }))
    })?;
    Ok(if interrupt::requested() {
        Status::Interrupted
    } else if timed_out.get() {
        Status::TimedOut
    } else {
        status
    })
}

impl Solver {
    fn new(arguments: &GoalArguments) -> Solver {
        match arguments.goal_name() {
            Some(name) => Solver::Goals {
                goals: name.goals(),
                niss: arguments.niss,
            },
            None => Solver::Pocket(PocketSolver::new()),
        }
    }

    /// Solutions, and why there are no more.
    fn solve(
        &self,
        cube: &Cube,
        request: &Request,
        timeout: Option<Duration>,
    ) -> (Vec<Found>, Outcome) {
        let limits = Limits::default().stop(interrupt::flag());
        let limits = timeout.map_or(limits, |timeout| limits.timeout(timeout));
        match self {
            Solver::Goals { goals, niss } => {
                let answer = solve(goals, cube, request, *niss, &limits);
                let solutions = answer.solutions.iter().map(|s| show(s, goals));
                (solutions.collect(), answer.outcome)
            }
            Solver::Pocket(pocket) => {
                let answer = pocket.solve(cube, request, &limits);
                let solutions = answer.solutions.iter().map(|moves| Found {
                    length: moves.len(),
                    solution: moves_to_string(moves),
                    goal: None,
                });
                (solutions.collect(), answer.outcome)
            }
        }
    }

    /// Why there is no solution.
    fn failure(&self, cube: &Cube, outcome: Outcome, request: &Request) -> anyhow::Error {
        if let Solver::Goals { goals, .. } = self
            && goals.iter().all(|goal| !goal.is_reachable(cube))
        {
            return anyhow!("the cube is not where {} begins", goals[0].name());
        }
        match outcome {
            Outcome::Stopped => anyhow!("stopped before a solution was found"),
            _ => anyhow!("no solution within {} moves", request.max_moves),
        }
    }
}

/// The moves, those on the inverse in parentheses, and which goal it is if there are several.
fn show(solution: &GoalSolution, goals: &[Goal]) -> Found {
    let mut parts = vec![];
    if !solution.normal.is_empty() {
        parts.push(moves_to_string(&solution.normal));
    }
    if !solution.inverse.is_empty() {
        parts.push(format!("({})", moves_to_string(&solution.inverse)));
    }
    Found {
        solution: parts.join(" "),
        length: solution.len(),
        goal: (goals.len() > 1).then(|| goals[solution.goal].name().to_string()),
    }
}

/// A solution as it is printed.
#[derive(Serialize)]
struct Found {
    solution: String,
    length: usize,
    /// Which goal it leads to, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
}

/// What is printed for a cube.
struct Solutions {
    /// One at least.
    solutions: Vec<Found>,
    /// Whether more than one may have been asked for.
    several: bool,
}

impl Serialize for Solutions {
    /// The fields of the first one, and all if more may have been asked for.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            first: &'a Found,
            #[serde(skip_serializing_if = "Option::is_none")]
            solutions: Option<&'a [Found]>,
        }
        let fields = Fields {
            first: &self.solutions[0],
            solutions: self.several.then_some(&self.solutions),
        };
        fields.serialize(serializer)
    }
}

impl Reply for Solutions {
    fn text(&self) -> String {
        let line = |found: &Found| match &found.goal {
            None => found.solution.clone(),
            Some(goal) => format!("{} // {goal}", found.solution)
                .trim_start()
                .to_owned(),
        };
        let lines: Vec<String> = self.solutions.iter().map(line).collect();
        lines.join("\n") + if self.several { "\n" } else { "" }
    }
}
