use super::breadth_first::{self, Graph};
use super::{CoordError, Stop, Tables, Tracked};
use crate::cube::{Metric, MoveSet, Transformation, Turn};

/// The length of the shortest sequence from each value of a coordinate to the nearest goal.
///
/// ```
/// use cubesolve::coord::{Basic, Coordinate, Stop};
/// use cubesolve::cube::Metric;
///
/// let coordinate: Coordinate = Basic::edge_orientation().into();
/// let distances = coordinate.distances(Metric::HalfTurn, Stop::never())?;
/// assert_eq!(distances.distribution(), [1, 2, 25, 202, 620, 900, 285, 13]);
/// # Ok::<(), cubesolve::coord::CoordError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Distances {
    entries: Vec<u8>,
}

impl Distances {
    /// The distances of values from 0.
    pub(crate) fn from_entries(entries: Vec<u8>) -> Distances {
        Distances { entries }
    }

    /// Breadth-first search with these moves of the tables, on all threads: one byte a value. In slice turns, a turn
    /// of a slice is one of both faces beside it, if both are among the moves.
    ///
    /// # Errors
    /// Any [`CoordError`].
    ///
    /// # Panics
    /// If a move is not one of [`Tables::moves`] or its inverse is not among the moves, a goal is not a value,
    /// or a distance is more than 254.
    pub fn new(
        tables: &Tables,
        moves: MoveSet,
        goals: &[usize],
        metric: Metric,
        stop: Stop,
    ) -> Result<Distances, CoordError> {
        assert!(
            moves.difference(tables.moves()).is_empty(),
            "distances need moves that the tables have"
        );
        assert!(
            moves.iter().all(|m| moves.contains(m.inverse())),
            "distances need moves that can be undone"
        );
        let graph = MoveGraph {
            tables,
            turns_by_cost: metric.turns_by_cost(moves),
        };
        let entries = breadth_first::distances(&graph, goals, stop)?;
        Ok(Distances { entries })
    }

    /// The distance of a value, or [`UNREACHED`](super::UNREACHED).
    #[inline]
    pub fn get(&self, value: usize) -> u8 {
        self.entries[value]
    }

    /// The distance of each value.
    pub(crate) fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// The greatest distance; 0 if all values are unreached.
    pub(crate) fn greatest(&self) -> u8 {
        self.distribution().len().saturating_sub(1) as u8
    }

    /// The steps of a shortest path to a goal from a place that reaches one. `value` is that of a place; `steps` are
    /// those from a place, each with its cost and the place that it leads to.
    pub(crate) fn path<P: Copy, S, I: Iterator<Item = (S, u8, P)>>(
        &self,
        mut place: P,
        value: impl Fn(P) -> usize,
        steps: impl Fn(P) -> I,
    ) -> Vec<S> {
        let distance = |place| self.get(value(place));
        let mut path = vec![];
        while distance(place) > 0 {
            let left = distance(place);
            let is_nearer =
                |(_, cost, next): &(S, u8, P)| distance(*next).checked_add(*cost) == Some(left);
            let nearer = steps(place).find(is_nearer);
            let (step, _, next) = nearer.expect("a step leads nearer");
            path.push(step);
            place = next;
        }
        path
    }

    /// The number of values at each distance, without the unreached.
    pub fn distribution(&self) -> Vec<u64> {
        self.weighted_distribution(self.entries.len(), |_| 1)
    }

    /// The same where the values are classes of `class_size` values each, and each value of a class counts as many
    /// times as `weight` of the class says.
    pub(crate) fn weighted_distribution(
        &self,
        class_size: usize,
        weight: impl Fn(usize) -> u64,
    ) -> Vec<u64> {
        let mut counts = vec![0; 256];
        for (class, entries) in self.entries.chunks(class_size).enumerate() {
            let weight = weight(class);
            for &distance in entries {
                counts[usize::from(distance)] += weight;
            }
        }
        counts.pop();
        let length = counts.iter().rposition(|n| *n > 0).map_or(0, |d| d + 1);
        counts.truncate(length);
        counts
    }
}

/// The values of a coordinate, with moves as edges.
struct MoveGraph<'a> {
    tables: &'a Tables,
    /// From cost 1.
    turns_by_cost: [Vec<Turn>; Metric::MAX_COST as usize],
}

impl Graph for MoveGraph<'_> {
    fn size(&self) -> usize {
        self.tables.size()
    }

    fn max_cost(&self) -> u8 {
        let costs = (1..).zip(&self.turns_by_cost);
        let used = costs.filter(|(_, turns)| !turns.is_empty());
        used.map(|(cost, _)| cost).max().unwrap_or(1)
    }

    fn neighbours(&self, value: usize, cost: u8) -> impl Iterator<Item = usize> {
        let turns = self.turns_by_cost[usize::from(cost) - 1].iter();
        turns.map(move |turn| match turn.parts() {
            (m, None) => self.tables.step(value, m).0,
            _ => {
                let offset = Transformation::IDENTITY;
                let tracked = Tracked { value, offset };
                let step = |at: Tracked, m| at.step(self.tables, m);
                turn.moves().fold(tracked, step).value
            }
        })
    }

    /// Values that stand for the same cubes.
    fn for_each_alias(&self, value: usize, each: impl FnMut(usize)) {
        self.tables.for_each_alias(value, each);
    }
}
