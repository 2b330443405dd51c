//! The table of goals.

use super::goal::{Bound, Goal, moves_without_quarters};
use crate::coord::{
    AnyCoordinate, Composite, Coordinate, CornerCubies, CornerOrientation, CornerPermutation,
    CornerRefinement, CosetCorners, EdgeCubies, EdgeOrientation, SlicePositions, Slices,
    SlicesAndFlipParities,
};
use crate::cube::{CORNER_NAMES, Face, MoveSet};
use std::sync::LazyLock;

/// A kind of goal: one at each of several places, or just one.
pub struct Kind {
    /// Its name, without a place.
    pub name: &'static str,
    /// Its places, in words.
    pub expected: &'static str,
    /// Its places, each by the letters of some faces.
    pub(super) places: fn() -> Vec<String>,
    /// The faces that the first letters of the place are, at which the bounds are written.
    pub(super) written_for: &'static [Face],
    bounds: fn() -> Vec<Bound>,
}

const fn kind(
    name: &'static str,
    expected: &'static str,
    places: fn() -> Vec<String>,
    written_for: &'static [Face],
    bounds: fn() -> Vec<Bound>,
) -> Kind {
    Kind {
        name,
        expected,
        places,
        written_for,
        bounds,
    }
}

/// All kinds of goals.
pub static KINDS: [Kind; 8] = [
    // all edges oriented: solvable without quarter turns of the axis's faces
    kind("eo", "fb, rl or ud", axes, &[Face::F], || {
        vec![bound(EdgeOrientation)]
    }),
    // all corners oriented: a colour of the axis's faces on those faces at each
    kind("co", "ud, rl or fb", axes, &[Face::U], || {
        vec![bound(CornerOrientation)]
    }),
    // domino reduction: solvable by turns of the axis's faces and half turns
    kind("dr", "ud, rl or fb", axes, &[Face::U], || DOMINO.to_vec()),
    // half-turn reduction: solvable by half turns (Thistlethwaite's third subgroup)
    kind("htr", "nothing", Vec::new, &[], || {
        let dominoes = DOMINO.iter().flat_map(Bound::on_each_axis);
        half_turns(MoveSet::ALL)
            .into_iter()
            .chain(dominoes)
            .collect()
    }),
    // all corners solved, with their exact distance
    kind("corners", "nothing", Vec::new, &[], || {
        let corners = AnyCoordinate::symmetric_composite(CornerPermutation, CornerOrientation);
        vec![Bound::new(corners)]
    }),
    // all edges solved: the four of a slice are if their places are, so one table serves the
    // three slices; all orientations see further while few edges are in place
    kind("edges", "nothing", Vec::new, &[], || {
        let slices = AnyCoordinate::symmetric_composite(Slices, EdgeOrientation);
        let slice = bound(EdgeCubies::new([8, 9, 10, 11])).on_each_axis();
        std::iter::once(Bound::new(slices)).chain(slice).collect()
    }),
    // the four edges of a face solved
    kind("cross", "u, r, f, d, l or b", faces, &[Face::D], || {
        vec![bound(EdgeCubies::new([4, 5, 6, 7]))]
    }),
    // a corner and its three edges solved; corner names go clockwise, as U, R, F do
    kind(
        "block",
        "a corner such as urf",
        corners,
        &[Face::U, Face::R],
        || {
            let (corner, edges) = (CornerCubies::new([0]), EdgeCubies::new([0, 1, 8]));
            let both = AnyCoordinate::composite(vec![Box::new(corner), Box::new(edges)]);
            vec![Bound::new(both)]
        },
    ),
];

impl Kind {
    /// The goal at the place that its bounds are written for.
    pub(super) fn goal(&self) -> Goal {
        Goal::new(self.name, MoveSet::ALL, (self.bounds)())
    }
}

/// Domino reduction on the U-D axis from edges oriented relative to F-B, which stay so.
pub fn domino_from_oriented_edges() -> Goal {
    let moves = moves_without_quarters(&[Face::F]);
    Goal::new("dr", moves, domino(moves).into())
}

/// Half-turn reduction from a domino reduction on the U-D axis, which is kept.
pub fn half_turns_from_domino() -> Goal {
    let moves = moves_without_quarters(&[Face::R, Face::F]);
    let bounds = [half_turns(moves), domino(moves).into()];
    Goal::new("htr", moves, bounds.concat())
}

/// The bounds of domino reduction on the U-D axis with all moves: Kociemba's first phase.
pub static DOMINO: LazyLock<[Bound; 2]> = LazyLock::new(|| domino(MoveSet::ALL));

/// Edge orientation and slice, corner orientation and slice: two coordinates that share the
/// slice are solved together exactly when all three parts are.
fn domino(moves: MoveSet) -> [Bound; 2] {
    let with_slice = |orientation| restricted(vec![orientation, Box::new(SlicePositions)], moves);
    [
        with_slice(Box::new(EdgeOrientation) as Box<dyn Coordinate>),
        with_slice(Box::new(CornerOrientation)),
    ]
}

/// Corners modulo half turns, and every edge in its slice; a domino reduction adds that the
/// edges are oriented.
fn half_turns(moves: MoveSet) -> Vec<Bound> {
    let corners = CosetCorners {
        refinement: CornerRefinement::HalfTurn,
    };
    vec![
        restricted(vec![Box::new(SlicesAndFlipParities)], moves),
        restricted(vec![Box::new(corners)], moves),
    ]
}

fn bound(coordinate: impl Coordinate + 'static) -> Bound {
    Bound::new(AnyCoordinate::basic(coordinate))
}

fn restricted(parts: Vec<Box<dyn Coordinate>>, moves: MoveSet) -> Bound {
    let composite = Composite::new(parts).restricted_to(moves);
    Bound::new(AnyCoordinate::Composite(composite))
}

/// The three axes by their first faces.
pub const AXES: [Face; 3] = [Face::U, Face::R, Face::F];

/// The name of the axis of a face, as `ud`.
pub fn axis_name(face: Face) -> String {
    face_name(face) + &face_name(face.opposite())
}

fn face_name(face: Face) -> String {
    face.letter().to_ascii_lowercase().into()
}

fn axes() -> Vec<String> {
    AXES.map(axis_name).to_vec()
}

fn faces() -> Vec<String> {
    Face::ALL.map(face_name).to_vec()
}

fn corners() -> Vec<String> {
    CORNER_NAMES.map(str::to_lowercase).to_vec()
}
