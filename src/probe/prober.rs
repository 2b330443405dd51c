//! A pruning table together with the tables to find its entries.

use super::address::AddressTables;
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512};
use super::{Backend, Kernel, PackedCube, PackedCubes, Portable};
use crate::table::{AnyEntries, Entries, EntryValues, Table};
use std::sync::Arc;

/// A pruning table in which packed cubes can be looked up.
pub struct Prober {
    table: Arc<Table>,
    pub addresses: AddressTables,
}

/// Face turns as one move: at most two, [`NO_TURN`] for none.
pub type FaceTurns = [u8; 2];

/// No turn of [`FaceTurns`].
pub const NO_TURN: u8 = u8::MAX;

/// What is computed for the neighbours of a cube.
pub struct Lookup {
    /// The neighbours, and a lower bound of each.
    pub cubes: PackedCubes,
    pub bounds: Vec<u8>,
    classes: Vec<u32>,
    addresses: Vec<u64>,
    locations: Vec<u64>,
}

impl Lookup {
    /// For up to `capacity` neighbours.
    pub fn with_capacity(capacity: usize) -> Lookup {
        Lookup {
            cubes: PackedCubes::with_capacity(capacity),
            bounds: vec![],
            classes: vec![],
            addresses: vec![],
            locations: vec![],
        }
    }
}

impl Prober {
    /// Computes the address tables, in milliseconds.
    pub fn new(table: Arc<Table>) -> Prober {
        Prober {
            addresses: AddressTables::new(table.spec()),
            table,
        }
    }

    /// The pruning table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Looks up the lower bounds of the cubes after some moves, or if the cube is an `inverse`, of the
    /// inverses after them. Bounds within the base of the table are 0 if `left` is at least the base, and all
    /// are if no bound is greater than `left`.
    pub fn look_up(
        &self,
        cube: &PackedCube,
        inverse: bool,
        moves: &[FaceTurns],
        left: u8,
        lookup: &mut Lookup,
    ) {
        let neighbours = Neighbours {
            cube,
            inverse,
            moves,
            left,
            lookup,
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(backend) = Avx512::detect() {
            return self.look_up_by(backend, neighbours);
        } else if let Some(backend) = Avx2::detect() {
            return self.look_up_by(backend, neighbours);
        }
        #[cfg(target_arch = "aarch64")]
        if let Some(backend) = Neon::detect() {
            return self.look_up_by(backend, neighbours);
        }
        self.look_up_by(Portable, neighbours);
    }

    fn look_up_by(&self, backend: impl Backend, neighbours: Neighbours) {
        let addresses = &self.addresses;
        match self.table.entries() {
            AnyEntries::TwoBits(entries) => backend.run(LookingUp {
                backend,
                reader: Reader { addresses, entries },
                neighbours,
            }),
            AnyEntries::Filter(entries) => backend.run(LookingUp {
                backend,
                reader: Reader { addresses, entries },
                neighbours,
            }),
        }
    }
}

/// The arguments of [`Prober::look_up`].
struct Neighbours<'a> {
    cube: &'a PackedCube,
    inverse: bool,
    moves: &'a [FaceTurns],
    left: u8,
    lookup: &'a mut Lookup,
}

struct LookingUp<'a, B, C> {
    backend: B,
    reader: Reader<'a, C>,
    neighbours: Neighbours<'a>,
}

impl<B: Backend, C: EntryValues> Kernel for LookingUp<'_, B, C> {
    #[inline(always)]
    fn run(self) {
        let (backend, Reader { addresses, entries }) = (self.backend, self.reader);
        let Neighbours { left, lookup, .. } = self.neighbours;
        lookup.cubes.clear();
        for turns in self.neighbours.moves {
            let mut cube = *self.neighbours.cube;
            for m in turns.iter().filter(|m| **m != NO_TURN) {
                cube = match self.neighbours.inverse {
                    true => backend.left(&cube, usize::from(*m)),
                    false => backend.right(&cube, usize::from(*m)),
                };
            }
            lookup.cubes.push(cube);
        }
        lookup.bounds.clear();
        lookup.bounds.resize(lookup.cubes.len(), 0);
        if left >= entries.max_bound() {
            return;
        }
        backend.corner_classes(addresses, &lookup.cubes, &mut lookup.classes);
        backend.addresses(
            addresses,
            entries.values,
            &lookup.cubes,
            &lookup.classes,
            &mut lookup.addresses,
            &mut lookup.locations,
        );
        let (addresses, locations) = (&lookup.addresses, &lookup.locations);
        entries.bounds_above(addresses, locations, left, &mut lookup.bounds);
    }
}

/// A [`Prober`] as plain slices, for one kind of entries.
#[derive(Clone, Copy)]
pub struct Reader<'a, C> {
    pub addresses: &'a AddressTables,
    pub entries: Entries<'a, C>,
}
