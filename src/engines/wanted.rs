//! What is wanted of each cube.

use super::goals::Goals;
use super::turns::Turns;
use super::{Engine, Fast, Target, TurnChoice};
use crate::cube::{Cube, Metric};
use crate::notation::Pattern;
use crate::search::goals::{GoalName, GoalRequest};
use crate::search::{PocketSolver, Request};
use thiserror::Error;

/// What is wanted of each cube, by the names of the options of `solve`; by default one shortest
/// solution of the 3x3x3 cube, in half turns.
#[derive(Clone, Default)]
pub struct Wanted {
    /// What lengths are in.
    pub metric: Metric,
    /// Another goal than the solved cube, or several one after the other.
    pub goal: Option<GoalName>,
    /// Whether moves on the way to the goal may be made on the inverse, too.
    pub niss: bool,
    /// Whether the corners alone are to be solved, as a 2x2x2 cube.
    pub pocket: bool,
    /// The only turns that may be made.
    pub moves: Option<TurnChoice>,
    /// What to solve to instead of the solved cube.
    pub to: Option<Target>,
    /// Whether a short solution will do.
    pub fast: bool,
    /// All solutions.
    pub all: bool,
    /// Up to so many solutions.
    pub number: Option<usize>,
    /// How much longer than need be: once for all steps of the goal, or for each.
    pub extra: Vec<u8>,
    /// The greatest length in all.
    pub max_moves: Option<u8>,
}

/// Why something cannot be wanted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WantedError {
    /// There are so many steps, and other numbers of moves that they may be longer.
    #[error("extra takes one number, or one for each of {0} steps")]
    Extra(usize),
    /// A goal or the 2x2x2 cube, and a pattern.
    #[error("with a goal or a 2x2x2 the target is a whole cube, not a pattern")]
    PatternAndGoal,
    /// Certain turns or a pattern, and quarter turns or a short solution.
    #[error(
        "with certain turns or a pattern each turn counts one, and shortest solutions are sought"
    )]
    Turns,
}

impl Wanted {
    /// Refuses what does not go together.
    ///
    /// # Errors
    /// What it is.
    pub fn check(&self) -> Result<(), WantedError> {
        let steps = self.steps();
        let pattern = self.pattern().is_some();
        if self.extra.len() > 1 && self.extra.len() != steps {
            Err(WantedError::Extra(steps))
        } else if pattern && (self.goal.is_some() || self.pocket) {
            Err(WantedError::PatternAndGoal)
        } else if (pattern || self.moves.is_some())
            && (self.fast || self.metric != Metric::HalfTurn)
        {
            Err(WantedError::Turns)
        } else {
            Ok(())
        }
    }

    /// What solves so, unless that is the solver of the whole cube with a table.
    pub fn engine(&self) -> Option<Box<dyn Engine>> {
        if let Some(name) = &self.goal {
            let request = GoalRequest {
                extra_of_steps: match &self.extra[..] {
                    [_] => vec![],
                    each => each.to_vec(),
                },
                niss: self.niss,
                variants: self.all,
                ..GoalRequest::default()
            };
            return Some(Box::new(Goals::new(name.clone(), self.metric, request)));
        }
        if self.pocket {
            return Some(Box::new(PocketSolver::new(self.metric)));
        }
        if self.moves.is_some() || self.pattern().is_some() {
            return Some(Box::new(Turns::new(self.moves.clone(), self.pattern())));
        }
        self.fast
            .then(|| Box::new(Fast(self.metric)) as Box<dyn Engine>)
    }

    /// Which solutions to look for.
    pub fn request(&self) -> Request {
        let (extra, steps) = (self.extra(), self.steps());
        Request {
            count: match self.number {
                None if self.several() => None,
                number => Some(number.unwrap_or(1)),
            },
            extra,
            // more than any cube takes, so that a search that is stopped knows some solution
            max_moves: self.max_moves.unwrap_or(match self.moves {
                // some turns alone may need more than all together
                Some(_) => u8::MAX,
                None => (Request::default().max_moves + extra)
                    .saturating_mul(u8::try_from(steps).unwrap_or(u8::MAX)),
            }),
        }
    }

    /// Whether more than one solution may be asked for. Of several steps `extra` makes longer
    /// ones eligible, but not more of them wanted.
    pub fn several(&self) -> bool {
        self.all || self.number.is_some() || self.steps() == 1 && self.extra() > 0
    }

    /// The cube to solve to, if it is one.
    pub fn target(&self) -> Option<Cube> {
        match self.to {
            Some(Target::Cube(cube)) => Some(cube),
            _ => None,
        }
    }

    fn pattern(&self) -> Option<Pattern> {
        match &self.to {
            Some(Target::Pattern(pattern)) => Some(**pattern),
            _ => None,
        }
    }

    fn steps(&self) -> usize {
        self.goal.as_ref().map_or(1, GoalName::count)
    }

    fn extra(&self) -> u8 {
        self.extra.first().copied().unwrap_or(0)
    }
}
