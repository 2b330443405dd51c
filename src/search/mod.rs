//! Iterative-deepening search with pruning tables.

mod engine;
mod node;
mod recursive;
mod request;
mod solutions;
mod solver;
mod tasks;

pub use recursive::{LowerBound, solve_recursively};
pub use request::{Answer, DepthReport, Ending, GODS_NUMBER, Limits, Request};
pub use solver::Solver;
