//! What solves cubes: a table, or what needs none.

use crate::cli::output::SOLVED;
use crate::cli::position::Position;
use cubesolve::search::{Answer, KnownAnswers, Limits, Request, Solver, verified_solutions};
use cubesolve::table::TableError;
use serde::Serialize;

/// Something that brings a cube where it shall go.
pub trait Engine: Send + Sync {
    /// Name of the table it uses, if any.
    fn table(&self) -> Option<&'static str>;

    /// Looks for what is requested.
    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError>;
}

/// What was found for a cube.
pub struct Solved {
    pub answer: Answer,
    /// The solutions of the answer, as they are printed.
    pub shown: Vec<Shown>,
    /// Why there is none, where more is known than that none was found.
    pub problem: Option<String>,
}

/// A solution as it is printed.
#[derive(Serialize)]
pub struct Shown {
    /// Its moves, as the holder of the cube makes them.
    pub solution: String,
    pub length: usize,
    #[serde(flatten)]
    pub details: Details,
}

/// What there is to say of a solution besides its moves.
#[derive(Default, Serialize)]
pub struct Details {
    /// Which goal it leads to, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
}

impl Shown {
    /// A line of text. Where a person reads it ends with the number of moves.
    pub fn line(&self, for_a_person: bool) -> String {
        let mut line = match self.solution.as_str() {
            "" => SOLVED.to_owned(),
            moves => moves.to_owned(),
        };
        if let Some(goal) = &self.details.goal {
            line += &format!(" // {goal}");
        }
        if for_a_person {
            line += &format!("  ({})", self.length);
        }
        line
    }
}

/// The optimal solver of the whole cube.
pub struct WholeCube {
    pub solver: Solver,
    pub known: KnownAnswers,
}

impl Engine for WholeCube {
    fn table(&self) -> Option<&'static str> {
        Some(self.solver.table().spec().name)
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let search = |cube: &_| self.solver.search(cube, request, limits);
        let answer = self.known.solve(&position.cube, search)?;
        let solutions = verified_solutions(position, &answer).into_iter();
        let shown = solutions
            .zip(&answer.solutions)
            .map(|(solution, moves)| Shown {
                solution,
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
