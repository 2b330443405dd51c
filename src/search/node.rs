//! A node of the search tree.

use crate::cube::{Cube, Move, MoveSet};
use crate::probe::PackedCube;

/// The longest path the search can record.
pub const MAX_DEPTH: u8 = 24;

/// The two ends of a solution that grows from both: moves after the cube, and (seen from
/// the inverse) moves before it.
///
/// A position and its inverse are equally far from solved, and a move put before the one
/// is its inverse put after the other. So either end can be extended at any node.
pub type End = usize;

/// A position to be solved in a given number of moves, and how it was reached.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The position and its inverse: extending end `e` multiplies `sides[e]` on the right.
    pub sides: [PackedCube; 2],
    /// Moves that may come next at each end in a canonical sequence.
    pub allowed: [MoveSet; 2],
    /// Lower bounds read from the table for each side; 0 where it was not read.
    pub bounds: [u8; 2],
    /// Moves made so far.
    pub depth: u8,
    /// The moves, in order of time: the move number, plus [`Node::AT_INVERSE`].
    path: [u8; MAX_DEPTH as usize],
    /// The part of the tree it belongs to, for statistics.
    pub task: u32,
}

/// The moves that may come next at each end after a move there.
static NEXT: [[MoveSet; Move::COUNT]; 2] = {
    let mut next = [[MoveSet::EMPTY; Move::COUNT]; 2];
    let mut m = 0;
    while m < Move::COUNT {
        next[0][m] = MoveSet::after(Move::from_index(m));
        next[1][m] = MoveSet::before_inverse(Move::from_index(m));
        m += 1;
    }
    next
};

impl Node {
    const AT_INVERSE: u8 = 0x80;

    /// The root for a cube.
    pub fn new(cube: &Cube) -> Node {
        Node {
            sides: [PackedCube::new(cube), PackedCube::new(&cube.inverse())],
            allowed: [MoveSet::ALL; 2],
            bounds: [0; 2],
            depth: 0,
            path: [0; MAX_DEPTH as usize],
            task: 0,
        }
    }

    /// The node after a move at one end, given its side at this end and at the other, and
    /// their bounds.
    #[inline(always)]
    pub fn child(&self, end: End, m: Move, sides: [PackedCube; 2], bounds: [u8; 2]) -> Node {
        let mut child = *self;
        child.sides[end] = sides[0];
        child.sides[1 - end] = sides[1];
        child.bounds[end] = bounds[0];
        child.bounds[1 - end] = bounds[1];
        child.allowed[end] = NEXT[end][m.index()];
        child.path[self.depth as usize] = m.index() as u8 | (end as u8 * Node::AT_INVERSE);
        child.depth = self.depth + 1;
        child
    }

    /// The moves so far as one sequence that, applied to the root's cube, leads to where the
    /// cube is solved if this node is.
    pub fn moves(&self) -> Vec<Move> {
        let path = &self.path[..self.depth as usize];
        let at = |end: u8| {
            path.iter()
                .filter(move |&&step| step & Node::AT_INVERSE == end)
                .map(|step| Move::from_index((step & !Node::AT_INVERSE) as usize))
        };
        let mut moves: Vec<Move> = at(0).collect();
        let mut end: Vec<Move> = at(Node::AT_INVERSE).map(Move::inverse).collect();
        end.reverse();
        moves.append(&mut end);
        moves
    }
}
