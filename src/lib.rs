//! Optimal Rubik's cube solving: cube mathematics, coordinates, pruning tables, search.
//!
//! Each layer uses only those before it in this list:
//! [`permutation`], [`cube`], [`notation`], [`representation`],
//! [`coord`], [`table`], [`search`].

mod bits;
pub mod coord;
pub mod cpu;
pub mod cube;
pub mod host;
pub mod notation;
pub mod permutation;
pub mod probe;
pub mod representation;
pub mod search;
pub mod table;
