//! The plain recursive search that the batched engine is held against.

use cubesolve::cube::{Cube, Move};
use cubesolve::table::Table;

/// All canonical sequences of exactly `left` moves that solve the cube, in order.
pub fn solutions(table: &Table, cube: &Cube, left: u8) -> Vec<Vec<Move>> {
    let mut found = vec![];
    extend(table, cube, left, &mut vec![], &mut found);
    found
}

fn extend(table: &Table, cube: &Cube, left: u8, moves: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
    if table.lower_bound(cube) > left || table.lower_bound(&cube.inverse()) > left {
        return;
    }
    if left == 0 {
        if cube.is_solved() {
            found.push(moves.clone());
        }
        return;
    }
    for m in Move::ALL {
        if moves.last().is_none_or(|last| m.may_follow(*last)) {
            moves.push(m);
            extend(table, &cube.apply(m), left - 1, moves, found);
            moves.pop();
        }
    }
}

/// All shortest solutions.
pub fn shortest(table: &Table, cube: &Cube) -> Vec<Vec<Move>> {
    (0..)
        .map(|length| solutions(table, cube, length))
        .find(|found| !found.is_empty())
        .expect("every cube has a solution")
}
