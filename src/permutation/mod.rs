//! Permutations of any size, permutations of multisets, and groups of permutations.

pub mod arrangement;
mod group;
mod multiset;
mod stabilizers;
mod word;

pub(crate) use group::least_common_multiple;
pub use group::{NotAPermutation, Permutation};
pub use multiset::MultisetPermutation;
pub use stabilizers::StabilizerChain;
pub use word::{Item, WordError};
