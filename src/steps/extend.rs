use super::best::BestPaths;
use super::frontier::Skeleton;
use super::goal_space::{ChainEnd, GoalSpace};
use super::path::{Path, StepMoves, after};
use crate::coord::UNREACHED;
use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::goals::GoalChain;
use crate::search::depth_first::Counter;
use crate::search::{Bounds, Outcome, Query, Root, Solution};
use std::ops::ControlFlow;

/// Extends skeletons by their next step.
pub struct Extend<'a> {
    pub chain: &'a GoalChain,
    /// The goals of each step.
    pub steps: &'a [Vec<GoalSpace>],
    pub roots: &'a [Root],
    pub query: &'a Query,
    pub bounds: &'a Bounds,
}

/// What became of a skeleton.
#[derive(Default)]
pub struct Extended {
    /// Those with a step more, and the same with a longer next step to search for.
    pub skeletons: Vec<Skeleton>,
    /// Chains that it was completed to.
    pub paths: Vec<Path>,
    /// Why it was not extended completely.
    pub ended: Option<Outcome>,
}

/// A goal that the next step may lead to.
pub struct NextGoal<'a> {
    /// Its number among the goals of the step.
    number: usize,
    space: &'a GoalSpace,
    /// Whether the step may have moves on the inverse scramble.
    niss: bool,
    /// A lower bound for the moves on one scramble alone.
    distance: u8,
}

/// The search for the step after a skeleton.
struct NextStep<'s, 'a> {
    extend: &'s Extend<'a>,
    skeleton: Skeleton,
    goals: Vec<NextGoal<'a>>,
    /// The greatest length of a chain.
    max: u8,
    counter: &'s Counter<'s>,
    extended: Extended,
}

impl<'a> Extend<'a> {
    fn metric(&self) -> Metric {
        self.query.metric
    }

    pub fn solution(&self, path: &Path) -> Solution {
        path.solution(self.chain, &self.roots[path.root], self.metric())
    }

    /// The goals of the next step that can be reached from the cube, where the path ends.
    pub fn next_goals(&self, skeleton: &Skeleton) -> Vec<NextGoal<'a>> {
        let last = self.last_goal(&skeleton.path);
        let steps = self.steps;
        let next = |(number, space): (usize, &'a GoalSpace)| {
            let to = &space.goal;
            let distance = space.lower_bound(&skeleton.cube);
            let follows = last.is_none_or(|last| to.may_follow(&last.goal))
                && (self.query.niss || !to.is_by_inverse());
            // where no move keeps the goal, moves on the inverse are those on the normal, undone
            let niss = self.query.niss && !to.keeping().is_empty();
            (follows && distance != UNREACHED).then_some(NextGoal {
                number,
                space,
                niss,
                distance,
            })
        };
        let goals = steps[skeleton.path.steps.len()].iter().enumerate();
        goals.filter_map(next).collect()
    }

    /// The goal that a path has reached.
    fn last_goal(&self, path: &Path) -> Option<&'a GoalSpace> {
        let steps = self.steps;
        let last = path.steps.last();
        last.map(|last| &steps[path.steps.len() - 1][last.goal])
    }

    /// Extends a skeleton to chains of length `max` by all next steps that neither raise its bound nor
    /// are longer than necessary; if it was extended by those, by longer ones.
    pub fn extend(&self, skeleton: Skeleton, max: u8, counter: &Counter) -> Extended {
        let mut next = NextStep {
            extend: self,
            goals: self.next_goals(&skeleton),
            skeleton,
            max,
            counter,
            extended: Extended::default(),
        };
        let searched = next.by_length();
        let mut extended = next.extended;
        match searched {
            ControlFlow::Continue(true) => extended.skeletons.push(next.skeleton),
            ControlFlow::Continue(false) | ControlFlow::Break(Outcome::Complete) => {}
            ControlFlow::Break(outcome) => extended.ended = Some(outcome),
        }
        extended
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
        let starts_anywhere = |space: &GoalSpace| space.goal.previous().is_none();
        let (Some(next), Some(last)) = (next, self.last_goal(path)) else {
            return MoveSet::ALL;
        };
        if later.flatten().any(starts_anywhere) {
            return MoveSet::ALL;
        }
        let next = next.iter().map(|space| &space.goal);
        next.filter(|goal| goal.may_follow(&last.goal))
            .fold(MoveSet::EMPTY, |moves, goal| moves.union(goal.moves()))
    }
}

/// A length as a bound; one that no chain has, if it is too great.
fn to_bound(length: usize) -> u8 {
    u8::try_from(length).unwrap_or(UNREACHED)
}

impl NextStep<'_, '_> {
    fn is_last(&self) -> bool {
        self.skeleton.path.steps.len() + 1 == self.extend.steps.len()
    }

    /// Searches for steps of one length after the other; returns whether longer ones are left for later.
    /// Breaks with [`Outcome::Complete`] if no longer ones need to be searched for.
    fn by_length(&mut self) -> ControlFlow<Outcome, bool> {
        let distance = |next: &NextGoal| if next.niss { 0 } else { next.distance };
        let Some(from) = self.goals.iter().map(distance).min() else {
            return ControlFlow::Continue(false);
        };
        self.skeleton.length = self.skeleton.length.max(from);
        let extra = self.skeleton.extra_with_next();
        let number = self.skeleton.path.steps.len();
        let longest = self.extend.query.max_moves_of_step(number);
        while self.skeleton.length <= longest.min(UNREACHED - 1) {
            let bound = self.bound();
            // without a step it is a bound for all chains
            if bound > self.max && number > 0 {
                break;
            }
            if bound > self.skeleton.bound || self.skeleton.extra_with_next() > extra {
                self.skeleton.bound = bound;
                return ControlFlow::Continue(true);
            }
            self.add_steps()?;
            self.skeleton.length += 1;
        }
        ControlFlow::Continue(false)
    }

    /// A lower bound for chains with a next step of the length that is searched for next.
    fn bound(&self) -> u8 {
        let Skeleton { path, length, .. } = &self.skeleton;
        let (extend, metric) = (self.extend, self.extend.metric());
        let solves = extend.chain.solves_cube();
        let mut total = path.min_length(*length, metric, solves, self.is_last());
        if solves {
            // the solved cube is at these
            let with_solved = |next: &&NextGoal| next.space.goal.name().case().is_none();
            let distances = self.goals.iter().filter(with_solved);
            let distance = distances.map(|next| next.distance).max().unwrap_or(0);
            let to_end = path.length(metric, false) + usize::from(distance);
            let saving = path.max_saving(extend.later_moves(path), metric);
            total = total.max(to_end.saturating_sub(saving));
        }
        to_bound(total).max(self.skeleton.bound)
    }

    /// Adds what steps of the length of the skeleton make of it.
    fn add_steps(&mut self) -> ControlFlow<Outcome> {
        let (extend, skeleton, max) = (self.extend, &self.skeleton, self.max);
        let length = skeleton.length;
        let extra = extend.query.extra_of_step(skeleton.path.steps.len());
        let end = self.end();
        // with bounds from the end the search may miss the shortest steps
        if skeleton.shortest.is_none() && end.is_some() && !self.exists(length)? {
            return ControlFlow::Continue(());
        }
        let shortest = skeleton.shortest.unwrap_or(length);
        if length > shortest.saturating_add(extra) {
            return ControlFlow::Break(Outcome::Complete);
        }
        let is_last = self.is_last();
        let mut best = BestPaths::new(extend.query, extend.bounds, max);
        let mut longer = vec![];
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
                longer.push(Skeleton {
                    bound,
                    extra,
                    ..Skeleton::new(path, &cube)
                });
            }
            ControlFlow::Continue(())
        });
        self.extended.paths.extend(best.into_paths());
        self.extended.skeletons.extend(longer);
        self.skeleton.shortest = is_known.then_some(shortest);
        searched
    }

    /// The end of the chain, which is at most `max` long in all.
    fn end(&self) -> Option<ChainEnd<'_>> {
        let (extend, path) = (self.extend, &self.skeleton.path);
        let bounds = extend.last_goal(path)?.end.as_ref()?;
        let moves = extend.later_moves(path);
        let length = path.length(extend.metric(), false) + usize::from(self.skeleton.length);
        let longest = usize::from(self.max) + path.max_saving(moves, extend.metric());
        // the bound of the skeleton excludes less than none
        let after = to_bound(longest.saturating_sub(length));
        Some(ChainEnd { bounds, after })
    }

    /// Whether there is a step of this length, wherever the chain ends.
    fn exists(&self, length: u8) -> ControlFlow<Outcome, bool> {
        let stop = &mut |_, _| ControlFlow::Break(Outcome::Complete);
        match self.each_step(length, None, stop) {
            ControlFlow::Continue(()) => ControlFlow::Continue(false),
            ControlFlow::Break(Outcome::Complete) => ControlFlow::Continue(true),
            ControlFlow::Break(outcome) => ControlFlow::Break(outcome),
        }
    }

    /// Calls `found` with the path, and the cube that it leads to, for each next step of this length
    /// that undoes no move of earlier steps.
    fn each_step(
        &self,
        length: u8,
        end: Option<ChainEnd>,
        found: &mut dyn FnMut(Path, Cube) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        let Skeleton { path, cube, .. } = &self.skeleton;
        for next in &self.goals {
            let goal = &next.space.goal;
            for inverse in 0..=if next.niss { length } else { 0 } {
                let lengths = (length - inverse, inverse);
                let found = &mut |normal: &[Move], inverse: &[Move]| {
                    let reached = after(cube, normal, inverse);
                    let is_reached = [reached, reached.inverse()].map(|x| goal.is_reached(&x));
                    assert_ne!(
                        is_reached, [false; 2],
                        "the search returned a wrong solution"
                    );
                    // both scrambles are at both goals with this name: this is found for the other
                    if goal.is_by_inverse() && is_reached == [true; 2] {
                        return ControlFlow::Continue(());
                    }
                    let step = StepMoves {
                        goal: next.number,
                        normal: normal.to_vec(),
                        inverse: inverse.to_vec(),
                    };
                    match path.with(step, goal) {
                        Some(path) => found(path, reached),
                        None => ControlFlow::Continue(()),
                    }
                };
                next.space
                    .each_solution(cube, lengths, end, self.counter, found)?;
            }
        }
        ControlFlow::Continue(())
    }
}
