//! Queries: what to find for a cube.

use super::cost::Cost;
use super::fields::{ANY_LENGTH, lengths, one_or_several, text};
use super::target::Target;
use crate::cube::Metric;
use crate::goals::GoalChain;
use crate::notation::AllowedMoves;
use serde::{Deserialize, Serialize};

/// What to find for a cube; by default one provably shortest solution of the 3x3x3 in half turns.
///
/// Methods change one part each. They have the names of the options of `solve` and of the JSON that the server reads:
/// `search/options.rs` has a table of them.
///
/// ```
/// use cubesolve::Query;
/// use cubesolve::cube::Metric;
///
/// let five = Query::new().metric(Metric::QuarterTurn).number(5).extra(2);
/// assert!(five.check().is_ok());
/// let chain = Query::new().goal("eo,dr,htr,solved".parse()?).niss(true);
/// assert!(chain.fast(true).check().is_err());
/// # Ok::<(), cubesolve::goals::GoalError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[must_use]
pub struct Query {
    pub(crate) metric: Metric,
    pub(crate) puzzle: Puzzle,
    #[serde(deserialize_with = "text")]
    pub(crate) goal: Option<GoalChain>,
    pub(crate) niss: bool,
    #[serde(deserialize_with = "text")]
    pub(crate) moves: Option<AllowedMoves>,
    #[serde(deserialize_with = "one_or_several")]
    pub(crate) to: Vec<Target>,
    pub(crate) fast: bool,
    pub(crate) all: bool,
    pub(crate) number: Option<usize>,
    #[serde(deserialize_with = "lengths")]
    pub(crate) extra: Vec<u8>,
    #[serde(deserialize_with = "lengths")]
    pub(crate) max_moves: Vec<u8>,
    pub(crate) then: Option<Metric>,
    #[serde(deserialize_with = "text")]
    pub(crate) cost: Option<Cost>,
    pub(crate) auf: bool,
    pub(crate) unique: bool,
    pub(crate) link: bool,
    /// The greatest number of solutions where all are requested.
    #[serde(skip)]
    pub(crate) limit: Option<usize>,
}

/// A puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[non_exhaustive]
pub enum Puzzle {
    /// The whole cube.
    #[default]
    #[serde(rename = "3x3x3")]
    Cube3,
    /// Its corners alone, in any orientation of the whole puzzle.
    #[serde(rename = "2x2x2")]
    Cube2,
}

/// More than any cube needs: a search without a greatest length finds some solution.
const MAX_LENGTH: u8 = Metric::QuarterTurn.gods_number();

impl Query {
    /// The default query.
    pub fn new() -> Query {
        Query::default()
    }

    /// Unit of lengths.
    pub fn metric(mut self, metric: Metric) -> Query {
        self.metric = metric;
        self
    }

    /// Which puzzle to solve.
    pub fn puzzle(mut self, puzzle: Puzzle) -> Query {
        self.puzzle = puzzle;
        self
    }

    /// Goals to reach one after the other, instead of the solved cube.
    pub fn goal(mut self, goal: GoalChain) -> Query {
        self.goal = Some(goal);
        self
    }

    /// Whether steps may have moves on the inverse scramble (normal-inverse scramble switch).
    pub fn niss(mut self, niss: bool) -> Query {
        self.niss = niss;
        self
    }

    /// The only moves that solutions may have; by default all face turns, and in slice turns all turns of slices, too.
    /// Each of them counts one; in quarter turns its half turns count two.
    pub fn moves(mut self, moves: AllowedMoves) -> Query {
        self.moves = Some(moves);
        self
    }

    /// Adds a target. Solutions lead to the nearest one, by default to the solved cube.
    pub fn to(mut self, target: Target) -> Query {
        self.to.push(target);
        self
    }

    /// Whether a short solution found at once is enough. It is not proven to be a shortest one.
    pub fn fast(mut self, fast: bool) -> Query {
        self.fast = fast;
        self
    }

    /// Finds all solutions.
    pub fn all(mut self) -> Query {
        self.all = true;
        self
    }

    /// How many solutions to find: the shortest of those that `extra` and `max_moves` admit, fewer if
    /// there are no more.
    pub fn number(mut self, number: usize) -> Query {
        self.number = Some(number);
        self
    }

    /// How much longer than the shortest a solution may be. With a goal: how much longer each step may be than the
    /// shortest from where it starts.
    pub fn extra(self, extra: u8) -> Query {
        self.extra_by_step([extra])
    }

    /// As [`extra`](Self::extra), a value for each step: [`ANY_LENGTH`](Self::ANY_LENGTH) if it may have any
    /// length.
    pub fn extra_by_step(mut self, extra: impl Into<Vec<u8>>) -> Query {
        self.extra = extra.into();
        self
    }

    /// The greatest length of a whole solution.
    pub fn max_moves(self, max_moves: u8) -> Query {
        self.max_moves_by_step([max_moves])
    }

    /// The greatest length of each step; [`ANY_LENGTH`](Self::ANY_LENGTH) is no limit.
    pub fn max_moves_by_step(mut self, max_moves: impl Into<Vec<u8>>) -> Query {
        self.max_moves = max_moves.into();
        self
    }

    /// A second metric: only those of the shortest solutions count that are shortest in it.
    pub fn then(mut self, metric: Metric) -> Query {
        self.then = Some(metric);
        self
    }

    /// Orders solutions by this cost, cheapest first: of all lengths the cheapest, or if `extra` is set
    /// (0 too) of those up to that much longer than the shortest.
    pub fn cost(mut self, cost: Cost) -> Query {
        self.cost = Some(cost);
        self
    }

    /// Whether turns of the upper layer before the first and after the last move are free (adjust U face).
    /// Solutions have them as [`auf`](crate::Solution::auf), not among their moves.
    pub fn auf(mut self, auf: bool) -> Query {
        self.auf = auf;
        self
    }

    /// Whether one solution stands for all that symmetries of the cube carry into each other; its
    /// [`count`](crate::Solution::count) says for how many.
    pub fn unique(mut self, unique: bool) -> Query {
        self.unique = unique;
        self
    }

    /// Whether solutions have a [`link`](crate::Solution::link).
    pub fn link(mut self, link: bool) -> Query {
        self.link = link;
        self
    }
}

impl Query {
    /// The value for steps of any length.
    pub const ANY_LENGTH: u8 = ANY_LENGTH;

    /// Whether there may be more than one solution in the answer. With several steps `extra` makes
    /// longer steps possible, but does not request more solutions.
    pub fn is_for_several(&self) -> bool {
        self.all || self.number.is_some() || self.steps() == 1 && self.extra_of_step(0) > 0
    }

    /// The greatest number of solutions; `None` for all.
    pub(crate) fn max_solutions(&self) -> Option<usize> {
        match self.number {
            None if self.is_for_several() => self.limit,
            number => Some(number.unwrap_or(1)),
        }
    }

    /// The greatest length of a solution; if none was set, more than any cube needs.
    pub(crate) fn max_length(&self) -> u8 {
        let steps = u8::try_from(self.steps()).unwrap_or(u8::MAX);
        let limited = self.extra.iter().filter(|k| **k != Query::ANY_LENGTH);
        let longest_extra = limited.max().copied().unwrap_or(0);
        self.max_moves_in_all()
            .unwrap_or(match self.has_special_moves() || self.auf {
                // a few moves, and cheap ones, may be more than all together
                true => u8::MAX - 1,
                false => (MAX_LENGTH.saturating_add(longest_extra)).saturating_mul(steps),
            })
    }

    /// The greatest length that was set for whole solutions.
    pub(crate) fn max_moves_in_all(&self) -> Option<u8> {
        match self.max_moves[..] {
            [max] if max != Query::ANY_LENGTH => Some(max),
            _ => None,
        }
    }

    /// The greatest length of a step, by number from 0.
    pub(crate) fn max_moves_of_step(&self, step: usize) -> u8 {
        let is_by_step = self.max_moves.len() > 1;
        let of_step = self.max_moves.get(step).filter(|_| is_by_step);
        of_step.copied().unwrap_or(Query::ANY_LENGTH)
    }

    /// How much longer than the shortest a step may be, by number from 0.
    pub(crate) fn extra_of_step(&self, step: usize) -> u8 {
        match self.extra[..] {
            [of_all] => of_all,
            _ => self.extra.get(step).copied().unwrap_or(0),
        }
    }

    /// The allowed moves, unless these are all of the metric.
    pub(crate) fn restricted_moves(&self) -> Option<&AllowedMoves> {
        let moves = self.moves.as_ref();
        moves.filter(|moves| !moves.are_all_in(self.metric))
    }

    /// Whether moves are not just those of a whole cube, or have a cost.
    pub(crate) fn has_special_moves(&self) -> bool {
        let is_restricted = self.restricted_moves().is_some();
        is_restricted || self.cost.is_some() || self.puzzle == Puzzle::Cube2
    }

    pub(crate) fn has_pattern(&self) -> bool {
        let is_pattern = |target: &Target| matches!(target, Target::Pattern(_));
        self.to.iter().any(is_pattern)
    }

    /// Why a search may have found that no sequence of moves leads to the goal.
    pub(crate) fn why_impossible(&self) -> String {
        match (&self.goal, &self.moves) {
            (Some(goal), _) => goal.why_unreachable(self.restricted_moves().is_some()),
            (None, Some(moves)) => format!("impossible: the moves {moves} never solve this cube"),
            (None, None) => "impossible: no cube that matches can be reached".to_owned(),
        }
    }

    pub(crate) fn steps(&self) -> usize {
        self.goal.as_ref().map_or(1, GoalChain::len)
    }
}
