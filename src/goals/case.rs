//! Which cubes in domino reduction, or shortly before it, as fewest-moves solvers name them.

use super::bounds::TETRADS;
use crate::coord::corners::{AXIS_CODE, FIRST_TETRAD_MASK};
use crate::coord::{Basic, Coordinate, CoordinateBound, CornerRefinement, DOMINO_MOVES, UNREACHED};
use crate::cube::{Cube, Face, Move, MoveSet};
use std::fmt;
use std::sync::LazyLock;

/// A set of cubes within a kind of goal. It is closed under inversion, so that it can be reached
/// from both scrambles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepCase {
    /// Domino reduction with these corners, and as many bad edges: `4a1 2e`, or `4a1` for any number.
    Domino {
        /// The corners.
        corners: CornerCase,
        /// Number of bad edges: those of U and D that are in the wrong slice, M or S.
        edges: Option<u8>,
    },
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
    /// Number of bad corners: those in places that half turns do not lead them to.
    bad: u8,
    /// Of four bad corners `a` if half turns bring their places into one layer, otherwise `b`;
    /// `c` if there are fewer.
    shape: char,
    /// The fewest quarter turns that lead to half-turn reduction of the corners, or to both layers
    /// turned together from there.
    quarter_turns: u8,
}

/// The case of each value of [`TETRADS`].
static CASES: LazyLock<Vec<CornerCase>> = LazyLock::new(|| {
    let turns = quarter_turns();
    let case = |(value, &turns)| CornerCase::new(&TETRADS.cube(value), turns);
    turns.iter().enumerate().map(case).collect()
});

/// The fewest quarter turns for each value of [`TETRADS`].
fn quarter_turns() -> Vec<u8> {
    let after = |value, m: Move| TETRADS.index(&TETRADS.cube(value).apply(m));
    let mut turns = vec![UNREACHED; TETRADS.size];
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

fn is_of_first_tetrad(corner: usize) -> bool {
    FIRST_TETRAD_MASK >> corner & 1 == 1
}

fn bad_corners(cube: &Cube) -> impl Iterator<Item = usize> {
    let corners = *cube.corners();
    (0..8).filter(move |p| is_of_first_tetrad(*p) != is_of_first_tetrad(corners[*p].into()))
}

fn count_bad_corners(cube: &Cube) -> u8 {
    bad_corners(cube).count() as u8
}

/// The number of bad edges of a cube whose E slice is in place: those of slice M have odd numbers.
fn bad_edges(cube: &Cube) -> u8 {
    let edges = cube.edges()[..8].iter().zip(0..);
    edges.map(|(edge, place)| (edge ^ place) & 1).sum()
}

/// The numbers of bad corners and edges, or of good ones if these are fewer: turning both layers together
/// exchanges them.
fn fewest_bad(corners: u8, edges: u8) -> (u8, u8) {
    (corners, edges).min((8 - corners, 8 - edges))
}

impl CornerCase {
    fn new(cube: &Cube, quarter_turns: u8) -> CornerCase {
        let count = count_bad_corners(cube);
        // two corners of a tetrad differ in the code of the axis along which they agree
        let axis = |first: bool| {
            let bad = bad_corners(cube).filter(|p| is_of_first_tetrad(*p) == first);
            bad.fold(0, |axis, p| axis ^ AXIS_CODE[p])
        };
        CornerCase {
            bad: fewest_bad(count, 0).0,
            shape: match count {
                4 if axis(true) == axis(false) => 'a',
                4 => 'b',
                _ => 'c',
            },
            quarter_turns,
        }
    }

    /// Whether it has this name, in which cubelib writes `c` for three and more quarter turns.
    fn has_name(&self, name: &str) -> bool {
        let (bad, turns) = (self.bad, self.quarter_turns);
        self.to_string() == name || turns >= 3 && format!("{bad}c{turns}") == name
    }

    /// Whether both are the same or inverse to each other: of four bad corners that need three or
    /// four quarter turns, the shape is `a` on one of the scrambles and `b` on the other.
    fn is_like(&self, other: &CornerCase) -> bool {
        let has_both = self.bad == 4 && matches!(self.quarter_turns, 3 | 4);
        let [own, others] = [self, other].map(|case| (case.bad, case.quarter_turns));
        own == others && (has_both || self.shape == other.shape)
    }
}

impl StepCase {
    /// The case of a cube in domino reduction on the U-D axis.
    pub(super) fn of(cube: &Cube) -> StepCase {
        StepCase::Domino {
            corners: CASES[TETRADS.index(cube)],
            edges: Some(fewest_bad(count_bad_corners(cube), bad_edges(cube)).1),
        }
    }

    /// Reads a case such as `4a1`, `4a1 2e` or `4c4e` at the end of a name; returns what is before it.
    pub(super) fn strip(name: &str) -> Option<(&str, StepCase)> {
        let mut starts = name.char_indices().rev().skip(2).take(4);
        starts.find_map(|(at, _)| {
            let (before, case) = name.split_at(at);
            Some((before, StepCase::parse(case)?))
        })
    }

    fn parse(text: &str) -> Option<StepCase> {
        let number = |text: &str| text.parse().ok();
        let domino = || {
            let (corners, edges) = text.split_at_checked(3)?;
            let edges = edges.trim_start_matches([' ', '-']);
            Some(StepCase::Domino {
                corners: *CASES.iter().find(|case| case.has_name(corners))?,
                edges: match edges.is_empty() {
                    true => None,
                    false => Some(number(edges.strip_suffix('e')?)?),
                },
            })
        };
        let bad = || {
            let (corners, edges) = text.strip_suffix('e')?.split_once('c')?;
            Some(StepCase::Bad {
                corners: number(corners)?,
                edges: number(edges)?,
            })
        };
        domino().or_else(bad).filter(StepCase::exists)
    }

    fn exists(&self) -> bool {
        let (corners, edges) = match *self {
            StepCase::Domino { corners, edges } => (corners.bad, edges.unwrap_or(0)),
            StepCase::Bad { corners, edges } => (corners, edges),
        };
        let can_be = corners <= 8 && edges <= 8 && edges % 2 == 0;
        can_be
            && match self {
                StepCase::Domino { .. } => fewest_bad(corners, edges) == (corners, edges),
                StepCase::Bad { .. } => corners != 1,
            }
    }

    /// Name of the kind of goal that has such cases.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            StepCase::Domino { .. } => "dr",
            StepCase::Bad { .. } => "drm",
        }
    }

    /// The bounds, for these moves, that are 0 in this case.
    pub(super) fn bounds(&self, moves: MoveSet) -> Vec<CoordinateBound> {
        let twisted = |x: &Cube| x.corner_orientations().iter().filter(|t| **t > 0).count();
        let twisted = Numbered::new(Basic::corner_orientation(), |x| twisted(x) as u8);
        let outside = |x: &Cube| x.edges()[..8].iter().filter(|edge| **edge >= 8).count();
        match *self {
            StepCase::Bad { corners, edges } => {
                let outside = Numbered::new(Basic::slice_positions(), |x| 2 * outside(x) as u8);
                vec![bound(moves, outside, twisted, |e, c| {
                    (c, e) == (corners, edges)
                })]
            }
            StepCase::Domino { corners, edges } => {
                let is_like = |x: &Cube| CASES[TETRADS.index(x)].is_like(&corners);
                let is_like = Numbered::new(TETRADS.clone(), |x| is_like(x).into());
                let of_corners = bound(moves, is_like, twisted, |like, c| (like, c) == (1, 0));
                let with_edges = edges.map(|edges| {
                    let tetrads = Basic::tetrads(CornerRefinement::None);
                    let bad_corners = Numbered::new(tetrads, count_bad_corners);
                    let bad_edges = Numbered::new(Basic::slices(), |x| match outside(x) {
                        0 => bad_edges(x),
                        _ => u8::MAX,
                    });
                    bound(moves, bad_corners, bad_edges, |c, e| {
                        e <= 8 && fewest_bad(c, e) == (corners.bad, edges)
                    })
                });
                [of_corners].into_iter().chain(with_edges).collect()
            }
        }
    }
}

/// A coordinate, and a number that it determines, by value.
struct Numbered {
    coordinate: Basic,
    numbers: Vec<u8>,
}

impl Numbered {
    fn new(coordinate: Basic, number: impl Fn(&Cube) -> u8) -> Numbered {
        let values = 0..coordinate.size;
        Numbered {
            numbers: values.map(|v| number(&coordinate.cube(v))).collect(),
            coordinate,
        }
    }
}

/// The bound of two coordinates that is 0 where their numbers are such.
fn bound(
    moves: MoveSet,
    a: Numbered,
    b: Numbered,
    is_such: impl Fn(u8, u8) -> bool,
) -> CoordinateBound {
    let mut values = vec![];
    for (n, of_b) in b.numbers.iter().enumerate() {
        let such = (0..a.numbers.len()).filter(|m| is_such(a.numbers[*m], *of_b));
        values.extend(such.map(|m| m + n * a.numbers.len()));
    }
    let coordinate = Coordinate::composite([a.coordinate, b.coordinate]);
    CoordinateBound::from_values(coordinate.restricted_to(moves), values)
}

impl fmt::Display for CornerCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.bad, self.shape, self.quarter_turns)
    }
}

impl fmt::Display for StepCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepCase::Domino { corners, edges } => match edges {
                Some(edges) => write!(f, "{corners} {edges}e"),
                None => corners.fmt(f),
            },
            StepCase::Bad { corners, edges } => write!(f, "{corners}c{edges}e"),
        }
    }
}
