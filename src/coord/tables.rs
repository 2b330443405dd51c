//! Move tables and transform tables: what moves and transformations do to coordinate values.

use super::error::allocate;
use super::{Composite, CoordError, Coordinate, Stop};
use crate::cpu;
use crate::cube::{Cube, Move, MoveSet, Transformation, TransformationSet};
use rayon::prelude::*;

/// What the moves of a coordinate do to its values.
///
/// A symmetric value is that of a transformed cube, and after a move another transformation may
/// be needed: [`MoveTable::step`] returns it, and [`Tracked`] accumulates them.
pub trait MoveTable: Sync {
    /// Number of values.
    fn size(&self) -> usize;

    /// The moves of the table.
    fn moves(&self) -> MoveSet;

    /// The value of a cube after a move, and the transformation that was then applied to it.
    ///
    /// # Panics
    /// If `m` is not one of [`moves`](MoveTable::moves).
    fn step(&self, value: usize, m: Move) -> (usize, Transformation);

    /// Calls `each` with the other values that stand for the same cubes as this one because
    /// of self-symmetries; some may be repeated.
    fn for_each_alias(&self, _value: usize, _each: impl FnMut(usize)) {}
}

/// The value of a cube that is moved, followed through the tables alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tracked {
    /// The value of the transformed cube.
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

/// The columns of a move table: one for each of its moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    pub moves: MoveSet,
    count: usize,
    of_move: [usize; Move::COUNT],
}

impl Columns {
    /// The column of a move without one: beyond any table, and adding to it does not overflow.
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

    /// The index of the entry for a value and a move.
    #[inline]
    pub fn entry(&self, value: usize, m: Move) -> usize {
        self.count * value + self.of_move[m.index()]
    }
}

/// Values of a coordinate, in two bytes each where they fit.
#[derive(Debug)]
enum Values {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl Values {
    /// Values below `size`, `width` for each row.
    ///
    /// # Panics
    /// If `size` is more than 2³².
    fn generate<R: Iterator<Item = usize>>(
        size: usize,
        width: usize,
        stop: Stop,
        row: impl Fn(usize) -> R + Sync,
    ) -> Result<Values, CoordError> {
        if size <= 1 << 16 {
            return generate(size, width, stop, |i| row(i).map(|value| value as u16))
                .map(Values::Short);
        }
        assert!(size <= 1 << 32, "at most 2^32 values");
        generate(size, width, stop, |i| row(i).map(|value| value as u32)).map(Values::Long)
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

/// Rows between two checks of whether to stop: well under a millisecond.
const BLOCK: usize = 256;

/// A table of rows with `width` entries each, computed on all threads.
fn generate<T: Default + Clone + Send, R: Iterator<Item = T>>(
    rows: usize,
    width: usize,
    stop: Stop,
    row: impl Fn(usize) -> R + Sync,
) -> Result<Vec<T>, CoordError> {
    cpu::start_threads()?;
    let mut table = allocate(rows * width)?;
    table.resize(rows * width, T::default());
    let width = width.max(1);
    let blocks = table.par_chunks_mut(BLOCK * width).enumerate();
    let filled: Result<(), CoordError> = blocks.try_for_each(|(block, entries)| {
        stop.check()?;
        for (i, entries) in (block * BLOCK..).zip(entries.chunks_mut(width)) {
            for (entry, value) in entries.iter_mut().zip(row(i)) {
                *entry = value;
            }
        }
        Ok(())
    });
    filled.map(|()| table)
}

/// The move table of a basic coordinate, `apply(i, m) = index(cube(i) · m)`, and a transform
/// table for each transformation of a group, `transform(i, s) = index(s · cube(i) · s⁻¹)`.
///
/// ```
/// use cubesolve::coord::{BasicTables, Coordinate, EdgeOrientation, Stop};
/// use cubesolve::cube::{MoveSet, TransformationSet};
/// use cubesolve::{Cube, Move};
///
/// let none = TransformationSet::default();
/// let tables = BasicTables::new(&EdgeOrientation, MoveSet::ALL, none, Stop::never())?;
/// let cube: Cube = "R U F'".parse()?;
/// for m in Move::ALL {
///     let value = tables.apply(EdgeOrientation.index(&cube), m);
///     assert_eq!(value, EdgeOrientation.index(&cube.apply(m)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BasicTables {
    size: usize,
    columns: Columns,
    moves: Values,
    /// By transformation; empty for those outside the group.
    transforms: Vec<Values>,
}

impl BasicTables {
    /// Generates the tables for these moves and transformations: an entry for each value and
    /// each of them, of two bytes up to 65,536 values and of four beyond.
    ///
    /// # Errors
    /// Any [`CoordError`].
    ///
    /// # Panics
    /// If a move or transformation does not act on the values, or there are more than 2³².
    pub fn new(
        coordinate: &dyn Coordinate,
        moves: MoveSet,
        group: TransformationSet,
        stop: Stop,
    ) -> Result<BasicTables, CoordError> {
        assert!(
            moves.difference(coordinate.moves()).is_empty(),
            "a move does not act on {coordinate:?}"
        );
        assert!(
            group.is_subset(coordinate.transformations()),
            "a transformation does not act on {coordinate:?}"
        );
        let size = coordinate.size();
        let index = |cube: Cube| coordinate.index(&cube);
        let transforms = Transformation::all().map(|s| match group.contains(s) {
            true => Values::generate(size, 1, stop, |i| {
                std::iter::once(index(s.apply(&coordinate.cube(i))))
            }),
            false => Ok(Values::Short(vec![])),
        });
        Ok(BasicTables {
            size,
            columns: Columns::new(moves),
            moves: Values::generate(size, moves.len(), stop, |i| {
                let cube = coordinate.cube(i);
                moves.iter().map(move |m| index(cube.apply(m)))
            })?,
            transforms: transforms.collect::<Result<_, _>>()?,
        })
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
    /// If there is no table for `s`.
    pub fn transform(&self, value: usize, s: Transformation) -> usize {
        self.transforms[s.index()].get(value)
    }

    /// Size of the move table in bytes.
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
#[derive(Debug)]
pub struct CompositeTables {
    /// The parts but the last, least significant first.
    others: Vec<BasicTables>,
    last: BasicTables,
}

impl CompositeTables {
    /// Generates the tables of each part for the coordinate's moves and these transformations.
    ///
    /// # Errors
    /// Any [`CoordError`].
    ///
    /// # Panics
    /// If a transformation does not act on the values of every part.
    pub fn new(
        composite: &Composite,
        group: TransformationSet,
        stop: Stop,
    ) -> Result<CompositeTables, CoordError> {
        let moves = composite.moves();
        let parts = composite.parts().iter();
        let tables = parts.map(|part| BasicTables::new(part.as_ref(), moves, group, stop));
        let mut others = tables.collect::<Result<Vec<_>, _>>()?;
        let last = others.pop().expect("a composite coordinate has parts");
        Ok(CompositeTables { others, last })
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
    /// If there are no tables for `s`.
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
