//! The operations of the search's inner loop, and their plain form.

use super::locate::{Locate, Masks};
use super::side::{FLIP, Side, TURNS};

/// A way to compute on packed cubes.
pub trait Backend: Copy + Send + Sync {
    /// Runs `f` with the processor features of this backend enabled, so that its operations
    /// are inlined there.
    fn run<T>(self, f: impl FnOnce() -> T) -> T;

    /// `side · m`.
    fn right(self, side: &Side, m: usize) -> Side;

    /// `m⁻¹ · side`.
    fn left(self, side: &Side, m: usize) -> Side;

    /// The corner coset of a cube: where to look for its row.
    fn coset(self, locate: &Locate, side: &Side) -> usize;

    /// The address of the entry of a cube, whose corner coset is `coset`.
    fn address(self, locate: &Locate, side: &Side, coset: usize) -> u64;

    /// Asks for the cache line of an element.
    fn prefetch<T>(self, array: &[T], index: usize);
}

/// Plain code for any processor: the twin that the fast ones are tested against.
#[derive(Debug, Clone, Copy)]
pub struct Portable;

impl Backend for Portable {
    #[inline(always)]
    fn run<T>(self, f: impl FnOnce() -> T) -> T {
        f()
    }

    #[inline(always)]
    fn right(self, side: &Side, m: usize) -> Side {
        let turn = &TURNS[m];
        Side {
            edges: std::array::from_fn(|p| {
                side.edges[turn.edge_sources[p] as usize] ^ turn.edge_flips[p]
            }),
            corners: std::array::from_fn(|p| {
                let corner = side.corners[turn.corner_sources[p] as usize];
                reduce_twist(corner + turn.corner_twists[p])
            }),
        }
    }

    #[inline(always)]
    fn left(self, side: &Side, m: usize) -> Side {
        let turn = &TURNS[m];
        Side {
            edges: side
                .edges
                .map(|edge| turn.edge_images[edge as usize & 15] ^ (edge & FLIP)),
            corners: side.corners.map(|corner| {
                reduce_twist(turn.corner_images[corner as usize & 7] + (corner & 0x30))
            }),
        }
    }

    #[inline(always)]
    fn coset(self, locate: &Locate, side: &Side) -> usize {
        let mut tetrad = 0;
        let mut twists = 0;
        for (p, &corner) in side.corners.iter().enumerate() {
            tetrad |= (corner as usize & 1) << p;
            if p < 7 {
                twists |= (corner as usize >> 4) << (2 * p);
            }
        }
        locate.coset(tetrad, twists, || tetrad_halves(side))
    }

    #[inline(always)]
    fn address(self, locate: &Locate, side: &Side, coset: usize) -> u64 {
        let (row, s) = locate.row(coset);
        let view = &locate.views[s];
        let mut masks = Masks::default();
        for p in 0..12 {
            let edge = side.edges[view.sources[p] as usize];
            let slice = view.slices[edge as usize & 15];
            masks.e |= u32::from(slice >> 7) << p;
            masks.m |= u32::from(slice >> 6 & 1) << p;
            masks.flips |= u32::from(edge & FLIP != 0) << p;
        }
        locate.address(row, &masks, super::locate::extract)
    }

    #[inline(always)]
    fn prefetch<T>(self, _array: &[T], _index: usize) {}
}

/// Brings an orientation of up to 4 in bits 4-6 back below 3.
fn reduce_twist(corner: u8) -> u8 {
    corner.min(corner.wrapping_sub(0x30))
}

/// The half turns (bits 1-2 of the cubie numbers) at the positions of each tetrad's cubies,
/// in order of position: two bits each.
fn tetrad_halves(side: &Side) -> [usize; 2] {
    let mut halves = [0; 2];
    for &corner in side.corners.iter().rev() {
        let half = &mut halves[corner as usize & 1];
        *half = *half << 2 | (corner as usize >> 1 & 3);
    }
    halves
}
