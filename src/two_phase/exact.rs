//! The first phase with its exact distances: nearly all nodes that are visited are on paths into the domino group.
//!
//! The orientations of edges and the positions of those of E (1,013,760 values) are reduced by the 16 transformations
//! that keep the U-D axis to 64,430 classes, with the 2187 orientations of corners as its representative has them
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>). Of each of these 141 million values the table has the
//! distance modulo 3, in two bits: a move changes the distance by one at most, so that it follows from that before.

use super::generate::GeneratedTables;
use super::improve::MAX_SECOND_PHASE;
use super::phase::{PhaseSpace, first_rules};
use crate::bits::ones;
use crate::coord::{Basic, CoordError, Stop, Symmetric};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation};
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
    /// See [`Near`]; empty until they are found.
    pub near: &'a [u64],
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

    /// The tables, with the distances modulo 3 of all, and without neighbours.
    pub fn of(generated: &'a GeneratedTables, distances: &'a [u8]) -> ExactTables<'a> {
        ExactTables {
            distances,
            steps: &generated.steps,
            representatives: &generated.representatives,
            moved: &generated.moved,
            conjugates: &generated.conjugates,
            near: &[],
        }
    }
}

/// Greatest distance of the cosets of which it is known where the moves lead: of some 830,000 values, one for each
/// coset and those that are symmetric to it.
const NEAR: u8 = 7;

/// Slots of [`Near`], of which two fifths are in use.
pub const SLOTS: usize = 1 << 21;

/// See [`ExactPhase::neighbours`].
type Neighbours = [u32; 2];

/// The neighbours of the cosets near the group, by open addressing: in each slot the value, and from its lowest bit on
/// the two sets of moves.
#[derive(Clone, Copy)]
struct Near<'a>(&'a [u64]);

const EMPTY: u64 = u64::MAX;

impl Near<'_> {
    /// The slot of a value, or an empty one for it.
    #[inline]
    fn slot(self, value: usize) -> usize {
        // Fibonacci hashing (D. Knuth)
        let mut slot = (value as u32).wrapping_mul(0x9E37_79B1) as usize >> (32 - SLOTS.ilog2());
        while self.0[slot] != EMPTY && Near::value(self.0[slot]) != value {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    #[inline]
    fn value(entry: u64) -> usize {
        (entry >> (2 * Move::COUNT)) as usize
    }

    fn entry(value: usize, [nearer, as_far]: Neighbours) -> u64 {
        (value as u64) << (2 * Move::COUNT) | u64::from(as_far) << Move::COUNT | u64::from(nearer)
    }

    /// The neighbours of a value. A class that has symmetries has other values for the same coset, of which not all
    /// are known.
    #[inline]
    fn get(self, value: usize) -> Option<Neighbours> {
        const MOVES: u64 = (1 << Move::COUNT) - 1;
        let entry = self.0[self.slot(value)];
        (entry != EMPTY).then_some([
            (entry & MOVES) as u32,
            (entry >> Move::COUNT & MOVES) as u32,
        ])
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
    /// The domino group.
    goal: ExactNode,
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
            goal: ExactNode {
                class: 0,
                twist: 0,
                offset: 0,
                distance: 0,
            },
            conjugated_moves: all().map(moves_of).collect(),
            moves_of_frame: all().map(|s| moves_of(s.inverse())).collect(),
            products: all().map(products_of).collect(),
            rules: first_rules(Metric::HalfTurn),
        };
        (frames.goal.class, _) = ExactPhase::new(tables, &frames).locate(&Cube::SOLVED);
        frames
    }
}

impl<'a> ExactPhase<'a> {
    pub fn new(tables: ExactTables<'a>, frames: &'a Frames) -> ExactPhase<'a> {
        ExactPhase { tables, frames }
    }

    /// The slots of the neighbours near the group, by depth-first search from there.
    pub fn find_near(&self) -> Vec<u64> {
        let mut slots = vec![EMPTY; SLOTS];
        let mut found = vec![self.frames.goal];
        while let Some(node) = found.pop() {
            let value = self.value(&node);
            let slot = Near(&slots).slot(value);
            if slots[slot] == EMPTY {
                slots[slot] = Near::entry(value, self.neighbours(&node));
                let children = (0..Move::COUNT).filter_map(|m| {
                    Some(self.read_child(&node, m)).filter(|child| child.distance <= NEAR)
                });
                found.extend(children.map(|child| ExactNode { offset: 0, ..child }));
            }
        }
        slots
    }

    /// The moves, as bits, that lead nearer to the group, and those that lead neither nearer nor away, of a
    /// representative.
    fn neighbours(&self, node: &ExactNode) -> Neighbours {
        let [nearer, within] =
            [0, 1].map(|more| self.read_within(node, MoveSet::ALL.bits().into(), more) as u32);
        [nearer, within & !nearer]
    }

    /// The moves among these after which the distance is at most `more - 1` greater than before.
    fn read_within(&self, node: &ExactNode, moves: u64, more: u8) -> u64 {
        let less = (node.distance + 2) % 3;
        let mut within = 0;
        for m in ones(moves) {
            let residue = self.residue(self.value(&self.moved(node, m as usize)));
            let is_within = (residue + 3 - less) % 3 <= more;
            within |= u64::from(is_within) << m;
        }
        within
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

    /// The node after a move, without its distance.
    #[inline(always)]
    fn moved(&self, node: &ExactNode, m: usize) -> ExactNode {
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
    fn value(&self, node: &ExactNode) -> usize {
        TWISTS * usize::from(node.class) + usize::from(node.twist)
    }

    /// The node after a move.
    #[inline]
    fn read_child(&self, node: &ExactNode, m: usize) -> ExactNode {
        let (child, before) = (self.moved(node, m), node.distance);
        // 1 more than before, or the same, or 1 less, is 2, 1 or 0 more than 1 less
        let distance = before + (self.residue(self.value(&child)) + 4 - before % 3) % 3 - 1;
        ExactNode { distance, ..child }
    }

    /// The distance of a value modulo 3.
    #[inline]
    fn residue(&self, value: usize) -> u8 {
        (self.tables.distances[value / 4] >> (2 * (value % 4))) & 3
    }

    /// The distance of a node, by going to the domino group move by move.
    fn distance(&self, mut node: ExactNode) -> u8 {
        let mut distance = 0;
        while (node.class, node.twist) != (self.frames.goal.class, 0) {
            let nearer = (self.residue(self.value(&node)) + 2) % 3;
            let mut children = (0..Move::COUNT).map(|m| self.moved(&node, m));
            let child = children.find(|child| self.residue(self.value(child)) == nearer);
            node = child.expect("some move leads nearer to the group");
            distance += 1;
        }
        distance
    }
}

impl PhaseSpace for ExactPhase<'_> {
    /// Paths are found sooner than long second phases are searched.
    const MAX_FIRST_SECOND_PHASE: [u8; Metric::ALL.len()] = MAX_SECOND_PHASE;

    fn node(&self, cube: &Cube) -> ExactNode {
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

    fn rules(&self) -> &MoveRules {
        &self.frames.rules
    }
}

impl Space for ExactPhase<'_> {
    type Node = ExactNode;

    /// All children are read before the first branch, so that the reads overlap; near the group none is.
    #[inline]
    fn within(&self, node: &ExactNode, moves: u64, left: impl Fn(usize) -> u8) -> u64 {
        // every move costs one
        let more = (left(0) + 1).saturating_sub(node.distance);
        if more >= 2 {
            return moves;
        }
        let known = match node.distance <= NEAR {
            true => Near(self.tables.near).get(self.value(node)),
            false => None,
        };
        let Some([nearer, as_far]) = known else {
            return self.read_within(node, moves, more);
        };
        let in_frame = if more == 0 { nearer } else { nearer | as_far };
        let moves_of_frame = &self.frames.moves_of_frame[usize::from(node.offset)];
        let within = ones(in_frame.into()).map(|m| 1 << moves_of_frame[m as usize]);
        within.fold(0, |within, bit: u64| within | bit) & moves
    }

    fn may_be_within(&self, left: u8, node: &ExactNode) -> bool {
        node.distance <= left
    }

    /// The distance is read only where it does not follow from the move being [`within`](Space::within).
    #[inline]
    fn child(&self, node: &ExactNode, m: usize, left: u8) -> Option<ExactNode> {
        if left == 0 {
            return Some(self.frames.goal);
        }
        if left < node.distance {
            let child = self.moved(node, m);
            return Some(ExactNode {
                distance: left,
                ..child
            });
        }
        Some(self.read_child(node, m)).filter(|child| child.distance <= left)
    }
}
