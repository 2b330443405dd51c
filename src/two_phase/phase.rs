//! A phase: coordinates with their moves and distances.

use crate::coord::{
    Basic, BasicTables, CoordError, CoordinateBound, DOMINO_MOVES, Distances, Stop,
};
use crate::cube::{Cube, Metric, Move, MoveSet, TransformationSet};
use crate::goals::{DOMINO, FINISH};
use crate::search::depth_first::{MoveRules, Space};

/// One of the two phases. A node is a cube as the values of three coordinates, of which the first
/// is about the edges of the E slice.
pub struct Phase {
    tables: [BasicTables; 3],
    /// Of the first coordinate, the least significant, together with each of the others.
    distances: [&'static Distances; 2],
    pub rules: MoveRules,
}

impl Phase {
    /// All cubes, to the domino group. A path that ends with moves of the group is a longer form
    /// of the path without them, so there is none.
    pub fn first(metric: Metric, stop: Stop) -> Result<Phase, CoordError> {
        let coordinates = [
            Basic::slice_positions(),
            Basic::edge_orientation(),
            Basic::corner_orientation(),
        ];
        let mut phase = Phase::new(coordinates, MoveSet::ALL, &DOMINO, metric, stop)?;
        phase.rules = phase.rules.not_ending_with(DOMINO_MOVES);
        Ok(phase)
    }

    /// Cubes of the domino group, to the solved cube.
    pub fn second(metric: Metric, stop: Stop) -> Result<Phase, CoordError> {
        let coordinates = [
            Basic::domino_slice(),
            Basic::corner_permutation(),
            Basic::domino_edges(),
        ];
        Phase::new(coordinates, DOMINO_MOVES, &FINISH, metric, stop)
    }

    fn new(
        coordinates: [Basic; 3],
        moves: MoveSet,
        bounds: &'static [CoordinateBound],
        metric: Metric,
        stop: Stop,
    ) -> Result<Phase, CoordError> {
        let table = |basic| BasicTables::new(basic, moves, TransformationSet::default(), stop);
        let [slice, one, other] = coordinates;
        Ok(Phase {
            tables: [table(slice)?, table(one)?, table(other)?],
            distances: [
                bounds[0].prepare(metric, stop)?,
                bounds[1].prepare(metric, stop)?,
            ],
            rules: MoveRules::face_turns(metric, moves),
        })
    }

    pub fn node(&self, cube: &Cube) -> [usize; 3] {
        let tables = self.tables.each_ref();
        tables.map(|table| table.coordinate.index(cube))
    }
}

impl Space for Phase {
    type Node = [usize; 3];

    fn may_be_within(&self, left: u8, [slice, others @ ..]: &Self::Node) -> bool {
        let slices = self.tables[0].coordinate.size;
        let bound = |i: usize| self.distances[i].get(slices * others[i] + slice);
        bound(0) <= left && bound(1) <= left
    }

    fn child(&self, node: &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let moved = |i: usize| self.tables[i].apply(node[i], Move::from_index(m));
        let child = [moved(0), moved(1), moved(2)];
        self.may_be_within(left, &child).then_some(child)
    }
}
