//! Pruning tables: which exist, their files, how they are built.

pub mod build;
pub mod edges;
pub mod entry;
mod layout;
mod loaded;
pub mod probe;
pub mod spec;

pub use loaded::Table;
pub use spec::{EdgeQuotient, Spec};
