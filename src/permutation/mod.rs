//! Permutations of any size.

pub mod arrangement;
