//! Breadth-first search without holding the space: the keys at each distance.

use super::key::{Key, ROWS, bit_of, entry_of};
use super::members::{Members, RowKeys};
use super::pull::{LineSet, Puller};
use crate::cube::MoveSet;
use crate::table::edges::LINES;
use rayon::prelude::*;
use std::io;
use std::sync::Mutex;

/// Keys, which are in order, as members.
pub fn members_of(keys: &[Key]) -> io::Result<Members> {
    let row_keys = |row: usize| {
        let start = keys.partition_point(|key| usize::from(key.row) < row);
        let end = keys.partition_point(|key| usize::from(key.row) <= row);
        &keys[start..end]
    };
    by_rows(keys.len(), |row, builder| {
        let mut keys = row_keys(row).iter().peekable();
        if keys.peek().is_none() {
            return;
        }
        for line in 0..LINES {
            builder.line();
            while let Some(key) = keys.next_if(|key| usize::from(key.line) == line) {
                builder.push(key.entry);
            }
        }
        builder.end();
    })
}

/// A key leads to one by each move, and to more where rows are symmetric. That matters only while
/// there are few.
const MORE_ROOM: usize = 1 << 16;

/// The keys at the distance after that of `last`, before which are those of `older`, counted in
/// `moves`. Calls `on_row` for each row that is done, which returns whether to go on.
pub fn next_members(
    last: &Members,
    older: &Members,
    moves: MoveSet,
    on_row: &(dyn Fn() -> bool + Sync),
) -> io::Result<Members> {
    by_rows(moves.len() * last.count() + MORE_ROOM, |row, builder| {
        let mut puller = Puller::new(row, moves, last);
        if !on_row() || puller.is_empty() {
            return;
        }
        let known = [last.row(row), older.row(row)];
        let (mut set, mut bits) = (LineSet::EMPTY, vec![]);
        for line in 0..LINES {
            builder.line();
            if !puller.pull(line, &mut set) {
                continue;
            }
            for known in known.iter().flatten() {
                for &entry in known.line(line) {
                    set.remove(bit_of(entry));
                }
            }
            set.drain_to(0, &mut bits);
            for bit in bits.drain(..) {
                builder.push(entry_of(bit as usize));
            }
        }
        builder.end();
    })
}

/// Puts together at most `most` keys, row by row: `fill` is given no keys, and adds those of a row.
fn by_rows(most: usize, fill: impl Fn(usize, &mut RowKeys) + Sync) -> io::Result<Members> {
    let members = Mutex::new(Members::with_room(most)?);
    (0..ROWS)
        .into_par_iter()
        .for_each_init(RowKeys::default, |keys, row| {
            keys.clear();
            fill(row, keys);
            members.lock().expect("no thread panics").add(row, keys);
        });
    Ok(members.into_inner().expect("no thread panics"))
}
