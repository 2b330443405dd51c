//! One file for each command.

pub mod algs;
pub mod bench;
pub mod canon;
pub mod completions;
pub mod convert;
pub mod coord;
pub mod distribution;
pub mod factor;
pub mod gen_tables;
pub mod insert;
pub mod inspect;
pub mod invert;
pub mod man;
pub mod order;
#[cfg(feature = "serve")]
pub mod page;
pub mod represent;
pub mod scramble;
#[cfg(feature = "serve")]
pub mod serve;
pub mod show;
pub mod simplify;
pub mod solve;
pub mod tables;
pub mod verify;
