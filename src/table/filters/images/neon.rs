//! Mapping eight entries at once with NEON.

use super::{AT_ONCE, EntryMaps, Mapper};
use crate::host::cpu::Neon;
use std::arch::aarch64::*;

impl Mapper for Neon {
    #[inline(always)]
    fn map(self, maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
        // SAFETY: a value of `Neon` is proof of the instructions.
        unsafe { map(maps, added, count, entries, images) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn map(maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
    let table = |table: &[u8; 16]| {
        // SAFETY: 16 bytes are read.
        unsafe { vld1q_u8(table.as_ptr()) }
    };
    let [e, m, s] = maps.flips;
    let (e, m) = (table(e), table(m));
    let s = vandq_u8(table(s), vdupq_n_u8(7));
    let half_turn_classes = table(maps.half_turn_classes);
    let added = vdupq_n_u32(added);
    let [from_e, from_m, from_s] = maps.shifts;
    for first in (0..count).step_by(AT_ONCE) {
        let (entries, images) = (
            &entries[first..][..AT_ONCE],
            &mut images[first..][..AT_ONCE],
        );
        // SAFETY: 16 bytes are read.
        let x = unsafe { vld1q_u16(entries.as_ptr()) };
        // the image of the four bits from `shift` on in the lower byte, and 0 in the upper: an index beyond the
        // table gives 0
        let look_up = |table: uint8x16_t, shift: u8| {
            let four = vshlq_u16(x, vdupq_n_s16(-i16::from(shift)));
            let four = vandq_u16(four, vdupq_n_u16(15));
            let index = vorrq_u16(four, vdupq_n_u16(0x8000));
            vreinterpretq_u16_u8(vqtbl1q_u8(table, vreinterpretq_u8_u16(index)))
        };
        let low = vorrq_u16(look_up(e, from_e), vshlq_n_u16::<4>(look_up(m, from_m)));
        let high = vorrq_u16(look_up(s, from_s), look_up(half_turn_classes, 12));
        let all = vorrq_u16(low, vshlq_n_u16::<8>(high));
        let lower = vorrq_u32(vmovl_u16(vget_low_u16(all)), added);
        let upper = vorrq_u32(vmovl_high_u16(all), added);
        // SAFETY: 32 bytes are written.
        unsafe {
            vst1q_u32(images.as_mut_ptr(), lower);
            vst1q_u32(images.as_mut_ptr().add(4), upper);
        }
    }
}
