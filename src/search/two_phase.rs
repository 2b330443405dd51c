//! Kociemba's two-phase algorithm: short solutions in milliseconds, not proved shortest.
//!
//! The first phase brings a cube into the group of U, D and half turns of the other faces,
//! the second solves it there. Iterative deepening of the first phase finds many ways into the
//! group; each is completed if that makes the whole shorter than the best so far.
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>.)

use super::Outcome;
use super::goals::DOMINO;
use super::plain::{Counts, PlainSearch, Space};
use crate::coord::{
    BasicTables, CompositeTables, Coordinate, CornerOrientation, CornerPermutation, DOMINO_MOVES,
    Distances, DominoEdges, EdgeOrientation, MoveTable, SlicePositions,
};
use crate::cube::{Cube, Metric, Move, MoveSet, TransformationSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Moves tried in the first phase before the best solution so far is good enough.
const ENOUGH_MOVES: u64 = 300_000;

/// The second phase is not searched deeper, by metric: then other ways into the group are
/// faster.
const MOST_SECOND_PHASE: [u8; 2] = [10, 14];

/// The tables of both phases, some 6 MB.
///
/// ```
/// use cubesolve::Cube;
/// use cubesolve::cube::Metric;
/// use cubesolve::search::TwoPhase;
///
/// let cube: Cube = "R U F'".parse()?;
/// let solution = TwoPhase::new(Metric::HalfTurn).solve(&cube);
/// assert!(cube.apply_all(solution).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TwoPhase {
    metric: Metric,
    first: FirstPhase,
    second: SecondPhase,
}

impl TwoPhase {
    /// Builds the tables for solutions that are short in a metric, in a fraction of a second.
    pub fn new(metric: Metric) -> TwoPhase {
        TwoPhase {
            metric,
            first: FirstPhase::new(metric),
            second: SecondPhase::new(metric),
        }
    }

    /// Moves that solve `cube`, canonical, some 20 to 22 for a random one (24 to 28 quarter
    /// turns). The same for the same cube on any machine.
    pub fn solve(&self, cube: &Cube) -> Vec<Move> {
        let start = self.first.node(cube);
        // a way in that ends with moves of the group is a shorter way in
        let counts = Counts::default();
        let mut search =
            PlainSearch::new(&self.first, MoveSet::ALL, &counts).not_ending_with(DOMINO_MOVES);
        let mut best: Option<Vec<Move>> = None;
        for length in 0.. {
            let can_be_shorter = best.as_ref().is_none_or(|best| self.length(best) > length);
            if !can_be_shorter || best.is_some() && counts.tried() >= ENOUGH_MOVES {
                break;
            }
            let searched = search.run(&start, MoveSet::ALL, length, |way_in| {
                if best.is_some() && counts.tried() >= ENOUGH_MOVES {
                    return ControlFlow::Break(Outcome::Complete);
                }
                let shortest = best.as_ref().map_or(u8::MAX, |best| self.length(best));
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

    fn length(&self, moves: &[Move]) -> u8 {
        self.metric.length(moves) as u8
    }

    /// This way into the group with the shortest end, if that is shorter than `shortest`.
    fn complete(&self, cube: &Cube, way_in: &[Move], shortest: u8) -> Option<Vec<Move>> {
        let most = shortest.checked_sub(self.length(way_in) + 1)?;
        let most = most.min(MOST_SECOND_PHASE[self.metric as usize]);
        let start = self.second.node(&cube.apply_all(way_in.iter().copied()));
        let first = way_in.last().map_or(MoveSet::ALL, |m| MoveSet::after(*m));
        let counts = Counts::default();
        let mut search = PlainSearch::new(&self.second, DOMINO_MOVES, &counts);
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
    flips: BasicTables,
    twists: BasicTables,
    slice: BasicTables,
    /// The bounds of the goal `dr`: flips and slice, twists and slice.
    distances: [&'static Distances; 2],
    metric: Metric,
}

#[derive(Clone, Copy)]
struct FirstNode {
    flips: usize,
    twists: usize,
    slice: usize,
}

impl FirstPhase {
    fn new(metric: Metric) -> FirstPhase {
        FirstPhase {
            flips: move_table(&EdgeOrientation, MoveSet::ALL),
            twists: move_table(&CornerOrientation, MoveSet::ALL),
            slice: move_table(&SlicePositions, MoveSet::ALL),
            distances: DOMINO.each_ref().map(|bound| bound.distances(metric)),
            metric,
        }
    }

    fn node(&self, cube: &Cube) -> FirstNode {
        FirstNode {
            flips: EdgeOrientation.index(cube),
            twists: CornerOrientation.index(cube),
            slice: SlicePositions.index(cube),
        }
    }
}

impl Space for FirstPhase {
    type Node = FirstNode;

    fn metric(&self) -> Metric {
        self.metric
    }

    fn apply(&self, node: &FirstNode, m: Move) -> FirstNode {
        FirstNode {
            flips: self.flips.apply(node.flips, m),
            twists: self.twists.apply(node.twists, m),
            slice: self.slice.apply(node.slice, m),
        }
    }

    fn may_be_within(&self, left: u8, node: &FirstNode) -> bool {
        let (flips, twists) = (self.flips.size(), self.twists.size());
        let [flips_and_slice, twists_and_slice] = self.distances;
        twists_and_slice.get(twists * node.slice + node.twists) <= left
            && flips_and_slice.get(flips * node.slice + node.flips) <= left
    }
}

/// Cubes of the group as the second phase knows them: the goal is the solved cube.
struct SecondPhase {
    corners: Arc<BasicTables>,
    outer: Arc<BasicTables>,
    slice: Arc<BasicTables>,
    corners_and_slice: Distances,
    outer_and_slice: Distances,
    metric: Metric,
}

#[derive(Clone, Copy)]
struct SecondNode {
    corners: usize,
    outer: usize,
    slice: usize,
}

impl SecondPhase {
    fn new(metric: Metric) -> SecondPhase {
        let [corners, outer, slice]: [&dyn Coordinate; 3] =
            [&CornerPermutation, &DominoEdges::Outer, &DominoEdges::Slice];
        let tables = |coordinate| Arc::new(move_table(coordinate, DOMINO_MOVES));
        let (corners, outer, slice) = (tables(corners), tables(outer), tables(slice));
        // the solved cube has value 0 in all of them
        let with_slice = |other: &Arc<BasicTables>| {
            let both = CompositeTables::of_parts(vec![slice.clone(), other.clone()]);
            Distances::new(&both, &[0], metric)
        };
        SecondPhase {
            corners_and_slice: with_slice(&corners),
            outer_and_slice: with_slice(&outer),
            metric,
            corners,
            outer,
            slice,
        }
    }

    fn node(&self, cube: &Cube) -> SecondNode {
        SecondNode {
            corners: CornerPermutation.index(cube),
            outer: DominoEdges::Outer.index(cube),
            slice: DominoEdges::Slice.index(cube),
        }
    }
}

impl Space for SecondPhase {
    type Node = SecondNode;

    fn metric(&self) -> Metric {
        self.metric
    }

    fn apply(&self, node: &SecondNode, m: Move) -> SecondNode {
        SecondNode {
            corners: self.corners.apply(node.corners, m),
            outer: self.outer.apply(node.outer, m),
            slice: self.slice.apply(node.slice, m),
        }
    }

    fn may_be_within(&self, left: u8, node: &SecondNode) -> bool {
        let slices = self.slice.size();
        self.corners_and_slice
            .get(slices * node.corners + node.slice)
            <= left
            && self.outer_and_slice.get(slices * node.outer + node.slice) <= left
    }
}

fn move_table(coordinate: &dyn Coordinate, moves: MoveSet) -> BasicTables {
    BasicTables::for_moves(coordinate, moves, TransformationSet::default())
}
