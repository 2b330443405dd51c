//! Checks of a table's entries that need nothing but the table and the moves.

use super::{Encoding, Table};
use crate::cube::{Cube, Move};
use rand::seq::IndexedRandom;
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
    /// walk a two-bit entry fits those around it.
    ///
    /// # Errors
    /// The first entry that is wrong.
    pub fn check_samples(&self) -> Result<(), WrongEntry> {
        let generators: Vec<Move> = self.spec().metric.generators().iter().collect();
        for _ in 0..WALKS {
            let mut cube = Cube::SOLVED;
            for moves in 1..=WALK_MOVES {
                let m = generators.choose(&mut rand::rng());
                cube = cube.apply(*m.expect("there are moves"));
                let value = self.lower_bound(&cube);
                if value > moves {
                    return Err(WrongEntry::TooMuch { value, moves });
                }
            }
            // a filter may tell less than the distance of either
            if self.spec().encoding == Encoding::TwoBits {
                check_neighbours(self, &cube)?;
            }
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
    let moves = table.spec().metric.generators();
    let around = moves.iter().map(|m| distance(&cube.apply(m)));
    let (low, high) = around.fold((u8::MAX, 0), |(low, high), d| (low.min(d), high.max(d)));
    let has_nearer = low + 1 == value || low == value && [nearest, farthest].contains(&value);
    if has_nearer && high <= value + 1 {
        Ok(())
    } else {
        Err(WrongEntry::Neighbours { value, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Spec;
    use crate::table::huge_pages::HugePages;
    use crate::table::loaded::Storage;
    use crate::table::shallow::ShallowDistances;
    use std::sync::atomic::AtomicBool;

    /// A table with the bounds of the first few moves, and tables that say too much of some
    /// positions or of their neighbours.
    #[test]
    fn samples_show_whether_a_table_is_right() {
        let right = Table::build(
            &Spec {
                base: 0,
                ..*Spec::by_name("h0").unwrap()
            },
            &AtomicBool::new(false),
            &|_| (),
        )
        .unwrap();
        assert_eq!(right.check_samples(), Ok(()));
        let whole = Table::build(
            Spec::by_name("h0").unwrap(),
            &AtomicBool::new(false),
            &|_| (),
        );
        assert_eq!(whole.unwrap().check_samples(), Ok(()));
        let with_codes = |change: fn(usize, u8) -> u8| {
            let mut codes = HugePages::zeroed(right.codes().len()).unwrap();
            for (i, code) in codes.iter_mut().enumerate() {
                *code = change(i, right.codes()[i]);
            }
            let shallow = ShallowDistances::empty().unwrap();
            Table::new(*right.spec(), Storage::Copied(codes), shallow).check_samples()
        };
        // an entry is 10 where it is farthest, 01 at a distance of 1, 11 at none
        let too_much = with_codes(|_, _| 0b1010_1010);
        assert!(matches!(
            too_much,
            Err(WrongEntry::TooMuch { value: 3, moves: 1 })
        ));
        let some_near = with_codes(|i, code| if i % 16 == 7 { 0xff } else { code });
        assert!(matches!(some_near, Err(WrongEntry::Neighbours { .. })));
        let all_near = with_codes(|_, _| 0b0101_0101);
        assert_eq!(
            all_near,
            Err(WrongEntry::Neighbours {
                value: 1,
                low: 1,
                high: 1
            })
        );
    }
}
