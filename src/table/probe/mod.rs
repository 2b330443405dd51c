//! Reading a table for packed cubes: what the search's inner loop does.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
mod limit;
mod locate;
mod side;
mod sides;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use backend::{Backend, IDENTITY, MEMBERS_ROOM, Portable};
pub use limit::random_reads;
pub use locate::Locate;
pub use side::{QUARTER_TURNS, Side};
pub use sides::Sides;
#[cfg(target_arch = "x86_64")]
pub use x86::X86;
