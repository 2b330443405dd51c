//! Pulling a row of lines of 256 entries or more: a bit plane of 32 bytes or more a line.
//!
//! A plane of 256 bits is indexed by `relative(E) + 8 · relative(M) + 64 · relative(S)`,
//! the last without its top bit. A pass maps each of the three affinely.

use super::pass::{Pass, RELATIVE};
use crate::table::edges::{NUMBERING, SUBSETS};

/// Bytes of 256 entries in a plane.
pub const PLANE: usize = 32;

/// Adds to `marks` the images under `pass` of the entries set in `reached`.
///
/// Both are planes of whole rows: `LINES` times `PLANE << whole` bytes. Only lines whose
/// bit is set in `active` are looked at.
pub fn pull(reached: &[u8], active: &[u64], pass: &Pass, whole: u8, marks: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if super::simd::available() {
        // SAFETY: the processor has the instructions.
        unsafe { super::simd::pull_wide(reached, active, pass, whole, marks) };
        return;
    }
    pull_portable(reached, active, pass, whole, marks);
}

/// [`pull`] bit by bit.
pub fn pull_portable(reached: &[u8], active: &[u64], pass: &Pass, whole: u8, marks: &mut [u8]) {
    let line_bytes = PLANE << whole;
    let map = LineMap::new(pass, whole);
    for_each_line(active, |line| {
        let source = &reached[line * line_bytes..][..line_bytes];
        let (target, tables) = map.line(line);
        let target = &mut marks[target * line_bytes..][..line_bytes];
        for (plane, bits) in source.chunks_exact(PLANE).enumerate() {
            let moved_plane = map.whole_images[plane] << 8;
            for_each_entry(bits, |[e, m, s]| {
                let entry = tables[0][e] ^ tables[1][m] ^ tables[2][s];
                let image = entry as usize ^ moved_plane;
                target[image / 8] |= 1 << (image % 8);
            });
        }
    });
}

/// Calls `f` with the number of each set bit.
pub fn for_each_line(active: &[u64], mut f: impl FnMut(usize)) {
    for (i, &word) in active.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            f(64 * i + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// Calls `f` with the relative flips of E, M and S for each entry set in 256 bits.
fn for_each_entry(bits: &[u8], mut f: impl FnMut([usize; 3])) {
    for (i, word) in bits.chunks_exact(8).enumerate() {
        let mut rest = u64::from_le_bytes(word.try_into().expect("chunks of 8"));
        while rest != 0 {
            let em = rest.trailing_zeros() as usize;
            let s = i | (((em | i << 6).count_ones() & 1) as usize) << 2;
            f([em & 7, em >> 3, s]);
            rest &= rest - 1;
        }
    }
}

/// A pass as tables for each slice: entry bits 0-7, whole bits from 8 on.
struct LineMap<'a> {
    pass: &'a Pass,
    sources: [usize; 3],
    whole_images: [usize; 8],
    whole_units: [u16; 3],
}

impl LineMap<'_> {
    fn new(pass: &Pass, whole: u8) -> LineMap<'_> {
        LineMap {
            pass,
            sources: pass.sources(),
            whole_images: pass.whole_images(whole),
            whole_units: [0, 1, 2].map(|slice| (pass.whole_unit(slice, whole) << 8) as u16),
        }
    }

    /// Where a line goes, and the image of each value of the relative flips of each slice.
    fn line(&self, line: usize) -> (usize, [[u16; 8]; 3]) {
        let images = NUMBERING.line_ranks[line].map(|rank| self.pass.images[rank as usize]);
        let [e, m, _] = self.sources.map(|source| images[source].rank());
        let tables = std::array::from_fn(|slice| {
            let shift = 3 * self.pass.slices[slice];
            let image = images[slice];
            std::array::from_fn(|u| {
                let moved = u16::from(RELATIVE[image.relative()][u]) << shift & 0xff;
                moved | (u16::from(image.whole(u)) * self.whole_units[slice])
            })
        });
        (NUMBERING.lines[SUBSETS * e + m] as usize, tables)
    }
}
