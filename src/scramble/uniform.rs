//! Cubes drawn uniformly from those at a distance, or at least at a distance.
//!
//! A canonical sequence of `d` moves, drawn uniformly, leads to a cube at distance `d` with a probability
//! proportional to the number of its shortest solutions, `n`: each of them, undone, is one of the sequences. If the
//! cube is then kept with the probability `1 / n`, and dropped where its distance is less, all cubes at distance
//! `d` are equally likely. Where there are more such sequences than cubes, cubes are drawn uniformly from all and
//! kept if they are at distance `d`.

use crate::cube::{CanonicalSequences, Cube, Metric, POSITIONS};
use rand::{Rng, RngExt};

/// A cube drawn uniformly from those at `distance`. `solutions` returns the number of shortest solutions
/// of a cube at this distance, `None` for others. It may return 1 for any number unless its second argument is
/// true.
///
/// # Errors
/// Those of `solutions`.
///
/// # Panics
/// If `distance` is more than God's number.
pub fn at_distance<E>(
    distance: u8,
    metric: Metric,
    rng: &mut impl Rng,
    mut solutions: impl FnMut(&Cube, bool) -> Result<Option<usize>, E>,
) -> Result<Cube, E> {
    let sequences = CanonicalSequences::new(distance, metric);
    let by_sequence = sequences.count() < POSITIONS;
    loop {
        let cube = match by_sequence {
            true => sequences.get(rng.random_range(0..sequences.count())).cube(),
            false => Cube::random(rng),
        };
        let may_be = metric.next_possible_length(&cube, distance) == distance;
        let count = if may_be {
            solutions(&cube, by_sequence)?
        } else {
            None
        };
        if count.is_some_and(|count| !by_sequence || rng.random_range(0..count) == 0) {
            return Ok(cube);
        }
    }
}

/// A cube drawn uniformly from those that satisfy a condition, such as a least distance: from all until one
/// does.
///
/// # Errors
/// Those of the condition.
pub fn such_that<E>(
    rng: &mut impl Rng,
    mut condition: impl FnMut(&Cube) -> Result<bool, E>,
) -> Result<Cube, E> {
    loop {
        let cube = Cube::random(rng);
        if condition(&cube)? {
            return Ok(cube);
        }
    }
}
