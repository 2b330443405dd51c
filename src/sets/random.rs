//! Random cubes of a set, and of one of its cases.

use super::case::Case;
use super::classes::{CaseClasses, turns_of_u};
use super::definition::{Definition, Pieces};
use crate::cube::Cube;
use crate::notation::{Piece, Placed};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

impl Definition {
    /// A cube drawn uniformly from those that are in one of the cases: with any turns of U before and after,
    /// and what algorithms leave as it comes in any way. `None` if there are no cases.
    pub fn random(&self, rng: &mut impl Rng) -> Option<Cube> {
        /// Only in a set that is empty is each of so many cubes solved, or oriented where it may not be.
        const TRIES: u32 = 100_000;
        let classes = CaseClasses::new(self, false);
        let solved = classes.first_appearance(&Cube::SOLVED);
        let stays = |piece: &Piece| self.solved.contains(piece) || self.placed.contains(piece);
        let moving: Pieces = Piece::all().filter(|piece| !stays(piece)).collect();
        let turns = |piece| !self.solved.contains(&piece) && !self.oriented.contains(&piece);
        let is_case = |cube: &Cube| {
            classes.is_unsolved(cube)
                && classes.first_appearance(&cube.product(&self.after_moves)) != solved
        };
        let cube = (0..TRIES)
            .map(|_| arranged(&[&moving], turns, rng))
            .find(is_case)?;
        Some(turned(&cube.product(&self.after_moves), rng))
    }

    /// A cube drawn uniformly from those in a case of this set.
    pub fn random_of(&self, case: &Case, rng: &mut impl Rng) -> Cube {
        let left = arranged(
            &[&self.orient, &self.free],
            |piece| self.free.contains(&piece),
            rng,
        );
        turned(&left.product(&case.cube), rng)
    }
}

/// A cube with random turns of U before and after.
fn turned(cube: &Cube, rng: &mut impl Rng) -> Cube {
    let turns: Vec<Cube> = turns_of_u().collect();
    let [before, after] = [0; 2].map(|_| *turns.choose(rng).expect("four turns"));
    after.product(cube).product(&before)
}

/// A cube drawn uniformly from those where the pieces of each group are anywhere among their places, and all
/// others at home, each turned if it may be.
fn arranged(groups: &[&Pieces], turns: impl Fn(Piece) -> bool, rng: &mut impl Rng) -> Cube {
    loop {
        let mut placed: Vec<Placed> = Piece::all().map(|piece| (piece.number(), 0)).collect();
        for (group, is_corner) in groups
            .iter()
            .flat_map(|group| [(group, true), (group, false)])
        {
            let places = group.iter().filter(|piece| piece.is_corner() == is_corner);
            let places: Vec<&Piece> = places.collect();
            let mut pieces = places.clone();
            pieces.shuffle(rng);
            for (place, piece) in places.into_iter().zip(pieces) {
                placed[place.index()].0 = piece.number();
            }
        }
        for place in Piece::all() {
            let piece = place.same_kind(placed[place.index()].0);
            if turns(piece) {
                placed[place.index()].1 = rng.random_range(0..place.facelets().len() as u8);
            }
        }
        // one of 12, at least
        if let Some(cube) = cube_of(&placed) {
            return cube;
        }
    }
}

fn cube_of(placed: &[Placed]) -> Option<Cube> {
    let (corners, edges) = placed.split_at(8);
    let corner = |n: usize| corners[n];
    let edge = |n: usize| edges[n];
    Cube::new(
        std::array::from_fn(|n| corner(n).0),
        std::array::from_fn(|n| corner(n).1),
        std::array::from_fn(|n| edge(n).0),
        std::array::from_fn(|n| edge(n).1),
    )
    .ok()
}
