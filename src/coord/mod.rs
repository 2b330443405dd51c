//! Cube coordinates: numbers that describe part of a cube.
pub mod corner_rows;
mod proto;
pub use proto::CornerRefinement;
