//! Folding: a smaller table by forgetting bits of the edge orientation of a larger one.

use super::{BuiltTable, Plane};
use crate::table::edges::LINES;
use crate::table::shallow::ShallowDistances;
use crate::table::spec::{EdgeQuotient, Spec};
use rayon::prelude::*;
use std::io;

/// The planes of one line, a bit an entry.
type Line = [u128; 2];

const LINE_BYTES: usize = size_of::<Line>();

impl BuiltTable {
    /// The table `spec`, each of whose entries is the minimum of those of this table that
    /// differ in the forgotten bits only. Counts are not known: what is nearer than `base`
    /// cannot be told apart.
    ///
    /// # Errors
    /// When there is not enough memory.
    ///
    /// # Panics
    /// If `spec` is not folded from this table.
    pub fn fold(&self, spec: &Spec) -> io::Result<BuiltTable> {
        let EdgeQuotient::Folded { folded } = spec.edges else {
            panic!("{} is not folded", spec.name);
        };
        assert!(spec.parent() == Some(&self.spec) && spec.base == self.spec.base);
        let bytes = spec.rows() * spec.plane_bytes();
        let mut reached = Plane::zeroed(bytes)?;
        let mut unmarked = Plane::zeroed(bytes)?;
        let folded_bytes = LINE_BYTES >> folded;
        reached
            .par_chunks_mut(folded_bytes * LINES)
            .zip(unmarked.par_chunks_mut(folded_bytes * LINES))
            .zip(self.reached.par_chunks(LINE_BYTES * LINES))
            .zip(self.unmarked.par_chunks(LINE_BYTES * LINES))
            .for_each(|(((reached, unmarked), from_reached), from_unmarked)| {
                let lines = from_reached
                    .chunks_exact(LINE_BYTES)
                    .zip(from_unmarked.chunks_exact(LINE_BYTES));
                let folded_lines = reached
                    .chunks_exact_mut(folded_bytes)
                    .zip(unmarked.chunks_exact_mut(folded_bytes));
                for ((r, u), (out_r, out_u)) in lines.zip(folded_lines) {
                    let (r, u) = fold_line(line(r), line(u), folded);
                    out_r.copy_from_slice(&r.to_le_bytes()[..folded_bytes]);
                    out_u.copy_from_slice(&u.to_le_bytes()[..folded_bytes]);
                }
            });
        Ok(BuiltTable {
            spec: *spec,
            counts: vec![],
            reached,
            unmarked,
            near: ShallowDistances::search(spec)?,
        })
    }
}

fn line(bytes: &[u8]) -> Line {
    let (low, high) = bytes.split_at(LINE_BYTES / 2);
    [low, high].map(|half| u128::from_le_bytes(half.try_into().expect("half a line")))
}

/// The minima over the `folded` (at least one) highest bits of the entries' numbers, in the
/// lowest `256 >> folded` bits.
fn fold_line(reached: Line, unmarked: Line, folded: u8) -> (u128, u128) {
    let high = (reached[1], unmarked[1]);
    let once = minimum((reached[0], unmarked[0]), high);
    (1..folded).fold(once, |(r, u), done| {
        let half = 128 >> done;
        minimum((r, u), (r >> half, u >> half))
    })
}

/// The minima of the codes of two sets of entries, as bits of (reached, unmarked): codes
/// from 0 up are (1, 1), (1, 0), (0, 0) and (0, 1).
fn minimum(a: (u128, u128), b: (u128, u128)) -> (u128, u128) {
    let zero = a.0 & a.1 | b.0 & b.1;
    let three = !a.0 & a.1 & !b.0 & b.1;
    (a.0 | b.0, zero | three)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use crate::table::coset_index::CosetIndex;
    use crate::table::layout::interleave;
    use proptest::prelude::*;

    fn code(reached: &[u128], unmarked: &[u128], entry: usize) -> u8 {
        let bit = |plane: &[u128]| plane[entry / 128] >> (entry % 128) & 1;
        match (bit(reached), bit(unmarked)) {
            (1, 1) => 0,
            (1, 0) => 1,
            (0, 0) => 2,
            _ => 3,
        }
    }

    proptest! {
        #[test]
        fn folded_lines_hold_minima(reached: Line, unmarked: Line, folded in 1..4u8) {
            let (r, u) = fold_line(reached, unmarked, folded);
            let entries = 256 >> folded;
            for entry in 0..entries {
                let minimum = (entry..256)
                    .step_by(entries)
                    .map(|from| code(&reached, &unmarked, from))
                    .min();
                prop_assert_eq!(Some(code(&[r], &[u], entry)), minimum);
            }
        }
    }

    /// What is stored of a row is read at the addresses that a table has.
    #[test]
    fn folded_rows_are_stored_as_they_are_read() {
        for name in ["h5", "h6", "h7"] {
            let spec = *Spec::by_name(name).unwrap();
            let planes = [3, 5u32].map(|seed| -> Vec<u8> {
                let bytes = 0..spec.plane_bytes() as u32;
                bytes
                    .map(|i| (i.wrapping_mul(seed << 20 | 977) >> 11) as u8)
                    .collect()
            });
            let mut row = vec![0; spec.row_bytes()];
            interleave(spec.edges.entries(), &planes[0], &planes[1], &mut row);
            let table = Table::new(spec, Box::new(row), ShallowDistances::empty().unwrap());
            for line in (0..LINES).step_by(7) {
                for entry in 0..spec.edges.entries() {
                    let bit = line * spec.edges.entries() + entry;
                    let [r, u] = planes
                        .each_ref()
                        .map(|p| u128::from(p[bit / 8] >> (bit % 8)));
                    let place = CosetIndex {
                        row: 0,
                        line,
                        entry,
                    };
                    let stored = table.reader().code(table.address(&place));
                    assert_eq!(stored, code(&[r], &[u], 0), "{name} {line} {entry}");
                }
            }
        }
    }
}
