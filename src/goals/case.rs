//! Which cubes in domino reduction, or shortly before it, as fewest-moves solvers name them.

use crate::coord::corners::{AXIS_CODE, FIRST_TETRAD_MASK};
use crate::coord::{
    Composite, Coordinate, CoordinateBound, CornerOrientation, CornerRefinement, DOMINO_MOVES,
    SlicePositions, Tetrads, UNREACHED,
};
use crate::cube::{Cube, Face, Move, MoveSet};
use std::fmt;
use std::sync::LazyLock;

/// A set of cubes within a kind of goal. It is closed under inversion, so that it can be reached
/// from both scrambles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Case {
    /// Domino reduction with these corners.
    Corners(CornerCase),
    /// Oriented edges, and for domino reduction as many bad corners and bad edges as these: `4c4e`.
    Bad {
        /// Corners that are twisted.
        corners: u8,
        /// Edges of the slice that are outside of it, and others that are in it.
        edges: u8,
    },
}

/// The corners of a cube in domino reduction, by what half turns cannot change: `4a1`, `2c3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CornerCase {
    /// Number of bad corners: those in places that half turns do not lead them to. If these are more
    /// than half, the number of the others, since both layers may be turned together.
    bad: u8,
    /// Of four bad corners `a` if half turns bring their places into one layer, otherwise `b`;
    /// `c` if there are fewer.
    shape: char,
    /// The fewest quarter turns that lead to half-turn reduction of the corners, or to both layers
    /// turned together from there.
    quarter_turns: u8,
}

const TETRADS: Tetrads = Tetrads {
    refinement: CornerRefinement::HalfTurn,
};

/// The case of each value of [`TETRADS`].
static CASES: LazyLock<Vec<CornerCase>> = LazyLock::new(|| {
    let turns = quarter_turns();
    let case = |(value, &turns)| CornerCase::new(&TETRADS.cube(value), turns);
    turns.iter().enumerate().map(case).collect()
});

/// The fewest quarter turns for each value of [`TETRADS`].
fn quarter_turns() -> Vec<u8> {
    let after = |value, m: Move| TETRADS.index(&TETRADS.cube(value).apply(m));
    let mut turns = vec![UNREACHED; TETRADS.size()];
    let both_layers = Cube::from_moves([Face::U, Face::D].map(|face| Move::new(face, 1)));
    let mut next = vec![TETRADS.index(&Cube::SOLVED), TETRADS.index(&both_layers)];
    let mut count = 0;
    while !next.is_empty() {
        let mut reached = vec![];
        while let Some(value) = next.pop() {
            if turns[value] == UNREACHED {
                turns[value] = count;
                reached.push(value);
                next.extend(MoveSet::HALF_TURNS.iter().map(|m| after(value, m)));
            }
        }
        let quarters = DOMINO_MOVES.difference(MoveSet::HALF_TURNS);
        let quarters = |value: usize| quarters.iter().map(move |m| after(value, m));
        next.extend(reached.into_iter().flat_map(quarters));
        count += 1;
    }
    turns
}

impl CornerCase {
    /// The case of a cube in domino reduction on the U-D axis.
    pub(super) fn of(cube: &Cube) -> CornerCase {
        CASES[TETRADS.index(cube)]
    }

    fn new(cube: &Cube, quarter_turns: u8) -> CornerCase {
        let is_first = |corner: usize| FIRST_TETRAD_MASK >> corner & 1 == 1;
        let bad = |p: &usize| is_first(*p) != is_first(cube.corners()[*p].into());
        let count = (0..8).filter(bad).count() as u8;
        // two corners of a tetrad differ in the code of the axis along which they agree
        let axis = |first: bool| {
            let bad = (0..8).filter(|p| bad(p) && is_first(*p) == first);
            bad.fold(0, |axis, p| axis ^ AXIS_CODE[p])
        };
        CornerCase {
            bad: count.min(8 - count),
            shape: match count {
                4 if axis(true) == axis(false) => 'a',
                4 => 'b',
                _ => 'c',
            },
            quarter_turns,
        }
    }

    /// Whether both are the same or inverse to each other: of four bad corners that need three or
    /// four quarter turns, the shape is `a` on one of the scrambles and `b` on the other.
    fn is_like(&self, other: &CornerCase) -> bool {
        let has_both = self.bad == 4 && matches!(self.quarter_turns, 3 | 4);
        let [own, others] = [self, other].map(|case| (case.bad, case.quarter_turns));
        own == others && (has_both || self.shape == other.shape)
    }
}

impl Case {
    /// Reads a case such as `4a1` or `4c4e` at the end of a name; returns what is before it.
    pub(super) fn strip(name: &str) -> Option<(&str, Case)> {
        let mut starts = name.char_indices().rev().skip(2).take(2);
        starts.find_map(|(at, _)| {
            let (before, case) = name.split_at(at);
            Some((before, Case::parse(case)?))
        })
    }

    fn parse(text: &str) -> Option<Case> {
        let corners = CASES.iter().find(|case| case.to_string() == text);
        if let Some(case) = corners {
            return Some(Case::Corners(*case));
        }
        let digits = text.strip_suffix('e')?.split_once('c')?;
        let case = Case::Bad {
            corners: digits.0.parse().ok()?,
            edges: digits.1.parse().ok()?,
        };
        (!case.values().is_empty()).then_some(case)
    }

    /// Name of the kind of goal that has such cases.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Case::Corners(_) => "dr",
            Case::Bad { .. } => "drm",
        }
    }

    /// The bound, for these moves, that is 0 in this case.
    pub(super) fn bound(&self, moves: MoveSet) -> CoordinateBound {
        let of_corners: Box<dyn Coordinate> = match self {
            Case::Corners(_) => Box::new(TETRADS),
            Case::Bad { .. } => Box::new(SlicePositions),
        };
        let coordinate = Composite::new(vec![of_corners, Box::new(CornerOrientation)]);
        CoordinateBound::from_values(coordinate.restricted_to(moves), self.values())
    }

    /// The values of the coordinate of the bound.
    fn values(&self) -> Vec<usize> {
        let of = |n, count: &dyn Fn(usize) -> bool| (0..n).filter(|v| count(*v)).collect();
        let twists = |v: usize| {
            CornerOrientation
                .cube(v)
                .corner_orientations()
                .iter()
                .filter(|twist| **twist > 0)
                .count()
        };
        let (size, first, twists): (usize, Vec<usize>, Vec<usize>) = match self {
            Case::Corners(case) => {
                let is_like = |v: usize| CASES[v].is_like(case);
                (
                    TETRADS.size(),
                    of(TETRADS.size(), &is_like),
                    vec![CornerOrientation.index(&Cube::SOLVED)],
                )
            }
            Case::Bad { corners, edges } => {
                let outside = |v: usize| {
                    SlicePositions.cube(v).edges()[..8]
                        .iter()
                        .filter(|edge| **edge >= 8)
                        .count()
                };
                (
                    SlicePositions.size(),
                    of(SlicePositions.size(), &|v| {
                        2 * outside(v) == usize::from(*edges)
                    }),
                    of(CornerOrientation.size(), &|v| {
                        twists(v) == usize::from(*corners)
                    }),
                )
            }
        };
        let pairs = twists
            .iter()
            .flat_map(|twist| first.iter().map(move |v| twist * size + v));
        pairs.collect()
    }
}

impl fmt::Display for CornerCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.bad, self.shape, self.quarter_turns)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Corners(case) => case.fmt(f),
            Case::Bad { corners, edges } => write!(f, "{corners}c{edges}e"),
        }
    }
}
