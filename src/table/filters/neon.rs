//! Decoding entries with NEON. Blocks are encoded by plain code, which takes no more instructions.

use super::code::{Block, Checks, LOW};
use super::kernels::{CHECKED, Coded, Kernels, check_all, decode};
use crate::host::cpu::Neon;
use std::arch::aarch64::*;

impl Kernels for Neon {
    #[inline(always)]
    fn passed(self, checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
        passed(checks, coded)
    }

    #[inline(always)]
    fn sets_without<'a>(
        self,
        checks: &Checks,
        entry: impl Fn(u64) -> (&'a Block, usize),
        locations: &[u64],
        sets: &mut [u8],
    ) {
        decode(self, checks, entry, locations, sets);
    }
}

/// [`Checks::passed`] of four entries: the first eight checks of each at once, and only if it passes these
/// the others.
#[inline(always)]
fn passed(checks: &Checks, coded: &[Coded; CHECKED]) -> [u8; CHECKED] {
    // SAFETY: all 64-bit ARM processors have NEON.
    let failed = unsafe {
        let [a, b, c, d] = coded.map(|coded| counts(checks, coded));
        [failed(vpaddq_u8(a, b)), failed(vpaddq_u8(c, d))]
    };
    let first_failed = |failed: u64| ((failed as u32).trailing_zeros() / 4) as u8;
    let [ab, cd] = failed;
    let mut passed = [ab, ab >> 32, cd, cd >> 32].map(first_failed);
    if (passed[0] | passed[1] | passed[2] | passed[3]) & 8 != 0 {
        check_all(checks, coded, &mut passed);
    }
    passed
}

/// Four bits for each byte: set if it is odd.
///
/// # Safety
/// As for the function below, the processor must have NEON.
#[inline(always)]
unsafe fn failed(bytes: uint8x16_t) -> u64 {
    // SAFETY: no memory is touched.
    unsafe {
        let odd = vreinterpretq_u16_u8(vtstq_u8(bytes, vdupq_n_u8(1)));
        vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(odd)))
    }
}

/// The numbers of bits that the first eight checks of an entry select from their windows, in two bytes each.
#[inline(always)]
unsafe fn counts(checks: &Checks, coded: Coded) -> uint8x16_t {
    let Coded { block, entry, kind } = coded;
    let low = checks.low_masks[entry % LOW].0.as_ptr();
    let high = checks.high_masks[entry / LOW].0.as_ptr();
    let windows = checks.windows[kind].0.as_ptr().cast::<u8>();
    // SAFETY: 64 bytes of the block are read, and the first 32 of masks and windows.
    unsafe {
        let block = vld1q_u8_x4(block.as_ptr());
        let four = |first: usize| {
            let masks = veorq_u32(vld1q_u32(low.add(first)), vld1q_u32(high.add(first)));
            let windows = vqtbl4q_u8(block, vld1q_u8(windows.add(4 * first)));
            vcntq_u8(vandq_u8(windows, vreinterpretq_u8_u32(masks)))
        };
        vpaddq_u8(four(0), four(4))
    }
}
