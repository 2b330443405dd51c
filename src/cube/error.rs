use super::{CORNER_NAMES, EDGE_NAMES};
use thiserror::Error;

/// Why permutation and orientation arrays are not a position of the cube.
///
/// Positions and cubies are numbered in Kociemba's order (corners `0..8`, edges `0..12`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum CubeError {
    /// A number that is no corner cubie.
    #[error("corner cubie number {cubie} at position {position} is out of range 0..8")]
    CornerOutOfRange { position: usize, cubie: u8 },
    /// A number that is no edge cubie.
    #[error("edge cubie number {cubie} at position {position} is out of range 0..12")]
    EdgeOutOfRange { position: usize, cubie: u8 },
    /// A corner cubie at two positions.
    #[error("corner {} appears more than once", CORNER_NAMES[usize::from(*cubie)])]
    CornerRepeated { cubie: u8 },
    /// An edge cubie at two positions.
    #[error("edge {} appears more than once", EDGE_NAMES[usize::from(*cubie)])]
    EdgeRepeated { cubie: u8 },
    /// A number that is no twist.
    #[error("corner orientation {orientation} at position {position} is out of range 0..3")]
    CornerOrientationOutOfRange { position: usize, orientation: u8 },
    /// A number that is no flip.
    #[error("edge orientation {orientation} at position {position} is out of range 0..2")]
    EdgeOrientationOutOfRange { position: usize, orientation: u8 },
    /// Twists that moves cannot undo: their sum modulo 3 is not 0.
    #[error("a corner is twisted: corner orientations sum to {sum} modulo 3, not 0")]
    CornerTwist { sum: u8 },
    /// Flips that moves cannot undo: their sum is odd.
    #[error("an edge is flipped: edge orientations sum to 1 modulo 2, not 0")]
    EdgeFlip,
    /// A swap that moves cannot undo: the permutations differ in parity.
    #[error("two cubies are swapped: corner and edge permutations differ in parity")]
    Parity,
}
