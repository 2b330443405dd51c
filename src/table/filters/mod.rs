//! Filters: pruning tables stored as approximate sets.
//!
//! A search asks a table few questions: is this coset within 11 moves, within 10, within 9? In a large
//! space nearly every answer is no. So a filter stores only the cosets for which it is yes: three nested
//! sets, and these approximately. For a member, the answer is always yes; for another coset it is no
//! most of the time, and now and then yes: a false positive.
//!
//! **False positives cost speed and nothing else.** A "no" is always true, and only a "no" is ever used:
//! it says that the coset is *farther* than `n` moves, so the resulting bound never exceeds the
//! distance. A false positive gives a smaller bound than possible; the search then visits a subtree that
//! it could have pruned, finds no solution there that a plain search would not find, and goes on. So
//! solutions and proofs are the same with a filter of any size, even one that always says yes.
//!
//! # The space
//!
//! It is the finest whose subgroup contains all half turns: the flips of all edges, the slices, and the
//! corners modulo the half-turn group. It has 1.44 · 10¹² cosets, which in two bits each
//! would take 360 GB; but only 1.5 · 10¹⁰ of them are within 11 moves. The finer the space, the rarer are
//! its members, and the less often does a coset pass that is not near.
//!
//! A filter has a row for each class of the corners *without* their half-turn class, and a line for
//! each slice configuration; the six half-turn classes and the 2048 flips are the entries of a line. So they
//! add no rows.
//!
//! In quarter turns the distances of a coset are all odd or all even, since the coset determines the
//! parity of the corners. So the sets can end where the next parity begins: of the odd distances, those
//! within 9, 11 and 12 moves are those within 9 and 11, and of the even ones, those within 8, 10 and 12.
//! Only the widest set is crowded, and it adds only even ones.
//!
//! # What is stored
//!
//! The members among the entries of one line, or of a few lines, share a cache line, a *block*,
//! see `code`. A probe is one read. The number of lines to a block, or of blocks to a line, determines the
//! size of the filter. Entries are distributed evenly over the blocks of eight lines, see `gather`.
//!
//! # Generation
//!
//! The space is never stored. The cosets at each distance are lists (`members`); from each list the
//! next follows (`search`), row by row: all keys of the rows that a turn leads to are mapped to the row (`images`) and
//! sorted by place (`pull`), and those that were not known are kept (`line_set`). The last and longest list goes into
//! the blocks as it is found (`gather`, `encode`), and these into the file (`generate`). For 32G the list before it would
//! take 27 GB. So that is not kept either: for each row, its part in the 15 rows from which that is reached is found again,
//! which takes less time than gathering and encoding what follows from it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod code;
mod encode;
mod encoder;
mod gather;
mod generate;
mod images;
mod kernels;
mod key;
mod line_set;
mod members;
mod neighbour;
#[cfg(target_arch = "aarch64")]
mod neon;
mod place;
mod pull;
pub(super) mod read;
mod search;
#[cfg(target_feature = "simd128")]
mod simd128;
#[cfg(test)]
mod tests;
mod work;

pub use generate::FilterBlocks;
pub use work::{Work, memory, sample_row};
