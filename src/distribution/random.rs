//! Random cubes for a query.

use crate::cube::{Cube, CubeSubset, Face, Position, Transformation};
use crate::notation::layers::cube_and_rotations;
use crate::permutation::StabilizerChain;
use crate::search::Query;
use rand::Rng;
use thiserror::Error;

/// Draws cubes uniformly from all that a query is about: those that its moves reach, or where its first goal
/// starts.
#[derive(Debug)]
pub struct RandomCubes(Source);

#[derive(Debug)]
enum Source {
    Any,
    /// Those that a transformation carries into the subset.
    Subset(CubeSubset, Transformation),
    /// As permutations of the facelets.
    Group(Box<StabilizerChain>),
}

/// Cubes where a goal starts cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("cannot draw random cubes that are at {0}")]
pub struct NotDrawn(String);

impl RandomCubes {
    /// # Errors
    /// [`NotDrawn`] if the first goal starts elsewhere than at `eo`, `co`, `dr`, `htr`, `corners` or `edges`, or if
    /// not all moves are allowed there.
    pub fn new(query: &Query) -> Result<RandomCubes, NotDrawn> {
        let start = query
            .goal
            .as_ref()
            .and_then(|goal| goal.goals()[0][0].previous());
        Ok(RandomCubes(match (start, query.restricted_moves()) {
            (None, None) => Source::Any,
            (None, Some(moves)) => Source::Group(Box::new(moves.group())),
            (Some(name), Some(moves)) => {
                return Err(NotDrawn(format!("{name} and solved by {moves}")));
            }
            (Some(name), None) => {
                let subset: Result<CubeSubset, _> = name.kind().name.parse();
                let subset = subset.map_err(|_| NotDrawn(name.to_string()))?;
                let axis = match subset {
                    CubeSubset::EdgeOrientation => Face::F,
                    _ => Face::U,
                };
                let face = name.place().and_then(|place| place.chars().next());
                let face = face.and_then(Face::from_letter).unwrap_or(axis);
                Source::Subset(subset, Transformation::carrying(face, axis))
            }
        }))
    }

    /// The next cube.
    pub fn draw(&self, rng: &mut impl Rng) -> Position {
        match &self.0 {
            Source::Any => Cube::random(rng).into(),
            Source::Subset(subset, s) => s.inverse().apply(&subset.random(rng)).into(),
            Source::Group(group) => {
                let held = cube_and_rotations(&group.random(rng));
                let (cube, rotations) = held.expect("moves keep cubies");
                Position {
                    orientation: rotations.orientation(),
                    ..cube.into()
                }
            }
        }
    }
}
