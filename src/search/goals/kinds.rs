//! The table of goals.

use super::goal::{Bound, Goal, carrying, rotation};
use crate::coord::{
    AnyCoordinate, Composite, Coordinate, CornerCubies, CornerOrientation, CornerPermutation,
    CornerRefinement, DOMINO_MOVES, DominoEdges, EdgeCubies, EdgeOrientation, RefinedTetrads,
    SlicePositions, Slices, SlicesAndFlipParities,
};
use crate::cube::{CORNER_NAMES, Cube, Face, Move, MoveSet};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

/// A kind of goal: one at each of several places, or just one.
pub struct Kind {
    /// Its name, without a place.
    pub name: &'static str,
    /// Its places, in words.
    pub expected: &'static str,
    /// Its places, each by the letters of some faces.
    places: fn() -> Vec<String>,
    /// How to come there with all moves.
    directly: Directly,
    /// The goals from which it is sought with moves that keep them.
    starts: &'static [Start],
}

/// The goal of a kind for all moves.
enum Directly {
    /// Its bounds, written for the place whose first letters are these faces.
    Written(&'static [Face], fn() -> Vec<Bound>),
    /// The cross of a face and so many of its four pairs of a corner and an edge.
    Pairs(usize),
    /// It is sought from other goals only.
    No,
}

/// An earlier goal from which another one is sought.
struct Start {
    /// The kind of the earlier goal.
    from: &'static str,
    /// The faces that the first letters of the place are, and those of the earlier goal's,
    /// at which the bounds are written.
    written_for: (&'static [Face], &'static [Face]),
    /// Moves that keep the earlier goal and are not needed.
    needless: MoveSet,
    /// The bounds for the moves that are left.
    bounds: fn(MoveSet) -> Vec<Bound>,
}

const fn kind(
    name: &'static str,
    expected: &'static str,
    places: fn() -> Vec<String>,
    directly: Directly,
) -> Kind {
    Kind {
        name,
        expected,
        places,
        directly,
        starts: &[],
    }
}

impl Kind {
    const fn from(self, starts: &'static [Start]) -> Kind {
        Kind { starts, ..self }
    }
}

const fn start(
    from: &'static str,
    written_for: (&'static [Face], &'static [Face]),
    bounds: fn(MoveSet) -> Vec<Bound>,
) -> Start {
    Start {
        from,
        written_for,
        needless: MoveSet::EMPTY,
        bounds,
    }
}

/// All kinds of goals.
pub static KINDS: [Kind; 15] = [
    // all edges oriented: solvable without quarter turns of the axis's faces
    kind(
        "eo",
        "fb, rl or ud",
        axes,
        Directly::Written(&[Face::F], || vec![bound(EdgeOrientation)]),
    ),
    // all corners oriented: a colour of the axis's faces on those faces at each
    kind(
        "co",
        "ud, rl or fb",
        axes,
        Directly::Written(&[Face::U], || vec![bound(CornerOrientation)]),
    ),
    // domino reduction: solvable by turns of the axis's faces and half turns
    kind(
        "dr",
        "ud, rl or fb",
        axes,
        Directly::Written(&[Face::U], || DOMINO.to_vec()),
    )
    .from(&[start("eo", (&[Face::U], &[Face::F]), |moves| {
        domino(moves).into()
    })]),
    // half-turn reduction: solvable by half turns (Thistlethwaite's third subgroup)
    kind(
        "htr",
        "nothing",
        Vec::new,
        Directly::Written(&[], || {
            let dominoes = DOMINO.iter().flat_map(Bound::on_each_axis);
            half_turns(MoveSet::ALL)
                .into_iter()
                .chain(dominoes)
                .collect()
        }),
    )
    .from(&[start("dr", (&[], &[Face::U]), half_turns)]),
    // the whole cube
    kind("solved", "nothing", Vec::new, Directly::No).from(&[
        start("dr", (&[], &[Face::U]), |_| FINISH.to_vec()),
        start("htr", (&[], &[]), |moves| {
            let [corners, outer] = finish(moves);
            corners.on_each_axis().into_iter().chain([outer]).collect()
        }),
    ]),
    // all but the middle layer between the axis's faces, which is left as it is with its
    // centres; turns of the second face are turns of the first and of that layer
    kind("slice", "ud, rl or fb", axes, Directly::No).from(&[
        Start {
            needless: MoveSet::of_face(Face::D),
            ..start("dr", (&[Face::U], &[Face::U]), but_slice)
        },
        Start {
            needless: MoveSet::of_face(Face::D),
            ..start("htr", (&[Face::U], &[]), but_slice)
        },
    ]),
    // all corners solved, with their exact distance
    kind(
        "corners",
        "nothing",
        Vec::new,
        Directly::Written(&[], || {
            let corners = AnyCoordinate::symmetric_composite(CornerPermutation, CornerOrientation);
            vec![Bound::new(corners)]
        }),
    )
    .from(&[
        start("dr", (&[], &[Face::U]), corner_places),
        start("htr", (&[], &[]), corner_places),
    ]),
    // all corners where half turns can solve them
    kind(
        "chtr",
        "nothing",
        Vec::new,
        Directly::Written(&[], || vec![half_turn_corners(MoveSet::ALL)]),
    ),
    // all edges solved: the four of a slice are if their places are, so one table serves the
    // three slices; all orientations see further while few edges are in place
    kind(
        "edges",
        "nothing",
        Vec::new,
        Directly::Written(&[], || {
            let slices = AnyCoordinate::symmetric_composite(Slices, EdgeOrientation);
            let slice = bound(EdgeCubies::new([8, 9, 10, 11])).on_each_axis();
            std::iter::once(Bound::new(slices)).chain(slice).collect()
        }),
    ),
    // the four edges of a face solved
    kind(
        "cross",
        FACES,
        faces,
        Directly::Written(&[Face::D], || vec![CROSS.clone()]),
    ),
    // a corner and its three edges solved; corner names go clockwise, as U, R, F do
    kind(
        "block",
        "a corner such as urf",
        corners,
        Directly::Written(&[Face::U, Face::R], || vec![BLOCK.clone()]),
    ),
    // the cross and pairs of the first two layers
    kind("xcross", FACES, faces, Directly::Pairs(1)),
    kind("xxcross", FACES, faces, Directly::Pairs(2)),
    kind("xxxcross", FACES, faces, Directly::Pairs(3)),
    kind("f2l", FACES, faces, Directly::Pairs(4)),
];

impl Kind {
    /// The kind that is called so.
    pub(super) fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Its places; an empty one if it has none.
    pub(super) fn places(&self) -> Vec<String> {
        match (self.places)() {
            none if none.is_empty() => vec![String::new()],
            places => places,
        }
    }

    /// Whether it can be sought with all moves.
    pub(super) fn is_direct(&self) -> bool {
        !matches!(self.directly, Directly::No)
    }

    /// Whether it can be sought from goals of another kind, with moves that keep them.
    pub(super) fn starts_from(&self, from: &Kind) -> bool {
        self.starts.iter().any(|start| start.from == from.name)
    }

    /// The goals at these places, with all moves.
    pub(super) fn goals(&self, places: &[String]) -> Vec<Goal> {
        match self.directly {
            Directly::Written(written_for, bounds) => {
                let goal = Goal::new(self.name, kept((self.name, None), bounds));
                let at = |place: &String| {
                    let view = carrying(&pairs_of_faces(place, written_for));
                    goal.seen_by(view, self.at(place), String::new())
                };
                places.iter().map(at).collect()
            }
            Directly::Pairs(count) => {
                let of_face = |place: &String| self.with_pairs(place, count);
                places.iter().flat_map(of_face).collect()
            }
            Directly::No => vec![],
        }
    }

    /// The goals at these places that start from goals of another kind at those places.
    pub(super) fn goals_from(
        &self,
        places: &[String],
        from: &Kind,
        from_places: &[String],
    ) -> Vec<Goal> {
        let starts = self.starts.iter().filter(|start| start.from == from.name);
        let from_start = |start: &Start| {
            let (own, earlier) = start.written_for;
            let goal = self.written_from(start, from);
            let pairs = places
                .iter()
                .flat_map(|p| from_places.iter().map(move |q| (p, q)));
            let seen = pairs.filter_map(|(place, from_place)| {
                let faces = [
                    pairs_of_faces(place, own),
                    pairs_of_faces(from_place, earlier),
                ];
                let view = rotation(&faces.concat())?;
                Some(goal.seen_by(view, self.at(place), from.at(from_place)))
            });
            seen.collect::<Vec<_>>()
        };
        starts.flat_map(from_start).collect()
    }

    /// The goal as it is written for one place and one start.
    fn written_from(&self, start: &Start, from: &Kind) -> Goal {
        let Directly::Written(_, bounds) = from.directly else {
            unreachable!("steps start from goals that have bounds");
        };
        let earlier = Goal::new(from.name, kept((from.name, None), bounds));
        let moves = earlier.idle.difference(start.needless);
        let bounds = kept((self.name, Some(from.name)), || (start.bounds)(moves));
        Goal::after(self.name, earlier, moves, bounds)
    }

    /// The cross of a face with each choice of so many of its pairs: with its cross, the block
    /// around a corner is its pair. Many pairs are so far away that a larger table, of the cross
    /// and a corner, takes less time than it saves.
    fn with_pairs(&self, face: &str, count: usize) -> Vec<Goal> {
        let corners: Vec<String> = corners().into_iter().filter(|c| c.contains(face)).collect();
        let cross = CROSS.seen_by(carrying(&pairs_of_faces(face, &[Face::D])));
        let choices = (0..1_u32 << corners.len()).filter(|set| set.count_ones() as usize == count);
        let goal = |set: u32| {
            let chosen = (0..corners.len()).filter(|i| set >> i & 1 == 1);
            let chosen: Vec<&str> = chosen.map(|i| &corners[i][..]).collect();
            let block = |corner: &&str| {
                let faces = pairs_of_faces(corner, &[Face::U, Face::R]);
                BLOCK.seen_by(carrying(&faces))
            };
            let with_corner = |corner: &&str| {
                let (before, after) = corner.split_at(corner.find(face).unwrap_or(0));
                let from_face = after.to_owned() + before;
                let faces = pairs_of_faces(&from_face, &[Face::D, Face::F]);
                CROSS_AND_CORNER.seen_by(carrying(&faces))
            };
            let farther = chosen.iter().filter(|_| count >= MANY_PAIRS);
            let bounds = farther
                .map(with_corner)
                .chain([cross.clone()])
                .chain(chosen.iter().map(block));
            let name = format!("{} {}", self.at(face), chosen.join(" "));
            Goal::new(&name, bounds.collect())
        };
        choices.map(goal).collect()
    }

    /// Its name at a place, as `eo-fb`.
    pub(super) fn at(&self, place: &str) -> String {
        match place {
            "" => self.name.into(),
            place => format!("{}-{place}", self.name),
        }
    }
}

/// The bounds of a kind, and the kind that it is sought from, as they are written; the first time
/// they are made, and kept with their tables as long as the process is there.
fn kept(
    kind: (&'static str, Option<&'static str>),
    write: impl FnOnce() -> Vec<Bound>,
) -> Vec<Bound> {
    type Written = BTreeMap<(&'static str, Option<&'static str>), Vec<Bound>>;
    static KEPT: Mutex<Written> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().expect("no thread panics");
    kept.entry(kind).or_insert_with(write).clone()
}

/// The bounds of domino reduction on the U-D axis with all moves: Kociemba's first phase.
pub static DOMINO: LazyLock<[Bound; 2]> = LazyLock::new(|| domino(MoveSet::ALL));

/// The bounds of solving what is reduced so: Kociemba's second phase.
pub static FINISH: LazyLock<[Bound; 2]> = LazyLock::new(|| finish(DOMINO_MOVES));

/// The four edges of D.
static CROSS: LazyLock<Bound> = LazyLock::new(|| bound(EdgeCubies::new([4, 5, 6, 7])));

/// From so many pairs on [`CROSS_AND_CORNER`] pays.
const MANY_PAIRS: usize = 3;

/// The four edges of D and the corner DFR.
static CROSS_AND_CORNER: LazyLock<Bound> = LazyLock::new(|| {
    let (corner, edges) = (CornerCubies::new([4]), EdgeCubies::new([4, 5, 6, 7]));
    let both = vec![Box::new(corner) as Box<dyn Coordinate>, Box::new(edges)];
    Bound::new(AnyCoordinate::composite(both))
});

/// The corner URF and its three edges.
static BLOCK: LazyLock<Bound> = LazyLock::new(|| {
    let (corner, edges) = (CornerCubies::new([0]), EdgeCubies::new([0, 1, 8]));
    let both = vec![Box::new(corner) as Box<dyn Coordinate>, Box::new(edges)];
    Bound::new(AnyCoordinate::composite(both))
});

/// Edge orientation and slice, corner orientation and slice: two coordinates that share the
/// slice are solved together exactly when all three parts are.
fn domino(moves: MoveSet) -> [Bound; 2] {
    let with_slice = |orientation| restricted(vec![Box::new(SlicePositions), orientation], moves);
    [
        with_slice(Box::new(EdgeOrientation) as Box<dyn Coordinate>),
        with_slice(Box::new(CornerOrientation)),
    ]
}

/// Corners modulo half turns, and every edge in its slice; a domino reduction adds that the
/// edges are oriented.
fn half_turns(moves: MoveSet) -> Vec<Bound> {
    vec![
        restricted(vec![Box::new(SlicesAndFlipParities)], moves),
        half_turn_corners(moves),
    ]
}

/// Corners modulo half turns.
fn half_turn_corners(moves: MoveSet) -> Bound {
    let tetrads = RefinedTetrads {
        refinement: CornerRefinement::HalfTurn,
    };
    restricted(vec![Box::new(CornerOrientation), Box::new(tetrads)], moves)
}

/// The edges of the E slice with the corners and with the other edges.
fn finish(moves: MoveSet) -> [Bound; 2] {
    let with_slice = |other| {
        let both = Composite::of_disjoint(vec![Box::new(DominoEdges::Slice), other]);
        Bound::new(AnyCoordinate::Composite(both.restricted_to(moves)))
    };
    [
        with_slice(Box::new(CornerPermutation) as Box<dyn Coordinate>),
        with_slice(Box::new(DominoEdges::Outer)),
    ]
}

/// Corners and edges of U and D, up to turning both layers together. One corner and one edge in
/// a coordinate of their own tell whether all corners are turned as far as all edges.
fn but_slice(moves: MoveSet) -> Vec<Bound> {
    let turned = |turns| {
        let [u, d] = [(Face::U, turns), (Face::D, 4 - turns)].map(|(face, n)| Move::new(face, n));
        Cube::from_moves([u, d])
    };
    let goals = [Cube::SOLVED, turned(1), turned(2), turned(3)];
    let one_of_each: [Box<dyn Coordinate>; 2] = [
        Box::new(CornerCubies::new([0])),
        Box::new(EdgeCubies::new([0])),
    ];
    let coordinates: [Vec<Box<dyn Coordinate>>; 3] = [
        vec![Box::new(CornerPermutation)],
        vec![Box::new(DominoEdges::Outer)],
        one_of_each.into(),
    ];
    let bound = |parts| {
        let coordinate = Composite::new(parts).restricted_to(moves);
        Bound::from_each(AnyCoordinate::Composite(coordinate), &goals)
    };
    coordinates.map(bound).into()
}

/// Corners that are oriented.
fn corner_places(moves: MoveSet) -> Vec<Bound> {
    vec![restricted(vec![Box::new(CornerPermutation)], moves)]
}

fn bound(coordinate: impl Coordinate + 'static) -> Bound {
    Bound::new(AnyCoordinate::basic(coordinate))
}

fn restricted(parts: Vec<Box<dyn Coordinate>>, moves: MoveSet) -> Bound {
    let composite = Composite::new(parts).restricted_to(moves);
    Bound::new(AnyCoordinate::Composite(composite))
}

/// The first faces of a place, each with the one that it is to be carried to.
fn pairs_of_faces(place: &str, to: &[Face]) -> Vec<(Face, Face)> {
    let letters = place.chars().map(|letter| letter.to_ascii_uppercase());
    let faces = letters.filter_map(Face::from_letter);
    faces.zip(to.iter().copied()).collect()
}

fn face_name(face: Face) -> String {
    face.letter().to_ascii_lowercase().into()
}

fn axes() -> Vec<String> {
    let name = |face: Face| face_name(face) + &face_name(face.opposite());
    [Face::U, Face::R, Face::F].map(name).to_vec()
}

const FACES: &str = "u, r, f, d, l or b";

fn faces() -> Vec<String> {
    Face::ALL.map(face_name).to_vec()
}

fn corners() -> Vec<String> {
    CORNER_NAMES.map(str::to_lowercase).to_vec()
}
