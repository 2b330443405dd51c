//! A table with what it takes to find entries fast.

use super::address::AddressTables;
use crate::table::{Entries, Table};
use std::sync::Arc;

/// A table that packed cubes can be looked up in.
pub struct Prober {
    table: Arc<Table>,
    pub addresses: AddressTables,
}

impl Prober {
    /// Computes the tables of addresses, in milliseconds.
    pub fn new(table: Arc<Table>) -> Prober {
        Prober {
            addresses: AddressTables::new(table.spec()),
            table,
        }
    }

    /// The table that is read.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

/// A [`Prober`] as plain slices, for one kind of codes.
#[derive(Clone, Copy)]
pub struct Reader<'a, C> {
    pub addresses: &'a AddressTables,
    pub entries: Entries<'a, C>,
}
