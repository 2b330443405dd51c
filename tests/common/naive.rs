//! A model of the cube that shares no code with the library: 54 stickers in space, moved by
//! integer rotations. Slow; [`Facelets`] has the same as permutations of 54 places, for many cubes.
#![allow(dead_code)] // each test program uses a part

use std::sync::LazyLock;

type Vector = [i32; 3];

fn dot(a: Vector, b: Vector) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// A quarter turn, clockwise as seen from where `axis` points.
fn turned(v: Vector, axis: Vector) -> Vector {
    let across = cross(v, axis);
    let along = dot(v, axis);
    std::array::from_fn(|i| across[i] + along * axis[i])
}

/// x to the right, y up, z towards the viewer.
fn normal(face: char) -> Vector {
    match face {
        'U' => [0, 1, 0],
        'D' => [0, -1, 0],
        'R' => [1, 0, 0],
        'L' => [-1, 0, 0],
        'F' => [0, 0, 1],
        'B' => [0, 0, -1],
        _ => panic!("{face} is no face"),
    }
}

/// The directions to the right and down on a face in the net.
fn right_and_down(face: char) -> (Vector, Vector) {
    match face {
        'U' => ([1, 0, 0], [0, 0, 1]),
        'D' => ([1, 0, 0], [0, 0, -1]),
        side => (cross([0, 1, 0], normal(side)), [0, -1, 0]),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sticker {
    colour: char,
    cubie: Vector,
    facing: Vector,
}

/// A cube in space. Its centres move with slices, wide moves and rotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NaiveCube {
    stickers: Vec<Sticker>,
}

/// Cubie and direction of the 54 places, faces in the order U R F D L B, each row by row.
fn places() -> Vec<(Vector, Vector)> {
    let mut places = Vec::new();
    for face in "URFDLB".chars() {
        let facing = normal(face);
        let (right, down) = right_and_down(face);
        for row in -1..=1 {
            for column in -1..=1 {
                let at = |i| facing[i] + row * down[i] + column * right[i];
                places.push((std::array::from_fn(at), facing));
            }
        }
    }
    places
}

impl NaiveCube {
    pub fn solved() -> NaiveCube {
        let colours = "URFDLB".chars().flat_map(|face| [face; 9]);
        let stickers = places()
            .into_iter()
            .zip(colours)
            .map(|((cubie, facing), colour)| Sticker {
                colour,
                cubie,
                facing,
            })
            .collect();
        NaiveCube { stickers }
    }

    /// Turns the layers whose distance along the axis of `face` is in `layers` (1 the
    /// face, 0 the slice, -1 the opposite face).
    fn turn(&mut self, face: char, layers: &[i32]) {
        let axis = normal(face);
        for sticker in &mut self.stickers {
            if layers.contains(&dot(sticker.cubie, axis)) {
                sticker.cubie = turned(sticker.cubie, axis);
                sticker.facing = turned(sticker.facing, axis);
            }
        }
    }

    /// Applies one move, wide move (`Rw`, `r`), slice or rotation, with `2`, `'` or nothing.
    fn apply_token(&mut self, token: &str) {
        let (name, times) = match token.strip_suffix('\'') {
            Some(name) => (name, 3),
            None => match token.strip_suffix('2') {
                Some(name) => (name, 2),
                None => (token, 1),
            },
        };
        let first = name.chars().next().expect("tokens are not empty");
        let (face, layers): (char, &[i32]) = match (first, name.len()) {
            ('M', 1) => ('L', &[0]),
            ('E', 1) => ('D', &[0]),
            ('S', 1) => ('F', &[0]),
            ('x', 1) => ('R', &[-1, 0, 1]),
            ('y', 1) => ('U', &[-1, 0, 1]),
            ('z', 1) => ('F', &[-1, 0, 1]),
            (c, 1) if c.is_ascii_lowercase() => (c.to_ascii_uppercase(), &[0, 1]),
            (c, 2) if name.ends_with('w') => (c, &[0, 1]),
            (c, _) => (c, &[1]),
        };
        for _ in 0..times {
            self.turn(face, layers);
        }
    }

    /// Applies moves with spaces between.
    pub fn apply_str(&mut self, moves: &str) {
        for token in moves.split_whitespace() {
            self.apply_token(token);
        }
    }

    pub fn from_str(moves: &str) -> NaiveCube {
        let mut cube = NaiveCube::solved();
        cube.apply_str(moves);
        cube
    }

    /// The colours in the order of the 54-character format.
    pub fn facelets(&self) -> String {
        let colour_at = |place: &(Vector, Vector)| {
            let at = |s: &&Sticker| (s.cubie, s.facing) == *place;
            let sticker = self.stickers.iter().find(at);
            sticker.expect("every place has a sticker").colour
        };
        places().iter().map(colour_at).collect()
    }

    /// The cube, rotated until the U centre is up and the F centre in front.
    pub fn upright(&self) -> NaiveCube {
        for first in ["", "x", "x2", "x'", "z", "z'"] {
            for second in ["", "y", "y2", "y'"] {
                let mut cube = self.clone();
                cube.apply_str(first);
                cube.apply_str(second);
                if cube.centres() == "URFDLB" {
                    return cube;
                }
            }
        }
        unreachable!("one of the 24 rotations makes a cube upright")
    }

    /// Colours of the centres at U R F D L B.
    pub fn centres(&self) -> String {
        self.facelets().chars().skip(4).step_by(9).collect()
    }

    /// Whether each face has one colour, in any orientation of the cube.
    pub fn is_solved(&self) -> bool {
        let facelets: Vec<char> = self.facelets().chars().collect();
        facelets
            .chunks(9)
            .all(|face| face.iter().all(|colour| *colour == face[0]))
    }
}

/// The colour at each of the 54 places of an upright cube, as the number of its face in the
/// order U R F D L B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facelets([u8; 54]);

/// The place to which each sticker moves.
type Destinations = [u8; 54];

const FACES: &str = "URFDLB";

/// The 18 moves by name, U U2 U' R R2 R' and so on.
static MOVES: LazyLock<Vec<(String, Destinations)>> = LazyLock::new(|| {
    let name = |face| ["", "2", "'"].map(|times| format!("{face}{times}"));
    let moves = FACES.chars().flat_map(|face| {
        let axis = normal(face);
        let turned_once = |v: Vector, cubie: Vector| match dot(cubie, axis) {
            1 => turned(v, axis),
            _ => v,
        };
        let quarter =
            destinations(|(cubie, facing)| (turned_once(cubie, cubie), turned_once(facing, cubie)));
        let then = |a: &Destinations| a.map(|place| quarter[usize::from(place)]);
        let half = then(&quarter);
        name(face).into_iter().zip([quarter, half, then(&half)])
    });
    moves.collect()
});

/// The place to which a motion carries each place.
fn destinations(motion: impl Fn((Vector, Vector)) -> (Vector, Vector)) -> Destinations {
    let places = places();
    let number = |place| places.iter().position(|p| *p == place);
    std::array::from_fn(|i| number(motion(places[i])).expect("motions keep the shape") as u8)
}

/// A rotation of the cube in space, or one with a reflection.
pub struct Symmetry {
    /// The images of the axes x, y and z.
    axes: [Vector; 3],
    destinations: Destinations,
    /// The new name of each colour.
    colours: [u8; 6],
}

/// All 48: the matrices with one 1 or -1 in each row and column.
pub static SYMMETRIES: LazyLock<Vec<Symmetry>> = LazyLock::new(|| {
    let units = FACES.chars().map(normal);
    let triples = units.clone().flat_map(|x| {
        let units = units.clone();
        units
            .clone()
            .flat_map(move |y| units.clone().map(move |z| [x, y, z]))
    });
    let orthogonal = |[x, y, z]: &[Vector; 3]| [dot(*x, *y), dot(*y, *z), dot(*z, *x)] == [0, 0, 0];
    triples.filter(orthogonal).map(Symmetry::new).collect()
});

impl Symmetry {
    fn new(axes: [Vector; 3]) -> Symmetry {
        let image = |v: Vector| -> Vector {
            std::array::from_fn(|i| (0..3).map(|axis| v[axis] * axes[axis][i]).sum())
        };
        let faces: Vec<Vector> = FACES.chars().map(normal).collect();
        let face_image = |face: usize| faces.iter().position(|f| *f == image(faces[face]));
        Symmetry {
            axes,
            destinations: destinations(|(cubie, facing)| (image(cubie), image(facing))),
            colours: std::array::from_fn(|face| face_image(face).expect("axes go to axes") as u8),
        }
    }

    /// Invariants that distinguish the kinds of symmetries: the determinant (-1 for mirrors), the
    /// trace, and for half turns whether the axis goes through faces.
    pub fn kind(&self) -> (i32, i32, bool) {
        let [x, y, z] = self.axes;
        let diagonal = [x[0], y[1], z[2]];
        let all_on_diagonal = diagonal.iter().all(|entry| *entry != 0);
        (dot(cross(x, y), z), diagonal.iter().sum(), all_on_diagonal)
    }
}

impl Facelets {
    pub fn solved() -> Facelets {
        Facelets(std::array::from_fn(|place| place as u8 / 9))
    }

    /// Applies moves of the six faces with spaces between.
    pub fn apply_str(&self, moves: &str) -> Facelets {
        moves.split_whitespace().fold(*self, |cube, token| {
            let turn = MOVES.iter().find(|(name, _)| name == token);
            let (_, destinations) = turn.unwrap_or_else(|| panic!("{token} is no move"));
            cube.moved(destinations)
        })
    }

    pub fn from_str(moves: &str) -> Facelets {
        Facelets::solved().apply_str(moves)
    }

    /// Reads the 54-character format.
    pub fn from_letters(letters: &str) -> Facelets {
        let mut colours = letters
            .chars()
            .map(|c| FACES.find(c).expect("a face") as u8);
        Facelets(std::array::from_fn(|_| colours.next().expect("54 letters")))
    }

    /// The cube with the colours of the last layer turned: as if U had been turned first, where all
    /// else is solved.
    pub fn after_turn_of_u(&self) -> Facelets {
        let turned = Facelets::from_str("U").0;
        let is_of_last_layer =
            |place: &usize| place / 9 == 0 || place % 27 / 9 > 0 && place % 9 < 3;
        let sides = (0..54)
            .filter(is_of_last_layer)
            .filter(|place| place / 9 != 0);
        let mut next = [0, 1, 2, 3, 4, 5];
        for place in sides.clone() {
            // where U brings the colours of R, there is R's new colour
            next[place / 9] = turned[place];
        }
        let mut cube = *self;
        for place in (0..54).filter(is_of_last_layer) {
            cube.0[place] = next[usize::from(cube.0[place])];
        }
        cube
    }

    fn moved(&self, destinations: &Destinations) -> Facelets {
        let mut moved = [0; 54];
        for (colour, to) in self.0.iter().zip(destinations) {
            moved[usize::from(*to)] = *colour;
        }
        Facelets(moved)
    }

    /// The cubes one move away.
    pub fn neighbours(&self) -> impl Iterator<Item = Facelets> {
        MOVES
            .iter()
            .map(|(_, destinations)| self.moved(destinations))
    }

    /// The cube transformed by a symmetry.
    pub fn transformed(&self, symmetry: &Symmetry) -> Facelets {
        let moved = self.moved(&symmetry.destinations);
        Facelets(moved.0.map(|colour| symmetry.colours[usize::from(colour)]))
    }
}

/// The 54-character format.
impl std::fmt::Display for Facelets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |colour: &u8| char::from(FACES.as_bytes()[usize::from(*colour)]);
        f.write_str(&self.0.iter().map(letter).collect::<String>())
    }
}
