//! Move tables and transform tables: what moves and transformations do to coordinate values.

use super::error::allocate;
use super::{Basic, CoordError, Coordinate, Stop, Symmetric};
use crate::cube::{Cube, Move, MoveSet, Transformation, TransformationSet};
use crate::host::threads;
use rayon::prelude::*;

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
    pub fn step(self, tables: &Tables, m: Move) -> Tracked {
        let (value, s) = tables.step(self.value, self.offset.apply_move(m));
        Tracked {
            value,
            offset: s.product(self.offset),
        }
    }
}

/// The columns of a move table: one for each of its moves.
#[derive(Debug, Clone, Copy)]
struct Columns {
    count: usize,
    of_move: [usize; Move::COUNT],
}

impl Columns {
    /// The column of a move without one: beyond any table, and adding to it does not overflow.
    const NONE: usize = usize::MAX / 2;

    fn new(moves: MoveSet) -> Columns {
        let mut of_move = [Columns::NONE; Move::COUNT];
        for (column, m) in moves.iter().enumerate() {
            of_move[m.index()] = column;
        }
        Columns {
            count: moves.len(),
            of_move,
        }
    }

    #[inline]
    fn entry(&self, value: usize, m: Move) -> usize {
        self.count * value + self.of_move[m.index()]
    }
}

/// Values of a coordinate, in two bytes each where they fit.
#[derive(Debug)]
enum TableValues {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl TableValues {
    /// Values below `size`, `width` for each row.
    fn generate<R: Iterator<Item = usize>>(
        size: usize,
        width: usize,
        stop: Stop,
        row: impl Fn(usize) -> R + Sync,
    ) -> Result<TableValues, CoordError> {
        if size <= 1 << 16 {
            return generate(size, width, stop, |i| row(i).map(|value| value as u16))
                .map(TableValues::Short);
        }
        assert!(size as u64 <= 1 << 32, "at most 2^32 values");
        generate(size, width, stop, |i| row(i).map(|value| value as u32)).map(TableValues::Long)
    }

    #[inline]
    fn get(&self, i: usize) -> usize {
        match self {
            TableValues::Short(values) => values[i].into(),
            TableValues::Long(values) => values[i] as usize,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            TableValues::Short(values) => size_of_val(&values[..]),
            TableValues::Long(values) => size_of_val(&values[..]),
        }
    }
}

/// Rows between two checks of whether to stop: well under a millisecond.
const CHUNK: usize = 256;

/// A table of rows with `width` entries each, computed on all threads.
fn generate<T: Default + Clone + Send, R: Iterator<Item = T>>(
    rows: usize,
    width: usize,
    stop: Stop,
    row: impl Fn(usize) -> R + Sync,
) -> Result<Vec<T>, CoordError> {
    let mut table = allocate(rows * width)?;
    table.resize(rows * width, T::default());
    let width = width.max(1);
    let fill_chunk = |(chunk, entries): (usize, &mut [T])| {
        stop.check()?;
        for (i, entries) in (chunk * CHUNK..).zip(entries.chunks_mut(width)) {
            for (entry, value) in entries.iter_mut().zip(row(i)) {
                *entry = value;
            }
        }
        Ok::<(), CoordError>(())
    };
    threads::in_pool(|| {
        let chunks = table.par_chunks_mut(CHUNK * width).enumerate();
        chunks.try_for_each(fill_chunk)
    })??;
    Ok(table)
}

/// The move table of a basic coordinate, `apply(i, m) = index(cube(i) · m)`, and a transform
/// table for each transformation of a group, `transform(i, s) = index(s · cube(i) · s⁻¹)`.
#[derive(Debug)]
pub(crate) struct BasicTables {
    pub coordinate: Basic,
    columns: Columns,
    moves: TableValues,
    /// By transformation; empty for those outside the group.
    transforms: Vec<TableValues>,
}

impl BasicTables {
    /// Generates the tables for these moves and transformations: an entry for each value and
    /// each of them, of two bytes up to 65,536 values and of four beyond.
    pub fn new(
        coordinate: Basic,
        moves: MoveSet,
        group: TransformationSet,
        stop: Stop,
    ) -> Result<BasicTables, CoordError> {
        assert!(
            moves.difference(coordinate.moves).is_empty(),
            "a move does not act on {coordinate:?}"
        );
        assert!(
            group.is_subset(coordinate.transformations),
            "a transformation does not act on {coordinate:?}"
        );
        let size = coordinate.size;
        let index = |cube: Cube| coordinate.index(&cube);
        let transforms = Transformation::all().map(|s| match group.contains(s) {
            true => TableValues::generate(size, 1, stop, |i| {
                std::iter::once(index(s.apply(&coordinate.cube(i))))
            }),
            false => Ok(TableValues::Short(vec![])),
        });
        Ok(BasicTables {
            columns: Columns::new(moves),
            moves: TableValues::generate(size, moves.len(), stop, |i| {
                let cube = coordinate.cube(i);
                moves.iter().map(move |m| index(cube.apply(m)))
            })?,
            transforms: transforms.collect::<Result<_, _>>()?,
            coordinate,
        })
    }

    #[inline]
    pub fn apply(&self, value: usize, m: Move) -> usize {
        self.moves.get(self.columns.entry(value, m))
    }

    /// The value of `s · x · s⁻¹` for cubes `x` of this value.
    pub fn transform(&self, value: usize, s: Transformation) -> usize {
        self.transforms[s.index()].get(value)
    }

    /// What the moves make of each value: by value, then by move.
    ///
    /// # Panics
    /// If there are more than 65,536 values.
    pub fn short_moves(&self) -> &[u16] {
        match &self.moves {
            TableValues::Short(values) => values,
            TableValues::Long(_) => panic!("{:?} has too many values", self.coordinate),
        }
    }

    pub fn move_table_bytes(&self) -> usize {
        self.moves.bytes()
    }
}

/// The move table of a symmetric coordinate.
#[derive(Debug)]
struct ClassTable {
    columns: Columns,
    /// The class of the moved representative, and the transformation that brings it to the
    /// representative of that class.
    steps: Vec<(u16, Transformation)>,
    self_symmetries: Vec<TransformationSet>,
}

impl ClassTable {
    /// Moves each representative: four bytes for each class and move.
    fn new(symmetric: &Symmetric, stop: Stop) -> Result<ClassTable, CoordError> {
        let moves = symmetric.base().moves;
        let classes = 0..symmetric.classes();
        let mut steps = allocate(classes.len() * moves.len())?;
        for class in classes.clone() {
            stop.check()?;
            let representative = symmetric.base().cube(symmetric.representative(class));
            steps.extend(moves.iter().map(|m| {
                let (class, s) = symmetric.locate_cube(&representative.apply(m));
                (class as u16, s)
            }));
        }
        Ok(ClassTable {
            columns: Columns::new(moves),
            steps,
            self_symmetries: classes
                .map(|class| symmetric.self_symmetries(class))
                .collect(),
        })
    }

    fn step(&self, class: usize, m: Move) -> (usize, Transformation) {
        let (class, s) = self.steps[self.columns.entry(class, m)];
        (usize::from(class), s)
    }
}

/// What the moves of a coordinate do to its values.
///
/// A symmetric value is that of a transformed cube, and after a move another transformation may
/// be needed: [`Tables::step`] returns it, and [`Tracked`] accumulates them.
///
/// ```
/// use cubesolve::coord::{Basic, Coordinate, Stop, Tables};
/// use cubesolve::{Cube, Move};
///
/// let flips: Coordinate = Basic::edge_orientation().into();
/// let tables = Tables::new(&flips, Stop::never())?;
/// let cube: Cube = "R U F'".parse()?;
/// for m in Move::ALL {
///     let (value, _) = tables.step(flips.index(&cube), m);
///     assert_eq!(value, flips.index(&cube.apply(m)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tables {
    size: usize,
    moves: MoveSet,
    classes: Option<ClassTable>,
    /// Those of the parts, the least significant first.
    parts: Vec<BasicTables>,
    /// Number of values of all parts together.
    parts_size: usize,
}

impl Tables {
    /// Generates the tables for the moves of a coordinate. For each move they take two or four
    /// bytes a value of each basic part, and four bytes a class; for each transformation of a
    /// symmetric coordinate that has parts as much as for a move.
    ///
    /// # Errors
    /// Any [`CoordError`].
    ///
    /// # Panics
    /// If a basic part has more than 2³² values.
    pub fn new(coordinate: &Coordinate, stop: Stop) -> Result<Tables, CoordError> {
        let moves = coordinate.moves();
        let symmetric = coordinate.symmetric();
        let group = symmetric.map(Symmetric::group).unwrap_or_default();
        let parts = coordinate.parts().iter().cloned();
        let parts = parts.map(|part| BasicTables::new(part, moves, group, stop));
        let parts: Vec<BasicTables> = parts.collect::<Result<_, _>>()?;
        let classes = symmetric.map(|symmetric| ClassTable::new(symmetric, stop));
        Ok(Tables {
            size: coordinate.size(),
            moves,
            classes: classes.transpose()?,
            parts_size: parts.iter().map(|part| part.coordinate.size).product(),
            parts,
        })
    }

    /// Number of values.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The moves of the tables.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// The value of a cube after a move, and the transformation that was then applied to it.
    ///
    /// # Panics
    /// If `m` is not one of [`moves`](Tables::moves).
    pub fn step(&self, value: usize, m: Move) -> (usize, Transformation) {
        let Some(classes) = &self.classes else {
            let moved = self.map(value, |part, digit| part.apply(digit, m));
            return (moved, Transformation::IDENTITY);
        };
        let (class, rest) = (value / self.parts_size, value % self.parts_size);
        let (class, s) = classes.step(class, m);
        let rest = self.map(rest, |part, digit| part.transform(part.apply(digit, m), s));
        (class * self.parts_size + rest, s)
    }

    /// Calls `each` with the other values that stand for the same cubes as this one because
    /// of self-symmetries; some may be repeated.
    pub fn for_each_alias(&self, value: usize, mut each: impl FnMut(usize)) {
        let Some(classes) = self.classes.as_ref().filter(|_| self.parts_size > 1) else {
            return;
        };
        let (class, rest) = (value / self.parts_size, value % self.parts_size);
        let own = classes.self_symmetries[class];
        if own.len() > 1 {
            for s in own.iter() {
                let rest = self.map(rest, |part, digit| part.transform(digit, s));
                each(class * self.parts_size + rest);
            }
        }
    }

    /// Changes the value of each part. The last needs no division, and often is the only one.
    fn map(&self, value: usize, change: impl Fn(&BasicTables, usize) -> usize) -> usize {
        let Some((last, others)) = self.parts.split_last() else {
            return 0;
        };
        let (mut out, mut unit, mut rest) = (0, 1, value);
        for part in others {
            let size = part.coordinate.size;
            out += unit * change(part, rest % size);
            rest /= size;
            unit *= size;
        }
        out + unit * change(last, rest)
    }
}
