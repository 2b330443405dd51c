//! Moves and transformations of coordinate values, by table.

use super::{Composite, Coordinate};
use crate::cube::{Cube, Move, Transformation, TransformationSet};
use rayon::prelude::*;

/// What moves do to the values of a coordinate.
///
/// A symmetric value is that of a transformed cube. Moving it may bring the need for another
/// transformation: [`MoveTable::step`] tells which, and [`Tracked`] adds them up.
pub trait MoveTable: Sync {
    /// Number of values.
    fn size(&self) -> usize;

    /// The value after a move of the cube that has this one, and the transformation by which
    /// that cube was then transformed.
    fn step(&self, value: usize, m: Move) -> (usize, Transformation);

    /// Calls `each` with the other values that stand for the same cubes as this one, because
    /// of self-symmetries; perhaps repeatedly.
    fn for_each_alias(&self, value: usize, each: impl FnMut(usize));
}

/// The value of a cube that is moved, followed through the tables alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tracked {
    pub value: usize,
    /// The transformation under which the cube has this value.
    pub offset: Transformation,
}

impl Tracked {
    /// The value after a move of the cube.
    pub fn step(self, tables: &impl MoveTable, m: Move) -> Tracked {
        let (value, s) = tables.step(self.value, self.offset.apply_move(m));
        Tracked {
            value,
            offset: s.product(self.offset),
        }
    }
}

/// The tables of a basic coordinate: `step(i, m) = index(cube(i) · m)`, and the same for
/// transformations.
pub struct BasicTables {
    moves: Vec<[u32; Move::COUNT]>,
    /// For each transformation the image of each value; empty for those left out.
    transforms: Vec<Vec<u32>>,
}

impl BasicTables {
    /// Computes the tables: `4 · size · (18 + group.len())` bytes.
    ///
    /// # Panics
    /// If a transformation of `group` does not act on the values, or there are more than 2³².
    pub fn new(coordinate: &dyn Coordinate, group: TransformationSet) -> BasicTables {
        assert!(
            group.is_subset(coordinate.transformations()),
            "a transformation does not act on {}",
            coordinate.name()
        );
        let size = u32::try_from(coordinate.size()).expect("at most 2^32 values");
        let value_of = |cube: &Cube| coordinate.index(cube) as u32;
        let cubes = || {
            (0..size)
                .into_par_iter()
                .map(|i| coordinate.cube(i as usize))
        };
        let transform = |s: Transformation| {
            if group.contains(s) {
                cubes().map(|cube| value_of(&s.apply(&cube))).collect()
            } else {
                vec![]
            }
        };
        BasicTables {
            moves: cubes()
                .map(|cube| Move::ALL.map(|m| value_of(&cube.apply(m))))
                .collect(),
            transforms: Transformation::all().map(transform).collect(),
        }
    }

    /// The value after a move.
    pub fn apply(&self, value: usize, m: Move) -> usize {
        self.moves[value][m.index()] as usize
    }

    /// The value of `s · x · s⁻¹` for cubes `x` of this value.
    ///
    /// # Panics
    /// If `s` is not in the group the tables were made for.
    pub fn transform(&self, value: usize, s: Transformation) -> usize {
        self.transforms[s.index()][value] as usize
    }
}

impl MoveTable for BasicTables {
    fn size(&self) -> usize {
        self.moves.len()
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        (self.apply(value, m), Transformation::IDENTITY)
    }

    fn for_each_alias(&self, _value: usize, _each: impl FnMut(usize)) {}
}

/// The tables of a composite coordinate: those of its parts.
pub struct CompositeTables {
    /// The parts but the last, least significant first.
    others: Vec<BasicTables>,
    last: BasicTables,
}

impl CompositeTables {
    /// Computes the tables of each part.
    ///
    /// # Panics
    /// If a transformation of `group` does not act on the values of every part.
    pub fn new(composite: &Composite, group: TransformationSet) -> CompositeTables {
        let tables_of = |part: &dyn Coordinate| BasicTables::new(part, group);
        let (last, others) = composite.parts().split_last().expect("at least one part");
        CompositeTables {
            others: others.iter().map(|part| tables_of(part)).collect(),
            last: tables_of(last),
        }
    }

    /// The value after a move.
    pub fn apply(&self, value: usize, m: Move) -> usize {
        self.map(value, |part, digit| part.apply(digit, m))
    }

    /// The value of `s · x · s⁻¹` for cubes `x` of this value.
    ///
    /// # Panics
    /// If `s` is not in the group the tables were made for.
    pub fn transform(&self, value: usize, s: Transformation) -> usize {
        self.map(value, |part, digit| part.transform(digit, s))
    }

    /// Changes the value of each part. The last needs no division, and often is the only one.
    fn map(&self, value: usize, change: impl Fn(&BasicTables, usize) -> usize) -> usize {
        let (mut out, mut unit, mut rest) = (0, 1, value);
        for part in &self.others {
            let size = part.moves.len();
            out += unit * change(part, rest % size);
            rest /= size;
            unit *= size;
        }
        out + unit * change(&self.last, rest)
    }
}

impl MoveTable for CompositeTables {
    fn size(&self) -> usize {
        let sizes = self.others.iter().map(BasicTables::size);
        sizes.product::<usize>() * self.last.size()
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        (self.apply(value, m), Transformation::IDENTITY)
    }

    fn for_each_alias(&self, _value: usize, _each: impl FnMut(usize)) {}
}
