//! The two phases as coordinates with their moves and distances.

use crate::coord::{
    BasicTables, CompositeTables, Coordinate, CornerOrientation, CornerPermutation, DOMINO_MOVES,
    Distances, DominoEdges, EdgeOrientation, MoveTable, SlicePositions,
};
use crate::cube::{Cube, Metric, Move, MoveSet, TransformationSet};
use crate::search::goals::DOMINO;
use crate::search::plain::Space;
use std::sync::Arc;

/// Cubes as the first phase knows them: the goal is the group.
pub struct FirstPhase {
    flips: BasicTables,
    twists: BasicTables,
    slice: BasicTables,
    /// The bounds of the goal `dr`: flips and slice, twists and slice.
    distances: [&'static Distances; 2],
    metric: Metric,
}

#[derive(Clone, Copy)]
pub struct FirstNode {
    flips: usize,
    twists: usize,
    slice: usize,
}

impl FirstPhase {
    pub fn new(metric: Metric) -> FirstPhase {
        FirstPhase {
            flips: move_table(&EdgeOrientation, MoveSet::ALL),
            twists: move_table(&CornerOrientation, MoveSet::ALL),
            slice: move_table(&SlicePositions, MoveSet::ALL),
            distances: DOMINO.each_ref().map(|bound| bound.distances(metric)),
            metric,
        }
    }

    pub fn node(&self, cube: &Cube) -> FirstNode {
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
pub struct SecondPhase {
    corners: Arc<BasicTables>,
    outer: Arc<BasicTables>,
    slice: Arc<BasicTables>,
    corners_and_slice: Distances,
    outer_and_slice: Distances,
    metric: Metric,
}

#[derive(Clone, Copy)]
pub struct SecondNode {
    corners: usize,
    outer: usize,
    slice: usize,
}

impl SecondPhase {
    pub fn new(metric: Metric) -> SecondPhase {
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

    pub fn node(&self, cube: &Cube) -> SecondNode {
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
