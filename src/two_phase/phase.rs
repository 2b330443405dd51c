//! A phase: coordinates with their moves and distances.

use super::paths::{PathSearch, Task};
use crate::coord::{
    Basic, BasicTables, CoordError, CoordinateBound, DOMINO_MOVES, Distances, Stop,
};
use crate::cube::{Cube, Metric, Move, MoveSet, TransformationSet};
use crate::goals::{DOMINO, FINISH};
use crate::search::Outcome;
use crate::search::depth_first::{DepthFirst, MoveRules, Space};
use std::ops::ControlFlow;

/// The tables of a phase, generated in memory.
pub struct PhaseTables {
    tables: [BasicTables; 3],
    /// Of the first coordinate, the least significant, together with each of the others.
    distances: [&'static Distances; 2],
    moves: MoveSet,
    rules: MoveRules,
}

/// One of the two phases. A node is a cube as the values of three coordinates, of which the first
/// is about the edges of the E slice.
pub struct Phase<'a> {
    pub coordinates: [Basic; 3],
    /// What the moves make of the values of each coordinate: by value, then by move.
    pub moves: [&'a [u16]; 3],
    /// Of the first coordinate, the least significant, together with each of the others.
    pub distances: [&'a [u8]; 2],
    /// The number of each move among those of the phase, and how many these are.
    columns: ([usize; Move::COUNT], usize),
    rules: MoveRules,
}

/// The coordinates of the second phase, from the domino group to the solved cube.
pub fn second_coordinates() -> [Basic; 3] {
    [
        Basic::domino_slice(),
        Basic::corner_permutation(),
        Basic::domino_edges(),
    ]
}

/// The rules of the first phase. A path that ends with moves of the domino group is a longer form of the path
/// without them, so there is none.
pub fn first_rules(metric: Metric) -> MoveRules {
    MoveRules::face_turns(metric, MoveSet::ALL).not_ending_with(DOMINO_MOVES)
}

impl PhaseTables {
    /// All cubes, to the domino group.
    pub fn first(metric: Metric, stop: Stop) -> Result<PhaseTables, CoordError> {
        let coordinates = [
            Basic::slice_positions(),
            Basic::edge_orientation(),
            Basic::corner_orientation(),
        ];
        let tables = PhaseTables::new(coordinates, MoveSet::ALL, &DOMINO, metric, stop)?;
        Ok(PhaseTables {
            rules: first_rules(metric),
            ..tables
        })
    }

    /// Cubes of the domino group, to the solved cube.
    pub fn second(metric: Metric, stop: Stop) -> Result<PhaseTables, CoordError> {
        PhaseTables::new(second_coordinates(), DOMINO_MOVES, &FINISH, metric, stop)
    }

    fn new(
        coordinates: [Basic; 3],
        moves: MoveSet,
        bounds: &'static [CoordinateBound],
        metric: Metric,
        stop: Stop,
    ) -> Result<PhaseTables, CoordError> {
        let table = |basic| BasicTables::new(basic, moves, TransformationSet::default(), stop);
        let [slice, one, other] = coordinates;
        Ok(PhaseTables {
            tables: [table(slice)?, table(one)?, table(other)?],
            distances: [
                bounds[0].prepare(metric, stop)?,
                bounds[1].prepare(metric, stop)?,
            ],
            moves,
            rules: MoveRules::face_turns(metric, moves),
        })
    }

    pub fn phase(&self) -> Phase<'_> {
        Phase::new(
            self.tables.each_ref().map(|table| table.coordinate.clone()),
            self.tables.each_ref().map(BasicTables::short_moves),
            self.distances.map(Distances::entries),
            self.moves,
            self.rules.clone(),
        )
    }
}

impl<'a> Phase<'a> {
    pub fn new(
        coordinates: [Basic; 3],
        tables: [&'a [u16]; 3],
        distances: [&'a [u8]; 2],
        moves: MoveSet,
        rules: MoveRules,
    ) -> Phase<'a> {
        let mut columns = [0; Move::COUNT];
        for (column, m) in moves.iter().enumerate() {
            columns[m.index()] = column;
        }
        Phase {
            coordinates,
            moves: tables,
            distances,
            columns: (columns, moves.len()),
            rules,
        }
    }
}

impl Phase<'_> {
    /// The distance of the first coordinate together with one of the others.
    #[inline]
    fn bound(&self, i: usize, slice: usize, other: usize) -> u8 {
        self.distances[i][self.coordinates[0].size * other + slice]
    }

    pub fn node(&self, cube: &Cube) -> [usize; 3] {
        self.coordinates
            .each_ref()
            .map(|coordinate| coordinate.index(cube))
    }

    pub fn rules(&self) -> &MoveRules {
        &self.rules
    }
}

impl PathSearch for Phase<'_> {
    /// Many more paths into the group than by [`MAX_SECOND_PHASE`](super::improve::MAX_SECOND_PHASE) then lead to one, so it
    /// is found in a tenth of the time, though it is a few moves longer.
    const MAX_FIRST_SECOND_PHASE: [u8; Metric::ALL.len()] = [12, 20, 12];

    type Start = [usize; 3];

    fn start(&self, cube: &Cube) -> [usize; 3] {
        self.node(cube)
    }

    fn find(
        &mut self,
        start: &[usize; 3],
        m: usize,
        length: u8,
        task: &mut Task,
    ) -> ControlFlow<Outcome> {
        let mut search = DepthFirst::new(&*self, &self.rules, task.counter);
        let found = |_: &_, path: &[u8]| (task.found)(path);
        if length == 0 {
            return match m {
                0 => search.find(&[], start, 0, found),
                _ => ControlFlow::Continue(()),
            };
        }
        let moves = self.rules.after(None) & self.rules.usable(length) & 1 << m;
        if moves == 0 || !self.may_be_within(length, start) {
            return ControlFlow::Continue(());
        }
        let left = length - self.rules.cost(m);
        match self.child(start, m, left) {
            Some(child) => search.find(&[m as u8], &child, left, found),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Space for Phase<'_> {
    type Node = [usize; 3];

    fn may_be_within(&self, left: u8, [slice, others @ ..]: &Self::Node) -> bool {
        self.bound(0, *slice, others[0]) <= left && self.bound(1, *slice, others[1]) <= left
    }

    fn child(&self, node: &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let (columns, width) = &self.columns;
        let moved = |i: usize| usize::from(self.moves[i][width * node[i] + columns[m]]);
        let (slice, corners) = (moved(0), moved(1));
        // most children end here
        if self.bound(0, slice, corners) > left {
            return None;
        }
        let edges = moved(2);
        (self.bound(1, slice, edges) <= left).then_some([slice, corners, edges])
    }
}
