//! Pruning tables: which exist, where they are installed, how they are generated and read.
//!
//! A table is indexed by a symmetric-composite [coordinate](crate::coord). The symmetric part is the
//! [corners](crate::coord::Basic::coset_corners) modulo half turns or less, reduced by all 48
//! transformations: its values are the corner classes. The other part is the edges, conjugated by the
//! transformation that brings the corners to their representative:
//! [slices](crate::coord::Basic::slices) in h0, slices with the
//! [parities of their flips](crate::coord::Basic::slices_and_flip_parities) in h2 and h2c6. An entry says
//! in two bits how far its coset is from the subgroup, see `cosets`.
//!
//! The finest such coordinate, with all flips and the corners modulo half turns, is stored otherwise:
//! as approximate sets of the cosets that are near, see `filters`.
//!
//! The file format is described in `file`, and the order of entries in `cosets::two_bits` and `filters`.

pub(crate) mod address;
pub(crate) mod coset_index;
pub(crate) mod cosets;
pub(crate) mod dimensions;
mod directory;
pub(crate) mod edges;
mod entries;
mod error;
#[cfg(not(fuzzing))]
mod file;
#[cfg(fuzzing)]
pub mod file;
pub(crate) mod filters;
mod free_space;
mod generate;
mod huge_pages;
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
pub use spec::{EdgeQuotient, Encoding, Spec};

pub(crate) use entries::{Entries, EntryValues};
pub(crate) use huge_pages::HugePages;
pub(crate) use pruning_table::AnyEntries;
