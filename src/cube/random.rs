//! Random cubes: of all and of those where a step of solving is done.

use super::{Cube, MoveSet, POSITIONS, Swap};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use std::str::FromStr;
use thiserror::Error;

/// The cubes where a step of solving is already done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CubeSubset {
    /// `eo`: edges are oriented; quarter turns of F and B are no longer needed.
    EdgeOrientation,
    /// `co`: corners are oriented to U and D.
    CornerOrientation,
    /// `dr`, domino reduction: U, D and half turns of the other faces are enough.
    DominoReduction,
    /// `htr`: half turns are enough.
    HalfTurnReduction,
    /// `corners`: all corners are solved.
    Corners,
    /// `edges`: all edges are solved.
    Edges,
}

impl CubeSubset {
    /// A cube drawn uniformly from the subset.
    pub fn random(self, rng: &mut impl Rng) -> Cube {
        let any = Cube::random(rng);
        let solved = Cube::SOLVED;
        let (cp, co, ep, eo) = match self {
            CubeSubset::EdgeOrientation => (any.cp, any.co, any.ep, solved.eo),
            CubeSubset::CornerOrientation => (any.cp, solved.co, any.ep, any.eo),
            CubeSubset::DominoReduction => {
                let ep = shuffled_within(&[&[0, 1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11]], rng);
                (any.cp, solved.co, ep, solved.eo)
            }
            CubeSubset::HalfTurnReduction => {
                let slices: [&[u8]; 3] = [&[0, 2, 4, 6], &[1, 3, 5, 7], &[8, 9, 10, 11]];
                let ep = shuffled_within(&slices, rng);
                let made_by_half_turns = MoveSet::HALF_TURNS.reached(|cube| cube.cp);
                let corners = made_by_half_turns.choose(rng);
                let corners = corners.expect("the solved cube is among them");
                (corners.cp, solved.co, ep, solved.eo)
            }
            CubeSubset::Corners => (solved.cp, solved.co, any.ep, any.eo),
            CubeSubset::Edges => (any.cp, any.co, solved.ep, solved.eo),
        };
        // pairs up the permutations of both parities, so the distribution stays uniform
        let swap = match self {
            CubeSubset::Edges => Swap::Corners(6, 7),
            _ => Swap::Edges(10, 11),
        };
        Cube::with_parity_fixed(cp, co, ep, eo, swap).expect("only the parity could be wrong")
    }
}

/// A name that is not one of a [`CubeSubset`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown step {0:?}; expected eo, co, dr, htr, corners or edges")]
pub struct UnknownSubset(String);

impl FromStr for CubeSubset {
    type Err = UnknownSubset;

    fn from_str(name: &str) -> Result<CubeSubset, UnknownSubset> {
        match name {
            "eo" => Ok(CubeSubset::EdgeOrientation),
            "co" => Ok(CubeSubset::CornerOrientation),
            "dr" => Ok(CubeSubset::DominoReduction),
            "htr" => Ok(CubeSubset::HalfTurnReduction),
            "corners" => Ok(CubeSubset::Corners),
            "edges" => Ok(CubeSubset::Edges),
            _ => Err(UnknownSubset(name.to_owned())),
        }
    }
}

/// A random edge permutation that keeps each set of positions.
fn shuffled_within(sets: &[&[u8]], rng: &mut impl Rng) -> [u8; 12] {
    let mut edges = *Cube::SOLVED.edges();
    for set in sets {
        let mut cubies = set.to_vec();
        cubies.shuffle(rng);
        for (place, cubie) in set.iter().zip(cubies) {
            edges[usize::from(*place)] = cubie;
        }
    }
    edges
}

impl Cube {
    /// A cube drawn uniformly from all positions.
    pub fn random(rng: &mut impl Rng) -> Cube {
        Cube::from_index(rng.random_range(0..POSITIONS))
    }
}
