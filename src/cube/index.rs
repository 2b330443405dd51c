use super::{Cube, CubeError};
use rand::Rng;

/// Number of positions that moves can reach: 8! · 3⁷ · 12!/2 · 2¹¹.
pub const POSITIONS: u128 = 43_252_003_274_489_856_000;

const TWISTS: u128 = 2187;
const EVEN_EDGE_PERMUTATIONS: u128 = 239_500_800;
const FLIPS: u128 = 2048;

impl Cube {
    /// The number of this cube among all, `0..POSITIONS`; 0 is solved.
    ///
    /// Digits of a mixed radix, the first counting most: the rank of the corner permutation
    /// in lexicographic order, the twists of the first 7 corners in base 3, half the rank of
    /// the edge permutation (its parity is that of the corners), the flips of the first 11
    /// edges in base 2.
    pub fn index(&self) -> u128 {
        let mut index = rank(&self.cp);
        index = index * TWISTS + number(&self.co[..7], 3);
        index = index * EVEN_EDGE_PERMUTATIONS + rank(&self.ep) / 2;
        index * FLIPS + number(&self.eo[..11], 2)
    }

    /// The cube with an index, if it is below [`POSITIONS`].
    pub fn from_index(index: u128) -> Option<Cube> {
        if index >= POSITIONS {
            return None;
        }
        let (rest, flips) = (index / FLIPS, index % FLIPS);
        let (rest, edges) = (rest / EVEN_EDGE_PERMUTATIONS, rest % EVEN_EDGE_PERMUTATIONS);
        let (corners, twists) = (rest / TWISTS, rest % TWISTS);
        let mut cube = Cube {
            cp: permutation(corners),
            co: orientations(twists, 3),
            ep: permutation(2 * edges),
            eo: orientations(flips, 2),
        };
        if cube.check() == Err(CubeError::Parity) {
            // the two permutations of each pair of ranks differ in their last two
            cube.ep.swap(10, 11);
        }
        Some(cube)
    }

    /// A cube drawn from all, each with the same chance.
    pub fn random(rng: &mut impl Rng) -> Cube {
        loop {
            // 66 random bits are an index with a chance of 0.59
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            if let Some(cube) = Cube::from_index(bits >> 62) {
                return cube;
            }
        }
    }
}

/// Place of a permutation of `0..n` in lexicographic order.
fn rank(permutation: &[u8]) -> u128 {
    let n = permutation.len();
    (0..n).fold(0, |rank, i| {
        let rest = &permutation[i + 1..];
        let smaller = rest.iter().filter(|p| **p < permutation[i]).count();
        rank * (n - i) as u128 + smaller as u128
    })
}

/// The permutation with a rank.
fn permutation<const N: usize>(mut rank: u128) -> [u8; N] {
    let mut choices = [0; N];
    for i in (0..N).rev() {
        let radix = (N - i) as u128;
        choices[i] = (rank % radix) as usize;
        rank /= radix;
    }
    let mut left: Vec<u8> = (0..N as u8).collect();
    choices.map(|choice| left.remove(choice))
}

/// The number with these digits.
fn number(digits: &[u8], base: u128) -> u128 {
    let append = |number, digit: &u8| number * base + u128::from(*digit);
    digits.iter().fold(0, append)
}

/// The digits of a number and one more, so that their sum is a multiple of `base`.
fn orientations<const N: usize>(mut number: u128, base: u128) -> [u8; N] {
    let mut digits = [0; N];
    for digit in digits[..N - 1].iter_mut().rev() {
        *digit = (number % base) as u8;
        number /= base;
    }
    let sum = digits.iter().sum::<u8>() % base as u8;
    digits[N - 1] = (base as u8 - sum) % base as u8;
    digits
}
