use super::Basic;
use crate::cube::{Cube, Transformation, TransformationSet};
use std::fmt;

/// A coordinate reduced by symmetry: its value is the class of the base coordinate's value
/// under a group of transformations.
///
/// The representative of a class is its least base value, and classes are numbered in the order
/// of their representatives. Classes are computed for all base values at once: three bytes each.
///
/// ```
/// use cubesolve::coord::{Basic, Symmetric};
///
/// let corners = Symmetric::by_all(Basic::corner_permutation());
/// assert_eq!((corners.group().len(), corners.classes()), (48, 984));
/// ```
pub struct Symmetric {
    base: Basic,
    group: TransformationSet,
    /// Class of each base value.
    classes: Vec<u16>,
    /// A transformation that brings each base value to the representative.
    to_representative: Vec<u8>,
    /// Representative of each class, a base value.
    representatives: Vec<u32>,
    /// By class, the transformations that leave its representative unchanged.
    self_symmetries: Vec<TransformationSet>,
}

const UNSEEN: u8 = u8::MAX;

/// Classes are numbered in two bytes.
const MAX_CLASSES: usize = 1 << 16;

impl Symmetric {
    /// Computes the classes: one conjugation for each class and transformation.
    ///
    /// # Panics
    /// If `group` is not a group of transformations that act on the values and on the moves of
    /// `base`, or if there are more than 65,536 classes or 2³² values.
    pub fn new(base: Basic, group: TransformationSet) -> Symmetric {
        Symmetric::checked(base, group).expect("at most 65,536 classes")
    }

    /// The same, or `None` if there are more than 65,536 classes.
    pub(super) fn checked(base: Basic, group: TransformationSet) -> Option<Symmetric> {
        assert!(group.is_group(), "symmetry classes need a group");
        assert!(
            group.is_subset(base.transformations),
            "a transformation does not act on {base:?}"
        );
        let moves = base.moves;
        let preserves = |s: Transformation| moves.iter().all(|m| moves.contains(s.apply_move(m)));
        assert!(
            group.iter().all(preserves),
            "a transformation does not preserve the moves of {base:?}"
        );
        if base.size > MAX_CLASSES * group.len() {
            return None;
        }
        let size = u32::try_from(base.size).expect("at most 2^32 values");
        let mut symmetric = Symmetric {
            group,
            classes: vec![0; base.size],
            to_representative: vec![UNSEEN; base.size],
            representatives: vec![],
            self_symmetries: vec![],
            base,
        };
        for value in 0..size {
            if symmetric.to_representative[value as usize] == UNSEEN {
                if symmetric.classes() == MAX_CLASSES {
                    return None;
                }
                symmetric.add_class(value);
            }
        }
        Some(symmetric)
    }

    /// `base` reduced by all transformations that act on its values.
    ///
    /// # Panics
    /// As [`Symmetric::new`].
    pub fn by_all(base: Basic) -> Symmetric {
        let group = base.transformations;
        Symmetric::new(base, group)
    }

    fn add_class(&mut self, representative: u32) {
        let class = self.representatives.len() as u16;
        let cube = self.base.cube(representative as usize);
        let mut self_symmetries = vec![];
        for s in self.group.iter() {
            let value = self.base.index(&s.apply(&cube));
            if self.to_representative[value] == UNSEEN {
                self.classes[value] = class;
                self.to_representative[value] = s.inverse().index() as u8;
            }
            if value == representative as usize {
                self_symmetries.push(s);
            }
        }
        self.representatives.push(representative);
        self.self_symmetries
            .push(self_symmetries.into_iter().collect());
    }

    /// The coordinate before the reduction.
    pub fn base(&self) -> &Basic {
        &self.base
    }

    /// The transformations that reduce it.
    pub fn group(&self) -> TransformationSet {
        self.group
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a base value and a transformation `s` of the group that brings the value
    /// to the representative: `index(s · x · s⁻¹)` is the representative for every cube `x`
    /// of that value.
    pub fn locate(&self, value: usize) -> (usize, Transformation) {
        let s = Transformation::from_index(usize::from(self.to_representative[value]));
        (usize::from(self.classes[value]), s)
    }

    /// The class of a cube and a transformation that brings its base value to the representative.
    pub fn locate_cube(&self, cube: &Cube) -> (usize, Transformation) {
        self.locate(self.base.index(cube))
    }

    /// The representative of a class, a base value.
    pub fn representative(&self, class: usize) -> usize {
        self.representatives[class] as usize
    }

    /// The transformations of the group that leave the representative of a class unchanged.
    pub fn self_symmetries(&self, class: usize) -> TransformationSet {
        self.self_symmetries[class]
    }
}

/// Without the tables.
impl fmt::Debug for Symmetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, order) = (&self.base, self.group.len());
        write!(f, "Symmetric({base:?}, {order} transformations)")
    }
}
