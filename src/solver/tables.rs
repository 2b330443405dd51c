//! Provisioning: finds, opens, generates, copies and replaces the tables that searches read.
//!
//! Nothing happens here unless a query is waiting or searching, or a timeout has ended the one that started a
//! generation: an idle solver does nothing. A table is opened when a query first needs it, and if none is
//! installed generated first. It is mapped, and copied into memory by a search that has gone on for as long as
//! copying takes, or that finds the file not yet read from disk. A larger table is generated in the middle of a
//! search that would end later without it.

use super::forecast::Upgrade;
use super::generation::{Ending, Generations};
use crate::cube::Metric;
use crate::host::{Instant, lock::lock, memory::available_or_assumed};
use crate::optimal::TableSlot;
use crate::probe::random_reads;
use crate::search::{Limits, Progress, TableEvent};
use crate::table::{Directory, FreeSpace, Load, Spec, Table, TableError};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

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

/// No table is generated for a search that is expected to take less than this.
const MIN_TIME_LEFT: Duration = Duration::from_secs(2);

/// A table that takes longer is not generated for a single cube.
const MAX_GENERATION: Duration = Duration::from_secs(30);

/// Copying speed in bytes per second, a cautious guess. A search that has taken as long as copying
/// is likely to go on: at worst the copy was for nothing and doubles the time.
const COPY_RATE: f64 = (1u64 << 30) as f64;

/// Memory to leave to other processes when a table is copied to speed up a search.
const SPARE_MEMORY: u64 = 512 << 20;

/// Random reads that test whether a mapped table is in memory, and the time above which it is not:
/// a read takes a tenth of a microsecond from memory, and at least 20 from a disk.
const RESIDENCE_READS: usize = 64;
const RESIDENCE_TIME: Duration = Duration::from_micros(640);

/// The tables of a solver, one for each metric.
pub struct Tables {
    pub provision: Provision,
    open: [Mutex<Option<Arc<TableSlot>>>; Metric::ALL.len()],
    /// Held while a table for the metric is opened.
    opening: [Mutex<()>; Metric::ALL.len()],
    pub generations: Generations,
}

/// How to get tables.
#[derive(Clone)]
pub struct Provision {
    pub source: Source,
    pub loading: Loading,
    /// Size in bytes of the largest table that is generated without being named; 0 for none.
    pub max_generated: u64,
}

/// Where tables come from.
#[derive(Clone)]
pub enum Source {
    Table(Arc<Table>),
    /// The table with this name, or the best for each metric, in a directory.
    Directory(Directory, Option<&'static Spec>),
}

impl Tables {
    pub fn new(provision: Provision) -> Tables {
        Tables {
            provision,
            open: Default::default(),
            opening: Default::default(),
            generations: Generations::new(),
        }
    }

    /// The directory of the tables, unless the solver was made from a table.
    pub fn directory(&self) -> Option<&Directory> {
        match &self.provision.source {
            Source::Table(_) => None,
            Source::Directory(directory, _) => Some(directory),
        }
    }

    /// Whether a query needs a table that is neither given nor installed.
    pub fn is_none_installed(&self, metric: Metric) -> bool {
        let is_given = matches!(self.provision.source, Source::Table(_));
        !is_given && !self.is_installed(metric)
    }

    pub fn get(&self, metric: Metric) -> Option<Arc<TableSlot>> {
        lock(&self.open[metric as usize]).clone()
    }

    /// Whether there is a table for a metric that need not be generated.
    pub fn is_installed(&self, metric: Metric) -> bool {
        if self.get(metric).is_some() {
            return true;
        }
        match &self.provision.source {
            Source::Table(table) => table.spec().metric == metric,
            Source::Directory(directory, None) => {
                Spec::all_in(metric).any(|spec| directory.find(spec).is_some())
            }
            Source::Directory(directory, Some(named)) => {
                let spec = named.in_metric(metric);
                spec.is_some_and(|spec| directory.find(spec).is_some())
            }
        }
    }

    /// The table that has to be generated before the one for a metric is opened, if that is allowed.
    pub fn missing(&self, metric: Metric) -> Option<&'static Spec> {
        match &self.provision.source {
            _ if !self.is_none_installed(metric) => None,
            Source::Table(_) => None,
            Source::Directory(_, Some(named)) => named.in_metric(metric),
            Source::Directory(_, None) => {
                let spec = Spec::default_in(metric);
                (spec.table_bytes() <= self.provision.max_generated).then_some(spec)
            }
        }
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
    ) -> Result<Arc<TableSlot>, TableError> {
        if let Some(table) = self.get(metric) {
            return Ok(table);
        }
        match &self.provision.source {
            Source::Table(table) if table.spec().metric == metric => {
                self.open_once(metric, limits, || Ok(TableSlot::new(table.clone(), None)))
            }
            Source::Table(table) => Err(TableError::OtherMetric {
                name: table.spec().name,
                metric,
            }),
            Source::Directory(directory, named) => {
                self.open_first(directory, *named, metric, limits, ending)
            }
        }
    }

    /// Opens the table for a metric, unless another query has opened one meanwhile.
    fn open_once(
        &self,
        metric: Metric,
        limits: &Limits,
        open: impl FnOnce() -> Result<TableSlot, TableError>,
    ) -> Result<Arc<TableSlot>, TableError> {
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
    ) -> Result<Arc<TableSlot>, TableError> {
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
            None => Err(TableError::NotInstalled {
                name: spec.name,
                directory: directory.path().to_owned(),
            }),
        }
    }

    fn open_file(&self, spec: &'static Spec, path: PathBuf) -> Result<TableSlot, TableError> {
        let table = Arc::new(match self.provision.loading {
            Loading::Copy => open_copy(&path, spec)?,
            Loading::Auto | Loading::Map => Table::open(&path, Load::Map)?,
        });
        let may_be_copied = self.provision.loading == Loading::Auto;
        Ok(TableSlot::new(table, may_be_copied.then_some((spec, path))))
    }

    /// Copies a mapped table into memory if searching has gone on long enough, or the file is not in
    /// memory yet. `begin` is when this search began. Returns the time that it took.
    pub fn copy_for_long_search(
        &self,
        open: &TableSlot,
        begin: Instant,
        limits: &Limits,
    ) -> Duration {
        let Some((spec, path)) = open.mapped.as_ref() else {
            return Duration::ZERO;
        };
        let start = Instant::now();
        let bytes = spec.table_bytes();
        let expected = Duration::from_secs_f64(bytes as f64 / COPY_RATE);
        let is_long = open.time() + begin.elapsed() >= expected || !is_resident(&open.table());
        let is_in_time = limits.deadline.is_none_or(|d| start + 4 * expected < d);
        if !is_long
            || !is_in_time
            || available_or_assumed() < bytes + SPARE_MEMORY
            || open.is_copied.swap(true, Ordering::Relaxed)
        {
            return Duration::ZERO;
        }
        match Table::open(path, Load::Copy) {
            Ok(copy) => {
                open.replace(Arc::new(copy));
                let time = start.elapsed();
                limits.report_table(TableEvent::Copied { spec, time });
            }
            // answers from such a table may be wrong, so none is given anymore
            Err(error) if error.is_corruption() => open.set_corruption(error),
            // whatever else went wrong, the map is as good
            Err(_) => {}
        }
        start.elapsed()
    }

    /// The table with which a search would end sooner, the time to generate it included.
    pub fn upgrade(
        &self,
        used: &Spec,
        progress: &Progress,
        threads: usize,
        limits: &Limits,
    ) -> Option<&'static Spec> {
        let Source::Directory(directory, None) = &self.provision.source else {
            return None;
        };
        let left = progress.time_left.filter(|left| *left > MIN_TIME_LEFT)?;
        let free = FreeSpace::of(directory.path()).with_reserve();
        let is_allowed =
            |spec: &&Spec| spec.table_bytes() <= self.provision.max_generated && free.fits(spec);
        let upgrades = Spec::all_in(used.metric).filter(is_allowed);
        let upgrades = upgrades.map(|spec| Upgrade::to(spec, used, left, threads));
        let soonest = upgrades
            .filter(|upgrade| upgrade.generation < MAX_GENERATION)
            .min_by_key(|upgrade| upgrade.generation + upgrade.search)?;
        let is_sooner = soonest.generation + soonest.search < left;
        let is_in_time = |deadline: Instant| Instant::now() + soonest.generation < deadline;
        (is_sooner && limits.deadline.is_none_or(is_in_time)).then_some(soonest.spec)
    }

    /// Generates a larger table and uses it from now on, unless another thread has done so meanwhile.
    /// Returns whether there is a larger one now.
    pub fn generate_larger(&self, spec: &'static Spec, limits: &Limits) -> bool {
        let Source::Directory(directory, None) = &self.provision.source else {
            return false;
        };
        let is_open = || {
            let used = self.get(spec.metric);
            used.is_some_and(|used| used.spec().probes() <= spec.probes())
        };
        if is_open() {
            return true;
        }
        let ending = || limits.check().break_value();
        let generated = self.generations.wait(directory, spec, limits, &ending);
        let opened = generated.and_then(|path| {
            let _one_at_a_time = wait_for(&self.opening[spec.metric as usize], limits);
            if is_open() {
                return Ok(());
            }
            // the search will go on for long enough to earn a copy
            let table = open_copy(&path, spec)?;
            let table = Arc::new(TableSlot::new(Arc::new(table), None));
            *lock(&self.open[spec.metric as usize]) = Some(table);
            Ok(())
        });
        match opened {
            Ok(()) => true,
            Err(error) => {
                let error = &error;
                limits.report_table(TableEvent::Failed { spec, error });
                false
            }
        }
    }
}

/// Opens a copy of a table, or maps it if memory has no room for a copy.
fn open_copy(path: &Path, spec: &Spec) -> Result<Table, TableError> {
    let copy =
        (available_or_assumed() >= spec.table_bytes()).then(|| Table::open(path, Load::Copy));
    match copy {
        Some(Err(error)) if !error.is_out_of_memory() => Err(error),
        Some(Ok(copy)) => Ok(copy),
        _ => Table::open(path, Load::Map),
    }
}

/// Locks a mutex, and reports that first if another query holds it.
fn wait_for<'a>(mutex: &'a Mutex<()>, limits: &Limits) -> MutexGuard<'a, ()> {
    if let Err(TryLockError::WouldBlock) = mutex.try_lock() {
        limits.report_table(TableEvent::Waiting);
    }
    lock(mutex)
}

/// Whether a table has been read from disk.
fn is_resident(table: &Table) -> bool {
    random_reads(table.entry_bytes(), RESIDENCE_READS) < RESIDENCE_TIME
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// Generating a larger table is faster if that takes less than the search saves with it, and it has to end
    /// before the deadline.
    #[test]
    fn upgrade_is_suggested_if_it_ends_the_search_sooner() {
        let directory = tempfile::tempdir().unwrap();
        let [smallest, larger] = ["32M", "64M"].map(|name| Spec::by_name(name).unwrap());
        let tables = Tables::new(Provision {
            source: Source::Directory(Directory::at(directory.path()), None),
            loading: Loading::Auto,
            max_generated: larger.table_bytes(),
        });
        let upgrade = |left: Duration, limits: &Limits| {
            let progress = Progress {
                depth: 12,
                done: 0.5,
                lower_bound: 12,
                best: None,
                nodes: 0,
                probes: 0,
                time_left: Some(left),
            };
            let spec = tables.upgrade(smallest, &progress, 1, limits);
            spec.map(|spec| spec.name)
        };
        let generation = larger.generation_time(1);
        let even = generation.div_f64(1.0 - larger.probes() / smallest.probes());
        let free = Limits::default();
        assert_eq!(upgrade(even.mul_f64(0.99), &free), None);
        assert_eq!(upgrade(even.mul_f64(1.01), &free), Some("64M"));
        let hour = Duration::from_secs(3600);
        let within = |time| Limits::default().timeout(time).started();
        assert_eq!(upgrade(hour, &within(generation.mul_f64(0.9))), None);
        assert_eq!(upgrade(hour, &within(10 * generation)), Some("64M"));
    }

    #[test]
    fn mapped_table_is_copied_in_a_long_search() {
        let directory = tempfile::tempdir().unwrap();
        let smallest = Spec::by_name("32M").unwrap();
        let at = Directory::at(directory.path());
        let path = at
            .generate(smallest, &AtomicBool::new(false), &|_| ())
            .unwrap();
        let provision = Provision {
            source: Source::Directory(at, Some(smallest)),
            loading: Loading::Auto,
            max_generated: 0,
        };
        let tables = Tables::new(provision.clone());
        let limits = Limits::default();
        let open = tables.table(Metric::HalfTurn, &limits, &|| None).unwrap();
        let map = open.table();
        open.add_time(Duration::from_secs(3600));
        let soon = limits.timeout(Duration::ZERO).started();
        tables.copy_for_long_search(&open, Instant::now(), &soon);
        assert!(Arc::ptr_eq(&open.table(), &map), "there is no time for it");
        tables.copy_for_long_search(&open, Instant::now(), &limits);
        assert!(!Arc::ptr_eq(&open.table(), &map));

        // without a file to copy, the map is as good
        let without = Tables::new(provision.clone());
        let open = without.table(Metric::HalfTurn, &limits, &|| None).unwrap();
        let elsewhere = path.with_extension("moved");
        crate::host::fs::rename(&path, &elsewhere).unwrap();
        open.add_time(Duration::from_secs(3600));
        without.copy_for_long_search(&open, Instant::now(), &limits);
        assert!(open.corruption().is_none());
        crate::host::fs::rename(&elsewhere, &path).unwrap();

        // a copy that shows the file to be corrupted ends all answers
        let again = Tables::new(provision);
        let open = again.table(Metric::HalfTurn, &limits, &|| None).unwrap();
        let mut bytes = crate::host::fs::read(&path).unwrap();
        bytes[1 << 20] ^= 16;
        // written in place: the table stays mapped
        crate::host::fs::write(&path, bytes).unwrap();
        open.add_time(Duration::from_secs(3600));
        again.copy_for_long_search(&open, Instant::now(), &limits);
        assert!(open.corruption().unwrap().is_corruption());
    }
}
