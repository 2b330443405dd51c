//! Checking the entries of a table by moves alone, independently of how it was generated.

use super::pruning_table::Table;
use crate::cube::{Cube, Move};
use rand::seq::IndexedRandom;
use thiserror::Error;

/// An entry whose bound exceeds the number of moves that lead to the cube.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("an entry gives the bound {bound} for a cube at distance {moves} at most")]
#[non_exhaustive]
pub struct WrongEntry {
    /// The bound that the entry gives.
    pub bound: u8,
    /// Number of moves that lead to the cube.
    pub moves: u8,
}

/// Random walks from the solved cube.
const WALKS: usize = 2000;

/// Moves of a walk: enough to reach positions of every distance.
const WALK_MOVES: u8 = 30;

impl Table {
    /// Checks entries along 2000 random walks from the solved cube: no bound may exceed the number of
    /// moves. (Bounds that are too small would cost time and nothing else.)
    ///
    /// # Errors
    /// The first wrong entry that is found.
    pub fn check_samples(&self) -> Result<(), WrongEntry> {
        let generators: Vec<Move> = self.spec().metric.generators().iter().collect();
        for _ in 0..WALKS {
            let mut cube = Cube::SOLVED;
            for moves in 1..=WALK_MOVES {
                let m = generators.choose(&mut rand::rng());
                cube = cube.apply(*m.expect("every metric has moves"));
                let bound = self.lower_bound(&cube);
                if bound > moves {
                    return Err(WrongEntry { bound, moves });
                }
            }
        }
        Ok(())
    }
}
