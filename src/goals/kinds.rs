//! The table of goals.

use super::bounds;
use crate::coord::CoordinateBound;
use crate::cube::{CORNER_NAMES, Face, MoveSet};
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
    pub(super) direct: Direct,
    pub(super) after: &'static [After],
}

/// How a goal is reached with all moves.
pub(super) enum Direct {
    /// By these bounds, given for the place whose first letters are these faces.
    Bounds(&'static [Face], fn() -> Vec<CoordinateBound>),
    /// As the cross of a face with this many of its four pairs of a corner and an edge.
    CrossAndPairs(u32),
    /// Not at all: it needs another goal before it.
    No,
}

/// An earlier goal that all moves on the way to this one keep.
pub(super) struct After {
    /// Name of the kind of the earlier goal.
    pub previous: &'static str,
    /// The faces that are the first letters of the place, and of the place of the earlier goal,
    /// for which the bounds are given.
    pub faces: (&'static [Face], &'static [Face]),
    /// Moves that keep the earlier goal and are not needed if all others are allowed.
    pub redundant: MoveSet,
    /// Whether these cubes are at the goal on the inverse scramble only.
    pub by_inverse: bool,
    /// The bounds for the moves that keep the earlier goal.
    pub bounds: fn(MoveSet) -> Vec<CoordinateBound>,
}

impl Kind {
    const fn new(
        (name, title): (&'static str, &'static str),
        description: &'static str,
        places: fn() -> Vec<String>,
        direct: Direct,
        after: &'static [After],
    ) -> Kind {
        Kind {
            name,
            title,
            description,
            places,
            direct,
            after,
        }
    }

    /// Its places, each named by letters of faces; empty if there is a single goal of the kind.
    pub fn places(&self) -> Vec<String> {
        (self.places)()
    }

    /// Names of the kinds of goals that it can start from by moves that keep them.
    pub(crate) fn previous(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.after.iter().map(|after| after.previous).collect();
        names.dedup();
        names
    }

    /// Whether it can be reached from any cube.
    pub(crate) fn is_direct(&self) -> bool {
        !matches!(self.direct, Direct::No)
    }

    /// Whether the next step starts from where this one starts.
    pub(super) fn is_on_the_way(&self) -> bool {
        matches!(self.name, "drm" | "ar")
    }

    /// Whether a step to it is one with a [case](super::Case) only.
    pub(super) fn needs_case(&self) -> bool {
        self.name == "drm"
    }

    /// The kind with this name.
    pub(super) fn by_name(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Whether it can be reached by moves that keep a goal of another kind.
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

const fn after(
    previous: &'static str,
    faces: (&'static [Face], &'static [Face]),
    bounds: fn(MoveSet) -> Vec<CoordinateBound>,
) -> After {
    After {
        previous,
        faces,
        redundant: MoveSet::EMPTY,
        by_inverse: false,
        bounds,
    }
}

/// All kinds of goals.
pub static KINDS: &[Kind] = &[
    Kind::new(
        ("eo", "edge orientation"),
        "All edges are oriented: quarter turns of the two faces are not needed any more.",
        axes,
        Direct::Bounds(&[Face::F], bounds::edge_orientation),
        &[],
    ),
    Kind::new(
        ("co", "corner orientation"),
        "All corners are oriented: each has a colour of the two faces on one of them.",
        axes,
        Direct::Bounds(&[Face::U], bounds::corner_orientation),
        &[],
    ),
    Kind::new(
        ("dr", "domino reduction"),
        "Turns of the two faces and half turns of the others are enough to solve the cube.",
        axes,
        Direct::Bounds(&[Face::U], || bounds::DOMINO.to_vec()),
        &[after(
            "eo",
            (&[Face::U], &[Face::F]),
            bounds::domino_from_edge_orientation,
        )],
    ),
    // its bounds are those of its cases
    Kind::new(
        ("drm", "domino reduction but for some corners and edges"),
        "Edges are oriented, and this many corners and edges are bad for domino reduction: 4c4e.",
        axes,
        Direct::No,
        &[after(
            "eo",
            (&[Face::U], &[Face::F]),
            bounds::domino_from_edge_orientation,
        )],
    ),
    // a product of domino groups, here U-D · R-L, whose inverse is R-L · U-D
    Kind::new(
        ("ar", "axial reduction"),
        "Edges are oriented, and domino reduction needs no more quarter turns of the two faces.",
        axes,
        Direct::No,
        &[
            after("eo", (&[Face::U], &[Face::F]), bounds::axial_reduction),
            After {
                by_inverse: true,
                ..after("eo", (&[Face::R], &[Face::F]), bounds::axial_reduction)
            },
        ],
    ),
    // Thistlethwaite's third subgroup
    Kind::new(
        ("htr", "half-turn reduction"),
        "Half turns are enough to solve the cube.",
        Vec::new,
        Direct::Bounds(&[], bounds::half_turns),
        &[after(
            "dr",
            (&[], &[Face::U]),
            bounds::half_turns_from_domino,
        )],
    ),
    Kind::new(
        ("fr", "floppy reduction"),
        "Half turns of the four faces beside the two are enough to solve the cube.",
        axes,
        Direct::No,
        &[after("htr", (&[Face::U], &[]), bounds::floppy)],
    ),
    Kind::new(
        ("frls", "floppy reduction but for a slice"),
        "Half turns of the four faces beside the two are enough to solve all but the middle layer between them.",
        axes,
        Direct::No,
        &[after("htr", (&[Face::U], &[]), bounds::floppy_but_slice)],
    ),
    Kind::new(
        ("solved", "the solved cube"),
        "The whole cube is solved.",
        Vec::new,
        Direct::No,
        &[
            after("dr", (&[], &[Face::U]), |_| bounds::FINISH.to_vec()),
            after("htr", (&[], &[]), bounds::finish_from_half_turns),
            after("fr", (&[], &[Face::U]), |moves| {
                bounds::finish(moves).to_vec()
            }),
        ],
    ),
    // D is U with both layers turned together
    Kind::new(
        ("slice", "all but a slice"),
        "All is solved but the middle layer between the two faces, with its centres.",
        axes,
        Direct::No,
        &[
            After {
                redundant: MoveSet::of_face(Face::D),
                ..after("dr", (&[Face::U], &[Face::U]), bounds::all_but_slice)
            },
            After {
                redundant: MoveSet::of_face(Face::D),
                ..after("htr", (&[Face::U], &[]), bounds::all_but_slice)
            },
            after("frls", (&[Face::U], &[Face::U]), bounds::all_but_slice),
        ],
    ),
    Kind::new(
        ("dslice", "all but two slices"),
        "All is solved but the two middle layers that cross the two faces, with the centres.",
        axes,
        Direct::No,
        &[After {
            redundant: MoveSet::of_face(Face::D).union(MoveSet::of_face(Face::L)),
            ..after("htr", (&[Face::F], &[]), bounds::all_but_two_slices)
        }],
    ),
    Kind::new(
        ("3c", "all but three corners"),
        "All is solved but up to three corners, which an insertion can solve.",
        Vec::new,
        Direct::Bounds(&[], bounds::all_but_corners::<3>),
        &[
            after(
                "dr",
                (&[], &[Face::U]),
                bounds::all_but_permuted_corners::<3>,
            ),
            after("htr", (&[], &[]), bounds::all_but_permuted_corners::<3>),
        ],
    ),
    Kind::new(
        ("4c", "all but four corners"),
        "All is solved but up to four corners, such as 3c1t or 2c2c, which two insertions can solve.",
        Vec::new,
        Direct::Bounds(&[], bounds::all_but_corners::<4>),
        &[
            after(
                "dr",
                (&[], &[Face::U]),
                bounds::all_but_permuted_corners::<4>,
            ),
            after("htr", (&[], &[]), bounds::all_but_permuted_corners::<4>),
        ],
    ),
    Kind::new(
        ("5c", "all but five corners"),
        "All is solved but up to five corners, which two insertions can solve.",
        Vec::new,
        Direct::Bounds(&[], bounds::all_but_corners::<5>),
        &[
            after(
                "dr",
                (&[], &[Face::U]),
                bounds::all_but_permuted_corners::<5>,
            ),
            after("htr", (&[], &[]), bounds::all_but_permuted_corners::<5>),
        ],
    ),
    Kind::new(
        ("3e", "all but three edges"),
        "All is solved but up to three edges, which an insertion can solve.",
        Vec::new,
        Direct::No,
        &[
            after("dr", (&[], &[Face::U]), bounds::all_but_three_edges),
            after("htr", (&[], &[]), bounds::all_but_three_edges),
        ],
    ),
    Kind::new(
        ("corners", "all corners"),
        "All corners are solved.",
        Vec::new,
        Direct::Bounds(&[], bounds::corners),
        &[
            after("dr", (&[], &[Face::U]), bounds::corner_permutation),
            after("htr", (&[], &[]), bounds::corner_permutation),
        ],
    ),
    Kind::new(
        ("chtr", "half-turn reduction of the corners"),
        "Half turns are enough to solve the corners.",
        Vec::new,
        Direct::Bounds(&[], || vec![bounds::half_turn_corners(MoveSet::ALL)]),
        &[],
    ),
    Kind::new(
        ("edges", "all edges"),
        "All edges are solved.",
        Vec::new,
        Direct::Bounds(&[], bounds::edges),
        &[],
    ),
    Kind::new(
        ("cross", "a cross"),
        "The four edges of the face are solved.",
        faces,
        Direct::Bounds(&[Face::D], || vec![bounds::CROSS.clone()]),
        &[],
    ),
    // names of corners go clockwise, as U, R, F do
    Kind::new(
        ("block", "a 2x2x2 block"),
        "The corner and its three edges are solved.",
        corners,
        Direct::Bounds(&[Face::U, Face::R], || vec![bounds::BLOCK.clone()]),
        &[],
    ),
    Kind::new(
        ("xcross", "a cross and a pair"),
        "The cross of the face is solved, and one pair of a corner and an edge beside it.",
        faces,
        Direct::CrossAndPairs(1),
        &[],
    ),
    Kind::new(
        ("xxcross", "a cross and two pairs"),
        "The cross of the face is solved, and two pairs of a corner and an edge beside it.",
        faces,
        Direct::CrossAndPairs(2),
        &[],
    ),
    Kind::new(
        ("xxxcross", "a cross and three pairs"),
        "The cross of the face is solved, and three pairs of a corner and an edge beside it.",
        faces,
        Direct::CrossAndPairs(3),
        &[],
    ),
    Kind::new(
        ("f2l", "the first two layers"),
        "The layer of the face and the one beside it are solved.",
        faces,
        Direct::CrossAndPairs(4),
        &[],
    ),
];

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

/// The corners by their faces, clockwise.
pub(super) fn corners() -> Vec<String> {
    CORNER_NAMES.map(str::to_lowercase).to_vec()
}
