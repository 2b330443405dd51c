//! Pruning tables: which exist, their files, how they are built.

pub mod build;
pub mod edges;
pub mod entry;
pub mod spec;

pub use spec::{EdgeQuotient, Spec};
