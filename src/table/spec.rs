//! Which pruning tables exist.

use crate::coord::CornerRefinement;
use crate::coord::slices::flip_parity_index;
use crate::cube::Metric;
use crate::table::edges::{LINES, SliceFlips};
use crate::table::filter;

/// How much of the edge orientation a table keeps: edge orientation modulo a subspace of
/// flips that all moves and transformations respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeQuotient {
    /// None of it: 1 entry a line.
    Nothing,
    /// The parity of the flips within each slice: 4 entries a line.
    Parities,
    /// The flips of each slice up to flipping the whole slice: 256 entries a line.
    Relative,
    /// All of it: 2048 entries a line.
    All,
}

impl EdgeQuotient {
    /// Entries in a line.
    pub const fn entries(self) -> usize {
        match self {
            EdgeQuotient::Nothing => 1,
            EdgeQuotient::Parities => 4,
            EdgeQuotient::Relative => 256,
            EdgeQuotient::All => 2048,
        }
    }

    /// The number of the entry within a line, `0..self.entries()`.
    pub fn flip_index(self, flips: &SliceFlips) -> usize {
        match self {
            EdgeQuotient::Nothing => 0,
            EdgeQuotient::Parities => {
                let [e, m, _] = flips.relative().map(u16::from);
                flip_parity_index([e, m])
            }
            EdgeQuotient::Relative => flips.relative_index(),
            EdgeQuotient::All => flips.index(),
        }
    }
}

/// How a table stores what it tells of its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Each entry in two bits.
    TwoBits,
    /// The entries within `base` moves, those within a step of the metric more, and those within
    /// one more again, as approximate sets, see [`filter`](super::filter).
    Filter {
        /// Lines that share a cache line, a power of two.
        lines: usize,
    },
}

/// A pruning table of the family: its space, its metric, and what it stores.
///
/// An entry tells by how much the distance of its coset exceeds the base: 0 to 3, with 3 for more.
/// One of a filter sometimes tells less, and in quarter turns 0, 1, 3 or 4.
///
/// ```
/// use cubesolve::table::Spec;
///
/// let h2 = Spec::by_name("h2").expect("there is such a table");
/// assert_eq!(h2.entries(), 3393 * 34_650 * 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spec {
    /// Its name, such as `h2`.
    pub name: &'static str,
    /// What its distances are in.
    pub metric: Metric,
    /// What its cosets keep of the corner permutation.
    pub corners: CornerRefinement,
    /// What they keep of the edge orientation.
    pub edges: EdgeQuotient,
    /// The greatest distance that an entry does not tell from smaller ones.
    pub base: u8,
    /// How its entries are stored.
    pub encoding: Encoding,
}

/// A table of two-bit entries.
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

/// A filter with so many lines in a cache line.
const fn filter(metric: Metric, name: &'static str, base: u8, lines: usize) -> Spec {
    Spec {
        name,
        metric,
        corners: HalfTurn,
        edges: All,
        base,
        encoding: Encoding::Filter { lines },
    }
}

use CornerRefinement::{HalfTurn, None as Plain, Parity};
use EdgeQuotient::{All, Nothing, Parities, Relative};

const HTM: Metric = Metric::HalfTurn;
const QTM: Metric = Metric::QuarterTurn;

impl Spec {
    /// Every table, slowest first in each metric.
    pub const ALL: &'static [Spec] = &[
        two_bits(HTM, "h0", Plain, Nothing, 8),
        two_bits(HTM, "h2", Plain, Parities, 8),
        two_bits(HTM, "h0c6", HalfTurn, Nothing, 8),
        two_bits(HTM, "h2c2", Parity, Parities, 8),
        two_bits(HTM, "h2c6", HalfTurn, Parities, 8),
        filter(HTM, "f1", 8, 8),
        filter(HTM, "f2", 9, 4),
        two_bits(HTM, "h8", Plain, Relative, 9),
        filter(HTM, "f4", 9, 2),
        filter(HTM, "f8", 9, 1),
        two_bits(QTM, "h0-qtm", Plain, Nothing, 9),
        two_bits(QTM, "h2-qtm", Plain, Parities, 9),
        two_bits(QTM, "h2c6-qtm", HalfTurn, Parities, 10),
        filter(QTM, "f1-qtm", 9, 8),
        filter(QTM, "f2-qtm", 9, 4),
        filter(QTM, "f4-qtm", 9, 2),
        filter(QTM, "f8-qtm", 10, 1),
    ];

    /// Those in a metric, slowest first.
    pub fn all_in(metric: Metric) -> impl DoubleEndedIterator<Item = &'static Spec> {
        Spec::ALL.iter().filter(move |spec| spec.metric == metric)
    }

    /// The one to begin with where there is none: made in seconds, in no great memory.
    pub fn first(metric: Metric) -> &'static Spec {
        let first = Spec::by_name("h2").and_then(|spec| spec.in_metric(metric));
        first.expect("every metric has it")
    }

    /// The table of the same space in another metric, if there is one.
    pub fn in_metric(&self, metric: Metric) -> Option<&'static Spec> {
        let space = |spec: &Spec| (spec.corners, spec.edges, spec.encoding);
        Spec::all_in(metric).find(|spec| space(spec) == space(self))
    }

    /// The table called `name`.
    pub fn by_name(name: &str) -> Option<&'static Spec> {
        Spec::ALL.iter().find(|spec| spec.name == name)
    }

    /// Number of corner classes. In a filter they are those without refinement, each once for
    /// every value of the refinement.
    pub const fn corner_classes(&self) -> usize {
        match (self.encoding, self.corners) {
            (Encoding::Filter { .. }, _) => filter::ROWS * filter::MATCHINGS,
            (_, Plain) => 3393,
            (_, Parity) => 6786,
            (_, HalfTurn) => 19_926,
        }
    }

    /// Number of entries.
    pub const fn entries(&self) -> u64 {
        (self.corner_classes() * LINES * self.edges.entries()) as u64
    }

    /// Bytes of what is stored of the entries.
    pub const fn code_bytes(&self) -> usize {
        match self.encoding {
            Encoding::TwoBits => self.corner_classes() * self.row_bytes(),
            Encoding::Filter { lines } => filter::bytes(lines),
        }
    }

    /// Bytes of one bit plane of a row of two-bit entries while the table is built: a bit an
    /// entry.
    pub(super) const fn plane_bytes(&self) -> usize {
        (LINES * self.edges.entries()).div_ceil(8)
    }

    /// Bytes of a row: two bits an entry.
    pub(super) const fn row_bytes(&self) -> usize {
        2 * self.plane_bytes()
    }
}
