//! The table that searches read, which may be replaced by a copy of it meanwhile.

use crate::host::lock::lock;
use crate::probe::Prober;
use crate::table::{Spec, Table, TableError};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The table that searches read.
pub struct TableInUse {
    prober: Mutex<Arc<Prober>>,
    /// Set when the table was found corrupted while it was copied.
    corruption: OnceLock<TableError>,
    /// Time spent searching with the table, in nanoseconds.
    searched: AtomicU64,
    /// Which table of which file it is, if it is mapped and may be copied.
    pub mapped: Option<(&'static Spec, PathBuf)>,
    /// Whether a thread has begun to copy it.
    pub is_copied: AtomicBool,
}

impl TableInUse {
    pub fn new(table: Arc<Table>, mapped: Option<(&'static Spec, PathBuf)>) -> TableInUse {
        TableInUse {
            prober: Mutex::new(Arc::new(Prober::new(table))),
            corruption: OnceLock::new(),
            searched: AtomicU64::new(0),
            mapped,
            is_copied: AtomicBool::new(false),
        }
    }

    pub fn prober(&self) -> Arc<Prober> {
        lock(&self.prober).clone()
    }

    pub fn table(&self) -> Arc<Table> {
        self.prober().table().clone()
    }

    pub fn spec(&self) -> Spec {
        *self.table().spec()
    }

    /// Replaces the table by a copy of it, also for searches that are running.
    pub fn replace(&self, copy: Arc<Table>) {
        assert_eq!(self.table().spec().name, copy.spec().name);
        *lock(&self.prober) = Arc::new(Prober::new(copy));
    }

    /// Marks the table as corrupted: searches that are running end, and no answer is given anymore.
    pub fn set_corruption(&self, error: TableError) {
        // whichever error came first is as good
        let _ = self.corruption.set(error);
    }

    /// What is wrong with the table, if it is corrupted.
    pub fn corruption(&self) -> Option<&TableError> {
        self.corruption.get()
    }

    pub fn add_time(&self, time: Duration) {
        let nanoseconds = time.as_nanos().try_into().unwrap_or(u64::MAX);
        self.searched.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.searched.load(Ordering::Relaxed))
    }
}
