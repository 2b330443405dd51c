//! Pulling entries from one row into another: a byte for each line, with 1 or 4 entries.

use super::row_map::{RowMap, entry_maps};
use crate::coord::slices::{LINES, NUMBERING, SUBSETS};

/// Unpacks a bit plane into a byte for each line, whose low bits are the entries.
pub fn unpack(plane: &[u8], entries: usize, row: &mut [u8]) {
    match entries {
        1 => {
            for (i, line) in row[..LINES].iter_mut().enumerate() {
                *line = plane[i / 8] >> (i % 8) & 1;
            }
        }
        _ => {
            let (pairs, _) = row[..LINES].as_chunks_mut();
            for ([low, high], &byte) in pairs.iter_mut().zip(plane) {
                (*low, *high) = (byte & 15, byte >> 4);
            }
        }
    }
}

/// The reverse of [`unpack`].
pub fn pack(row: &[u8], entries: usize, plane: &mut [u8]) {
    let lines = 8 / entries;
    for (i, byte) in plane.iter_mut().enumerate().take(LINES.div_ceil(lines)) {
        *byte = 0;
        for line in (lines * i..LINES.min(lines * (i + 1))).rev() {
            *byte = *byte << entries | row[line];
        }
    }
}

/// Adds to `marks` the images under `map` of the entries set in `reached`. Each of these rows has a
/// byte for each line and [`PADDING`](super::row_map::PADDING) more.
///
/// [`merge`] combines the three rows of marks at the end.
pub fn pull(reached: &[u8], map: &RowMap, entries: usize, marks: &mut [Vec<u8>; 3]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = crate::host::cpu::Avx512::detect() {
        return super::row_avx512::pull(avx512, reached, map, entries, marks);
    }
    pull_portable(reached, map, entries, &mut marks[0]);
}

/// Combines all marks in the first row and clears the others.
pub fn merge(marks: &mut [Vec<u8>; 3]) {
    #[cfg(target_arch = "x86_64")]
    if crate::host::cpu::Avx512::detect().is_some() {
        super::row_avx512::merge(marks);
    }
}

/// [`pull`] line by line, with a single row of marks.
pub fn pull_portable(reached: &[u8], map: &RowMap, entries: usize, marks: &mut [u8]) {
    let sources = map.sources();
    let maps = entry_maps(map, entries);
    for (line, &set) in reached[..LINES].iter().enumerate() {
        if set == 0 {
            continue;
        }
        let ranks = NUMBERING.line_ranks[line].map(usize::from);
        let [e, m] = [0, 1].map(|target| map.lines.subsets[ranks[sources[target]]]);
        let [e_parity, m_parity] = [e, m].map(|(_, flips)| (flips & 15).count_ones() as usize & 1);
        let flips = e_parity | m_parity << 1;
        let target = NUMBERING.lines[SUBSETS * usize::from(e.0) + usize::from(m.0)];
        marks[usize::from(target)] |= maps[16 * flips + usize::from(set)];
    }
}
