//! Which pruning tables exist.

use super::TableError;
use super::dimensions::{FILTER_ENTRIES, ROWS, SHALLOW_BYTES, filter_bytes};
use super::shallow::SHALLOW_DEPTH;
use crate::coord::slices::LINES;
use crate::cube::{Metric, Turn};

/// A pruning table: its size, its metric, and the distances that it distinguishes.
///
/// It holds three approximate sets of cosets, see [`Spec::reaches`]. All tables have the same cosets: they
/// differ in how much memory they take, and the larger one excludes more.
///
/// ```
/// use cubesolve::table::Spec;
///
/// let spec = Spec::by_name("1G").expect("1G is a table");
/// assert_eq!(spec.table_bytes(), 949_091_072);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spec {
    pub(crate) name: &'static str,
    pub(crate) metric: Metric,
    pub(crate) base: u8,
    /// Quarters of lines that share a block, a power of two.
    pub(crate) quarters_per_block: usize,
    millions_of_probes: f32,
}

/// A table with which a random cube takes `probes` million probes on average, see `benches/README.md`.
const fn table(
    metric: Metric,
    name: &'static str,
    base: u8,
    quarters_per_block: usize,
    probes: f32,
) -> Spec {
    Spec {
        name,
        metric,
        base,
        quarters_per_block,
        millions_of_probes: probes,
    }
}

const HTM: Metric = Metric::HalfTurn;
const QTM: Metric = Metric::QuarterTurn;
const STM: Metric = Metric::SliceTurn;

impl Spec {
    /// Every table; within a metric in order of size, which is also the order of speed.
    pub const ALL: &'static [Spec] = &[
        table(HTM, "32M", 7, 1024, 2250.0),
        table(HTM, "64M", 7, 512, 1280.0),
        table(HTM, "128M", 8, 256, 724.0),
        table(HTM, "256M", 8, 128, 320.0),
        table(HTM, "512M", 8, 64, 136.0),
        table(HTM, "1G", 8, 32, 86.9),
        table(HTM, "2G", 9, 16, 50.5),
        table(HTM, "4G", 9, 8, 24.7),
        table(HTM, "8G", 9, 4, 9.6),
        table(HTM, "16G", 9, 2, 6.6),
        // simulated, since it was never generated in full
        table(HTM, "32G", 10, 1, 4.0),
        table(QTM, "32M-qtm", 7, 1024, 2000.0),
        table(QTM, "64M-qtm", 7, 512, 1700.0),
        table(QTM, "128M-qtm", 8, 256, 483.0),
        table(QTM, "256M-qtm", 8, 128, 240.0),
        table(QTM, "512M-qtm", 8, 64, 180.0),
        table(QTM, "1G-qtm", 9, 32, 165.0),
        table(QTM, "2G-qtm", 9, 16, 67.7),
        table(QTM, "4G-qtm", 9, 8, 39.3),
        table(QTM, "8G-qtm", 10, 4, 23.5),
        // 256M over six cubes and 1G over ninety, 128M in proportion to 256M; the others are not measured but in
        // proportion to half turns
        table(STM, "32M-stm", 6, 1024, 9183.2),
        table(STM, "64M-stm", 6, 512, 5123.7),
        table(STM, "128M-stm", 7, 256, 1444.0),
        table(STM, "256M-stm", 7, 128, 699.0),
        table(STM, "512M-stm", 7, 64, 236.5),
        table(STM, "1G-stm", 7, 32, 149.0),
        table(STM, "2G-stm", 8, 16, 112.6),
        table(STM, "4G-stm", 8, 8, 40.3),
        table(STM, "8G-stm", 8, 4, 16.5),
    ];

    /// The tables of a metric, smallest and slowest first.
    pub fn all_in(metric: Metric) -> impl DoubleEndedIterator<Item = &'static Spec> {
        Spec::ALL.iter().filter(move |spec| spec.metric == metric)
    }

    /// The table to generate when none is installed: it takes seconds.
    pub fn default_in(metric: Metric) -> &'static Spec {
        let default = Spec::by_name("64M").and_then(|spec| spec.in_metric(metric));
        default.expect("every metric has this table")
    }

    /// The table of the same size in another metric, if there is one.
    pub fn in_metric(&self, metric: Metric) -> Option<&'static Spec> {
        if metric == self.metric {
            return Spec::by_name(self.name);
        }
        Spec::all_in(metric).find(|spec| spec.quarters_per_block == self.quarters_per_block)
    }

    /// The table with a name, such as `128M` or `1G-qtm`.
    pub fn by_name(name: &str) -> Option<&'static Spec> {
        Spec::ALL.iter().find(|spec| spec.name == name)
    }

    /// The table with a name, as a user writes it.
    ///
    /// # Errors
    /// [`TableError::UnknownTable`], which names the successor of a table of earlier versions.
    pub fn named(name: &str) -> Result<&'static Spec, TableError> {
        const SUCCESSORS: [(&str, &str); 8] = [
            ("h0", "32M"),
            ("h2", "128M"),
            ("h2c6", "512M"),
            ("f1", "1G"),
            ("f2", "2G"),
            ("f4", "4G"),
            ("f8", "8G"),
            ("f16", "16G"),
        ];
        Spec::by_name(name).ok_or_else(|| {
            let old = name.strip_suffix("-qtm").unwrap_or(name);
            let metric = if old == name { HTM } else { QTM };
            let found = SUCCESSORS.iter().find(|(known, _)| *known == old);
            let successor = found.and_then(|(_, new)| Spec::by_name(new)?.in_metric(metric));
            TableError::UnknownTable {
                name: name.into(),
                successor: successor.map(|spec| spec.name),
            }
        })
    }

    /// Its name, such as `128M`: about its size.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The metric of its distances.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The greatest distance that is not distinguished from smaller ones, other than by the exact distances up
    /// to 7, or 6 slice turns, that every table has.
    pub const fn base(&self) -> u8 {
        self.base
    }

    /// The distances up to which its three sets go, the widest first: those within [`base`](Spec::base),
    /// those a step of the metric farther, and those within one more. In quarter turns a step is two, since
    /// the distances of a coset, which determines the parity of the corners, are all odd or all even: the
    /// widest set only adds those whose parity differs from that of the base.
    pub const fn reaches(&self) -> [u8; 3] {
        let middle = self.base + self.metric.length_step();
        [middle + 1, middle, self.base]
    }

    /// Number of probes with which a random cube takes on average, as measured.
    pub fn probes(&self) -> f64 {
        1e6 * f64::from(self.millions_of_probes)
    }

    /// Number of entries, which is that of cosets or, because of symmetries, a few more.
    pub const fn entries(&self) -> u64 {
        (ROWS * LINES) as u64 * FILTER_ENTRIES as u64
    }

    /// Bytes of the stored sets.
    pub const fn entry_bytes(&self) -> u64 {
        filter_bytes(self.quarters_per_block)
    }

    /// Bytes of the exact distances of the nearest entries, the same for every table.
    pub const fn shallow_bytes(&self) -> usize {
        SHALLOW_BYTES
    }

    /// Bytes of the whole table, with the exact distances of the nearest entries.
    pub const fn table_bytes(&self) -> u64 {
        self.entry_bytes() + self.shallow_bytes() as u64
    }

    /// Tables in the order of their sizes.
    pub(crate) fn smallest_first(mut specs: Vec<&Spec>) -> Vec<&Spec> {
        specs.sort_by_key(|spec| spec.table_bytes());
        specs
    }

    /// The greatest of the exact distances.
    pub(crate) fn shallow_depth(&self) -> u8 {
        let greatest = match self.metric {
            Metric::SliceTurn => SHALLOW_DEPTH - 1,
            _ => SHALLOW_DEPTH,
        };
        self.base.min(greatest)
    }

    /// The same size with sets of smaller distances, which takes less time to generate: for tests.
    ///
    /// # Panics
    /// If `base` is greater than its own.
    #[doc(hidden)]
    pub const fn with_base(self, base: u8) -> Spec {
        assert!(base <= self.base);
        Spec { base, ..self }
    }

    /// The turns that count one.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        self.metric.turns().collect()
    }
}
