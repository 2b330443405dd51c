//! The first phase with its exact distances: no node is visited that is not on a path into the domino group.
//!
//! The orientations of edges and the positions of those of E (1,013,760 values) are reduced by the 16 transformations
//! that keep the U-D axis to 64,430 classes, with the 2187 orientations of corners as its representative has them
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>). Of each of these 141 million values the table has the
//! distance modulo 3, in two bits: a move changes the distance by one at most, so that it follows from that before.

use super::phase::{PhaseSpace, first_rules};
use crate::coord::{Basic, BasicTables, CoordError, Stop, Symmetric, allocate};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation};
use crate::host::threads;
use crate::search::depth_first::{MoveRules, Space};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// Number of classes.
pub const CLASSES: usize = 64_430;
/// Number of orientations of the corners.
pub const TWISTS: usize = 2187;
/// Bytes of the distances.
pub const BYTES: usize = (CLASSES * TWISTS).div_ceil(4);

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
    slice: Basic,
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
    pub fn new(tables: ExactTables<'a>) -> ExactPhase<'a> {
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
            slice: Basic::oriented_slice(),
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
        let values = self.slice.transformations().iter();
        let values = values.map(|s| (self.slice.index(&s.apply(cube)), s));
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

/// The tables after their generation.
pub struct GeneratedTables {
    /// In whole bytes, in the same order.
    pub distances: Vec<u8>,
    pub steps: Vec<u32>,
    pub representatives: Vec<u32>,
    pub moved: Vec<u16>,
    pub conjugates: Vec<u16>,
}

impl GeneratedTables {
    /// Breadth-first search on all threads; it takes 141 MB of memory.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(stop: Stop) -> Result<GeneratedTables, CoordError> {
        let classes = Symmetric::by_all(Basic::oriented_slice());
        assert_eq!(classes.classes(), CLASSES);
        let (base, group) = (classes.base(), classes.group());
        let twists = BasicTables::new(Basic::corner_orientation(), MoveSet::ALL, group, stop)?;
        let mut conjugates = vec![0; Transformation::COUNT * TWISTS];
        for s in group.iter() {
            for (twist, conjugate) in (0..TWISTS).zip(&mut conjugates[TWISTS * s.index()..]) {
                *conjugate = twists.transform(twist, s) as u16;
            }
        }
        let representatives = (0..CLASSES).map(|class| classes.representative(class));
        let representatives: Vec<u32> = representatives.map(|value| value as u32).collect();
        let steps_of = |representative: &u32| {
            let cube = base.cube(*representative as usize);
            Move::ALL.map(|m| {
                let (class, s) = classes.locate_cube(&cube.apply(m));
                class as u32 | ((s.index() as u32) << 16)
            })
        };
        let steps = || -> Vec<u32> {
            let steps = representatives.par_iter().flat_map_iter(steps_of);
            steps.collect()
        };
        let mut tables = GeneratedTables {
            distances: vec![],
            steps: threads::in_pool(steps)?,
            moved: twists.short_moves().to_vec(),
            conjugates,
            representatives,
        };
        let (goal, _) = classes.locate_cube(&Cube::SOLVED);
        let distances = {
            let search = BreadthFirst {
                maps: tables.maps(),
                tables: &tables,
                classes: &classes,
                distances: unreached()?,
                newest: (0..CLASSES).map(|_| AtomicU8::new(0)).collect(),
                stop,
            };
            threads::in_pool(|| search.fill(goal))??;
            search.distances.into_iter()
        };
        tables.distances = distances.map(AtomicU8::into_inner).collect();
        Ok(tables)
    }

    /// What each move makes of the orientations of the corners if it is followed by a transformation: by move,
    /// transformation and orientation.
    fn maps(&self) -> Vec<u16> {
        let mut maps = Vec::with_capacity(Move::COUNT * Transformation::COUNT * TWISTS);
        for m in 0..Move::COUNT {
            for conjugates in self.conjugates.chunks(TWISTS) {
                let moved = self.moved.iter().skip(m).step_by(Move::COUNT);
                maps.extend(moved.map(|twist| conjugates[usize::from(*twist)]));
            }
        }
        maps
    }

    /// The number of values at each distance.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; 13];
        for distance in &self.distances {
            counts[usize::from(*distance)] += 1;
        }
        counts
    }

    /// The bytes of the distances modulo 3 from one of them on.
    pub fn pack(&self, offset: usize, out: &mut [u8]) {
        let residues = |four: &[u8]| {
            let four = four.iter().rev();
            four.fold(0, |byte, distance| (byte << 2) | (distance % 3))
        };
        for (byte, four) in out.iter_mut().zip(self.distances[4 * offset..].chunks(4)) {
            *byte = residues(four);
        }
    }
}

const UNREACHED: u8 = u8::MAX;

fn unreached() -> Result<Vec<AtomicU8>, CoordError> {
    let mut distances = allocate(CLASSES * TWISTS)?;
    distances.resize_with(CLASSES * TWISTS, || AtomicU8::new(UNREACHED));
    Ok(distances)
}

/// A list of orientations of the corners, made without branches, since what is in it is unpredictable.
struct Twists {
    /// Longer by one, for what is not added.
    all: [u16; TWISTS + 1],
    len: usize,
}

impl Default for Twists {
    fn default() -> Twists {
        Twists {
            all: [0; TWISTS + 1],
            len: 0,
        }
    }
}

impl Twists {
    #[inline]
    fn push_if(&mut self, twist: u16, is_added: bool) {
        self.all[self.len] = twist;
        self.len += usize::from(is_added);
    }

    fn list(&self) -> &[u16] {
        &self.all[..self.len]
    }
}

/// The generation of the distances, class by class: the rows of two classes that a move leads between are in the
/// first-level cache together.
struct BreadthFirst<'a> {
    tables: &'a GeneratedTables,
    classes: &'a Symmetric,
    /// See [`GeneratedTables::maps`].
    maps: Vec<u16>,
    distances: Vec<AtomicU8>,
    /// By class the greatest distance of a value.
    newest: Vec<AtomicU8>,
    stop: Stop<'a>,
}

impl BreadthFirst<'_> {
    fn fill(&self, goal: usize) -> Result<(), CoordError> {
        /// Searching from an unreached value ends at the first neighbour of the last depth, often the second or
        /// third that is tried; searching from the last depth tries all 18.
        const WORK_FORWARD: usize = 6;
        self.reach(goal, 0, 0);
        let (mut depth, mut found) = (0, 1);
        let mut unreached = CLASSES * TWISTS - 1;
        while unreached > 0 {
            depth += 1;
            let is_forward = WORK_FORWARD * found < unreached;
            let classes = (0..CLASSES).into_par_iter();
            let results = classes.map_init(Twists::default, |twists, class| {
                self.stop.check()?;
                Ok(match is_forward {
                    true => self.step_forward(class, depth, twists),
                    false => self.step_back(class, depth, twists),
                })
            });
            found = results.sum::<Result<usize, CoordError>>()?;
            assert!(found > 0, "all values are reached");
            unreached -= found;
        }
        Ok(())
    }

    fn row(&self, class: usize) -> &[AtomicU8] {
        &self.distances[TWISTS * class..][..TWISTS]
    }

    /// Makes a list of the orientations of a class with this distance.
    fn collect(&self, class: usize, distance: u8, twists: &mut Twists) {
        twists.len = 0;
        for (twist, entry) in (0..).zip(self.row(class)) {
            twists.push_if(twist, entry.load(Ordering::Relaxed) == distance);
        }
    }

    /// For each move the class that it leads to, and what becomes of the orientations of the corners.
    fn steps(&self, class: usize) -> impl Iterator<Item = (usize, &[u16])> {
        let steps = self.tables.steps[Move::COUNT * class..][..Move::COUNT].iter();
        steps.enumerate().map(|(m, step)| {
            let s = (step >> 16) as usize;
            let map = &self.maps[TWISTS * (Transformation::COUNT * m + s)..][..TWISTS];
            (usize::from(*step as u16), map)
        })
    }

    /// Sets the distance of unreached neighbours of nearer values of the class to `depth`; returns their number.
    fn step_forward(&self, class: usize, depth: u8, twists: &mut Twists) -> usize {
        if self.newest[class].load(Ordering::Relaxed) < depth - 1 {
            return 0;
        }
        self.collect(class, depth - 1, twists);
        let neighbours = self.steps(class).map(|(class, map)| {
            let neighbours = twists.list().iter().map(|twist| map[usize::from(*twist)]);
            neighbours
                .map(|twist| self.reach(class, twist, depth))
                .sum::<usize>()
        });
        neighbours.sum()
    }

    /// Sets the distance of the values of the class that have a neighbour at the distance before to `depth`; returns
    /// their number.
    fn step_back(&self, class: usize, depth: u8, twists: &mut Twists) -> usize {
        self.collect(class, UNREACHED, twists);
        let (row, unreached) = (self.row(class), twists.len);
        for (class, map) in self.steps(class) {
            let neighbours = self.row(class);
            let before = std::mem::take(&mut twists.len);
            for i in 0..before {
                let twist = twists.all[i];
                let neighbour = &neighbours[usize::from(map[usize::from(twist)])];
                let is_far = neighbour.load(Ordering::Relaxed) != depth - 1;
                let distance = if is_far { UNREACHED } else { depth };
                row[usize::from(twist)].store(distance, Ordering::Relaxed);
                twists.push_if(twist, is_far);
            }
        }
        self.newest[class].store(depth, Ordering::Relaxed);
        unreached - twists.len
    }

    /// Sets the distance of a value, and of those that stand for the same cubes, if it is unreached; returns how many
    /// were.
    fn reach(&self, class: usize, twist: u16, depth: u8) -> usize {
        if !self.set(class, twist, depth) {
            return 0;
        }
        self.newest[class].store(depth, Ordering::Relaxed);
        let symmetries = self.classes.self_symmetries(class);
        if symmetries.len() == 1 {
            return 1;
        }
        let aliases = symmetries.iter().map(|s| {
            let conjugates = &self.tables.conjugates[TWISTS * s.index()..];
            self.set(class, conjugates[usize::from(twist)], depth)
        });
        1 + aliases.filter(|is_new| *is_new).count()
    }

    /// Sets a distance if it is unreached. If several threads try, it is new for one of them.
    fn set(&self, class: usize, twist: u16, depth: u8) -> bool {
        let entry = &self.row(class)[usize::from(twist)];
        entry.load(Ordering::Relaxed) == UNREACHED
            && entry.swap(depth, Ordering::Relaxed) == UNREACHED
    }
}
