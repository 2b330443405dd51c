//! Cube coordinates: numbers that describe part of a cube.
//!
//! The four types (basic, composite, symmetric, symmetric-composite) are those of Sebastiano
//! Tronto's *Cube coordinates*, after Kociemba's Cube Explorer.

mod basic;
pub mod corner_rows;
mod corners;
mod symmetric;

pub use basic::Coordinate;
pub use corners::{CornerOrientation, CornerRefinement, CosetCorners, Tetrads};
pub use symmetric::Symmetric;
