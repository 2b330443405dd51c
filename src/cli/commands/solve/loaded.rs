//! The table to solve with, and when to copy it into memory.

use super::LoadChoice;
use crate::cli::output::tell;
use crate::cli::report;
use crate::cli::size;
use cubesolve::host;
use cubesolve::search::Solver;
use cubesolve::table::file::FileError;
use cubesolve::table::{Load, Spec, Table};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A table in use.
pub struct LoadedTable {
    spec: Spec,
    path: PathBuf,
    solver: Solver,
    verbose: bool,
}

/// Bytes copied per second, a cautious guess. Once searching has taken as long as copying
/// would, copying is worth while: at worst it was for nothing and doubles the time.
const COPY_RATE: u64 = 1 << 30;

/// Memory to leave to others when a table is copied without being asked for.
const SPARE_MEMORY: u64 = 512 << 20;

impl LoadedTable {
    /// Opens a table; with [`LoadChoice::Auto`] a thread copies it after a while.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(
        path: &Path,
        choice: LoadChoice,
        verbose: bool,
    ) -> Result<Arc<LoadedTable>, FileError> {
        let load = match choice {
            LoadChoice::Copy => Load::Copy,
            LoadChoice::Map | LoadChoice::Auto => Load::Map,
        };
        let start = Instant::now();
        let table = Table::open(path, load)?;
        let loaded = Arc::new(LoadedTable {
            spec: *table.spec(),
            path: path.to_owned(),
            solver: Solver::new(Arc::new(table)),
            verbose,
        });
        loaded.tell(load, start.elapsed());
        if choice == LoadChoice::Auto {
            let loaded = loaded.clone();
            let copying = std::thread::Builder::new().spawn(move || loaded.copy_later());
            // Without a thread for it, the map serves on.
            drop(copying);
        }
        Ok(loaded)
    }

    /// The table's name.
    pub fn name(&self) -> &'static str {
        self.spec.name
    }

    /// A solver with the table.
    pub fn solver(&self) -> Solver {
        self.solver.clone()
    }

    fn copy_later(&self) {
        let bytes = self.spec.table_bytes();
        std::thread::sleep(Duration::from_secs_f64(bytes as f64 / COPY_RATE as f64));
        if host::available_memory().is_none_or(|available| available < bytes + SPARE_MEMORY) {
            return;
        }
        let start = Instant::now();
        match Table::open(&self.path, Load::Copy) {
            Ok(table) => {
                self.solver.replace_table(Arc::new(table));
                self.tell(Load::Copy, start.elapsed());
            }
            // Answers from such a table are worth nothing, so none more is given.
            Err(error @ FileError::Corrupted { .. }) => {
                std::process::exit(report(&error.into()) as i32);
            }
            // Whatever else is wrong, the map serves on.
            Err(_) => {}
        }
    }

    fn tell(&self, load: Load, time: Duration) {
        if self.verbose {
            let how = match load {
                Load::Map => "mapped",
                Load::Copy => "copied into memory",
            };
            tell(format_args!(
                "table {} ({}) {how} in {:.3} s",
                self.path.display(),
                size::show(self.spec.table_bytes()),
                time.as_secs_f64()
            ));
        }
    }
}
