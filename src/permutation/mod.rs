//! Permutations of any size.
