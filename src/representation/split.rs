//! Five coordinates and tables that move them.

use super::{Representation, hex_number};
use crate::cube::{Cube, IndexDigits, Move};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// The index taken apart so far that tables can move it.
///
/// Corner permutation, corner orientation and edge orientation are digits of the index, and
/// each of them moves without regard to the rest. So do the positions of the first four edge
/// cubies. The other eight are numbered by their arrangement among the positions that those
/// four leave free. How a move rearranges them depends on which positions these are, so that
/// no table of 20,160 lines and 18 columns can tell it: the rearrangement is looked up by
/// positions and move, and then carried out.
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
        let digits = IndexDigits::from(cube);
        let positions = cube.inverse();
        let (first, last) = positions.edges().split_at(4);
        let among_free = |&p: &u8| p - first.iter().filter(|q| **q < p).count() as u8;
        let last: [u8; 6] = std::array::from_fn(|i| among_free(&last[i]));
        SplitState {
            corner_permutation: digits.corner_permutation,
            corner_orientation: digits.corner_orientation,
            first_edges: arrangement::rank(first, 12) as u16,
            last_edges: arrangement::rank(&last, 8) as u16,
            edge_orientation: digits.edge_orientation,
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
        let digits = IndexDigits {
            corner_permutation: self.corner_permutation,
            corner_orientation: self.corner_orientation,
            edge_permutation: 0,
            edge_orientation: self.edge_orientation,
        };
        let rest = digits.cube().expect("they are digits of a cube");
        if arrangement::is_odd(&edges) != rest.is_odd() {
            // the last two cubies, 10 and 11, are the other way round
            for cubie in &mut edges {
                *cubie = if *cubie >= 10 { 21 - *cubie } else { *cubie };
            }
        }
        let cube = Cube::new(
            *rest.corners(),
            *rest.corner_orientations(),
            edges,
            *rest.edge_orientations(),
        );
        cube.expect("the parities agree")
    }

    fn apply(&self, m: Move) -> Self {
        let tables = &*TABLES;
        let moved = |table: &MoveTable, value: u16| table[usize::from(value)][m.index()];
        let free = usize::from(tables.free_positions[usize::from(self.first_edges)]);
        let rearrangement = tables.rearrangements[free][m.index()];
        SplitState {
            corner_permutation: moved(&tables.corner_permutation, self.corner_permutation),
            corner_orientation: moved(&tables.corner_orientation, self.corner_orientation),
            first_edges: moved(&tables.first_edges, self.first_edges),
            last_edges: rearranged(
                tables.last_edges[usize::from(self.last_edges)],
                rearrangement,
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
            &tables.first_edges,
            &tables.edge_orientation,
        ];
        let move_tables: usize = move_tables
            .map(|table| size_of_val(&table[..]))
            .iter()
            .sum();
        move_tables
            + size_of_val(&tables.free_positions[..])
            + size_of_val(&tables.rearrangements[..])
            + size_of_val(&tables.last_edges[..])
    }
}

/// A line for each value, a column for each move.
type MoveTable = Vec<[u16; 18]>;

/// Numbers below 8 in nibbles, the first lowest.
type Nibbles = u32;

struct Tables {
    corner_permutation: MoveTable,
    corner_orientation: MoveTable,
    first_edges: MoveTable,
    edge_orientation: MoveTable,
    /// For each value of the first edges the number of the set of positions left free.
    free_positions: Vec<u16>,
    /// For each such set and move where the first, second, … free position goes, as its
    /// number among the positions free afterwards.
    rearrangements: Vec<[Nibbles; 18]>,
    /// The arrangement of each number.
    last_edges: Vec<Nibbles>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let zero = IndexDigits::default();
    let (free_positions, rearrangements) = free_position_tables();
    Tables {
        corner_permutation: digit_table(
            arrangement::count(8, 8) as u16,
            |corner_permutation| IndexDigits {
                corner_permutation,
                ..zero
            },
            |digits| digits.corner_permutation,
        ),
        corner_orientation: digit_table(
            3u16.pow(7),
            |corner_orientation| IndexDigits {
                corner_orientation,
                ..zero
            },
            |digits| digits.corner_orientation,
        ),
        first_edges: first_edge_table(),
        edge_orientation: digit_table(
            2u16.pow(11),
            |edge_orientation| IndexDigits {
                edge_orientation,
                ..zero
            },
            |digits| digits.edge_orientation,
        ),
        free_positions,
        rearrangements,
        last_edges: (0..arrangement::count(6, 8))
            .map(|number| nibbles(&arrangement::unrank::<6>(number, 8)))
            .collect(),
    }
});

/// The table of one digit of the index.
fn digit_table(
    size: u16,
    digits: impl Fn(u16) -> IndexDigits,
    value: impl Fn(IndexDigits) -> u16,
) -> MoveTable {
    let line = |number| {
        let cube = digits(number).cube().expect("the digit is in range");
        Move::ALL.map(|m| value(IndexDigits::from(&cube.apply(m))))
    };
    (0..size).map(line).collect()
}

/// Where the edge at each position goes.
fn destinations(m: Move) -> [u8; 12] {
    *m.inverse().cube().edges()
}

fn first_edge_table() -> MoveTable {
    let line = |number| {
        let positions: [u8; 4] = arrangement::unrank(number, 12);
        Move::ALL.map(|m| {
            let moved = positions.map(|p| destinations(m)[usize::from(p)]);
            arrangement::rank(&moved, 12) as u16
        })
    };
    (0..arrangement::count(4, 12)).map(line).collect()
}

fn free_position_tables() -> (Vec<u16>, Vec<[Nibbles; 18]>) {
    let taken = |number| {
        let positions: [u8; 4] = arrangement::unrank(number, 12);
        positions.iter().fold(0u16, |set, p| set | 1 << p)
    };
    let taken: Vec<u16> = (0..arrangement::count(4, 12)).map(taken).collect();
    let mut sets = taken.clone();
    sets.sort_unstable();
    sets.dedup();
    let number_of = |set: &u16| sets.binary_search(set).expect("all sets are listed") as u16;
    let rearrangements = sets
        .iter()
        .map(|set| Move::ALL.map(|m| rearrangement(*set, m)));
    (
        taken.iter().map(number_of).collect(),
        rearrangements.collect(),
    )
}

/// Where a move carries the positions that are not in the set `taken`.
fn rearrangement(taken: u16, m: Move) -> Nibbles {
    let free = (0..12u8).filter(|p| taken >> p & 1 == 0);
    let moved: Vec<u8> = free.map(|p| destinations(m)[usize::from(p)]).collect();
    let rank = |p: &u8| moved.iter().filter(|q| *q < p).count() as u8;
    nibbles(&moved.iter().map(rank).collect::<Vec<_>>())
}

fn nibbles(items: &[u8]) -> Nibbles {
    items
        .iter()
        .rfold(0, |word, &item| word << 4 | Nibbles::from(item))
}

/// The number of an arrangement of six of eight after its items have been replaced.
fn rearranged(arrangement: Nibbles, rearrangement: Nibbles) -> u16 {
    let items: [u8; 6] = std::array::from_fn(|i| {
        let item = arrangement >> (4 * i) & 0xf;
        (rearrangement >> (4 * item) & 0xf) as u8
    });
    arrangement::rank(&items, 8) as u16
}

/// The sizes that Botto gives: 40,320 and 11,880 lines.
#[test]
fn tables_are_as_large_as_told() {
    assert_eq!(size_of_val(&TABLES.corner_permutation[..]), 1_451_520);
    assert_eq!(size_of_val(&TABLES.first_edges[..]), 427_680);
    assert_eq!(TABLES.corner_orientation.len(), 2_187);
    assert_eq!(TABLES.edge_orientation.len(), 2_048);
}
