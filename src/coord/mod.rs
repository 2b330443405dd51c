//! Cube coordinates: numbers that describe part of a cube.
//!
//! The four types (basic, composite, symmetric, symmetric-composite) are those of Sebastiano
//! Tronto's *Cube coordinates*, after Kociemba's Cube Explorer. Each is made for certain
//! moves; it has a [`MoveTable`] for just these, and from that come its [`Distances`].

mod basic;
mod catalogue;
mod composite;
pub(crate) mod corner_classes;
pub(crate) mod corners;
mod cubies;
mod distances;
mod domino;
mod edges;
mod pocket;
pub mod slices;
mod symmetric;
mod symmetric_composite;
mod symmetric_tables;
mod tables;
mod turned;

pub use basic::{Aspect, Coordinate};
pub use catalogue::{AnyCoordinate, AnyTables, CATALOGUE, CatalogueEntry};
pub use composite::Composite;
pub use corners::{
    CornerOrientation, CornerPermutation, CornerRefinement, CosetCorners, RefinedTetrads, Tetrads,
};
pub use cubies::{CornerCubies, EdgeCubies};
pub use distances::{Distances, UNREACHED};
pub use domino::{DOMINO_MOVES, DominoEdges};
pub use edges::{EdgeOrientation, OrientedSlice, SlicePositions, Slices, SlicesAndFlipParities};
pub use pocket::{PocketOrientation, PocketPermutation, held_by_dbl};
pub use symmetric::Symmetric;
pub use symmetric_composite::SymmetricComposite;
pub use symmetric_tables::{SymmetricCompositeTables, SymmetricTables};
pub use tables::{BasicTables, CompositeTables, MoveTable, Tracked};
pub use turned::Turned;

use std::sync::atomic::AtomicBool;

/// What `make` makes when nobody stops it.
pub(crate) fn unstopped<T>(make: impl FnOnce(&AtomicBool) -> Option<T>) -> T {
    let never = AtomicBool::new(false);
    make(&never).expect("nobody stops it")
}
