//! What solves cubes, a table or something that needs none, and what is asked of it and told of
//! it: all that the command line and the server have in common.

mod goals;
mod record;
mod shown;
mod target;
mod turns;
mod wanted;

pub use record::{Record, Report, shortfall};
pub use shown::{Details, Shown, ShownStep};
pub use target::Target;
pub use turns::TurnChoice;
pub use wanted::{Wanted, WantedError};

use crate::cube::{Metric, Move};
use crate::notation::{Position, moves_to_string};
use crate::search::{Answer, Limits, PocketSolver, Request, TwoPhase};
use crate::table::TableError;

/// Something that brings a cube where it shall go.
pub trait Engine: Send + Sync {
    /// What lengths are in.
    fn metric(&self) -> Metric;

    /// The abbreviation of what lengths are in.
    fn counted_in(&self) -> &'static str {
        self.metric().name()
    }

    /// Name of the table it uses, if any.
    fn table(&self) -> Option<&'static str> {
        None
    }

    /// Looks for what is requested.
    ///
    /// # Errors
    /// When a table turned out to be corrupted.
    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError>;
}

/// What was found for a cube.
pub struct Solved {
    /// What was found and proved.
    pub answer: Answer,
    /// The solutions of the answer, as they are printed.
    pub shown: Vec<Shown>,
    /// Why there is none, where more is known than that none was found.
    pub problem: Option<String>,
}

impl Solved {
    /// An answer of moves alone, that lead to the solved cube.
    ///
    /// # Panics
    /// If one does not solve it: better no answer than a wrong one.
    pub fn new(position: &Position, answer: Answer) -> Solved {
        Solved::written(answer, |moves| {
            let solved = position.cube.apply_all(moves.iter().copied()).is_solved();
            assert!(solved, "{moves:?} does not solve {:?}", position.cube);
            position.show(moves)
        })
    }

    /// An answer of moves alone, as `write` writes them.
    fn written(answer: Answer, write: impl Fn(&[Move]) -> String) -> Solved {
        let show = |moves: &Vec<Move>| Shown::plain(write(moves), answer.metric.length(moves));
        Solved {
            shown: answer.solutions.iter().map(show).collect(),
            answer,
            problem: None,
        }
    }
}

/// The two-phase solver for a metric.
struct Fast(Metric);

impl Engine for Fast {
    fn metric(&self) -> Metric {
        self.0
    }

    fn solve(
        &self,
        position: &Position,
        _: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let two_phase = TwoPhase::shared(self.0);
        let answer = two_phase.search(&position.cube, limits);
        Ok(Solved::new(position, answer))
    }
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
        Ok(Solved::written(answer, moves_to_string))
    }
}
