use thiserror::Error;

/// Why permutation and orientation arrays are not a position of the cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields say what they are
pub enum CubeError {
    /// A number that is no cubie or orientation, in an array with Kociemba's name: cp, co, ep, eo.
    #[error("{array}[{position}] is {value}, expected a number below {end}")]
    OutOfRange {
        array: &'static str,
        position: usize,
        value: u8,
        end: u8,
    },
    /// A cubie at two positions.
    #[error("{array} has {cubie} more than once")]
    Repeated { array: &'static str, cubie: u8 },
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
