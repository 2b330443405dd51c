use super::best::Best;
use super::goal::Goal;
use super::way::Way;
use crate::coord::UNREACHED;
use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::search::plain::{Counts, PlainSearch, Space, deepen};
use crate::search::{Limits, Outcome, Request};
use std::ops::ControlFlow;

/// Moves that bring a cube to a goal.
///
/// `inverse` are the moves made on the inverse of the scramble, as in NISS (normal-inverse
/// scramble switch): with `x` the cube, `inverse⁻¹ · x · normal` is at the goal. Without NISS
/// there are none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GoalSolution {
    /// Which of the step's goals it leads to, by number.
    pub goal: usize,
    /// The moves on the scramble itself.
    pub normal: Vec<Move>,
    /// The moves on its inverse.
    pub inverse: Vec<Move>,
}

impl GoalSolution {
    /// Number of moves on both scrambles.
    pub fn len(&self) -> usize {
        self.normal.len() + self.inverse.len()
    }

    /// The length on both scrambles together.
    pub fn length(&self, metric: Metric) -> usize {
        metric.length(&self.normal) + metric.length(&self.inverse)
    }

    /// Whether the cube was at the goal to begin with.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cube that the moves make of `cube`.
    pub fn outcome(&self, cube: &Cube) -> Cube {
        let inverse = cube.inverse().apply_all(self.inverse.iter().copied());
        inverse.inverse().apply_all(self.normal.iter().copied())
    }
}

/// Which ways to a goal to look for; by default one of the shortest.
#[derive(Debug, Clone, Default)]
pub struct GoalRequest {
    /// How many at most, of how many moves in all steps together at most. A step may be
    /// `extra` moves longer than the shortest one from where it starts.
    pub request: Request,
    /// The same for each of the first steps, in place of `request.extra`.
    pub extra_of_steps: Vec<u8>,
    /// Whether moves may be made on the inverse of the scramble, too. Where the goal is kept by
    /// no move they are not: there they would be moves on the scramble, undone.
    pub niss: bool,
    /// Whether to list ways that differ from others just by the direction of the last quarter
    /// turn of a step on one scramble, where both lead to its goal. One of them, of the shortest
    /// the clockwise one, is listed anyway.
    pub variants: bool,
}

/// The result of a search for goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalAnswer {
    /// Shortest in all first: for each step canonical moves on each scramble, none of which is
    /// idle at the end. No two of one step lead to the same goal by the same moves, and of no
    /// two of several steps the same moves are left.
    pub solutions: Vec<Vec<GoalSolution>>,
    /// Proved: none is shorter than this.
    pub lower_bound: u8,
    /// Why the search ended.
    pub outcome: Outcome,
    /// Positions expanded.
    pub nodes: u64,
    /// Moves tried.
    pub tried: u64,
}

/// Shortest ways through `steps`, each of which leads to any of its goals and starts where the
/// one before it ends. It runs in the calling thread.
///
/// A single step is as short as can be, or up to `extra` moves longer, and all of these count.
/// Of several, each may be up to its `extra` longer than the shortest that there is from where
/// it starts; of all ways through the steps that keep to this, those are found that are
/// shortest in all, and if no count is given just these. Where steps meet, moves of one face are
/// made as one, and count as such; if the last step solves the cube, also where the moves on the
/// normal and those on the inverse scramble meet. A step takes back no move of those before.
///
/// A goal that its moves cannot reach from the cube is left out.
///
/// # Panics
/// If there is no step, or one without goals.
pub fn solve(
    steps: &[Vec<Goal>],
    cube: &Cube,
    wanted: &GoalRequest,
    limits: &Limits,
) -> GoalAnswer {
    let counts = Counts::default();
    let Request {
        count, max_moves, ..
    } = wanted.request;
    let metric = steps[0][0].metric();
    let solves = steps[steps.len() - 1].iter().all(Goal::is_solved_cube);
    let several = steps.len() > 1;
    let mut search = Search {
        steps,
        metric,
        wanted,
        limits,
        counts: &counts,
        way: Way::default(),
        best: Best::new(count, several, max_moves, metric, solves, wanted.variants),
    };
    let (mut lower_bound, mut outcome) = search.continue_from(cube, limits);
    if outcome != Outcome::Stopped {
        outcome = match search.best.shortest() {
            Some(shortest) => {
                lower_bound = shortest as u8;
                Outcome::Complete
            }
            None => Outcome::NoneWithinMaxMoves,
        };
    }
    GoalAnswer {
        solutions: search.best.into_solutions(),
        lower_bound,
        outcome,
        nodes: counts.nodes(),
        tried: counts.tried(),
    }
}

/// A search for ways through steps: each is continued by all that may be worth it before the
/// next one is tried.
struct Search<'a> {
    steps: &'a [Vec<Goal>],
    metric: Metric,
    wanted: &'a GoalRequest,
    limits: &'a Limits<'a>,
    counts: &'a Counts,
    /// The steps made so far.
    way: Way,
    best: Best,
}

impl Search<'_> {
    /// Finds all that is wanted and begins with the way so far, which leads to this cube. Returns how
    /// many moves the next step takes at least, and why the search for it ended.
    fn continue_from(&mut self, cube: &Cube, limits: &Limits) -> (u8, Outcome) {
        let number = self.way.steps.len();
        let is_last = number + 1 == self.steps.len();
        let mut next = self.steps[number].iter();
        if next.any(|goal| goal.prepare(self.limits.stop).is_none()) {
            return (0, Outcome::Stopped);
        }
        let goals = self.next_goals(cube);
        let extra = self.wanted.extra_of_steps.get(number);
        let request = Request {
            count: None,
            extra: extra.copied().unwrap_or(self.wanted.request.extra),
            max_moves: UNREACHED - 1,
        };
        // with moves on both scrambles the bounds speak only when one of them remains
        let bound = |&(goal, niss): &(usize, bool)| match niss {
            true => 0,
            false => self.steps[number][goal].lower_bound(cube),
        };
        let from = goals.iter().map(bound).min().unwrap_or(UNREACHED);
        let deepened = deepen(
            self.metric,
            &request,
            limits,
            self.counts,
            from,
            |length, found| {
                let worth_it =
                    |search: &Self| match search.best.may_go_on(&search.way, length, is_last) {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(Outcome::Complete),
                    };
                worth_it(self)?;
                for &(goal, niss) in &goals {
                    self.step(cube, (goal, niss), length, &mut |search| {
                        found(())?;
                        worth_it(search)
                    })?;
                }
                ControlFlow::Continue(())
            },
        );
        (deepened.lower_bound, deepened.outcome)
    }

    /// The goals of the next step that can be reached from the cube, where the way ends, and for
    /// each whether moves may be made on the inverse scramble, too.
    fn next_goals(&self, cube: &Cube) -> Vec<(usize, bool)> {
        let made = &self.way.steps;
        let goals = &self.steps[made.len()];
        let follows = |goal: &Goal| match made.last() {
            Some(last) => goal.may_follow(&self.steps[made.len() - 1][last.goal]),
            None => true,
        };
        let numbered = goals.iter().enumerate();
        numbered
            .filter(|(_, goal)| follows(goal) && goal.is_reachable(cube))
            .map(|(number, goal)| (number, self.wanted.niss && !goal.idle.is_empty()))
            .collect()
    }

    /// Makes all steps of a length to a goal, each of which is continued before `found` is told.
    fn step(
        &mut self,
        cube: &Cube,
        (goal_number, niss): (usize, bool),
        length: u8,
        found: &mut dyn FnMut(&Self) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        let (steps, number) = (self.steps, self.way.steps.len());
        let goal = &steps[number][goal_number];
        let is_last = number + 1 == steps.len();
        let silent = Limits {
            on_depth: None,
            on_progress: None,
            ..*self.limits
        };
        for inverse in 0..=if niss { length } else { 0 } {
            let niss = Niss {
                goal,
                limits: self.limits,
                counts: self.counts,
            };
            niss.each_way(cube, length - inverse, inverse, |normal, inverse| {
                let solution = GoalSolution {
                    goal: goal_number,
                    normal: normal.to_vec(),
                    inverse: inverse.to_vec(),
                };
                let reached = solution.outcome(cube);
                assert!(
                    goal.is_reached(&reached),
                    "the search returned a wrong solution"
                );
                let Some(longer) = self.way.then(solution, goal) else {
                    return ControlFlow::Continue(());
                };
                let way = std::mem::replace(&mut self.way, longer);
                let outcome = match is_last {
                    true => {
                        self.best.add(&self.way);
                        Outcome::Complete
                    }
                    false => self.continue_from(&reached, &silent).1,
                };
                self.way = way;
                match outcome {
                    Outcome::Stopped => ControlFlow::Break(Outcome::Stopped),
                    _ => found(self),
                }
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Cubes, wherever they are, with lengths in a metric.
struct Anywhere(Metric);

impl Space for Anywhere {
    type Node = Cube;

    fn metric(&self) -> Metric {
        self.0
    }

    fn apply(&self, cube: &Cube, m: Move) -> Cube {
        cube.apply(m)
    }

    fn may_be_within(&self, _: u8, _: &Cube) -> bool {
        true
    }
}

/// A search for one goal on the normal and the inverse scramble.
struct Niss<'a> {
    goal: &'a Goal,
    limits: &'a Limits<'a>,
    counts: &'a Counts,
}

impl Niss<'_> {
    /// Calls `each` with the moves on the normal scramble and on the inverse, so many of each,
    /// of all ways to the goal. On the one with fewer moves all sequences are tried.
    fn each_way(
        &self,
        cube: &Cube,
        normal: u8,
        inverse: u8,
        mut each: impl FnMut(&[Move], &[Move]) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        let Niss {
            goal,
            limits,
            counts,
        } = *self;
        let anywhere = Anywhere(goal.metric());
        let mut first = PlainSearch::new(&anywhere, goal.moves(), counts)
            .not_ending_with(goal.idle)
            .limited_by(limits);
        let mut second = PlainSearch::new(goal, goal.moves(), counts)
            .not_ending_with(goal.idle)
            .limited_by(limits);
        let inverse_first = inverse <= normal;
        let start = if inverse_first { cube.inverse() } else { *cube };
        let (few, many) = (normal.min(inverse), normal.max(inverse));
        first.run(&start, MoveSet::ALL, few, |begun| {
            let turned = goal.node(&begun.node.inverse());
            second.run(&turned, MoveSet::ALL, many, |ended| {
                if inverse_first {
                    each(ended.path, begun.path)
                } else {
                    each(begun.path, ended.path)
                }
            })
        })
    }
}
