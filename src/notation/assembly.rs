//! Pieces put together, possibly or not.

use super::impossible::{ImpossibleCube, Reason};
use super::piece::Piece;
use crate::cube::{Cube, CubeError};
use serde::{Deserialize, Serialize};

/// Arrays as in [`Cube`], in range but otherwise unchecked; as JSON with Kociemba's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "four arrays")]
pub(super) struct Assembly {
    #[serde(rename = "cp")]
    pub corners: [u8; 8],
    #[serde(rename = "co")]
    pub corner_orientations: [u8; 8],
    #[serde(rename = "ep")]
    pub edges: [u8; 12],
    #[serde(rename = "eo")]
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
        self.cube().map_err(|_| ImpossibleCube {
            reasons: self.reasons(),
        })
    }

    /// The cube, or what is wrong first, a number out of range before anything else.
    pub fn cube(&self) -> Result<Cube, CubeError> {
        let (twists, flips) = (self.corner_orientations, self.edge_orientations);
        Cube::new(self.corners, twists, self.edges, flips)
    }

    /// Puts a cubie, by its number and orientation, at a place of its kind.
    pub fn place(&mut self, place: Piece, (cubie, orientation): (u8, u8)) {
        match place {
            Piece::Corner(n) => {
                self.corners[usize::from(n)] = cubie;
                self.corner_orientations[usize::from(n)] = orientation;
            }
            Piece::Edge(n) => {
                self.edges[usize::from(n)] = cubie;
                self.edge_orientations[usize::from(n)] = orientation;
            }
        }
    }

    /// Why this is no possible cube; nothing if it is one. Twists and flips of the right cubies only:
    /// with others the sum says nothing.
    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = self.miscounted();
        let is_missing = |kind| {
            let missing = |reason: &&Reason| matches!(reason, Reason::Missing { .. });
            let mut pieces = reasons.iter().filter(missing).filter_map(Reason::piece);
            pieces.any(|piece| piece.kind() == kind)
        };
        let (twisted, flipped) = (!is_missing("corner"), !is_missing("edge"));
        reasons.extend(self.twisted().filter(|_| twisted));
        reasons.extend(self.flipped().filter(|_| flipped));
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
            let is_here = |place: &Piece| self.cubie_at(*place) == piece;
            let places: Vec<Piece> = Piece::all().filter(is_here).collect();
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
        let is_moved = |place: &Piece| self.cubie_at(*place) != *place;
        let mut places: Vec<Piece> = Piece::all().filter(is_moved).collect();
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
