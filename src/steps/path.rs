//! Steps made one after the other, with moves of one face merged where they meet.

use crate::cube::{Cube, Metric, Move, MoveSet, push_simplified};
use crate::goals::{Goal, GoalChain};
use crate::notation::LayerMove;
use crate::search::{Root, Solution, Step};

/// The moves of a step: `inverse⁻¹ · x · normal` is at its goal if `x` is the cube before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StepMoves {
    /// Number of the goal among those of the step.
    pub goal: usize,
    pub normal: Vec<Move>,
    pub inverse: Vec<Move>,
}

/// The cube after moves on the normal and on the inverse scramble.
pub fn after(cube: &Cube, normal: &[Move], inverse: &[Move]) -> Cube {
    let cube = match inverse {
        [] => *cube,
        _ => cube.inverse().apply_all(inverse.iter().copied()).inverse(),
    };
    cube.apply_all(normal.iter().copied())
}

/// Steps made so far, and their merged moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Path {
    /// Number of the root that it starts from.
    pub root: usize,
    pub steps: Vec<StepMoves>,
    normal: Side,
    inverse: Side,
}

/// The moves on the normal or on the inverse scramble.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Side {
    /// Merged, in canonical order.
    moves: Vec<Move>,
    /// The same with each last quarter turn of a step clockwise, if its goal is reached with both
    /// directions of it.
    clockwise: Vec<Move>,
    /// The half turns that reverse such a quarter turn among the last moves.
    reversing: MoveSet,
}

/// What equivalent paths have in common: the root, the goal of a path of one step, and the moves on the
/// normal and on the inverse scramble.
pub type PathKey = (usize, Option<usize>, Vec<Move>, Vec<Move>);

impl Path {
    /// The path without steps from the root with this number.
    pub fn from_root(root: usize) -> Path {
        Path {
            root,
            ..Path::default()
        }
    }

    /// The path with another step, to `goal`; `None` if it undoes a move of an earlier step.
    pub fn with(&self, step: StepMoves, goal: &Goal) -> Option<Path> {
        let mut path = self.clone();
        path.normal.add_step(&step.normal, goal)?;
        path.inverse.add_step(&step.inverse, goal)?;
        path.steps.push(step);
        Some(path)
    }

    pub fn length(&self, metric: Metric, solves: bool) -> usize {
        let (normal, inverse) = merged(&self.normal.moves, &self.inverse.moves, solves);
        metric.length(&normal) + metric.length(&inverse)
    }

    /// The path as a solution of a chain for a root, by the moves that the holder of the cube makes.
    pub fn solution(&self, chain: &GoalChain, root: &Root, metric: Metric) -> Solution {
        let mut cube = root.position.as_held();
        let mut so_far = Path::default();
        let mut steps = vec![];
        for (step, goals) in self.steps.iter().zip(chain.goals()) {
            let goal = &goals[step.goal];
            so_far = so_far.with(step.clone(), goal).expect("part of a path");
            cube = after(&cube, &step.normal, &step.inverse);
            steps.push(Step {
                goal: Some(goal.name().without_case()),
                case: goal.case_of(&cube),
                normal: layer_moves(&step.normal),
                inverse: layer_moves(&step.inverse),
                length: metric.length(&step.normal) + metric.length(&step.inverse),
                total: so_far.length(metric, goal.name().is_solved_cube()),
            });
        }
        let solves = chain.solves_cube();
        let (normal, inverse) = merged(&self.normal.moves, &self.inverse.moves, solves);
        Solution {
            steps,
            inverse: layer_moves(&inverse),
            target: root.target,
            ..Solution::new(layer_moves(&normal), self.length(metric, solves))
        }
    }

    /// A lower bound for the length of paths that continue this one with a step of this length,
    /// which is the last one or not.
    ///
    /// Moves of the step merge only with those at the end of the path that share an axis, on either
    /// side. In half turns each of these, and each move of the step, saves at most one; in quarter
    /// turns it saves two, as in R R2, and each half turn at the end of a side may become a quarter
    /// turn in later steps, which save nothing else.
    pub fn min_length(&self, step: u8, metric: Metric, solves: bool, is_last: bool) -> usize {
        /// Moves that share an axis, on both sides together.
        const MAX_LAST_MOVES: usize = 4;
        let (step, max_cost) = (usize::from(step), usize::from(metric.half_turn()));
        let [normal, inverse] = [&self.normal, &self.inverse].map(|side| side.last_moves().len());
        let where_steps_meet = match metric {
            Metric::HalfTurn | Metric::SliceTurn => (normal + inverse).min(step),
            Metric::QuarterTurn => max_cost * (normal + inverse),
        };
        let where_scrambles_meet = if solves { max_cost * inverse } else { 0 };
        let in_later_steps = match is_last {
            true => 0,
            false => (max_cost - 1) * MAX_LAST_MOVES,
        };
        let saved = where_steps_meet + where_scrambles_meet + in_later_steps;
        (self.length(metric, false) + step).saturating_sub(saved)
    }

    /// A lower bound for the length of chains that continue this path to the solved cube by `moves`,
    /// from a cube that is this `distance` from it.
    ///
    /// Moves at the end of either side may merge with later ones: they are taken for the merged ones,
    /// if these are not longer, and the distance is that of the cube after them.
    pub fn min_total(
        &self,
        cube: &Cube,
        moves: MoveSet,
        metric: Metric,
        distance: impl Fn(&Cube) -> u8,
    ) -> usize {
        let normal = self.normal.mergers(moves, metric);
        let inverse = self.inverse.mergers(moves, metric);
        let pairs = normal
            .iter()
            .flat_map(|n| inverse.iter().map(move |i| (n, i)));
        let totals = pairs.map(|((normal, on_normal), (inverse, on_inverse))| {
            let merged = after(cube, on_normal, on_inverse);
            normal + inverse + usize::from(distance(&merged))
        });
        totals.min().unwrap_or(0)
    }

    /// The greatest number by which merging moves at the end with later ones of `moves` shortens a
    /// chain that leads to the solved cube. Where the normal and the inverse scramble meet, moves may
    /// cancel.
    pub fn max_saving(&self, moves: MoveSet, metric: Metric) -> usize {
        let [normal, inverse] = [&self.normal, &self.inverse].map(|side| side.last_moves());
        let merges = |m: &&Move| !MoveSet::of_face(m.face()).intersection(moves).is_empty();
        let cancels = |m: &&Move| moves.contains(**m);
        let count = normal.iter().chain(inverse).filter(merges).count()
            + inverse.iter().filter(cancels).count();
        count * usize::from(metric.half_turn())
    }

    /// Paths that have a key in common are equivalent: their merged moves are the same or, unless
    /// `variants` count, become the same if last quarter turns of steps change their direction.
    pub fn keys(&self, solves: bool, variants: bool) -> Vec<PathKey> {
        let goal = match &self.steps[..] {
            [only] => Some(only.goal),
            _ => None,
        };
        let key = |moves: fn(&Side) -> &Vec<Move>| {
            let (normal, inverse) = merged(moves(&self.normal), moves(&self.inverse), solves);
            (self.root, goal, normal, inverse)
        };
        let mut keys = vec![key(|side| &side.moves)];
        if !variants {
            keys.push(key(|side| &side.clockwise));
        }
        keys
    }
}

fn layer_moves(moves: &[Move]) -> Vec<LayerMove> {
    moves.iter().copied().map(LayerMove::from).collect()
}

/// Moves on the normal and on the inverse scramble; those that solve the cube all on the normal
/// one, where those on the inverse are undone at the end.
fn merged(normal: &[Move], inverse: &[Move], solves: bool) -> (Vec<Move>, Vec<Move>) {
    if !solves {
        return (normal.to_vec(), inverse.to_vec());
    }
    let mut all = normal.to_vec();
    for m in inverse.iter().rev() {
        push_simplified(&mut all, m.inverse());
    }
    (all, vec![])
}

impl Side {
    /// Adds the moves of a step; `None` if one undoes an earlier move.
    fn add_step(&mut self, moves: &[Move], goal: &Goal) -> Option<()> {
        for (n, &m) in moves.iter().enumerate() {
            let count = self.moves.len();
            push_simplified(&mut self.moves, m);
            if self.moves.len() < count {
                return None;
            }
            if self.reversing.contains(m) {
                continue;
            }
            if !self.reversing.iter().all(|half| half.shares_axis(m)) {
                self.reversing = MoveSet::default();
            }
            let half_turn = Move::new(m.face(), 2);
            // with a quarter turn of either direction before it, this one makes a half turn
            let meets_reversible = self.reversing.contains(half_turn);
            let is_last = moves[n..].iter().all(|later| later.shares_axis(m));
            let is_reversible = is_last && goal.is_reached_in_both_directions(m);
            self.reversing = match is_reversible && !meets_reversible {
                true => self.reversing.with(half_turn),
                false => self.reversing.difference(MoveSet::EMPTY.with(half_turn)),
            };
            let turns = match is_reversible || meets_reversible {
                true => 1,
                false => m.turns(),
            };
            push_simplified(&mut self.clockwise, Move::new(m.face(), turns));
        }
        Some(())
    }

    /// The moves at the end that share an axis.
    fn last_moves(&self) -> &[Move] {
        let Some(last) = self.moves.last() else {
            return &[];
        };
        let count = self.moves.iter().rev().take_while(|m| m.shares_axis(*last));
        &self.moves[self.moves.len() - count.count()..]
    }

    /// Those of `moves` that merge with moves at the end and leave the side no longer, and its length
    /// then; and no moves, with its length.
    fn mergers(&self, moves: MoveSet, metric: Metric) -> Vec<(usize, Vec<Move>)> {
        let mut all = vec![(metric.length(&self.moves), vec![])];
        for last in self.last_moves() {
            let of_face = MoveSet::of_face(last.face()).intersection(moves);
            let before = all.len();
            for m in of_face.iter() {
                let mut merged = vec![*last];
                push_simplified(&mut merged, m);
                let (old, new) = (metric.length(&[*last]), metric.length(&merged));
                if new <= old {
                    for n in 0..before {
                        let (length, with) = &all[n];
                        all.push((length + new - old, [&with[..], &[m]].concat()));
                    }
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::goals::GoalChain;

    fn moves(moves: &str) -> Vec<Move> {
        Sequence::parse(moves).unwrap().moves().to_vec()
    }

    fn path(normal: &str, inverse: &str) -> Path {
        let side = |text| Side {
            moves: moves(text),
            ..Side::default()
        };
        Path {
            normal: side(normal),
            inverse: side(inverse),
            ..Path::default()
        }
    }

    /// By hand: ten moves, eleven quarter turns, and three more. Moves of the next step can merge
    /// with R2, and in later steps four half turns may become quarter turns.
    #[test]
    fn min_length_allows_for_moves_that_merge() {
        let before = path("R U F R U F R U F R2", "");
        for (is_last, quarter_turns) in [(true, 12), (false, 8)] {
            let length = |metric| before.min_length(3, metric, false, is_last);
            assert_eq!(length(Metric::QuarterTurn), quarter_turns);
            assert_eq!(length(Metric::HalfTurn), 12);
        }
        // two more on the inverse scramble, which merge with the next step or with the normal side
        let before = path("R U F R U F R U F R2", "F B");
        for (solves, half_turns, quarter_turns) in [(false, 12, 10), (true, 10, 6)] {
            let length = |metric| before.min_length(3, metric, solves, true);
            assert_eq!(length(Metric::HalfTurn), half_turns);
            assert_eq!(length(Metric::QuarterTurn), quarter_turns);
        }
        // both moves of the step merge, one on each side
        let length = path("R", "L").min_length(2, Metric::HalfTurn, false, true);
        assert_eq!(length, 2);
    }

    #[test]
    fn min_total_adds_moves_of_both_sides_and_distance() {
        let before = path("R U F", "F R U B");
        let total = |moves| before.min_total(&Cube::SOLVED, moves, Metric::HalfTurn, |_| 5);
        assert_eq!(total(MoveSet::EMPTY), 3 + 4 + 5);
        // F and B are undone by the next moves
        assert_eq!(total(MoveSet::ALL), 2 + 3 + 5);
    }

    /// A half turn of R keeps the edges oriented, but no cross on D.
    #[test]
    fn directions_count_unless_half_turns_keep_the_goal() {
        for (name, is_same) in [("eo-rl", true), ("cross-d", false)] {
            let chain: GoalChain = name.parse().unwrap();
            let key = |step: &str| {
                let (normal, inverse) = (moves(step), vec![]);
                let step = StepMoves {
                    goal: 0,
                    normal,
                    inverse,
                };
                let path = Path::default().with(step, &chain.goals()[0][0]);
                path.unwrap().keys(false, false).pop()
            };
            assert_eq!(key("F R") == key("F R'"), is_same, "{name}");
            assert_ne!(key("F R"), key("F R2"), "{name}");
        }
    }
}
