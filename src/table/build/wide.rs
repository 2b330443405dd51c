//! Pulling a row of lines of 256 entries: a bit plane of 32 bytes a line.
//!
//! A plane is indexed by `relative(E) + 8 · relative(M) + 64 · relative(S)`, the last without its
//! top bit. A pass maps each of the three affinely.

use super::pass::{Pass, RELATIVE};
use crate::table::edges::{NUMBERING, SUBSETS};

/// Bytes of a line.
pub const LINE: usize = 32;

/// Adds to `marks` the images under `pass` of the entries set in `reached`.
///
/// Both are planes of whole rows: `LINES` times `LINE` bytes. Only lines whose bit is set in
/// `active` are looked at.
pub fn pull(reached: &[u8], active: &[u64], pass: &Pass, marks: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if super::simd::available() {
        // SAFETY: the processor has the instructions.
        unsafe { super::simd::pull_wide(reached, active, pass, marks) };
        return;
    }
    pull_portable(reached, active, pass, marks);
}

/// [`pull`] bit by bit.
pub fn pull_portable(reached: &[u8], active: &[u64], pass: &Pass, marks: &mut [u8]) {
    let sources = pass.sources();
    for_each_line(active, |line| {
        let source = &reached[line * LINE..][..LINE];
        let images = pass.images_of(NUMBERING.line_ranks[line]);
        let [e, m] = [images[sources[0]].rank(), images[sources[1]].rank()];
        let target = NUMBERING.lines[SUBSETS * e + m] as usize;
        let target = &mut marks[target * LINE..][..LINE];
        for_each_entry(source, |flips| {
            let image = (0..3).fold(0, |image, slice| {
                let moved = usize::from(RELATIVE[images[slice].relative()][flips[slice]]);
                image | moved << (3 * pass.slices[slice]) & 0xff
            });
            target[image / 8] |= 1 << (image % 8);
        });
    });
}

/// Calls `f` with the number of each set bit.
#[inline(always)]
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
