//! Iterative-deepening search with pruning tables.

mod companion;
mod deepening;
mod engine;
mod equivalent;
mod forecast;
pub mod goals;
mod growing;
mod node;
mod plain;
mod pocket;
mod progress;
mod promising;
mod recursive;
mod request;
mod scramble;
mod shared_table;
mod solutions;
mod solver;
mod tasks;
mod team;
mod turns;
mod two_phase;

pub use equivalent::KnownAnswers;
pub use forecast::{Forecast, Offer};
pub use growing::{GrowingSolver, Growth, OnGrowth};
pub use pocket::PocketSolver;
pub use recursive::{LowerBound, solve_recursively};
pub use request::{Answer, DepthReport, Limits, OnProgress, Outcome, Progress, Request};
pub use solver::Solver;
pub use turns::{TurnAnswer, TurnSolver};
pub use two_phase::TwoPhase;
