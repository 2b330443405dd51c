//! The first phase with its exact distances: all nodes that are visited are on paths into the domino group.
//!
//! The orientations of edges and the positions of those of E (1,013,760 values) are reduced by the 16 transformations
//! that keep the U-D axis to 64,430 classes, with the 2187 orientations of corners as its representative has them
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>). Of each of these 141 million values the table has the
//! distance modulo 3, in two bits: a move changes the distance by one at most, so that it follows from that before.

use super::endings::{self, FoundEndings};
use super::generate::GeneratedTables;
use super::phase::first_rules;
use crate::bits::ones;
use crate::coord::{Basic, CoordError, Stop, Symmetric};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation};
use crate::host::cpu::prefetch;
use crate::search::depth_first::MoveRules;

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

impl<'a> ExactTables<'a> {
    /// Generates the tables with classes of a coordinate of the edges. For all of them it takes 141 MB of memory.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn generate(edges: Basic, stop: Stop) -> Result<GeneratedTables, CoordError> {
        let classes = Symmetric::by_all(edges);
        GeneratedTables::new(
            &classes,
            Basic::corner_orientation(),
            MoveSet::ALL,
            u8::MAX,
            stop,
        )
    }

    /// The tables, with the distances modulo 3 of all.
    pub fn of(generated: &'a GeneratedTables, distances: &'a [u8]) -> ExactTables<'a> {
        ExactTables {
            distances,
            steps: &generated.steps,
            representatives: &generated.representatives,
            moved: &generated.moved,
            conjugates: &generated.conjugates,
        }
    }
}

/// The first phase in half turns.
pub struct ExactPhase<'a> {
    tables: ExactTables<'a>,
    frames: &'a Frames,
}

/// What the search needs beside the tables.
pub struct Frames {
    edges: Basic,
    twist: Basic,
    /// The class of the domino group, whose orientation of the corners is 0.
    goal: u16,
    /// By transformation and move.
    conjugated_moves: Vec<[u8; Move::COUNT]>,
    /// The inverse of that.
    moves_of_frame: Vec<[u8; Move::COUNT]>,
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

impl Frames {
    /// For tables of classes of a coordinate of the edges.
    pub fn new(tables: ExactTables, edges: Basic) -> Frames {
        let all = Transformation::all;
        let moves_of = |s: Transformation| Move::ALL.map(|m| s.apply_move(m).index() as u8);
        let products_of = |s: Transformation| {
            let mut products = [0; Transformation::COUNT];
            for t in all() {
                products[t.index()] = s.product(t).index() as u8;
            }
            products
        };
        let mut frames = Frames {
            edges,
            twist: Basic::corner_orientation(),
            goal: 0,
            conjugated_moves: all().map(moves_of).collect(),
            moves_of_frame: all().map(|s| moves_of(s.inverse())).collect(),
            products: all().map(products_of).collect(),
            rules: first_rules(Metric::HalfTurn),
        };
        (frames.goal, _) = ExactPhase::new(tables, &frames).locate(&Cube::SOLVED);
        frames
    }
}

impl<'a> ExactPhase<'a> {
    pub fn new(tables: ExactTables<'a>, frames: &'a Frames) -> ExactPhase<'a> {
        ExactPhase { tables, frames }
    }

    /// Finds the endings of all values, given their distances: seconds for all.
    ///
    /// # Errors
    /// [`CoordError::Stopped`].
    pub fn find_endings(&self, distances: &[u8], stop: Stop) -> Result<FoundEndings, CoordError> {
        let (mut all, mut of_value) = (FoundEndings::new(), vec![]);
        for (value, distance) in distances.iter().enumerate() {
            if *distance > endings::LENGTH {
                continue;
            }
            stop.check()?;
            let node = ExactNode {
                class: (value / TWISTS) as u16,
                twist: (value % TWISTS) as u16,
                offset: 0,
                distance: *distance,
            };
            of_value.clear();
            let mut found = |path: &[u8]| of_value.extend(endings::ending(path));
            self.follow(&node, &mut vec![], endings::LENGTH, &mut found);
            if !of_value.is_empty() {
                all.add(value, &of_value);
            }
        }
        Ok(all)
    }

    /// Finds the paths with exactly `left` moves more.
    fn follow(
        &self,
        node: &ExactNode,
        path: &mut Vec<u8>,
        left: u8,
        found: &mut impl FnMut(&[u8]),
    ) {
        if left == 0 {
            return found(path);
        }
        let rules = self.rules();
        let last = path.last().map(|m| usize::from(*m));
        for m in ones(rules.after(last) & rules.usable(left)) {
            let child = self.with_distance(self.moved(node, m as usize));
            if child.is_within(left - 1) {
                path.push(m as u8);
                self.follow(&child, path, left - 1, found);
                path.pop();
            }
        }
    }

    /// The class of a cube, and a transformation that brings it to the representative.
    fn locate(&self, cube: &Cube) -> (u16, Transformation) {
        let values = self.frames.edges.transformations().iter();
        let values = values.map(|s| (self.frames.edges.index(&s.apply(cube)), s));
        let (least, s) = values.min().expect("the identity is among them");
        let class = self
            .tables
            .representatives
            .partition_point(|value| (*value as usize) < least);
        (class as u16, s)
    }

    /// The node after a move, but with the distance before it.
    #[inline(always)]
    pub fn moved(&self, node: &ExactNode, m: usize) -> ExactNode {
        let tables = &self.tables;
        let m = usize::from(self.frames.conjugated_moves[usize::from(node.offset)][m]);
        let step = tables.steps[Move::COUNT * usize::from(node.class) + m];
        let (class, s) = (step as u16, (step >> 16) as usize);
        let twist = tables.moved[Move::COUNT * usize::from(node.twist) + m];
        ExactNode {
            class,
            twist: tables.conjugates[TWISTS * s + usize::from(twist)],
            offset: self.frames.products[s][usize::from(node.offset)],
            distance: node.distance,
        }
    }

    #[inline]
    pub fn value(&self, node: &ExactNode) -> usize {
        TWISTS * usize::from(node.class) + usize::from(node.twist)
    }

    /// A node after a move, which has the distance before it.
    #[inline]
    pub fn with_distance(&self, node: ExactNode) -> ExactNode {
        let before = node.distance;
        // 1 more than before, or the same, or 1 less, is 2, 1 or 0 more than 1 less
        let distance = before + (self.residue(self.value(&node)) + 4 - before % 3) % 3 - 1;
        ExactNode { distance, ..node }
    }

    /// Prefetches what [`ExactPhase::with_distance`] reads.
    #[inline]
    pub fn prefetch_distance(&self, node: &ExactNode) {
        prefetch(&raw const self.tables.distances[self.value(node) / 4]);
    }

    /// Prefetches what [`ExactPhase::moved`] reads.
    #[inline]
    pub fn prefetch_steps(&self, node: &ExactNode) {
        let steps = &self.tables.steps[Move::COUNT * usize::from(node.class)..][..Move::COUNT];
        prefetch(&raw const steps[0]);
        prefetch(&raw const steps[Move::COUNT - 1]);
    }

    /// By move of the representative what it is of the cube.
    #[inline]
    pub fn frame(&self, node: &ExactNode) -> &'a [u8; Move::COUNT] {
        &self.frames.moves_of_frame[usize::from(node.offset)]
    }

    pub fn rules(&self) -> &'a MoveRules {
        &self.frames.rules
    }

    /// The distance of a value modulo 3.
    #[inline]
    fn residue(&self, value: usize) -> u8 {
        (self.tables.distances[value / 4] >> (2 * (value % 4))) & 3
    }

    /// The distance of a node, by going to the domino group move by move.
    fn distance(&self, mut node: ExactNode) -> u8 {
        let mut distance = 0;
        while (node.class, node.twist) != (self.frames.goal, 0) {
            let nearer = (self.residue(self.value(&node)) + 2) % 3;
            let mut children = (0..Move::COUNT).map(|m| self.moved(&node, m));
            let child = children.find(|child| self.residue(self.value(child)) == nearer);
            node = child.expect("some move leads nearer to the group");
            distance += 1;
        }
        distance
    }

    pub fn node(&self, cube: &Cube) -> ExactNode {
        let (class, offset) = self.locate(cube);
        let node = ExactNode {
            class,
            twist: self.frames.twist.index(&offset.apply(cube)) as u16,
            offset: offset.index() as u8,
            distance: 0,
        };
        let distance = self.distance(node);
        ExactNode { distance, ..node }
    }
}

impl ExactNode {
    #[inline]
    pub fn is_within(&self, left: u8) -> bool {
        self.distance <= left
    }
}
