//! Kociemba's two-phase algorithm: short solutions in milliseconds, not proved shortest.
//!
//! The first phase brings a cube into the group of U, D and half turns of the other faces,
//! the second solves it there. Iterative deepening of the first phase finds many ways into the
//! group; each is completed if that makes the whole shorter than the best so far.
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>.)

mod coordinate;

use crate::cube::{Cube, Face, Move, MoveSet};
use coordinate::{Coordinate, PairTable};

/// First-phase moves looked at before the best solution so far is good enough: some 10 ms.
const ENOUGH_NODES: u64 = 300_000;

/// The second phase is not searched deeper: then other ways into the group are faster.
const MOST_SECOND_PHASE: usize = 10;

/// The moves that keep a cube in the group of the second phase.
const SECOND_PHASE: MoveSet =
    MoveSet(MoveSet::HALF_TURNS.0 | MoveSet::of_face(Face::U).0 | MoveSet::of_face(Face::D).0);

/// The tables of both phases, some 15 MB.
pub struct TwoPhase {
    twists: Coordinate,
    flips: Coordinate,
    slice_positions: Coordinate,
    twists_and_slice: PairTable,
    flips_and_slice: PairTable,
    corners: Coordinate,
    outer_edges: Coordinate,
    slice_edges: Coordinate,
    corners_and_slice: PairTable,
    outer_and_slice: PairTable,
}

impl Default for TwoPhase {
    fn default() -> Self {
        Self::new()
    }
}

impl TwoPhase {
    /// Builds the tables, in a fraction of a second.
    pub fn new() -> TwoPhase {
        let all = MoveSet::ALL;
        let twists = Coordinate::new(coordinate::twists, all);
        let flips = Coordinate::new(coordinate::flips, all);
        let slice_positions = Coordinate::new(coordinate::slice_positions, all);
        let second = SECOND_PHASE;
        let corners = Coordinate::new(coordinate::corners, second);
        let outer_edges = Coordinate::new(coordinate::outer_edges, second);
        let slice_edges = Coordinate::new(coordinate::slice_edges, second);
        TwoPhase {
            twists_and_slice: PairTable::new(&twists, &slice_positions, all),
            flips_and_slice: PairTable::new(&flips, &slice_positions, all),
            corners_and_slice: PairTable::new(&corners, &slice_edges, second),
            outer_and_slice: PairTable::new(&outer_edges, &slice_edges, second),
            twists,
            flips,
            slice_positions,
            corners,
            outer_edges,
            slice_edges,
        }
    }

    /// Moves that solve `cube`, canonical, some 20 to 22 for a random one. The same for the
    /// same cube on any machine.
    pub fn solve(&self, cube: &Cube) -> Vec<Move> {
        let mut search = Search {
            tables: self,
            cube,
            path: Vec::new(),
            best: None,
            nodes: 0,
        };
        let start = FirstPhase {
            twists: self.twists.index(cube),
            flips: self.flips.index(cube),
            slice: self.slice_positions.index(cube),
        };
        for depth in 0.. {
            if search.best.as_ref().is_some_and(|best| best.len() <= depth) {
                break;
            }
            search.first_phase(start, depth, MoveSet::ALL);
            if search.is_over() {
                break;
            }
        }
        search
            .best
            .expect("the search goes on until it has a solution")
    }

    /// Moves that make `cube` of a solved one.
    pub fn generate(&self, cube: &Cube) -> Vec<Move> {
        self.solve(&cube.inverse())
    }
}

#[derive(Clone, Copy)]
struct FirstPhase {
    twists: u16,
    flips: u16,
    slice: u16,
}

#[derive(Clone, Copy)]
struct SecondPhase {
    corners: u16,
    outer: u16,
    slice: u16,
}

struct Search<'a> {
    tables: &'a TwoPhase,
    cube: &'a Cube,
    path: Vec<Move>,
    best: Option<Vec<Move>>,
    nodes: u64,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.best.is_some() && self.nodes >= ENOUGH_NODES
    }

    /// Tries all ways of exactly `left` more moves into the group, the first of them from
    /// `allowed`.
    fn first_phase(&mut self, at: FirstPhase, left: usize, allowed: MoveSet) {
        let t = self.tables;
        let distance = t.twists_and_slice.depth(at.twists, at.slice);
        let distance = distance.max(t.flips_and_slice.depth(at.flips, at.slice));
        if usize::from(distance) > left || self.is_over() {
            return;
        }
        if left == 0 {
            self.enter_second_phase();
            return;
        }
        for m in allowed.iter() {
            // a way in that ends with moves of the group is a shorter way in
            if left == 1 && SECOND_PHASE.contains(m) {
                continue;
            }
            self.nodes += 1;
            let next = FirstPhase {
                twists: t.twists.after(at.twists, m),
                flips: t.flips.after(at.flips, m),
                slice: t.slice_positions.after(at.slice, m),
            };
            self.path.push(m);
            self.first_phase(next, left - 1, MoveSet::after(m));
            self.path.pop();
        }
    }

    /// Looks for the shortest end of this way in that makes a new best solution.
    fn enter_second_phase(&mut self) {
        let t = self.tables;
        let cube = self.cube.apply_all(self.path.iter().copied());
        let start = SecondPhase {
            corners: t.corners.index(&cube),
            outer: t.outer_edges.index(&cube),
            slice: t.slice_edges.index(&cube),
        };
        let entered = self.path.len();
        let allowed = self
            .path
            .last()
            .map_or(MoveSet::ALL, |m| MoveSet::after(*m));
        let allowed = allowed.intersection(SECOND_PHASE);
        let Some(most) = self.longest_end() else {
            return;
        };
        for depth in 0..=most {
            if self.second_phase(start, depth, allowed) {
                self.best = Some(self.path.clone());
                break;
            }
        }
        self.path.truncate(entered);
    }

    /// The most moves that the second phase may take, if any way on makes a new best.
    fn longest_end(&self) -> Option<usize> {
        let shorter = match &self.best {
            Some(best) => best.len().checked_sub(self.path.len() + 1)?,
            None => MOST_SECOND_PHASE,
        };
        Some(shorter.min(MOST_SECOND_PHASE))
    }

    /// Whether exactly `left` more moves solve the cube; they are then on the path.
    fn second_phase(&mut self, at: SecondPhase, left: usize, allowed: MoveSet) -> bool {
        let t = self.tables;
        let distance = t.corners_and_slice.depth(at.corners, at.slice);
        let distance = distance.max(t.outer_and_slice.depth(at.outer, at.slice));
        if usize::from(distance) > left {
            return false;
        }
        if left == 0 {
            return true;
        }
        for m in allowed.iter() {
            let next = SecondPhase {
                corners: t.corners.after(at.corners, m),
                outer: t.outer_edges.after(at.outer, m),
                slice: t.slice_edges.after(at.slice, m),
            };
            self.path.push(m);
            let allowed = MoveSet::after(m).intersection(SECOND_PHASE);
            if self.second_phase(next, left - 1, allowed) {
                return true;
            }
            self.path.pop();
        }
        false
    }
}
