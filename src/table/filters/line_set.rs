//! Sets of the entries of a line.

#[cfg(target_arch = "x86_64")]
use crate::host::cpu::Avx512;
use crate::table::dimensions::FILTER_ENTRIES;

/// Words of a set of a line's entries.
const WORDS: usize = FILTER_ENTRIES / 64;

/// Words that share a bit of [`LineSet::touched`].
const GROUP: usize = 4;

/// Touched groups up to which each is visited; with more, the words that are not empty are found first.
const FEW_GROUPS: u32 = 12;

/// A set of entries of a line, a bit each.
#[derive(Clone)]
#[repr(align(64))]
pub struct LineSet {
    words: [u64; WORDS],
    /// A bit for each group of words that had entries inserted since the set was drained.
    touched: u64,
}

/// A list of all entries of a set, and a few words more.
pub struct Drained(Box<[u16; FILTER_ENTRIES + 2]>);

impl Default for Drained {
    fn default() -> Drained {
        Drained(Box::new([0; FILTER_ENTRIES + 2]))
    }
}

impl Default for LineSet {
    /// The empty set.
    fn default() -> LineSet {
        LineSet {
            words: [0; WORDS],
            touched: 0,
        }
    }
}

impl LineSet {
    #[inline(always)]
    pub fn insert_all(&mut self, bits: &[u16]) {
        let mut touched = self.touched;
        for &bit in bits {
            self.words[usize::from(bit) / 64] |= 1 << (bit % 64);
            touched |= 1 << (usize::from(bit) / (64 * GROUP));
        }
        self.touched = touched;
    }

    #[inline(always)]
    pub fn remove(&mut self, bit: u16) {
        self.words[usize::from(bit) / 64] &= !(1 << (bit % 64));
    }

    /// The members, in order. Empties the set.
    #[inline(always)]
    pub fn drain<'a>(&mut self, members: &'a mut Drained) -> &'a [u16] {
        let touched = std::mem::take(&mut self.touched);
        let mut drained = Draining {
            members: &mut members.0[..],
            len: 0,
        };
        if touched.count_ones() <= FEW_GROUPS {
            let mut touched = touched;
            while touched != 0 {
                let group = touched.trailing_zeros() as usize;
                touched &= touched - 1;
                for i in GROUP * group..GROUP * (group + 1) {
                    drained.take(i, &mut self.words[i]);
                }
            }
        } else {
            for first in (0..WORDS).step_by(64) {
                let words = &mut self.words[first..][..64];
                let words: &mut [u64; 64] = words.try_into().expect("64 words");
                let mut not_empty = not_empty(words);
                while not_empty != 0 {
                    let i = not_empty.trailing_zeros() as usize;
                    not_empty &= not_empty - 1;
                    drained.take(first + i, &mut words[i]);
                }
            }
        }
        let len = drained.len;
        &members.0[..len]
    }
}

/// Members that were found.
struct Draining<'a> {
    members: &'a mut [u16],
    len: usize,
}

impl Draining<'_> {
    /// Takes the members of a word: the first two without a branch, since how many there are is unpredictable.
    #[inline(always)]
    fn take(&mut self, i: usize, word: &mut u64) {
        let mut rest = std::mem::take(word);
        let mut next = || {
            let bit = rest.trailing_zeros() as usize;
            let any = rest != 0;
            rest &= rest.wrapping_sub(1);
            ((64 * i + bit) as u16, usize::from(any))
        };
        let [(first, one), (second, two)] = [next(), next()];
        self.members[self.len] = first;
        self.members[self.len + 1] = second;
        self.len += one + two;
        while rest != 0 {
            self.members[self.len] = (64 * i + rest.trailing_zeros() as usize) as u16;
            self.len += 1;
            rest &= rest - 1;
        }
    }
}

/// Which of 64 words are not empty.
#[inline(always)]
fn not_empty(words: &[u64; 64]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = Avx512::detect() {
        return not_empty_avx512(avx512, words);
    }
    not_empty_portable(words)
}

/// [`not_empty`] in portable code.
fn not_empty_portable(words: &[u64; 64]) -> u64 {
    let bit = |i: usize| u64::from(words[i] != 0) << i;
    (0..64).fold(0, |set, i| set | bit(i))
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn not_empty_avx512(_: Avx512, words: &[u64; 64]) -> u64 {
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx512f")]
    fn not_empty(words: &[u64; 64]) -> u64 {
        let mut set = 0;
        for i in 0..8 {
            let eight = &words[8 * i..][..8];
            // SAFETY: 64 bytes are read.
            let eight = unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) };
            set |= u64::from(_mm512_test_epi64_mask(eight, eight)) << (8 * i);
        }
        set
    }
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { not_empty(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Up to a full set, with 64 entries in a word.
    #[test]
    fn sets_of_any_density_are_drained_in_order() {
        let (mut set, mut drained) = (LineSet::default(), Drained::default());
        for step in [1, 2, 3, 5, 64, 256, 1000, FILTER_ENTRIES] {
            let entries: Vec<u16> = (0..FILTER_ENTRIES as u16).step_by(step).collect();
            let (mut shuffled, removed) = (entries.clone(), entries[entries.len() / 2]);
            shuffled.reverse();
            set.insert_all(&shuffled);
            set.insert_all(&entries);
            set.remove(removed);
            let left: Vec<u16> = entries.into_iter().filter(|bit| *bit != removed).collect();
            assert_eq!(set.drain(&mut drained), left);
            assert_eq!(set.drain(&mut drained), []);
        }
    }

    #[test]
    fn words_that_are_not_empty_are_found() {
        let words = std::array::from_fn(|i: usize| (i as u64 * 0x9e37_79b9) >> 27 & 3);
        let expected = (0..64).filter(|&i| words[i] != 0).fold(0, |set, i| set | 1 << i);
        assert_eq!(not_empty(&words), expected);
        assert_eq!(not_empty_portable(&words), expected);
    }
}
