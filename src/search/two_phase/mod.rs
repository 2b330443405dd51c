//! Kociemba's two-phase algorithm: short solutions in milliseconds, not proved shortest.
//!
//! The first phase brings a cube into the group of U, D and half turns of the other faces,
//! the second solves it there. Iterative deepening of the first phase finds many ways into the
//! group; each is completed if that makes the whole shorter than the best so far.
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>.)

mod coordinate;

use super::Outcome;
use super::plain::{PlainSearch, Space};
use crate::cube::{Cube, Face, Move, MoveSet};
use coordinate::{Coordinate, PairTable};
use std::ops::ControlFlow;

/// Moves tried in the first phase before the best solution so far is good enough.
const ENOUGH_MOVES: u64 = 300_000;

/// The second phase is not searched deeper: then other ways into the group are faster.
const MOST_SECOND_PHASE: u8 = 10;

/// The moves that keep a cube in the group of the second phase.
const SECOND_PHASE: MoveSet =
    MoveSet(MoveSet::HALF_TURNS.0 | MoveSet::of_face(Face::U).0 | MoveSet::of_face(Face::D).0);

/// The tables of both phases, some 15 MB.
pub struct TwoPhase {
    first: FirstPhase,
    second: SecondPhase,
}

impl Default for TwoPhase {
    fn default() -> Self {
        Self::new()
    }
}

impl TwoPhase {
    /// Builds the tables, in a fraction of a second.
    pub fn new() -> TwoPhase {
        TwoPhase {
            first: FirstPhase::new(),
            second: SecondPhase::new(),
        }
    }

    /// Moves that solve `cube`, canonical, some 20 to 22 for a random one. The same for the
    /// same cube on any machine.
    pub fn solve(&self, cube: &Cube) -> Vec<Move> {
        let start = self.first.node(cube);
        // a way in that ends with moves of the group is a shorter way in
        let mut search = PlainSearch::new(&self.first, MoveSet::ALL).not_ending_with(SECOND_PHASE);
        let mut best: Option<Vec<Move>> = None;
        for length in 0.. {
            let can_be_shorter = best.as_ref().is_none_or(|best| best.len() > length.into());
            if !can_be_shorter || best.is_some() && search.tried >= ENOUGH_MOVES {
                break;
            }
            let searched = search.run(&start, MoveSet::ALL, length, |way_in| {
                if best.is_some() && way_in.tried >= ENOUGH_MOVES {
                    return ControlFlow::Break(Outcome::Complete);
                }
                let shortest = best.as_ref().map_or(usize::MAX, Vec::len);
                best = self.complete(cube, way_in.path, shortest).or(best.take());
                ControlFlow::Continue(())
            });
            if searched.is_break() {
                break;
            }
        }
        best.expect("the search goes on until it has a solution")
    }

    /// Moves that make `cube` of a solved one.
    pub fn generate(&self, cube: &Cube) -> Vec<Move> {
        self.solve(&cube.inverse())
    }

    /// This way into the group with the shortest end, if that is shorter than `shortest`.
    fn complete(&self, cube: &Cube, way_in: &[Move], shortest: usize) -> Option<Vec<Move>> {
        let most = shortest.checked_sub(way_in.len() + 1)?;
        let most = MOST_SECOND_PHASE.min(most.try_into().unwrap_or(u8::MAX));
        let start = self.second.node(&cube.apply_all(way_in.iter().copied()));
        let first = way_in.last().map_or(MoveSet::ALL, |m| MoveSet::after(*m));
        let mut search = PlainSearch::new(&self.second, SECOND_PHASE);
        (0..=most).find_map(|length| {
            let mut whole = None;
            let _ = search.run(&start, first, length, |end| {
                whole = Some([way_in, end.path].concat());
                ControlFlow::Break(Outcome::Complete)
            });
            whole
        })
    }
}

/// Cubes as the first phase knows them: the goal is the group.
struct FirstPhase {
    twists: Coordinate,
    flips: Coordinate,
    slice_positions: Coordinate,
    twists_and_slice: PairTable,
    flips_and_slice: PairTable,
}

#[derive(Clone, Copy)]
struct FirstNode {
    twists: u16,
    flips: u16,
    slice: u16,
}

impl FirstPhase {
    fn new() -> FirstPhase {
        let all = MoveSet::ALL;
        let twists = Coordinate::new(coordinate::twists, all);
        let flips = Coordinate::new(coordinate::flips, all);
        let slice_positions = Coordinate::new(coordinate::slice_positions, all);
        FirstPhase {
            twists_and_slice: PairTable::new(&twists, &slice_positions, all),
            flips_and_slice: PairTable::new(&flips, &slice_positions, all),
            twists,
            flips,
            slice_positions,
        }
    }

    fn node(&self, cube: &Cube) -> FirstNode {
        FirstNode {
            twists: self.twists.index(cube),
            flips: self.flips.index(cube),
            slice: self.slice_positions.index(cube),
        }
    }
}

impl Space for FirstPhase {
    type Node = FirstNode;

    fn apply(&self, node: &FirstNode, m: Move) -> FirstNode {
        FirstNode {
            twists: self.twists.after(node.twists, m),
            flips: self.flips.after(node.flips, m),
            slice: self.slice_positions.after(node.slice, m),
        }
    }

    fn may_be_within(&self, left: u8, node: &FirstNode) -> bool {
        self.twists_and_slice.depth(node.twists, node.slice) <= left
            && self.flips_and_slice.depth(node.flips, node.slice) <= left
    }
}

/// Cubes of the group as the second phase knows them: the goal is the solved cube.
struct SecondPhase {
    corners: Coordinate,
    outer_edges: Coordinate,
    slice_edges: Coordinate,
    corners_and_slice: PairTable,
    outer_and_slice: PairTable,
}

#[derive(Clone, Copy)]
struct SecondNode {
    corners: u16,
    outer: u16,
    slice: u16,
}

impl SecondPhase {
    fn new() -> SecondPhase {
        let corners = Coordinate::new(coordinate::corners, SECOND_PHASE);
        let outer_edges = Coordinate::new(coordinate::outer_edges, SECOND_PHASE);
        let slice_edges = Coordinate::new(coordinate::slice_edges, SECOND_PHASE);
        SecondPhase {
            corners_and_slice: PairTable::new(&corners, &slice_edges, SECOND_PHASE),
            outer_and_slice: PairTable::new(&outer_edges, &slice_edges, SECOND_PHASE),
            corners,
            outer_edges,
            slice_edges,
        }
    }

    fn node(&self, cube: &Cube) -> SecondNode {
        SecondNode {
            corners: self.corners.index(cube),
            outer: self.outer_edges.index(cube),
            slice: self.slice_edges.index(cube),
        }
    }
}

impl Space for SecondPhase {
    type Node = SecondNode;

    fn apply(&self, node: &SecondNode, m: Move) -> SecondNode {
        SecondNode {
            corners: self.corners.after(node.corners, m),
            outer: self.outer_edges.after(node.outer, m),
            slice: self.slice_edges.after(node.slice, m),
        }
    }

    fn may_be_within(&self, left: u8, node: &SecondNode) -> bool {
        self.corners_and_slice.depth(node.corners, node.slice) <= left
            && self.outer_and_slice.depth(node.outer, node.slice) <= left
    }
}
