use super::{Cube, Face, Move};
use crate::bits::ones;
use std::sync::LazyLock;

/// One of the 48 symmetries of the cube as a solid: a rotation, or a rotation and a mirror.
///
/// A transformation `s` acts on cubes by conjugation, `s · x · s⁻¹`: the same moves seen from
/// another side or in a mirror. Numbered as Kociemba does, `16 a + 8 b + 2 c + d` for the
/// product of `a` turns by 120° about the URF-DBL axis, `b` half turns about F-B, `c`
/// quarter turns about U-D and `d` reflections left-right; number 0 is the identity.
///
/// ```
/// use cubesolve::cube::{Cube, Face, Move, Transformation};
///
/// let mirror = Transformation::from_index(1);
/// let r = Move::new(Face::R, 1);
/// assert_eq!(mirror.apply_move(r).to_string(), "L'");
/// assert_eq!(mirror.apply(r.cube()), *mirror.apply_move(r).cube());
/// assert_eq!(Cube::SOLVED.self_symmetries().len(), Transformation::COUNT);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Transformation(u8);

impl Transformation {
    /// Number of transformations.
    pub const COUNT: usize = 48;

    /// The transformation that changes nothing.
    pub const IDENTITY: Transformation = Transformation(0);

    /// All transformations in order of their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Transformation> + Clone {
        (0..48u8).map(Transformation)
    }

    /// The transformation with number `index`, `0..48`.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub const fn from_index(index: usize) -> Transformation {
        assert!(index < 48);
        Transformation(index as u8)
    }

    /// The first rotation that carries each face to the one beside it, if there is one.
    pub(crate) fn rotation(
        faces: impl IntoIterator<Item = (Face, Face)> + Clone,
    ) -> Option<Transformation> {
        Transformation::all().find(|s| {
            let mut faces = faces.clone().into_iter();
            !s.is_mirror() && faces.all(|(from, to)| s.apply_face(from) == to)
        })
    }

    /// The first rotation that carries a face to another.
    pub(crate) fn carrying(from: Face, to: Face) -> Transformation {
        let rotation = Transformation::rotation([(from, to)]);
        rotation.expect("a rotation carries any face to any other")
    }

    /// The quarter turn of the whole cube, clockwise as seen from `face`.
    pub(crate) fn quarter_turn(face: Face) -> Transformation {
        static OF_FACES: LazyLock<[Transformation; 6]> = LazyLock::new(|| {
            Face::ALL.map(|face| {
                let s = Transformation::carrying(Face::U, face);
                s.product(Transformation(2)).product(s.inverse())
            })
        });
        OF_FACES[face.index()]
    }

    /// The transformation's number, `0..48`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a reflection, which exchanges clockwise and counter-clockwise.
    pub const fn is_mirror(self) -> bool {
        self.0 % 2 == 1
    }

    /// The product `self · other`: transforming by it is transforming by `other` first.
    #[must_use]
    pub fn product(self, other: Transformation) -> Transformation {
        TABLES.product[self.index()][other.index()]
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Transformation {
        TABLES.inverse[self.index()]
    }

    /// The conjugate `s · cube · s⁻¹`.
    #[must_use]
    pub fn apply(self, cube: &Cube) -> Cube {
        let s = &TABLES.cubes[self.index()];
        let s_inverse = &TABLES.cubes[self.inverse().index()];
        extended_product(&extended_product(s, cube), s_inverse)
    }

    /// The move `s · m · s⁻¹`.
    #[must_use]
    pub fn apply_move(self, m: Move) -> Move {
        TABLES.moves[self.index()][m.index()]
    }

    /// The face to which a face is carried.
    pub fn apply_face(self, face: Face) -> Face {
        self.apply_move(Move::new(face, 1)).face()
    }

    /// Maps corner positions: `corner_map()[p]` is the position to which `p` is carried.
    pub fn corner_map(self) -> [u8; 8] {
        TABLES.cubes[self.index()].cp
    }

    /// Maps edge positions: `edge_map()[p]` is the position to which `p` is carried.
    pub fn edge_map(self) -> [u8; 12] {
        TABLES.cubes[self.index()].ep
    }
}

/// A set of transformations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct TransformationSet(u64);

impl TransformationSet {
    /// All 48 transformations.
    pub const ALL: TransformationSet = TransformationSet((1 << 48) - 1);

    /// The 16 transformations that carry a face to itself or to the opposite one.
    pub fn preserving_axis(face: Face) -> TransformationSet {
        Transformation::all()
            .filter(|s| [face, face.opposite()].contains(&s.apply_face(face)))
            .collect()
    }

    /// Whether `s` is in the set.
    pub const fn contains(self, s: Transformation) -> bool {
        self.0 >> s.index() & 1 == 1
    }

    /// Whether every member of `self` is in `other`.
    pub const fn is_subset(self, other: TransformationSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The transformations in at least one of the sets.
    pub const fn union(self, other: TransformationSet) -> TransformationSet {
        TransformationSet(self.0 | other.0)
    }

    /// The transformations in both sets.
    pub const fn intersection(self, other: TransformationSet) -> TransformationSet {
        TransformationSet(self.0 & other.0)
    }

    /// The smallest group that contains these transformations.
    pub(crate) fn generated_by(generators: &[Transformation]) -> TransformationSet {
        let mut group: TransformationSet = std::iter::once(Transformation::IDENTITY).collect();
        loop {
            let products = |s: Transformation| generators.iter().map(move |t| s.product(*t));
            let larger = group.union(group.iter().flat_map(products).collect());
            if larger == group {
                return group;
            }
            group = larger;
        }
    }

    /// Whether it contains the identity and all products of its members.
    pub fn is_group(self) -> bool {
        let closed = |s: Transformation| self.iter().all(|t| self.contains(s.product(t)));
        self.contains(Transformation::IDENTITY) && self.iter().all(closed)
    }

    /// Number of transformations in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Transformation> {
        ones(self.0).map(|one| Transformation(one as u8))
    }
}

impl FromIterator<Transformation> for TransformationSet {
    fn from_iter<I: IntoIterator<Item = Transformation>>(members: I) -> Self {
        TransformationSet(members.into_iter().fold(0, |set, s| set | 1 << s.index()))
    }
}

impl Cube {
    /// The transformations that leave this cube as it is; always contains the identity.
    pub fn self_symmetries(&self) -> TransformationSet {
        Transformation::all()
            .filter(|s| s.apply(self) == *self)
            .collect()
    }
}

/// The four generators, as cubes whose corner orientations run to 5: 3, 4 and 5 are the
/// mirrored 0, 1 and 2 (Kociemba).
#[rustfmt::skip]
const GENERATORS: [Cube; 4] = [
    // 120° about URF-DBL
    Cube { cp: [0, 4, 5, 1, 3, 7, 6, 2], co: [1, 2, 1, 2, 2, 1, 2, 1],
        ep: [1, 8, 5, 9, 3, 11, 7, 10, 0, 4, 6, 2], eo: [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1] },
    // 180° about F-B
    Cube { cp: [5, 4, 7, 6, 1, 0, 3, 2], co: [0; 8],
        ep: [6, 5, 4, 7, 2, 1, 0, 3, 9, 8, 11, 10], eo: [0; 12] },
    // 90° about U-D
    Cube { cp: [3, 0, 1, 2, 7, 4, 5, 6], co: [0; 8],
        ep: [3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10], eo: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1] },
    // reflection left-right
    Cube { cp: [1, 0, 3, 2, 5, 4, 7, 6], co: [3; 8],
        ep: [2, 1, 0, 3, 6, 5, 4, 7, 9, 8, 11, 10], eo: [0; 12] },
];

/// The product where corner orientations are elements of the dihedral group of the
/// triangle: `0..3` rotations, `3..6` reflections.
fn extended_product(a: &Cube, b: &Cube) -> Cube {
    let mut out = a.product(b);
    for (i, &from) in b.cp.iter().enumerate() {
        out.co[i] = extended_twist(a.co[usize::from(from)], b.co[i]);
    }
    out
}

fn extended_twist(a: u8, b: u8) -> u8 {
    let mirrored = (a >= 3) != (b >= 3);
    let twist = if a < 3 { a + b } else { a + 6 - b } % 3;
    if mirrored { twist + 3 } else { twist }
}

struct TransformationTables {
    cubes: [Cube; 48],
    product: [[Transformation; 48]; 48],
    inverse: [Transformation; 48],
    moves: [[Move; 18]; 48],
}

static TABLES: LazyLock<Box<TransformationTables>> = LazyLock::new(|| {
    let cubes: [Cube; 48] = std::array::from_fn(|index| {
        [index / 16, index / 8 % 2, index / 2 % 4, index % 2]
            .iter()
            .zip(&GENERATORS)
            .flat_map(|(&count, generator)| std::iter::repeat_n(generator, count))
            .fold(Cube::SOLVED, |s, generator| extended_product(&s, generator))
    });
    let number_of = |cube: &Cube| {
        let index = cubes.iter().position(|c| c == cube);
        Transformation(index.expect("the 48 transformations are closed under products") as u8)
    };
    let product: [[Transformation; 48]; 48] = std::array::from_fn(|a| {
        std::array::from_fn(|b| number_of(&extended_product(&cubes[a], &cubes[b])))
    });
    let inverse: [Transformation; 48] = std::array::from_fn(|a| {
        let b = product[a].iter().position(|p| p.0 == 0);
        Transformation(b.expect("every transformation has an inverse") as u8)
    });
    let moves = std::array::from_fn(|s| {
        Move::ALL.map(|m| {
            let moved = extended_product(
                &extended_product(&cubes[s], m.cube()),
                &cubes[inverse[s].index()],
            );
            let found = Move::ALL.into_iter().find(|m| *m.cube() == moved);
            found.expect("the conjugate of a move is a move")
        })
    });
    Box::new(TransformationTables {
        cubes,
        product,
        inverse,
        moves,
    })
});
