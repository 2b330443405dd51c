//! Mapping the entries of a line to those of another.
//!
//! The flips of each slice are mapped by a table of 16, and so are the half-turn classes: four look-ups for each entry, of
//! four of its bits each. The images are numbers, see [`key`](super::key).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_feature = "simd128")]
mod simd128;

use crate::host::cpu::Portable;
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
    /// See [`Neighbour::half_turn_classes`](super::neighbour::Neighbour::half_turn_classes).
    pub half_turn_classes: &'a [u8; 16],
}

/// The instructions that map entries.
pub trait Mapper: Copy {
    /// Maps the entries of a line, and adds bits beyond those of their numbers; both slices have [`AT_ONCE`] words
    /// more than that.
    fn map(self, maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]);
}

/// Entries that may be mapped at once.
pub const AT_ONCE: usize = 8;

impl Mapper for Portable {
    #[inline(always)]
    fn map(self, maps: &EntryMaps, added: u32, count: usize, entries: &[u16], images: &mut [u32]) {
        let [e, m, s] = maps.flips;
        let [from_e, from_m, from_s] = maps.shifts;
        for (image, entry) in images.iter_mut().zip(&entries[..count]) {
            let four = |shift: u8| usize::from(entry >> shift & 15);
            let low = e[four(from_e)] | m[four(from_m)] << 4;
            let high = s[four(from_s)] & 7 | maps.half_turn_classes[four(12)];
            *image = u32::from_le_bytes([low, high, 0, 0]) | added;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::cpu::by_each;
    use crate::table::filters::key::entry_of;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kernels_map_as_plain_code(
            maps: [prop::sample::Index; 3],
            half_turn_classes: [u8; 16],
            order in Just([0, 4, 8]).prop_shuffle(),
            added in 0..256u32,
            bits in prop::collection::vec(0..12_288u16, 0..100),
        ) {
            let half_turn_classes = half_turn_classes.map(|half_turn_class| (half_turn_class % 6) << 3);
            let maps = EntryMaps {
                flips: maps.map(|map| &FLIPS[map.index(FLIP_MAPS)]),
                shifts: order,
                half_turn_classes: &half_turn_classes,
            };
            let mut entries: Vec<u16> = bits.into_iter().map(entry_of).collect();
            let count = entries.len();
            entries.resize(count + AT_ONCE, 0);
            let mapped = |map: &dyn Fn(&[u16], &mut [u32])| {
                let mut images = vec![0; entries.len()];
                map(&entries, &mut images);
                images.truncate(count);
                images
            };
            let plain = mapped(&|from, to| Portable.map(&maps, added << 14, count, from, to));
            by_each!(mapper => {
                let fast = mapped(&|from, to| mapper.map(&maps, added << 14, count, from, to));
                prop_assert_eq!(&fast, &plain);
            });
            prop_assert!(plain.iter().all(|&image| image >> 14 == added && image & 0x3fff < 12_288));
        }
    }
}
