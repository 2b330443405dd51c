//! Looking up packed cubes in a pruning table: the search's inner loop.
//!
//! [`PackedCube`] is the form of cubes, `address` finds a cube's entry, and a [`Backend`] does both with
//! the instructions of the processor.

mod address;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod backend;
#[cfg(any(target_arch = "aarch64", target_feature = "simd128"))]
mod edge_orders;
mod lookup;
#[cfg(target_arch = "aarch64")]
mod neon;
mod packed_cube;
mod packed_cubes;
mod prober;
mod random_reads;
mod shuffles;
#[cfg(target_feature = "simd128")]
mod simd128;
#[cfg(test)]
mod tests;

use crate::host::cpu;

pub(crate) use crate::host::cpu::Portable;
pub use backend::{Backend, CLOCKWISE, IDENTITY, Kernel, MEMBERS_CAPACITY, TOP_BITS};
pub use lookup::{Lookup, TableReader};
pub use packed_cube::PackedCube;
pub use packed_cube::{FACE_FACTORS, SLICE_FACTORS};
pub use prober::{NO_TURN, Prober};
pub use random_reads::random_reads;

/// Work that any backend can do.
pub trait ForBackend {
    type Output;

    fn with_backend(self, backend: impl Backend) -> Self::Output;
}

/// Runs work with the fastest backend of this processor.
pub fn by_fastest<W: ForBackend>(work: W) -> W::Output {
    cpu::by_fastest!(backend => work.with_backend(backend))
}
