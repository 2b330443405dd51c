use super::Cube;
use crate::permutation::arrangement;

const CORNER_PERMUTATIONS: u64 = arrangement::count(8, 8);
const CORNER_ORIENTATIONS: u64 = 3u64.pow(7);
const EDGE_PERMUTATIONS: u64 = arrangement::count(12, 12) / 2;
const EDGE_ORIENTATIONS: u64 = 2u64.pow(11);

/// Number of positions that moves can reach: 8! · 3⁷ · 12!/2 · 2¹¹.
pub const POSITIONS: u128 = CORNER_PERMUTATIONS as u128
    * CORNER_ORIENTATIONS as u128
    * EDGE_PERMUTATIONS as u128
    * EDGE_ORIENTATIONS as u128;

/// The four digits of the mixed-radix number [`Cube::index`], most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IndexDigits {
    /// Lexicographic number of the corner permutation, `0..40_320`.
    pub corner_permutation: u16,
    /// Orientations of the first seven corners as a ternary number, `0..2_187`.
    pub corner_orientation: u16,
    /// Half the lexicographic number of the edge permutation, `0..239_500_800`. The two
    /// permutations with the same half differ in the last two edges, and so in parity, which
    /// has to be that of the corners.
    pub edge_permutation: u32,
    /// Orientations of the first eleven edges as a binary number, `0..2_048`.
    pub edge_orientation: u16,
}

impl From<&Cube> for IndexDigits {
    fn from(cube: &Cube) -> Self {
        IndexDigits {
            corner_permutation: arrangement::rank(&cube.cp, 8) as u16,
            corner_orientation: number(&cube.co[..7], 3),
            edge_permutation: (arrangement::rank(&cube.ep, 12) / 2) as u32,
            edge_orientation: number(&cube.eo[..11], 2),
        }
    }
}

impl IndexDigits {
    /// The cube with these digits, which must be in range.
    pub fn cube(&self) -> Cube {
        let cp = arrangement::unrank(self.corner_permutation.into(), 8);
        Cube {
            cp,
            co: orientations(self.corner_orientation, 3),
            ep: edges_of_parity(self.edge_permutation, arrangement::is_odd(&cp)),
            eo: orientations(self.edge_orientation, 2),
        }
    }
}

/// The edge permutation with the given half number and parity.
fn edges_of_parity(half_number: u32, odd: bool) -> [u8; 12] {
    let mut edges = arrangement::unrank(2 * u64::from(half_number), 12);
    if arrangement::is_odd(&edges) != odd {
        edges.swap(10, 11);
    }
    edges
}

/// The digits as a number in the given base, most significant first.
fn number(digits: &[u8], base: u16) -> u16 {
    digits.iter().fold(0, |n, &d| n * base + u16::from(d))
}

/// The `N - 1` digits of `number`, and a last one so that their sum is 0 modulo `base`.
fn orientations<const N: usize>(mut number: u16, base: u16) -> [u8; N] {
    let mut digits = [0; N];
    for digit in digits[..N - 1].iter_mut().rev() {
        *digit = (number % base) as u8;
        number /= base;
    }
    let sum: u16 = digits.iter().copied().map(u16::from).sum();
    digits[N - 1] = ((base - sum % base) % base) as u8;
    digits
}

impl Cube {
    /// The number of this cube among all cubes, `0..POSITIONS`; 0 is the solved cube.
    ///
    /// A mixed-radix number: permutation and orientation of the corners, then those of the
    /// edges. Each index below [`POSITIONS`] belongs to exactly one cube.
    pub fn index(&self) -> u128 {
        let digits = IndexDigits::from(self);
        let corners = u128::from(digits.corner_permutation) * u128::from(CORNER_ORIENTATIONS)
            + u128::from(digits.corner_orientation);
        let edges = u64::from(digits.edge_permutation) * EDGE_ORIENTATIONS
            + u64::from(digits.edge_orientation);
        corners * u128::from(EDGE_PERMUTATIONS * EDGE_ORIENTATIONS) + u128::from(edges)
    }

    /// The cube with the given index, `0..POSITIONS`; inverse of [`Cube::index`].
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn from_index(index: u128) -> Cube {
        assert!(index < POSITIONS, "cubes are numbered below {POSITIONS}");
        let edge_states = u128::from(EDGE_PERMUTATIONS * EDGE_ORIENTATIONS);
        let corners = (index / edge_states) as u64;
        let edges = (index % edge_states) as u64;
        IndexDigits {
            corner_permutation: (corners / CORNER_ORIENTATIONS) as u16,
            corner_orientation: (corners % CORNER_ORIENTATIONS) as u16,
            edge_permutation: (edges / EDGE_ORIENTATIONS) as u32,
            edge_orientation: (edges % EDGE_ORIENTATIONS) as u16,
        }
        .cube()
    }
}
