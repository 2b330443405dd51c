//! One cube out of each class of conjugate cubes.
//!
//! The method is J. Bryan's, *Calculating Symmetry using Representative Elements*: cubes are
//! compared facelet by facelet, so most conjugates are ruled out by their first one. The first
//! facelet of a conjugate depends on a single cubie, the one that the transformation carries to
//! the first position. So a table of 8 positions · 24 facelets gives the transformations whose
//! conjugate can be the least; usually two or three remain to be compared.

use super::{Cube, Transformation, TransformationSet};
use std::cmp::Ordering;
use std::iter::successors;
use std::sync::LazyLock;

/// The least cube of a class, and the transformation that leads to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Representative {
    /// The representative itself.
    pub cube: Cube,
    /// The transformation `s` with `cube = s · x · s⁻¹` for the original cube `x`, or for its
    /// inverse if `inverted`. The one with the least number, if there are several.
    pub transformation: Transformation,
    /// Whether the class includes inverses and that of `x` led to the representative.
    pub inverted: bool,
}

impl Representative {
    fn of((least, s): (FirstFacelets, Transformation), inverted: bool) -> Representative {
        Representative {
            cube: from_first_facelets(&least),
            transformation: s,
            inverted,
        }
    }
}

impl Cube {
    /// The least of the 48 conjugates of this cube, compared facelet by facelet, corners before
    /// edges.
    ///
    /// A corner `c` with twist `t` counts as facelet `8 t + c`, an edge `e` with flip `f` as
    /// `12 f + e`. Two cubes have the same representative if and only if they are conjugate.
    pub fn representative(&self) -> Representative {
        Representative::of(least_conjugate(&first_facelets(self)), false)
    }

    /// The least of the 96 conjugates of this cube and its inverse.
    pub fn representative_with_inverse(&self) -> Representative {
        let of_self = least_conjugate(&first_facelets(self));
        let of_inverse = least_conjugate(&first_facelets(&self.inverse()));
        let inverted = of_inverse.0 < of_self.0;
        Representative::of(if inverted { of_inverse } else { of_self }, inverted)
    }

    /// The transformations that can still lead to the representative after the first facelet of
    /// the conjugates has been compared, after the first two, and so on until no further facelet
    /// rules any out. The last set has as many members as the cube has self-symmetries.
    pub fn representative_candidates(&self) -> Vec<TransformationSet> {
        let mut steps: Vec<_> = candidates(&first_facelets(self)).collect();
        let end = steps.partition_point(|left| left.len() > steps[steps.len() - 1].len());
        steps.truncate(end + 1);
        steps
    }
}

/// The facelet at the first place of each position: `cubie + 8 · twist` for the 8 corners,
/// `cubie + 12 · flip` for the 12 edges.
pub(crate) type FirstFacelets = [u8; 20];

pub(crate) fn first_facelets(cube: &Cube) -> FirstFacelets {
    std::array::from_fn(|position| match position {
        0..8 => 8 * cube.co[position] + cube.cp[position],
        _ => 12 * cube.eo[position - 8] + cube.ep[position - 8],
    })
}

/// The cube with these facelets, which are those of a cube.
pub(crate) fn from_first_facelets(facelets: &FirstFacelets) -> Cube {
    Cube {
        cp: std::array::from_fn(|i| facelets[i] % 8),
        co: std::array::from_fn(|i| facelets[i] / 8),
        ep: std::array::from_fn(|i| facelets[i + 8] % 12),
        eo: std::array::from_fn(|i| facelets[i + 8] / 12),
    }
}

fn least_conjugate(facelets: &FirstFacelets) -> (FirstFacelets, Transformation) {
    let least = candidates(facelets).last();
    let s = least.and_then(|least| least.iter().next());
    let s = s.expect("some transformation leads to the least conjugate");
    (std::array::from_fn(|i| image(s, facelets, i)), s)
}

/// The transformations with the least first facelet, those of them with the least second one,
/// and so on until one is left or all facelets have been compared.
fn candidates(facelets: &FirstFacelets) -> impl Iterator<Item = TransformationSet> {
    let first = (candidates_by_first(facelets), 1);
    let steps = successors(Some(first), |&(left, position)| {
        let more = left.len() > 1 && position < facelets.len();
        more.then(|| (with_least_at(position, left, facelets), position + 1))
    });
    steps.map(|(left, _)| left)
}

fn candidates_by_first(facelets: &FirstFacelets) -> TransformationSet {
    let mut least = u8::MAX;
    let mut candidates = TransformationSet::default();
    for (of_position, &facelet) in TABLES.first.iter().zip(facelets) {
        let entry = &of_position[usize::from(facelet)];
        match entry.image.cmp(&least) {
            Ordering::Less => {
                least = entry.image;
                candidates = entry.candidates;
            }
            Ordering::Equal => candidates = candidates.union(entry.candidates),
            Ordering::Greater => {}
        }
    }
    candidates
}

/// The members of `set` whose conjugate has the least facelet at `position`.
fn with_least_at(
    position: usize,
    set: TransformationSet,
    facelets: &FirstFacelets,
) -> TransformationSet {
    let (mut least, mut with_least) = (u8::MAX, TransformationSet::default());
    for s in set.iter() {
        let image = image(s, facelets, position);
        let before = match image.cmp(&least) {
            Ordering::Less => TransformationSet::default(),
            Ordering::Equal => with_least,
            Ordering::Greater => continue,
        };
        (least, with_least) = (image, before.union([s].into_iter().collect()));
    }
    with_least
}

/// The facelet at `position` of the conjugate by `s`.
fn image(s: Transformation, facelets: &FirstFacelets, position: usize) -> u8 {
    let table = &TABLES.conjugation[s.index()][position];
    table.images[usize::from(facelets[usize::from(table.source)])]
}

struct ConjugationTables {
    /// For each corner position and facelet there: the first facelet of the conjugates by the
    /// transformations that carry the position to the first one.
    first: [[LeastFirst; 24]; 8],
    /// For each transformation and position of the conjugate.
    conjugation: [[PositionImages; 20]; 48],
}

#[derive(Clone, Copy, Default)]
struct LeastFirst {
    /// The least of these facelets.
    image: u8,
    /// The transformations that lead to it.
    candidates: TransformationSet,
}

#[derive(Clone, Copy, Default)]
struct PositionImages {
    /// The position that is carried here.
    source: u8,
    /// The image of each facelet there.
    images: [u8; 24],
}

static TABLES: LazyLock<Box<ConjugationTables>> = LazyLock::new(|| {
    let mut conjugation = [[PositionImages::default(); 20]; 48];
    for position in 0..20 {
        for facelet in 0..24 {
            let cube = cube_with(position, facelet);
            for s in Transformation::all() {
                let to = destination(s, position);
                let entry = &mut conjugation[s.index()][to];
                entry.source = position as u8;
                entry.images[usize::from(facelet)] = first_facelets(&s.apply(&cube))[to];
            }
        }
    }
    let least_first = |position, facelet: usize| {
        let image = |s: &Transformation| conjugation[s.index()][0].images[facelet];
        let to_first = Transformation::all().filter(|s| destination(*s, position) == 0);
        let least = to_first.clone().map(|s| image(&s)).min();
        let least = least.expect("transformations carry each corner to each other");
        LeastFirst {
            image: least,
            candidates: to_first.filter(|s| image(s) == least).collect(),
        }
    };
    let first = std::array::from_fn(|position| {
        std::array::from_fn(|facelet| least_first(position, facelet))
    });
    Box::new(ConjugationTables { first, conjugation })
});

fn destination(s: Transformation, position: usize) -> usize {
    match position {
        0..8 => s.corner_map()[position].into(),
        _ => 8 + usize::from(s.edge_map()[position - 8]),
    }
}

/// A cube with the given facelet at a position. Moves may not reach it.
fn cube_with(position: usize, facelet: u8) -> Cube {
    let mut cube = Cube::SOLVED;
    if position < 8 {
        cube.cp.swap(position, usize::from(facelet % 8));
        cube.co[position] = facelet / 8;
    } else {
        cube.ep.swap(position - 8, usize::from(facelet % 12));
        cube.eo[position - 8] = facelet / 12;
    }
    cube
}
