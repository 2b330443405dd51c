//! Certain turns alone, and cubes that match a pattern: both need no table file.

use super::{Engine, Shown, Solved};
use crate::cube::{Metric, Move, Sequence};
use crate::notation::{Pattern, Position, Turn, TurnListError, turns};
use crate::search::{Answer, Limits, Outcome, Request, TurnSolver};
use crate::table::TableError;
use std::str::FromStr;

/// The turns that may be made, and how they were written.
#[derive(Debug, Clone)]
pub struct TurnChoice {
    written: String,
    turns: Vec<Turn>,
}

/// The metric in which turns of slices and wide turns count one, too.
const SLICE_TURNS: &str = "stm";

impl FromStr for TurnChoice {
    type Err = TurnListError;

    fn from_str(text: &str) -> Result<TurnChoice, TurnListError> {
        Ok(TurnChoice {
            written: text.to_owned(),
            turns: turns(text)?,
        })
    }
}

impl TurnChoice {
    /// Whether the turns are all of one face, as the half-turn metric counts.
    fn is_of_faces(&self) -> bool {
        let is_outer = |turn: &Turn| *turn.layers.layers.start() == *turn.layers.layers.end();
        let is_face = |turn: &Turn| is_outer(turn) && *turn.layers.layers.start() != 2;
        self.turns.iter().all(is_face)
    }
}

/// Solves with certain turns, or all turns of faces, to the solved cube or to a pattern.
pub struct Turns {
    solver: TurnSolver,
    written: String,
    counted_in: &'static str,
}

impl Turns {
    /// Both by default: all turns of faces, the solved cube.
    pub fn new(choice: Option<TurnChoice>, pattern: Option<Pattern>) -> Turns {
        let choice = choice.unwrap_or_else(|| "U,R,F,D,L,B".parse().expect("they are turns"));
        let counted_in = match choice.is_of_faces() {
            true => Metric::HalfTurn.name(),
            false => SLICE_TURNS,
        };
        Turns {
            counted_in,
            solver: TurnSolver::new(choice.turns, pattern.unwrap_or(Pattern::SOLVED)),
            written: choice.written,
        }
    }
}

impl Engine for Turns {
    /// Every turn counts one.
    fn metric(&self) -> Metric {
        Metric::HalfTurn
    }

    fn counted_in(&self) -> &'static str {
        self.counted_in
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let Some(found) = self.solver.solve(position, request, limits) else {
            return Ok(self.impossible());
        };
        let show = |turns: &Vec<String>| Shown::plain(turns.join(" "), turns.len());
        Ok(Solved {
            shown: found.solutions.iter().map(show).collect(),
            answer: Answer {
                solutions: found
                    .solutions
                    .iter()
                    .map(|turns| face_turns(turns))
                    .collect(),
                lower_bound: found.lower_bound,
                outcome: found.outcome,
                nodes: found.nodes,
                probes: found.tried,
                ..NOTHING
            },
            problem: None,
        })
    }
}

impl Turns {
    fn impossible(&self) -> Solved {
        Solved {
            answer: NOTHING,
            shown: vec![],
            problem: Some(format!(
                "impossible: the turns {} never solve this cube",
                self.written
            )),
        }
    }
}

/// The answer without a solution.
const NOTHING: Answer = Answer {
    metric: Metric::HalfTurn,
    solutions: vec![],
    lower_bound: 0,
    outcome: Outcome::NoneWithinMaxMoves,
    nodes: 0,
    probes: 0,
};

/// What turns of other layers are with fixed centres.
fn face_turns(turns: &[String]) -> Vec<Move> {
    let sequence = Sequence::parse(&turns.join(" "));
    let sequence = sequence.expect("names of turns are a sequence");
    sequence.moves().to_vec()
}
