//! The program as its users run it: commands, files, servers and many machines.
#![cfg_attr(not(unix), allow(unused_imports, dead_code))] // what only tests on Unix need

#[path = "../common/files.rs"]
mod files;
#[path = "../common/naive.rs"]
mod naive;
#[path = "../common/program.rs"]
mod program;

mod algs;
mod cli;
mod cli_cubes;
mod cli_goals;
mod cli_moves;
mod cubing;
mod distribution;
#[cfg(unix)]
mod first_minute;
#[cfg(target_os = "linux")]
mod fleet;
#[cfg(unix)]
mod generation;
mod hostile;
mod killed;
mod library;
#[cfg(unix)] // by the cargo of this machine, which wine does not start
mod licences;
#[cfg(target_os = "linux")]
mod long_runs;
mod metric;
mod options;
mod order_and_canon;
mod pasted;
mod readme;
mod representation;
mod rows;
#[cfg(feature = "serve")]
mod serve;
mod truth;
mod verify;
