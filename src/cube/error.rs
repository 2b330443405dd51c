use thiserror::Error;

/// Why a set of arrays is not a position of the cube.
///
/// Indices are positions in Kociemba's order (corners `0..8`, edges `0..12`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CubeError {
    /// A number that is no corner cubie's.
    #[error("corner cubie number {cubie} at position {position} is out of range 0..8")]
    CornerOutOfRange {
        /// Where it is.
        position: usize,
        /// The number.
        cubie: u8,
    },
    /// A number that is no edge cubie's.
    #[error("edge cubie number {cubie} at position {position} is out of range 0..12")]
    EdgeOutOfRange {
        /// Where it is.
        position: usize,
        /// The number.
        cubie: u8,
    },
    /// A corner cubie that is in two places.
    #[error("corner {0} appears more than once", super::CORNER_NAMES[usize::from(*cubie)])]
    CornerRepeated {
        /// Its number, `0..8`.
        cubie: u8,
    },
    /// An edge cubie that is in two places.
    #[error("edge {0} appears more than once", super::EDGE_NAMES[usize::from(*cubie)])]
    EdgeRepeated {
        /// Its number, `0..12`.
        cubie: u8,
    },
    /// A number that is no twist.
    #[error("corner orientation {orientation} at position {position} is out of range 0..3")]
    CornerOrientationOutOfRange {
        /// Where it is.
        position: usize,
        /// The number.
        orientation: u8,
    },
    /// A number that is no flip.
    #[error("edge orientation {orientation} at position {position} is out of range 0..2")]
    EdgeOrientationOutOfRange {
        /// Where it is.
        position: usize,
        /// The number.
        orientation: u8,
    },
    /// Twists that moves cannot undo.
    #[error("a corner is twisted: corner orientations sum to {sum} modulo 3, not 0")]
    CornerTwist {
        /// Their sum modulo 3.
        sum: u8,
    },
    /// Flips that moves cannot undo.
    #[error("an edge is flipped: edge orientations sum to 1 modulo 2, not 0")]
    EdgeFlip,
    /// An exchange that moves cannot undo.
    #[error("two cubies are swapped: corner and edge permutations differ in parity")]
    Parity,
}
