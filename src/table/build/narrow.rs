//! Pulling a row of lines of 1 or 4 entries: a byte a line.

use super::pass::{Pass, RELATIVE};
use crate::table::edges::{LINES, NUMBERING, SUBSETS};

/// Bytes that may be read past the last line, so that whole vectors can be loaded.
pub const PADDING: usize = 128;

/// Spreads a plane into a row with a byte for each line, whose low bits are its entries.
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

/// The images of the 16 sets of entries of a line, for each of the four flips of E and M
/// that a pass may add: `[16 · flips + set]`.
pub type EntryMaps = [u8; 64];

/// The entry maps of a pass, for lines of 1 or 4 entries.
pub fn entry_maps(pass: &Pass, entries: usize) -> EntryMaps {
    let sources = pass.sources();
    std::array::from_fn(|i| {
        let (flips, set) = (i / 16, i % 16);
        (0..entries)
            .filter(|entry| set >> entry & 1 == 1)
            .map(|entry| (renamed(entry, sources) ^ flips) % entries)
            .fold(0, |image, entry| image | 1 << entry)
    })
}

/// An entry `parity(E) + 2 · parity(M)` after renaming slices.
fn renamed(entry: usize, sources: [usize; 3]) -> usize {
    let parities = [entry & 1, entry >> 1, entry & 1 ^ entry >> 1];
    parities[sources[0]] | parities[sources[1]] << 1
}

/// Adds to `marks` the images under `pass` of the entries set in `reached`: rows with a
/// byte a line and `PADDING` more.
///
/// There are three rows of marks, to be put together by [`merge`].
pub fn pull(reached: &[u8], pass: &Pass, entries: usize, marks: &mut [Vec<u8>; 3]) {
    #[cfg(target_arch = "x86_64")]
    if super::simd::available() {
        // SAFETY: the processor has the instructions.
        unsafe { super::simd::pull_narrow(reached, pass, entries, marks) };
        return;
    }
    pull_portable(reached, pass, entries, &mut marks[0]);
}

/// Leaves all marks in the first of the rows that [`pull`] added to.
pub fn merge(marks: &mut [Vec<u8>; 3]) {
    #[cfg(target_arch = "x86_64")]
    if super::simd::available() {
        super::simd::merge_narrow(marks);
    }
}

/// [`pull`] line by line, into the only row of marks.
pub fn pull_portable(reached: &[u8], pass: &Pass, entries: usize, marks: &mut [u8]) {
    let sources = pass.sources();
    let maps = entry_maps(pass, entries);
    let parity = |id: usize| RELATIVE[id][0].count_ones() as usize & 1;
    for (line, &set) in reached[..LINES].iter().enumerate() {
        if set == 0 {
            continue;
        }
        let images = pass.images_of(NUMBERING.line_ranks[line]);
        let [e, m] = [images[sources[0]], images[sources[1]]];
        let flips = parity(e.relative()) | parity(m.relative()) << 1;
        let target = NUMBERING.lines[SUBSETS * e.rank() + m.rank()] as usize;
        marks[target] |= maps[16 * flips + set as usize];
    }
}
