//! Scrambles of the 2x2x2, by turns of U, R and F: all of its positions fit a small table of distances.

use crate::coord::{Basic, CoordError, Coordinate, Distances, POCKET_MOVES, Stop, get_or_try_init};
use crate::cube::{Cube, Metric, Move, Sequence};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Official scrambles have this length, and lead to positions that take at least 4 moves (WCA regulations,
/// 4b3b).
const OFFICIAL_LENGTH: u8 = 11;
const OFFICIAL_DISTANCE: u8 = 4;

/// All positions of the 2x2x2 with their distances.
struct Pocket {
    coordinate: Coordinate,
    distances: Distances,
    metric: Metric,
}

impl Pocket {
    fn shared(metric: Metric, stop: Stop) -> Result<&'static Pocket, CoordError> {
        static SHARED: [OnceLock<Pocket>; Metric::ALL.len()] =
            [const { OnceLock::new() }; Metric::ALL.len()];
        get_or_try_init(&SHARED[metric as usize], || {
            let coordinate =
                Coordinate::composite([Basic::pocket_permutation(), Basic::pocket_orientation()]);
            Ok(Pocket {
                distances: coordinate.distances(metric, stop)?,
                coordinate,
                metric,
            })
        })
    }

    fn distance(&self, cube: &Cube) -> u8 {
        self.distances.get(self.coordinate.index(cube))
    }

    /// A position drawn uniformly from those at such distances.
    fn draw(&self, distances: &RangeInclusive<u8>, rng: &mut impl Rng) -> Cube {
        let farthest = self.distances.greatest();
        assert!(
            distances.clone().any(|distance| distance <= farthest),
            "no position is that far"
        );
        loop {
            let value = rng.random_range(0..self.coordinate.size());
            if distances.contains(&self.distances.get(value)) {
                return self.coordinate.cube(value);
            }
        }
    }

    /// Moves of this length that solve a position, in a random order of trying; `None` if there are none.
    fn solution(&self, cube: &Cube, length: u8, rng: &mut impl Rng) -> Option<Vec<Move>> {
        self.rest(cube, None, length, rng)
    }

    /// The moves that are left, from the last one to the first.
    fn rest(
        &self,
        cube: &Cube,
        last: Option<Move>,
        left: u8,
        rng: &mut impl Rng,
    ) -> Option<Vec<Move>> {
        if self.distance(cube) > left {
            return None;
        }
        if left == 0 {
            return Some(vec![]);
        }
        let may_follow = |m: &Move| last.is_none_or(|last| last.face() != m.face());
        let mut moves: Vec<Move> = POCKET_MOVES.iter().filter(may_follow).collect();
        moves.shuffle(rng);
        moves.into_iter().find_map(|m| {
            let left = left.checked_sub(self.metric.cost(m))?;
            let mut rest = self.rest(&cube.apply(m), Some(m), left, rng)?;
            rest.push(m);
            Some(rest)
        })
    }
}

/// A shortest scramble of a 2x2x2 by turns of U, R and F, drawn uniformly from those positions that
/// take as many moves as a range has.
///
/// # Errors
/// Any [`CoordError`] when the tables are generated, in a fraction of a second the first time.
///
/// # Panics
/// If no position takes as many: beyond 11, or 14 quarter turns.
pub fn cube2(
    distances: RangeInclusive<u8>,
    metric: Metric,
    rng: &mut impl Rng,
    stop: Stop,
) -> Result<Sequence, CoordError> {
    let pocket = Pocket::shared(metric, stop)?;
    let cube = pocket.draw(&distances, rng);
    let solution = pocket.solution(&cube, pocket.distance(&cube), rng);
    Ok(undone(solution.expect("distances are exact")))
}

/// A scramble of a 2x2x2 as in competitions: of 11 turns of U, R and F, drawn uniformly from those positions that
/// take at least 4 moves to solve.
///
/// # Errors
/// Those of [`cube2`].
pub fn cube2_competition(rng: &mut impl Rng, stop: Stop) -> Result<Sequence, CoordError> {
    let pocket = Pocket::shared(Metric::HalfTurn, stop)?;
    let cube = pocket.draw(&(OFFICIAL_DISTANCE..=OFFICIAL_LENGTH), rng);
    let solution = pocket.solution(&cube, OFFICIAL_LENGTH, rng);
    Ok(undone(
        solution.expect("each position is 11 moves from solved, too"),
    ))
}

/// The scramble to moves that solve it, from the last one to the first.
fn undone(solution: Vec<Move>) -> Sequence {
    let scramble = solution.into_iter().map(Move::inverse);
    scramble.collect::<Vec<Move>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// So the official length leaves no position out.
    #[test]
    fn positions_near_solved_have_scrambles_of_the_official_length() {
        let pocket = Pocket::shared(Metric::HalfTurn, Stop::never()).unwrap();
        let mut rng = rand::rngs::ChaCha12Rng::from_seed([1; 32]);
        for value in 0..pocket.coordinate.size() {
            let distance = pocket.distances.get(value);
            if (4..6).contains(&distance) || distance > 10 {
                let cube = pocket.coordinate.cube(value);
                assert!(pocket.solution(&cube, 11, &mut rng).is_some());
            }
        }
    }
}
