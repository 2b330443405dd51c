//! What is computed to look up a list of cubes.

use super::address::AddressTables;
use super::packed_cubes::PackedCubes;
use crate::table::Entries;

/// Cubes to look up, and what is computed for each of them.
pub struct Lookup {
    pub cubes: PackedCubes,
    /// The packed corner classes.
    pub classes: Vec<u32>,
    pub addresses: Vec<u64>,
    pub locations: Vec<u64>,
    /// The lower bounds, and eight more bytes, so that eight can be loaded at once.
    pub bounds: Vec<u8>,
}

impl Lookup {
    /// For up to `capacity` cubes.
    pub fn with_capacity(capacity: usize) -> Lookup {
        Lookup {
            cubes: PackedCubes::with_capacity(capacity),
            classes: Vec::with_capacity(capacity),
            addresses: Vec::with_capacity(capacity),
            locations: Vec::with_capacity(capacity),
            bounds: Vec::with_capacity(capacity + 8),
        }
    }

    /// Replaces the bounds by zeros.
    #[inline(always)]
    pub fn clear_bounds(&mut self) {
        self.bounds.clear();
        self.bounds.resize(self.cubes.len() + 8, 0);
    }
}

/// The entries of a table, with the tables to find them.
#[derive(Clone, Copy)]
pub struct TableReader<'a> {
    pub addresses: &'a AddressTables,
    pub entries: Entries<'a>,
}
