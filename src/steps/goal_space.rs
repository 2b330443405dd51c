//! The search for a step: sequences of moves on the normal and the inverse scramble.

use super::last_six::LastSix;
use crate::coord::{CoordError, CoordinateBound, Distances, Stop, Tables, Tracked, UNREACHED};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation};
use crate::goals::Goal;
use crate::search::Outcome;
use crate::search::depth_first::{Counter, DepthFirst, MoveRules, Space, face_turns};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Called with the moves on the normal and on the inverse scramble.
type OnFound<'a> = dyn FnMut(&[Move], &[Move]) -> ControlFlow<Outcome> + 'a;

/// A goal with the tables for the moves that may lead there.
pub struct GoalSpace {
    pub goal: Goal,
    rules: MoveRules,
    bounds: GoalBounds,
    /// In place of rules and bounds, if the goal has a search of its own.
    last_six: Option<LastSix>,
    /// Whether not all moves are allowed.
    is_restricted: bool,
    /// Those of the end of the chain as reached from this goal; none if the next step is the last, whose
    /// own bounds are as good.
    pub end: Option<GoalBounds>,
}

/// The bounds of a goal with their tables.
pub struct GoalBounds(Vec<Bound>);

struct Bound {
    bound: CoordinateBound,
    tables: Arc<Tables>,
    distances: Arc<Distances>,
}

impl GoalBounds {
    /// Those by `allowed` moves only, if not all are allowed. Generates tables as necessary.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(
        goal: &Goal,
        metric: Metric,
        allowed: Option<MoveSet>,
        stop: Stop,
    ) -> Result<GoalBounds, CoordError> {
        let moves = goal.useful_moves(allowed);
        let with_tables = |bound: &CoordinateBound| {
            let by_all = bound.prepare(metric, stop)?;
            let by_allowed = match allowed {
                None => None,
                Some(_) => bound.distances_by(moves, metric, stop)?,
            };
            Ok(Bound {
                bound: bound.clone(),
                tables: Arc::clone(bound.tables()),
                distances: by_allowed.map_or_else(|| Arc::clone(by_all), Arc::new),
            })
        };
        let bounds = goal.bounds().iter().map(with_tables);
        bounds.collect::<Result<_, _>>().map(GoalBounds)
    }

    /// A lower bound for the length of solutions of a cube that is where the goal starts;
    /// [`UNREACHED`] if there are none.
    pub fn distance(&self, cube: &Cube) -> u8 {
        let distance = |bound: &Bound| bound.distances.get(bound.bound.track(cube).value);
        self.0.iter().map(distance).max().unwrap_or(0)
    }
}

impl GoalSpace {
    /// The space for `allowed` moves only, if not all are allowed. Generates tables as necessary.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(
        goal: Goal,
        end: Option<Goal>,
        metric: Metric,
        allowed: Option<MoveSet>,
        stop: Stop,
    ) -> Result<GoalSpace, CoordError> {
        let last_six = goal.last_six_view().map(|view| LastSix::new(view, metric));
        let bounds = match &last_six {
            Some(_) => GoalBounds(vec![]),
            None => GoalBounds::new(&goal, metric, allowed, stop)?,
        };
        let rules = MoveRules::face_turns(metric, goal.useful_moves(allowed));
        let end = end.map(|end| GoalBounds::new(&end, metric, None, stop));
        Ok(GoalSpace {
            // a sequence that ends with a move that keeps the goal is shorter without it
            rules: rules.not_ending_with(goal.keeping()),
            bounds,
            last_six,
            is_restricted: allowed.is_some(),
            end: end.transpose()?,
            goal,
        })
    }

    /// A lower bound for the length of solutions; [`UNREACHED`] if there are none.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        match &self.last_six {
            Some(_) if self.is_restricted => UNREACHED,
            Some(last_six) => last_six.distance(cube),
            None if self.goal.starts_at(cube) => self.bounds.distance(cube),
            None => UNREACHED,
        }
    }

    /// Calls `found` with the moves on the normal and on the inverse scramble of each solution with
    /// these lengths on them. All sequences are tried on the one with the shorter length, and each
    /// is completed on the other with the bounds of the goal. With an `end`, only those of which it
    /// does not exclude the rest.
    pub fn each_solution(
        &self,
        cube: &Cube,
        (normal, inverse): (u8, u8),
        end: Option<ChainEnd>,
        counter: &Counter,
        found: &mut OnFound,
    ) -> ControlFlow<Outcome> {
        if let Some(last_six) = &self.last_six {
            let length = normal + inverse;
            return last_six.solutions(cube, length, counter, &mut |moves| found(moves, &[]));
        }
        let inverse_first = inverse <= normal;
        let start = if inverse_first { cube.inverse() } else { *cube };
        let (shorter, longer) = (normal.min(inverse), normal.max(inverse));
        let after_first = end.map(|end| ChainEnd {
            after: end.after.saturating_add(longer),
            ..end
        });
        let first = CubesWithin(Within::new(None, after_first));
        let second = Within::new(Some(&self.bounds), end);
        let mut on_first = DepthFirst::new(&first, &self.rules, counter);
        let mut on_second = DepthFirst::new(&second, &self.rules, counter);
        let Some(values) = first.0.node(&start, shorter) else {
            return ControlFlow::Continue(());
        };
        on_first.find(&[], &(start, values), shorter, |(cube, _), first_path| {
            let cube = cube.inverse();
            let Some(node) = second.node(&cube, longer) else {
                return ControlFlow::Continue(());
            };
            on_second.find(&[], &node, longer, |_, second_path| {
                let [first, second] = [first_path, second_path].map(face_turns);
                match inverse_first {
                    true => found(&second, &first),
                    false => found(&first, &second),
                }
            })
        })
    }
}

/// The end of a chain, seen from a step: the solved cube, whose distance is the same for a cube and
/// its inverse.
#[derive(Clone, Copy)]
pub struct ChainEnd<'a> {
    pub bounds: &'a GoalBounds,
    /// Number of moves that there may be after the step.
    pub after: u8,
}

/// The cubes within some bounds. Nodes are the values of a cube under them.
struct Within<'a> {
    /// Each with the number of moves that there may be after the sequence.
    bounds: Vec<(&'a Bound, u8)>,
}

/// The most bounds of a goal and of an end together.
const MAX_BOUNDS: usize = 11;

type GoalValues = [Tracked; MAX_BOUNDS];

const UNUSED: GoalValues = [Tracked {
    value: 0,
    offset: Transformation::IDENTITY,
}; MAX_BOUNDS];

impl<'a> Within<'a> {
    fn new(goal: Option<&'a GoalBounds>, end: Option<ChainEnd<'a>>) -> Within<'a> {
        let mut bounds = Vec::with_capacity(MAX_BOUNDS);
        bounds.extend(goal.iter().flat_map(|goal| &goal.0).map(|bound| (bound, 0)));
        if let Some(ChainEnd { bounds: end, after }) = end {
            bounds.extend(end.0.iter().map(|bound| (bound, after)));
        }
        assert!(bounds.len() <= MAX_BOUNDS);
        Within { bounds }
    }

    /// The node of a cube, unless a bound excludes it.
    fn node(&self, cube: &Cube, left: u8) -> Option<GoalValues> {
        let mut values = UNUSED;
        for ((bound, after), value) in self.bounds.iter().zip(&mut values) {
            *value = bound.bound.track(cube);
            if !bound.is_within(left, *after, value) {
                return None;
            }
        }
        Some(values)
    }
}

impl Bound {
    #[inline]
    fn is_within(&self, left: u8, after: u8, value: &Tracked) -> bool {
        self.distances.get(value.value) <= left.saturating_add(after)
    }
}

impl Space for Within<'_> {
    type Node = GoalValues;

    fn may_be_within(&self, left: u8, node: &GoalValues) -> bool {
        let mut bounds = self.bounds.iter().zip(node);
        bounds.all(|((bound, after), value)| bound.is_within(left, *after, value))
    }

    /// Follows no further bound after the first that excludes the node.
    fn child(&self, node: &GoalValues, m: usize, left: u8) -> Option<GoalValues> {
        let mut child = *node;
        for ((bound, after), value) in self.bounds.iter().zip(&mut child) {
            *value = value.step(&bound.tables, Move::from_index(m));
            if !bound.is_within(left, *after, value) {
                return None;
            }
        }
        Some(child)
    }
}

/// The same with the cube itself.
struct CubesWithin<'a>(Within<'a>);

impl Space for CubesWithin<'_> {
    type Node = (Cube, GoalValues);

    fn may_be_within(&self, left: u8, (_, values): &Self::Node) -> bool {
        self.0.may_be_within(left, values)
    }

    fn child(&self, (cube, values): &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let values = self.0.child(values, m, left)?;
        Some((cube.apply(Move::from_index(m)), values))
    }
}
