//! The time of random reads from memory, which limits the speed of any search.

use super::{Backend, ForBackend, by_fastest};
use crate::host::Instant;
use std::time::Duration;

/// Reads that are prefetched together, as many as by the search.
const TOGETHER: usize = 128;

/// Measures `reads` reads of random cache lines of `memory` in this thread, prefetched many at a
/// time.
pub fn random_reads(memory: &[u8], reads: usize) -> Duration {
    by_fastest(RandomReads { memory, reads })
}

struct RandomReads<'a> {
    memory: &'a [u8],
    reads: usize,
}

impl ForBackend for RandomReads<'_> {
    type Output = Duration;

    fn with_backend(self, backend: impl Backend) -> Duration {
        let memory = self.memory;
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let mut indices = [0; TOGETHER];
        let mut sum = 0u64;
        let start = Instant::now();
        for _ in 0..self.reads.div_ceil(TOGETHER) {
            indices = indices.map(|_| random_index(&mut state, memory.len()));
            for &index in &indices {
                backend.prefetch(memory, index);
            }
            let bytes = indices.iter().map(|&index| u64::from(memory[index]));
            sum = bytes.fold(sum, u64::wrapping_add);
        }
        std::hint::black_box(sum);
        start.elapsed()
    }
}

/// The next random number in `0..length`, from the high bits of Knuth's MMIX generator (its low bits
/// have short periods).
fn random_index(state: &mut u64, length: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    ((u128::from(*state) * length as u128) >> 64) as usize
}
