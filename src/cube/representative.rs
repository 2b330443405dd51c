//! One cube out of each class of cubes that the 48 transformations make of each other.
//!
//! The method is J. Bryan's, *Calculating Symmetry using Representative Elements*: cubes are
//! compared facelet by facelet, so most conjugates fall out at their first one. What a
//! transformation makes first depends on a single cubie, the one that it carries to the first
//! position. So a table of 8 positions · 24 ways to fill them tells at once which
//! transformations can make the least cube; usually two or three are left to be compared.

use super::{Cube, Transformation, TransformationSet};
use std::cmp::Ordering;
use std::iter::successors;
use std::sync::LazyLock;

/// The least cube of a class, and how to come there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Representative {
    /// The representative itself.
    pub cube: Cube,
    /// The transformation `s` that makes `cube = s · x · s⁻¹` of the cube `x` asked about; of
    /// its inverse, if `inverted`. The one with the least number, if there are several.
    pub transformation: Transformation,
    /// Whether `x` had to be inverted first.
    pub inverted: bool,
}

impl Cube {
    /// The least of the 48 conjugates of this cube: the one that comes first when compared
    /// facelet by facelet, corners before edges.
    ///
    /// A corner `c` with twist `t` counts as facelet `8 t + c`, an edge `e` with flip `f` as
    /// `12 f + e`. Two cubes have the same representative if and only if a transformation
    /// makes one of the other.
    pub fn representative(&self) -> Representative {
        let (facelets, transformation) = least_conjugate(&facelets(self));
        Representative {
            cube: from_facelets(&facelets),
            transformation,
            inverted: false,
        }
    }

    /// The least of the 96 conjugates of this cube and its inverse.
    pub fn representative_with_inverse(&self) -> Representative {
        let (straight, transformation) = least_conjugate(&facelets(self));
        let (inverse, inverse_transformation) = least_conjugate(&facelets(&self.inverse()));
        if inverse < straight {
            Representative {
                cube: from_facelets(&inverse),
                transformation: inverse_transformation,
                inverted: true,
            }
        } else {
            Representative {
                cube: from_facelets(&straight),
                transformation,
                inverted: false,
            }
        }
    }

    /// Which transformations can still make the representative when the first facelet of the
    /// conjugates has been compared, the first two, and so on until no further facelet leaves
    /// fewer. The last set are those that make it, as many as there are self-symmetries.
    pub fn representative_candidates(&self) -> Vec<TransformationSet> {
        let mut steps: Vec<_> = candidates(&facelets(self)).collect();
        let end = steps.partition_point(|left| left.len() > steps[steps.len() - 1].len());
        steps.truncate(end + 1);
        steps
    }
}

/// Which facelet of which cubie is at the first place of each position: 8 corners, 12 edges.
type Facelets = [u8; 20];

fn facelets(cube: &Cube) -> Facelets {
    std::array::from_fn(|position| match position {
        0..8 => 8 * cube.co[position] + cube.cp[position],
        _ => 12 * cube.eo[position - 8] + cube.ep[position - 8],
    })
}

fn from_facelets(facelets: &Facelets) -> Cube {
    let corner = |i: usize| facelets[i];
    let edge = |i: usize| facelets[i + 8];
    Cube {
        cp: std::array::from_fn(|i| corner(i) % 8),
        co: std::array::from_fn(|i| corner(i) / 8),
        ep: std::array::from_fn(|i| edge(i) % 12),
        eo: std::array::from_fn(|i| edge(i) / 12),
    }
}

/// The transformations that make the first facelet of the conjugate as small as can be.
fn first_candidates(facelets: &Facelets) -> TransformationSet {
    let mut least = u8::MAX;
    let mut candidates = TransformationSet::default();
    for (line, &facelet) in TABLES.first.iter().zip(facelets) {
        let entry = &line[usize::from(facelet)];
        match entry.image.cmp(&least) {
            Ordering::Less => {
                least = entry.image;
                candidates = entry.candidates;
            }
            Ordering::Equal => candidates.0 |= entry.candidates.0,
            Ordering::Greater => {}
        }
    }
    candidates
}

/// Those that make the first facelet least, those of them that make the second least, and so
/// on until one is left or the facelets are at an end.
fn candidates(facelets: &Facelets) -> impl Iterator<Item = TransformationSet> {
    let first = (first_candidates(facelets), 1);
    let steps = successors(Some(first), |&(left, position)| {
        let more = left.len() > 1 && position < facelets.len();
        more.then(|| (least_at(position, left, facelets), position + 1))
    });
    steps.map(|(left, _)| left)
}

/// Those of the transformations that make the facelet at `position` least.
fn least_at(position: usize, of: TransformationSet, facelets: &Facelets) -> TransformationSet {
    let image = |s: &Transformation| image(*s, facelets, position);
    let least = of.iter().map(|s| image(&s)).min();
    of.iter().filter(|s| Some(image(s)) == least).collect()
}

fn least_conjugate(facelets: &Facelets) -> (Facelets, Transformation) {
    let makers = candidates(facelets).last();
    let s = makers.and_then(|makers| makers.iter().next());
    let s = s.expect("some transformation makes the least conjugate");
    let least = std::array::from_fn(|position| image(s, facelets, position));
    (least, s)
}

/// The facelet at `position` of the conjugate by `s`.
fn image(s: Transformation, facelets: &Facelets, position: usize) -> u8 {
    let table = &TABLES.conjugation[s.index()][position];
    table.images[usize::from(facelets[usize::from(table.source)])]
}

struct Tables {
    /// For each corner position and facelet there what the transformations can make of it
    /// that carry the position to the first one.
    first: [[FirstFacelet; 24]; 8],
    /// For each transformation and position after it.
    conjugation: [[PositionImages; 20]; 48],
}

#[derive(Clone, Copy, Default)]
struct FirstFacelet {
    /// The least facelet they make.
    image: u8,
    /// Those that make it.
    candidates: TransformationSet,
}

#[derive(Clone, Copy, Default)]
struct PositionImages {
    /// The position that is carried here.
    source: u8,
    /// What becomes of each facelet there.
    images: [u8; 24],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    let mut conjugation = [[PositionImages::default(); 20]; 48];
    for position in 0..20 {
        for facelet in 0..24 {
            let cube = cube_with(position, facelet);
            for s in Transformation::all() {
                let to = destination(s, position);
                let entry = &mut conjugation[s.index()][to];
                entry.source = position as u8;
                entry.images[usize::from(facelet)] = facelets(&s.apply(&cube))[to];
            }
        }
    }
    let first = std::array::from_fn(|position| {
        std::array::from_fn(|facelet| first_facelet(&conjugation, position, facelet))
    });
    Box::new(Tables { first, conjugation })
});

fn first_facelet(
    conjugation: &[[PositionImages; 20]; 48],
    position: usize,
    facelet: usize,
) -> FirstFacelet {
    let image = |s: &Transformation| conjugation[s.index()][0].images[facelet];
    let to_first = Transformation::all().filter(|s| destination(*s, position) == 0);
    let least = to_first.clone().map(|s| image(&s)).min();
    let least = least.expect("transformations carry each corner to each other");
    FirstFacelet {
        image: least,
        candidates: to_first.filter(|s| image(s) == least).collect(),
    }
}

fn destination(s: Transformation, position: usize) -> usize {
    match position {
        0..8 => s.corner_map()[position].into(),
        _ => 8 + usize::from(s.edge_map()[position - 8]),
    }
}

/// A cube with the given facelet at a position. It may be one that moves do not reach.
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
