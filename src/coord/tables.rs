//! Moves and transformations of coordinate values, by table.

use super::{Composite, Coordinate, unstopped};
use crate::cube::{Cube, Move, MoveSet, Transformation, TransformationSet};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the moves of a coordinate do to its values.
///
/// A symmetric value is that of a transformed cube. Moving it may bring the need for another
/// transformation: [`MoveTable::step`] tells which, and [`Tracked`] adds them up.
pub trait MoveTable: Sync {
    /// Number of values.
    fn size(&self) -> usize;

    /// The moves it has columns for.
    fn moves(&self) -> MoveSet;

    /// The value after a move of the cube that has this one, and the transformation by which
    /// that cube was then transformed.
    ///
    /// # Panics
    /// If `m` is not one of [`moves`](MoveTable::moves).
    fn step(&self, value: usize, m: Move) -> (usize, Transformation);

    /// Calls `each` with the other values that stand for the same cubes as this one, because
    /// of self-symmetries; perhaps repeatedly.
    fn for_each_alias(&self, _value: usize, _each: impl FnMut(usize)) {}
}

/// The value of a cube that is moved, followed through the tables alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tracked {
    /// The value of the cube as transformed.
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

/// Where a table that has a column for each of some moves keeps what it says of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    pub moves: MoveSet,
    count: usize,
    of_move: [usize; Move::COUNT],
}

impl Columns {
    /// No entry of any table: adding the number of another does not overflow.
    const NONE: usize = usize::MAX / 2;

    pub fn new(moves: MoveSet) -> Columns {
        let mut of_move = [Columns::NONE; Move::COUNT];
        for (column, m) in moves.iter().enumerate() {
            of_move[m.index()] = column;
        }
        Columns {
            moves,
            count: moves.len(),
            of_move,
        }
    }

    /// The number of the entry of a value and a move.
    #[inline]
    pub fn entry(&self, value: usize, m: Move) -> usize {
        self.count * value + self.of_move[m.index()]
    }
}

/// Values of a coordinate, in two bytes each if they are small enough.
enum Values {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Values {
    /// # Panics
    /// If there are more than 2³² different values.
    fn collect(below: usize, values: impl ParallelIterator<Item = usize>) -> Values {
        if below <= 1 << 16 {
            Values::Short(values.map(|value| value as u16).collect())
        } else {
            assert!(below <= 1 << 32, "at most 2^32 values");
            Values::Long(values.map(|value| value as u32).collect())
        }
    }

    #[inline]
    fn get(&self, i: usize) -> usize {
        match self {
            Values::Short(values) => values[i].into(),
            Values::Long(values) => values[i] as usize,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Values::Short(values) => size_of_val(&values[..]),
            Values::Long(values) => size_of_val(&values[..]),
        }
    }
}

/// The move table of a basic coordinate, `apply(i, m) = index(cube(i) · m)`, and a transform
/// table for each transformation of a group, `transform(i, s) = index(s · cube(i) · s⁻¹)`.
///
/// ```
/// use cubesolve::coord::{BasicTables, Coordinate, EdgeOrientation};
/// use cubesolve::cube::TransformationSet;
/// use cubesolve::{Cube, Move};
///
/// let tables = BasicTables::new(&EdgeOrientation, TransformationSet::default());
/// let cube: Cube = "R U F'".parse()?;
/// for m in Move::ALL {
///     let value = tables.apply(EdgeOrientation.index(&cube), m);
///     assert_eq!(value, EdgeOrientation.index(&cube.apply(m)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BasicTables {
    size: usize,
    columns: Columns,
    moves: Values,
    /// Empty for the transformations left out.
    transforms: Vec<Values>,
}

impl BasicTables {
    /// Computes the tables for the coordinate's moves: an entry for each value and each move or
    /// transformation, of two bytes up to 65,536 values and of four beyond.
    ///
    /// # Panics
    /// If a transformation of `group` does not act on the values, or there are more than 2³².
    pub fn new(coordinate: &dyn Coordinate, group: TransformationSet) -> BasicTables {
        BasicTables::for_moves(coordinate, coordinate.moves(), group)
    }

    /// The same for some of the coordinate's moves.
    ///
    /// # Panics
    /// Also if the coordinate is not made for one of `moves`.
    pub fn for_moves(
        coordinate: &dyn Coordinate,
        moves: MoveSet,
        group: TransformationSet,
    ) -> BasicTables {
        unstopped(|stop| BasicTables::unless(stop, coordinate, moves, group))
    }

    /// The same, or `None` soon after `stop` is set.
    ///
    /// # Panics
    /// As [`BasicTables::for_moves`].
    pub fn unless(
        stop: &AtomicBool,
        coordinate: &dyn Coordinate,
        moves: MoveSet,
        group: TransformationSet,
    ) -> Option<BasicTables> {
        let name = coordinate.name();
        assert!(
            moves.difference(coordinate.moves()).is_empty(),
            "{name} is not made for all of these moves"
        );
        assert!(
            group.is_subset(coordinate.transformations()),
            "a transformation does not act on {name}"
        );
        let size = coordinate.size();
        let goes_on = || !stop.load(Ordering::Relaxed);
        let cubes = || {
            let numbers = (0..size).into_par_iter();
            numbers.filter_map(|i| goes_on().then(|| coordinate.cube(i)))
        };
        let index = |cube: Cube| coordinate.index(&cube);
        let moved = cubes().flat_map_iter(|cube| moves.iter().map(move |m| index(cube.apply(m))));
        let transform = |s: Transformation| match group.contains(s) {
            true => Values::collect(size, cubes().map(|cube| index(s.apply(&cube)))),
            false => Values::Short(vec![]),
        };
        let made = BasicTables {
            size,
            columns: Columns::new(moves),
            moves: Values::collect(size, moved),
            transforms: Transformation::all().map(transform).collect(),
        };
        goes_on().then_some(made)
    }

    /// The value after a move.
    ///
    /// # Panics
    /// If the table is not for this move.
    #[inline]
    pub fn apply(&self, value: usize, m: Move) -> usize {
        self.moves.get(self.columns.entry(value, m))
    }

    /// The value of `s · x · s⁻¹` for cubes `x` of this value.
    ///
    /// # Panics
    /// If `s` is not in the group the tables were made for.
    pub fn transform(&self, value: usize, s: Transformation) -> usize {
        self.transforms[s.index()].get(value)
    }

    /// Bytes of the move table.
    pub fn move_table_bytes(&self) -> usize {
        self.moves.bytes()
    }
}

impl MoveTable for BasicTables {
    fn size(&self) -> usize {
        self.size
    }

    fn moves(&self) -> MoveSet {
        self.columns.moves
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        (self.apply(value, m), Transformation::IDENTITY)
    }
}

/// The tables of a composite coordinate: those of its parts.
pub struct CompositeTables {
    /// The parts but the last, least significant first.
    others: Vec<Arc<BasicTables>>,
    last: Arc<BasicTables>,
}

impl CompositeTables {
    /// Computes the tables of each part for the coordinate's moves.
    ///
    /// # Panics
    /// If a transformation of `group` does not act on the values of every part.
    pub fn new(composite: &Composite, group: TransformationSet) -> CompositeTables {
        unstopped(|stop| CompositeTables::unless(stop, composite, group))
    }

    /// The same, or `None` soon after `stop` is set.
    ///
    /// # Panics
    /// As [`CompositeTables::new`].
    pub fn unless(
        stop: &AtomicBool,
        composite: &Composite,
        group: TransformationSet,
    ) -> Option<CompositeTables> {
        let moves = composite.moves();
        let parts = composite.parts().iter().map(|part| part.as_ref());
        let tables_of = |part| BasicTables::unless(stop, part, moves, group).map(Arc::new);
        let tables: Option<Vec<_>> = parts.map(tables_of).collect();
        tables.map(CompositeTables::of_parts)
    }

    /// The tables of coordinates taken together, the least significant first.
    ///
    /// # Panics
    /// If there is no part, or they are for different moves.
    pub fn of_parts(mut parts: Vec<Arc<BasicTables>>) -> CompositeTables {
        let last = parts.pop().expect("a composite coordinate has parts");
        assert!(parts.iter().all(|part| part.moves() == last.moves()));
        CompositeTables {
            others: parts,
            last,
        }
    }

    /// The value after a move.
    ///
    /// # Panics
    /// If the tables are not for this move.
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
            out += unit * change(part, rest % part.size);
            rest /= part.size;
            unit *= part.size;
        }
        out + unit * change(&self.last, rest)
    }
}

impl MoveTable for CompositeTables {
    fn size(&self) -> usize {
        let sizes = self.others.iter().map(|part| part.size);
        sizes.product::<usize>() * self.last.size
    }

    fn moves(&self) -> MoveSet {
        self.last.moves()
    }

    fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        (self.apply(value, m), Transformation::IDENTITY)
    }
}
