//! The time of probes of random cubes on this machine.

use super::address::AddressTables;
use super::packed_cube::PackedCube;
use super::{Backend, ForBackend, Kernel, Lookup, Reader, by_fastest};
use crate::cube::{Cube, Move};
use crate::host::Instant;
use crate::table::{Entries, EntryValues};
use std::time::Duration;

/// Cubes that are looked up together, as many as by the search.
pub const PROBES_OF_ROUND: usize = 128;

/// Measures `rounds` rounds of [`PROBES_OF_ROUND`] lookups of random cubes in this thread.
pub fn timed_probes<V: EntryValues>(entries: Entries<V>, rounds: usize) -> Duration {
    by_fastest(TimedProbes { entries, rounds })
}

struct TimedProbes<'a, V> {
    entries: Entries<'a, V>,
    rounds: usize,
}

impl<V: EntryValues> ForBackend for TimedProbes<'_, V> {
    type Output = Duration;

    fn with_backend(self, backend: impl Backend) -> Duration {
        let start = Instant::now();
        backend.run(Probing {
            backend,
            probes: self,
        });
        start.elapsed()
    }
}

struct Probing<'a, B, V> {
    backend: B,
    probes: TimedProbes<'a, V>,
}

impl<B: Backend, V: EntryValues> Kernel for Probing<'_, B, V> {
    #[inline(always)]
    fn compute(self) {
        let (backend, entries) = (self.backend, self.probes.entries);
        let addresses = AddressTables::get();
        let mut lookup = Lookup::with_capacity(PROBES_OF_ROUND);
        let mut cubes = [PackedCube::new(&Cube::SOLVED); PROBES_OF_ROUND];
        for round in 0..self.probes.rounds {
            lookup.cubes.clear();
            for (i, cube) in cubes.iter_mut().enumerate() {
                // sequences that differ, and soon reach cubes like random ones
                let m = (round * 7 + i * (round / 5 + 3)) % Move::COUNT;
                *cube = backend.right(cube, m);
                lookup.cubes.push(*cube);
            }
            let reader = Reader { addresses, entries };
            backend.bounds(reader, entries.base, &mut lookup);
            std::hint::black_box(&lookup.bounds);
        }
    }
}
