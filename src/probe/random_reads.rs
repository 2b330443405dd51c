//! How fast this machine reads memory at random places: what no search can be faster than.

use super::backend::{Backend, Portable};
use std::time::{Duration, Instant};

/// Reads prefetched together, as many as the search has under way.
const TOGETHER: usize = 128;

/// The time of `reads` reads of random cache lines of `memory`, prefetched many at a time and
/// with next to nothing else to do, in this thread.
pub fn random_reads(memory: &[u8], reads: usize) -> Duration {
    #[cfg(target_arch = "x86_64")]
    if let Some(backend) = super::Avx2::detect() {
        return random_reads_by(backend, memory, reads);
    }
    random_reads_by(Portable, memory, reads)
}

fn random_reads_by(backend: impl Backend, memory: &[u8], reads: usize) -> Duration {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ reads as u64;
    let mut indices = [0; TOGETHER];
    let mut sum = 0u64;
    let start = Instant::now();
    for _ in 0..reads.div_ceil(TOGETHER) {
        for index in &mut indices {
            // Knuth's MMIX generator; its high bits are good
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *index = ((u128::from(state) * memory.len() as u128) >> 64) as usize;
        }
        for &index in &indices {
            backend.prefetch(memory, index);
        }
        for &index in &indices {
            sum += u64::from(memory[index]);
        }
    }
    std::hint::black_box(sum);
    start.elapsed()
}
