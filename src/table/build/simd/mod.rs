//! The row kernels with AVX-512 byte permutations and GF(2) affine instructions
//! (Intel Ice Lake, AMD Zen 4 and later). Tests hold them against the portable ones.

mod narrow;
mod wide;

use crate::cpu::Level;
pub use narrow::{merge_narrow, pull_narrow};
pub use wide::pull_wide;

/// Whether the instructions used here may be used.
pub fn available() -> bool {
    Level::in_use() == Level::Avx512
}
