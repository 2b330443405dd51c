//! The table of goals.

use super::bounds;
use crate::coord::CoordinateBound;
use crate::cube::{CORNER_NAMES, EDGE_NAMES, Face, MoveSet};
use std::fmt;

/// A kind of goal: one goal at each of several places, or a single one.
pub struct Kind {
    /// Its name without a place, such as `dr`.
    pub name: &'static str,
    /// Its name in words, such as "domino reduction".
    pub title: &'static str,
    /// What is solved there, in one sentence.
    pub description: &'static str,
    places: fn() -> Vec<String>,
    pub(super) ways: &'static [Way],
    /// How many of the four pairs of a corner and an edge beside a cross are solved, with all moves.
    pub(super) pairs: Option<u32>,
}

/// How a goal is reached: with all moves, or with those that keep an earlier goal.
pub(super) struct Way {
    /// Name of the kind of the earlier goal.
    pub start: Option<&'static str>,
    /// The faces that are the first letters of the place, and of the place of the earlier goal,
    /// for which the bounds are given.
    pub faces: (&'static [Face], &'static [Face]),
    /// Moves that keep the earlier goal and are not needed if all others are allowed.
    pub redundant: MoveSet,
    /// Whether these cubes are at the goal on the inverse scramble only.
    pub by_inverse: bool,
    /// Whether it is by all moves, which need not keep the earlier goal: in the last layer and the last six edges.
    pub by_all_moves: bool,
    /// The bounds for the moves.
    pub bounds: fn(MoveSet) -> Vec<CoordinateBound>,
}

impl Kind {
    /// Its places, each named by letters of faces; empty if there is a single goal of the kind.
    pub fn places(&self) -> Vec<String> {
        (self.places)()
    }

    /// Names of the kinds of goals that it can start from.
    pub(crate) fn previous(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.ways.iter().filter_map(|way| way.start).collect();
        names.dedup();
        names
    }

    /// Whether it can be reached from any cube.
    pub(crate) fn is_direct(&self) -> bool {
        self.pairs.is_some() || self.ways.iter().any(|way| way.start.is_none())
    }

    /// Whether the next step starts from where this one starts.
    pub(super) fn keeps_start(&self) -> bool {
        matches!(self.name, "drm" | "ar")
    }

    /// Whether a step to it is one with a [case](super::StepCase) only.
    pub(super) fn needs_case(&self) -> bool {
        self.name == "drm"
    }

    pub(super) fn by_name(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Whether it can start from a goal of another kind.
    pub(super) fn can_follow(&self, previous: &Kind) -> bool {
        self.previous().contains(&previous.name)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}

/// The faces of two blocks, and the one beside both.
pub(super) const BOTH_SIDES: &[Face] = &[Face::R, Face::L, Face::U];

/// The turns of D: they are those of U if both layers may be turned together.
const D: MoveSet = MoveSet::of_face(Face::D);

/// All kinds of goals.
#[rustfmt::skip]
pub static KINDS: &[Kind] = &[
    kind("eo", "edge orientation", axes,
        "All edges are oriented: quarter turns of the two faces are not needed any more.",
        &[directly(&[Face::F], bounds::edge_orientation)]),
    kind("co", "corner orientation", axes,
        "All corners are oriented: each has a colour of the two faces on one of them.",
        &[directly(&[Face::U], bounds::corner_orientation)]),
    kind("dr", "domino reduction", axes,
        "Turns of the two faces and half turns of the others are enough to solve the cube.",
        &[directly(&[Face::U], |_| bounds::DOMINO.clone()),
          after("eo", (&[Face::U], &[Face::F]), bounds::domino_from_edge_orientation)]),
    // its bounds are those of its cases
    kind("drm", "domino reduction but for some corners and edges", axes,
        "Edges are oriented, and this many corners and edges are bad for domino reduction: 4c4e.",
        &[after("eo", (&[Face::U], &[Face::F]), bounds::domino_from_edge_orientation)]),
    // a product of domino groups, here U-D · R-L, whose inverse is R-L · U-D
    kind("ar", "axial reduction", axes,
        "Edges are oriented, and domino reduction needs no more quarter turns of the two faces.",
        &[after("eo", (&[Face::U], &[Face::F]), bounds::axial_reduction),
          Way { by_inverse: true, ..after("eo", (&[Face::R], &[Face::F]), bounds::axial_reduction) }]),
    // Thistlethwaite's third subgroup
    kind("htr", "half-turn reduction", Vec::new, "Half turns are enough to solve the cube.",
        &[directly(&[], bounds::half_turns),
          after("dr", (&[], &[Face::U]), bounds::half_turns_from_domino)]),
    kind("fr", "floppy reduction", axes,
        "Half turns of the four faces beside the two are enough to solve the cube.",
        &[after("htr", (&[Face::U], &[]), bounds::floppy)]),
    kind("frls", "floppy reduction but for a slice", axes,
        "Half turns of the four faces beside the two are enough to solve all but the middle layer between them.",
        &[after("htr", (&[Face::U], &[]), bounds::floppy_but_slice)]),
    kind("solved", "the solved cube", Vec::new, "The whole cube is solved.",
        &[after("dr", (&[], &[Face::U]), |_| bounds::FINISH.clone()),
          after("htr", (&[], &[]), bounds::finish_from_half_turns),
          after("fr", (&[], &[Face::U]), bounds::finish),
          by_all_moves("f2l", (&[], &[Face::D]), bounds::whole_cube),
          by_all_moves("oll", (&[], &[Face::D]), bounds::whole_cube)]),
    kind("slice", "all but a slice", axes,
        "All is solved but the middle layer between the two faces, with its centres.",
        &[Way { redundant: D, ..after("dr", (&[Face::U], &[Face::U]), bounds::all_but_slice) },
          Way { redundant: D, ..after("htr", (&[Face::U], &[]), bounds::all_but_slice) },
          after("frls", (&[Face::U], &[Face::U]), bounds::all_but_slice)]),
    kind("dslice", "all but two slices", axes,
        "All is solved but the two middle layers that cross the two faces, with the centres.",
        &[Way { redundant: D.union(MoveSet::of_face(Face::L)), ..after("htr", (&[Face::F], &[]), bounds::all_but_two_slices) }]),
    kind("3c", "all but three corners", Vec::new,
        "All is solved but up to three corners, which an insertion can solve.",
        &[directly(&[], bounds::all_but_corners::<3>),
          after("dr", (&[], &[Face::U]), bounds::all_but_permuted_corners::<3>),
          after("htr", (&[], &[]), bounds::all_but_permuted_corners::<3>)]),
    kind("4c", "all but four corners", Vec::new,
        "All is solved but up to four corners, such as 3c1t or 2c2c, which two insertions can solve.",
        &[directly(&[], bounds::all_but_corners::<4>),
          after("dr", (&[], &[Face::U]), bounds::all_but_permuted_corners::<4>),
          after("htr", (&[], &[]), bounds::all_but_permuted_corners::<4>)]),
    kind("5c", "all but five corners", Vec::new,
        "All is solved but up to five corners, which two insertions can solve.",
        &[directly(&[], bounds::all_but_corners::<5>),
          after("dr", (&[], &[Face::U]), bounds::all_but_permuted_corners::<5>),
          after("htr", (&[], &[]), bounds::all_but_permuted_corners::<5>)]),
    kind("3e", "all but three edges", Vec::new,
        "All is solved but up to three edges, which an insertion can solve.",
        &[after("dr", (&[], &[Face::U]), bounds::all_but_three_edges),
          after("htr", (&[], &[]), bounds::all_but_three_edges)]),
    kind("corners", "all corners", Vec::new, "All corners are solved.",
        &[directly(&[], bounds::corners),
          after("dr", (&[], &[Face::U]), bounds::corner_permutation),
          after("htr", (&[], &[]), bounds::corner_permutation)]),
    kind("chtr", "half-turn reduction of the corners", Vec::new,
        "Half turns are enough to solve the corners.",
        &[directly(&[], bounds::half_turn_corners)]),
    kind("edges", "all edges", Vec::new, "All edges are solved.",
        &[directly(&[], bounds::edges)]),
    kind("cross", "a cross", faces, "The four edges of the face are solved.",
        &[directly(&[Face::D], |_| vec![bounds::CROSS.clone()])]),
    kind("block", "a 2x2x2 block", corners, "The corner and its three edges are solved.",
        &[directly(&[Face::U, Face::R], |_| vec![bounds::BLOCK.clone()])]),
    kind("223", "a 2x2x3 block", edges, "The edge, the corners at its ends and the edges of both are solved.",
        &[directly(&[Face::U, Face::F], bounds::long_block)]),
    kind("eoline", "edge orientation and a line", lines,
        "All edges are oriented, and those of the first face on the axis of the others are solved.",
        &[directly(&[Face::U, Face::F], bounds::line)]),
    kind("eocross", "edge orientation and a cross", lines,
        "All edges are oriented, and those of the first face are solved.",
        &[directly(&[Face::U, Face::F], bounds::oriented_cross)]),
    kind("fb", "the first block of Roux", sides,
        "The block of 1x2x3 on the first face, beside the second one, is solved.",
        &[directly(&[Face::R, Face::U], bounds::side_block)]),
    kind("sb", "both blocks of Roux", opposite_sides,
        "The blocks of 1x2x3 on the first two faces, beside the third one, are solved.",
        &[directly(BOTH_SIDES, bounds::both_side_blocks)]),
    kind("cmll", "both blocks of Roux and the corners", opposite_sides,
        "Both blocks are solved, and the corners up to a turn of the layer between them.",
        &[directly(BOTH_SIDES, bounds::all_but_last_edges)]),
    kind("lse", "the last six edges of Roux", Vec::new,
        "The whole cube is solved, by turns of the middle layer (two moves each) and of the one above.",
        &[by_all_moves("cmll", (&[], BOTH_SIDES), bounds::whole_cube)]),
    kind("layer", "a layer", faces, "The four edges and the four corners of the face are solved.",
        &[directly(&[Face::D], bounds::layer)]),
    kind("oll", "the first two layers and the orientation of the last", faces,
        "The layer of the face and the one beside it are solved, and the opposite face has one colour.",
        &[by_all_moves("f2l", (&[Face::D], &[Face::D]), bounds::oriented_last_layer)]),
    with_pairs(1, "xcross", "a cross and a pair",
        "The cross of the face is solved, and one pair of a corner and an edge beside it."),
    with_pairs(2, "xxcross", "a cross and two pairs",
        "The cross of the face is solved, and two pairs of a corner and an edge beside it."),
    with_pairs(3, "xxxcross", "a cross and three pairs",
        "The cross of the face is solved, and three pairs of a corner and an edge beside it."),
    with_pairs(4, "f2l", "the first two layers",
        "The layer of the face and the one beside it are solved."),
];

const fn kind(
    name: &'static str,
    title: &'static str,
    places: fn() -> Vec<String>,
    description: &'static str,
    ways: &'static [Way],
) -> Kind {
    Kind {
        name,
        title,
        description,
        places,
        ways,
        pairs: None,
    }
}

const fn with_pairs(
    count: u32,
    name: &'static str,
    title: &'static str,
    description: &'static str,
) -> Kind {
    Kind {
        pairs: Some(count),
        ..kind(name, title, faces, description, &[])
    }
}

const fn after(
    start: &'static str,
    faces: (&'static [Face], &'static [Face]),
    bounds: fn(MoveSet) -> Vec<CoordinateBound>,
) -> Way {
    Way {
        start: Some(start),
        faces,
        redundant: MoveSet::EMPTY,
        by_inverse: false,
        by_all_moves: false,
        bounds,
    }
}

const fn by_all_moves(
    start: &'static str,
    faces: (&'static [Face], &'static [Face]),
    bounds: fn(MoveSet) -> Vec<CoordinateBound>,
) -> Way {
    Way {
        by_all_moves: true,
        ..after(start, faces, bounds)
    }
}

const fn directly(faces: &'static [Face], bounds: fn(MoveSet) -> Vec<CoordinateBound>) -> Way {
    Way {
        start: None,
        ..after("", (faces, &[]), bounds)
    }
}

fn face_name(face: Face) -> String {
    face.letter().to_ascii_lowercase().into()
}

fn axes() -> Vec<String> {
    let name = |face: Face| face_name(face) + &face_name(face.opposite());
    [Face::U, Face::R, Face::F].map(name).to_vec()
}

fn faces() -> Vec<String> {
    Face::ALL.map(face_name).to_vec()
}

fn edges() -> Vec<String> {
    EDGE_NAMES.map(str::to_lowercase).to_vec()
}

/// A face and an axis beside it, both faces of it.
fn lines() -> Vec<String> {
    let of_face = |face: Face| {
        let name = face_name(face);
        let others = axes().into_iter().filter(move |axis| !axis.contains(&name));
        others.map(move |axis| face_name(face) + &axis)
    };
    Face::ALL.into_iter().flat_map(of_face).collect()
}

/// A face and one beside it.
fn sides() -> Vec<String> {
    let beside = |face: Face| {
        let others = Face::ALL.into_iter();
        let others = others.filter(move |other| *other != face && *other != face.opposite());
        others.map(move |other| face_name(face) + &face_name(other))
    };
    Face::ALL.into_iter().flat_map(beside).collect()
}

/// Two opposite faces and one beside them.
fn opposite_sides() -> Vec<String> {
    let lines = lines().into_iter();
    lines
        .map(|line| line[1..].to_owned() + &line[..1])
        .collect()
}

/// The corners by their faces, clockwise.
pub(super) fn corners() -> Vec<String> {
    CORNER_NAMES.map(str::to_lowercase).to_vec()
}
