//! The first phase with its exact distances: no node is visited that is not on a path into the domino group.
//!
//! The orientations of edges and the positions of those of E (1,013,760 values) are reduced by the 16 transformations
//! that keep the U-D axis to 64,430 classes, with the 2187 orientations of corners as its representative has them
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>). Of each of these 141 million values the table has the
//! distance modulo 3, in two bits: a move changes the distance by one at most, so that it follows from that before.

mod generate;

pub use generate::GeneratedTables;

use super::phase::{PhaseSpace, first_rules};
use crate::coord::Basic;
use crate::cube::{Cube, Metric, Move, Transformation};
use crate::search::depth_first::{MoveRules, Space};

/// Number of classes.
pub const CLASSES: usize = 64_430;
/// Number of orientations of the corners.
pub const TWISTS: usize = 2187;

/// What the tables consist of, in the form in which they are read.
#[derive(Clone, Copy)]
pub struct ExactTables<'a> {
    /// Distances modulo 3, by class, then by orientation of the corners.
    pub distances: &'a [u8],
    /// By class and move: the class after it, and from bit 16 on the number of the transformation that brings the
    /// moved representative to the representative of that class.
    pub steps: &'a [u32],
    /// The least value of each class.
    pub representatives: &'a [u32],
    /// The orientation of the corners after each move: by orientation, then by move.
    pub moved: &'a [u16],
    /// The same transformed: by number of the transformation, then by orientation.
    pub conjugates: &'a [u16],
}

/// The first phase in half turns.
pub struct ExactPhase<'a> {
    tables: ExactTables<'a>,
    edges: Basic,
    twist: Basic,
    /// The class of the domino group.
    goal: u16,
    /// By transformation and move.
    conjugated_moves: Vec<[u8; Move::COUNT]>,
    /// By two transformations.
    products: Vec<[u8; Transformation::COUNT]>,
    rules: MoveRules,
}

/// A cube as its value and the transformation under which it has that.
#[derive(Debug, Clone, Copy)]
pub struct ExactNode {
    class: u16,
    twist: u16,
    offset: u8,
    distance: u8,
}

impl<'a> ExactPhase<'a> {
    /// The phase with tables for classes of a coordinate of the edges.
    pub fn new(tables: ExactTables<'a>, edges: Basic) -> ExactPhase<'a> {
        let all = Transformation::all;
        let moves_of = |s: Transformation| Move::ALL.map(|m| s.apply_move(m).index() as u8);
        let products_of = |s: Transformation| {
            let mut products = [0; Transformation::COUNT];
            for t in all() {
                products[t.index()] = s.product(t).index() as u8;
            }
            products
        };
        let mut phase = ExactPhase {
            tables,
            edges,
            twist: Basic::corner_orientation(),
            goal: 0,
            conjugated_moves: all().map(moves_of).collect(),
            products: all().map(products_of).collect(),
            rules: first_rules(Metric::HalfTurn),
        };
        (phase.goal, _) = phase.locate(&Cube::SOLVED);
        phase
    }

    /// The class of a cube, and a transformation that brings it to the representative.
    fn locate(&self, cube: &Cube) -> (u16, Transformation) {
        let values = self.edges.transformations().iter();
        let values = values.map(|s| (self.edges.index(&s.apply(cube)), s));
        let (least, s) = values.min().expect("the identity is among them");
        let class = self
            .tables
            .representatives
            .partition_point(|value| (*value as usize) < least);
        (class as u16, s)
    }

    /// The node after a move, without its distance.
    #[inline]
    fn moved(&self, node: &ExactNode, m: usize) -> ExactNode {
        let tables = &self.tables;
        let m = usize::from(self.conjugated_moves[usize::from(node.offset)][m]);
        let step = tables.steps[Move::COUNT * usize::from(node.class) + m];
        let (class, s) = (step as u16, (step >> 16) as usize);
        let twist = tables.moved[Move::COUNT * usize::from(node.twist) + m];
        ExactNode {
            class,
            twist: tables.conjugates[TWISTS * s + usize::from(twist)],
            offset: self.products[s][usize::from(node.offset)],
            distance: node.distance,
        }
    }

    /// The distance of a node modulo 3.
    #[inline]
    fn residue(&self, node: &ExactNode) -> u8 {
        let value = TWISTS * usize::from(node.class) + usize::from(node.twist);
        (self.tables.distances[value / 4] >> (2 * (value % 4))) & 3
    }

    /// The distance of a node, by going to the domino group move by move.
    fn distance(&self, mut node: ExactNode) -> u8 {
        let mut distance = 0;
        while (node.class, node.twist) != (self.goal, 0) {
            let nearer = (self.residue(&node) + 2) % 3;
            let mut children = (0..Move::COUNT).map(|m| self.moved(&node, m));
            let child = children.find(|child| self.residue(child) == nearer);
            node = child.expect("some move leads nearer to the group");
            distance += 1;
        }
        distance
    }
}

impl PhaseSpace for ExactPhase<'_> {
    fn node(&self, cube: &Cube) -> ExactNode {
        let (class, offset) = self.locate(cube);
        let node = ExactNode {
            class,
            twist: self.twist.index(&offset.apply(cube)) as u16,
            offset: offset.index() as u8,
            distance: 0,
        };
        let distance = self.distance(node);
        ExactNode { distance, ..node }
    }

    fn rules(&self) -> &MoveRules {
        &self.rules
    }
}

impl Space for ExactPhase<'_> {
    type Node = ExactNode;

    fn may_be_within(&self, left: u8, node: &ExactNode) -> bool {
        node.distance <= left
    }

    #[inline]
    fn child(&self, node: &ExactNode, m: usize, left: u8) -> Option<ExactNode> {
        let child = self.moved(node, m);
        // one less, the same or one more: 2, 0 or 1 modulo 3
        let difference = (self.residue(&child) + 3 - node.distance % 3) % 3;
        let distance = match difference {
            2 => node.distance - 1,
            difference => node.distance + difference,
        };
        (distance <= left).then_some(ExactNode { distance, ..child })
    }
}
