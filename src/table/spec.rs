//! Which pruning tables exist.

use super::dimensions::{FILTER_ENTRIES, HALF_TURN_ROWS, ROWS, SHALLOW_BYTES, filter_bytes};
use crate::coord::CornerRefinement;
use crate::coord::slices::{LINES, flip_parity_index};
use crate::cube::Metric;

/// What a table keeps of the edge orientation: the orientation modulo a group of flips that all
/// moves and transformations respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EdgeQuotient {
    /// Nothing: 1 entry a line.
    Nothing,
    /// The parity of the flips within each slice: 4 entries a line.
    Parities,
    /// All of it: 2048 entries a line.
    All,
}

impl EdgeQuotient {
    /// Entries in a line.
    pub const fn entries(self) -> usize {
        match self {
            EdgeQuotient::Nothing => 1,
            EdgeQuotient::Parities => 4,
            EdgeQuotient::All => 2048,
        }
    }

    /// The number of an entry within its line, `0..self.entries()`, from the flips of the cubies of
    /// E, M and S: four bits each, in order of position.
    pub(crate) fn flip_index(self, [e, m, s]: [u16; 3]) -> usize {
        match self {
            EdgeQuotient::Nothing => 0,
            EdgeQuotient::Parities => flip_parity_index([e, m]),
            // the flips of all edges are even together, so the last one is redundant
            EdgeQuotient::All => usize::from(e | m << 4 | (s & 7) << 8),
        }
    }
}

/// How a table stores distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Two bits for each entry.
    TwoBits,
    /// Three approximate sets: the cosets within `base` moves, those within a step of the metric
    /// more, and those within one more again.
    Filter {
        /// Half lines that share a cache line, a power of two.
        half_lines: usize,
    },
}

/// A pruning table: its coset space, its metric, and how it stores distances.
///
/// The value of an entry is by how much the distance of its coset exceeds the base, `0..=3`, where 3
/// also stands for more. The value of a filter's entry may be smaller; in quarter turns it is 0, 1, 3
/// or 4.
///
/// ```
/// use cubesolve::table::Spec;
///
/// let h2 = Spec::by_name("h2").expect("h2 is a table");
/// assert_eq!(h2.entries(), 3393 * 34_650 * 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Its name, such as `h2`.
    pub name: &'static str,
    /// The metric of its distances.
    pub metric: Metric,
    /// What its cosets keep of the corner permutation.
    pub corners: CornerRefinement,
    /// What they keep of the edge orientation.
    pub edges: EdgeQuotient,
    /// The greatest distance that is not distinguished from smaller ones.
    pub base: u8,
    /// How distances are stored.
    pub encoding: Encoding,
}

/// A table of two-bit values.
const fn two_bits(
    metric: Metric,
    name: &'static str,
    corners: CornerRefinement,
    edges: EdgeQuotient,
    base: u8,
) -> Spec {
    Spec {
        name,
        metric,
        corners,
        edges,
        base,
        encoding: Encoding::TwoBits,
    }
}

/// A filter with `half_lines` half lines to a cache line.
const fn filter(metric: Metric, name: &'static str, base: u8, half_lines: usize) -> Spec {
    Spec {
        encoding: Encoding::Filter { half_lines },
        ..two_bits(metric, name, HalfTurn, All, base)
    }
}

use CornerRefinement::{HalfTurn, None as Plain};
use EdgeQuotient::{All, Nothing, Parities};

const HTM: Metric = Metric::HalfTurn;
const QTM: Metric = Metric::QuarterTurn;

impl Spec {
    /// Every table; within a metric in order of size, which is also the order of speed.
    pub const ALL: &'static [Spec] = &[
        two_bits(HTM, "h0", Plain, Nothing, 8),
        two_bits(HTM, "h2", Plain, Parities, 8),
        two_bits(HTM, "h2c6", HalfTurn, Parities, 8),
        filter(HTM, "f1", 8, 16),
        filter(HTM, "f2", 9, 8),
        filter(HTM, "f4", 9, 4),
        filter(HTM, "f8", 9, 2),
        filter(HTM, "f16", 9, 1),
        two_bits(QTM, "h0-qtm", Plain, Nothing, 9),
        two_bits(QTM, "h2-qtm", Plain, Parities, 9),
        two_bits(QTM, "h2c6-qtm", HalfTurn, Parities, 10),
        filter(QTM, "f1-qtm", 9, 16),
        filter(QTM, "f2-qtm", 9, 8),
        filter(QTM, "f4-qtm", 9, 4),
        filter(QTM, "f8-qtm", 10, 2),
    ];

    /// Distances by turns of faces and slices, each of which counts one; not among [`Spec::ALL`], since it is
    /// generated in memory by searches that need it.
    pub(crate) const SLICE_TURNS: Spec = two_bits(HTM, "h2-stm", Plain, Parities, 6);

    /// The tables of a metric, smallest and slowest first.
    pub fn all_in(metric: Metric) -> impl DoubleEndedIterator<Item = &'static Spec> {
        Spec::ALL.iter().filter(move |spec| spec.metric == metric)
    }

    /// The table to generate when none is installed: it takes seconds and 160 MB of memory.
    pub fn default_in(metric: Metric) -> &'static Spec {
        let h2 = Spec::by_name("h2").and_then(|spec| spec.in_metric(metric));
        h2.expect("every metric has this table")
    }

    /// The table of the same space and encoding in another metric, if there is one.
    pub fn in_metric(&self, metric: Metric) -> Option<&'static Spec> {
        let space = |spec: &Spec| (spec.corners, spec.edges, spec.encoding);
        Spec::all_in(metric).find(|spec| space(spec) == space(self))
    }

    /// The table with a name, such as `h2` or `f1-qtm`.
    pub fn by_name(name: &str) -> Option<&'static Spec> {
        Spec::ALL.iter().find(|spec| spec.name == name)
    }

    /// Number of corner classes of a table of two-bit values.
    pub const fn corner_classes(&self) -> usize {
        match self.corners {
            Plain => ROWS,
            HalfTurn => HALF_TURN_ROWS,
        }
    }

    /// Number of entries.
    pub const fn entries(&self) -> u64 {
        match self.encoding {
            Encoding::TwoBits => (self.corner_classes() * LINES * self.edges.entries()) as u64,
            Encoding::Filter { .. } => (ROWS * LINES * FILTER_ENTRIES) as u64,
        }
    }

    /// Bytes of the stored entries.
    pub const fn entry_bytes(&self) -> usize {
        match self.encoding {
            Encoding::TwoBits => self.corner_classes() * self.row_bytes(),
            Encoding::Filter { half_lines } => filter_bytes(half_lines),
        }
    }

    /// Bytes of the exact distances of the nearest entries, the same for every table.
    pub const fn shallow_bytes(&self) -> usize {
        SHALLOW_BYTES
    }

    /// Bytes of the whole table.
    pub const fn table_bytes(&self) -> u64 {
        (self.entry_bytes() + self.shallow_bytes()) as u64
    }

    /// Bytes of one bit plane of a row of two-bit values: a bit for each entry.
    pub(super) const fn plane_bytes(&self) -> usize {
        (LINES * self.edges.entries()).div_ceil(8)
    }

    /// Bytes of a row of two-bit values.
    pub(super) const fn row_bytes(&self) -> usize {
        2 * self.plane_bytes()
    }
}
