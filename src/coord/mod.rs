//! Cube coordinates: numbers that describe part of a cube.
//!
//! The four types (basic, composite, symmetric, symmetric-composite) are those of Sebastiano
//! Tronto's *Cube coordinates*, after Kociemba's Cube Explorer. Each has tables of
//! [`Transitions`], and [`Distances`] work for all of them.

mod basic;
mod catalogue;
mod composite;
pub mod corner_rows;
pub(crate) mod corners;
mod distances;
mod edges;
mod places;
mod pocket;
pub mod slices;
mod symmetric;
mod symmetric_composite;
mod symmetric_transitions;
mod transitions;
mod turned;

pub use basic::{Aspect, Coordinate};
pub use catalogue::{AnyCoordinate, CATALOGUE, CatalogueEntry};
pub use composite::Composite;
pub use corners::{CornerOrientation, CornerPermutation, CornerRefinement, CosetCorners, Tetrads};
pub use distances::{Distances, UNREACHED};
pub use edges::{EdgeOrientation, OrientedSlice, SlicePositions, Slices, SlicesAndFlipParities};
pub use places::{CornerPlaces, EdgePlaces};
pub use pocket::{Pocket, PocketTransitions};
pub use symmetric::Symmetric;
pub use symmetric_composite::SymmetricComposite;
pub use symmetric_transitions::{SymmetricCompositeTransitions, SymmetricTransitions};
pub use transitions::{BasicTransitions, CompositeTransitions, Tracked, Transitions};
pub use turned::Turned;
