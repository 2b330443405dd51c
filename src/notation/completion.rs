//! Which cubies can be at each place of an incomplete cube: dynamic programming over sets of cubies.
//!
//! Places are filled in order, so that a state is the set of cubies used, the sum of orientations and
//! the parity of the permutation. For each set, six bits hold the pairs of sum and parity with which it
//! can be reached. For the cubies that fit a place, that place is filled last.

use super::piece::Placed;

/// Pairs of a sum of orientations (modulo 2 or 3) and a parity, as bits `2 * sum + parity`.
type Sums = u8;

const EVEN: Sums = 0b01;
const ODD: Sums = 0b10;

/// The cubies that each place has in some possible cube, of the `candidates` that it may have by
/// itself; both for all 20 places, corners first.
pub fn fitting(candidates: &[Vec<Placed>]) -> Vec<Vec<Placed>> {
    let (corners, edges) = candidates.split_at(8);
    let fitting_corners = fitting_of_kind(3, corners, parities(2, edges));
    let fitting_edges = fitting_of_kind(2, edges, parities(3, corners));
    [fitting_corners, fitting_edges].concat()
}

/// Whether a possible cube has one of the `candidates` at each place.
pub fn is_possible(candidates: &[Vec<Placed>]) -> bool {
    let (corners, edges) = candidates.split_at(8);
    parities(3, corners) & parities(2, edges) != 0
}

/// The same as [`fitting`] for corners or edges, whose parity is one of `parities`.
fn fitting_of_kind(
    orientations: u8,
    candidates: &[Vec<Placed>],
    parities: Sums,
) -> Vec<Vec<Placed>> {
    let last = candidates.len() - 1;
    let fitting = |place: usize| {
        let mut places = candidates.to_vec();
        places.swap(place, last);
        // exchanging two places is odd
        let start = if place == last { EVEN } else { ODD };
        let sums = sums(orientations, &places, start);
        let fits = |placed: &Placed| {
            let others = sums.len() - 1 - (1 << placed.0);
            with(orientations, sums[others], others, *placed) & parities != 0
        };
        places[last].iter().copied().filter(fits).collect()
    };
    (0..=last).map(fitting).collect()
}

/// The parities of the permutations of corners or edges with these candidates.
fn parities(orientations: u8, candidates: &[Vec<Placed>]) -> Sums {
    let sums = sums(orientations, candidates, EVEN);
    sums[sums.len() - 1] & (EVEN | ODD)
}

/// By the set of cubies used: the sums and parities with which it can be reached.
fn sums(orientations: u8, candidates: &[Vec<Placed>], start: Sums) -> Vec<Sums> {
    let mut sums = vec![0; 1 << candidates.len()];
    sums[0] = start;
    for used in 0..sums.len() - 1 {
        for placed in &candidates[used.count_ones() as usize] {
            if used >> placed.0 & 1 == 0 {
                sums[used | 1 << placed.0] |= with(orientations, sums[used], used, *placed);
            }
        }
    }
    sums
}

/// The sums with those of one more cubie: its orientation, and the parity of the cubies before it that
/// have a greater number.
fn with(orientations: u8, sums: Sums, used: usize, (cubie, orientation): Placed) -> Sums {
    let swapped = match (used >> cubie).count_ones() % 2 {
        0 => sums,
        _ => (sums & 0b01_01_01) << 1 | (sums & 0b10_10_10) >> 1,
    };
    let all = 2 * orientations;
    let turned = swapped << (2 * orientation) | swapped >> (all - 2 * orientation);
    turned & ((1 << all) - 1)
}
