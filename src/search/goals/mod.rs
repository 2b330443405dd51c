//! Goals short of solved: the steps that fewest-moves solvers take.
//!
//! The cubes that are at a goal form a subgroup, and some coordinates tell it: a cube is there
//! when each of them has the value of the solved cube. Their distances are the lower bounds of
//! the search. One file for each goal fills in its coordinates.

mod block;
mod co;
mod corners;
mod cross;
mod dr;
mod edges;
mod eo;
mod htr;
mod names;
mod solve;

pub use names::{GOAL_NAMES, GoalError, GoalName};
pub use solve::{GoalAnswer, GoalSolution, solve};

use crate::coord::{
    BasicTables, Composite, CompositeTables, Coordinate, Distances, SymmetricComposite,
    SymmetricCompositeTables, UNREACHED,
};
use crate::cube::{Cube, Face, Move, MoveSet, Transformation, TransformationSet};
use std::sync::Arc;

/// A subgroup to bring a cube into, with certain moves.
#[derive(Clone)]
pub struct Goal {
    name: String,
    moves: MoveSet,
    /// The moves that lead from cubes that are there to others that are.
    idle: MoveSet,
    bounds: Vec<Bound>,
}

impl Goal {
    fn new(name: &str, moves: MoveSet, bounds: Vec<Bound>) -> Goal {
        let mut goal = Goal {
            name: name.to_string(),
            moves,
            idle: MoveSet::EMPTY,
            bounds,
        };
        goal.idle = MoveSet::ALL
            .iter()
            .filter(|m| goal.is_reached(m.cube()))
            .collect();
        goal
    }

    /// Its name with the place, as `eo-fb`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The moves that may be made on the way.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// Whether the cube is there.
    pub fn is_reached(&self, cube: &Cube) -> bool {
        self.lower_bound(cube) == 0
    }

    /// Whether its moves can bring the cube there.
    pub fn is_reachable(&self, cube: &Cube) -> bool {
        self.lower_bound(cube) != UNREACHED
    }

    /// The goal needs at least as many moves from this cube;
    /// [`UNREACHED`] if the moves do not suffice.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        let bounds = self.bounds.iter().map(|bound| bound.of(cube));
        bounds.max().unwrap_or(0)
    }

    /// The goal at another place: reached by `x` when this one is by `s · x · s⁻¹`.
    fn seen_by(&self, s: Transformation, name: String) -> Goal {
        let seen = |moves: MoveSet| moves.iter().map(|m| s.inverse().apply_move(m)).collect();
        Goal {
            name,
            moves: seen(self.moves),
            idle: seen(self.idle),
            bounds: self.bounds.iter().map(|bound| bound.seen_by(s)).collect(),
        }
    }
}

/// The exact distances of a coordinate, seen from some side.
#[derive(Clone)]
struct Bound {
    view: Transformation,
    coordinate: Arc<dyn Coordinate>,
    distances: Arc<Distances>,
}

impl Bound {
    /// The bound of a basic coordinate.
    fn basic(coordinate: impl Coordinate + 'static, moves: MoveSet) -> Bound {
        let tables = BasicTables::new(&coordinate, TransformationSet::default());
        let goal = coordinate.index(&Cube::SOLVED);
        Bound::new(coordinate, Distances::new(&tables, &[goal], moves))
    }

    /// The bound of a composite coordinate.
    fn composite(parts: Vec<Box<dyn Coordinate>>, moves: MoveSet) -> Bound {
        let coordinate = Composite::new(parts);
        let tables = CompositeTables::new(&coordinate, TransformationSet::default());
        let goal = coordinate.index(&Cube::SOLVED);
        Bound::new(coordinate, Distances::new(&tables, &[goal], moves))
    }

    /// The bound of a symmetric-composite coordinate, for all moves.
    fn symmetric<C: Coordinate + 'static>(coordinate: SymmetricComposite<C>) -> Bound {
        let tables = SymmetricCompositeTables::new(&coordinate);
        let goal = coordinate.index(&Cube::SOLVED);
        Bound::new(coordinate, Distances::new(&tables, &[goal], MoveSet::ALL))
    }

    fn new(coordinate: impl Coordinate + 'static, distances: Distances) -> Bound {
        Bound {
            view: Transformation::IDENTITY,
            coordinate: Arc::new(coordinate),
            distances: Arc::new(distances),
        }
    }

    fn of(&self, cube: &Cube) -> u8 {
        let value = if self.view == Transformation::IDENTITY {
            self.coordinate.index(cube)
        } else {
            self.coordinate.index(&self.view.apply(cube))
        };
        self.distances.get(value)
    }

    /// The bound that `s · x · s⁻¹` has, for `x`.
    fn seen_by(&self, s: Transformation) -> Bound {
        Bound {
            view: self.view.product(s),
            ..self.clone()
        }
    }

    /// This bound, which belongs to the U-D axis, for each of the three axes.
    fn on_each_axis(&self) -> [Bound; 3] {
        [Face::U, Face::R, Face::F].map(|face| self.seen_by(rotation(&[(face, Face::U)])))
    }
}

/// The first rotation that carries each face to the one beside it.
///
/// # Panics
/// If there is none.
fn rotation(faces: &[(Face, Face)]) -> Transformation {
    let carries = |s: &Transformation| faces.iter().all(|&(a, b)| s.apply_face(a) == b);
    Transformation::all()
        .find(|s| !s.is_mirror() && carries(s))
        .expect("a rotation carries any two neighbouring faces to any other two")
}

/// All moves but quarter turns of the faces of these axes.
fn moves_without_quarters(axes: &[Face]) -> MoveSet {
    let excluded = |m: &Move| {
        let on_axis = |axis: &Face| m.face() == *axis || m.face().opposite() == *axis;
        !m.is_half_turn() && axes.iter().any(on_axis)
    };
    MoveSet::ALL.iter().filter(|m| !excluded(m)).collect()
}
