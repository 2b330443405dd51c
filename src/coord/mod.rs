//! Cube coordinates: numbers that describe part of a cube.
//!
//! The four kinds (basic, composite, symmetric, symmetric-composite) are those of Sebastiano
//! Tronto's *Cube coordinates*, after Kociemba's Cube Explorer. Each has moves that act on its
//! values; [`Tables`] apply them, and [`Distances`] are computed with them. All tables are
//! generated on all threads; [`CoordError`] says why one was not.
//!
//! To add a coordinate, make a [`Basic`] one; give it a name in the [`CATALOGUE`].

mod basic;
pub(crate) mod breadth_first;
mod catalogue;
mod compose;
mod coordinate;
pub(crate) mod corner_classes;
pub(crate) mod corners;
mod cubies;
mod distances;
mod domino;
mod edges;
mod error;
mod half_turns;
mod lower_bound;
mod pocket;
mod positions;
pub(crate) mod slices;
mod symmetric;
mod tables;

pub use crate::host::threads::ThreadError;
pub use basic::{Aspect, Basic};
pub use breadth_first::UNREACHED;
pub use catalogue::{CATALOGUE, CatalogueEntry};
pub use compose::CompositionError;
pub use coordinate::Coordinate;
pub use corners::CornerRefinement;
pub use distances::Distances;
pub use domino::DOMINO_MOVES;
pub(crate) use error::allocate;
pub use error::{CoordError, Stop};
pub(crate) use lower_bound::{CoordinateBound, get_or_try_init};
pub(crate) use pocket::POCKET_MOVES;
pub use pocket::held_by_dbl;
pub(crate) use positions::CoordinatePositions;
pub use symmetric::Symmetric;
pub(crate) use tables::BasicTables;
pub use tables::{Tables, Tracked};
