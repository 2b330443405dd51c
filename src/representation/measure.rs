//! How long a representation takes.

use super::Representation;
use crate::cube::{Cube, Move};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Times of single operations in nanoseconds, the shortest of several rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
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

/// Different cubes and moves, a power of two of them.
const MANY: usize = 1024;

/// Measures chains of operations, each on the result of the one before; comparisons, which
/// have no such result, one after the other.
pub(super) fn measure<R: Representation>() -> Times {
    let mut rng = SmallRng::seed_from_u64(1);
    let held: Vec<R> = (0..MANY)
        .map(|_| R::from_cube(&Cube::random(&mut rng)))
        .collect();
    let moves: Vec<Move> = (0..MANY)
        .map(|_| Move::from_index(rng.random_range(0..Move::COUNT)))
        .collect();
    let mut present = held[0];
    Times {
        apply: shortest(|i| present = present.apply(moves[i])),
        product: shortest(|i| present = present.product(&held[i])),
        inverse: shortest(|_| present = black_box(present).inverse()),
        comparison: shortest(|i| {
            black_box(held[i] == *black_box(&held[i]));
        }),
    }
}

/// Nanoseconds of one call, which is given numbers below [`MANY`].
fn shortest(mut call: impl FnMut(usize)) -> f64 {
    const ROUNDS: usize = 8;
    let mut round = |_| {
        let start = Instant::now();
        (0..MANY).for_each(&mut call);
        start.elapsed()
    };
    // the first round finds nothing in the caches
    let shortest = (0..ROUNDS).map(&mut round).min().unwrap_or(Duration::ZERO);
    shortest.as_nanos() as f64 / MANY as f64
}
