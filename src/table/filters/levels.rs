//! Breadth-first search without storing the space: lists of the keys at each distance.

use super::key::{Key, bit_of, entry_of};
use super::members::{Members, RowBuilder};
use super::pull::{LineSet, Puller};
use crate::coord::slices::LINES;
use crate::cube::MoveSet;
use crate::table::dimensions::ROWS;
use rayon::prelude::*;
use std::io;
use std::sync::Mutex;

/// Sorted keys as members.
pub fn members_of(keys: &[Key]) -> io::Result<Members> {
    let keys_of_row = |row: usize| {
        let start = keys.partition_point(|key| usize::from(key.row) < row);
        let end = keys.partition_point(|key| usize::from(key.row) <= row);
        &keys[start..end]
    };
    by_rows(keys.len(), |row, builder| {
        let mut keys = keys_of_row(row).iter().peekable();
        if keys.peek().is_none() {
            return;
        }
        for line in 0..LINES {
            builder.start_line();
            while let Some(key) = keys.next_if(|key| usize::from(key.line) == line) {
                builder.push(key.entry);
            }
        }
        builder.finish();
    })
}

/// Each move takes a key to one key, or to more where rows have self-symmetries; these matter only while
/// there are few keys.
const SYMMETRIC_KEYS: usize = 1 << 16;

/// The keys one move beyond those of `last`, which are one move beyond those of `older`. Calls `on_row`
/// for each row, which returns whether to continue.
pub fn next_members(
    last: &Members,
    older: &Members,
    moves: MoveSet,
    on_row: &(dyn Fn() -> bool + Sync),
) -> io::Result<Members> {
    let capacity = moves.len() * last.count() + SYMMETRIC_KEYS;
    by_rows(capacity, |row, builder| {
        let mut puller = Puller::new(row, moves, last, |line| line + 1);
        if !on_row() || puller.is_empty() {
            return;
        }
        let known = [last.row(row), older.row(row)];
        let (mut set, mut bits) = (LineSet::EMPTY, vec![]);
        for line in 0..LINES {
            builder.start_line();
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
        builder.finish();
    })
}

/// Collects at most `capacity` keys row by row: `fill` adds those of a row to an empty builder.
fn by_rows(capacity: usize, fill: impl Fn(usize, &mut RowBuilder) + Sync) -> io::Result<Members> {
    let members = Mutex::new(Members::with_capacity(capacity)?);
    (0..ROWS)
        .into_par_iter()
        .for_each_init(RowBuilder::default, |builder, row| {
            builder.clear();
            fill(row, builder);
            members.lock().expect("no thread panics").add(row, builder);
        });
    Ok(members.into_inner().expect("no thread panics"))
}
