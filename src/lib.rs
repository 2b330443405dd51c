//! Optimal Rubik's cube solving: provably shortest solutions, by iterative deepening A\* with
//! pruning tables.
//!
//! ```no_run
//! use cubesolve::{Cube, Limits, Query, Solver};
//!
//! let solver = Solver::open("64M")?; // a table by name, found or generated
//! let cube: Cube = "R U F'".parse()?;
//! let answer = solver.solve(&cube)?; // one optimal solution
//! println!("{answer}"); // F U' R'
//!
//! let query = Query::new().all().extra(1); // all solutions up to one move longer
//! let answer = solver.query(&cube.into(), &query, &Limits::default())?;
//! for solution in &answer.solutions {
//!     println!("{solution}  // {}", solution.length());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything is one question and one answer: a [`Query`] says what to find (metric, goals, allowed
//! moves, targets, how many, how long), an [`Answer`] what was found and proven, and [`Limits`] when to
//! stop and what to call meanwhile. Without the feature `cli` (`default-features = false`) only the
//! library is compiled.
//!
//! # How a scramble becomes a solution
//!
//! [`notation`] reads the text as a [`Position`]: a [`Cube`] and how it is held. What happens then is planned
//! before anything is searched for (`solver/plan.rs`):
//!
//! ```text
//! Query, Position -> plan -> engine, roots, bounds -> engine(roots, bounds, control) -> Answer -> choice, links
//!                              |
//!                              +- whole cube: near the solved one | beside the generation of a table | by table
//!                              +- two phases: a quick solution
//!                              +- patterns: allowed moves, patterns, costs, the 2x2x2
//!                              +- steps: goals, after a bound or solutions of the whole cube
//! ```
//!
//! Several targets and free turns of U are several *roots* of one search. The control holds the limits, the
//! threads, and what is known so far: the lower bound, the best solution, and the work done. Where no table is
//! installed, a cube near the solved one is met in the middle, and any other gets a short solution while a table is
//! generated. With the pruning [`table`] for the metric, the search goes depth by depth until a solution is as
//! short as what is proven. For each node, `probe` packs the cube into a vector register and computes the address of
//! its entry; the entry says how far the cube is from solved at least. The solution is applied to the cube, checked,
//! and returned as the moves that the holder of the cube makes. `METHOD.md` says why this is fast.
//!
//! A *goal* is what a step reaches (`goal`); a *target* is where a whole solution leads (`to`): a cube, or a
//! *pattern* that many cubes match. A [`table::Spec`] says which table, a [`Table`] is one in memory, `probe` reads
//! it by a `Prober`, and solvers share a `TableInUse`, in which another one can take its place.
//!
//! # Layers
//!
//! Each imports only what stands below it:
//!
//! | module | what is in it |
//! |---|---|
//! | `main.rs`, `cli/` | the command line: options become a [`Query`]; one file a command |
//! | `python/` | the Python package, a crate of its own on the same query and answer |
//! | `web/` | the npm package for browsers and Node.js, a crate of its own for WebAssembly |
//! | `serve/` | the HTTP interface and its page |
//! | `api/` | requests and answers as JSON, for the server and the package for the web |
//! | `solver/` | [`Solver`]: plans what a query needs and runs the plan; finds, generates and copies tables |
//! | [`distribution`] | how many cubes need how many moves |
//! | [`scramble`] | short sequences to random cubes |
//! | `optimal/` | the engine for the whole cube: a batched search with a pruning table |
//! | `steps/` `patterns/` `two_phase/` | engines for goals, for allowed moves, patterns and the 2x2x2, and for quick solutions |
//! | [`insertions`] | short sequences put into skeletons |
//! | `search/` | [`Query`], [`Answer`], [`Limits`], costs, the control of a search, generic depth-first search and deepening |
//! | [`goals`] | the goals of steps |
//! | [`sets`] | cases that algorithms are learned for |
//! | `probe/` | packed cubes and the addresses of their entries: portable, AVX2, AVX-512, NEON, WebAssembly |
//! | [`table`] | which pruning tables exist, their files, how they are generated |
//! | [`representation`] | ways to hold a cube in memory, side by side |
//! | [`coord`] | basic, composite, symmetric and symmetric-composite coordinates, with move tables and distances |
//! | [`notation`] | text to cube and back |
//! | [`cube`] | cubes, moves, sequences, metrics, transformations, random cubes |
//! | [`permutation`] | permutations of any size: products, cycles, orders, groups |
//! | `host/` `bits.rs` | the operating system, the processor and its threads, locks; bits |
//!
//! # Where to add something
//!
//! - An option: a line in `search/options.rs` and a field of [`Query`] with its method. The line becomes an argument
//!   with its help, a field of `/openapi.json` and a keyword in Python. Which options are compatible is in
//!   [`Query::check`].
//! - A notation: a file in `notation/` with `parse` and `print`, a variant and its row in
//!   `notation/format.rs`, and if texts in it are to be recognised a test in `notation/guess.rs`.
//! - A goal: an entry of [`goals::KINDS`], with bounds from `goals/bounds.rs`.
//! - A table: a line in [`table::Spec::ALL`].
//! - A coordinate: a [`coord::Basic`], and an entry of [`coord::CATALOGUE`].
//! - An engine: a module with `search` like `steps` or `two_phase`, chosen in `solver/plan.rs` and called in
//!   `solver/prepared.rs`.
//! - A set of cases: a line in [`sets::BUILT_IN`]. A command: a file in `cli/commands/`.

#![warn(missing_docs, missing_debug_implementations)]
// what only AVX-512 uses
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unused_imports, unused_variables)
)]

// under its own name, by which the command line refers to the library
#[cfg(feature = "cli")]
extern crate self as cubesolve;

// for the server and the web package, and no part of what the library promises
#[cfg(feature = "api")]
#[doc(hidden)]
pub mod api;
mod bits;
// the program, for its binary and for `python -m cubesolve`, and no part of what the library promises
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod coord;
pub mod cube;
pub mod distribution;
pub mod goals;
mod host;
pub mod insertions;
pub mod notation;
mod optimal;
mod patterns;
pub mod permutation;
mod probe;
pub mod representation;
pub mod scramble;
mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod sets;
mod solver;
mod steps;
pub mod table;
mod two_phase;

// for the command line, and no part of what the library promises
// for the web package
#[cfg(target_feature = "atomics")]
#[doc(hidden)]
pub use host::workers::{run_jobs, set_workers};
#[doc(hidden)]
pub use host::{cpu, threads};

pub use cube::{Cube, Metric, Move, Position, Sequence};
pub use notation::Format;
pub use notation::reader::TextError;
pub use search::{
    Answer, Cost, CostError, DepthReport, Limits, OnDepth, OnProgress, OnTable, Outcome, Progress,
    Puzzle, Query, QueryError, Record, Solution, SolveError, Step, TableEvent, Target,
};
#[doc(hidden)]
pub use search::{FORMAT, OPTIONS, QueryOption, TIMEOUT, Values, seconds, with_names};
#[doc(hidden)]
pub use solver::{Forecast, Upgrade};
pub use solver::{Loading, Prepared, Solver};
pub use table::{Table, TableError};
pub use two_phase::QuickTable;
