//! What becomes of a table while a search goes on: it is mapped first, and copied into memory by a search that has
//! gone on for as long as copying takes, or that finds the file not yet read from disk. A larger table is generated in
//! the middle of a search that would end later without it.

use super::forecast::Upgrade;
use super::tables::{OpenTables, TableSource, open_copy, wait_for};
use crate::host::{Instant, lock::lock, memory::available_or_assumed};
use crate::optimal::TableInUse;
use crate::probe::random_reads;
use crate::search::{Limits, Progress, TableEvent};
use crate::table::{FreeSpace, Load, Spec, Table};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// No table is generated for a search that is expected to take less than this.
const MIN_TIME_LEFT: Duration = Duration::from_secs(2);

/// A table that takes longer is generated only once a search has gone on for as long: what is expected of the first
/// depths may be far too much, and then the table is for nothing and at worst doubles the time.
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

impl OpenTables {
    /// Copies a mapped table into memory if searching has gone on long enough, or the file is not in
    /// memory yet. `begin` is when this search began. Returns the time that it took.
    pub fn copy_for_long_search(
        &self,
        open: &TableInUse,
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

    /// The table with which a search that began at `start` would end sooner, the time to generate it included.
    pub fn upgrade(
        &self,
        used: &Spec,
        start: Instant,
        progress: &Progress,
        threads: usize,
        limits: &Limits,
    ) -> Option<&'static Spec> {
        let TableSource::Directory(directory, None) = &self.provision.source else {
            return None;
        };
        let left = progress.time_left.filter(|left| *left > MIN_TIME_LEFT)?;
        let free = FreeSpace::of(directory.path()).with_reserve();
        let is_allowed =
            |spec: &&Spec| spec.table_bytes() <= self.provision.max_generated && free.fits(spec);
        let upgrades = Spec::all_in(used.metric).filter(is_allowed);
        let upgrades = upgrades.map(|spec| Upgrade::to(spec, used, left, threads));
        let until_deadline = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        soonest(
            upgrades,
            left,
            start.elapsed(),
            limits.deadline.map(until_deadline),
        )
    }

    /// Generates a larger table and uses it from now on, unless another thread has done so meanwhile.
    /// Returns whether there is a larger one now.
    pub fn generate_larger(&self, spec: &'static Spec, limits: &Limits) -> bool {
        let TableSource::Directory(directory, None) = &self.provision.source else {
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
            let table = Arc::new(TableInUse::new(Arc::new(table), None));
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

/// Whether a table has been read from disk.
fn is_resident(table: &Table) -> bool {
    random_reads(table.entry_bytes(), RESIDENCE_READS) < RESIDENCE_TIME
}

/// The table with which a search that has gone on for the time `spent` ends soonest, if that is sooner than in the time
/// `left`, and the table generated before a deadline.
fn soonest(
    upgrades: impl Iterator<Item = Upgrade>,
    left: Duration,
    spent: Duration,
    until_deadline: Option<Duration>,
) -> Option<&'static Spec> {
    let end = |upgrade: &Upgrade| upgrade.generation + upgrade.search;
    let soonest = upgrades
        .filter(|upgrade| upgrade.generation < MAX_GENERATION.max(spent))
        .min_by_key(end)?;
    let is_in_time = until_deadline.is_none_or(|time| soonest.generation < time);
    (end(&soonest) < left && is_in_time).then_some(soonest.spec)
}

#[cfg(test)]
mod tests {
    use super::super::tables::{Loading, OpenTables, Provision};
    use super::*;
    use crate::cube::Metric;
    use crate::host;
    use crate::host::fs::{self, File};
    use crate::table::Directory;
    use std::io::{Seek, SeekFrom, Write};
    use std::sync::atomic::AtomicBool;

    /// Generating a larger table is faster if that takes less than the search saves with it, and it has to end
    /// before the deadline. A long one has to be earned.
    #[test]
    fn upgrade_is_suggested_if_it_ends_the_search_sooner() {
        let upgrade = |name, [generation, search]: [u64; 2]| Upgrade {
            spec: Spec::by_name(name).unwrap(),
            generation: Duration::from_secs(generation),
            search: Duration::from_secs(search),
        };
        let suggested = |left, until_deadline: Option<u64>| {
            let upgrades = [
                upgrade("64M", [5, 30]),
                upgrade("128M", [6, 20]),
                upgrade("256M", [28, 5]),
                upgrade("512M", [31, 1]),
            ];
            let until_deadline = until_deadline.map(Duration::from_secs);
            let spec = soonest(
                upgrades.into_iter(),
                Duration::from_secs(left),
                Duration::ZERO,
                until_deadline,
            );
            spec.map(|spec| spec.name)
        };
        assert_eq!(suggested(26, None), None);
        assert_eq!(suggested(27, None), Some("128M"));
        assert_eq!(suggested(3600, Some(6)), None);
        assert_eq!(suggested(3600, Some(7)), Some("128M"));
        let earned = |spent| {
            let long = upgrade("1G", [80, 1]);
            let [left, spent] = [3600, spent].map(Duration::from_secs);
            soonest([long].into_iter(), left, spent, None).is_some()
        };
        assert!(!earned(80) && earned(81));
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
            source: TableSource::Directory(at, Some(smallest)),
            loading: Loading::Auto,
            max_generated: 0,
        };
        let tables = OpenTables::new(provision.clone());
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
        let without = OpenTables::new(provision.clone());
        let open = without.table(Metric::HalfTurn, &limits, &|| None).unwrap();
        let elsewhere = path.with_extension("moved");
        fs::rename(&path, &elsewhere).unwrap();
        open.add_time(Duration::from_secs(3600));
        without.copy_for_long_search(&open, Instant::now(), &limits);
        assert!(open.corruption().is_none());
        fs::rename(&elsewhere, &path).unwrap();

        // a copy that shows the file to be corrupted ends all answers
        let again = OpenTables::new(provision);
        let open = again.table(Metric::HalfTurn, &limits, &|| None).unwrap();
        // written in place: the table stays mapped
        let mut file = File::options().read(true).write(true).open(&path).unwrap();
        let mut byte = [0];
        host::read_exact_at(&file, 1 << 20, &mut byte).unwrap();
        file.seek(SeekFrom::Start(1 << 20)).unwrap();
        file.write_all(&[byte[0] ^ 16]).unwrap();
        open.add_time(Duration::from_secs(3600));
        again.copy_for_long_search(&open, Instant::now(), &limits);
        assert!(open.corruption().unwrap().is_corruption());
    }
}
