//! Pruning tables: which exist, where they are installed, how they are generated and read.
//!
//! A table is indexed by a symmetric-composite [coordinate](crate::coord). The symmetric part is the
//! [corners](crate::coord::Basic::coset_corners) modulo half turns, reduced by all 48 transformations. The other
//! part is the [slices](crate::coord::Basic::slices) and the flips of the edges, conjugated by the
//! transformation that brings the corners to their representative. Of 1.44 · 10¹² values it stores those that are
//! near, as approximate sets: see `filters`.
//!
//! The file format is described in `file`, and the order of entries in `filters`.

pub(crate) mod address;
pub(crate) mod coset_index;
pub(crate) mod dimensions;
mod directory;
pub(crate) mod edges;
mod entries;
mod error;
#[cfg(not(fuzzing))]
mod file;
#[cfg(fuzzing)]
#[allow(missing_debug_implementations, missing_docs)]
pub mod file;
pub(crate) mod filters;
mod free_space;
mod generate;
#[cfg(test)]
mod nearest;
mod pruning_table;
pub(crate) mod shallow;
mod spec;
#[cfg(test)]
pub(crate) mod tests;

pub use directory::{DIRECTORY_VARIABLE, Directory, GenerationProgress};
pub use error::{FileProblem, TableError};
pub use free_space::FreeSpace;
pub use pruning_table::{Load, Table, WrongEntry};
pub use spec::Spec;

pub(crate) use entries::Entries;
pub(crate) use file::{Description, Partial, Section, TableFile, path_of};
pub(crate) use filters::read::Filter;
