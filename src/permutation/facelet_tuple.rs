use super::Permutation;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A face of an NxNxN cube, in the order in which the facelets are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Up.
    U,
    /// Left.
    L,
    /// Front.
    F,
    /// Right.
    R,
    /// Back.
    B,
    /// Down.
    D,
}

/// A direction, or a place in units of half a cubie from the centre: x to the right, y up,
/// z towards the viewer.
type Vector = [i32; 3];

impl Side {
    /// All sides in order of their numbers.
    pub const ALL: [Side; 6] = [Side::U, Side::L, Side::F, Side::R, Side::B, Side::D];

    /// The side with this letter, an upper-case one.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }

    /// The side's letter.
    pub const fn letter(self) -> char {
        ['U', 'L', 'F', 'R', 'B', 'D'][self as usize]
    }

    fn outwards(self) -> Vector {
        match self {
            Side::U => [0, 1, 0],
            Side::L => [-1, 0, 0],
            Side::F => [0, 0, 1],
            Side::R => [1, 0, 0],
            Side::B => [0, 0, -1],
            Side::D => [0, -1, 0],
        }
    }

    /// From row to row as the side lies in the net: U above F above D.
    fn down(self) -> Vector {
        match self {
            Side::U => [0, 0, 1],
            Side::D => [0, 0, -1],
            _ => [0, -1, 0],
        }
    }

    /// From column to column as the side lies in the net.
    fn right(self) -> Vector {
        cross(self.outwards(), self.down())
    }
}

/// A turn of neighbouring layers of an NxNxN cube, or of all of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LayerTurn {
    /// Where one looks from.
    pub side: Side,
    /// The layers that turn, counted from 1 at that side.
    pub layers: RangeInclusive<usize>,
    /// Clockwise quarter turns; any number.
    pub turns: u8,
}

/// The facelets of an NxNxN cube, numbered face by face in the order U L F R B D, each from
/// its top left to its bottom right facelet in the net.
///
/// Cubes are permutations of the facelets: `images()[place]` is the facelet at a place, both
/// counted from 0. (The texts of cycles count from 1, as is usual for facelet tuples:
/// charlesreid1.com, *Rubiks Cube/Tuple*.)
///
/// ```
/// use cubesolve::permutation::{FaceletTuple, LayerTurn, Side};
///
/// let tuple = FaceletTuple::new(4).expect("4 is a size");
/// let u = LayerTurn { side: Side::U, layers: 1..=1, turns: 1 };
/// assert_eq!(tuple.turn(&u).images()[..4], [12, 8, 4, 0]);
/// assert_eq!(tuple.turn(&u).order(), Some(4));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceletTuple {
    size: usize,
}

impl FaceletTuple {
    /// The sizes of cubes, in cubies along an edge.
    pub const SIZES: RangeInclusive<usize> = 2..=7;

    /// The facelets of a cube with `size` cubies along an edge, or `None` if that is not
    /// one of [`FaceletTuple::SIZES`].
    pub fn new(size: usize) -> Option<FaceletTuple> {
        Self::SIZES.contains(&size).then_some(FaceletTuple { size })
    }

    /// Cubies along an edge.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Number of facelets, six times the square of the size.
    pub fn facelet_count(&self) -> usize {
        6 * self.size * self.size
    }

    /// The solved cube.
    pub fn solved(&self) -> Permutation {
        Permutation::identity(self.facelet_count())
    }

    /// What a turn does to a solved cube.
    ///
    /// # Panics
    /// If there are no such layers.
    pub fn turn(&self, turn: &LayerTurn) -> Permutation {
        assert!(
            *turn.layers.start() >= 1 && *turn.layers.end() <= self.size,
            "layers are counted from 1 to {}",
            self.size
        );
        let mut facelets = self.solved().images().to_vec();
        for from in 0..self.facelet_count() {
            let place = self.place(from);
            if turn.layers.contains(&self.layer(place, turn.side)) {
                let to = self.number(turned(place, turn.side.outwards()));
                facelets[to] = from as u32;
            }
        }
        let quarter = Permutation::new(facelets).expect("turns move facelets to different places");
        quarter.power(turn.turns.into())
    }

    /// Whether facelets of one cubie are still on one cubie, as after turns.
    ///
    /// # Panics
    /// If `cube` does not permute as many facelets.
    pub fn keeps_cubies(&self, cube: &Permutation) -> bool {
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

    /// Where a facelet is: `size` outwards, and across the side where its cubie's centre is.
    fn place(&self, facelet: usize) -> Vector {
        let size = self.size;
        let side = Side::ALL[facelet / (size * size)];
        let from_middle = |line: usize| 2 * line as i32 + 1 - size as i32;
        let down = from_middle(facelet / size % size);
        let right = from_middle(facelet % size);
        std::array::from_fn(|i| {
            side.outwards()[i] * size as i32 + side.down()[i] * down + side.right()[i] * right
        })
    }

    /// The facelet at a place; inverse of [`FaceletTuple::place`].
    fn number(&self, place: Vector) -> usize {
        let size = self.size as i32;
        let side = Side::ALL
            .into_iter()
            .find(|side| dot(place, side.outwards()) == size);
        let side = side.expect("facelets are on the outside");
        let line = |direction| ((dot(place, direction) + size) / 2) as usize;
        (side as usize * self.size + line(side.down())) * self.size + line(side.right())
    }

    /// The layer of a facelet, `1..=size` from `side`.
    fn layer(&self, place: Vector, side: Side) -> usize {
        let size = self.size as i32;
        let height = dot(place, side.outwards()).max(1 - size);
        ((size - height) / 2 + 1) as usize
    }
}

/// A quarter turn, clockwise for somebody who looks from where `axis` points.
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
