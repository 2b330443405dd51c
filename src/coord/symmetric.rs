use super::{Aspect, Coordinate};
use crate::cube::{Cube, MoveSet, Transformation, TransformationSet};

/// A coordinate reduced by symmetry: its value is the class of the base coordinate's value
/// under a group of transformations.
///
/// Class numbers follow the least base value in each, which is its representative.
///
/// ```
/// use cubesolve::coord::{Coordinate, CornerPermutation, Symmetric};
///
/// let corners = Symmetric::new(CornerPermutation, CornerPermutation.transformations());
/// assert_eq!((corners.group().len(), corners.classes()), (48, 984));
/// ```
pub struct Symmetric<C> {
    base: C,
    group: TransformationSet,
    /// Class of each base value.
    classes: Vec<u16>,
    /// For each base value a transformation that brings it to the representative.
    to_representative: Vec<u8>,
    /// Representative of each class, a base value.
    representatives: Vec<u32>,
    /// For each class the transformations that leave its representative as it is.
    self_symmetries: Vec<TransformationSet>,
}

const UNSEEN: u8 = u8::MAX;

impl<C: Coordinate> Symmetric<C> {
    /// Finds the classes: one conjugation for each class and transformation.
    ///
    /// # Panics
    /// If `group` is not a group of transformations that act on the values and on the moves of
    /// `base`, or if there are more than 65,536 classes or 2³² values.
    pub fn new(base: C, group: TransformationSet) -> Symmetric<C> {
        assert!(group.is_group(), "symmetry classes need a group");
        assert!(
            group.is_subset(base.transformations()),
            "a transformation does not act on {}",
            base.name()
        );
        let moves = base.moves();
        let keeps_moves = |s: Transformation| moves.iter().all(|m| moves.contains(s.apply_move(m)));
        assert!(
            group.iter().all(keeps_moves),
            "a transformation does not keep the moves of {}",
            base.name()
        );
        let size = u32::try_from(base.size()).expect("at most 2^32 values");
        let mut symmetric = Symmetric {
            group,
            classes: vec![0; base.size()],
            to_representative: vec![UNSEEN; base.size()],
            representatives: vec![],
            self_symmetries: vec![],
            base,
        };
        for value in 0..size {
            if symmetric.to_representative[value as usize] == UNSEEN {
                symmetric.add_class(value);
            }
        }
        symmetric
    }

    fn add_class(&mut self, representative: u32) {
        let class = u16::try_from(self.representatives.len()).expect("at most 65,536 classes");
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

    /// The coordinate that was reduced.
    pub fn base(&self) -> &C {
        &self.base
    }

    /// The transformations it was reduced by.
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

    /// The base value that stands for a class.
    pub fn representative(&self, class: usize) -> usize {
        self.representatives[class] as usize
    }

    /// The transformations of the group that leave the representative's value as it is.
    pub fn self_symmetries(&self, class: usize) -> TransformationSet {
        self.self_symmetries[class]
    }
}

impl<C: Coordinate> Coordinate for Symmetric<C> {
    fn name(&self) -> String {
        format!("{}/{}", self.base.name(), self.group.len())
    }

    /// Number of classes.
    fn size(&self) -> usize {
        self.classes()
    }

    fn moves(&self) -> MoveSet {
        self.base.moves()
    }

    /// The class of a cube.
    fn index(&self, cube: &Cube) -> usize {
        usize::from(self.classes[self.base.index(cube)])
    }

    /// A cube of the representative's value.
    fn cube(&self, class: usize) -> Cube {
        self.base.cube(self.representative(class))
    }

    fn reads(&self) -> Vec<Aspect> {
        self.base.reads()
    }

    /// The group, whose transformations leave every class as it is.
    fn transformations(&self) -> TransformationSet {
        self.group
    }
}
