//! The ends of paths into the domino group: where a path leads is followed by tables, and nearly all that are not
//! continued by a short second phase are rejected by one read.
//!
//! The permutations of corners are reduced by the 16 transformations that keep the U-D axis to 2768 classes; with the
//! 8! permutations of the edges of U and D as the representative has them these are 112 million values, which only the
//! permutation of the edges of E (24) is left out of (H. Kociemba, T. Rokicki). The table has their distances in the domino group as
//! two bits: at most 8, 9, 10, or more.

use super::generate::GeneratedTables;
use super::phase::{Phase, PhaseSpace};
use crate::coord::{Basic, BasicTables, CoordError, DOMINO_MOVES, Stop, Symmetric};
use crate::cube::{Cube, Face, Move, MoveSet, TransformationSet};

/// Number of classes of the permutations of corners.
pub const CORNER_CLASSES: usize = 2768;
/// Number of permutations of the corners, and of the edges of U and D.
pub const PERMUTATIONS: usize = 40_320;
/// Number of positions of four labelled edges.
pub const FOURS: usize = 12 * 11 * 10 * 9;

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

/// What the tables consist of, in the form in which they are read.
#[derive(Clone, Copy)]
pub struct EndTables<'a> {
    /// Codes of distances, by class of the corners, then by positions of the edges of U and D.
    pub distances: &'a [u8],
    /// By permutation of the corners its class, and from bit 16 on the number of the transformation that brings it to
    /// the representative.
    pub classes: &'a [u32],
    /// The positions of the edges of U and D transformed: by number of the transformation, then by value.
    pub conjugates: &'a [u16],
    /// The permutation of the corners after each move: by value, then by move.
    pub corners: &'a [u16],
    /// The positions of four edges after each move: by value, then by move.
    pub fours: &'a [u16],
    /// By positions of the edges of U, and of D, what they add to the value of both; of cubes in the group.
    pub parts: [&'a [u16]; 2],
}

/// The tables that are made quickly.
pub struct FollowTables {
    pub classes: Vec<u32>,
    pub corners: Vec<u16>,
    pub fours: Vec<u16>,
    pub parts: [Vec<u16>; 2],
}

/// The positions of the edges of U, and of those of D.
fn fours() -> [Basic; 2] {
    [[0, 1, 2, 3], [4, 5, 6, 7]].map(Basic::edge_positions)
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
pub fn distances(classes: &Symmetric, edges: Basic, stop: Stop) -> Result<GeneratedTables, CoordError> {
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
        let moves = |coordinate| -> Result<Vec<u16>, CoordError> {
            let tables = BasicTables::new(coordinate, MoveSet::ALL, none, stop)?;
            Ok(tables.short_moves().to_vec())
        };
        let both = Basic::domino_edge_positions();
        let [of_u, of_d] = fours();
        let mut parts = [vec![0; of_u.size()], vec![0; of_d.size()]];
        for value in 0..both.size() {
            let cube = both.cube(value);
            // the order of those of D changes the value by less than the positions of those of U
            let of_order = value % 24;
            parts[0][of_u.index(&cube)] = (value - of_order) as u16;
            parts[1][of_d.index(&cube)] = of_order as u16;
        }
        let class_of = |value| {
            let (class, s) = classes.locate(value);
            class as u32 | ((s.index() as u32) << 16)
        };
        Ok(FollowTables {
            classes: (0..classes.base().size()).map(class_of).collect(),
            corners: moves(classes.base().clone())?,
            fours: moves(of_u)?,
            parts,
        })
    }
}

/// The second phase with tables of the ends of paths.
pub struct BoundedPhase<'a> {
    phase: Phase<'a>,
    tables: EndTables<'a>,
    coordinates: [Basic; 3],
}

/// The permutation of the corners, and the positions of the edges of U and of D.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    corners: u16,
    edges: [u16; 2],
}

impl<'a> BoundedPhase<'a> {
    pub fn new(phase: Phase<'a>, tables: EndTables<'a>) -> BoundedPhase<'a> {
        let [of_u, of_d] = fours();
        BoundedPhase {
            phase,
            tables,
            coordinates: [Basic::corner_permutation(), of_u, of_d],
        }
    }
}

impl SecondPhase for BoundedPhase<'_> {
    type Place = Place;

    fn phase(&self) -> &Phase<'_> {
        &self.phase
    }

    fn place(&self, cube: &Cube) -> Place {
        let [corners, of_u, of_d] = self.coordinates.each_ref().map(|basic| basic.index(cube) as u16);
        Place {
            corners,
            edges: [of_u, of_d],
        }
    }

    #[inline]
    fn after(&self, place: &Place, m: Move) -> Place {
        let moved = |moves: &[u16], value: u16| moves[Move::COUNT * usize::from(value) + m.index()];
        Place {
            corners: moved(self.tables.corners, place.corners),
            edges: place.edges.map(|edges| moved(self.tables.fours, edges)),
        }
    }

    #[inline]
    fn bound(&self, end: &Place) -> u8 {
        let tables = &self.tables;
        let class = tables.classes[usize::from(end.corners)];
        let (class, s) = (class as u16, (class >> 16) as usize);
        let [of_u, of_d] = end.edges.map(usize::from);
        let edges = tables.parts[0][of_u] + tables.parts[1][of_d];
        let edges = tables.conjugates[PERMUTATIONS * s + usize::from(edges)];
        let value = PERMUTATIONS * usize::from(class) + usize::from(edges);
        match (tables.distances[value / 4] >> (2 * (value % 4))) & 3 {
            0 => 0,
            code => NEAREST + code,
        }
    }
}
