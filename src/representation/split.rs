//! Five coordinates, with tables that move them.

use super::{Representation, hex_number, pack, unpack};
use crate::coord::{Basic, BasicTables, Stop};
use crate::cube::{Cube, Move, MoveSet, Swap, TransformationSet};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// The index, split into parts that are small enough for move tables.
///
/// Corner permutation, corner orientation and edge orientation are coordinates, each of which
/// moves independently of the rest. So do the positions of the first four edge cubies. The
/// other eight are numbered by their arrangement among the positions that those four leave
/// free. How a move rearranges them depends on these positions, so a table of 20,160 rows and
/// 18 columns is not enough (as Botto has it): the rearrangement is looked up by these
/// positions and the move, and then carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitState {
    corner_permutation: u16,
    corner_orientation: u16,
    /// Number of the arrangement of positions of the edge cubies UR UF UL UB, `0..11_880`.
    first_edges: u16,
    /// Number of the arrangement of the edge cubies DR … BL among the positions left free,
    /// `0..20_160`. The last two, BL and BR, follow from the parity.
    last_edges: u16,
    edge_orientation: u16,
}

impl Representation for SplitState {
    const NAME: &'static str = "split coordinates";
    const BITS: u32 = 5 * u16::BITS;

    fn from_cube(cube: &Cube) -> Self {
        let positions = cube.inverse();
        let (first, last) = positions.edges().split_at(4);
        let among_free = |&p: &u8| p - first.iter().filter(|q| **q < p).count() as u8;
        let last: [u8; 6] = std::array::from_fn(|i| among_free(&last[i]));
        let tables = &*TABLES;
        let value = |table: &BasicTables| table.coordinate.index(cube) as u16;
        SplitState {
            corner_permutation: value(&tables.corner_permutation),
            corner_orientation: value(&tables.corner_orientation),
            first_edges: arrangement::rank(first, 12) as u16,
            last_edges: arrangement::rank(&last, 8) as u16,
            edge_orientation: value(&tables.edge_orientation),
        }
    }

    fn cube(&self) -> Cube {
        let first: [u8; 4] = arrangement::unrank(self.first_edges.into(), 12);
        // Half the number of a permutation is the number of its first six items.
        let last: [u8; 8] = arrangement::unrank(2 * u64::from(self.last_edges), 8);
        let free: Vec<u8> = (0..12).filter(|p| !first.contains(p)).collect();
        let mut edges = [0; 12];
        let positions = first.into_iter().chain(last.map(|i| free[usize::from(i)]));
        for (cubie, position) in (0..).zip(positions) {
            edges[usize::from(position)] = cubie;
        }
        let at = |cubie| edges.iter().position(|edge| *edge == cubie).unwrap_or(0);
        let tables = &*TABLES;
        let with = |table: &BasicTables, value: u16| table.coordinate.cube(value.into());
        let permuted = with(&tables.corner_permutation, self.corner_permutation);
        let twisted = with(&tables.corner_orientation, self.corner_orientation);
        let flipped = with(&tables.edge_orientation, self.edge_orientation);
        let cube = Cube::with_parity_fixed(
            *permuted.corners(),
            *twisted.corner_orientations(),
            edges,
            *flipped.edge_orientations(),
            Swap::Edges(at(10), at(11)),
        );
        cube.expect("each array is one of a cube")
    }

    fn apply(&self, m: Move) -> Self {
        let tables = &*TABLES;
        let moved = |table: &BasicTables, value: u16| table.apply(value.into(), m) as u16;
        let first_edges = usize::from(self.first_edges);
        SplitState {
            corner_permutation: moved(&tables.corner_permutation, self.corner_permutation),
            corner_orientation: moved(&tables.corner_orientation, self.corner_orientation),
            first_edges: tables.first_edges[first_edges][m.index()],
            last_edges: rearranged(
                tables.last_edges[usize::from(self.last_edges)],
                tables.rearrangements[first_edges][m.index()],
            ),
            edge_orientation: moved(&tables.edge_orientation, self.edge_orientation),
        }
    }

    fn hex(&self) -> String {
        [
            self.corner_permutation,
            self.corner_orientation,
            self.first_edges,
            self.last_edges,
            self.edge_orientation,
        ]
        .map(|field| hex_number(field, u16::BITS))
        .join(" ")
    }

    fn table_bytes() -> usize {
        let tables = &*TABLES;
        let move_tables = [
            &tables.corner_permutation,
            &tables.corner_orientation,
            &tables.edge_orientation,
        ];
        let bytes = move_tables.map(BasicTables::move_table_bytes);
        bytes.iter().sum::<usize>()
            + size_of_val(&tables.first_edges[..])
            + size_of_val(&tables.rearrangements[..])
            + size_of_val(&tables.last_edges[..])
    }
}

/// Numbers below 8 in nibbles, the first lowest.
type Nibbles = u32;

struct SplitTables {
    corner_permutation: BasicTables,
    corner_orientation: BasicTables,
    /// A row for each value, a column for each move.
    first_edges: Vec<[u16; 18]>,
    edge_orientation: BasicTables,
    /// Likewise: the image of the first, second, … free position, as its number among the
    /// positions free afterwards.
    rearrangements: Vec<[Nibbles; 18]>,
    /// The arrangement of each number.
    last_edges: Vec<Nibbles>,
}

static TABLES: LazyLock<SplitTables> = LazyLock::new(|| SplitTables {
    corner_permutation: move_table(Basic::corner_permutation()),
    corner_orientation: move_table(Basic::corner_orientation()),
    first_edges: first_edge_rows(|positions, m| {
        arrangement::rank(&positions.map(|p| destination(p, m)), 12) as u16
    }),
    edge_orientation: move_table(Basic::edge_orientation()),
    rearrangements: first_edge_rows(rearrangement),
    last_edges: (0..arrangement::count(6, 8))
        .map(|number| pack(&arrangement::unrank::<6>(number, 8), 4) as Nibbles)
        .collect(),
});

fn move_table(coordinate: Basic) -> BasicTables {
    let none = TransformationSet::default();
    let table = BasicTables::new(coordinate, MoveSet::ALL, none, Stop::never());
    table.expect("memory for 1.5 MB of tables")
}

/// A row for each arrangement of the positions of the first four edges.
fn first_edge_rows<T>(entry: impl Fn([u8; 4], Move) -> T) -> Vec<[T; 18]> {
    let row = |number| {
        let positions = arrangement::unrank(number, 12);
        Move::ALL.map(|m| entry(positions, m))
    };
    (0..arrangement::count(4, 12)).map(row).collect()
}

/// The position to which a move carries the edge at a position.
fn destination(position: u8, m: Move) -> u8 {
    m.inverse().cube().edges()[usize::from(position)]
}

/// The images under a move of the positions that are not `taken`.
fn rearrangement(taken: [u8; 4], m: Move) -> Nibbles {
    let free = (0..12).filter(|p| !taken.contains(p));
    let moved: Vec<u8> = free.map(|p| destination(p, m)).collect();
    let rank = |p: &u8| moved.iter().filter(|q| *q < p).count() as u8;
    pack(&moved.iter().map(rank).collect::<Vec<_>>(), 4) as Nibbles
}

/// The number of an arrangement of six of eight items after a rearrangement.
fn rearranged(arrangement: Nibbles, rearrangement: Nibbles) -> u16 {
    let items: [u8; 6] = unpack(arrangement.into(), 4);
    let items = items.map(|item| (rearrangement >> (4 * item) & 0xf) as u8);
    arrangement::rank(&items, 8) as u16
}
