//! The ends of paths into the domino group: where a path leads is followed by tables, and nearly all that are not
//! continued by a short second phase are rejected by one read.
//!
//! The permutations of corners are reduced by the 16 transformations that keep the U-D axis to 2768 classes; with the
//! 8! permutations of the edges of U and D as the representative has them these are 112 million values; only the edges of E
//! are left out (H. Kociemba, <https://kociemba.org/math/twophase.htm>). The table has their distances in the domino group
//! in two bits: at most 8, 9, 10, or more.

use super::generate::GeneratedTables;
use super::phase::Phase;
use crate::coord::{Basic, BasicTables, CoordError, DOMINO_MOVES, Stop, Symmetric};
use crate::cube::{Cube, Face, Move, MoveSet, TransformationSet};

/// Number of classes of the permutations of corners.
pub const CORNER_CLASSES: usize = 2768;
/// Number of permutations of the corners, and of the edges of U and D.
pub const PERMUTATIONS: usize = 40_320;
/// Number of positions of four corners, and of four edges.
pub const FOURS: [usize; 2] = [8 * 7 * 6 * 5, 12 * 11 * 10 * 9];

/// Distances up to this one are not distinguished, since few positions are that near.
const NEAREST: u8 = 8;
/// The greatest distance that is known.
const FARTHEST: u8 = NEAREST + 2;

/// The second phase, and what is known of it while a path into the group is followed.
pub trait SecondPhase {
    /// A position on the way.
    type Place: Copy;

    fn phase(&self) -> &Phase<'_>;

    fn place(&self, cube: &Cube) -> Self::Place;

    fn after(&self, place: &Self::Place, m: Move) -> Self::Place;

    /// A lower bound of the second phase after a path into the group that leads there.
    fn bound(&self, end: &Self::Place) -> u8;
}

/// Without tables the cubes on the path are followed.
impl SecondPhase for Phase<'_> {
    type Place = Cube;

    fn phase(&self) -> &Phase<'_> {
        self
    }

    fn place(&self, cube: &Cube) -> Cube {
        *cube
    }

    fn after(&self, cube: &Cube, m: Move) -> Cube {
        cube.apply(m)
    }

    fn bound(&self, _end: &Cube) -> u8 {
        0
    }
}

/// What the tables consist of, in the form in which they are read. Corners and edges are followed in two halves each,
/// those that belong in U and in D, whose tables are small enough for the cache.
#[derive(Clone, Copy)]
pub struct EndTables<'a> {
    /// Codes of distances, by class of the corners, then by positions of the edges of U and D.
    pub distances: &'a [u8],
    /// By positions of the corners their class, and from bit 16 on the number of the transformation that brings them
    /// to the representative.
    pub classes: &'a [u32],
    /// The positions of the edges of U and D transformed: by number of the transformation, then by value.
    pub conjugates: &'a [u16],
    /// The positions of four corners, and of four edges, after each move: by value, then by move.
    pub moves: [&'a [u16]; 2],
    /// What the positions of each half add to those of all: of the corners of U and D, and of the edges of U and D of
    /// cubes in the domino group.
    pub parts: [[&'a [u16]; 2]; 2],
}

/// The tables that are made quickly.
pub struct FollowTables {
    pub classes: Vec<u32>,
    pub moves: [Vec<u16>; 2],
    pub parts: [[Vec<u16>; 2]; 2],
}

/// The positions of the corners of U and D, and of the edges of U and D.
fn halves() -> [[Basic; 2]; 2] {
    const HALVES: [[u8; 4]; 2] = [[0, 1, 2, 3], [4, 5, 6, 7]];
    [
        HALVES.map(Basic::corner_positions),
        HALVES.map(Basic::edge_positions),
    ]
}

/// The permutations of the corners in classes.
pub fn corner_classes() -> Symmetric {
    Symmetric::new(
        Basic::corner_permutation(),
        TransformationSet::preserving_axis(Face::U),
    )
}

/// Generates the distances: 112 MB of memory.
///
/// # Errors
/// Any [`CoordError`].
pub fn distances(
    classes: &Symmetric,
    edges: Basic,
    stop: Stop,
) -> Result<GeneratedTables, CoordError> {
    GeneratedTables::new(classes, edges, DOMINO_MOVES, FARTHEST, stop)
}

/// The two bits of a distance.
pub fn code(distance: u8) -> u8 {
    distance.clamp(NEAREST, FARTHEST + 1) - NEAREST
}

impl FollowTables {
    /// Generates the tables.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn new(classes: &Symmetric, stop: Stop) -> Result<FollowTables, CoordError> {
        let none = TransformationSet::default();
        let moves = |coordinate: &Basic| -> Result<Vec<u16>, CoordError> {
            let tables = BasicTables::new(coordinate.clone(), MoveSet::ALL, none, stop)?;
            Ok(tables.short_moves().to_vec())
        };
        let [corners, edges] = halves();
        let class_of = |value| {
            let corners = classes.base().cube(value).inverse();
            let (class, s) = classes.locate_cube(&corners);
            class as u32 | ((s.index() as u32) << 16)
        };
        Ok(FollowTables {
            classes: (0..classes.base().size()).map(class_of).collect(),
            moves: [moves(&corners[0])?, moves(&edges[0])?],
            parts: [
                parts(&corners, |value| classes.base().cube(value).inverse()),
                parts(&edges, |value| Basic::domino_edge_positions().cube(value)),
            ],
        })
    }
}

/// What each half adds to the rank of all eight positions, of which these are the cubes.
fn parts(halves: &[Basic; 2], cube: impl Fn(usize) -> Cube) -> [Vec<u16>; 2] {
    /// The orders of the second half: the positions of the first are more significant.
    const ORDERS: usize = 24;
    let mut parts = halves.each_ref().map(|half| vec![0; half.size()]);
    for value in 0..PERMUTATIONS {
        let (cube, order) = (cube(value), value % ORDERS);
        parts[0][halves[0].index(&cube)] = (value - order) as u16;
        parts[1][halves[1].index(&cube)] = order as u16;
    }
    parts
}

/// The second phase with tables of the ends of paths.
pub struct BoundedPhase<'a> {
    phase: Phase<'a>,
    tables: EndTables<'a>,
    halves: [[Basic; 2]; 2],
}

impl<'a> BoundedPhase<'a> {
    pub fn new(phase: Phase<'a>, tables: EndTables<'a>) -> BoundedPhase<'a> {
        BoundedPhase {
            phase,
            tables,
            halves: halves(),
        }
    }
}

impl SecondPhase for BoundedPhase<'_> {
    /// The positions of the halves of the corners, and of the edges.
    type Place = [[u16; 2]; 2];

    fn phase(&self) -> &Phase<'_> {
        &self.phase
    }

    fn place(&self, cube: &Cube) -> Self::Place {
        let index = |half: &Basic| half.index(cube) as u16;
        self.halves
            .each_ref()
            .map(|halves| halves.each_ref().map(index))
    }

    #[inline]
    fn after(&self, [corners, edges]: &Self::Place, m: Move) -> Self::Place {
        let moved = |moves: &[u16], value: u16| moves[Move::COUNT * usize::from(value) + m.index()];
        let [of_corners, of_edges] = self.tables.moves;
        [
            corners.map(|half| moved(of_corners, half)),
            edges.map(|half| moved(of_edges, half)),
        ]
    }

    #[inline]
    fn bound(&self, [corners, edges]: &Self::Place) -> u8 {
        let tables = &self.tables;
        let both = |[of_u, of_d]: [&[u16]; 2], [u, d]: [u16; 2]| {
            usize::from(of_u[usize::from(u)] + of_d[usize::from(d)])
        };
        let class = tables.classes[both(tables.parts[0], *corners)];
        let (class, s) = (class as u16, (class >> 16) as usize);
        let edges = tables.conjugates[PERMUTATIONS * s + both(tables.parts[1], *edges)];
        let value = PERMUTATIONS * usize::from(class) + usize::from(edges);
        match (tables.distances[value / 4] >> (2 * (value % 4))) & 3 {
            0 => 0,
            code => NEAREST + code,
        }
    }
}
