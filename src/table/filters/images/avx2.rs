//! Mapping eight entries at once with AVX2.

use super::{AT_ONCE, EntryMaps, Mapper};
use crate::host::cpu::{Avx2, Avx512};
use std::arch::x86_64::*;

impl Mapper for Avx2 {
    #[inline(always)]
    fn map(self, maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
        // SAFETY: a value of `Avx2` is proof of the instructions.
        unsafe { map(maps, added, count, entries, images) }
    }
}

impl Mapper for Avx512 {
    #[inline(always)]
    fn map(self, maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
        self.avx2().map(maps, added, count, entries, images);
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn map(maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
    let table = |table: &[u8; 16]| {
        // SAFETY: 16 bytes are read.
        unsafe { _mm_loadu_si128(table.as_ptr().cast()) }
    };
    let [e, m, s] = maps.flips;
    let (e, m) = (table(e), table(m));
    let s = _mm_and_si128(table(s), _mm_set1_epi8(7));
    let half_turn_classes = table(maps.half_turn_classes);
    let added = _mm256_set1_epi32(added as i32);
    let count_of = |shift: u8| _mm_cvtsi32_si128(shift.into());
    let [from_e, from_m, from_s] = maps.shifts;
    let (from_e, from_m, from_s) = (count_of(from_e), count_of(from_m), count_of(from_s));
    for first in (0..count).step_by(AT_ONCE) {
        let (entries, images) = (
            &entries[first..][..AT_ONCE],
            &mut images[first..][..AT_ONCE],
        );
        // SAFETY: 16 bytes are read.
        let x = unsafe { _mm_loadu_si128(entries.as_ptr().cast()) };
        // the image of the four bits from `shift` on in the lower byte, and 0 in the upper
        let look_up = |table, shift| {
            let four = _mm_and_si128(_mm_srl_epi16(x, shift), _mm_set1_epi16(15));
            _mm_shuffle_epi8(table, _mm_or_si128(four, _mm_set1_epi16(-0x8000)))
        };
        let low = _mm_or_si128(look_up(e, from_e), _mm_slli_epi16::<4>(look_up(m, from_m)));
        let high = _mm_or_si128(look_up(s, from_s), look_up(half_turn_classes, count_of(12)));
        let all = _mm_or_si128(low, _mm_slli_epi16::<8>(high));
        let all = _mm256_or_si256(_mm256_cvtepu16_epi32(all), added);
        // SAFETY: 32 bytes are written.
        unsafe { _mm256_storeu_si256(images.as_mut_ptr().cast(), all) };
    }
}
