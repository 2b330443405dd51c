//! Whether a cube of 54 stickers is where a step ends: the checker's own definitions of the usual steps.

use super::stickers::{Stickers, quarter_turn, solved};
use std::collections::HashSet;
use std::sync::OnceLock;

const FACES: &str = "URFDLB";

/// Where the cubie of a place is: right, up and front are 1, left, down and back -1.
pub fn cubie(place: usize) -> [i8; 3] {
    let (row, column) = ((place / 3 % 3) as i8, (place % 3) as i8);
    match place / 9 {
        0 => [column - 1, 1, row - 1],
        1 => [1, 1 - row, 1 - column],
        2 => [column - 1, 1 - row, 1],
        3 => [column - 1, -1, 1 - row],
        4 => [-1, 1 - row, column - 1],
        _ => [1 - column, 1 - row, -1],
    }
}

fn direction(face: char) -> Option<[i8; 3]> {
    let face = FACES.find(face.to_ascii_uppercase())?;
    Some(cubie(9 * face + 4))
}

/// The axis of a face: 0 for R and L, 1 for U and D, 2 for F and B; `None` for the colour of no centre.
fn axis(face: char) -> Option<usize> {
    direction(face)?.iter().position(|step| *step != 0)
}

/// A cube whose colours are named by the faces with their centres.
struct Seen(Vec<char>);

/// A cubie by its places, and those of a corner or edge only.
type CubiePlaces = Vec<usize>;

/// A cube with its colours named by the faces with their centres.
pub fn upright(stickers: Stickers) -> Stickers {
    stickers.map(|colour| {
        let centre = (0..6).find(|face| stickers[9 * face + 4] == colour);
        centre.map_or('?', |face| face_at(9 * face))
    })
}

impl Seen {
    fn new(stickers: Stickers) -> Seen {
        Seen(upright(stickers).to_vec())
    }

    fn is_solved_at(&self, place: usize) -> bool {
        self.0[place] == face_at(place)
    }

    /// Whether all cubies that are chosen by their position are solved.
    fn is_solved(&self, chosen: impl Fn([i8; 3]) -> bool) -> bool {
        (0..54)
            .filter(|place| chosen(cubie(*place)))
            .all(|place| self.is_solved_at(place))
    }

    /// The number of corners or edges with a wrong sticker.
    fn wrong(&self, sides: usize) -> usize {
        let cubies = cubies(sides).into_iter();
        let is_wrong = |places: &CubiePlaces| !places.iter().all(|place| self.is_solved_at(*place));
        cubies.filter(is_wrong).count()
    }

    /// Whether the first of two axes that an edge has is where its place has it.
    fn edges_are_oriented(&self, flipping: usize) -> bool {
        let order = [(flipping + 1) % 3, flipping];
        cubies(2).iter().all(|places| {
            let first = |face: &dyn Fn(usize) -> char| {
                let on_axis =
                    |one: &usize| places.iter().position(|n| axis(face(*n)) == Some(*one));
                order.iter().find_map(on_axis)
            };
            first(&face_at) == first(&|place| self.0[place])
        })
    }

    fn corners_are_oriented(&self, upright: usize) -> bool {
        let mut on_axis =
            (0..54).filter(|place| is_of(3, *place) && axis(face_at(*place)) == Some(upright));
        on_axis.all(|place| axis(self.0[place]) == Some(upright))
    }

    /// Whether each sticker is on its face or the opposite one.
    fn is_on_axes(&self, sides: usize) -> bool {
        (0..54)
            .filter(|place| is_of(sides, *place))
            .all(|place| axis(self.0[place]) == axis(face_at(place)))
    }

    fn corners(&self) -> Vec<char> {
        let places = (0..54).filter(|place| is_of(3, *place));
        places.map(|place| self.0[place]).collect()
    }

    fn half_turns_solve_corners(&self) -> bool {
        static REACHED: OnceLock<HashSet<Vec<char>>> = OnceLock::new();
        let reached = REACHED.get_or_init(half_turned_corners);
        self.is_on_axes(3) && reached.contains(&self.corners())
    }
}

fn face_at(place: usize) -> char {
    FACES.chars().nth(place / 9).expect("six faces")
}

/// Whether a place is of a cubie with this many sides.
fn is_of(sides: usize, place: usize) -> bool {
    cubie(place).iter().filter(|step| **step != 0).count() == sides
}

/// The cubies with this many sides.
fn cubies(sides: usize) -> Vec<CubiePlaces> {
    let mut cubies: Vec<CubiePlaces> = vec![];
    for place in (0..54).filter(|place| is_of(sides, *place)) {
        match cubies
            .iter_mut()
            .find(|places| cubie(places[0]) == cubie(place))
        {
            Some(places) => places.push(place),
            None => cubies.push(vec![place]),
        }
    }
    cubies
}

/// The corners of all cubes that half turns reach; there are 96.
fn half_turned_corners() -> HashSet<Vec<char>> {
    let mut cubes = vec![solved()];
    let mut seen = HashSet::from([Seen::new(solved()).corners()]);
    while let Some(cube) = cubes.pop() {
        for word in FACES_UP {
            let mut turned = cube;
            (0..2).for_each(|_| turn(&mut turned, word));
            if seen.insert(Seen::new(turned).corners()) {
                cubes.push(turned);
            }
        }
    }
    seen
}

/// On which side of the middle a cubie is, as seen from a direction.
fn side(cubie: [i8; 3], direction: [i8; 3]) -> i8 {
    (0..3).map(|n| cubie[n] * direction[n]).sum()
}

/// Rotations that bring each face up.
static FACES_UP: [&str; 6] = ["", "x", "xx", "xxx", "yx", "yxxx"];

/// Turns the face that a rotation brings up.
fn turn(stickers: &mut Stickers, word: &str) {
    word.chars().for_each(|name| quarter_turn(name, stickers));
    quarter_turn('U', stickers);
    let back = word.chars().rev();
    back.for_each(|name| (0..3).for_each(|_| quarter_turn(name, stickers)));
}

/// The cube after each turn of the face in a direction, from none on.
fn turned(stickers: Stickers, face: [i8; 3]) -> impl Iterator<Item = Stickers> {
    // the word that brings the face up is the one whose turn of U keeps the other faces' far stickers
    let is_of_face = |word: &&&str| {
        let mut turned = solved();
        turn(&mut turned, word);
        (0..54).all(|place| side(cubie(place), face) > 0 || turned[place] == solved()[place])
    };
    let word = FACES_UP.iter().find(is_of_face);
    let word = word.expect("six faces are brought up");
    (0..4).scan(stickers, move |stickers, _| {
        let now = *stickers;
        turn(stickers, word);
        Some(now)
    })
}

/// Whether the cube is where a step ends, which is named with its place, such as `eo-fb`; `None` for a step
/// that is not known here.
pub fn reaches(stickers: Stickers, goal: &str) -> Option<bool> {
    let cube = Seen::new(stickers);
    let mut words = goal.split(' ');
    let goal = words.next()?;
    // the pairs that are solved may be named by their corners
    let named: Vec<Vec<[i8; 3]>> = words
        .map(|corner| corner.chars().map(direction).collect())
        .collect::<Option<_>>()?;
    let (kind, place) = goal.split_once('-').unwrap_or((goal, ""));
    let faces: Vec<[i8; 3]> = place.chars().map(direction).collect::<Option<_>>()?;
    let first = || place.chars().next().and_then(axis);
    let pairs = ["cross", "xcross", "xxcross", "xxxcross", "f2l"];
    let is_edge = |cubie: [i8; 3]| cubie.iter().filter(|step| **step != 0).count() == 2;
    Some(match (kind, &faces[..]) {
        ("solved" | "lse", []) => cube.wrong(2) + cube.wrong(3) == 0,
        ("eo", [_, _]) => cube.edges_are_oriented(first()?),
        ("co", [_, _]) => cube.corners_are_oriented(first()?),
        ("dr", [_, _]) => {
            let upright = first()?;
            let mut flipping = (0..3).filter(|axis| *axis != upright);
            flipping.all(|axis| cube.edges_are_oriented(axis)) && cube.corners_are_oriented(upright)
        }
        ("htr", []) => cube.is_on_axes(2) && cube.half_turns_solve_corners(),
        ("chtr", []) => cube.half_turns_solve_corners(),
        ("corners", []) => cube.wrong(3) == 0,
        ("edges", []) => cube.wrong(2) == 0,
        ("3c" | "4c" | "5c", []) => {
            cube.wrong(2) == 0 && cube.wrong(3) <= kind[..1].parse().ok()?
        }
        ("3e", []) => cube.wrong(3) == 0 && cube.wrong(2) <= 3,
        ("block", [a, b, c]) => {
            let corner: [i8; 3] = std::array::from_fn(|n| a[n] + b[n] + c[n]);
            cube.is_solved(|cubie| (0..3).all(|n| cubie[n] == 0 || cubie[n] == corner[n]))
        }
        ("223", [a, b]) => cube.is_solved(|cubie| side(cubie, *a) >= 0 && side(cubie, *b) >= 0),
        ("fb", [a, b]) => cube.is_solved(|cubie| side(cubie, *a) > 0 && side(cubie, *b) >= 0),
        ("sb" | "cmll", [a, _, b]) => {
            let above = b.map(|step| -step);
            let mut turned = turned(stickers, above);
            cube.is_solved(|cubie| side(cubie, *a) != 0 && side(cubie, *b) >= 0)
                && (kind == "sb" || turned.any(|turned| Seen::new(turned).wrong(3) == 0))
        }
        ("eoline" | "eocross", [face, a, _]) => {
            let flipping = a.iter().position(|step| *step != 0)?;
            cube.edges_are_oriented(flipping)
                && cube.is_solved(|cubie| {
                    let is_used = kind == "eocross" || side(cubie, *a) != 0;
                    is_edge(cubie) && side(cubie, *face) > 0 && is_used
                })
        }
        ("layer", [face]) => cube.is_solved(|cubie| side(cubie, *face) > 0),
        ("oll", [down]) => {
            let mut up =
                (0..54).filter(|place| direction(face_at(*place)) == Some(down.map(|n| -n)));
            cube.is_solved(|cubie| side(cubie, *down) >= 0)
                && up.all(|place| cube.is_solved_at(place))
        }
        (_, [down]) if pairs.contains(&kind) => {
            let axis = first()?;
            let needed = pairs.iter().position(|name| *name == kind)?;
            let corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
            let is_pair = |side: &[i8; 2]| {
                let others = [(axis + 1) % 3, (axis + 2) % 3];
                let is_beside =
                    |cubie: [i8; 3]| others.iter().zip(side).all(|(n, step)| cubie[*n] == *step);
                cube.is_solved(|cubie| is_beside(cubie) && cubie[axis] != -down[axis])
            };
            let is_named_pair = |faces: &Vec<[i8; 3]>| {
                let corner: [i8; 3] =
                    std::array::from_fn(|n| faces.iter().map(|face| face[n]).sum());
                is_pair(&[corner[(axis + 1) % 3], corner[(axis + 2) % 3]])
            };
            cube.is_solved(|cubie| cubie[axis] == down[axis] && is_edge(cubie))
                && named.iter().all(is_named_pair)
                && corners.iter().filter(|side| is_pair(side)).count() >= needed
        }
        _ => return None,
    })
}
