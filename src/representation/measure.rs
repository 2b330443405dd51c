//! The speed of a representation.

use super::Representation;
use crate::cube::{Cube, Move};
use crate::host::Instant;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use std::time::Duration;

/// Times of single operations in nanoseconds, the shortest of several rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Times {
    /// One move.
    pub apply: f64,
    /// The product of two positions.
    pub product: f64,
    /// The inverse of a position.
    pub inverse: f64,
    /// Comparing two equal positions.
    pub comparison: f64,
}

/// Number of different cubes and moves.
const SAMPLES: usize = 1024;

/// Measures chains of operations, each on the result of the one before. Comparisons, which
/// have no such result, are independent.
pub(super) fn measure<R: Representation>() -> Times {
    let mut rng = SmallRng::seed_from_u64(1);
    let cubes: Vec<R> = (0..SAMPLES)
        .map(|_| R::from_cube(&Cube::random(&mut rng)))
        .collect();
    let moves: Vec<Move> = (0..SAMPLES)
        .map(|_| Move::from_index(rng.random_range(0..Move::COUNT)))
        .collect();
    let mut cube = cubes[0];
    Times {
        apply: shortest(|i| cube = cube.apply(moves[i])),
        product: shortest(|i| cube = cube.product(&cubes[i])),
        inverse: shortest(|_| cube = black_box(cube).inverse()),
        comparison: shortest(|i| {
            black_box(cubes[i] == *black_box(&cubes[i]));
        }),
    }
}

/// Nanoseconds per call; the argument runs through `0..SAMPLES`.
fn shortest(mut call: impl FnMut(usize)) -> f64 {
    const ROUNDS: usize = 8; // of which the first warms the caches
    let mut round = |_| {
        let start = Instant::now();
        (0..SAMPLES).for_each(&mut call);
        start.elapsed()
    };
    let shortest = (0..ROUNDS).map(&mut round).min().unwrap_or(Duration::ZERO);
    shortest.as_nanos() as f64 / SAMPLES as f64
}
