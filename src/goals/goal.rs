use super::bounds::{self, BLOCK, CROSS, CROSS_AND_CORNER};
use super::case::StepCase;
use super::kinds::{BOTH_SIDES, Kind, Way, corners};
use super::name::{GoalName, place_of_pairs};
use crate::coord::{CoordError, CoordinateBound, Stop, UNREACHED};
use crate::cube::{Cube, Face, Metric, Move, MoveSet, Transformation};
use crate::host::lock::lock;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// A subgroup of the cube to reach by certain moves, with lower bounds for their number.
#[derive(Clone)]
pub struct Goal {
    name: GoalName,
    /// The goal that the cube has to be at before. All moves keep it, or else the bounds imply it.
    previous: Option<Box<Goal>>,
    moves: MoveSet,
    /// Those of `moves` that are not needed if all of them are allowed.
    redundant: MoveSet,
    /// The moves that lead from cubes at the goal to cubes at the goal, on both scrambles.
    keeping: MoveSet,
    bounds: Vec<CoordinateBound>,
    /// Whether the cubes here are those whose inverses are at a goal with the same name.
    by_inverse: bool,
}

impl Goal {
    fn new(
        name: GoalName,
        previous: Option<Goal>,
        (moves, redundant): (MoveSet, MoveSet),
        bounds: impl FnOnce(MoveSet) -> Vec<CoordinateBound>,
    ) -> Goal {
        let mut goal = Goal {
            name,
            previous: previous.map(Box::new),
            moves,
            redundant,
            keeping: MoveSet::EMPTY,
            bounds: bounds(moves),
            by_inverse: false,
        };
        let leads_there = |m: &Move| goal.is_reached(m.cube());
        let there: MoveSet = MoveSet::ALL.iter().filter(leads_there).collect();
        // of a subgroup these; of a product of two those of both
        let is_kept = |m: &Move| {
            let mut pairs = there.iter().flat_map(|other| [[*m, other], [other, *m]]);
            pairs.all(|pair| goal.is_reached(&Cube::from_moves(pair)))
        };
        goal.keeping = there.iter().filter(is_kept).collect();
        goal
    }

    /// The same goal in one of its cases: within domino reduction, which half turns keep, or in place of
    /// it, where all its moves keep the numbers of bad corners and edges.
    fn with_case(mut self, case: Option<StepCase>) -> Goal {
        let Some(case) = case else {
            return self;
        };
        match case {
            StepCase::Domino { .. } => {
                self.keeping = self.keeping.intersection(MoveSet::HALF_TURNS)
            }
            StepCase::Bad { .. } => self.bounds.clear(),
        }
        self.bounds.extend(case.bounds(self.moves));
        self
    }

    /// The goals with this name that start from a goal with the name `start` and keep it; without a start,
    /// those for all moves, none if they need another goal before.
    pub(super) fn with_name(name: &GoalName, start: Option<&GoalName>) -> Vec<Goal> {
        let kind = name.kind();
        if let (None, Some(count)) = (start, kind.pairs) {
            let crosses = name.at_each_place().into_iter();
            let crosses = crosses.flat_map(|name| cross_and_pairs(&name, count));
            return crosses.collect();
        }
        let starts = start.map(|start| start.without_case().at_each_place());
        let starts = starts.map_or(vec![None], |starts| starts.into_iter().map(Some).collect());
        let start = start.map(|start| start.kind().name);
        let mut goals = vec![];
        for way in kind.ways.iter().filter(|way| way.start == start) {
            let goal = shared(kind, name.case(), way);
            for name in name.at_each_place() {
                for start in &starts {
                    let mut faces = pairs_of_faces(&name, way.faces.0);
                    let of_start = start.iter();
                    faces.extend(of_start.flat_map(|name| pairs_of_faces(name, way.faces.1)));
                    if let Some(view) = Transformation::rotation(faces) {
                        let by_inverse = way.by_inverse;
                        let goal = goal.conjugated(view, name.clone(), start.clone());
                        goals.push(Goal { by_inverse, ..goal });
                    }
                }
            }
        }
        goals
    }

    /// Its name, with the place.
    pub fn name(&self) -> &GoalName {
        &self.name
    }

    /// The goal from which it starts, if there is one: its moves keep it, but for those of the last layer and of the
    /// last six edges.
    pub fn previous(&self) -> Option<&GoalName> {
        self.previous.as_ref().map(|goal| &goal.name)
    }

    /// The moves that may lead there.
    pub fn moves(&self) -> MoveSet {
        self.moves
    }

    /// Whether all moves keep the goal from which it starts.
    pub(crate) fn keeps_previous(&self) -> bool {
        let previous = self.previous.as_ref();
        previous.is_none_or(|previous| self.moves.difference(previous.keeping).is_empty())
    }

    /// The moves that are needed to find shortest solutions; `allowed` if not all are allowed.
    pub(crate) fn useful_moves(&self, allowed: Option<MoveSet>) -> MoveSet {
        match allowed {
            None => self.moves.difference(self.redundant),
            Some(allowed) => self.moves.intersection(allowed),
        }
    }

    /// Whether the cubes at the goal are those whose inverses are at another one with the same name, so that
    /// only a step that may have moves on the inverse scramble leads there.
    pub(crate) fn is_by_inverse(&self) -> bool {
        self.by_inverse
    }

    /// The moves that lead from cubes at the goal to cubes at the goal, on both scrambles.
    pub(crate) fn keeping(&self) -> MoveSet {
        self.keeping
    }

    pub(crate) fn bounds(&self) -> &[CoordinateBound] {
        &self.bounds
    }

    /// A bound that is the exact distance, and each of whose values stands for equally many of the cubes that the
    /// goal starts from; `None` if there is none.
    pub(crate) fn exact_bound(&self) -> Option<CoordinateBound> {
        let name = &self.name;
        let is_direct = self.previous.is_none() && name.case().is_none();
        if let Some((bound, faces)) = bounds::exact(name.kind().name).filter(|_| is_direct) {
            let pairs = match name.place()?.split_once(' ') {
                Some((face, corner)) => pairs_beside(face, corner, faces),
                None => pairs_of_faces(name, faces),
            };
            return Some(bound.conjugated(carrying(&pairs)));
        }
        match &self.bounds[..] {
            [only] if !self.by_inverse => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether the cube is at the goal.
    pub fn is_reached(&self, cube: &Cube) -> bool {
        self.starts_at(cube) && self.bounds.iter().all(|bound| bound.is_reached(cube))
    }

    /// A lower bound for the length of solutions; [`UNREACHED`] if the cube is not where the goal
    /// starts from. The tables of the goal are generated, some within a second, when it is called
    /// for the first time in the process.
    ///
    /// # Errors
    /// Any [`CoordError`].
    pub fn lower_bound(&self, cube: &Cube, metric: Metric, stop: Stop) -> Result<u8, CoordError> {
        if !self.starts_at(cube) {
            return Ok(UNREACHED);
        }
        let mut max = 0;
        for bound in &self.bounds {
            bound.prepare(metric, stop)?;
            max = max.max(bound.lower_bound(cube, metric));
        }
        Ok(max)
    }

    /// Whether the cube is at the goal before, if there is one.
    pub(crate) fn starts_at(&self, cube: &Cube) -> bool {
        let previous = self.previous.as_ref();
        previous.is_none_or(|previous| previous.is_reached(cube))
    }

    /// The case that a cube at the goal is in, if it has cases.
    pub(crate) fn case_of(&self, cube: &Cube) -> Option<StepCase> {
        match self.name.kind().name {
            "dr" => {
                let view = carrying(&pairs_of_faces(&self.name, &[Face::U]));
                Some(StepCase::of(&view.apply(cube)))
            }
            _ => self.name.case(),
        }
    }

    /// Whether this goal may be the next one after another: it starts from there, or each cube at
    /// this goal is at the other one, too.
    pub(crate) fn may_follow(&self, other: &Goal) -> bool {
        match &self.previous {
            Some(previous) if other.name.kind().keeps_start() => {
                other.previous() == Some(&previous.name) && other.name.place() == self.name.place()
            }
            Some(previous) => previous.name == other.name.without_case(),
            None => {
                let has = |bound| self.bounds.iter().any(|own| own.is_same(bound));
                other.bounds.iter().all(has)
            }
        }
    }

    /// For the last six edges, the rotation that carries the blocks to R and L beside U.
    pub(crate) fn last_six_view(&self) -> Option<Transformation> {
        let before = self.previous().filter(|_| self.name.kind().name == "lse");
        before.map(|before| carrying(&pairs_of_faces(before, BOTH_SIDES)))
    }

    /// Whether moves that end with `m` lead to the goal with its inverse in its place, too.
    pub(crate) fn is_reached_in_both_directions(&self, m: Move) -> bool {
        !m.is_half_turn() && self.keeping.contains(Move::new(m.face(), 2))
    }

    /// The goal that `x` is at if `s · x · s⁻¹` is at this one.
    fn conjugated(&self, s: Transformation, name: GoalName, previous: Option<GoalName>) -> Goal {
        let seen = |moves: MoveSet| moves.iter().map(|m| s.inverse().apply_move(m)).collect();
        let earlier = self.previous.as_ref().map(|goal| {
            let name = previous.unwrap_or_else(|| goal.name.clone());
            Box::new(goal.conjugated(s, name, None))
        });
        Goal {
            name,
            previous: earlier,
            moves: seen(self.moves),
            redundant: seen(self.redundant),
            keeping: seen(self.keeping),
            bounds: self
                .bounds
                .iter()
                .map(|bound| bound.conjugated(s))
                .collect(),
            by_inverse: self.by_inverse,
        }
    }
}

impl fmt::Debug for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Goal")
            .field("name", &self.name)
            .field("previous", &self.previous())
            .finish_non_exhaustive()
    }
}

/// The goal of a kind, for the faces of the way. It is computed once, and the same goal for other faces
/// shares its tables.
fn shared(kind: &'static Kind, case: Option<StepCase>, way: &Way) -> Goal {
    /// Kind and case of a goal, and the kind that it starts from.
    type GoalKey = (&'static str, Option<StepCase>, Option<&'static str>);
    static SHARED: Mutex<BTreeMap<GoalKey, Goal>> = Mutex::new(BTreeMap::new());
    let key = (kind.name, case, way.start);
    let known = lock(&SHARED).get(&key).cloned();
    known.unwrap_or_else(|| {
        let start = way.start.map(|start| {
            let kind = Kind::by_name(start).expect("the name of a kind");
            match kind.pairs {
                None => shared(kind, None, &kind.ways[0]),
                Some(count) => {
                    cross_and_pairs(&GoalName::new(kind, "d".to_owned()), count).remove(0)
                }
            }
        });
        let name = GoalName::all_places(kind);
        let moves = start.as_ref().filter(|_| !way.by_all_moves);
        let moves = moves.map_or(MoveSet::ALL, |start| start.keeping);
        let goal = Goal::new(name, start, (moves, way.redundant), way.bounds).with_case(case);
        lock(&SHARED).entry(key).or_insert(goal).clone()
    })
}

/// Number of pairs from which [`CROSS_AND_CORNER`] saves more time than generating it takes.
const MANY_PAIRS: u32 = 3;

/// The cross of a face with each choice of `count` of its pairs. Together with its cross, the block
/// around a corner is its pair.
fn cross_and_pairs(name: &GoalName, count: u32) -> Vec<Goal> {
    let (face, named) = name.place().unwrap_or_default().split_at(1);
    let cross = CROSS.conjugated(carrying(&pairs_of_faces(name, &[Face::D])));
    let corners: Vec<String> = corners().into_iter().filter(|c| c.contains(face)).collect();
    let is_named = |set: u32| {
        let mut chosen = (0..corners.len()).filter(|i| set >> i & 1 == 1);
        named.is_empty() || chosen.all(|i| named.contains(&corners[i]))
    };
    let choices = (0..1_u32 << corners.len()).filter(|set| set.count_ones() == count);
    let choices = choices.filter(|set| is_named(*set));
    let goal = |set: u32| {
        let chosen = (0..corners.len()).filter(|i| set >> i & 1 == 1);
        let chosen: Vec<&str> = chosen.map(|i| &corners[i][..]).collect();
        let block = |corner: &&str| {
            let faces = pairs(corner, &[Face::U, Face::R]);
            BLOCK.conjugated(carrying(&faces))
        };
        let with_corner = |corner: &&str| {
            let faces = pairs_beside(face, corner, &[Face::D, Face::F]);
            CROSS_AND_CORNER.conjugated(carrying(&faces))
        };
        let mut bounds = vec![];
        if count >= MANY_PAIRS {
            bounds.extend(chosen.iter().map(with_corner));
        }
        bounds.push(cross.clone());
        bounds.extend(chosen.iter().map(block));
        let name = GoalName::new(name.kind(), place_of_pairs(face, &chosen));
        Goal::new(name, None, (MoveSet::ALL, MoveSet::EMPTY), |_| bounds)
    };
    choices.map(goal).collect()
}

/// The first faces of a place, each with the one that it is to be carried to.
fn pairs_of_faces(name: &GoalName, to: &[Face]) -> Vec<(Face, Face)> {
    pairs(name.place().unwrap_or_default(), to)
}

/// The same for a face and, clockwise around a corner, the one after it.
fn pairs_beside(face: &str, corner: &str, to: &[Face]) -> Vec<(Face, Face)> {
    let (before, from_face) = corner.split_at(corner.find(face).unwrap_or(0));
    pairs(&format!("{from_face}{before}"), to)
}

fn pairs(place: &str, to: &[Face]) -> Vec<(Face, Face)> {
    let faces = place.chars().filter_map(Face::from_letter);
    faces.zip(to.iter().copied()).collect()
}

/// The rotation that carries one face, or two neighbours, to others.
fn carrying(faces: &[(Face, Face)]) -> Transformation {
    Transformation::rotation(faces.iter().copied())
        .expect("a rotation carries neighbouring faces to any neighbouring faces")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals::GoalChain;
    use rand::SeedableRng;
    use rand::rngs::ChaCha12Rng;
    use rand::seq::IndexedRandom;

    /// Of cubes a few moves from solved some are at the goal.
    #[test]
    fn exact_bounds_are_reached_where_the_goal_is() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        for (kind, bound_size) in [
            ("dr", 140_908_410),
            ("eoline", 270_336),
            ("eocross", 24_330_240),
            ("223", 1_532_805_120),
            ("xcross", 72_990_720),
        ] {
            let chain: GoalChain = kind.parse().unwrap();
            for goal in &chain.goals()[0] {
                let exact = goal.exact_bound().unwrap();
                assert_eq!(exact.size(), bound_size);
                let mut reached = 0;
                for _ in 0..300 {
                    let any = Move::ALL.choose(&mut rng).copied();
                    let kept: Vec<Move> = goal.keeping().iter().collect();
                    let kept = kept.choose(&mut rng).copied();
                    let cube = Cube::from_moves(any.into_iter().chain(kept));
                    assert_eq!(exact.is_reached(&cube), goal.is_reached(&cube));
                    reached += u32::from(exact.is_reached(&cube));
                }
                assert!((1..300).contains(&reached), "{:?}", goal.name());
            }
        }
    }

    /// A cross and the block of each pair, and from three pairs on the cross with each corner.
    #[test]
    fn many_pairs_have_bounds_of_cross_and_corner() {
        let counts = ["xcross-d", "xxcross-d", "xxxcross-d", "f2l-d"].map(|name| {
            let chain: GoalChain = name.parse().unwrap();
            chain.goals()[0][0].bounds().len()
        });
        assert_eq!(counts, [2, 3, 7, 9]);
    }
}
