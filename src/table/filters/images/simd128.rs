//! Mapping eight entries at once with vectors of WebAssembly.

use super::{AT_ONCE, EntryMaps, Mapper};
use crate::host::cpu::Simd128;
use std::arch::wasm32::*;

impl Mapper for Simd128 {
    #[inline(always)]
    fn map(self, maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
        let table = |table: &[u8; 16]| {
            // SAFETY: 16 bytes are read.
            unsafe { v128_load(table.as_ptr().cast()) }
        };
        let [e, m, s] = maps.flips;
        let (e, m) = (table(e), table(m));
        let s = v128_and(table(s), u8x16_splat(7));
        let half_turn_classes = table(maps.half_turn_classes);
        let added = u32x4_splat(added);
        let [from_e, from_m, from_s] = maps.shifts;
        for first in (0..count).step_by(AT_ONCE) {
            let (entries, images) = (
                &entries[first..][..AT_ONCE],
                &mut images[first..][..AT_ONCE],
            );
            // SAFETY: 16 bytes are read.
            let x = unsafe { v128_load(entries.as_ptr().cast()) };
            // the image of the four bits from `shift` on in the lower byte, and 0 in the upper: an index beyond
            // the table gives 0
            let look_up = |table, shift: u8| {
                let four = v128_and(u16x8_shr(x, shift.into()), u16x8_splat(15));
                u8x16_swizzle(table, v128_or(four, u16x8_splat(0x8000)))
            };
            let low = v128_or(look_up(e, from_e), u16x8_shl(look_up(m, from_m), 4));
            let high = v128_or(look_up(s, from_s), look_up(half_turn_classes, 12));
            let all = v128_or(low, u16x8_shl(high, 8));
            let lower = v128_or(u32x4_extend_low_u16x8(all), added);
            let upper = v128_or(u32x4_extend_high_u16x8(all), added);
            // SAFETY: 32 bytes are written.
            unsafe {
                v128_store(images.as_mut_ptr().cast(), lower);
                v128_store(images.as_mut_ptr().add(4).cast(), upper);
            }
        }
    }
}
