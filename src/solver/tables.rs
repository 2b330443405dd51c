//! Provisioning: finds, opens and generates the tables that searches read. [`replacement`](super::replacement) says
//! what becomes of them while a search goes on.
//!
//! Nothing happens here unless a query is waiting or searching, or a timeout has ended the one that started a
//! generation: an idle solver does nothing. A table is opened when a query first needs it, and if none is
//! installed generated first.

use super::generation::{Ending, Generations};
use crate::cube::Metric;
use crate::host::{lock::lock, memory::available_or_assumed};
use crate::optimal::TableInUse;
use crate::search::{Limits, TableEvent};
use crate::table::{Directory, Load, Spec, Table, TableError};
use crate::two_phase::QuickTable;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// How a solver reads its tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Loading {
    /// Maps the file, and copies it into memory once searching has gone on long enough.
    #[default]
    Auto,
    /// Maps the file: ready at once, and the memory is shared with other processes. If another program
    /// truncates the file, the system ends the process (SIGBUS).
    Map,
    /// Copies the file into memory first: takes a while, then searching is about twice as fast, and whatever
    /// happens to the file changes nothing. Maps a file that memory has no room for.
    Copy,
}

/// The tables of a solver, one for each metric.
pub struct OpenTables {
    pub provision: Provision,
    pub open: [Mutex<Option<Arc<TableInUse>>>; Metric::ALL.len()],
    /// Held while a table for the metric is opened.
    pub opening: [Mutex<()>; Metric::ALL.len()],
    /// The table for quick solutions, once it was opened.
    quick: Mutex<Option<Arc<QuickTable>>>,
    pub generations: Generations,
}

/// How to get tables.
#[derive(Clone)]
pub struct Provision {
    pub source: TableSource,
    pub loading: Loading,
    /// Size in bytes of the largest table that is generated without being named; 0 for none.
    pub max_generated: u64,
}

/// Where tables come from.
#[derive(Clone)]
pub enum TableSource {
    Table(Arc<Table>),
    /// The table with this name, or the best for each metric, in a directory.
    Directory(Directory, Option<&'static Spec>),
}

impl OpenTables {
    pub fn new(provision: Provision) -> OpenTables {
        OpenTables {
            provision,
            open: Default::default(),
            opening: Default::default(),
            quick: Mutex::default(),
            generations: Generations::new(),
        }
    }

    /// The directory of the tables, unless the solver was made from a table.
    pub fn directory(&self) -> Option<&Directory> {
        match &self.provision.source {
            TableSource::Table(_) => None,
            TableSource::Directory(directory, _) => Some(directory),
        }
    }

    /// Whether a query needs a table that is neither given nor installed.
    pub fn is_none_installed(&self, metric: Metric) -> bool {
        let is_given = matches!(self.provision.source, TableSource::Table(_));
        !is_given && !self.is_installed(metric)
    }

    pub fn get(&self, metric: Metric) -> Option<Arc<TableInUse>> {
        lock(&self.open[metric as usize]).clone()
    }

    /// Opens a table in place of the one for its metric.
    pub fn provide(&self, table: Arc<Table>) {
        let metric = table.spec().metric;
        let in_use = TableInUse::new(table, None);
        *lock(&self.open[metric as usize]) = Some(Arc::new(in_use));
    }

    /// Whether there is a table for a metric that need not be generated.
    pub fn is_installed(&self, metric: Metric) -> bool {
        if self.get(metric).is_some() {
            return true;
        }
        match &self.provision.source {
            TableSource::Table(table) => table.spec().metric == metric,
            TableSource::Directory(directory, None) => {
                Spec::all_in(metric).any(|spec| directory.find(spec).is_some())
            }
            TableSource::Directory(directory, Some(named)) => {
                let spec = named.in_metric(metric);
                spec.is_some_and(|spec| directory.find(spec).is_some())
            }
        }
    }

    /// The table that has to be generated before the one for a metric is opened, if that is allowed.
    pub fn missing(&self, metric: Metric) -> Option<&'static Spec> {
        match &self.provision.source {
            _ if !self.is_none_installed(metric) => None,
            TableSource::Table(_) => None,
            TableSource::Directory(_, Some(named)) => named.in_metric(metric),
            TableSource::Directory(_, None) => {
                let spec = Spec::default_in(metric);
                (spec.table_bytes() <= self.provision.max_generated).then_some(spec)
            }
        }
    }

    /// The table for quick solutions in a metric, if it is installed. There is none for quarter turns.
    ///
    /// # Errors
    /// [`TableError::File`] when the file cannot be used.
    pub fn quick(&self, metric: Metric) -> Result<Option<Arc<QuickTable>>, TableError> {
        let is_for_metric = metric.of_faces() == Metric::HalfTurn;
        let Some(directory) = self.directory().filter(|_| is_for_metric) else {
            return Ok(None);
        };
        let mut quick = lock(&self.quick);
        if quick.is_none() {
            *quick = QuickTable::open(directory)?.map(Arc::new);
        }
        Ok(quick.clone())
    }

    /// The table for a metric. Opens it first if necessary, and generates it if none is installed and
    /// that is allowed.
    ///
    /// # Errors
    /// [`TableError::NotInstalled`] if no table is installed and none may be generated;
    /// [`TableError::Interrupted`] if the query has to end before it is generated; those of opening and
    /// generating a table.
    pub fn table(
        &self,
        metric: Metric,
        limits: &Limits,
        ending: &Ending,
    ) -> Result<Arc<TableInUse>, TableError> {
        if let Some(table) = self.get(metric) {
            return Ok(table);
        }
        match &self.provision.source {
            TableSource::Table(table) if table.spec().metric == metric => {
                self.open_once(metric, limits, || Ok(TableInUse::new(table.clone(), None)))
            }
            TableSource::Table(table) => Err(TableError::OtherMetric {
                name: table.spec().name,
                metric,
            }),
            TableSource::Directory(directory, named) => {
                self.open_first(directory, *named, metric, limits, ending)
            }
        }
    }

    /// Opens the table for a metric, unless another query has opened one meanwhile.
    fn open_once(
        &self,
        metric: Metric,
        limits: &Limits,
        open: impl FnOnce() -> Result<TableInUse, TableError>,
    ) -> Result<Arc<TableInUse>, TableError> {
        let _one_at_a_time = wait_for(&self.opening[metric as usize], limits);
        if let Some(table) = self.get(metric) {
            return Ok(table);
        }
        let table = Arc::new(open()?);
        *lock(&self.open[metric as usize]) = Some(table.clone());
        Ok(table)
    }

    /// Opens the named table, or the best of the installed ones; if that cannot be mapped, the next
    /// smaller one.
    fn open_first(
        &self,
        directory: &Directory,
        named: Option<&'static Spec>,
        metric: Metric,
        limits: &Limits,
        ending: &Ending,
    ) -> Result<Arc<TableInUse>, TableError> {
        let open = |spec, max_generated| {
            let path = self.find_or_generate(directory, spec, max_generated, limits, ending)?;
            self.open_once(metric, limits, || self.open_file(spec, path))
        };
        let (mut candidates, max_generated) = match named {
            Some(named) => {
                let name = named.name;
                let spec = named.in_metric(metric);
                let spec = spec.ok_or(TableError::OtherMetric { name, metric })?;
                (vec![spec], u64::MAX)
            }
            None => (directory.installed(metric), self.provision.max_generated),
        };
        if candidates.is_empty() {
            candidates.push(Spec::default_in(metric));
        }
        let (last, others) = candidates.split_last().expect("it is not empty");
        for &spec in others {
            match open(spec, max_generated) {
                Err(error) if error.is_out_of_memory() => {
                    let error = &error;
                    limits.report_table(TableEvent::Failed { spec, error });
                }
                opened => return opened,
            }
        }
        open(last, max_generated)
    }

    /// The path of a table's file. If it is missing and has at most `max_generated` bytes, generates it first.
    fn find_or_generate(
        &self,
        directory: &Directory,
        spec: &'static Spec,
        max_generated: u64,
        limits: &Limits,
        ending: &Ending,
    ) -> Result<PathBuf, TableError> {
        match directory.find(spec) {
            Some(path) => Ok(path),
            None if spec.table_bytes() <= max_generated => {
                self.generations.wait(directory, spec, limits, ending)
            }
            None => directory.require(spec),
        }
    }

    fn open_file(&self, spec: &'static Spec, path: PathBuf) -> Result<TableInUse, TableError> {
        let table = Arc::new(match self.provision.loading {
            Loading::Copy => open_copy(&path, spec)?,
            Loading::Auto | Loading::Map => Table::open(&path, Load::Map)?,
        });
        let may_be_copied = self.provision.loading == Loading::Auto;
        Ok(TableInUse::new(
            table,
            may_be_copied.then_some((spec, path)),
        ))
    }
}

/// Opens a copy of a table, or maps it if memory has no room for a copy.
pub fn open_copy(path: &Path, spec: &Spec) -> Result<Table, TableError> {
    let copy =
        (available_or_assumed() >= spec.table_bytes()).then(|| Table::open(path, Load::Copy));
    match copy {
        Some(Err(error)) if !error.is_out_of_memory() => Err(error),
        Some(Ok(copy)) => Ok(copy),
        _ => Table::open(path, Load::Map),
    }
}

/// Locks a mutex, and reports that first if another query holds it.
pub fn wait_for<'a>(mutex: &'a Mutex<()>, limits: &Limits) -> MutexGuard<'a, ()> {
    if let Err(TryLockError::WouldBlock) = mutex.try_lock() {
        limits.report_table(TableEvent::Waiting);
    }
    lock(mutex)
}
