//! What a goal is: coordinates that tell it, and their distances, which are lower bounds.

use crate::coord::{AnyCoordinate, Distances, UNREACHED};
use crate::cube::{Cube, Face, Metric, Move, MoveSet, Transformation};
use std::sync::{Arc, OnceLock};

/// A subgroup to bring a cube into, with certain moves.
#[derive(Clone)]
pub struct Goal {
    name: String,
    moves: MoveSet,
    /// The moves that lead from cubes that are there to others that are.
    pub(super) idle: MoveSet,
    pub(super) metric: Metric,
    pub(super) bounds: Vec<Bound>,
}

impl Goal {
    pub(super) fn new(name: &str, moves: MoveSet, bounds: Vec<Bound>) -> Goal {
        let mut goal = Goal {
            name: name.to_string(),
            moves,
            idle: MoveSet::EMPTY,
            metric: Metric::default(),
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

    /// What lengths are in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The moves that may be made on the way.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// Whether the cube is there.
    pub fn is_reached(&self, cube: &Cube) -> bool {
        self.bounds.iter().all(|bound| bound.is_reached(cube))
    }

    /// Whether its moves can bring the cube there.
    pub fn is_reachable(&self, cube: &Cube) -> bool {
        self.lower_bound(cube) != UNREACHED
    }

    /// No way from this cube to the goal is shorter; [`UNREACHED`] if the moves do not suffice.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        let bounds = self.bounds.iter().map(|bound| bound.of(cube, self.metric));
        bounds.max().unwrap_or(0)
    }

    /// The same with lengths in a metric. Finds the distances, if nobody has yet.
    pub(super) fn counted_in(self, metric: Metric) -> Goal {
        for bound in &self.bounds {
            bound.distances(metric);
        }
        Goal { metric, ..self }
    }

    /// The goal at another place: reached by `x` when this one is by `s · x · s⁻¹`.
    pub(super) fn seen_by(&self, s: Transformation, name: String) -> Goal {
        let seen = |moves: MoveSet| moves.iter().map(|m| s.inverse().apply_move(m)).collect();
        Goal {
            name,
            moves: seen(self.moves),
            idle: seen(self.idle),
            metric: self.metric,
            bounds: self.bounds.iter().map(|bound| bound.seen_by(s)).collect(),
        }
    }
}

/// The exact distances of a coordinate, seen from some side.
#[derive(Clone)]
pub struct Bound {
    view: Transformation,
    coordinate: Arc<AnyCoordinate>,
    /// In each metric, when they are first asked for.
    distances: Arc<[OnceLock<Distances>; Metric::ALL.len()]>,
}

impl Bound {
    /// The bound that the distances of a coordinate give.
    pub fn new(coordinate: AnyCoordinate) -> Bound {
        Bound {
            view: Transformation::IDENTITY,
            distances: Arc::default(),
            coordinate: Arc::new(coordinate),
        }
    }

    /// The distances of the coordinate's values.
    pub fn distances(&self, metric: Metric) -> &Distances {
        self.distances[metric as usize].get_or_init(|| self.coordinate.distances(metric))
    }

    pub(super) fn of(&self, cube: &Cube, metric: Metric) -> u8 {
        self.distances(metric).get(self.value(cube))
    }

    /// Whether the cube has the value of the solved one.
    fn is_reached(&self, cube: &Cube) -> bool {
        self.value(cube) == self.value(&Cube::SOLVED)
    }

    fn value(&self, cube: &Cube) -> usize {
        let coordinate = self.coordinate.coordinate();
        if self.view == Transformation::IDENTITY {
            coordinate.index(cube)
        } else {
            coordinate.index(&self.view.apply(cube))
        }
    }

    /// The bound that `s · x · s⁻¹` has, for `x`.
    fn seen_by(&self, s: Transformation) -> Bound {
        Bound {
            view: self.view.product(s),
            ..self.clone()
        }
    }

    /// This bound, which belongs to the U-D axis, for each of the three axes.
    pub(super) fn on_each_axis(&self) -> [Bound; 3] {
        [Face::U, Face::R, Face::F].map(|face| self.seen_by(rotation(&[(face, Face::U)])))
    }
}

/// The first rotation that carries each face to the one beside it.
///
/// # Panics
/// If there is none.
pub(super) fn rotation(faces: &[(Face, Face)]) -> Transformation {
    let carries = |s: &Transformation| faces.iter().all(|&(a, b)| s.apply_face(a) == b);
    Transformation::all()
        .find(|s| !s.is_mirror() && carries(s))
        .expect("a rotation carries any two neighbouring faces to any other two")
}

/// All moves but quarter turns of the faces of these axes.
pub(super) fn moves_without_quarters(axes: &[Face]) -> MoveSet {
    let excluded = |m: &Move| {
        let on_axis = |axis: &Face| m.face() == *axis || m.face().opposite() == *axis;
        !m.is_half_turn() && axes.iter().any(on_axis)
    };
    MoveSet::ALL.iter().filter(|m| !excluded(m)).collect()
}
