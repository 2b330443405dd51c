//! Random positions: of all, of those where a step is already done, of a distance.

use super::{Cube, Exchange, Metric, Move, MoveSet, POSITIONS};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use std::str::FromStr;
use thiserror::Error;

/// A step of solving that may already be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Edges are oriented: quarter turns of F and B are not needed any more.
    EdgeOrientation,
    /// Corners are oriented to U and D.
    CornerOrientation,
    /// Domino: U, D and half turns of the other faces are enough.
    DominoReduction,
    /// Half turns are enough.
    HalfTurnReduction,
    /// All corners are solved.
    Corners,
    /// All edges are solved.
    Edges,
}

impl Step {
    /// A position where the step is done, each with the same chance.
    pub fn random(self, rng: &mut impl Rng) -> Cube {
        let any = Cube::random(rng);
        let (corners, edges) = (*any.corners(), *any.edges());
        match self {
            Step::EdgeOrientation => cube(corners, *any.corner_orientations(), edges, [0; 12]),
            Step::CornerOrientation => cube(corners, [0; 8], edges, *any.edge_orientations()),
            Step::DominoReduction => {
                let edges = shuffled_within(&[&[0, 1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11]], rng);
                cube(corners, [0; 8], edges, [0; 12])
            }
            Step::HalfTurnReduction => {
                let slices = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]];
                let edges = shuffled_within(&slices.each_ref().map(|s| s.as_slice()), rng);
                let corners = half_turn_corners();
                let corners = corners.choose(rng).expect("the solved corners are there");
                cube(*corners, [0; 8], edges, [0; 12])
            }
            Step::Corners => {
                let solved = *Cube::SOLVED.corners();
                cube(solved, [0; 8], edges, *any.edge_orientations())
            }
            Step::Edges => {
                let (solved, twists) = (*Cube::SOLVED.edges(), *any.corner_orientations());
                let exchange = Exchange::Corners(6, 7);
                Cube::mended(corners, twists, solved, [0; 12], exchange).expect(ONLY_PARITY)
            }
        }
    }
}

/// The name is of no step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no step; expected eo, co, dr, htr, corners or edges")]
pub struct UnknownStep(String);

impl FromStr for Step {
    type Err = UnknownStep;

    fn from_str(name: &str) -> Result<Step, UnknownStep> {
        match name {
            "eo" => Ok(Step::EdgeOrientation),
            "co" => Ok(Step::CornerOrientation),
            "dr" => Ok(Step::DominoReduction),
            "htr" => Ok(Step::HalfTurnReduction),
            "corners" => Ok(Step::Corners),
            "edges" => Ok(Step::Edges),
            _ => Err(UnknownStep(name.to_owned())),
        }
    }
}

const ONLY_PARITY: &str = "only the parity could be wrong";

/// The cube of these arrays, of which two edges are exchanged if the parity asks for it: one
/// to one between the edge permutations of both parities, so chances stay equal.
fn cube(
    corners: [u8; 8],
    corner_orientations: [u8; 8],
    edges: [u8; 12],
    edge_orientations: [u8; 12],
) -> Cube {
    let exchange = Exchange::Edges(10, 11);
    Cube::mended(
        corners,
        corner_orientations,
        edges,
        edge_orientations,
        exchange,
    )
    .expect(ONLY_PARITY)
}

/// Edges permuted at random, each among the positions of its set.
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

/// The 96 corner permutations that half turns make.
fn half_turn_corners() -> Vec<[u8; 8]> {
    let mut found = vec![Cube::SOLVED];
    let mut next = 0;
    while next < found.len() {
        for m in MoveSet::HALF_TURNS.iter() {
            let cube = found[next].apply(m);
            if found.iter().all(|known| known.corners() != cube.corners()) {
                found.push(cube);
            }
        }
        next += 1;
    }
    found.iter().map(|cube| *cube.corners()).collect()
}

impl Cube {
    /// A cube drawn uniformly from all positions.
    pub fn random(rng: &mut impl Rng) -> Cube {
        let index = rng.random_range(0..POSITIONS);
        Cube::from_index(index).expect("the index is in range")
    }

    /// A position that is likely at `distance` from solved, up to God's number; the chance is
    /// fair (one in four at worst) except for the greatest distances, which are rare. Positions
    /// of one distance do not all have the same chance.
    pub fn random_near(distance: u8, metric: Metric, rng: &mut impl Rng) -> Cube {
        // where most positions are, nearly all others being nearer
        let far = [18, 20][metric as usize];
        if distance >= far {
            let mut drawn = std::iter::repeat_with(|| Cube::random(rng));
            let cube = drawn.find(|cube| metric.possible_length(cube, distance) == distance);
            return cube.expect("drawing never ends");
        }
        let (mut allowed, mut left) = (MoveSet::ALL, distance);
        let mut cube = Cube::SOLVED;
        while left > 0 {
            let fitting =
                (1..=left.min(Metric::MOST)).map(|cost| metric.moves_of_cost(allowed, cost));
            let m: Move = random_member(fitting.fold(MoveSet::EMPTY, MoveSet::union), rng);
            cube = cube.apply(m);
            allowed = MoveSet::after(m);
            left -= metric.cost(m);
        }
        cube
    }
}

fn random_member(moves: MoveSet, rng: &mut impl Rng) -> Move {
    let n = rng.random_range(0..moves.len());
    moves.iter().nth(n).expect("the set has more than n moves")
}
