//! Breadth-first search without storing the space: lists of the keys at each distance.

use super::key::{entry_of, key_at};
use super::line_set::LineSet;
use super::members::{Members, RowBuilder, RowKeys, Runs};
use super::neighbour::{Neighbour, Neighbours, rows_of};
use super::place::{PLACES, place_of};
use super::pull::Puller;
use crate::coord::slices::LINES;
use crate::cube::Cube;
use crate::host::lock::lock;
use crate::table::address::address;
use crate::table::coset_index::CosetIndex;
use crate::table::dimensions::ROWS;
use crate::table::error::check_stop;
use rayon::prelude::*;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// The key of the solved cube, which all symmetries of its row preserve.
pub fn solved() -> io::Result<Members> {
    let mut members = Members::with_capacity(1, 1)?;
    let mut keys = RowBuilder::default();
    let (row, line, entry) = key_at(address(&CosetIndex::new(&Cube::SOLVED)));
    keys.push(place_of(line), [entry].into_iter());
    members.add(row, &keys);
    Ok(members)
}

/// Each turn takes a key to one key, or to more where rows have self-symmetries; these matter only while
/// there are few keys.
const SYMMETRIC_KEYS: usize = 1 << 16;

/// The keys one turn beyond the last of `lists`, which hold those at each distance. Calls `on_row` after each
/// row.
pub fn next_list(
    lists: &[Members],
    neighbours: &Neighbours,
    stop: &AtomicBool,
    on_row: &(dyn Fn() + Sync),
) -> io::Result<Members> {
    let (last, known) = last_and_known(lists);
    let capacity = neighbours.turns() * last.count() + SYMMETRIC_KEYS;
    let next = Members::with_capacity(capacity, capacity.min(ROWS * LINES))?;
    let next = Mutex::new(next);
    let steps = Mutex::new(vec![]);
    (0..ROWS).into_par_iter().try_for_each(|row| {
        check_stop(stop)?;
        let mut step: RowSearch = lock(&steps).pop().unwrap_or_default();
        step.find(row, neighbours.of(row), last, known);
        lock(&next).add(row, &step.found);
        lock(&steps).push(step);
        on_row();
        Ok::<(), io::Error>(())
    })?;
    Ok(next.into_inner().expect("no thread panics"))
}

/// The last of the lists of keys at each distance, and those that keys a turn beyond it might be in.
fn last_and_known(lists: &[Members]) -> (&Members, &[Members]) {
    let last = lists.last().expect("the solved cube has a key");
    // neighbours are at most one turn nearer
    (last, &lists[lists.len().saturating_sub(2)..])
}

/// What finding the keys of one row after another works in.
#[derive(Default)]
pub struct RowSearch {
    puller: Puller,
    set: LineSet,
    found: RowBuilder,
}

impl RowSearch {
    /// Finds the keys of a row.
    pub fn find(
        &mut self,
        row: usize,
        neighbours: &[Neighbour],
        last: &Members,
        known: &[Members],
    ) {
        self.found.clear();
        if !self
            .puller
            .start(neighbours, |row| last.row(row), 0..PLACES)
        {
            return;
        }
        let mut known: Vec<Runs> = known.iter().map(|list| list.row(row)).collect();
        for place in 0..PLACES {
            let pulled = self.puller.pulled(place);
            if pulled.is_empty() {
                continue;
            }
            for runs in &mut known {
                runs.skip_to(place);
                if let Some(run) = runs.next_at(place) {
                    self.set.add_known(run.bits());
                }
            }
            self.set.add_all(pulled);
            let new = self.set.take_new().iter();
            self.found.push(place, new.map(|&bit| entry_of(bit)));
        }
    }
}

/// The keys one turn beyond all lists in the rows from which one row after another is reached: for a list that would
/// take too much memory.
#[derive(Default)]
pub struct NearbyRows {
    search: RowSearch,
    /// The rows in order, and their keys.
    rows: Vec<usize>,
    keys: Vec<RowKeys>,
}

impl NearbyRows {
    /// Finds the keys in a row and in its neighbours.
    pub fn find(&mut self, row: usize, neighbours: &Neighbours, lists: &[Members]) {
        self.rows = rows_of(row, neighbours.of(row));
        self.keys
            .resize_with(self.rows.len().max(self.keys.len()), RowKeys::default);
        let (last, known) = last_and_known(lists);
        for (&row, keys) in self.rows.iter().zip(&mut self.keys) {
            self.search.find(row, neighbours.of(row), last, known);
            self.search.found.move_to(keys);
        }
    }

    /// The keys of one of these rows.
    pub fn of(&self, row: usize) -> &RowKeys {
        let number = self.rows.binary_search(&row);
        &self.keys[number.expect("the keys of this row were found")]
    }
}
