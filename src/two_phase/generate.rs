//! The generation of distances of two coordinates together, of which one is reduced to classes: breadth-first search,
//! class by class.

use crate::coord::{Basic, BasicTables, CoordError, Stop, Symmetric, allocate};
use crate::cube::{Cube, MoveSet, Transformation};
use crate::host::threads;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// The tables after their generation.
pub struct GeneratedTables {
    /// In whole bytes: by class, then by value of the other coordinate.
    pub distances: Vec<u8>,
    /// By class and move: the class after it, and from bit 16 on the number of the transformation that brings the
    /// moved representative to the representative of that class.
    pub steps: Vec<u32>,
    /// The least value of each class.
    pub representatives: Vec<u32>,
    /// The other coordinate after each move: by value, then by move.
    pub moved: Vec<u16>,
    /// The same transformed: by number of the transformation, then by value.
    pub conjugates: Vec<u16>,
    /// The number of positions at each distance.
    pub counts: Vec<u64>,
    /// The number of moves.
    width: usize,
    /// The number of values of the other coordinate.
    others: usize,
}

/// What is not within the greatest distance of a search.
pub const UNREACHED: u8 = u8::MAX;

impl GeneratedTables {
    /// Breadth-first search on all threads by these moves, up to a greatest distance: a byte for each class and value of
    /// the other coordinate, of which there are at most 65,536.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(
        classes: &Symmetric,
        other: Basic,
        moves: MoveSet,
        max_distance: u8,
        stop: Stop,
    ) -> Result<GeneratedTables, CoordError> {
        let (base, group, others) = (classes.base(), classes.group(), other.size());
        let other = BasicTables::new(other, moves, group, stop)?;
        let mut conjugates = vec![0; Transformation::COUNT * others];
        for s in group.iter() {
            for (value, conjugate) in (0..others).zip(&mut conjugates[others * s.index()..]) {
                *conjugate = other.transform(value, s) as u16;
            }
        }
        let representatives = (0..classes.classes()).map(|class| classes.representative(class));
        let representatives: Vec<u32> = representatives.map(|value| value as u32).collect();
        let steps_of = |representative: &u32| {
            let cube = base.cube(*representative as usize);
            moves.iter().map(move |m| {
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
            moved: other.short_moves().to_vec(),
            conjugates,
            representatives,
            counts: vec![],
            width: moves.len(),
            others,
        };
        let goal = (
            classes.locate_cube(&Cube::SOLVED).0,
            other.coordinate.index(&Cube::SOLVED) as u16,
        );
        let distances = {
            let search = BreadthFirst {
                maps: tables.maps(),
                tables: &tables,
                classes,
                distances: unreached(classes.classes() * others)?,
                newest: (0..classes.classes()).map(|_| AtomicU8::new(0)).collect(),
                stop,
            };
            threads::in_pool(|| search.fill(goal, max_distance))??;
            search.distances.into_iter()
        };
        tables.distances = distances.map(AtomicU8::into_inner).collect();
        tables.counts = tables.counts(classes);
        Ok(tables)
    }

    /// The number of positions at each distance.
    fn counts(&self, classes: &Symmetric) -> Vec<u64> {
        let mut counts = vec![];
        for (class, distances) in self.distances.chunks(self.others).enumerate() {
            let size = (classes.group().len() / classes.self_symmetries(class).len()) as u64;
            for distance in distances.iter().filter(|distance| **distance < UNREACHED) {
                let distance = usize::from(*distance);
                counts.resize(counts.len().max(distance + 1), 0);
                counts[distance] += size;
            }
        }
        counts
    }

    /// What each move makes of the other coordinate if it is followed by a transformation: by move, transformation and
    /// value.
    fn maps(&self) -> Vec<u16> {
        let mut maps = Vec::with_capacity(self.width * self.conjugates.len());
        for m in 0..self.width {
            for conjugates in self.conjugates.chunks(self.others) {
                let moved = self.moved.iter().skip(m).step_by(self.width);
                maps.extend(moved.map(|value| conjugates[usize::from(*value)]));
            }
        }
        maps
    }

    /// Two bits for each distance, its `code`: four in a byte.
    pub fn pack(&self, code: impl Fn(u8) -> u8) -> Vec<u8> {
        let byte = |four: &[u8]| {
            let four = four.iter().rev();
            four.fold(0, |byte, distance| (byte << 2) | code(*distance))
        };
        self.distances.chunks(4).map(byte).collect()
    }
}

fn unreached(values: usize) -> Result<Vec<AtomicU8>, CoordError> {
    let mut distances = allocate(values)?;
    distances.resize_with(values, || AtomicU8::new(UNREACHED));
    Ok(distances)
}

/// A list of values of the other coordinate, made without branches, since what is in it is unpredictable.
struct Values {
    /// Longer by one, for what is not added.
    all: Vec<u16>,
    len: usize,
}

impl Values {
    fn new(others: usize) -> Values {
        Values {
            all: vec![0; others + 1],
            len: 0,
        }
    }

    #[inline]
    fn push_if(&mut self, value: u16, is_added: bool) {
        self.all[self.len] = value;
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
    fn fill(&self, (class, value): (usize, u16), max_distance: u8) -> Result<(), CoordError> {
        /// Searching from an unreached value ends at the first neighbour of the last depth, often the second or
        /// third that is tried; searching from the last depth tries all 18.
        const WORK_FORWARD: usize = 6;
        self.reach(class, value, 0);
        let (mut depth, mut found) = (0, 1);
        let mut unreached = self.distances.len() - 1;
        while unreached > 0 && depth < max_distance {
            depth += 1;
            let is_forward = WORK_FORWARD * found < unreached;
            let classes = (0..self.classes.classes()).into_par_iter();
            let results = classes.map_init(
                || Values::new(self.tables.others),
                |values, class| {
                    self.stop.check()?;
                    Ok(match is_forward {
                        true => self.step_forward(class, depth, values),
                        false => self.step_back(class, depth, values),
                    })
                },
            );
            found = results.sum::<Result<usize, CoordError>>()?;
            assert!(found > 0, "all values are reached");
            unreached -= found;
        }
        Ok(())
    }

    fn row(&self, class: usize) -> &[AtomicU8] {
        let others = self.tables.others;
        &self.distances[others * class..][..others]
    }

    /// Makes a list of the values of a class with this distance.
    fn collect(&self, class: usize, distance: u8, values: &mut Values) {
        values.len = 0;
        for (value, entry) in (0..).zip(self.row(class)) {
            values.push_if(value, entry.load(Ordering::Relaxed) == distance);
        }
    }

    /// For each move the class that it leads to, and what becomes of the other coordinate.
    fn steps(&self, class: usize) -> impl Iterator<Item = (usize, &[u16])> {
        let (width, others) = (self.tables.width, self.tables.others);
        let steps = self.tables.steps[width * class..][..width].iter();
        steps.enumerate().map(move |(m, step)| {
            let s = (step >> 16) as usize;
            let map = &self.maps[others * (Transformation::COUNT * m + s)..][..others];
            (usize::from(*step as u16), map)
        })
    }

    /// Sets the distance of unreached neighbours of nearer values of the class to `depth`; returns their number.
    fn step_forward(&self, class: usize, depth: u8, values: &mut Values) -> usize {
        if self.newest[class].load(Ordering::Relaxed) < depth - 1 {
            return 0;
        }
        self.collect(class, depth - 1, values);
        let neighbours = self.steps(class).map(|(class, map)| {
            let neighbours = values.list().iter().map(|value| map[usize::from(*value)]);
            neighbours
                .map(|value| self.reach(class, value, depth))
                .sum::<usize>()
        });
        neighbours.sum()
    }

    /// Sets the distance of the values of the class that have a neighbour at the distance before to `depth`; returns
    /// their number.
    fn step_back(&self, class: usize, depth: u8, values: &mut Values) -> usize {
        self.collect(class, UNREACHED, values);
        let (row, unreached) = (self.row(class), values.len);
        for (class, map) in self.steps(class) {
            let neighbours = self.row(class);
            let before = std::mem::take(&mut values.len);
            for i in 0..before {
                let value = values.all[i];
                let neighbour = &neighbours[usize::from(map[usize::from(value)])];
                let is_far = neighbour.load(Ordering::Relaxed) != depth - 1;
                let distance = if is_far { UNREACHED } else { depth };
                row[usize::from(value)].store(distance, Ordering::Relaxed);
                values.push_if(value, is_far);
            }
        }
        self.newest[class].store(depth, Ordering::Relaxed);
        unreached - values.len
    }

    /// Sets the distance of a value, and of those that stand for the same cubes, if it is unreached; returns how many
    /// were.
    fn reach(&self, class: usize, value: u16, depth: u8) -> usize {
        if !self.set(class, value, depth) {
            return 0;
        }
        self.newest[class].store(depth, Ordering::Relaxed);
        let symmetries = self.classes.self_symmetries(class);
        if symmetries.len() == 1 {
            return 1;
        }
        let aliases = symmetries.iter().map(|s| {
            let conjugates = &self.tables.conjugates[self.tables.others * s.index()..];
            self.set(class, conjugates[usize::from(value)], depth)
        });
        1 + aliases.filter(|is_new| *is_new).count()
    }

    /// Sets a distance if it is unreached. If several threads try, it is new for one of them.
    fn set(&self, class: usize, value: u16, depth: u8) -> bool {
        let entry = &self.row(class)[usize::from(value)];
        entry.load(Ordering::Relaxed) == UNREACHED
            && entry.swap(depth, Ordering::Relaxed) == UNREACHED
    }
}
