//! The tables by which a packed cube's entry is found: from corners to their class, and from there and
//! the edges to the address.

use super::packed_cube::{CORNER_NUMBERS, EDGE_NUMBERS};
use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::{ORIENTATIONS, PLAIN_COSETS, TETRADS, half_turn_class};
use crate::coord::slices::{NUMBERING, RANKS_OF_FOUR, SUBSETS_OF_EIGHT, slice_of};
use crate::coord::{Basic, CornerRefinement};
use crate::cube::{Cube, Swap, Transformation};
use crate::table::address::{CLASS_SHIFT, LINE_SHIFT};
use crate::table::coset_index::flip_index;
use crate::table::dimensions::HALF_TURN_CLASSES;
use crate::table::edges::{EdgeMap, ORDERS};
use std::sync::LazyLock;

pub const TWISTS: u32 = ORIENTATIONS as u32;

/// Number of values of the corner coset without the half-turn class.
pub const CORNER_COSETS: u32 = PLAIN_COSETS as u32;

/// How a transformation conjugates the edges.
#[repr(C, align(64))]
pub struct View {
    /// The old position of the edge at each new position.
    pub sources: [u8; 16],
    /// The same with the first eight and the last eight in reverse order.
    pub reversed_sources: [u8; 16],
    /// The new slice of each cubie number: [`IN_E`], [`IN_M`] or [`IN_S`].
    pub slices: [u8; 16],
}

/// Number of views: the 48 transformations, rounded up to a power of two so that an index of six bits
/// is never out of bounds.
pub const VIEWS: usize = 64;

/// The slices in [`View::slices`].
pub const IN_E: u8 = 0x80;
pub const IN_M: u8 = 0x40;
pub const IN_S: u8 = 0x20;

/// The tables to find the entries of a pruning table.
pub struct AddressTables {
    /// The packed class of each corner coset: the number of the class, and in the lowest eight
    /// bits the transformation to its representative. The number is `8 · row`, to which the half-turn class is
    /// added.
    pub classes: Box<[u32]>,
    /// Rank of each set of positions of the second tetrad, `0..70`.
    pub tetrads: [u8; 256],
    /// Rank of the orientations of seven corners, two bits each.
    twists: Box<[u16]>,
    pub half_turn_classes: Box<HalfTurnClassTables>,
    views: Box<[View; VIEWS]>,
    /// The first line with the positions of E in each mask: 70 times its rank.
    first_lines: Box<[u16; 1 << 12]>,
    m_ranks: [u8; 256],
    /// Flip index of 12 flips in order of slice and position.
    flip_indices: Box<[u16; 1 << 12]>,
}

/// The tables to find the half-turn class.
pub struct HalfTurnClassTables {
    /// The pairing of a tetrad, by the half turns of its four cubies, two bits each.
    pairings: [u8; 256],
    /// The same by the half turn from the first of the four to the second, and, in the two bits
    /// above, to the third.
    pub pairings_by_turns: [u8; 16],
    /// Three times the half-turn class of the cube, by the pairing of the first tetrad plus eight times that
    /// of the second.
    pub shifts: [u8; 64],
    /// For each tetrad rank and transformation: the half-turn class that each of the six becomes under the
    /// transformation, three bits each.
    pub conjugated: [[u32; VIEWS]; TETRADS],
}

impl AddressTables {
    /// The tables, computed once.
    pub fn get() -> &'static AddressTables {
        static TABLES: LazyLock<AddressTables> = LazyLock::new(AddressTables::new);
        &TABLES
    }

    fn new() -> AddressTables {
        let symmetric = CornerClasses::get().symmetric();
        let pack = |coset| {
            let (row, s) = symmetric.locate(coset);
            ((8 * row) << 8 | s.index()) as u32
        };
        AddressTables {
            classes: (0..symmetric.base().size).map(pack).collect(),
            tetrads: std::array::from_fn(|second| RANKS_OF_FOUR[usize::from(!(second as u8))]),
            twists: (0..1 << 14).map(twist_rank).collect(),
            half_turn_classes: Box::new(HalfTurnClassTables::new()),
            views: Box::new(std::array::from_fn(|s| {
                View::new(Transformation::from_index(s % 48))
            })),
            first_lines: Box::new(std::array::from_fn(|e| {
                NUMBERING.ranks[e] * SUBSETS_OF_EIGHT as u16
            })),
            m_ranks: RANKS_OF_FOUR,
            flip_indices: Box::new(std::array::from_fn(|flips| {
                flip_index([0, 4, 8].map(|shift| (flips >> shift & 15) as u16))
            })),
        }
    }

    /// The corner coset, given the positions of the second tetrad's cubies and the orientations of seven
    /// corners.
    #[inline(always)]
    pub fn corner_coset(&self, tetrad: usize, twists: usize) -> usize {
        self.corner_coset_of_rank(tetrad, self.twists[twists])
    }

    /// The same, given the rank of the orientations, `Σ twist[i] · 3^i`.
    #[inline(always)]
    pub fn corner_coset_of_rank(&self, tetrad: usize, twist: u16) -> usize {
        (TWISTS * u32::from(self.tetrads[tetrad]) + u32::from(twist)) as usize
    }

    /// The packed class of a corner coset, given the half turns of both tetrads.
    #[inline(always)]
    pub fn class(&self, coset: usize, halves: [usize; 2]) -> u32 {
        let (class, tables) = (self.classes[coset], &self.half_turn_classes);
        let [first, second] = halves.map(|halves| usize::from(tables.pairings[halves & 0xff]));
        let shift = tables.shifts[(first | second << 3) & 0x3f];
        let conjugated = tables.conjugated[coset / TWISTS as usize][class as usize % VIEWS];
        class + ((conjugated >> shift & 7) << 8)
    }

    /// The view of the edges under the transformation of a packed class.
    #[inline(always)]
    pub fn view(&self, class: u32) -> &View {
        &self.views[class as usize % VIEWS]
    }

    /// The address of an entry of a packed class, given the conjugated edges: the positions of E as a
    /// mask of 12 bits, those of M among the other eight positions, and the flips in order of slice
    /// and position.
    #[inline(always)]
    pub fn entry_address(&self, class: u32, e: u32, m_in_rest: u32, flips: u32) -> u64 {
        self.entry_address_from(
            class,
            self.first_lines[e as usize & 0xfff],
            m_in_rest,
            flips,
        )
    }

    /// The same, given the first line with these positions of E.
    #[inline(always)]
    pub fn entry_address_from(
        &self,
        class: u32,
        first_line: u16,
        m_in_rest: u32,
        flips: u32,
    ) -> u64 {
        let m_rank = self.m_ranks[m_in_rest as usize & 0xff];
        let configuration = u64::from(first_line) + u64::from(m_rank);
        let flip_index = u64::from(self.flip_indices[flips as usize & 0xfff]);
        u64::from(class >> 8) << CLASS_SHIFT | configuration << LINE_SHIFT | flip_index
    }
}

impl View {
    fn new(s: Transformation) -> View {
        let map = EdgeMap::of_transformation(s);
        let mut view = View {
            sources: [15; 16],
            reversed_sources: [15; 16],
            slices: [0; 16],
        };
        for (p, &number) in EDGE_NUMBERS.iter().enumerate() {
            view.sources[map.to[p] as usize] = p as u8;
            let slice = map.slices[slice_of(p as u8)];
            view.slices[number as usize] = [IN_E, IN_M, IN_S][slice as usize];
        }
        view.reversed_sources = std::array::from_fn(|i| view.sources[i ^ 7]);
        view
    }
}

/// `Σ twist[i] · 3^i` of seven twists, two bits each; meaningless if a twist is 3.
fn twist_rank(bits: usize) -> u16 {
    (0..7)
        .rev()
        .fold(0, |rank, i| 3 * rank + (bits >> (2 * i) & 3) as u16)
}

impl HalfTurnClassTables {
    fn new() -> HalfTurnClassTables {
        let half_turn_classes = half_turn_classes();
        let corners = Basic::coset_corners(CornerRefinement::HalfTurn);
        let mut tables = HalfTurnClassTables {
            pairings: [0; 256],
            pairings_by_turns: [0; 16],
            shifts: [0; 64],
            conjugated: std::array::from_fn(|tetrad| {
                std::array::from_fn(|s| {
                    conjugated_half_turn_classes(
                        &corners,
                        tetrad,
                        Transformation::from_index(s % 48),
                    )
                })
            }),
        };
        for_each_order(|halves, order| {
            tables.pairings[halves] = pairing(order);
            let turns = (order[0] ^ order[1]) | (order[0] ^ order[2]) << 2;
            tables.pairings_by_turns[usize::from(turns)] = pairing(order);
        });
        for (first, with_first) in half_turn_classes.iter().enumerate() {
            for (second, class) in with_first.iter().enumerate() {
                tables.shifts[first | second << 3] = 3 * *class as u8;
            }
        }
        tables
    }
}

/// The half-turn class that each of the six becomes under a transformation, three bits each, where the second
/// tetrad's positions have this rank: corner orientations do not affect it.
fn conjugated_half_turn_classes(corners: &Basic, tetrad: usize, s: Transformation) -> u32 {
    let conjugated = |class: usize| {
        let coset = class * PLAIN_COSETS + tetrad * ORIENTATIONS;
        half_turn_class(&s.apply(&corners.cube(coset))) as u32
    };
    (0..HALF_TURN_CLASSES).fold(0, |packed, i| packed | conjugated(i) << (3 * i))
}

/// Calls `f` with each of the 24 orders of the four half turns, packed as two bits each and as an array.
fn for_each_order(mut f: impl FnMut(usize, [u8; 4])) {
    for order in *ORDERS {
        let halves = order
            .iter()
            .rfold(0, |halves, half| halves << 2 | usize::from(*half));
        f(halves, order);
    }
}

/// The pairing of four cubies in this order, `0..6`: along which axis the first pairs with the second,
/// and along which with the third.
fn pairing(order: [u8; 4]) -> u8 {
    let (second, third) = (order[0] ^ order[1], order[0] ^ order[2]);
    2 * (second - 1) + u8::from(third > 6 - second - third)
}

/// The half-turn class for each pairing of both tetrads, from cubes with each order of the tetrads.
fn half_turn_classes() -> [[u32; 6]; 6] {
    let mut classes = [[0; 6]; 6];
    for_each_order(|_, first| {
        for_each_order(|_, second| {
            let found = half_turn_class(&with_tetrads(first, second)) as u32;
            classes[pairing(first) as usize][pairing(second) as usize] = found;
        });
    });
    classes
}

/// A cube with each tetrad at its own positions, its cubies in these orders.
fn with_tetrads(first: [u8; 4], second: [u8; 4]) -> Cube {
    let mut orders = [first.into_iter(), second.into_iter()];
    let corners = std::array::from_fn(|p| {
        let tetrad = CORNER_NUMBERS[p] & 1;
        let half = orders[tetrad as usize].next().expect("four in a tetrad");
        let number = tetrad | half << 1;
        let corner = CORNER_NUMBERS.iter().position(|n| *n == number);
        corner.expect("corners are numbered one to one") as u8
    });
    let edges = *Cube::SOLVED.edges();
    Cube::with_parity_fixed(corners, [0; 8], edges, [0; 12], Swap::Edges(0, 1))
        .expect("a permutation")
}
