//! Optimal Rubik's cube solving: provably shortest solutions, by iterative deepening with
//! pruning tables.
//!
//! ```no_run
//! use cubesolve::{Cube, Solver};
//!
//! let solver = Solver::open("h2")?; // finds the table where the command does, or builds it
//! let cube: Cube = "R U F'".parse()?;
//! let answer = solver.solve(&cube)?; // one optimal solution, on all processors
//! println!("{answer}"); // F U' R'
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Solver::search`] takes a [`Request`] for more than one solution and [`Limits`] to end it
//! early and to hear how it gets on. [`search::TwoPhase`] finds short solutions at once. Larger
//! tables make the search faster: [`table::Spec::ALL`] lists them, and [`search::GrowingSolver`]
//! makes them when they pay. Whoever has no use for the command `cubesolve` leaves out the feature
//! `cli` (`default-features = false`).
//!
//! # How a scramble becomes a solution
//!
//! Each step is a module, and uses only those above it in this list:
//!
//! - [`permutation`]: permutations of any size, their cycles and orders.
//! - [`cube`]: a [`Cube`] as a permutation of cubies and their orientations, moves, sequences, and
//!   the 48 transformations.
//! - [`notation`]: [text](Format) becomes a cube, and a cube text.
//! - [`coord`]: numbers for part of a cube, up to symmetry, with their moves and distances.
//! - [`representation`]: other ways to hold a cube in memory, side by side.
//! - [`table`]: pruning tables, which tell for every cube how many moves it takes at least: where
//!   they are, how they are built, and their files. Each is that of a symmetric-composite
//!   coordinate.
//! - `probe`, which is internal: cubes packed for the processor's vector instructions, and the
//!   address of the entry that a table has for each.
//! - [`search`]: depth by depth, all sequences of moves that the table does not exclude.
//! - [`engines`]: whatever solves, by the names of options, and what is told of the answers.

#![warn(missing_docs)]

mod bits;
pub mod coord;
pub mod cpu;
pub mod cube;
pub mod engines;
mod host;
#[cfg(test)]
#[path = "../tests/internals/mod.rs"]
mod internals;
pub mod notation;
pub mod permutation;
mod probe;
pub mod representation;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod table;

pub use cube::{Cube, Move, Sequence};
pub use notation::Format;
pub use search::{Answer, Limits, Outcome, Request, Solver};
pub use table::{Table, TableError};
