//! A pruning table together with the tables to find its entries.

use super::address::AddressTables;
use super::{Backend, ForBackend, Kernel, Lookup, PackedCube, TableReader, by_fastest};
use crate::table::Table;
use std::sync::Arc;

/// A pruning table in which packed cubes can be looked up.
pub struct Prober {
    table: Arc<Table>,
    pub addresses: &'static AddressTables,
}

/// In place of the number of a turn: none.
pub const NO_TURN: u8 = u8::MAX;

impl Prober {
    /// Computes the address tables, in milliseconds, when it is first called.
    pub fn new(table: Arc<Table>) -> Prober {
        Prober {
            addresses: AddressTables::get(),
            table,
        }
    }

    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Looks up the lower bounds of the cubes after some turns, or if the cube is an `inverse`, of the
    /// inverses after them. Bounds within the base of the table are 0 if `left` is at least the base, and all
    /// are if no bound is greater than `left`.
    pub fn look_up(
        &self,
        cube: &PackedCube,
        inverse: bool,
        turns: &[u8],
        left: u8,
        lookup: &mut Lookup,
    ) {
        by_fastest(LookUp {
            prober: self,
            cube,
            inverse,
            turns,
            left,
            lookup,
        });
    }
}

/// The arguments of [`Prober::look_up`].
struct LookUp<'a> {
    prober: &'a Prober,
    cube: &'a PackedCube,
    inverse: bool,
    turns: &'a [u8],
    left: u8,
    lookup: &'a mut Lookup,
}

impl ForBackend for LookUp<'_> {
    type Output = ();

    fn with_backend(self, backend: impl Backend) {
        backend.enter(LookingUp {
            backend,
            neighbours: self,
        });
    }
}

struct LookingUp<'a, B> {
    backend: B,
    neighbours: LookUp<'a>,
}

impl<B: Backend> Kernel for LookingUp<'_, B> {
    #[inline(always)]
    fn compute(self) {
        let (backend, neighbours) = (self.backend, self.neighbours);
        let (left, lookup) = (neighbours.left, neighbours.lookup);
        lookup.cubes.clear();
        let cube = neighbours.cube;
        for &turn in neighbours.turns {
            lookup.cubes.push(match (turn, neighbours.inverse) {
                (NO_TURN, _) => *cube,
                (_, true) => backend.left(cube, turn.into()),
                (_, false) => backend.right(cube, turn.into()),
            });
        }
        let addresses = neighbours.prober.addresses;
        let entries = neighbours.prober.table.entries();
        if left >= entries.max_bound() {
            lookup.clear_bounds();
            return;
        }
        backend.bounds(TableReader { addresses, entries }, left, lookup);
    }
}
