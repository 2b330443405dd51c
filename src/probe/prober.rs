//! A pruning table together with the tables to find its entries.

use super::address::AddressTables;
use crate::table::{Entries, Table};
use std::sync::Arc;

/// A pruning table in which packed cubes can be looked up.
pub struct Prober {
    table: Arc<Table>,
    pub addresses: AddressTables,
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
}

/// A [`Prober`] as plain slices, for one kind of entries.
#[derive(Clone, Copy)]
pub struct Reader<'a, C> {
    pub addresses: &'a AddressTables,
    pub entries: Entries<'a, C>,
}
