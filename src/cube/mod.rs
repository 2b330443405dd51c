//! The cube group: positions, moves, sequences, and the 48 transformations.

mod canonical;
mod cubie;
mod cycles;
mod error;
mod facelet_tuple;
mod index;
mod metric;
mod moves;
mod position;
mod random;
mod representative;
mod sequence;
mod symmetry_group;
mod transformation;
mod turn;

pub use canonical::CanonicalSequences;
pub use cubie::Cube;
pub(crate) use cubie::Swap;
pub use cycles::CubieCycle;
pub use error::CubeError;
pub use facelet_tuple::{FaceletTuple, NxnMove};
pub(crate) use index::IndexDigits;
pub use index::POSITIONS;
pub use metric::Metric;
pub use moves::{Face, Move, MoveSet, is_canonical};
pub use position::Position;
pub use random::{CubeSubset, UnknownSubset};
pub use representative::Representative;
pub(crate) use representative::{FirstFacelets, first_facelets, from_first_facelets};
pub use sequence::Sequence;
pub(crate) use sequence::push_simplified;
pub use symmetry_group::SymmetryGroup;
pub use transformation::{Transformation, TransformationSet};
pub(crate) use turn::Turn;

/// Names of the corner positions and cubies, in Kociemba's order.
pub const CORNER_NAMES: [&str; 8] = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];

/// Names of the edge positions and cubies, in Kociemba's order.
pub const EDGE_NAMES: [&str; 12] = [
    "UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR",
];
