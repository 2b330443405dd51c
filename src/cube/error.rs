use thiserror::Error;

/// Why a set of arrays is not a position of the cube.
///
/// Indices are positions in Kociemba's order (corners `0..8`, edges `0..12`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CubeError {
    #[error("corner cubie number {cubie} at position {position} is out of range 0..8")]
    CornerOutOfRange { position: usize, cubie: u8 },
    #[error("edge cubie number {cubie} at position {position} is out of range 0..12")]
    EdgeOutOfRange { position: usize, cubie: u8 },
    #[error("corner {0} appears more than once", super::CORNER_NAMES[usize::from(*cubie)])]
    CornerRepeated { cubie: u8 },
    #[error("edge {0} appears more than once", super::EDGE_NAMES[usize::from(*cubie)])]
    EdgeRepeated { cubie: u8 },
    #[error("corner orientation {orientation} at position {position} is out of range 0..3")]
    CornerOrientationOutOfRange { position: usize, orientation: u8 },
    #[error("edge orientation {orientation} at position {position} is out of range 0..2")]
    EdgeOrientationOutOfRange { position: usize, orientation: u8 },
    #[error("a corner is twisted: corner orientations sum to {sum} modulo 3, not 0")]
    CornerTwist { sum: u8 },
    #[error("an edge is flipped: edge orientations sum to 1 modulo 2, not 0")]
    EdgeFlip,
    #[error("two cubies are swapped: corner and edge permutations differ in parity")]
    Parity,
}
