//! Which pieces can still be where, when some are known: by following all ways at once.
//!
//! Places are filled in their order. What has been done is told by the set of cubies used, which
//! also says how many places are filled, the sum of orientations and the parity of the
//! permutation. For each set, the pairs of sum and parity that lead to it, and those that lead
//! from it to the end, are six bits. A piece fits a place if some set before it and the set
//! after it join to a whole.

/// A cubie, and how it is twisted or flipped.
pub type Placed = (u8, u8);

/// Pairs of a sum of orientations (modulo 2 or 3) and a parity, as bits `2 * sum + parity`.
type Sums = u8;

const EMPTY: Sums = 1;

/// All completions of the corners or of the edges.
pub struct Completions {
    orientations: u8,
    /// What may be at each place, considered for itself.
    candidates: Vec<Vec<Placed>>,
    /// By the set of cubies used: how it can be reached, and what can follow.
    before: Vec<Sums>,
    after: Vec<Sums>,
}

impl Completions {
    /// Follows all ways to put each cubie at one place, from `candidates` for each place, with
    /// `orientations` (2 or 3) ways to turn one.
    pub fn new(orientations: u8, candidates: Vec<Vec<Placed>>) -> Completions {
        let sets = 1 << candidates.len();
        let mut completions = Completions {
            orientations,
            candidates,
            before: vec![0; sets],
            after: vec![0; sets],
        };
        completions.before[0] = EMPTY;
        completions.after[sets - 1] = EMPTY;
        for used in 0..sets {
            for placed in completions.next(used) {
                let sums = completions.joined(completions.before[used], own(used, placed));
                completions.before[used | 1 << placed.0] |= sums;
            }
        }
        for used in (0..sets).rev() {
            for placed in completions.next(used) {
                let rest = completions.after[used | 1 << placed.0];
                completions.after[used] |= completions.joined(rest, own(used, placed));
            }
        }
        completions
    }

    /// The parities that the permutation can have in the end, as bits.
    pub fn parities(&self) -> u8 {
        self.after[0] & 0b11
    }

    /// What may be at each place so that the whole has a parity of `parities`, as bits.
    pub fn fitting(&self, parities: u8) -> Vec<Vec<Placed>> {
        let mut fitting = vec![vec![]; self.candidates.len()];
        for used in 0..self.before.len() {
            for placed in self.next(used) {
                let so_far = self.joined(self.before[used], own(used, placed));
                let whole = self.joined(so_far, self.after[used | 1 << placed.0]);
                let place: &mut Vec<Placed> = &mut fitting[used.count_ones() as usize];
                if whole & parities != 0 && !place.contains(&placed) {
                    place.push(placed);
                }
            }
        }
        fitting
    }

    /// What may come at the first empty place.
    fn next(&self, used: usize) -> Vec<Placed> {
        let place = self.candidates.get(used.count_ones() as usize);
        let unused = |placed: &&Placed| used >> placed.0 & 1 == 0;
        place
            .into_iter()
            .flatten()
            .filter(unused)
            .copied()
            .collect()
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

/// What a cubie adds: its orientation, and the parity of the cubies before it that have a
/// greater number.
fn own(used: usize, (cubie, orientation): Placed) -> Sums {
    let parity = (used >> cubie).count_ones() as u8 % 2;
    1 << (2 * orientation + parity)
}
