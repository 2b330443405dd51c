//! Enumeration of the appearances of a definition, and their classes.

use super::definition::Definition;
use crate::cube::{Cube, Face, Move, Swap, Transformation};
use crate::notation::{Piece, Placed};
use std::cmp::Reverse;
use std::collections::HashSet;
use thiserror::Error;

/// By place, corners first: the label of the cubie there, and its orientation unless that is free.
pub(super) type Appearance = [u8; 20];

/// A definition has more appearances than anybody learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "the set has more than {} positions; solve more pieces in all of its cases",
    CaseClasses::MAX_APPEARANCES
)]
pub struct TooManyAppearances;

/// The classes of the appearances of a definition.
pub(super) struct CaseClasses<'a> {
    definition: &'a Definition,
    labels: [u8; 20],
    /// Whether algorithms leave each piece as it comes.
    is_free: [bool; 20],
    /// The identity, and reflections that carry the definition into itself.
    transformations: Vec<Transformation>,
}

/// A reflection, if any, and turns of U after and before an algorithm.
struct Image {
    s: Transformation,
    after: Cube,
    before: Cube,
}

impl Image {
    fn of(&self, cube: &Cube) -> Cube {
        self.after
            .product(&self.s.apply(cube))
            .product(&self.before)
    }

    fn is_identity(&self) -> bool {
        let is_turned = [self.after, self.before] != [Cube::SOLVED; 2];
        self.s == Transformation::IDENTITY && !is_turned
    }
}

/// Where the corners or the edges are: cubie and orientation by place.
struct Arrangement {
    placed: Vec<Placed>,
    /// Two places whose cubies may be swapped without another appearance.
    swap: Option<Swap>,
}

impl<'a> CaseClasses<'a> {
    /// The greatest number of appearances: some more than the 9,331,200 of the last layer and a slot.
    const MAX_APPEARANCES: usize = 10_000_000;

    pub fn new(definition: &'a Definition, mirrors: bool) -> CaseClasses<'a> {
        let (mut labels, mut is_free) = ([0; 20], [false; 20]);
        for piece in Piece::all() {
            labels[piece.index()] = definition.label(piece).number();
            is_free[piece.index()] = definition.free.contains(&piece);
        }
        let orientations = [
            &definition.oriented,
            &definition.unoriented,
            &definition.orient,
        ];
        let is_symmetry = |s: &Transformation| {
            let keeps_axis = s.apply_face(Face::U) == Face::U && s.is_mirror();
            // edges are oriented relative to F and B
            let keeps_orientations = [Face::F, Face::B].contains(&s.apply_face(Face::F))
                || (8..12).all(|n| definition.solved.contains(&Piece::Edge(n)))
                || (0..12).all(|n| !orientations.iter().any(|set| set.contains(&Piece::Edge(n))));
            keeps_axis && keeps_orientations && definition.transformed(*s) == *definition
        };
        let reflections = Transformation::all().filter(|s| mirrors && is_symmetry(s));
        CaseClasses {
            definition,
            labels,
            is_free,
            transformations: [Transformation::IDENTITY]
                .into_iter()
                .chain(reflections)
                .collect(),
        }
    }

    /// For each class but the solved one: its first appearance, and a cube that is typical.
    ///
    /// # Errors
    /// [`TooManyAppearances`].
    pub fn representatives(&self) -> Result<Vec<(Appearance, Cube)>, TooManyAppearances> {
        let (corners, edges): (Vec<Piece>, Vec<Piece>) = Piece::all().partition(Piece::is_corner);
        let corners = self.arrangements(&corners, Swap::Corners)?;
        let edges = self.arrangements(&edges, Swap::Edges)?;
        let has_swap = |all: &[Arrangement]| all.iter().any(|one| one.swap.is_some());
        let is_any_parity_possible = has_swap(&corners) || has_swap(&edges);
        let parities = if is_any_parity_possible { 1 } else { 2 };
        // those that are not allowed count, too: otherwise it could take hours to find one that is
        if corners.len() * edges.len() / parities > Self::MAX_APPEARANCES {
            return Err(TooManyAppearances);
        }
        let mut seen = HashSet::from([self.first_appearance(&Cube::SOLVED)]);
        let mut classes = vec![];
        let is_closed = self.is_closed();
        for corners in &corners {
            let mut images: Option<Vec<Image>> = None;
            let cubes = edges.iter().filter_map(|edges| joined(corners, edges));
            for cube in cubes.filter(|cube| self.is_unsolved(cube)) {
                let cube = cube.product(&self.definition.after_moves);
                let images = images.get_or_insert_with(|| self.images_with_first_corners(&cube));
                // of a closed set the first cube of each class comes, too
                if is_closed && !images.iter().any(Image::is_identity) {
                    break;
                }
                let images = images.iter().map(|image| self.appearance(&image.of(&cube)));
                let first = images.min().expect("a class has members");
                if seen.insert(first) {
                    let typical = match self.definition.after_moves == Cube::SOLVED {
                        true => self.typical(&self.members(&cube).collect::<Vec<_>>()),
                        false => cube,
                    };
                    classes.push((first, typical));
                }
            }
        }
        Ok(classes)
    }

    /// The images of a class of which one is the first, for all cubes with the corners of this one.
    fn images_with_first_corners(&self, cube: &Cube) -> Vec<Image> {
        let corners = |image: &Image| corners_of(&self.appearance(&image.of(cube)));
        let first = self.images().map(|image| corners(&image)).min();
        let images = self.images().filter(|image| Some(corners(image)) == first);
        images.collect()
    }

    /// Whether the set has all cubes of each class that it has one of, in any way to see it.
    fn is_closed(&self) -> bool {
        let Definition {
            solved,
            placed,
            oriented,
            unoriented,
            unsolved,
            ..
        } = self.definition;
        let stays = |piece: &Piece| !piece.is_upper();
        self.definition.after_moves == Cube::SOLVED
            && [solved, placed, unsolved]
                .iter()
                .all(|pieces| pieces.iter().all(stays))
            && [oriented, unoriented]
                .iter()
                .all(|pieces| Definition::is_kept_by_turns(pieces))
    }

    /// The cube of a class that is drawn: with the corners of the first appearance, so that they are at the
    /// same places in all cases that have them, and most pieces solved; or if corners of the last layer do
    /// not matter, with the pieces of the open slot in front.
    fn typical(&self, members: &[(Appearance, Cube)]) -> Cube {
        let in_front = self.definition.free.contains(&Piece::Corner(0));
        let members = members.iter();
        let typical = match in_front {
            true => members.max_by_key(|(appearance, _)| *appearance),
            false => {
                let first = members
                    .clone()
                    .map(|(appearance, _)| corners_of(appearance))
                    .min();
                let first = members.filter(|(appearance, _)| Some(corners_of(appearance)) == first);
                first.min_by_key(|(appearance, cube)| {
                    (Reverse(self.solved_pieces(cube)), *appearance)
                })
            }
        };
        typical.expect("a class has members").1
    }

    pub fn first_appearance(&self, cube: &Cube) -> Appearance {
        let appearances = self.members(cube).map(|(appearance, _)| appearance);
        appearances.min().expect("a class has members")
    }

    /// The number of appearances of the class of a cube.
    pub fn appearances(&self, cube: &Cube) -> usize {
        let appearances = self.members(cube).map(|(appearance, _)| appearance);
        appearances.collect::<HashSet<_>>().len()
    }

    /// All appearances of the class of a cube, each with a cube, perhaps several times.
    fn members(&self, cube: &Cube) -> impl Iterator<Item = (Appearance, Cube)> {
        let images = self.images().map(|image| image.of(cube));
        images.map(|cube| (self.appearance(&cube), cube))
    }

    /// Which cubes are in the same class.
    fn images(&self) -> impl Iterator<Item = Image> {
        let turned = |s: Transformation| {
            turns_of_u()
                .flat_map(move |after| turns_of_u().map(move |before| Image { s, after, before }))
        };
        self.transformations.iter().copied().flat_map(turned)
    }

    fn appearance(&self, cube: &Cube) -> Appearance {
        let mut appearance = [0; 20];
        for place in Piece::all() {
            let (number, turned) = cube.at(place);
            let piece = place.same_kind(number).index();
            let turned = if self.is_free[piece] { 0 } else { turned };
            appearance[place.index()] = 3 * self.labels[piece] + turned;
        }
        appearance
    }

    /// Whether one of the pieces is turned that are not all oriented in the cases, if there are such, and one unsolved of
    /// those that are not all solved.
    pub fn is_unsolved(&self, cube: &Cube) -> bool {
        let (unoriented, unsolved) = (&self.definition.unoriented, &self.definition.unsolved);
        let is_turned = |place: Piece| {
            let (number, turned) = cube.at(place);
            turned > 0 && unoriented.contains(&place.same_kind(number))
        };
        let is_moved = |piece: &Piece| cube.at(*piece) != (piece.number(), 0);
        (unoriented.is_empty() || Piece::all().any(is_turned))
            && (unsolved.is_empty() || unsolved.iter().any(is_moved))
    }

    /// The arrangements of the corners or of the edges, one for each appearance.
    fn arrangements(
        &self,
        places: &[Piece],
        swap: fn(usize, usize) -> Swap,
    ) -> Result<Vec<Arrangement>, TooManyAppearances> {
        let mut partial: Vec<Vec<Placed>> = vec![vec![]];
        for place in places {
            let longer = partial
                .iter()
                .flat_map(|placed| self.next(placed, *place, places));
            partial = longer.collect();
            if partial.len() > Self::MAX_APPEARANCES {
                return Err(TooManyAppearances);
            }
        }
        let sides = places[0].facelets().len() as u8;
        let arrangements = partial.into_iter().filter_map(|mut placed| {
            let piece = |cubie: u8| places[usize::from(cubie)];
            let sum: u8 = placed.iter().map(|(_, turned)| turned).sum();
            if !sum.is_multiple_of(sides) {
                let mut cubies = placed.iter_mut();
                let free = cubies.find(|(cubie, _)| self.is_free[piece(*cubie).index()])?;
                free.1 = sides - sum % sides;
            }
            let kind = |n: usize| self.kind(piece(placed[n].0));
            let mut pairs = (0..places.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let same = pairs.find(|(a, b)| kind(*a) == kind(*b));
            let swap = same.map(|(a, b)| swap(a, b));
            Some(Arrangement { placed, swap })
        });
        Ok(arrangements.collect())
    }

    /// The arrangements with one more place filled, by the first of the cubies that are left of each
    /// kind.
    fn next(&self, placed: &[Placed], place: Piece, cubies: &[Piece]) -> Vec<Vec<Placed>> {
        let definition = self.definition;
        let mut kinds = vec![];
        let mut longer = vec![];
        for piece in cubies {
            let is_used = placed.iter().any(|(used, _)| *used == piece.number());
            let stays = definition.solved.contains(piece) || definition.placed.contains(piece);
            if is_used || stays && *piece != place || kinds.contains(&self.kind(*piece)) {
                continue;
            }
            kinds.push(self.kind(*piece));
            let is_fixed = [&definition.solved, &definition.oriented, &definition.free];
            let orientations = match is_fixed.iter().any(|pieces| pieces.contains(piece)) {
                true => 1,
                false => place.facelets().len() as u8,
            };
            longer.extend(
                (0..orientations).map(|turned| [placed, &[(piece.number(), turned)]].concat()),
            );
        }
        longer
    }

    /// Number of pieces at home and oriented, of those that algorithms solve.
    fn solved_pieces(&self, cube: &Cube) -> usize {
        let solved = self.appearance(&Cube::SOLVED);
        let appearance = self.appearance(cube);
        let is_solved = |piece: &Piece| {
            let n = piece.index();
            appearance[n] == solved[n]
                && !self.definition.orient.contains(piece)
                && !self.is_free[n]
        };
        Piece::all().filter(is_solved).count()
    }

    /// The cube with the turn of U at the end of algorithms after which most pieces are solved, corners
    /// before edges.
    pub fn aligned(&self, cube: &Cube) -> Cube {
        let turned = turns_of_u().map(|turn| turn.product(cube));
        let most_solved =
            turned.max_by_key(|cube| (self.solved_pieces(cube), Reverse(self.appearance(cube))));
        most_solved.expect("there are four turns")
    }

    /// What is the same for cubies that can be exchanged in every cube of the set.
    fn kind(&self, piece: Piece) -> (u8, bool) {
        (
            self.labels[piece.index()],
            self.definition.oriented.contains(&piece),
        )
    }
}

/// The cube of corners and edges; `None` if their permutations have different parities.
fn joined(corners: &Arrangement, edges: &Arrangement) -> Option<Cube> {
    let cp = std::array::from_fn(|n| corners.placed[n].0);
    let co = std::array::from_fn(|n| corners.placed[n].1);
    let ep = std::array::from_fn(|n| edges.placed[n].0);
    let eo = std::array::from_fn(|n| edges.placed[n].1);
    let cube = match corners.swap.or(edges.swap) {
        Some(swap) => Cube::with_parity_fixed(cp, co, ep, eo, swap),
        None => Cube::new(cp, co, ep, eo),
    };
    cube.ok()
}

fn corners_of(appearance: &Appearance) -> [u8; 8] {
    std::array::from_fn(|n| appearance[n])
}

/// The four cubes that turns of U make.
pub(super) fn turns_of_u() -> impl Iterator<Item = Cube> + Clone {
    let turns = (1..=3).map(|turns| *Move::new(Face::U, turns).cube());
    [Cube::SOLVED].into_iter().chain(turns)
}
