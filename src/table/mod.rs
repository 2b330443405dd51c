//! Pruning tables: which exist, their files, how they are built.

pub mod build;
pub mod check;
pub mod coset_index;
pub mod directory;
pub mod edges;
pub mod file;
pub mod huge_pages;
pub mod layout;
mod loaded;
pub mod shallow;
pub mod spec;
mod stored;

pub use loaded::{Entries, Table};
pub use spec::{EdgeQuotient, Spec};
pub use stored::Load;
