//! Reading a table for packed cubes: what the search's inner loop does.

mod address;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
mod packed_cube;
mod packed_cubes;
mod prober;
mod random_reads;

#[cfg(test)]
pub use address::AddressTables;
#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use backend::{Backend, IDENTITY, Kernel, MEMBERS_ROOM, Portable};
pub use packed_cube::PackedCube;
#[cfg(test)]
pub use packed_cube::QUARTER_TURNS;
pub use packed_cubes::PackedCubes;
pub use prober::{Prober, Reader};
pub use random_reads::random_reads;
