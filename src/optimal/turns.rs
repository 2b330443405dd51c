//! The turns that a batched search makes, what they cost, and the probes of inverses that bound them.

use crate::bits::ONE_A_BYTE;
use crate::cube::Turn;
use crate::probe::{Backend, CLOCKWISE, IDENTITY, TOP_BITS};

/// The turns of a search, and what they cost.
pub trait Turns {
    const HALF_TURN: u8;
    const HAS_SLICES: bool;
}

pub struct HalfTurns;
pub struct QuarterTurns;
pub struct SliceTurns;

impl Turns for HalfTurns {
    const HALF_TURN: u8 = 1;
    const HAS_SLICES: bool = false;
}

impl Turns for QuarterTurns {
    const HALF_TURN: u8 = 2;
    const HAS_SLICES: bool = false;
}

impl Turns for SliceTurns {
    const HALF_TURN: u8 = 1;
    const HAS_SLICES: bool = true;
}

/// The faces whose quarter turns are among these turns of faces, or the slices in the same way, as bits. Without
/// slices, both quarter turns of a face are allowed or none.
#[inline(always)]
pub fn quarter_turns<T: Turns>(backend: impl Backend, turns: u32) -> u8 {
    let turns = if T::HAS_SLICES {
        turns | turns >> 2
    } else {
        turns
    };
    backend.extract(turns.into(), CLOCKWISE) as u8
}

/// The turns whose inverse bounds a set of probes reads: both quarter turns of each face or slice, and all
/// half turns for [`IDENTITY`].
#[inline(always)]
pub fn turns_of_probes(backend: impl Backend, probes: u64) -> u32 {
    let quarter_turns = backend.deposit(probes, CLOCKWISE) as u32 * 0b101;
    let half_turns = (probes >> IDENTITY & 1) as u32 * Turn::HALF_TURNS;
    quarter_turns | half_turns
}

#[inline(always)]
pub fn cost<T: Turns>(turn: u8) -> u8 {
    1 + (T::HALF_TURN - 1) * (Turn::HALF_TURNS >> turn & 1) as u8
}

/// The probes of inverses, as bits, whose bounds (a byte each, all below 128) exclude their moves
/// with `left` left.
#[inline(always)]
pub fn excluding_probes<T: Turns>(backend: impl Backend, bounds: u64, left: u8) -> u64 {
    let quarter_turns = ONE_A_BYTE * u64::from(0x80 - left);
    let half_turns = u64::from(T::HALF_TURN - 1) << (8 * IDENTITY);
    backend.extract(bounds + quarter_turns + half_turns, TOP_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Portable;

    /// With 5 left a quarter turn leaves 4, and a half turn 4 or 3.
    #[test]
    fn bounds_exclude_moves_that_leave_too_few() {
        let bounds = u64::from_le_bytes([4, 5, 0, 0, 0, 0, 4, 0]);
        assert_eq!(excluding_probes::<HalfTurns>(Portable, bounds, 5), 1 << 1);
        assert_eq!(
            excluding_probes::<QuarterTurns>(Portable, bounds, 5),
            1 << 1 | 1 << IDENTITY
        );
        assert_eq!(excluding_probes::<QuarterTurns>(Portable, bounds, 6), 0);
    }
}
