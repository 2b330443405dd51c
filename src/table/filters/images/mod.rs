//! Mapping the entries of a line to those of another.
//!
//! The flips of each slice are mapped by a table of 16, and so are the matchings: four look-ups for each entry, of
//! four of its bits each. The images are numbers, see [`key`](super::key).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;

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
