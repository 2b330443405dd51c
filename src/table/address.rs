//! The address of an entry, by which the search and the shallow distances refer to it.

use super::coset_index::CosetIndex;

/// An address is `class << CLASS_SHIFT | line << LINE_SHIFT | flips`, with a class that is
/// `8 · row + half-turn class`.
pub const CLASS_SHIFT: u32 = 27;
pub const LINE_SHIFT: u32 = 11;

#[inline(always)]
pub const fn address(index: &CosetIndex) -> u64 {
    (index.corner_class as u64) << CLASS_SHIFT
        | (index.slice_configuration as u64) << LINE_SHIFT
        | index.flip_index as u64
}
