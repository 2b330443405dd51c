//! Checking the entries of a table by moves alone, independently of how it was generated.

use super::pruning_table::Table;
use super::spec::Encoding;
use crate::cube::{Cube, Move};
use rand::seq::IndexedRandom;
use thiserror::Error;

/// An entry that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongEntry {
    /// The bound exceeds the number of moves that lead to the cube.
    #[error("an entry gives the bound {value} for a cube at distance {moves} at most")]
    ExceedsMoves {
        /// The bound that the entry gives.
        value: u8,
        /// Number of moves that lead to the cube.
        moves: u8,
    },
    /// The bound contradicts those of its neighbours.
    #[error("an entry gives the bound {value}, its neighbours {low} to {high}")]
    Neighbours {
        /// The bound that the entry gives.
        value: u8,
        /// The least bound of a neighbour.
        low: u8,
        /// The greatest bound of a neighbour.
        high: u8,
    },
}

/// Random walks from the solved cube.
const WALKS: usize = 2000;

/// Moves of a walk: enough to reach positions of every distance.
const WALK_MOVES: u8 = 30;

impl Table {
    /// Checks entries along 2000 random walks from the solved cube: no bound may exceed the number of
    /// moves, and at the end of each walk a two-bit value must agree with those of its neighbours.
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
                let value = self.lower_bound(&cube);
                if value > moves {
                    return Err(WrongEntry::ExceedsMoves { value, moves });
                }
            }
            // the bounds of a filter may be too small
            if self.spec().encoding == Encoding::TwoBits {
                check_neighbours(self, &cube)?;
            }
        }
        Ok(())
    }
}

/// Checks that a distance differs by at most one from those of its neighbours, and that a neighbour is
/// nearer unless it is 0. If that holds for every entry of a table, all its distances are right.
///
/// Distances outside `base..=base + 3` are not distinguished, and are replaced by the nearest of these.
fn check_neighbours(table: &Table, cube: &Cube) -> Result<(), WrongEntry> {
    let (nearest, farthest) = (table.spec().base, table.spec().base + 3);
    let distance = |cube: &Cube| table.lower_bound(cube).max(nearest);
    let value = distance(cube);
    let moves = table.spec().metric.generators();
    let neighbours = moves.iter().map(|m| distance(&cube.apply(m)));
    let (low, high) = neighbours.fold((u8::MAX, 0), |(low, high), d| (low.min(d), high.max(d)));
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
    use crate::table::huge_pages::HugePages;
    use crate::table::pruning_table::Storage;
    use crate::table::shallow::ShallowDistances;
    use crate::table::spec::Spec;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn samples_find_wrong_entries() {
        let generate = |spec| Table::generate(&spec, &AtomicBool::new(false), &|_| ()).unwrap();
        let h0 = *Spec::by_name("h0").unwrap();
        let right = generate(Spec { base: 0, ..h0 });
        assert_eq!(right.check_samples(), Ok(()));
        assert_eq!(generate(h0).check_samples(), Ok(()));
        let check_with = |change: fn(usize, u8) -> u8| {
            let mut entries = HugePages::zeroed(right.entry_bytes().len()).unwrap();
            for (i, byte) in entries.iter_mut().enumerate() {
                *byte = change(i, right.entry_bytes()[i]);
            }
            let shallow = ShallowDistances::empty().unwrap();
            let storage = Storage::Memory(entries);
            Table::new(*right.spec(), storage, shallow, vec![]).check_samples()
        };
        // the bits of value 3 are 10, those of 1 are 01, those of 0 are 11
        let all_far = check_with(|_, _| 0b1010_1010);
        let expected = WrongEntry::ExceedsMoves { value: 3, moves: 1 };
        assert_eq!(all_far, Err(expected));
        let some_near = check_with(|i, byte| if i % 16 == 7 { 0xff } else { byte });
        assert!(matches!(some_near, Err(WrongEntry::Neighbours { .. })));
        let all_near = check_with(|_, _| 0b0101_0101);
        let (value, low, high) = (1, 1, 1);
        assert_eq!(all_near, Err(WrongEntry::Neighbours { value, low, high }));
    }
}
