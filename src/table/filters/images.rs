//! Mapping the entries of a line to those of another.
//!
//! The flips of each slice are mapped by a table of 16, and so are the matchings: four look-ups for each entry, of
//! four of its bits each. The images are numbers, see [`key`](super::key).

use crate::table::edges::{FLIP_MAPS, mapped_flips};
use std::sync::LazyLock;

/// What each map of four flips makes of them.
pub static FLIPS: LazyLock<Box<[[u8; 16]; FLIP_MAPS]>> = LazyLock::new(|| {
    let mut maps = Box::new([[0; 16]; FLIP_MAPS]);
    for (map, images) in maps.iter_mut().enumerate() {
        *images = std::array::from_fn(|four| mapped_flips(map, four as u8));
    }
    maps
});

/// The maps of the entries of one line.
#[derive(Clone, Copy)]
pub struct EntryMaps<'a> {
    /// The maps to the flips of E, M and S.
    pub flips: [&'a [u8; 16]; 3],
    /// How far to shift an entry for the four flips from which those of E, M and S come.
    pub shifts: [u8; 3],
    /// See [`Neighbour::matchings`](super::neighbour::Neighbour::matchings).
    pub matchings: &'a [u8; 16],
}

/// The instructions that map entries.
pub trait Mapper: Copy {
    /// Maps the entries of a line; both slices have [`AT_ONCE`] words more than that.
    fn map(self, maps: &EntryMaps, count: usize, entries: &[u16], images: &mut [u16]);
}

/// Entries that may be mapped at once.
pub const AT_ONCE: usize = 16;

/// Plain code.
#[derive(Clone, Copy)]
pub struct Portable;

impl Mapper for Portable {
    #[inline(always)]
    fn map(self, maps: &EntryMaps, count: usize, entries: &[u16], images: &mut [u16]) {
        let [e, m, s] = maps.flips;
        let [from_e, from_m, from_s] = maps.shifts;
        for (image, entry) in images.iter_mut().zip(&entries[..count]) {
            let four = |shift: u8| usize::from(entry >> shift & 15);
            let low = e[four(from_e)] | m[four(from_m)] << 4;
            let high = s[four(from_s)] & 7 | maps.matchings[four(12)];
            *image = u16::from_le_bytes([low, high]);
        }
    }
}

/// AVX2: 16 entries at once.
#[cfg(target_arch = "x86_64")]
pub mod avx2 {
    use super::{AT_ONCE, EntryMaps, Mapper};
    use std::arch::x86_64::*;

    /// Proof that the processor has the instructions.
    #[derive(Clone, Copy)]
    pub struct Avx2(());

    impl Avx2 {
        pub fn detect() -> Option<Avx2> {
            use crate::host::cpu::InstructionSet;
            (InstructionSet::in_use() >= InstructionSet::Avx2).then_some(Avx2(()))
        }
    }

    impl Mapper for Avx2 {
        #[inline(always)]
        fn map(self, maps: &EntryMaps, count: usize, entries: &[u16], images: &mut [u16]) {
            // SAFETY: a value of `Avx2` is proof of the instructions.
            unsafe { map(maps, count, entries, images) }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn map(maps: &EntryMaps, count: usize, entries: &[u16], images: &mut [u16]) {
        let table = |table: &[u8; 16]| {
            // SAFETY: 16 bytes are read.
            _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
        };
        let [e, m, s] = maps.flips;
        let (e, m) = (table(e), table(m));
        let s = _mm256_and_si256(table(s), _mm256_set1_epi8(7));
        let matchings = table(maps.matchings);
        let count_of = |shift: u8| _mm_cvtsi32_si128(shift.into());
        let [from_e, from_m, from_s] = maps.shifts;
        let (from_e, from_m, from_s) = (count_of(from_e), count_of(from_m), count_of(from_s));
        for first in (0..count).step_by(AT_ONCE) {
            let (entries, images) = (&entries[first..][..AT_ONCE], &mut images[first..][..AT_ONCE]);
            // SAFETY: 32 bytes are read.
            let x = unsafe { _mm256_loadu_si256(entries.as_ptr().cast()) };
            // the image of the four bits from `shift` on in the lower byte, and 0 in the upper
            let look_up = |table, shift| {
                let four = _mm256_and_si256(_mm256_srl_epi16(x, shift), _mm256_set1_epi16(15));
                _mm256_shuffle_epi8(table, _mm256_or_si256(four, _mm256_set1_epi16(-0x8000)))
            };
            let low = _mm256_or_si256(
                look_up(e, from_e),
                _mm256_slli_epi16::<4>(look_up(m, from_m)),
            );
            let high = _mm256_or_si256(look_up(s, from_s), look_up(matchings, count_of(12)));
            let all = _mm256_or_si256(low, _mm256_slli_epi16::<8>(high));
            // SAFETY: 32 bytes are written.
            unsafe { _mm256_storeu_si256(images.as_mut_ptr().cast(), all) };
        }
    }
}
