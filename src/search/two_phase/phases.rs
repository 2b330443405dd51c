//! The two phases as coordinates with their moves and distances.

use crate::coord::{
    BasicTables, Coordinate, CornerOrientation, CornerPermutation, DOMINO_MOVES, Distances,
    DominoEdges, EdgeOrientation, MoveTable, SlicePositions,
};
use crate::cube::{Cube, Metric, Move, MoveSet, TransformationSet};
use crate::search::goals::{Bound, DOMINO, FINISH};
use crate::search::plain::Space;

/// Cubes as a phase knows them: by three coordinates, of which the first is about the edges of
/// the E slice.
pub struct Phase {
    coordinates: [&'static dyn Coordinate; 3],
    tables: [BasicTables; 3],
    /// Of the first coordinate, the least significant, together with each of the others.
    distances: [&'static Distances; 2],
    metric: Metric,
}

/// The values of the three coordinates.
pub type Node = [usize; 3];

impl Phase {
    /// All cubes, on the way into the group.
    pub fn first(metric: Metric) -> Phase {
        let coordinates: [&dyn Coordinate; 3] =
            [&SlicePositions, &EdgeOrientation, &CornerOrientation];
        Phase::new(coordinates, MoveSet::ALL, &DOMINO, metric)
    }

    /// Cubes of the group, on the way to the solved cube.
    pub fn second(metric: Metric) -> Phase {
        let coordinates: [&dyn Coordinate; 3] =
            [&DominoEdges::Slice, &CornerPermutation, &DominoEdges::Outer];
        Phase::new(coordinates, DOMINO_MOVES, &FINISH, metric)
    }

    fn new(
        coordinates: [&'static dyn Coordinate; 3],
        moves: MoveSet,
        bounds: &'static [Bound; 2],
        metric: Metric,
    ) -> Phase {
        let table = |part| BasicTables::for_moves(part, moves, TransformationSet::default());
        Phase {
            coordinates,
            tables: coordinates.map(table),
            distances: bounds.each_ref().map(|bound| bound.distances(metric)),
            metric,
        }
    }

    pub fn node(&self, cube: &Cube) -> Node {
        self.coordinates.map(|part| part.index(cube))
    }
}

impl Space for Phase {
    type Node = Node;

    fn metric(&self) -> Metric {
        self.metric
    }

    fn apply(&self, node: &Node, m: Move) -> Node {
        let moved = |i: usize| self.tables[i].apply(node[i], m);
        [moved(0), moved(1), moved(2)]
    }

    fn may_be_within(&self, left: u8, [slice, others @ ..]: &Node) -> bool {
        let slices = self.tables[0].size();
        let bound = |i: usize| self.distances[i].get(slices * others[i] + slice);
        bound(0) <= left && bound(1) <= left
    }
}
