//! Which cubies can be at each place of an incomplete cube: dynamic programming over sets of cubies.
//!
//! Places are filled in order, so that a state is the set of cubies used, the sum of orientations and
//! the parity of the permutation. For each set, six bits hold the pairs of sum and parity that can
//! lead to it, and six those that can complete it. A cubie fits a place if the state before it and
//! a completion after it join to a possible whole.

use super::piece::Placed;

/// Pairs of a sum of orientations (modulo 2 or 3) and a parity, as bits `2 * sum + parity`.
type Sums = u8;

const EMPTY: Sums = 1;

/// The cubies that each place has in some possible cube, of the `candidates` that it may have by
/// itself; both for all 20 places, corners first.
pub fn fitting(candidates: &[Vec<Placed>]) -> Vec<Vec<Placed>> {
    let [corners, edges] = Completions::of_both_kinds(candidates);
    let parities = corners.parities() & edges.parities();
    [corners.fitting(parities), edges.fitting(parities)].concat()
}

/// Whether a possible cube has one of the `candidates` at each place.
pub fn is_possible(candidates: &[Vec<Placed>]) -> bool {
    let [corners, edges] = Completions::of_both_kinds(candidates);
    corners.parities() & edges.parities() != 0
}

/// All completions of the corners or of the edges.
struct Completions<'a> {
    /// 2 or 3.
    orientations: u8,
    candidates: &'a [Vec<Placed>],
    /// By the set of cubies used: the sums and parities with which it can be reached.
    before: Vec<Sums>,
}

impl Completions<'_> {
    fn of_both_kinds(candidates: &[Vec<Placed>]) -> [Completions<'_>; 2] {
        let (corners, edges) = candidates.split_at(8);
        [Completions::new(3, corners), Completions::new(2, edges)]
    }

    fn new(orientations: u8, candidates: &[Vec<Placed>]) -> Completions<'_> {
        let sets = 1 << candidates.len();
        let mut completions = Completions {
            orientations,
            candidates,
            before: vec![0; sets],
        };
        completions.before[0] = EMPTY;
        for used in 0..sets {
            let before = completions.before[used];
            for placed in completions.next(used) {
                completions.before[used | 1 << placed.0] |= completions.with(before, used, placed);
            }
        }
        completions
    }

    /// The parities that the permutation can have in the end, as bits.
    fn parities(&self) -> u8 {
        self.before[self.before.len() - 1] & 0b11
    }

    /// By the set of cubies used: the sums and parities that complete it.
    fn after(&self) -> Vec<Sums> {
        let sets = self.before.len();
        let mut after = vec![0; sets];
        after[sets - 1] = EMPTY;
        for used in (0..sets).rev() {
            for placed in self.next(used) {
                after[used] |= self.with(after[used | 1 << placed.0], used, placed);
            }
        }
        after
    }

    /// The cubies that each place can have if the parity of the whole is one of `parities`, as bits.
    fn fitting(&self, parities: u8) -> Vec<Vec<Placed>> {
        let after = self.after();
        let mut fitting = vec![vec![]; self.candidates.len()];
        for used in 0..self.before.len() {
            for placed in self.next(used) {
                let so_far = self.with(self.before[used], used, placed);
                let whole = self.joined(so_far, after[used | 1 << placed.0]);
                let place: &mut Vec<Placed> = &mut fitting[used.count_ones() as usize];
                if whole & parities != 0 && !place.contains(&placed) {
                    place.push(placed);
                }
            }
        }
        fitting
    }

    /// The cubies that can fill the first empty place, if the set can be reached.
    fn next(&self, used: usize) -> Vec<Placed> {
        let place = self.candidates.get(used.count_ones() as usize);
        let place = place.filter(|_| self.before[used] != 0);
        let candidates = place.into_iter().flatten().copied();
        candidates
            .filter(|placed| used >> placed.0 & 1 == 0)
            .collect()
    }

    /// The sums with those of one more cubie: its orientation, and the parity of the cubies
    /// before it that have a greater number.
    fn with(&self, sums: Sums, used: usize, (cubie, orientation): Placed) -> Sums {
        let parity = (used >> cubie).count_ones() % 2;
        let swapped = match parity {
            0 => sums,
            _ => (sums & 0b01_01_01) << 1 | (sums & 0b10_10_10) >> 1,
        };
        let all = 2 * self.orientations;
        let turned = swapped << (2 * orientation) | swapped >> (all - 2 * orientation);
        turned & ((1 << all) - 1)
    }

    /// The sums of all pairs.
    fn joined(&self, a: Sums, b: Sums) -> Sums {
        let mut joined = 0;
        for (m, n) in (0..6u8).flat_map(|m| (0..6u8).map(move |n| (m, n))) {
            if a >> m & b >> n & 1 != 0 {
                let sum = (m / 2 + n / 2) % self.orientations;
                joined |= 1 << (2 * sum + (m ^ n) % 2);
            }
        }
        joined
    }
}
