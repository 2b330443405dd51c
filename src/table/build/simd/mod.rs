//! The row kernels with AVX-512 byte permutations and GF(2) affine instructions
//! (Intel Ice Lake, AMD Zen 4 and later). Tests hold them against the portable ones.

mod narrow;
mod wide;

pub use narrow::{merge_narrow, pull_narrow};
pub use wide::pull_wide;

/// Whether this processor has all the instructions used here, and they are not forbidden.
pub fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("gfni")
        && crate::instructions::special_ones_allowed()
}
