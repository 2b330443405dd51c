//! A judge that shares nothing with the library: 54 stickers in space, turned by integer
//! rotations. Slow and plain.

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

/// A quarter turn clockwise for somebody who looks at the side that `axis` points to.
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

/// To the right and down on a face as it lies in the net.
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

/// Cubie and facing of the 54 places, faces in the order U R F D L B, each by rows.
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

#[allow(dead_code)] // each test file uses a part
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

    /// Colours as they are seen, in the order of the 54-character format.
    pub fn facelets(&self) -> String {
        let colour_at = |place: &(Vector, Vector)| {
            let at = |s: &&Sticker| (s.cubie, s.facing) == *place;
            let sticker = self.stickers.iter().find(at);
            sticker.expect("every place has a sticker").colour
        };
        places().iter().map(colour_at).collect()
    }

    /// The same cube held with the U centre above and the F centre in front.
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
        unreachable!("one of the 24 ways to hold a cube is upright")
    }

    /// Colours of the centres at U R F D L B.
    pub fn centres(&self) -> String {
        self.facelets().chars().skip(4).step_by(9).collect()
    }

    /// Whether each side is of one colour, however the cube is held.
    pub fn is_solved(&self) -> bool {
        let facelets: Vec<char> = self.facelets().chars().collect();
        facelets
            .chunks(9)
            .all(|face| face.iter().all(|colour| *colour == face[0]))
    }
}
