//! How much memory and disk a generation may use, and which tables fit.

use super::error::TableError;
use super::spec::Spec;
use crate::cube::Metric;
use crate::host;
use std::path::Path;
use std::time::Duration;

/// Free memory and disk for generating tables, in bytes; `None` where the system does not report it,
/// which is taken for enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeSpace {
    /// Available memory.
    pub memory: Option<u64>,
    /// Free space on the disk.
    pub disk: Option<u64>,
}

impl FreeSpace {
    /// The available memory of this machine, and the free space of the disk that a directory is on.
    pub fn of(directory: &Path) -> FreeSpace {
        FreeSpace {
            memory: host::available_memory(),
            disk: host::free_disk(directory),
        }
    }

    /// The same with 70% of the memory: what a table may use that the user did not choose.
    #[must_use]
    pub fn with_reserve(self) -> FreeSpace {
        const FRACTION: f64 = 0.7;
        FreeSpace {
            memory: self.memory.map(|bytes| (bytes as f64 * FRACTION) as u64),
            ..self
        }
    }

    /// The fastest table of a metric that can be generated and written.
    pub fn fastest(&self, metric: Metric) -> Option<&'static Spec> {
        Spec::all_in(metric).rfind(|spec| self.fits(spec))
    }

    /// The fastest one that `threads` threads generate within about three minutes.
    pub fn fastest_soon(&self, metric: Metric, threads: usize) -> Option<&'static Spec> {
        const MAX_TIME: Duration = Duration::from_secs(180);
        let is_soon = |spec: &Spec| spec.generation_time(threads) <= MAX_TIME;
        Spec::all_in(metric).rfind(|spec| is_soon(spec) && self.fits(spec))
    }

    /// Whether memory and disk are enough to generate and write a table.
    pub fn fits(&self, spec: &Spec) -> bool {
        self.short_memory(spec).is_none() && self.short_disk(spec).is_none()
    }

    /// The available memory, if it is too little.
    fn short_memory(&self, spec: &Spec) -> Option<u64> {
        self.memory
            .filter(|memory| *memory < spec.generation_memory())
    }

    /// The free space on the disk, if it is too little.
    fn short_disk(&self, spec: &Spec) -> Option<u64> {
        self.disk.filter(|disk| *disk < file_bytes(spec))
    }

    /// Checks that memory and disk are enough to generate a table in a directory.
    ///
    /// # Errors
    /// [`TableError::NotEnoughMemory`] or [`TableError::NotEnoughDisk`].
    pub(super) fn check(&self, spec: &Spec, directory: &Path) -> Result<(), TableError> {
        let name = spec.name;
        if let Some(available) = self.short_memory(spec) {
            return Err(TableError::NotEnoughMemory {
                name,
                needed: spec.generation_memory(),
                available,
            });
        }
        if let Some(free) = self.short_disk(spec) {
            return Err(TableError::NotEnoughDisk {
                name,
                directory: directory.to_owned(),
                needed: file_bytes(spec),
                free,
            });
        }
        Ok(())
    }
}

/// Bytes of a table's file: checksums and padding take far less than a thousandth.
fn file_bytes(spec: &Spec) -> u64 {
    spec.table_bytes() + spec.table_bytes() / 1000 + (64 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_accepts_exactly_enough() {
        let h2 = Spec::by_name("h2").unwrap();
        let directory = Path::new("somewhere");
        let check = |memory, disk| FreeSpace { memory, disk }.check(h2, directory);
        let (memory, disk) = (h2.generation_memory(), file_bytes(h2));
        assert!(check(Some(memory), Some(disk)).is_ok() && check(None, None).is_ok());
        match check(Some(memory - 1), None) {
            Err(TableError::NotEnoughMemory {
                needed, available, ..
            }) => assert_eq!((needed, available), (memory, memory - 1)),
            other => panic!("{other:?}"),
        }
        match check(None, Some(disk - 1)) {
            Err(TableError::NotEnoughDisk { needed, free, .. }) => {
                assert_eq!((needed, free), (disk, disk - 1));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn fastest_is_the_largest_that_fits() {
        let fastest = |memory, disk| FreeSpace { memory, disk }.fastest(Metric::HalfTurn);
        let all: Vec<_> = Spec::all_in(Metric::HalfTurn).collect();
        assert_eq!(fastest(None, None), Spec::by_name("f8"));
        assert_eq!(fastest(Some(1 << 20), None), None);
        let number = |found: Option<&Spec>| all.iter().position(|spec| Some(*spec) == found);
        for (i, &spec) in all.iter().enumerate() {
            let in_memory = |memory| number(fastest(Some(memory), None));
            assert!(
                in_memory(spec.generation_memory()) >= Some(i),
                "{}",
                spec.name
            );
            assert_ne!(in_memory(spec.generation_memory() - 1), Some(i));
            let smaller = i.checked_sub(1);
            assert_eq!(number(fastest(None, Some(spec.table_bytes()))), smaller);
            assert_eq!(number(fastest(None, Some(file_bytes(spec)))), Some(i));
        }
    }

    #[test]
    fn fastest_soon_depends_on_threads() {
        let free = FreeSpace {
            memory: None,
            disk: None,
        };
        let soon = |threads| free.fastest_soon(Metric::HalfTurn, threads).unwrap();
        assert_eq!(soon(64).name, "f8");
        // without AVX-512 filters take three times as long
        assert!(["f1", "h2c6"].contains(&soon(1).name));
        let free = FreeSpace {
            memory: Some(1000),
            disk: None,
        };
        assert_eq!(free.with_reserve().memory, Some(700));
    }
}
