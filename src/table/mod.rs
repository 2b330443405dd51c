//! Pruning tables: which exist, their files, how they are built.

pub(crate) mod build;
mod check;
pub(crate) mod coset_index;
mod directory;
pub(crate) mod edges;
pub mod file;
pub(crate) mod huge_pages;
pub(crate) mod layout;
mod loaded;
pub(crate) mod shallow;
pub(crate) mod spec;
mod stored;

pub use build::BuildProgress;
pub use check::WrongEntry;
pub use directory::{Directory, Making, Room, VARIABLE};
pub use file::TableError;
pub(crate) use loaded::Entries;
pub use loaded::Table;
pub use spec::{EdgeQuotient, Spec};
pub use stored::Load;
