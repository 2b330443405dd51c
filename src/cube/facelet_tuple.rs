use super::Face;
use crate::permutation::Permutation;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A direction, or a place in units of half a cubie from the centre: x to the right, y up,
/// z towards the viewer.
type Vector = [i32; 3];

/// A move of one or several neighbouring layers of an NxNxN cube, or of the whole cube.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NxnMove {
    /// The face from which layers are counted and turns are clockwise.
    pub face: Face,
    /// The layers that turn, counted from 1 at that face.
    pub layers: RangeInclusive<usize>,
    /// Clockwise quarter turns; any number.
    pub turns: u8,
}

/// The facelets of an NxNxN cube, numbered face by face in the order U L F R B D, each row by
/// row as in the net.
///
/// Cubes are permutations of the facelets: `images()[place]` is the facelet at a place, both
/// counted from 0. (The texts of cycles count from 1, as is usual for facelet tuples:
/// charlesreid1.com, *Rubiks Cube/Tuple*.)
///
/// ```
/// use cubesolve::cube::{Face, FaceletTuple, NxnMove};
///
/// let tuple = FaceletTuple::new(4).expect("4 is a size");
/// let u = NxnMove { face: Face::U, layers: 1..=1, turns: 1 };
/// assert_eq!(tuple.permutation(&u).images()[..4], [12, 8, 4, 0]);
/// assert_eq!(tuple.permutation(&u).order(), Some(4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaceletTuple {
    size: usize,
}

impl FaceletTuple {
    /// The sizes of cubes, in cubies along an edge.
    pub const SIZES: RangeInclusive<usize> = 2..=7;

    /// The faces in the order in which their facelets are numbered.
    pub const FACES: [Face; 6] = [Face::U, Face::L, Face::F, Face::R, Face::B, Face::D];

    /// The facelets of a cube with `size` cubies along an edge, or `None` if that is not
    /// one of [`FaceletTuple::SIZES`].
    pub fn new(size: usize) -> Option<FaceletTuple> {
        Self::SIZES.contains(&size).then_some(FaceletTuple { size })
    }

    pub(crate) const fn of_3x3x3() -> FaceletTuple {
        FaceletTuple { size: 3 }
    }

    /// Cubies along an edge.
    pub fn size(self) -> usize {
        self.size
    }

    /// Number of facelets, six times the square of the size.
    pub fn facelet_count(self) -> usize {
        6 * self.size * self.size
    }

    /// The solved cube.
    pub fn solved(self) -> Permutation {
        Permutation::identity(self.facelet_count())
    }

    /// The permutation of the facelets that a move carries out.
    ///
    /// # Panics
    /// If a layer is out of range `1..=size`.
    pub fn permutation(self, m: &NxnMove) -> Permutation {
        assert!(
            *m.layers.start() >= 1 && *m.layers.end() <= self.size,
            "layers are counted from 1 to {}",
            self.size
        );
        let numbers: HashMap<Vector, usize> = (0..self.facelet_count())
            .map(|facelet| (self.place(facelet), facelet))
            .collect();
        let mut facelets = self.solved().images().to_vec();
        for (&place, &from) in &numbers {
            if m.layers.contains(&self.layer(place, m.face)) {
                let to = numbers[&turned(place, outwards(m.face))];
                facelets[to] = from as u32;
            }
        }
        let quarter = Permutation::new(facelets).expect("facelets move to different places");
        quarter.power(m.turns.into())
    }

    /// Whether facelets of one cubie are still on one cubie, as after any moves.
    ///
    /// # Panics
    /// If `cube` permutes another number of facelets.
    pub fn keeps_cubies(self, cube: &Permutation) -> bool {
        assert_eq!(cube.len(), self.facelet_count());
        let cubie = |facelet: usize| {
            let outermost = self.size as i32 - 1;
            self.place(facelet).map(|x| x.clamp(-outermost, outermost))
        };
        let mut cubie_at = HashMap::new();
        (0..).zip(cube.images()).all(|(place, &facelet)| {
            let now = cubie(facelet as usize);
            *cubie_at.entry(cubie(place)).or_insert(now) == now
        })
    }

    /// The place of a facelet in space: `size` outwards, and across the face where the centre
    /// of its cubie is.
    fn place(self, facelet: usize) -> Vector {
        let size = self.size;
        let face = Self::FACES[facelet / (size * size)];
        let from_middle = |line: usize| 2 * line as i32 + 1 - size as i32;
        let row = from_middle(facelet / size % size);
        let column = from_middle(facelet % size);
        let (out, down, right) = (outwards(face), down(face), right(face));
        std::array::from_fn(|i| out[i] * size as i32 + down[i] * row + right[i] * column)
    }

    /// The layer of a facelet, `1..=size` from `face`.
    fn layer(self, place: Vector, face: Face) -> usize {
        let size = self.size as i32;
        let height = dot(place, outwards(face)).max(1 - size);
        ((size - height) / 2 + 1) as usize
    }
}

fn outwards(face: Face) -> Vector {
    match face {
        Face::U => [0, 1, 0],
        Face::L => [-1, 0, 0],
        Face::F => [0, 0, 1],
        Face::R => [1, 0, 0],
        Face::B => [0, 0, -1],
        Face::D => [0, -1, 0],
    }
}

/// From row to row of a face in the net, with U above F above D.
fn down(face: Face) -> Vector {
    match face {
        Face::U => [0, 0, 1],
        Face::D => [0, 0, -1],
        _ => [0, -1, 0],
    }
}

/// From column to column of a face in the net.
fn right(face: Face) -> Vector {
    cross(outwards(face), down(face))
}

/// A quarter turn, clockwise as seen from where `axis` points.
fn turned(place: Vector, axis: Vector) -> Vector {
    let across = cross(place, axis);
    let along = dot(place, axis);
    std::array::from_fn(|i| across[i] + along * axis[i])
}

fn dot(a: Vector, b: Vector) -> i32 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}
