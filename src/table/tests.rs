//! What must hold for any pruning table.

use super::coset_index::CosetIndex;
use crate::cube::{Cube, Move};
use proptest::prelude::*;

/// Cubes that random moves make.
pub fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

proptest! {
    #[test]
    fn half_turns_on_the_left_keep_the_coset(cube in cubes(), m in 0..6usize) {
        let half_turn = Move::from_index(3 * m + 1);
        let other = half_turn.cube().product(&cube);
        prop_assert_eq!(CosetIndex::new(&cube), CosetIndex::new(&other));
    }
}
