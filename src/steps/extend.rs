use super::best::BestPaths;
use super::frontier::Skeleton;
use super::goal_space::{End, GoalSpace};
use super::path::{Path, StepMoves};
use crate::coord::UNREACHED;
use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::goals::GoalChain;
use crate::search::depth_first::Counter;
use crate::search::{Outcome, Query, Solution};
use std::ops::ControlFlow;

/// A goal of a step with its tables.
pub struct StepGoal {
    pub space: GoalSpace,
    pub has_solved: bool,
    /// The end of the chain as reached from this goal; none if the next step is the last, whose own
    /// bounds are as good.
    pub end: Option<GoalSpace>,
}

/// Extends skeletons by their next step.
pub struct Extend<'a> {
    pub chain: &'a GoalChain,
    pub steps: &'a [Vec<StepGoal>],
    pub query: &'a Query,
}

/// What became of a skeleton.
pub struct Extended {
    /// The bound that it had.
    pub bound: u8,
    /// Those with a step more, and the same with a longer next step to search for.
    pub skeletons: Vec<Skeleton>,
    /// Chains that it was completed to.
    pub paths: Vec<Path>,
    /// Whether it was extended completely.
    pub ended: ControlFlow<Outcome>,
}

/// A goal that the next step may lead to.
pub struct NextGoal<'a> {
    /// Its number among the goals of the step.
    number: usize,
    goal: &'a StepGoal,
    /// Whether the step may have moves on the inverse scramble.
    niss: bool,
    /// A lower bound for the moves on one scramble alone.
    distance: u8,
}

impl NextGoal<'_> {
    fn lower_bound(&self) -> u8 {
        if self.niss { 0 } else { self.distance }
    }
}

/// The search for the steps of one length after a skeleton.
struct NextStep<'s, 'a> {
    extend: &'s Extend<'a>,
    skeleton: &'s Skeleton,
    goals: &'s [NextGoal<'a>],
    counter: &'s Counter<'s>,
}

impl<'a> Extend<'a> {
    fn metric(&self) -> Metric {
        self.query.metric
    }

    pub fn solution(&self, path: &Path, cube: &Cube) -> Solution {
        path.solution(self.chain, cube, self.metric())
    }

    /// The goals of the next step that can be reached from the cube, where the path ends.
    pub fn next_goals(&self, skeleton: &Skeleton) -> Vec<NextGoal<'a>> {
        let last = self.last_goal(&skeleton.path);
        let steps = self.steps;
        let next = |(number, goal): (usize, &'a StepGoal)| {
            let to = goal.space.goal();
            let distance = goal.space.lower_bound(&skeleton.cube);
            let follows = last.is_none_or(|last| to.may_follow(last.space.goal()))
                && (self.query.niss || !to.is_by_inverse());
            // where no move keeps the goal, moves on the inverse are those on the normal, undone
            let niss = self.query.niss && !to.keeping().is_empty();
            (follows && distance != UNREACHED).then_some(NextGoal {
                number,
                goal,
                niss,
                distance,
            })
        };
        let goals = steps[skeleton.path.steps.len()].iter().enumerate();
        goals.filter_map(next).collect()
    }

    /// The goal that a path has reached.
    fn last_goal(&self, path: &Path) -> Option<&'a StepGoal> {
        let steps = self.steps;
        let last = path.steps.last();
        last.map(|last| &steps[path.steps.len() - 1][last.goal])
    }

    /// Extends a skeleton to chains of length `max` by all next steps that neither raise its bound nor
    /// are longer than necessary; if it was extended by those, by longer ones.
    pub fn extend(&self, mut skeleton: Skeleton, max: u8, counter: &Counter) -> Extended {
        let mut extended = Extended {
            bound: skeleton.bound,
            skeletons: vec![],
            paths: vec![],
            ended: ControlFlow::Continue(()),
        };
        let goals = self.next_goals(&skeleton);
        let Some(from) = goals.iter().map(NextGoal::lower_bound).min() else {
            return extended;
        };
        skeleton.length = skeleton.length.max(from);
        let extra = skeleton.extra_with_next();
        let longest = self.query.max_moves_of_step(skeleton.path.steps.len());
        while skeleton.length <= longest.min(UNREACHED - 1) {
            let bound = self.bound_with_next(&skeleton, &goals);
            // without a step it is a bound for all chains
            if bound > max && !skeleton.path.steps.is_empty() {
                break;
            }
            if bound > skeleton.bound || skeleton.extra_with_next() > extra {
                skeleton.bound = bound;
                extended.skeletons.push(skeleton);
                break;
            }
            let next = NextStep {
                extend: self,
                skeleton: &skeleton,
                goals: &goals,
                counter,
            };
            match next.search(max, &mut extended) {
                Ok(shortest) => skeleton.shortest = shortest,
                Err(Outcome::Complete) => break,
                Err(outcome) => {
                    extended.ended = ControlFlow::Break(outcome);
                    break;
                }
            }
            skeleton.length += 1;
        }
        extended
    }

    /// A lower bound for chains with a next step of the length that is searched for next.
    fn bound_with_next(&self, skeleton: &Skeleton, goals: &[NextGoal]) -> u8 {
        let is_last = skeleton.path.steps.len() + 1 == self.steps.len();
        let solves = self.chain.solves_cube();
        let (path, metric) = (&skeleton.path, self.metric());
        let mut length = path.min_length(skeleton.length, metric, solves, is_last);
        if solves {
            let with_solved = goals.iter().filter(|next| next.goal.has_solved);
            let distance = with_solved.map(|next| next.distance).max().unwrap_or(0);
            let to_end = path.length(metric, false) + usize::from(distance);
            let saving = path.max_saving(self.later_moves(path), metric);
            length = length.max(to_end.saturating_sub(saving));
        }
        to_bound(length).max(skeleton.bound)
    }

    /// A lower bound for chains that begin with a path, which leads to this cube.
    fn bound(&self, path: &Path, cube: &Cube) -> u8 {
        let end = self.last_goal(path).and_then(|last| last.end.as_ref());
        end.map_or(0, |end| {
            let (moves, distance) = (self.later_moves(path), |cube: &Cube| end.distance(cube));
            to_bound(path.min_total(cube, moves, self.metric(), distance))
        })
    }

    /// The moves that may come after a path: those to the next goals, which later steps keep to if
    /// each of their goals starts from the one before.
    fn later_moves(&self, path: &Path) -> MoveSet {
        let mut later = self.steps[path.steps.len()..].iter();
        let next = later.next();
        let starts_anywhere = |goal: &StepGoal| goal.space.goal().previous().is_none();
        let (Some(next), Some(last)) = (next, self.last_goal(path)) else {
            return MoveSet::ALL;
        };
        if later.flatten().any(starts_anywhere) {
            return MoveSet::ALL;
        }
        let next = next.iter().map(|goal| goal.space.goal());
        next.filter(|goal| goal.may_follow(last.space.goal()))
            .fold(MoveSet::EMPTY, |moves, goal| moves.union(goal.moves()))
    }
}

/// A length as a bound; one that no chain has, if it is too great.
fn to_bound(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(UNREACHED)
}

impl NextStep<'_, '_> {
    /// Adds what steps of the length of the skeleton make of it. Returns the length of the shortest
    /// step, once it is known.
    ///
    /// # Errors
    /// Why the search ended; [`Outcome::Complete`] if no longer steps need to be searched for.
    fn search(&self, max: u8, extended: &mut Extended) -> Result<Option<u8>, Outcome> {
        let (extend, skeleton) = (self.extend, self.skeleton);
        let length = skeleton.length;
        let extra = extend.query.extra_of_step(skeleton.path.steps.len());
        let end = self.end(max);
        // with bounds from the end the search may miss the shortest steps
        let shortest = match skeleton.shortest {
            Some(shortest) => shortest,
            None if end.is_some() && !self.exists(length)? => return Ok(None),
            None => length,
        };
        if length > shortest.saturating_add(extra) {
            return Err(Outcome::Complete);
        }
        let is_last = skeleton.path.steps.len() + 1 == extend.steps.len();
        let mut best = BestPaths::up_to(max, extend.query);
        let extra = skeleton.extra.saturating_add(length - shortest);
        let mut is_known = skeleton.shortest.is_some() || end.is_some();
        let searched = self.each_step(length, end, &mut |path, cube| {
            is_known = true;
            if is_last {
                best.add(path);
                let max = best.max_useful_length();
                return match max.is_some_and(|max| max >= skeleton.bound) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(Outcome::Complete),
                };
            }
            let bound = extend.bound(&path, &cube).max(skeleton.bound);
            if bound <= max {
                extended.skeletons.push(Skeleton {
                    path,
                    bound,
                    extra,
                    ..Skeleton::new(&cube)
                });
            }
            ControlFlow::Continue(())
        });
        extended.paths.extend(best.into_paths());
        match searched {
            ControlFlow::Continue(()) => Ok(is_known.then_some(shortest)),
            ControlFlow::Break(outcome) => Err(outcome),
        }
    }

    /// The end of the chain, which is at most `max` long in all.
    fn end(&self, max: u8) -> Option<End<'_>> {
        let (extend, path) = (self.extend, &self.skeleton.path);
        let space = extend.last_goal(path)?.end.as_ref()?;
        let moves = extend.later_moves(path);
        let length = path.length(extend.metric(), false) + usize::from(self.skeleton.length);
        let longest = usize::from(max) + path.max_saving(moves, extend.metric());
        // the bound of the skeleton excludes less than none
        let after = to_bound(longest.saturating_sub(length));
        Some(End { space, after })
    }

    fn exists(&self, length: u8) -> Result<bool, Outcome> {
        let stop = &mut |_, _| ControlFlow::Break(Outcome::Complete);
        match self.each_step(length, None, stop) {
            ControlFlow::Continue(()) => Ok(false),
            ControlFlow::Break(Outcome::Complete) => Ok(true),
            ControlFlow::Break(outcome) => Err(outcome),
        }
    }

    /// Calls `found` with the path, and the cube that it leads to, for each next step of this length
    /// that undoes no move of earlier steps.
    fn each_step(
        &self,
        length: u8,
        end: Option<End>,
        found: &mut dyn FnMut(Path, Cube) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        for next in self.goals {
            let space = &next.goal.space;
            for inverse in 0..=if next.niss { length } else { 0 } {
                let lengths = (length - inverse, inverse);
                let found = &mut |normal: &[Move], inverse: &[Move]| {
                    let step = StepMoves {
                        goal: next.number,
                        normal: normal.to_vec(),
                        inverse: inverse.to_vec(),
                    };
                    let reached = step.apply(&self.skeleton.cube);
                    let goal = space.goal();
                    let is_reached = [reached, reached.inverse()].map(|x| goal.is_reached(&x));
                    assert_ne!(
                        is_reached, [false; 2],
                        "the search returned a wrong solution"
                    );
                    // both scrambles are at both goals with this name: this is found for the other
                    if goal.is_by_inverse() && is_reached == [true; 2] {
                        return ControlFlow::Continue(());
                    }
                    match self.skeleton.path.with(step, goal) {
                        Some(path) => found(path, reached),
                        None => ControlFlow::Continue(()),
                    }
                };
                space.search(&self.skeleton.cube, lengths, end, self.counter, found)?;
            }
        }
        ControlFlow::Continue(())
    }
}
