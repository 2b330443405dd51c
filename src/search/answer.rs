//! Answers to queries: solutions, what is proven, and the work it took.

use super::cost::as_number;
use super::query::Query;
use crate::cube::{Face, Metric, Move, Sequence};
use crate::goals::{GoalName, StepCase};
use crate::notation::{LayerMove, moves_to_string};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;
use std::time::Duration;

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Everything the query requests was found.
    Complete,
    /// No solution is as short as the greatest length of the query.
    NoneWithinMaxMoves,
    /// The allowed moves never solve this cube, or it is not where the first step starts.
    Impossible,
    /// The timeout passed.
    TimedOut,
    /// The stop flag was set, or a callback returned `Break`.
    Stopped,
    /// There was no cube to solve: the input is a comment, or cannot be read.
    NoCube,
}

/// The result of a query.
///
/// It prints as its solutions, one a line. As JSON it is an object; `src/serve/README.md` lists its
/// fields.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// Unit of all lengths.
    pub metric: Metric,
    /// Whether moves of slices and wide layers count like turns of faces (`stm`).
    pub counts_slices: bool,
    /// Whether rotations count like turns of faces, too (`etm`; `eqtm` in quarter turns).
    pub counts_rotations: bool,
    /// The solutions, each once, shortest first, or with a cost cheapest first; of one length in lexicographic order of moves if
    /// all were requested.
    ///
    /// If the search was stopped: the shortest solution found so far, which may be longer than
    /// `lower_bound`.
    pub solutions: Vec<Solution>,
    /// Proven: no solution is shorter.
    pub lower_bound: u8,
    /// Why the search ended.
    pub outcome: Outcome,
    /// Whether nothing but the lower bound is proven.
    pub(crate) is_quick: bool,
    /// Nodes expanded, in all depths together.
    pub nodes: u64,
    /// Reads of the pruning table, or moves tried without one, in all depths together.
    pub probes: u64,
    /// Time of the search. Loading and generating tables does not count.
    pub time: Duration,
    /// Name of the pruning table, if one was used.
    pub table: Option<&'static str>,
    /// Name of the table whose generation the search was still waiting for when it ended.
    pub unfinished: Option<&'static str>,
}

impl Answer {
    /// An answer without solutions or work.
    pub fn empty(metric: Metric, outcome: Outcome) -> Answer {
        Answer {
            metric,
            counts_slices: false,
            counts_rotations: false,
            solutions: vec![],
            lower_bound: 0,
            outcome,
            is_quick: false,
            nodes: 0,
            probes: 0,
            time: Duration::ZERO,
            table: None,
            unfinished: None,
        }
    }

    /// The proven bound; `None` if there was no cube.
    pub(crate) fn bound(&self) -> Option<u8> {
        (self.outcome != Outcome::NoCube).then_some(self.lower_bound)
    }

    /// Length of the first solution, if there is one.
    pub fn length(&self) -> Option<usize> {
        self.solutions.first().map(Solution::length)
    }

    /// Whether the first solution is proven to be a shortest one, or with a cost a cheapest one.
    pub fn is_optimal(&self) -> bool {
        self.solutions
            .first()
            .is_some_and(|first| match first.cost {
                Some(_) => self.outcome == Outcome::Complete && !self.is_quick,
                None => first.length == usize::from(self.lower_bound),
            })
    }

    /// Abbreviation of the metric: `htm`, `qtm`, `stm`, or `sqtm` in quarter turns if slices count like faces; if
    /// rotations do, `etm` and `eqtm`.
    pub fn metric_name(&self) -> &'static str {
        match (self.counts_rotations, self.metric, self.counts_slices) {
            (true, Metric::QuarterTurn, _) => "eqtm",
            (true, ..) => "etm",
            (false, _, true) => "sqtm",
            (false, metric, false) => metric.name(),
        }
    }

    /// What the answer lacks of what was requested, as one clause; `None` if nothing.
    pub fn problem(&self, query: &Query) -> Option<String> {
        let unit = |length: usize| self.metric.count(length);
        let at_least = |moves: String| match self.lower_bound {
            0 => "nothing is proven yet".to_owned(),
            1 => format!("at least {moves} is needed"),
            _ => format!("at least {moves} are needed"),
        };
        let known = || match (self.solutions.len(), self.length()) {
            (1, _) if query.cost.is_some() => {
                "found 1 solution; there may be cheaper ones".to_owned()
            }
            (0, _) => at_least(unit(self.lower_bound.into())),
            (1, Some(length)) if !self.is_optimal() => format!(
                "found {}; not proven optimal ({})",
                unit(length),
                at_least(self.lower_bound.to_string())
            ),
            (1, _) => "found 1 solution; there may be more".to_owned(),
            (n, _) => format!("found {n} solutions; there may be more"),
        };
        let before = || match self.unfinished {
            Some(table) => format!(" before the table {table} was generated"),
            None => String::new(),
        };
        match self.outcome {
            Outcome::Complete | Outcome::NoCube => None,
            Outcome::NoneWithinMaxMoves if query.max_moves.len() > 1 => {
                let text = |length: &u8| match *length {
                    Query::ANY_LENGTH => "any".to_owned(),
                    length => length.to_string(),
                };
                let lengths: Vec<String> = query.max_moves.iter().map(text).collect();
                let lengths = lengths.join(",");
                Some(format!("no solution with steps of at most {lengths} moves"))
            }
            Outcome::NoneWithinMaxMoves => Some(format!(
                "no solution within {}",
                unit(query.max_length().into())
            )),
            Outcome::Impossible => Some(query.why_impossible()),
            Outcome::TimedOut => Some(format!("time is up{}: {}", before(), known())),
            Outcome::Stopped => Some(format!("interrupted{}: {}", before(), known())),
        }
    }
}

/// The solutions, one a line.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.solutions.iter().map(Solution::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// A solution: the moves of all its steps, as the holder of the cube makes them.
///
/// It prints as its moves, those on the inverse scramble and free turns of the upper layer in
/// parentheses: `(U) R U R' (U2)`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The steps: one without a goal, or one for each goal of the query.
    pub steps: Vec<Step>,
    /// The moves on the normal scramble, with those of one face merged where steps meet.
    pub normal: Vec<LayerMove>,
    /// The same on the inverse scramble (NISS).
    pub inverse: Vec<LayerMove>,
    /// Which target of the query it leads to, by number.
    pub target: usize,
    /// How many solutions it stands for: 1, or with `unique` the number of those that symmetries of the
    /// cube carry into each other.
    pub count: usize,
    /// The turns of the upper layer before the first and after the last move that the query makes free:
    /// clockwise quarter turns, `0..=3`.
    pub auf: [u8; 2],
    /// In thousandths, if the query has a cost.
    pub(crate) cost: Option<u32>,
    /// With `link` in the query: a page of Twizzle that plays the solution from the scrambled cube
    /// on. It starts with the scramble if the cube was given by up to 200 moves, otherwise with other
    /// moves that make the cube. Moves on the inverse scramble of a step come undone before that.
    pub link: Option<String>,
    pub(crate) length: usize,
}

/// A step of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The goal that it leads to; none for a solution in one step.
    pub goal: Option<GoalName>,
    /// The case of the cube after the step, where the goal has cases: the corners of domino reduction.
    pub case: Option<StepCase>,
    /// The moves on the normal scramble.
    pub normal: Vec<LayerMove>,
    /// The moves on the inverse scramble.
    pub inverse: Vec<LayerMove>,
    /// Length of the step.
    pub length: usize,
    /// Length of all steps up to this one, with moves of one face merged where steps meet.
    pub total: usize,
}

impl Solution {
    /// A solution in one step by moves on the normal scramble, of this length.
    pub(crate) fn new(moves: Vec<LayerMove>, length: usize) -> Solution {
        let step = Step {
            goal: None,
            case: None,
            normal: moves.clone(),
            inverse: vec![],
            length,
            total: length,
        };
        Solution {
            steps: vec![step],
            normal: moves,
            inverse: vec![],
            target: 0,
            count: 1,
            auf: [0; 2],
            cost: None,
            link: None,
            length,
        }
    }

    /// Length in the metric of the answer.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Its cost, if the query has one.
    pub fn cost(&self) -> Option<f64> {
        self.cost.map(as_number)
    }

    /// The free turns of the upper layer before and after the moves.
    pub(crate) fn free_turns(&self) -> [Option<LayerMove>; 2] {
        let turn = |turns| (turns > 0).then(|| Move::new(Face::U, turns).into());
        self.auf.map(turn)
    }

    /// All moves as one sequence on the normal scramble, with free turns, and with moves on the inverse
    /// undone at the end.
    pub fn sequence(&self) -> Sequence {
        let moves = self.on_normal().into_iter().chain(self.undone());
        moves.collect()
    }

    /// The moves on the normal scramble, with free turns.
    pub(crate) fn on_normal(&self) -> Vec<LayerMove> {
        let [before, after] = self.free_turns();
        let moves = before.iter().chain(&self.normal).chain(&after);
        moves.copied().collect()
    }

    /// The moves that undo those on the inverse scramble.
    pub(crate) fn undone(&self) -> Vec<LayerMove> {
        self.inverse.iter().rev().map(|m| m.inverse()).collect()
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = self.free_turns();
        let [before, after] = turns.map(|turn| turn.map(|turn| format!("({turn})")));
        let moves = text_of(&self.normal, &self.inverse);
        let moves = Some(moves).filter(|moves| !moves.is_empty());
        let parts: Vec<String> = [before, moves, after].into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(&self.normal, &self.inverse))
    }
}

/// Moves on the normal scramble, and in parentheses those on the inverse.
fn text_of(normal: &[LayerMove], inverse: &[LayerMove]) -> String {
    let [normal_text, inverse_text] = [normal, inverse].map(moves_to_string);
    match (normal, inverse) {
        (_, []) => normal_text,
        ([], _) => format!("({inverse_text})"),
        _ => format!("{normal_text} ({inverse_text})"),
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first = self.solutions.first().map(Solution::to_string);
        let mut object = serializer.serialize_struct("Answer", 10)?;
        object.serialize_field("solution", &first)?;
        object.serialize_field("length", &self.length())?;
        object.serialize_field("solutions", &self.solutions)?;
        object.serialize_field("metric", self.metric_name())?;
        object.serialize_field("optimal", &self.is_optimal())?;
        object.serialize_field("lower_bound", &self.bound())?;
        object.serialize_field("nodes", &self.nodes)?;
        object.serialize_field("probes", &self.probes)?;
        object.serialize_field("seconds", &self.time.as_secs_f64())?;
        object.serialize_field("table", &self.table)?;
        object.end()
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Solution", 8)?;
        object.serialize_field("solution", &self.to_string())?;
        object.serialize_field("length", &self.length)?;
        object.serialize_field("steps", &self.steps)?;
        object.serialize_field("target", &self.target)?;
        object.serialize_field("count", &self.count)?;
        object.serialize_field("auf", &self.auf)?;
        object.serialize_field("cost", &self.cost())?;
        object.serialize_field("link", &self.link)?;
        object.end()
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let goal = self.goal.as_ref().map(GoalName::to_string);
        let case = self.case.as_ref().map(StepCase::to_string);
        let mut object = serializer.serialize_struct("Step", 4)?;
        object.serialize_field("solution", &self.to_string())?;
        object.serialize_field("length", &self.length)?;
        object.serialize_field("goal", &goal)?;
        object.serialize_field("case", &case)?;
        object.end()
    }
}
