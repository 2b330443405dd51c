use super::{Cube, Face, Transformation, TransformationSet};
use std::fmt;

/// The symmetry of a cube: one of the 33 classes of conjugate subgroups of the 48
/// transformations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SymmetryGroup(&'static NamedGroup);

/// A name, and the number of transformations of each kind without the identity.
type NamedGroup = (&'static str, [u8; KINDS]);

/// Kinds of transformations, in the order of the columns of [`GROUPS`]: half turns about
/// axes through faces and through edges, third turns, quarter turns; inversion at the centre,
/// reflections in planes parallel to faces and through edges, quarter turns and third turns
/// with reflection.
const KINDS: usize = 9;

/// Schoenflies' names. Where two groups share one, the axes of half turns or the planes of
/// reflection distinguish them.
const GROUPS: [NamedGroup; 33] = [
    ("Oh", [3, 6, 8, 6, 1, 3, 6, 6, 8]),
    ("O", [3, 6, 8, 6, 0, 0, 0, 0, 0]),
    ("Td", [3, 0, 8, 0, 0, 0, 6, 6, 0]),
    ("Th", [3, 0, 8, 0, 1, 3, 0, 0, 8]),
    ("T", [3, 0, 8, 0, 0, 0, 0, 0, 0]),
    ("D4h", [3, 2, 0, 2, 1, 3, 2, 2, 0]),
    ("D4", [3, 2, 0, 2, 0, 0, 0, 0, 0]),
    ("C4v", [1, 0, 0, 2, 0, 2, 2, 0, 0]),
    ("C4h", [1, 0, 0, 2, 1, 1, 0, 2, 0]),
    ("C4", [1, 0, 0, 2, 0, 0, 0, 0, 0]),
    ("S4", [1, 0, 0, 0, 0, 0, 0, 2, 0]),
    ("D2d (face axes)", [3, 0, 0, 0, 0, 0, 2, 2, 0]),
    ("D2d (edge axes)", [1, 2, 0, 0, 0, 2, 0, 2, 0]),
    ("D2h (face axes)", [3, 0, 0, 0, 1, 3, 0, 0, 0]),
    ("D2h (edge axes)", [1, 2, 0, 0, 1, 1, 2, 0, 0]),
    ("D2 (face axes)", [3, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("D2 (edge axes)", [1, 2, 0, 0, 0, 0, 0, 0, 0]),
    ("C2v (face planes)", [1, 0, 0, 0, 0, 2, 0, 0, 0]),
    ("C2v (diagonal planes)", [1, 0, 0, 0, 0, 0, 2, 0, 0]),
    ("C2v (edge axis)", [0, 1, 0, 0, 0, 1, 1, 0, 0]),
    ("C2h (face axis)", [1, 0, 0, 0, 1, 1, 0, 0, 0]),
    ("C2h (edge axis)", [0, 1, 0, 0, 1, 0, 1, 0, 0]),
    ("C2 (face axis)", [1, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("C2 (edge axis)", [0, 1, 0, 0, 0, 0, 0, 0, 0]),
    ("D3d", [0, 3, 2, 0, 1, 0, 3, 0, 2]),
    ("D3", [0, 3, 2, 0, 0, 0, 0, 0, 0]),
    ("C3v", [0, 0, 2, 0, 0, 0, 3, 0, 0]),
    ("S6", [0, 0, 2, 0, 1, 0, 0, 0, 2]),
    ("C3", [0, 0, 2, 0, 0, 0, 0, 0, 0]),
    ("Cs (face plane)", [0, 0, 0, 0, 0, 1, 0, 0, 0]),
    ("Cs (diagonal plane)", [0, 0, 0, 0, 0, 0, 1, 0, 0]),
    ("Ci", [0, 0, 0, 0, 1, 0, 0, 0, 0]),
    ("C1", [0, 0, 0, 0, 0, 0, 0, 0, 0]),
];

impl SymmetryGroup {
    /// The class of a set of transformations, or `None` if it is no group.
    ///
    /// Subgroups with the same number of transformations of each kind are conjugate.
    pub fn of(transformations: TransformationSet) -> Option<SymmetryGroup> {
        if !transformations.is_group() {
            return None;
        }
        let mut counts = [0; KINDS];
        for kind in transformations.iter().filter_map(kind) {
            counts[kind] += 1;
        }
        let group = GROUPS.iter().find(|(_, of_group)| *of_group == counts);
        Some(SymmetryGroup(group.expect("all subgroups are listed")))
    }

    /// The name by Schoenflies, with the axes or planes where two classes share it.
    pub fn name(self) -> &'static str {
        self.0.0
    }

    /// Number of transformations.
    pub fn order(self) -> usize {
        let (_, counts) = self.0;
        1 + usize::from(counts.iter().sum::<u8>())
    }
}

impl fmt::Display for SymmetryGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Cube {
    /// The class of the group of [self-symmetries](Cube::self_symmetries).
    pub fn symmetry_group(&self) -> SymmetryGroup {
        SymmetryGroup::of(self.self_symmetries()).expect("self-symmetries are a group")
    }
}

/// The column of [`GROUPS`] that counts a transformation; `None` for the identity. The kinds
/// differ in how many faces are fixed and how many are carried to the opposite one.
fn kind(s: Transformation) -> Option<usize> {
    let count = |image: fn(Face) -> Face| {
        let carried = |face: &&Face| s.apply_face(**face) == image(**face);
        Face::ALL.iter().filter(carried).count()
    };
    let (fixed, opposite) = (count(|face| face), count(Face::opposite));
    match (s.is_mirror(), fixed, opposite) {
        (false, 6, _) => None,
        (false, 2, 4) => Some(0),
        (false, 0, 2) => Some(1),
        (false, 0, 0) => Some(2),
        (false, ..) => Some(3),
        (true, 0, 6) => Some(4),
        (true, 4, 2) => Some(5),
        (true, 2, 0) => Some(6),
        (true, 0, 2) => Some(7),
        (true, ..) => Some(8),
    }
}
