//! Reading a table for packed cubes: what the search's inner loop does.

mod backend;
mod limit;
mod locate;
mod side;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use backend::{Backend, Portable};
pub use limit::random_reads;
pub use locate::Locate;
pub use side::{QUARTER_TURNS, Side};
#[cfg(target_arch = "x86_64")]
pub use x86::X86;
