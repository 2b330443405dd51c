//! All integration tests in one program: linked once, sharing the tables they build.

mod common {
    pub mod naive;
    pub mod program;
}

mod cli;
mod cli_cubes;
mod cli_goals;
mod coord;
mod cube;
mod distances;
mod engine;
mod equivalent;
#[cfg(target_os = "linux")]
mod fleet;
mod formats;
#[cfg(unix)]
mod generation;
mod goals;
mod hostile;
mod index;
mod laws;
mod layers;
mod library;
mod licences;
#[cfg(target_os = "linux")]
mod long_runs;
mod order_and_canon;
mod permutation;
mod pictures;
mod pocket;
mod readme;
mod recursive;
mod representation;
mod representative;
mod scramble;
mod sequence;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod symmetry_group;
mod table_files;
mod truth;
mod two_phase;
