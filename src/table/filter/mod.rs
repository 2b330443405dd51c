//! Pruning tables that are sets: filters.
//!
//! A search asks a table few questions: is this coset within 11 moves, within 10, within 9? In a
//! large space nearly every answer is no. So a filter stores only which cosets are: three sets,
//! one within the other, and these only as far as there is room. Asked for a member it always
//! says yes; asked for another coset it says no most of the time, but now and then yes.
//!
//! **Such a false member does no harm but to speed.** A "no" is always true, and only a "no" is ever
//! used: it says that the coset is *farther* than so many moves, and the bound that follows never
//! exceeds the true distance. A false "yes" gives a smaller bound than could be given; the search then
//! looks at a subtree that it might have left out, finds nothing there that a plain search would not
//! find, and goes on. So solutions and proofs are the same with a filter of any size, even one
//! that says nothing but yes.
//!
//! # The space
//!
//! The finest there is whose subgroup keeps half turns free: the flips of all edges, the slices, and
//! the corners modulo the half-turn group. It has 1.44 · 10¹² cosets, 48 times those of h8, which
//! in two bits each would take 360 GB; but only 1.5 · 10¹⁰ of them are within 11 moves. The finer
//! a space the rarer are its members, and the less often a coset passes that is not near.
//!
//! A filter has a row for each class of the corners *without* the half-turn group's refinement, as
//! h8 has, and a line for each slice configuration; the six values of the refinement (the
//! *matching*) and the 2048 flips are the entries of a line. So the refinement costs no rows.
//!
//! In quarter turns the distances of a coset are all odd or all even, since it knows the corners'
//! permutation up to even ones. So each of the three sets can end where the next parity begins:
//! those within 9, 11 and 12 are, of the odd distances, those within 9 and 11, and of the even ones,
//! within 8, 10 and 12. Only the widest set is crowded, and it has nothing but the even ones to add.
//!
//! # What is stored
//!
//! As many entries as one line has, or a few lines one after the other, share a cache line, a *block*:
//! see `code`. A probe is one read. How many lines share a block makes the size of the filter. Which
//! entries they are is levelled over eight lines: see `gather`.
//!
//! # How it is built
//!
//! The space is never held. Cosets at each distance are lists (`members`), from each list the next
//! follows line by line (`pull`, `levels`), and the last and longest goes into the blocks as it
//! is found, and these into the file (`build`).

mod build;
mod code;
mod encode;
mod gather;
mod key;
mod levels;
mod members;
mod nearest;
mod pull;
mod read;
#[cfg(target_arch = "x86_64")]
mod simd;
#[cfg(test)]
mod tests;

pub(crate) use build::{Blocks, build, build_bytes, build_seconds};
pub(crate) use key::{MATCHINGS, ROWS, matching, matchings_seen};
pub(crate) use read::{CLASS_SHIFT, Filter, LINE_SHIFT};

use super::Spec;
use super::edges::LINES;
use code::{BLOCK_BYTES, LEVELLED};

/// Number of blocks of a row, with so many lines to a block.
///
/// # Panics
/// If that is not a power of two.
const fn row_blocks(lines: usize) -> usize {
    assert!(lines.is_power_of_two());
    if lines < LEVELLED {
        LINES.div_ceil(LEVELLED) * (LEVELLED / lines)
    } else {
        LINES.div_ceil(lines)
    }
}

/// The distance up to which the sets of a filter go: those within `base`, those a step of the metric
/// farther, and those within one more. In quarter turns a step is two, since the distances of a
/// coset, whose corners are known, are all odd or all even: the widest set only adds those whose
/// parity is not that of the base.
const fn reaches(spec: &Spec) -> [u8; 3] {
    let middle = spec.base + spec.metric.step();
    [middle + 1, middle, spec.base]
}

/// Bytes of all blocks of a filter with so many lines to a block.
pub(crate) const fn bytes(lines: usize) -> usize {
    ROWS * row_blocks(lines) * BLOCK_BYTES
}
