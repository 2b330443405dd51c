//! Checks of a table's entries that need nothing but the table and the moves.

use super::Table;
use crate::cube::{Cube, Move};
use thiserror::Error;

/// An entry that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WrongEntry {
    /// It says more than the moves that lead there.
    #[error("an entry says {value} for a position that {moves} moves solve")]
    TooMuch {
        /// The bound that the entry gives.
        value: u8,
        /// Moves that lead to the position.
        moves: u8,
    },
    /// Those around it do not fit it.
    #[error("an entry says {value} where its neighbours say {low} to {high}")]
    Neighbours {
        /// The bound that the entry gives.
        value: u8,
        /// The least bound around it.
        low: u8,
        /// The greatest bound around it.
        high: u8,
    },
}

/// Random walks from the solved cube.
const WALKS: usize = 2000;

/// Moves of a walk: enough to reach positions of every distance.
const WALK_MOVES: u8 = 30;

impl Table {
    /// Checks entries along random walks: none exceeds the moves made, and at the end of each
    /// walk the entry fits those around it.
    ///
    /// # Errors
    /// The first entry that is wrong.
    pub fn check_samples(&self) -> Result<(), WrongEntry> {
        for _ in 0..WALKS {
            let mut cube = Cube::SOLVED;
            for moves in 1..=WALK_MOVES {
                cube = cube.apply(Move::from_index(rand::random_range(0..Move::COUNT)));
                let value = self.lower_bound(&cube);
                if value > moves {
                    return Err(WrongEntry::TooMuch { value, moves });
                }
            }
            check_neighbours(self, &cube)?;
        }
        Ok(())
    }
}

/// A distance differs by at most one from those around it, and unless it is 0 one of them is
/// smaller: a table of which that holds everywhere holds the distances.
///
/// Entries tell distances from `base` to `base + 3`; those outside count as the nearest.
fn check_neighbours(table: &Table, cube: &Cube) -> Result<(), WrongEntry> {
    let (nearest, farthest) = (table.spec().base, table.spec().base + 3);
    let distance = |cube: &Cube| table.lower_bound(cube).max(nearest);
    let value = distance(cube);
    let around = Move::ALL.map(|m| distance(&cube.apply(m)));
    let low = around.into_iter().min().expect("there are 18");
    let high = around.into_iter().max().expect("there are 18");
    let has_nearer = low + 1 == value || low == value && [nearest, farthest].contains(&value);
    if has_nearer && high <= value + 1 {
        Ok(())
    } else {
        Err(WrongEntry::Neighbours { value, low, high })
    }
}
