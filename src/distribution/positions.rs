use super::{Visited, patterns};
use crate::coord::{CoordError, CoordinatePositions, Stop};
use crate::notation::LayerMove;
use crate::patterns::VisitedPositions;
use crate::search::Query;

/// Positions at one distance.
///
/// Of those that the symmetries of a goal carry into each other, as far as they act on the coordinate that is visited,
/// one stands for all.
#[derive(Debug)]
pub struct Positions {
    distance: u8,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Coordinate(CoordinatePositions),
    Stickers(Box<VisitedPositions>),
}

/// The positions at a distance from the goal, the pattern or the solved cube of a query, by its metric and moves; by
/// default the farthest.
///
/// ```
/// use cubesolve::Query;
/// use cubesolve::coord::Stop;
/// use cubesolve::distribution;
///
/// let cross = Query::new().goal("cross-d".parse()?);
/// let farthest = distribution::positions(&cross, None, 1 << 30, Stop::never())?.expect("they fit");
/// assert_eq!(farthest.distance(), 8);
/// assert_eq!(farthest.classes().map(|(_, positions)| positions).sum::<u64>(), 102);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `None` if [all positions](super::Distribution::exact) cannot be visited.
///
/// # Errors
/// Any [`CoordError`].
pub fn positions(
    query: &Query,
    distance: Option<u8>,
    memory: u64,
    stop: Stop,
) -> Result<Option<Positions>, CoordError> {
    if let Some(Visited {
        bound,
        moves,
        metric,
    }) = Visited::new(query, memory)
    {
        let found = bound.positions(distance, moves, metric, stop)?;
        return Ok(found.map(|found| Positions {
            distance: found.distance(),
            source: Source::Coordinate(found),
        }));
    }
    let visited = patterns(query).map(|patterns| patterns.visit(memory, stop));
    let visited = visited.transpose()?.flatten();
    Ok(visited.map(|visited| Positions {
        distance: distance.unwrap_or_else(|| visited.greatest()),
        source: Source::Stickers(Box::new(visited)),
    }))
}

impl Positions {
    /// Their distance.
    pub fn distance(&self) -> u8 {
        self.distance
    }

    /// For each class of symmetric positions a shortest sequence of the moves that leads to one of them from the solved
    /// cube, and the number of its positions. They are found one after the other.
    pub fn classes(&self) -> Box<dyn Iterator<Item = (Vec<LayerMove>, u64)> + '_> {
        match &self.source {
            Source::Coordinate(found) => Box::new(found.classes().map(|(moves, count)| {
                let moves = moves.moves().iter().map(|m| (*m).into());
                (joined(moves), count)
            })),
            Source::Stickers(visited) => {
                let found = visited.at_distance(self.distance);
                Box::new(found.map(|moves| (joined(moves), 1)))
            }
        }
    }
}

/// With a half turn for two quarter turns.
fn joined(moves: impl IntoIterator<Item = LayerMove>) -> Vec<LayerMove> {
    let mut joined: Vec<LayerMove> = vec![];
    for m in moves {
        match joined.last_mut() {
            Some(last) if *last == m => *last = m.with_turns(2),
            _ => joined.push(m),
        }
    }
    joined
}
