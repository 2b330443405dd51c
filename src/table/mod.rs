//! Pruning tables: which exist, their files, how they are built.
//!
//! A table is that of a symmetric-composite coordinate, as [`coord`](crate::coord) defines
//! them. The symmetric part are the [corners](crate::coord::CosetCorners) modulo half turns or
//! less, reduced by all 48 transformations: its values are the corner classes. The other part
//! are the edges, seen under the transformation that brings the corners to their
//! representative: [slices](crate::coord::Slices) in h0, slices with the
//! [parities of their flips](crate::coord::SlicesAndFlipParities) in h2, slices with more of
//! the flips in h8, each as `entries · slice configuration + flip index`. An entry tells of the
//! distance of its value in two bits; it has the number that the coordinate has for a cube.
//!
//! The finest such coordinate, with all flips, is stored otherwise: as sets of the values that are
//! near, see [`filter`].

pub(crate) mod build;
pub(crate) mod built;
mod check;
pub(crate) mod coset_index;
mod directory;
pub(crate) mod edges;
pub mod file;
pub mod filter;
pub(crate) mod huge_pages;
pub(crate) mod layout;
pub(crate) mod loaded;
pub(crate) mod shallow;
pub(crate) mod spec;
mod stored;

pub use build::BuildProgress;
pub use check::WrongEntry;
pub use directory::{Directory, Making, Room, VARIABLE};
pub use file::TableError;
pub use loaded::Table;
pub(crate) use loaded::{AnyEntries, Codes, Entries};
pub use spec::{EdgeQuotient, Encoding, Spec};
pub use stored::Load;
