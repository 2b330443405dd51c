//! Places: the order in which blocks take the lines of a row.
//!
//! Some lines have many members and others few, and adjacent lines have nearly the same number. So eight
//! lines far apart follow one another, and share blocks.

use crate::coord::slices::{LINES, NUMBERING, SUBSETS};
use crate::table::dimensions::LINES_PER_GROUP;
use std::sync::LazyLock;

/// Lines a multiple of this apart follow one another.
const STRIDE: usize = LINES.div_ceil(LINES_PER_GROUP);

/// Number of places; the last few have no line.
pub const PLACES: usize = STRIDE * LINES_PER_GROUP;

/// Division by [`STRIDE`] is multiplication by this and a shift, exact for all lines: in 32 bits, for vectors.
const RECIPROCAL: usize = (1 << RECIPROCAL_SHIFT) / STRIDE + 1;
const RECIPROCAL_SHIFT: u32 = 28;

#[inline(always)]
pub const fn place_of(line: usize) -> usize {
    let eighth = (line * RECIPROCAL) >> RECIPROCAL_SHIFT;
    (line - eighth * STRIDE) * LINES_PER_GROUP + eighth
}

pub fn line_at(place: usize) -> Option<usize> {
    let line = place % LINES_PER_GROUP * STRIDE + place / LINES_PER_GROUP;
    Some(line).filter(|&line| line < LINES)
}

/// Places and their lines as the ranks of positions, so that maps of lines need no arithmetic.
pub struct PlaceOrder {
    /// The ranks of the E, M and S positions of the line at each place.
    pub ranks: Box<[[u16; 3]]>,
    /// The place of the line with E and M at positions of these ranks, `SUBSETS · rank(E) + rank(M)`; 0 where
    /// the two overlap.
    pub numbers: Box<[u16]>,
}

impl PlaceOrder {
    /// The place of the line with E and M at positions of these ranks.
    #[inline(always)]
    pub fn place(&self, e: u16, m: u16) -> usize {
        self.numbers[SUBSETS * usize::from(e) + usize::from(m)].into()
    }
}

pub static ORDER: LazyLock<PlaceOrder> = LazyLock::new(|| {
    let mut order = PlaceOrder {
        ranks: vec![[0; 3]; PLACES].into(),
        numbers: vec![0; SUBSETS * SUBSETS].into(),
    };
    for (line, &ranks) in NUMBERING.line_ranks.iter().enumerate() {
        let [e, m, _] = ranks.map(usize::from);
        let place = place_of(line);
        order.ranks[place] = ranks;
        order.numbers[SUBSETS * e + m] = place as u16;
    }
    order
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_a_place_of_its_own() {
        for line in 0..LINES {
            assert_eq!(
                place_of(line),
                line % STRIDE * LINES_PER_GROUP + line / STRIDE
            );
            assert_eq!(line_at(place_of(line)), Some(line));
        }
    }
}
