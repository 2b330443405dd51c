//! What stands between a text and a cube: pieces put together, possibly or not.

use super::piece::Piece;
use crate::cube::{Cube, CubeError};
use thiserror::Error;

/// A cube that no moves can reach, and every reason why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("impossible cube: {}", self.reasons.iter().map(Reason::to_string).collect::<Vec<_>>().join("; "))]
pub struct ImpossibleCube {
    /// All of them: what is missing or twice there first.
    pub reasons: Vec<Reason>,
}

/// Why a cube is impossible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reason {
    /// A piece is nowhere.
    #[error("{} {} is missing", piece.kind(), piece.name())]
    Missing {
        /// Which one.
        piece: Piece,
    },
    /// A piece is at two places or more.
    #[error("{} {} is there {} times, at {}", piece.kind(), piece.name(), places.len(),
        places.iter().map(Piece::to_string).collect::<Vec<_>>().join(" and "))]
    Repeated {
        /// Which one.
        piece: Piece,
        /// Where it is.
        places: Vec<Piece>,
    },
    /// The twists of the corners do not cancel out.
    #[error("a corner is twisted {}{}", if *clockwise { "clockwise" } else { "counter-clockwise" }, at(place))]
    Twisted {
        /// How a single corner would have to be twisted to make this of a possible cube.
        clockwise: bool,
        /// Known only where a single corner is twisted at all.
        place: Option<Piece>,
    },
    /// An odd number of edges is flipped.
    #[error("an edge is flipped{}", at(place))]
    Flipped {
        /// Known only where a single edge is flipped at all.
        place: Option<Piece>,
    },
    /// The permutation of the corners is odd and that of the edges even, or the reverse.
    #[error("two pieces are swapped{}", at(places))]
    Swapped {
        /// Known only where all other pieces are at home.
        places: Vec<Piece>,
    },
}

fn at<'a>(places: impl IntoIterator<Item = &'a Piece>) -> String {
    let places: Vec<String> = places.into_iter().map(Piece::to_string).collect();
    if places.is_empty() {
        return String::new();
    }
    format!(", at {}", places.join(" and "))
}

/// Arrays as in [`Cube`], in range but otherwise unchecked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Assembly {
    pub corners: [u8; 8],
    pub corner_orientations: [u8; 8],
    pub edges: [u8; 12],
    pub edge_orientations: [u8; 12],
}

impl From<&Cube> for Assembly {
    fn from(cube: &Cube) -> Self {
        Assembly {
            corners: *cube.corners(),
            corner_orientations: *cube.corner_orientations(),
            edges: *cube.edges(),
            edge_orientations: *cube.edge_orientations(),
        }
    }
}

impl Assembly {
    pub fn into_cube(self) -> Result<Cube, ImpossibleCube> {
        let cube = Cube::new(
            self.corners,
            self.corner_orientations,
            self.edges,
            self.edge_orientations,
        );
        cube.map_err(|_| ImpossibleCube {
            reasons: self.reasons(),
        })
    }

    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = self.miscounted();
        reasons.extend(self.twisted());
        reasons.extend(self.flipped());
        reasons.extend(self.swapped());
        reasons
    }

    fn cubie_at(&self, place: Piece) -> Piece {
        match place {
            Piece::Corner(n) => Piece::Corner(self.corners[usize::from(n)]),
            Piece::Edge(n) => Piece::Edge(self.edges[usize::from(n)]),
        }
    }

    fn miscounted(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for piece in Piece::all() {
            let places: Vec<Piece> = Piece::all()
                .filter(|place| self.cubie_at(*place) == piece)
                .collect();
            match places.len() {
                0 => reasons.push(Reason::Missing { piece }),
                1 => {}
                _ => reasons.push(Reason::Repeated { piece, places }),
            }
        }
        reasons
    }

    fn twisted(&self) -> Option<Reason> {
        let clockwise = match self.corner_orientations.iter().sum::<u8>() % 3 {
            0 => return None,
            sum => sum == 1,
        };
        let place = only_nonzero(&self.corner_orientations).map(Piece::Corner);
        Some(Reason::Twisted { clockwise, place })
    }

    fn flipped(&self) -> Option<Reason> {
        if self.edge_orientations.iter().sum::<u8>() % 2 == 0 {
            return None;
        }
        let place = only_nonzero(&self.edge_orientations).map(Piece::Edge);
        Some(Reason::Flipped { place })
    }

    fn swapped(&self) -> Option<Reason> {
        let oriented = Cube::new(self.corners, [0; 8], self.edges, [0; 12]);
        if oriented != Err(CubeError::Parity) {
            return None;
        }
        let mut places: Vec<Piece> = Piece::all()
            .filter(|place| self.cubie_at(*place) != *place)
            .collect();
        if places.len() > 2 {
            places.clear();
        }
        Some(Reason::Swapped { places })
    }
}

fn only_nonzero(orientations: &[u8]) -> Option<u8> {
    let mut nonzero = (0..).zip(orientations).filter(|(_, o)| **o != 0);
    let first = nonzero.next();
    first.filter(|_| nonzero.next().is_none()).map(|(i, _)| i)
}
