//! The search for a step: sequences of moves on the normal and the inverse scramble.

use crate::coord::{CoordError, Distances, Stop, Tables, Tracked, UNREACHED};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation};
use crate::goals::{Goal, MAX_BOUNDS};
use crate::search::Outcome;
use crate::search::depth_first::{Counter, DepthFirst, MoveRules, Space, face_turns};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Called with the moves on the normal and on the inverse scramble.
type OnFound<'a> = dyn FnMut(&[Move], &[Move]) -> ControlFlow<Outcome> + 'a;

/// A goal with the tables for the moves that may lead there. Nodes are the values of a cube under
/// the bounds of the goal.
pub struct GoalSpace {
    goal: Goal,
    rules: MoveRules,
    /// The tables of the goal's bounds.
    bounds: Vec<(Arc<Tables>, Arc<Distances>)>,
}

type Values = [Tracked; MAX_BOUNDS];

const UNUSED: Values = [Tracked {
    value: 0,
    offset: Transformation::IDENTITY,
}; MAX_BOUNDS];

impl GoalSpace {
    /// The space for `allowed` moves only, if not all are allowed. Generates tables as necessary.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(
        goal: Goal,
        metric: Metric,
        allowed: Option<MoveSet>,
        stop: Stop,
    ) -> Result<GoalSpace, CoordError> {
        let moves = goal.useful_moves(allowed);
        let mut bounds = vec![];
        for bound in goal.bounds() {
            let by_all = bound.prepare(metric, stop)?;
            let by_allowed = match allowed {
                None => None,
                Some(_) => bound.distances_by(moves, metric, stop)?,
            };
            let distances = by_allowed.map_or_else(|| Arc::clone(by_all), Arc::new);
            bounds.push((Arc::clone(bound.tables()), distances));
        }
        Ok(GoalSpace {
            // a sequence that ends with a move that keeps the goal is shorter without it
            rules: MoveRules::face_turns(metric, moves).not_ending_with(goal.keeping()),
            bounds,
            goal,
        })
    }

    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// A lower bound for the length of solutions; [`UNREACHED`] if there are none.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        match self.goal.starts_at(cube) {
            true => self.distance(cube),
            false => UNREACHED,
        }
    }

    /// The same for a cube that is where the goal starts.
    pub fn distance(&self, cube: &Cube) -> u8 {
        let values = self.values(cube);
        let bounds = self.bounds.iter().zip(&values);
        let bounds = bounds.map(|((_, distances), value)| distances.get(value.value));
        bounds.max().unwrap_or(0)
    }

    fn values(&self, cube: &Cube) -> Values {
        let mut values = UNUSED;
        for (bound, value) in self.goal.bounds().iter().zip(&mut values) {
            *value = bound.track(cube);
        }
        values
    }

    /// Calls `found` with the moves on the normal and on the inverse scramble of each solution with
    /// these lengths on them. All sequences are tried on the one with the shorter length, and each
    /// is completed on the other with the bounds of the goal. With an `end`, only those of which it
    /// does not exclude the rest.
    pub fn search(
        &self,
        cube: &Cube,
        (normal, inverse): (u8, u8),
        end: Option<End>,
        counter: &Counter,
        found: &mut OnFound,
    ) -> ControlFlow<Outcome> {
        let inverse_first = inverse <= normal;
        let start = if inverse_first { cube.inverse() } else { *cube };
        let (shorter, longer) = (normal.min(inverse), normal.max(inverse));
        let after_first = end.map(|end| End {
            after: end.after.saturating_add(longer),
            ..end
        });
        let first = Bounded::new(&AllCubes, after_first);
        let second = Bounded::new(self, end);
        let mut on_first = DepthFirst::new(&first, &self.rules, counter);
        let mut on_second = DepthFirst::new(&second, &self.rules, counter);
        let start = first.node(start, &start);
        on_first.run(&[], &start, shorter, |(cube, _), first_path| {
            let cube = cube.inverse();
            let values = self.values(&cube);
            // most are too far from the goal: spares them the values for the end
            if !self.may_be_within(longer, &values) {
                return ControlFlow::Continue(());
            }
            let node = second.node(values, &cube);
            on_second.run(&[], &node, longer, |_, second_path| {
                let [first, second] = [first_path, second_path].map(face_turns);
                match inverse_first {
                    true => found(&second, &first),
                    false => found(&first, &second),
                }
            })
        })
    }
}

impl Space for GoalSpace {
    type Node = Values;

    fn may_be_within(&self, left: u8, node: &Values) -> bool {
        let mut bounds = self.bounds.iter().zip(node);
        bounds.all(|((_, distances), value)| distances.get(value.value) <= left)
    }

    /// Follows no further bound after the first that excludes the node.
    fn child(&self, node: &Values, m: usize, left: u8) -> Option<Values> {
        let mut child = *node;
        for ((tables, distances), value) in self.bounds.iter().zip(&mut child) {
            *value = value.step(tables, Move::from_index(m));
            if distances.get(value.value) > left {
                return None;
            }
        }
        Some(child)
    }
}

/// All cubes, each of them a goal.
struct AllCubes;

impl Space for AllCubes {
    type Node = Cube;

    fn may_be_within(&self, _: u8, _: &Cube) -> bool {
        true
    }

    fn child(&self, cube: &Cube, m: usize, _: u8) -> Option<Cube> {
        Some(cube.apply(Move::from_index(m)))
    }
}

/// The end of a chain, seen from a step: the solved cube, whose distance is the same for a cube and
/// its inverse.
#[derive(Clone, Copy)]
pub struct End<'a> {
    pub space: &'a GoalSpace,
    /// Number of moves that there may be after the step.
    pub after: u8,
}

/// The space of a step without the nodes that are too far from the end of the chain, if it has one.
struct Bounded<'a, S> {
    step: &'a S,
    end: Option<End<'a>>,
}

impl<'a, S: Space> Bounded<'a, S> {
    fn new(step: &'a S, end: Option<End<'a>>) -> Bounded<'a, S> {
        Bounded { step, end }
    }

    /// The node of a cube that has this one in the step's space.
    fn node(&self, node: S::Node, cube: &Cube) -> (S::Node, Values) {
        (node, self.end.map_or(UNUSED, |end| end.space.values(cube)))
    }
}

impl<S: Space> Space for Bounded<'_, S> {
    type Node = (S::Node, Values);

    fn may_be_within(&self, left: u8, (node, values): &Self::Node) -> bool {
        let is_near = |end: End| {
            let to_end = left.saturating_add(end.after);
            end.space.may_be_within(to_end, values)
        };
        self.step.may_be_within(left, node) && self.end.is_none_or(is_near)
    }

    fn child(&self, (node, values): &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let node = self.step.child(node, m, left)?;
        let values = match self.end {
            Some(end) => end.space.child(values, m, left.saturating_add(end.after))?,
            None => UNUSED,
        };
        Some((node, values))
    }
}
