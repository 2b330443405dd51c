use super::Cube;
use crate::bits::ones;
use std::collections::BTreeSet;
use std::fmt;

/// One of the six faces, in Kociemba's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

impl Face {
    /// All faces in order of their numbers.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// The face's number, `0..6`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face on the other side of the cube.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self.index() + 3) % 6]
    }

    /// The face's letter.
    pub const fn letter(self) -> char {
        ['U', 'R', 'F', 'D', 'L', 'B'][self.index()]
    }

    /// The face with this letter, in either case.
    pub(crate) fn from_letter(letter: char) -> Option<Face> {
        let is_named = |face: &Face| face.letter().eq_ignore_ascii_case(&letter);
        Face::ALL.into_iter().find(is_named)
    }
}

/// One of the 18 moves: the quarter turns and half turns of the faces.
///
/// Numbered `3 · face + turns - 1`: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.
///
/// ```
/// use cubesolve::cube::{Cube, Face, Move};
///
/// let m = Move::new(Face::R, 3);
/// assert_eq!((m.to_string(), m.index()), ("R'".to_owned(), 5));
/// assert!(Cube::from_moves([m, m.inverse()]).is_solved());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// Number of moves.
    pub const COUNT: usize = 18;

    /// All moves in order of their numbers.
    pub const ALL: [Move; 18] = {
        let mut all = [Move(0); 18];
        let mut i = 0;
        while i < 18 {
            all[i] = Move(i as u8);
            i += 1;
        }
        all
    };

    /// The clockwise move of `face` by `turns` quarter turns, `1..=3`.
    ///
    /// # Panics
    /// If `turns` is out of range.
    pub const fn new(face: Face, turns: u8) -> Move {
        assert!(1 <= turns && turns <= 3);
        Move(3 * face as u8 + turns - 1)
    }

    /// The move with number `index`, `0..18`.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub const fn from_index(index: usize) -> Move {
        Move::ALL[index]
    }

    /// The move's number, `0..18`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face that turns.
    pub const fn face(self) -> Face {
        Face::ALL[self.index() / 3]
    }

    /// Number of clockwise quarter turns, `1..=3`.
    pub const fn turns(self) -> u8 {
        self.0 % 3 + 1
    }

    /// Whether this is a half turn.
    pub const fn is_half_turn(self) -> bool {
        self.turns() == 2
    }

    /// Whether both turn the same face or opposite ones.
    pub(crate) const fn shares_axis(self, other: Move) -> bool {
        self.index() / 3 % 3 == other.index() / 3 % 3
    }

    /// The move that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Move {
        Move::new(self.face(), 4 - self.turns())
    }

    /// The solved cube after the move.
    pub const fn cube(self) -> &'static Cube {
        &MOVE_CUBES[self.index()]
    }

    /// Whether `self` may follow `previous` in a canonical sequence: no face twice in a
    /// row, and of two opposite faces U, R, F before D, L, B.
    pub const fn may_follow(self, previous: Move) -> bool {
        MoveSet::after(previous).contains(self)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = ["", "2", "'"][self.index() % 3];
        write!(f, "{}{suffix}", self.face().letter())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether a sequence is canonical: each move may follow the one before it.
pub fn is_canonical(moves: &[Move]) -> bool {
    moves.windows(2).all(|pair| pair[1].may_follow(pair[0]))
}

/// A set of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct MoveSet(u32);

impl MoveSet {
    /// No move.
    pub const EMPTY: MoveSet = MoveSet(0);
    /// All 18 moves.
    pub const ALL: MoveSet = MoveSet((1 << 18) - 1);
    /// The six half turns.
    pub const HALF_TURNS: MoveSet = MoveSet(0b010_010_010_010_010_010);

    /// Bit `i` is set if the move with number `i` is in the set.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The three moves of a face.
    pub const fn of_face(face: Face) -> MoveSet {
        MoveSet(0b111 << (3 * face.index()))
    }

    /// The moves that may follow `previous` in a canonical sequence.
    pub const fn after(previous: Move) -> MoveSet {
        let face = previous.face();
        MoveSet::ALL.without_face(face, face.index() >= 3)
    }

    const fn without_face(self, face: Face, nor_opposite: bool) -> MoveSet {
        let others = self.difference(MoveSet::of_face(face));
        if nor_opposite {
            others.difference(MoveSet::of_face(face.opposite()))
        } else {
            others
        }
    }

    /// Whether `m` is in the set.
    pub const fn contains(self, m: Move) -> bool {
        self.0 >> m.index() & 1 == 1
    }

    /// Number of moves in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The moves in both sets.
    pub const fn intersection(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 & other.0)
    }

    /// The moves in at least one of the sets.
    pub const fn union(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 | other.0)
    }

    /// The moves of this set that are not in the other.
    pub const fn difference(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 & !other.0)
    }

    /// The set with `m` added.
    pub const fn with(self, m: Move) -> MoveSet {
        MoveSet(self.0 | 1 << m.index())
    }

    /// Cubes that these moves make of the solved one: one with each value.
    pub(crate) fn reached<T: Ord>(self, value: impl Fn(&Cube) -> T) -> Vec<Cube> {
        let mut cubes = vec![Cube::SOLVED];
        let mut known = BTreeSet::new();
        known.insert(value(&Cube::SOLVED));
        let mut next = 0;
        while let Some(cube) = cubes.get(next).copied() {
            next += 1;
            let turned = self.iter().map(|m| cube.apply(m));
            cubes.extend(turned.filter(|cube| known.insert(value(cube))));
        }
        cubes
    }

    /// The moves in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        ones(self.0.into()).map(|one| Move::from_index(one as usize))
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves.into_iter().fold(MoveSet::EMPTY, MoveSet::with)
    }
}

/// The clockwise quarter turns, from Kociemba's definitions.
#[rustfmt::skip]
const QUARTER_TURNS: [Cube; 6] = [
    Cube { cp: [3, 0, 1, 2, 4, 5, 6, 7], co: [0; 8],
        ep: [3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], eo: [0; 12] },
    Cube { cp: [4, 1, 2, 0, 7, 5, 6, 3], co: [2, 0, 0, 1, 1, 0, 0, 2],
        ep: [8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0], eo: [0; 12] },
    Cube { cp: [1, 5, 2, 3, 0, 4, 6, 7], co: [1, 2, 0, 0, 2, 1, 0, 0],
        ep: [0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11], eo: [0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0] },
    Cube { cp: [0, 1, 2, 3, 5, 6, 7, 4], co: [0; 8],
        ep: [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11], eo: [0; 12] },
    Cube { cp: [0, 2, 6, 3, 4, 1, 5, 7], co: [0, 1, 2, 0, 0, 2, 1, 0],
        ep: [0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11], eo: [0; 12] },
    Cube { cp: [0, 1, 3, 7, 4, 5, 2, 6], co: [0, 0, 1, 2, 0, 0, 2, 1],
        ep: [0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7], eo: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1] },
];

static MOVE_CUBES: [Cube; 18] = {
    let mut cubes = [Cube::SOLVED; 18];
    let mut i = 0;
    while i < 18 {
        let quarter = &QUARTER_TURNS[i / 3];
        cubes[i] = match i % 3 {
            0 => *quarter,
            _ => cubes[i - 1].product(quarter),
        };
        i += 1;
    }
    cubes
};
