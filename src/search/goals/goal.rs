//! What a goal is: coordinates that tell it, and their distances, which are lower bounds.

use crate::coord::{AnyCoordinate, AnyTables, Distances, Tracked, UNREACHED, unstopped};
use crate::cube::{Cube, Face, Metric, Move, MoveSet, Transformation};
use crate::search::plain::Space;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// A subgroup to bring a cube into, with certain moves.
#[derive(Clone)]
pub struct Goal {
    name: String,
    /// The goal that the cube has to be at before, which the moves keep.
    from: Option<Box<Goal>>,
    moves: MoveSet,
    /// The moves that lead from cubes that are there to others that are.
    pub(super) idle: MoveSet,
    metric: Metric,
    bounds: Vec<Bound>,
}

/// No goal has more bounds.
const MOST_BOUNDS: usize = 9;

impl Goal {
    /// A goal for all moves.
    pub(super) fn new(name: &str, bounds: Vec<Bound>) -> Goal {
        Goal::with_idle(name, None, MoveSet::ALL, bounds)
    }

    /// A goal to be sought from another one, with some of the moves that keep that.
    pub(super) fn after(name: &str, from: Goal, moves: MoveSet, bounds: Vec<Bound>) -> Goal {
        Goal::with_idle(name, Some(Box::new(from)), moves, bounds)
    }

    fn with_idle(name: &str, from: Option<Box<Goal>>, moves: MoveSet, bounds: Vec<Bound>) -> Goal {
        assert!(bounds.len() <= MOST_BOUNDS);
        let mut goal = Goal {
            name: name.to_string(),
            from,
            moves,
            idle: MoveSet::EMPTY,
            metric: Metric::default(),
            bounds,
        };
        let keeps = |m: &Move| goal.is_reached(m.cube());
        goal.idle = MoveSet::ALL.iter().filter(keeps).collect();
        goal
    }

    /// Its name with the place, as `eo-fb`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name with that of the goal before, if there is one, as `dr-ud from eo-fb`.
    pub fn full_name(&self) -> String {
        match &self.from {
            None => self.name.clone(),
            Some(from) => format!("{} from {}", self.name, from.name),
        }
    }

    /// What lengths are in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The same with lengths in another metric.
    pub(super) fn counted_in(self, metric: Metric) -> Goal {
        Goal { metric, ..self }
    }

    /// The moves that may be made on the way.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// Makes the tables that a search needs, or `None` soon after `stop` is set.
    pub(super) fn prepare(&self, stop: &AtomicBool) -> Option<()> {
        let mut bounds = self.bounds.iter();
        bounds.try_for_each(|bound| bound.distances_unless(stop, self.metric).map(|_| ()))
    }

    /// Whether the cube is there.
    pub fn is_reached(&self, cube: &Cube) -> bool {
        self.starts_at(cube) && self.bounds.iter().all(|bound| bound.is_reached(cube))
    }

    /// Whether its moves can bring the cube there.
    pub fn is_reachable(&self, cube: &Cube) -> bool {
        self.lower_bound(cube) != UNREACHED
    }

    /// No way from this cube to the goal is shorter; [`UNREACHED`] if the moves do not suffice.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        if !self.starts_at(cube) {
            return UNREACHED;
        }
        let bounds = self.bounds.iter().map(|bound| bound.of(cube, self.metric));
        bounds.max().unwrap_or(0)
    }

    /// Whether the cube is at the goal before, if there is one.
    fn starts_at(&self, cube: &Cube) -> bool {
        self.from.as_ref().is_none_or(|from| from.is_reached(cube))
    }

    /// Whether this goal may be the next one after another: it starts from there, or whatever
    /// is at this goal is at that one too.
    pub(super) fn may_follow(&self, previous: &Goal) -> bool {
        match &self.from {
            Some(from) => from.name == previous.name,
            None => {
                let has = |bound: &Bound| self.bounds.iter().any(|own| own.is_same(bound));
                previous.bounds.iter().all(has)
            }
        }
    }

    /// Whether moves that end with this quarter turn lead here with its inverse as well.
    pub(super) fn turns_either_way(&self, m: Move) -> bool {
        !m.is_half_turn() && self.idle.contains(Move::new(m.face(), 2))
    }

    /// Whether only the solved cube is there.
    pub fn is_solved_cube(&self) -> bool {
        self.name == "solved"
    }

    /// The goal at another place: reached by `x` when this one is by `s · x · s⁻¹`.
    pub(super) fn seen_by(&self, s: Transformation, name: String, from: String) -> Goal {
        let seen = |moves: MoveSet| moves.iter().map(|m| s.inverse().apply_move(m)).collect();
        let before = self.from.as_ref();
        Goal {
            name,
            from: before.map(|goal| Box::new(goal.seen_by(s, from, String::new()))),
            moves: seen(self.moves),
            idle: seen(self.idle),
            metric: self.metric,
            bounds: self.bounds.iter().map(|bound| bound.seen_by(s)).collect(),
        }
    }

    /// What the bounds know of a cube.
    pub(super) fn node(&self, cube: &Cube) -> [Tracked; MOST_BOUNDS] {
        let mut node = [NOTHING; MOST_BOUNDS];
        for (bound, value) in self.bounds.iter().zip(&mut node) {
            *value = bound.track(cube);
        }
        node
    }
}

const NOTHING: Tracked = Tracked {
    value: 0,
    offset: Transformation::IDENTITY,
};

/// Values of the bounds, followed through their move tables.
impl Space for Goal {
    type Node = [Tracked; MOST_BOUNDS];

    fn metric(&self) -> Metric {
        self.metric
    }

    fn apply(&self, node: &Self::Node, m: Move) -> Self::Node {
        let mut child = *node;
        for (bound, value) in self.bounds.iter().zip(&mut child) {
            *value = value.step(bound.tables(), m);
        }
        child
    }

    fn may_be_within(&self, left: u8, node: &Self::Node) -> bool {
        let mut bounds = self.bounds.iter().zip(node);
        bounds.all(|(bound, value)| bound.distances(self.metric).get(value.value) <= left)
    }

    /// The first bound to fail saves the work of the others.
    fn child(&self, node: &Self::Node, m: Move, left: u8) -> Option<Self::Node> {
        let mut child = *node;
        for (bound, value) in self.bounds.iter().zip(&mut child) {
            *value = value.step(bound.tables(), m);
            if bound.distances(self.metric).get(value.value) > left {
                return None;
            }
        }
        Some(child)
    }
}

/// The exact distances of a coordinate, seen from some side.
#[derive(Clone)]
pub struct Bound {
    view: Transformation,
    of: Arc<Measured>,
}

/// A coordinate, its values at the goal, and its tables from when they are first asked for.
struct Measured {
    coordinate: AnyCoordinate,
    goals: Vec<usize>,
    tables: OnceLock<AnyTables>,
    /// In each metric.
    distances: [OnceLock<Distances>; Metric::ALL.len()],
}

impl Bound {
    /// The bound that the distances of a coordinate from the solved cube give.
    pub fn new(coordinate: AnyCoordinate) -> Bound {
        Bound::from_each(coordinate, &[Cube::SOLVED])
    }

    /// The same for the distances from the nearest of several cubes.
    pub(super) fn from_each(coordinate: AnyCoordinate, goals: &[Cube]) -> Bound {
        let index = |cube| coordinate.coordinate().index(cube);
        Bound {
            view: Transformation::IDENTITY,
            of: Arc::new(Measured {
                goals: goals.iter().map(index).collect(),
                coordinate,
                tables: OnceLock::new(),
                distances: Default::default(),
            }),
        }
    }

    /// The distances of the coordinate's values, which are computed when they are first asked for;
    /// `None` soon after `stop` is set if they are not there yet.
    pub(in crate::search) fn distances_unless(
        &self,
        stop: &AtomicBool,
        metric: Metric,
    ) -> Option<&Distances> {
        kept(&self.of.distances[metric as usize], || {
            let tables = self.tables_unless(stop)?;
            Distances::unless(stop, tables, &self.of.goals, metric)
        })
    }

    /// The same if nobody stops it.
    pub fn distances(&self, metric: Metric) -> &Distances {
        unstopped(|stop| self.distances_unless(stop, metric))
    }

    fn tables_unless(&self, stop: &AtomicBool) -> Option<&AnyTables> {
        kept(&self.of.tables, || self.of.coordinate.tables_unless(stop))
    }

    /// The tables by which moves change the values.
    pub(in crate::search) fn tables(&self) -> &AnyTables {
        unstopped(|stop| self.tables_unless(stop))
    }

    fn of(&self, cube: &Cube, metric: Metric) -> u8 {
        self.distances(metric).get(self.track(cube).value)
    }

    /// Whether the value of a cube is one at the goal, for which no distances are needed.
    fn is_reached(&self, cube: &Cube) -> bool {
        self.of.goals.contains(&self.track(cube).value)
    }

    fn is_same(&self, other: &Bound) -> bool {
        self.view == other.view && Arc::ptr_eq(&self.of, &other.of)
    }

    /// The value of a cube under the view, and how both are to be followed.
    pub(in crate::search) fn track(&self, cube: &Cube) -> Tracked {
        let coordinate = &self.of.coordinate;
        if self.view == Transformation::IDENTITY {
            return coordinate.track(cube);
        }
        let tracked = coordinate.track(&self.view.apply(cube));
        Tracked {
            offset: tracked.offset.product(self.view),
            ..tracked
        }
    }

    /// The bound that `s · x · s⁻¹` has, for `x`.
    pub(super) fn seen_by(&self, s: Transformation) -> Bound {
        Bound {
            view: self.view.product(s),
            ..self.clone()
        }
    }

    /// This bound, which belongs to the U-D axis, for each of the three axes.
    pub(super) fn on_each_axis(&self) -> [Bound; 3] {
        [Face::U, Face::R, Face::F].map(|face| self.seen_by(carrying(&[(face, Face::U)])))
    }
}

/// What is there, or what is made now, unless another thread was sooner.
fn kept<T>(place: &OnceLock<T>, make: impl FnOnce() -> Option<T>) -> Option<&T> {
    if let Some(there) = place.get() {
        return Some(there);
    }
    let made = make()?;
    Some(place.get_or_init(|| made))
}

/// The first rotation that carries each face to the one beside it, if there is one.
pub(super) fn rotation(faces: &[(Face, Face)]) -> Option<Transformation> {
    let carries = |s: &Transformation| faces.iter().all(|&(a, b)| s.apply_face(a) == b);
    Transformation::all().find(|s| !s.is_mirror() && carries(s))
}

/// The same where there is one: any two neighbouring faces are carried to any others.
pub(super) fn carrying(faces: &[(Face, Face)]) -> Transformation {
    rotation(faces).expect("neighbouring faces are carried to neighbouring faces")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::goals::GoalName;

    fn goal(name: &str, from: Option<&str>) -> Goal {
        let name = GoalName::parse(name, from).unwrap();
        name.goals(Metric::HalfTurn).remove(0)
    }

    fn cube(moves: &str) -> Cube {
        moves.parse().unwrap()
    }

    /// With all its edges flipped a cube is no domino, though all else is where half turns leave it.
    #[test]
    fn a_goal_is_reached_from_the_one_before() {
        let htr = goal("htr", Some("dr-ud"));
        let superflip = cube("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
        assert!(!htr.is_reached(&superflip) && !htr.is_reachable(&superflip));
        assert_eq!(htr.lower_bound(&superflip), UNREACHED);
        assert!(htr.is_reached(&cube("R2 F2 U2")));
        assert!(!htr.is_reached(&cube("U")) && htr.is_reachable(&cube("U")));
        assert_eq!(htr.lower_bound(&cube("U")), 1);
    }

    #[test]
    fn bounds_are_those_of_the_coordinates() {
        let oriented = goal("eo-fb", None);
        for (moves, distance) in [("", 0), ("U R", 0), ("F", 1), ("F R B", 3), ("F U2", 2)] {
            assert_eq!(oriented.lower_bound(&cube(moves)), distance, "{moves}");
        }
    }

    #[test]
    fn the_last_quarter_turn_goes_either_way_where_half_turns_are_idle() {
        let either = |name: &str, moves: &str| {
            let m = crate::cube::Sequence::parse(moves).unwrap().moves()[0];
            goal(name, None).turns_either_way(m)
        };
        assert!(either("eo-fb", "F") && either("eo-fb", "F'") && !either("eo-fb", "F2"));
        assert!(either("cross-d", "U") && !either("cross-d", "U2"));
        assert!(!either("cross-d", "R") && !either("cross-d", "R2"));
    }
}
