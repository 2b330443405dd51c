//! The table that searches read, in memory or on the way there.

use crate::probe::Prober;
use crate::table::{Table, TableError};
use std::sync::{Arc, OnceLock, RwLock};

/// A table that may be replaced by a copy while searches go on.
pub struct SharedTable {
    prober: RwLock<Arc<Prober>>,
    /// That the table was found corrupted while it was copied.
    damage: OnceLock<TableError>,
}

impl SharedTable {
    pub fn new(table: Arc<Table>) -> SharedTable {
        SharedTable {
            prober: RwLock::new(Arc::new(Prober::new(table))),
            damage: OnceLock::new(),
        }
    }

    /// What reads the table.
    pub fn prober(&self) -> Arc<Prober> {
        self.prober.read().expect("no thread panics").clone()
    }

    /// The table itself.
    pub fn table(&self) -> Arc<Table> {
        self.prober().table().clone()
    }

    /// Goes on with another copy of the table, in searches under way, too.
    ///
    /// # Panics
    /// If it is a different table.
    pub fn replace(&self, copy: Arc<Table>) {
        assert_eq!(self.table().spec().name, copy.spec().name);
        let prober = Arc::new(Prober::new(copy));
        *self.prober.write().expect("no thread panics") = prober;
    }

    /// Notes that answers are worth nothing any more.
    pub fn note_damage(&self, error: TableError) {
        let _ = self.damage.set(error);
    }

    /// Why answers are worth nothing, if they are not.
    pub fn damage(&self) -> Option<&TableError> {
        self.damage.get()
    }
}
