//! A node of the search tree.

use crate::cube::{Cube, Metric, Move, Turn};
use crate::probe::PackedCube;

/// The longest path that a node can record: more than God's number in any metric.
pub const MAX_DEPTH: u8 = 32;

/// The two cubes of a node: a solution grows at its end on the normal scramble, and at its
/// beginning on the inverse one (NISS).
///
/// A position and its inverse are equally far from solved, and a move before the one is its inverse
/// after the other. So either can be extended at any node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scramble {
    Normal,
    Inverse,
}

impl Scramble {
    #[inline(always)]
    pub const fn other(self) -> Scramble {
        match self {
            Scramble::Normal => Scramble::Inverse,
            Scramble::Inverse => Scramble::Normal,
        }
    }
}

/// A position to be solved in a given number of moves, and how it was reached.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The position and its inverse, indexed by [`Scramble`] like the next two fields. Moves multiply
    /// the one that is extended on the right.
    pub cubes: [PackedCube; 2],
    /// Turns that may come next in a canonical sequence, as bits.
    pub allowed: [u32; 2],
    /// Lower bounds read from the table; 0 if not read.
    pub bounds: [u8; 2],
    pub depth: u8,
    /// The turns, in order of time: the number of the turn, plus [`Node::ON_INVERSE`].
    path: [u8; MAX_DEPTH as usize],
    /// The task that it belongs to, for the scores of tasks.
    pub task: u32,
}

/// The turns that may come next on each scramble after a turn on it, as bits.
pub type NextTurns = [[u32; Turn::COUNT]; 2];

/// Those of a metric.
pub fn next_turns(metric: Metric) -> &'static NextTurns {
    const fn of(metric: Metric) -> NextTurns {
        let mut next = [[0; Turn::COUNT]; 2];
        let mut number = 0;
        while number < Turn::COUNT {
            let turn = Turn::from_index(number);
            next[0][number] = metric.turns_after(Some(turn));
            next[1][number] = metric.turns_before_inverse(turn);
            number += 1;
        }
        next
    }
    static BY_FACES: NextTurns = of(Metric::HalfTurn);
    static WITH_SLICES: NextTurns = of(Metric::SliceTurn);
    match metric {
        Metric::HalfTurn | Metric::QuarterTurn => &BY_FACES,
        Metric::SliceTurn => &WITH_SLICES,
    }
}

impl Node {
    const ON_INVERSE: u8 = 0x80;

    pub fn new(cube: &Cube, metric: Metric) -> Node {
        Node {
            cubes: [PackedCube::new(cube), PackedCube::new(&cube.inverse())],
            allowed: [metric.turns_after(None); 2],
            bounds: [0; 2],
            depth: 0,
            path: [0; MAX_DEPTH as usize],
            task: 0,
        }
    }

    /// Turns `child`, a copy of this node, into the node after a turn on one scramble, given the turns that may come
    /// next after each, and the cubes and bounds of this scramble and of the other.
    ///
    /// Nodes are written in place: copying a value that was just stored in smaller pieces stalls on
    /// store forwarding.
    #[inline(always)]
    pub fn make_child(
        &self,
        child: &mut Node,
        on: Scramble,
        (turn, next): (usize, &NextTurns),
        this: (PackedCube, u8),
        other: (PackedCube, u8),
    ) {
        // no loop over an array of both: the array would be stored first
        let mut set = |scramble: Scramble, (cube, bound): (PackedCube, u8)| {
            child.cubes[scramble as usize] = cube;
            child.bounds[scramble as usize] = bound;
        };
        set(on, this);
        set(on.other(), other);
        child.allowed[on as usize] = next[on as usize][turn];
        child.path[self.depth as usize] = turn as u8 | (on as u8 * Node::ON_INVERSE);
        child.depth = self.depth + 1;
    }

    pub fn of_task(self, task: u32) -> Node {
        Node { task, ..self }
    }

    /// The moves so far as one sequence: applied to the root's cube it solves that if this node is
    /// solved.
    pub fn moves(&self) -> Vec<Move> {
        let path = &self.path[..self.depth as usize];
        let on = |scramble: u8| {
            path.iter()
                .filter(move |&&step| step & Node::ON_INVERSE == scramble)
                .map(|step| Turn::from_index((step & !Node::ON_INVERSE) as usize))
        };
        let last = on(Node::ON_INVERSE).rev().map(Turn::inverse);
        on(0).chain(last).flat_map(Turn::moves).collect()
    }
}
