//! The generation of the exact distances: breadth-first search, class by class.

#[cfg(test)]
use super::ExactTables;
use super::TWISTS;
use crate::coord::{Basic, BasicTables, CoordError, Stop, Symmetric, allocate};
use crate::cube::{Cube, Move, MoveSet, Transformation};
use crate::host::threads;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// The tables after their generation.
pub struct GeneratedTables {
    /// In whole bytes, in the same order.
    pub distances: Vec<u8>,
    pub steps: Vec<u32>,
    pub representatives: Vec<u32>,
    pub moved: Vec<u16>,
    pub conjugates: Vec<u16>,
    /// The number of cosets at each distance.
    pub counts: Vec<u64>,
}

impl GeneratedTables {
    /// Breadth-first search on all threads over classes of a coordinate of the edges. For all of them it takes 141 MB
    /// of memory.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(edges: Basic, stop: Stop) -> Result<GeneratedTables, CoordError> {
        let classes = Symmetric::by_all(edges);
        let (base, group) = (classes.base(), classes.group());
        let twists = BasicTables::new(Basic::corner_orientation(), MoveSet::ALL, group, stop)?;
        let mut conjugates = vec![0; Transformation::COUNT * TWISTS];
        for s in group.iter() {
            for (twist, conjugate) in (0..TWISTS).zip(&mut conjugates[TWISTS * s.index()..]) {
                *conjugate = twists.transform(twist, s) as u16;
            }
        }
        let representatives = (0..classes.classes()).map(|class| classes.representative(class));
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
            counts: vec![],
        };
        let (goal, _) = classes.locate_cube(&Cube::SOLVED);
        let distances = {
            let search = BreadthFirst {
                maps: tables.maps(),
                tables: &tables,
                classes: &classes,
                distances: unreached(classes.classes())?,
                newest: (0..classes.classes()).map(|_| AtomicU8::new(0)).collect(),
                stop,
            };
            threads::in_pool(|| search.fill(goal))??;
            search.distances.into_iter()
        };
        tables.distances = distances.map(AtomicU8::into_inner).collect();
        tables.counts = tables.counts(&classes);
        Ok(tables)
    }

    /// The number of cosets at each distance.
    fn counts(&self, classes: &Symmetric) -> Vec<u64> {
        let mut counts = vec![];
        for (class, distances) in self.distances.chunks(TWISTS).enumerate() {
            let size = (classes.group().len() / classes.self_symmetries(class).len()) as u64;
            for distance in distances {
                let distance = usize::from(*distance);
                counts.resize(counts.len().max(distance + 1), 0);
                counts[distance] += size;
            }
        }
        counts
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

    /// What is read of them, with the distances modulo 3 of all.
    #[cfg(test)]
    pub fn views<'a>(&'a self, distances: &'a [u8]) -> ExactTables<'a> {
        ExactTables {
            distances,
            steps: &self.steps,
            representatives: &self.representatives,
            moved: &self.moved,
            conjugates: &self.conjugates,
        }
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

fn unreached(classes: usize) -> Result<Vec<AtomicU8>, CoordError> {
    let mut distances = allocate(classes * TWISTS)?;
    distances.resize_with(classes * TWISTS, || AtomicU8::new(UNREACHED));
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
        let mut unreached = self.distances.len() - 1;
        while unreached > 0 {
            depth += 1;
            let is_forward = WORK_FORWARD * found < unreached;
            let classes = (0..self.classes.classes()).into_par_iter();
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
