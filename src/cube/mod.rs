//! The cube group: positions, moves, and the 48 transformations.

mod cubie;
mod cycles;
mod error;
mod index;
mod metric;
mod moves;
mod random;
mod representative;
mod sequence;
mod symmetry_group;
mod transformation;

pub use cubie::{Cube, Exchange};
pub use cycles::CubieCycle;
pub use error::CubeError;
pub use index::{IndexDigits, POSITIONS};
pub use metric::Metric;
pub use moves::{Face, Move, MoveSet, is_canonical};
pub use random::{Step, UnknownStep};
pub use representative::Representative;
pub use sequence::Sequence;
pub(crate) use sequence::merge;
pub use symmetry_group::SymmetryGroup;
pub use transformation::{AxisPermutation, Transformation, TransformationSet};

/// Names of the corner positions and cubies, in Kociemba's order.
pub const CORNER_NAMES: [&str; 8] = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];

/// Names of the edge positions and cubies, in Kociemba's order.
pub const EDGE_NAMES: [&str; 12] = [
    "UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR",
];
