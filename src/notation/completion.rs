//! Which cubies can be at each place of an incomplete cube: dynamic programming over sets of cubies.
//!
//! Places are filled in order, so that a state is the set of cubies used, the sum of orientations and
//! the parity of the permutation. For each set, six bits hold the pairs of sum and parity that can
//! lead to it, and six those that can complete it. A cubie fits a place if the state before it and
//! a completion after it join to a possible whole.

use super::piece::Piece;

/// The number of a cubie and its orientation.
pub type Placed = (u8, u8);

/// Pairs of a sum of orientations (modulo 2 or 3) and a parity, as bits `2 * sum + parity`.
type Sums = u8;

const EMPTY: Sums = 1;

/// The cubies that each place has in some possible cube, corners first, of those that it may have by
/// itself.
pub fn fitting(corners: &Completions, edges: &Completions) -> Vec<Vec<Placed>> {
    let parities = corners.parities() & edges.parities();
    [corners.fitting(parities), edges.fitting(parities)].concat()
}

/// All completions of the corners or of the edges.
pub struct Completions {
    orientations: u8,
    /// The cubies that each place could have by its own stickers.
    candidates: Vec<Vec<Placed>>,
    /// By the set of cubies used: the sums and parities with which it can be reached.
    before: Vec<Sums>,
}

impl Completions {
    /// Those of the corners, given what each place could have.
    pub fn of_corners(candidates: impl Fn(Piece) -> Vec<Placed>) -> Completions {
        Completions::new(3, (0..8).map(|n| candidates(Piece::Corner(n))).collect())
    }

    /// Those of the edges.
    pub fn of_edges(candidates: impl Fn(Piece) -> Vec<Placed>) -> Completions {
        Completions::new(2, (0..12).map(|n| candidates(Piece::Edge(n))).collect())
    }

    /// All ways to put each cubie at one place, given the `candidates` for each place; cubies have
    /// `orientations` (2 or 3).
    pub fn new(orientations: u8, candidates: Vec<Vec<Placed>>) -> Completions {
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
    pub fn parities(&self) -> u8 {
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
    pub fn fitting(&self, parities: u8) -> Vec<Vec<Placed>> {
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

    /// One completion, the first in the order of the candidates, whose permutation has one of
    /// `parities`, as bits; empty if there is none.
    pub fn first(&self, parities: u8) -> Vec<Placed> {
        let after = self.after();
        let (mut used, mut sums, mut completion) = (0, EMPTY, vec![]);
        let leads_on = |used: usize, sums, placed: &Placed| {
            let so_far = self.with(sums, used, *placed);
            self.joined(so_far, after[used | 1 << placed.0]) & parities != 0
        };
        while let Some(placed) = (self.next(used).into_iter()).find(|p| leads_on(used, sums, p)) {
            sums = self.with(sums, used, placed);
            used |= 1 << placed.0;
            completion.push(placed);
        }
        completion
    }

    /// The cubies that can fill the first empty place, if the set can be reached.
    fn next(&self, used: usize) -> Vec<Placed> {
        let place = self.candidates.get(used.count_ones() as usize);
        let place = place.filter(|_| self.before[used] != 0);
        let unused = |placed: &&Placed| used >> placed.0 & 1 == 0;
        place
            .into_iter()
            .flatten()
            .filter(unused)
            .copied()
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
