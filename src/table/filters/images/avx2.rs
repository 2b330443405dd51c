//! Mapping sixteen entries at once with AVX2.

use super::{AT_ONCE, EntryMaps, Mapper};
use crate::host::cpu::Avx2;
use std::arch::x86_64::*;

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
        let (entries, images) = (
            &entries[first..][..AT_ONCE],
            &mut images[first..][..AT_ONCE],
        );
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
