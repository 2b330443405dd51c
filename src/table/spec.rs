//! Which pruning tables exist.

use crate::coord::CornerRefinement;
use crate::coord::slices::flip_parity_index;
use crate::cube::Metric;
use crate::table::edges::{LINES, SliceFlips, whole_bits};

/// How much of the edge orientation a table keeps: edge orientation modulo a subspace of
/// flips that all moves and transformations respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EdgeQuotient {
    /// None of it: 1 entry a line.
    Nothing,
    /// The parity of the flips within each slice: 4 entries a line.
    Parities,
    /// The flips of each slice up to flipping the whole slice: 256 entries a line; times
    /// 2 to the number of `whole` bits that tell which slices are flipped as a whole:
    /// 0: none, 1: their parity, 2: up to flipping all three, 3: each.
    Flips {
        /// `0..=3`.
        whole: u8,
    },
}

impl EdgeQuotient {
    /// Entries in a line.
    pub const fn entries(self) -> usize {
        match self {
            EdgeQuotient::Nothing => 1,
            EdgeQuotient::Parities => 4,
            EdgeQuotient::Flips { whole } => 256 << whole,
        }
    }

    /// The number of the entry within a line, `0..self.entries()`.
    pub fn flip_index(self, flips: &SliceFlips) -> usize {
        match self {
            EdgeQuotient::Nothing => 0,
            EdgeQuotient::Parities => flip_parity_index(flips.relative.map(u16::from)),
            EdgeQuotient::Flips { whole } => {
                flips.relative_index() | whole_bits(flips.whole, whole) << 8
            }
        }
    }
}

/// A pruning table of the family: its space, its metric, and the base of its two-bit entries.
///
/// An entry tells `min(max(d - base, 0), 3)` for the distance `d` of its coset.
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
}

const fn spec(
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
    }
}

use CornerRefinement::{HalfTurn, None as Plain, Parity};
use EdgeQuotient::{Flips, Nothing, Parities};

const HTM: Metric = Metric::HalfTurn;
const QTM: Metric = Metric::QuarterTurn;

impl Spec {
    /// Every table, smallest first in each metric.
    pub const ALL: &'static [Spec] = &[
        spec(HTM, "h0", Plain, Nothing, 8),
        spec(HTM, "h2", Plain, Parities, 8),
        spec(HTM, "h0c6", HalfTurn, Nothing, 8),
        spec(HTM, "h2c2", Parity, Parities, 8),
        spec(HTM, "h2c6", HalfTurn, Parities, 8),
        spec(HTM, "h8", Plain, Flips { whole: 0 }, 9),
        spec(HTM, "h9", Plain, Flips { whole: 1 }, 9),
        spec(HTM, "h10", Plain, Flips { whole: 2 }, 10),
        spec(HTM, "h8c6", HalfTurn, Flips { whole: 0 }, 10),
        spec(HTM, "h11", Plain, Flips { whole: 3 }, 10),
        spec(QTM, "h0-qtm", Plain, Nothing, 9),
        spec(QTM, "h2-qtm", Plain, Parities, 9),
        spec(QTM, "h0c6-qtm", HalfTurn, Nothing, 9),
        spec(QTM, "h2c2-qtm", Parity, Parities, 9),
        spec(QTM, "h2c6-qtm", HalfTurn, Parities, 10),
        spec(QTM, "h8-qtm", Plain, Flips { whole: 0 }, 10),
        spec(QTM, "h9-qtm", Plain, Flips { whole: 1 }, 10),
    ];

    /// Those in a metric, smallest first.
    pub fn all_in(metric: Metric) -> impl DoubleEndedIterator<Item = &'static Spec> {
        Spec::ALL.iter().filter(move |spec| spec.metric == metric)
    }

    /// The table of the same space in another metric, if there is one.
    pub fn in_metric(&self, metric: Metric) -> Option<&'static Spec> {
        Spec::all_in(metric).find(|spec| (spec.corners, spec.edges) == (self.corners, self.edges))
    }

    /// The table called `name`.
    pub fn by_name(name: &str) -> Option<&'static Spec> {
        Spec::ALL.iter().find(|spec| spec.name == name)
    }

    /// Number of corner classes, and so of rows.
    pub const fn corner_classes(&self) -> usize {
        match self.corners {
            Plain => 3393,
            Parity => 6786,
            HalfTurn => 19_926,
        }
    }

    /// Number of entries.
    pub const fn entries(&self) -> u64 {
        (self.corner_classes() * LINES * self.edges.entries()) as u64
    }

    /// Bytes of one bit plane of a row while the table is built: a bit an entry.
    pub const fn plane_bytes(&self) -> usize {
        (LINES * self.edges.entries()).div_ceil(8)
    }

    /// Bytes of a row: two bits an entry.
    pub const fn row_bytes(&self) -> usize {
        2 * self.plane_bytes()
    }

    /// Bytes of all rows.
    pub const fn code_bytes(&self) -> usize {
        self.corner_classes() * self.row_bytes()
    }
}
