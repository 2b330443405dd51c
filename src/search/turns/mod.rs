//! Solving with certain turns alone, of face, slice, wide or whole-cube layers, to a cube or to
//! any that matches a pattern.
//!
//! A cube in somebody's hands is the place of each sticker in space, centres too. Each turn is a
//! permutation of the 54 places, so that together they generate a group, and a chain of
//! stabilizers tells which cubes it holds.

mod bound;
mod places;
mod solver;

pub use solver::{TurnAnswer, TurnSolver};
