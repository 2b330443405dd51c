//! How many cubes need how many moves.
//!
//! Where all positions that a query distinguishes fit the memory, they are visited by breadth-first search: the
//! cosets of a goal by its coordinate, of which symmetric ones are counted with the size of their class; the places
//! of the stickers that a pattern is about; and the 2x2x2. Each such position stands for equally many cubes. Where
//! they do not fit, a sample is drawn: [`RandomCubes`] draws cubes for a [`Solver`](crate::Solver), and
//! [`Distribution::add`] counts the lengths of their solutions. [`positions`] lists those at one distance.

mod positions;
mod random;

pub use positions::{Positions, positions};
pub use random::{NotDrawn, RandomCubes};

use crate::coord::{Basic, CoordError, Coordinate, CoordinateBound, POCKET_MOVES, Stop};
use crate::cube::{Metric, MoveSet, Sequence};
use crate::goals::{Goal, GoalChain};
use crate::patterns::Patterns;
use crate::search::{Puzzle, Query, Target};

/// The number of positions, or of the cubes of a sample, at each distance.
///
/// ```
/// use cubesolve::Query;
/// use cubesolve::coord::Stop;
/// use cubesolve::distribution::Distribution;
///
/// let cross = Query::new().goal("cross-d".parse()?);
/// let found = Distribution::exact(&cross, 1 << 30, Stop::never())?.expect("190,080 positions");
/// assert_eq!(found.counts(), [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Distribution {
    counts: Vec<u64>,
    farther: Option<u64>,
    is_sample: bool,
}

impl Distribution {
    /// A sample without cubes.
    pub fn sample() -> Distribution {
        Distribution {
            is_sample: true,
            ..Distribution::all()
        }
    }

    /// All of some positions, none of which are counted yet.
    pub fn all() -> Distribution {
        Distribution {
            farther: Some(0),
            ..Distribution::default()
        }
    }

    /// The distances from the goal, the pattern or the solved cube of a query, by its metric and moves. With a
    /// greatest length, positions up to there may be counted where all are too many.
    ///
    /// Counted are the positions that the moves reach, as they are held. Without certain moves, in slice turns, too,
    /// they are held in one way. To one cube are as many at each distance as to the solved one. `None` if they take
    /// more bytes of memory, move tables aside, or if the query has several steps, targets, or goals from one start.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn exact(
        query: &Query,
        memory: u64,
        stop: Stop,
    ) -> Result<Option<Distribution>, CoordError> {
        let mut query = query.clone();
        // its product with each position that leads to the solved cube leads to it by the same moves
        if let [Target::Cube(_)] = query.to[..] {
            query.to.clear();
        }
        let greatest = query.max_moves_in_all();
        let all = match Visited::new(&query, memory) {
            Some(Visited {
                bound,
                moves,
                metric,
            }) => bound.distribution(moves, metric, stop)?,
            None => {
                let Some(patterns) = patterns(&query) else {
                    return Ok(None);
                };
                let all = patterns.visit(memory, stop)?;
                match (all.map(|all| all.distribution()), greatest) {
                    (None, Some(greatest)) => {
                        let near = patterns.near_distances(greatest, memory, stop)?;
                        return Ok(near.map(|counts| Distribution {
                            counts,
                            ..Distribution::default()
                        }));
                    }
                    (all, _) => all,
                }
            }
        };
        Ok(all.map(|mut counts| {
            let shown = counts
                .len()
                .min(greatest.map_or(usize::MAX, |greatest| 1 + usize::from(greatest)));
            Distribution {
                farther: Some(counts.split_off(shown).iter().sum()),
                counts,
                is_sample: false,
            }
        }))
    }

    /// Adds a cube, or several, with the length of a shortest solution; `None` if that is greater than the greatest.
    pub fn add(&mut self, length: Option<usize>, cubes: u64) {
        match length {
            Some(length) => {
                let counted = self.counts.len().max(length + 1);
                self.counts.resize(counted, 0);
                self.counts[length] += cubes;
            }
            None => self.farther = self.farther.map(|farther| farther + cubes),
        }
    }

    /// By distance from 0.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many are farther than the greatest distance; `None` if that is not known.
    pub fn farther(&self) -> Option<u64> {
        self.farther
    }

    /// Whether cubes were drawn, so that shares have an [error](Distribution::error).
    pub fn is_sample(&self) -> bool {
        self.is_sample
    }

    /// All that were counted; `None` if the number of those farther is not known.
    pub fn total(&self) -> Option<u64> {
        Some(self.counts.iter().sum::<u64>() + self.farther?)
    }

    /// The share of some of the positions.
    pub fn share(&self, count: u64) -> Option<f64> {
        let total = self.total().filter(|total| *total > 0)?;
        Some(count as f64 / total as f64)
    }

    /// The standard error of a share of a sample.
    pub fn error(&self, share: f64) -> Option<f64> {
        let total = self.total().filter(|_| self.is_sample)?;
        Some((share * (1.0 - share) / total as f64).sqrt())
    }

    /// The mean distance, if all are known, and of a sample its standard error.
    pub fn mean(&self) -> Option<(f64, Option<f64>)> {
        let total = self.total().filter(|_| self.farther == Some(0))?;
        let over_total = |f: &dyn Fn(f64) -> f64| {
            let terms = (0..).zip(&self.counts);
            let sum: f64 = terms
                .map(|(moves, n)| f(f64::from(moves)) * *n as f64)
                .sum();
            (total > 0).then(|| sum / total as f64)
        };
        let mean = over_total(&|moves| moves)?;
        let variance = over_total(&|moves| (moves - mean).powi(2))?;
        let error = (self.is_sample && total > 1).then(|| (variance / (total - 1) as f64).sqrt());
        Some((mean, error))
    }
}

/// What the positions of a query are the values of, and the moves between them.
struct Visited {
    bound: CoordinateBound,
    /// `None` for all.
    moves: Option<MoveSet>,
    metric: Metric,
}

impl Visited {
    /// `None` if there is no coordinate for it, or its distances take more memory.
    fn new(query: &Query, memory: u64) -> Option<Visited> {
        let (bound, (moves, metric)) = match &query.goal {
            Some(chain) => {
                let goal = first_goal(chain)?;
                (goal.exact_bound()?, moves_to(goal, query)?)
            }
            None if is_whole_pocket(query) => {
                let parts = [Basic::pocket_permutation(), Basic::pocket_orientation()];
                let pocket = Coordinate::composite(parts).restricted_to(POCKET_MOVES);
                (CoordinateBound::new(pocket), (None, query.metric))
            }
            None => return None,
        };
        let fits = query.goal.is_none() || bound.size() as u64 <= memory;
        fits.then_some(Visited {
            bound,
            moves,
            metric,
        })
    }
}

/// Whether it is about all of the 2x2x2.
fn is_whole_pocket(query: &Query) -> bool {
    query.puzzle == Puzzle::Cube2 && query.moves.is_none() && query.to.is_empty()
}

/// The only goal of a chain, if it is the only one of its first start.
fn first_goal(chain: &GoalChain) -> Option<&Goal> {
    let [goals] = chain.goals() else {
        return None;
    };
    let start = goals[0].previous();
    let mut of_start = goals.iter().filter(|goal| goal.previous() == start);
    let goal = of_start.next();
    goal.filter(|_| of_start.next().is_none())
}

/// The moves to a goal if not all are allowed, and how they are counted; `None` if some turn other layers.
fn moves_to(goal: &Goal, query: &Query) -> Option<(Option<MoveSet>, Metric)> {
    let Some(moves) = query.restricted_moves() else {
        return Some((None, query.metric));
    };
    if !moves.are_face_turns() {
        return None;
    }
    let moves: Sequence = moves.moves().collect();
    let moves: MoveSet = moves.moves().iter().copied().collect();
    // of certain moves each counts one, also two of opposite faces
    Some((
        Some(goal.useful_moves(Some(moves))),
        query.metric.of_faces(),
    ))
}

/// For the pattern of a query, or the solved cube; `None` if it has a goal or other targets.
fn patterns(query: &Query) -> Option<Patterns> {
    let target = match (&query.goal, &query.to[..]) {
        (None, []) => None,
        (None, [Target::Pattern(pattern)]) => Some(*pattern),
        _ => return None,
    };
    Some(Patterns::for_visits(query, target))
}
