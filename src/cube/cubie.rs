use super::{CubeError, Move};
use crate::permutation::arrangement::is_odd;

/// A position of the cube: the cubie at each place, and its orientation.
///
/// `corners()[i]` is the cubie at corner position `i`, `corner_orientations()[i]` its
/// twist (`0..3`, clockwise); `edges()[i]` and `edge_orientations()[i]` (`0..2`) likewise.
/// Numbering and orientation conventions are Kociemba's (*The Mathematics behind Cube
/// Explorer*): corners URF UFL ULB UBR DFR DLF DBL DRB, edges UR UF UL UB DR DF DL DB FR FL
/// BL BR; orientations relative to the U/D facelets of corners, and flipped for edges by
/// quarter turns of F and B.
///
/// Every value is a position that moves can reach: constructors check it. It displays as 54
/// facelets, which [`str::parse`] reads.
///
/// ```
/// use cubesolve::cube::{Cube, Face, Move};
///
/// let cube = Cube::SOLVED.apply(Move::new(Face::U, 1));
/// assert_eq!(cube.corners()[0], 3); // UBR came to URF
/// assert_eq!(cube.order(), 4);
/// assert_eq!(Cube::from_index(cube.index()), cube);
/// assert_eq!(cube.to_string().parse(), Ok(cube));
/// assert!(cube.product(&cube.inverse()).is_solved());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cube {
    pub(super) cp: [u8; 8],
    pub(super) co: [u8; 8],
    pub(super) ep: [u8; 12],
    pub(super) eo: [u8; 12],
}

/// Two positions whose cubies may be swapped; orientations stay with the positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Swap {
    /// Corner positions, `0..8`.
    Corners(usize, usize),
    /// Edge positions, `0..12`.
    Edges(usize, usize),
}

impl Default for Cube {
    fn default() -> Self {
        Self::SOLVED
    }
}

impl Cube {
    /// The solved cube, identity of the group.
    pub const SOLVED: Cube = Cube {
        cp: [0, 1, 2, 3, 4, 5, 6, 7],
        co: [0; 8],
        ep: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        eo: [0; 12],
    };

    /// The cube with these permutation and orientation arrays.
    ///
    /// # Errors
    /// The first violation found: numbers in range, each cubie once, corner twists with a sum
    /// divisible by 3, edge flips with an even sum, permutations of the same parity.
    pub fn new(
        corners: [u8; 8],
        corner_orientations: [u8; 8],
        edges: [u8; 12],
        edge_orientations: [u8; 12],
    ) -> Result<Cube, CubeError> {
        let cube = Cube {
            cp: corners,
            co: corner_orientations,
            ep: edges,
            eo: edge_orientations,
        };
        cube.check()?;
        Ok(cube)
    }

    /// As [`new`](Cube::new), but if the two permutations differ in parity, two cubies are swapped, which
    /// corrects that.
    pub(crate) fn with_parity_fixed(
        mut corners: [u8; 8],
        corner_orientations: [u8; 8],
        mut edges: [u8; 12],
        edge_orientations: [u8; 12],
        swap: Swap,
    ) -> Result<Cube, CubeError> {
        if is_odd(&corners) != is_odd(&edges) {
            match swap {
                Swap::Corners(a, b) => corners.swap(a, b),
                Swap::Edges(a, b) => edges.swap(a, b),
            }
        }
        Cube::new(corners, corner_orientations, edges, edge_orientations)
    }

    fn check(&self) -> Result<(), CubeError> {
        check_range("cp", &self.cp, 8)?;
        check_range("co", &self.co, 3)?;
        check_range("ep", &self.ep, 12)?;
        check_range("eo", &self.eo, 2)?;
        check_different("cp", &self.cp)?;
        check_different("ep", &self.ep)?;
        let sum = self.co.iter().sum::<u8>() % 3;
        if sum != 0 {
            return Err(CubeError::CornerTwist { sum });
        }
        if self.eo.iter().sum::<u8>() % 2 != 0 {
            return Err(CubeError::EdgeFlip);
        }
        if is_odd(&self.cp) != is_odd(&self.ep) {
            return Err(CubeError::Parity);
        }
        Ok(())
    }

    /// The corner cubie at each corner position, `0..8`.
    pub const fn corners(&self) -> &[u8; 8] {
        &self.cp
    }

    /// The twist of the cubie at each corner position, `0..3`.
    pub const fn corner_orientations(&self) -> &[u8; 8] {
        &self.co
    }

    /// The edge cubie at each edge position, `0..12`.
    pub const fn edges(&self) -> &[u8; 12] {
        &self.ep
    }

    /// The flip of the cubie at each edge position, `0..2`.
    pub const fn edge_orientations(&self) -> &[u8; 12] {
        &self.eo
    }

    /// The group product `self · other`: first `self`, then `other`, as sequences are read.
    #[must_use]
    pub const fn product(&self, other: &Cube) -> Cube {
        let mut out = Cube::SOLVED;
        let mut i = 0;
        while i < 12 {
            if i < 8 {
                let from = other.cp[i] as usize;
                out.cp[i] = self.cp[from];
                out.co[i] = (self.co[from] + other.co[i]) % 3;
            }
            let from = other.ep[i] as usize;
            out.ep[i] = self.ep[from];
            out.eo[i] = self.eo[from] ^ other.eo[i];
            i += 1;
        }
        out
    }

    /// The cube that undoes this one: `c · c.inverse()` is solved.
    #[must_use]
    pub fn inverse(&self) -> Cube {
        let mut out = Cube::SOLVED;
        for i in 0..8 {
            let cubie = self.cp[i] as usize;
            out.cp[cubie] = i as u8;
            out.co[cubie] = (3 - self.co[i]) % 3;
        }
        for i in 0..12 {
            let cubie = self.ep[i] as usize;
            out.ep[cubie] = i as u8;
            out.eo[cubie] = self.eo[i];
        }
        out
    }

    /// The cube after one move.
    #[must_use]
    pub fn apply(&self, m: Move) -> Cube {
        self.product(m.cube())
    }

    /// The cube after several moves.
    #[must_use]
    pub fn apply_all(&self, moves: impl IntoIterator<Item = Move>) -> Cube {
        moves.into_iter().fold(*self, |cube, m| cube.apply(m))
    }

    /// The solved cube after several moves.
    pub fn from_moves(moves: impl IntoIterator<Item = Move>) -> Cube {
        Cube::SOLVED.apply_all(moves)
    }

    /// Whether every cubie is at home and untwisted.
    pub fn is_solved(&self) -> bool {
        *self == Cube::SOLVED
    }

    /// Whether the corner permutation (and so the edge permutation) is odd.
    pub fn is_odd(&self) -> bool {
        is_odd(&self.cp)
    }
}

/// The first number that is not below `end` is an error.
fn check_range(array: &'static str, values: &[u8], end: u8) -> Result<(), CubeError> {
    match values.iter().position(|value| *value >= end) {
        Some(position) => Err(CubeError::OutOfRange {
            array,
            position,
            value: values[position],
            end,
        }),
        None => Ok(()),
    }
}

/// The first cubie that is repeated is an error.
fn check_different(array: &'static str, cubies: &[u8]) -> Result<(), CubeError> {
    let is_repeated = |(i, cubie): &(usize, &u8)| cubies[..*i].contains(cubie);
    match cubies.iter().enumerate().find(is_repeated) {
        Some((_, &cubie)) => Err(CubeError::Repeated { array, cubie }),
        None => Ok(()),
    }
}
