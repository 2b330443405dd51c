//! From a packed cube to the address of its coset's entry.

use super::packed_cube::{CORNER_NUMBERS, EDGE_NUMBERS};
use crate::coord::corner_classes::CornerClasses;
use crate::coord::corners::{ORIENTATIONS, TETRADS};
use crate::coord::slices::RANKS_OF_FOUR;
use crate::coord::{Coordinate, CornerRefinement, CosetCorners, Tetrads};
use crate::cube::{Cube, Exchange, Transformation};
use crate::permutation::arrangement::is_odd;
use crate::table::edges::{BLOCK, EdgeMap, NUMBERING, SliceFlips, slice_of};
use crate::table::filter;
use crate::table::layout::Layout;
use crate::table::spec::{EdgeQuotient, Encoding, Spec};

/// Number of orientations of the corners.
pub const TWISTS: u32 = ORIENTATIONS as u32;

/// Number of values of the corner coset without refinement.
pub const CORNER_COSETS: u32 = TETRADS as u32 * TWISTS;

/// How a transformation shows the edges.
#[repr(C, align(64))]
pub struct View {
    /// The position that the edge at each position is seen from.
    pub sources: [u8; 16],
    /// The same with the first eight and the last eight in reverse.
    pub reversed_sources: [u8; 16],
    /// For each cubie number: [`IN_E`], [`IN_M`] or [`IN_S`] by the slice that it is seen as of.
    pub slices: [u8; 16],
}

/// Number of views: those of the 48 transformations, and more up to a power of two, so that
/// no index is out of bounds.
pub const VIEWS: usize = 64;

/// The bits that tell slices in [`View::slices`].
pub const IN_E: u8 = 0x80;
pub const IN_M: u8 = 0x40;
pub const IN_S: u8 = 0x20;

/// All that is needed to find an entry of one table.
pub struct AddressTables {
    /// The packed class of each corner coset: the number of the class, and in the lowest eight
    /// bits the transformation to its representative. Those of filters are still without what
    /// their refinement adds.
    pub classes: Box<[u32]>,
    /// Rank of each set of positions of the second tetrad, `0..70`.
    pub tetrads: [u8; 256],
    /// Rank of seven orientations of two bits.
    twists: Box<[u16]>,
    refinement: Refinement,
    views: Box<[View; VIEWS]>,
    /// 70 times the rank of each E mask.
    blocks: Box<[u16; 1 << 12]>,
    block_ranks: [u8; 256],
    /// Flip index for 12 flips in order of slice and position.
    flip_indices: Box<[u16; 1 << 12]>,
    layout: Layout,
}

enum Refinement {
    None,
    /// Whether the order of the corners of a tetrad is odd, by the two bits of four; and whether
    /// the positions of the first tetrad's cubies, then those of the second's, are an odd
    /// permutation, by the latter as a mask.
    Parity(Box<[u8; 256]>, Box<[u8; 256]>),
    /// By the pairings of the two tetrads (0..6 each, from two bits of four): the offset
    /// to add to the coset.
    HalfTurn(Box<[u8; 256]>, [[u32; 6]; 6]),
    /// That of a filter, which is no part of the coset but of the class.
    Seen(Box<Seen>),
}

/// The matchings of filters, as they are seen from the representatives of rows.
pub struct Seen {
    /// The pairing of a tetrad, by the two bits of four.
    pairings: [u8; 256],
    /// The same by the half turns from the first of the four to the second, and to the third in
    /// the two bits above.
    pub pairings_by_turns: [u8; 16],
    /// Three times the matching, by the pairings of the tetrads, eight times that of the second.
    pub shifts: [u8; 64],
    /// By tetrad and transformation the matchings that are seen of each, three bits of them.
    pub seen: [[u32; VIEWS]; TETRADS],
}

impl AddressTables {
    /// The tables to find the entries of `spec`.
    pub fn new(spec: &Spec) -> AddressTables {
        let (corners, values, refinement) = match spec.encoding {
            Encoding::TwoBits => (spec.corners, 1, Refinement::new(spec.corners)),
            Encoding::Filter { .. } => (CornerRefinement::None, 8, Refinement::seen()),
        };
        let pack = |(class, s): (usize, Transformation)| {
            let class = class * values;
            (class << 8 | s.index()) as u32
        };
        AddressTables {
            classes: CornerClasses::get(corners).cosets().map(pack).collect(),
            tetrads: std::array::from_fn(|second| Tetrads::rank(!(second as u8)) as u8),
            twists: (0..1 << 14).map(twist_rank).collect(),
            refinement,
            views: Box::new(std::array::from_fn(|s| {
                View::new(Transformation::from_index(s % 48))
            })),
            blocks: Box::new(std::array::from_fn(|e| NUMBERING.ranks[e] * BLOCK as u16)),
            block_ranks: RANKS_OF_FOUR,
            flip_indices: Box::new(std::array::from_fn(|flips| flip_index(spec.edges, flips))),
            layout: Layout::new(spec),
        }
    }

    /// The corner coset, given the positions of the second tetrad's cubies, seven
    /// orientations, and, where they matter, the half turns of both tetrads.
    #[inline(always)]
    pub fn corner_coset(
        &self,
        tetrad: usize,
        twists: usize,
        halves: impl FnOnce() -> [usize; 2],
    ) -> usize {
        let twist = u32::from(self.twists[twists]);
        let coset = TWISTS * u32::from(self.tetrads[tetrad]) + twist;
        (coset + self.refinement(tetrad, halves)) as usize
    }

    /// The packed class of a corner coset, given the half turns of both tetrads, where they matter.
    #[inline(always)]
    pub fn class(&self, coset: usize, halves: impl FnOnce() -> [usize; 2]) -> u32 {
        let class = self.classes[coset];
        let Refinement::Seen(tables) = &self.refinement else {
            return class;
        };
        let [first, second] = halves().map(|halves| usize::from(tables.pairings[halves & 0xff]));
        let shift = tables.shifts[(first | second << 3) & 0x3f];
        let seen = tables.seen[coset / TWISTS as usize][class as usize % VIEWS];
        class + ((seen >> shift & 7) << 8)
    }

    /// The matchings of a filter.
    pub fn seen(&self) -> Option<&Seen> {
        match &self.refinement {
            Refinement::Seen(tables) => Some(tables),
            _ => None,
        }
    }

    /// The share of the refinement in the corner coset.
    #[inline(always)]
    pub fn refinement(&self, tetrad: usize, halves: impl FnOnce() -> [usize; 2]) -> u32 {
        match &self.refinement {
            Refinement::None | Refinement::Seen(..) => 0,
            Refinement::Parity(odd, odd_tetrads) => {
                let [first, second] = halves();
                let odd = odd[first] ^ odd[second] ^ odd_tetrads[tetrad];
                u32::from(odd) * CORNER_COSETS
            }
            Refinement::HalfTurn(pairings, offsets) => {
                let [first, second] = halves();
                offsets[pairings[first] as usize][pairings[second] as usize]
            }
        }
    }

    /// Whether corner cosets have a refinement.
    #[inline(always)]
    pub fn is_refined(&self) -> bool {
        !matches!(self.refinement, Refinement::None | Refinement::Seen(..))
    }

    /// How the transformation of a packed class shows the edges.
    #[inline(always)]
    pub fn view(&self, class: u32) -> &View {
        &self.views[class as usize % VIEWS]
    }

    /// The address of an entry of a packed class, given the edges as seen from the
    /// representative: the positions of E as a mask of 12 bits, those of M among the other
    /// eight, and the flips in order of slice and position.
    #[inline(always)]
    pub fn entry_address(&self, class: u32, e: u32, m_in_rest: u32, flips: u32) -> u64 {
        let block_rank = self.block_ranks[m_in_rest as usize & 0xff];
        let configuration = u64::from(self.blocks[e as usize & 0xfff]) + u64::from(block_rank);
        let flip_index = u64::from(self.flip_indices[flips as usize & 0xfff]);
        u64::from(class >> 8) * self.layout.row_bits
            + configuration * self.layout.line_bits
            + flip_index
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

/// `Σ twist[i] · 3^i`; 0 for impossible bits.
fn twist_rank(bits: usize) -> u16 {
    (0..7)
        .rev()
        .fold(0, |rank, i| 3 * rank + (bits >> (2 * i) & 3) as u16)
}

/// The flip index for the flips of E, M and S, four bits each.
fn flip_index(edges: EdgeQuotient, flips: usize) -> u16 {
    let fours = [0, 4, 8].map(|shift| (flips >> shift & 15) as u8);
    edges.flip_index(&SliceFlips(fours)) as u16
}

impl Refinement {
    fn new(corners: CornerRefinement) -> Refinement {
        match corners {
            CornerRefinement::None => Refinement::None,
            CornerRefinement::Parity => {
                // parity of the cubies sorted by tetrad, then by half turn: of the solved
                // cube too it is even
                let mut odd = Box::new([0; 256]);
                for_each_order(|halves, order| odd[halves] = is_odd(&order).into());
                let odd_tetrads = std::array::from_fn(|second| {
                    let of_tetrad = |bit| (0..8u8).filter(move |p| second >> p & 1 == bit);
                    let positions: Vec<u8> = of_tetrad(0).chain(of_tetrad(1)).collect();
                    is_odd(&positions).into()
                });
                Refinement::Parity(odd, Box::new(odd_tetrads))
            }
            CornerRefinement::HalfTurn => {
                let mut pairings = Box::new([0; 256]);
                for_each_order(|halves, order| pairings[halves] = pairing(order));
                Refinement::HalfTurn(pairings, half_turn_offsets())
            }
        }
    }

    /// That of filters.
    fn seen() -> Refinement {
        let offsets = half_turn_offsets();
        let packed = |seen: [usize; filter::MATCHINGS]| {
            let bits = seen.iter().rev();
            bits.fold(0, |packed, &matching| packed << 3 | matching as u32)
        };
        let mut tables = Seen {
            pairings: [0; 256],
            pairings_by_turns: [0; 16],
            shifts: [0; 64],
            seen: std::array::from_fn(|tetrad| {
                std::array::from_fn(|s| {
                    let s = Transformation::from_index(s % 48);
                    packed(filter::matchings_seen(tetrad, s))
                })
            }),
        };
        for_each_order(|halves, order| {
            tables.pairings[halves] = pairing(order);
            let turns = (order[0] ^ order[1]) | (order[0] ^ order[2]) << 2;
            tables.pairings_by_turns[usize::from(turns)] = pairing(order);
        });
        for (first, offsets) in offsets.iter().enumerate() {
            for (second, offset) in offsets.iter().enumerate() {
                tables.shifts[first | second << 3] = 3 * (offset / CORNER_COSETS) as u8;
            }
        }
        Refinement::Seen(Box::new(tables))
    }
}

/// Calls `f` with the 24 orders of the four half turns, packed and not.
fn for_each_order(mut f: impl FnMut(usize, [u8; 4])) {
    for halves in 0..256usize {
        let order: [u8; 4] = std::array::from_fn(|i| (halves >> (2 * i) & 3) as u8);
        if (0..4).all(|half| order.contains(&half)) {
            f(halves, order);
        }
    }
}

/// Which axis pairs the first cubie with the second and which with the third: `0..6`.
fn pairing(order: [u8; 4]) -> u8 {
    let (second, third) = (order[0] ^ order[1], order[0] ^ order[2]);
    2 * (second - 1) + u8::from(third > 6 - second - third)
}

/// The refinement's share of the coset for each pairing of both tetrads, read off the
/// coordinate itself on solved-looking cubes.
fn half_turn_offsets() -> [[u32; 6]; 6] {
    let corners = CosetCorners {
        refinement: CornerRefinement::HalfTurn,
    };
    let mut offsets = [[0; 6]; 6];
    let base = corners.index(&Cube::SOLVED) as u32 % CORNER_COSETS;
    for_each_order(|_, first| {
        for_each_order(|_, second| {
            let cube = with_tetrads(first, second);
            let offset = corners.index(&cube) as u32 - base;
            offsets[pairing(first) as usize][pairing(second) as usize] = offset;
        });
    });
    offsets
}

/// A cube whose tetrads are in place as sets, their cubies in these orders.
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
    Cube::mended(corners, [0; 8], edges, [0; 12], Exchange::Edges(0, 1)).expect("a permutation")
}
