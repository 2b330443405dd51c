//! Iterative-deepening search with pruning tables.

mod request;

pub use request::{Answer, DepthReport, Ending, Limits, Request};
