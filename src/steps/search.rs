use super::best::BestPaths;
use super::goal_space::GoalSpace;
use super::path::{Path, StepMoves};
use crate::coord::UNREACHED;
use crate::cube::{Cube, Metric, Move};
use crate::goals::GoalChain;
use crate::search::depth_first::{Bounds, Counter, Reporter};
use crate::search::{Answer, Limits, Outcome, Query};
use std::ops::ControlFlow;
use std::time::Instant;

/// A depth-first search through steps: a path is completed before the next step of the same length
/// is tried.
pub struct Search<'a> {
    chain: &'a GoalChain,
    /// The goals of each step.
    steps: &'a [Vec<GoalSpace<'a>>],
    query: &'a Query,
    limits: &'a Limits<'a>,
    /// The steps made so far.
    path: Path,
    best: BestPaths,
}

impl<'a> Search<'a> {
    /// A search for what the query requests.
    pub fn new(
        chain: &'a GoalChain,
        steps: &'a [Vec<GoalSpace<'a>>],
        query: &'a Query,
        limits: &'a Limits<'a>,
    ) -> Search<'a> {
        Search {
            chain,
            steps,
            query,
            limits,
            path: Path::default(),
            best: BestPaths::new(query),
        }
    }

    /// Searches from a cube.
    pub fn run(mut self, cube: &Cube) -> Answer {
        let start = Instant::now();
        let reporter = Reporter::new(self.metric(), self.limits);
        let check = |counter: &Counter| reporter.check(counter);
        let counter = Counter::new(&check);
        let (lower_bound, outcome) = self.extend_path(cube, &counter, &reporter);
        let (lower_bound, outcome) = match (outcome, self.best.shortest()) {
            (Outcome::Impossible | Outcome::Stopped | Outcome::TimedOut, _) => {
                (lower_bound, outcome)
            }
            (_, Some(shortest)) => (shortest as u8, Outcome::Complete),
            (_, None) => (lower_bound, Outcome::NoneWithinMaxMoves),
        };
        let solution = |path: &Path| path.solution(self.chain, cube, self.metric());
        Answer {
            lower_bound,
            nodes: counter.nodes(),
            probes: counter.tried(),
            time: start.elapsed(),
            solutions: self.best.paths().map(solution).collect(),
            ..Answer::empty(self.query.metric, outcome)
        }
    }

    fn metric(&self) -> Metric {
        self.query.metric
    }

    /// Searches for all paths that continue the one made so far, which leads to this cube. Returns
    /// a lower bound for the length of the next step, and why the search for it ended.
    fn extend_path(
        &mut self,
        cube: &Cube,
        counter: &Counter,
        reporter: &Reporter,
    ) -> (u8, Outcome) {
        let goals = self.next_goals(cube);
        let Some(from) = goals.iter().map(|next| next.lower_bound).min() else {
            return (0, Outcome::Impossible);
        };
        let bounds = Bounds {
            from,
            to: UNREACHED - 1,
            extra: self.query.extra_of_step(self.path.steps.len()),
            count: None,
        };
        let deepened = reporter.deepen(bounds, counter, |length, found| {
            self.check_usefulness(length)?;
            for next in &goals {
                for inverse in 0..=if next.niss { length } else { 0 } {
                    let lengths = (length - inverse, inverse);
                    let found = &mut |normal: &[Move], inverse: &[Move]| {
                        let step = StepMoves {
                            goal: next.number,
                            normal: normal.to_vec(),
                            inverse: inverse.to_vec(),
                        };
                        let reached = step.apply(cube);
                        let goal = next.space.goal();
                        let is_solution = goal.is_reached(&reached);
                        assert!(is_solution, "the search returned a wrong solution");
                        let Some(path) = self.path.with(step, goal) else {
                            return ControlFlow::Continue(());
                        };
                        self.complete(path, &reached, counter)?;
                        found(())?;
                        self.check_usefulness(length)
                    };
                    next.space.search(cube, lengths, counter, found)?;
                }
            }
            ControlFlow::Continue(())
        });
        (deepened.lower_bound, deepened.outcome)
    }

    /// Breaks if no path that continues with a step of this length can be among the best.
    fn check_usefulness(&self, length: u8) -> ControlFlow<Outcome> {
        let is_last = self.path.steps.len() + 1 == self.steps.len();
        match self.best.may_accept(&self.path, length, is_last) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Outcome::Complete),
        }
    }

    /// Searches for all completions of a path, which leads to this cube.
    fn complete(&mut self, path: Path, cube: &Cube, counter: &Counter) -> ControlFlow<Outcome> {
        if path.steps.len() == self.steps.len() {
            self.best.add(path);
            return ControlFlow::Continue(());
        }
        let shorter = std::mem::replace(&mut self.path, path);
        let silent = self.limits.silent();
        let reporter = Reporter::new(self.metric(), &silent);
        let (_, outcome) = self.extend_path(cube, counter, &reporter);
        self.path = shorter;
        match outcome {
            Outcome::Stopped | Outcome::TimedOut => ControlFlow::Break(outcome),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The goals of the next step that can be reached from the cube, where the path ends.
    fn next_goals(&self, cube: &Cube) -> Vec<NextGoal<'a>> {
        let made = &self.path.steps;
        let steps = self.steps;
        let last = made
            .last()
            .map(|last| steps[made.len() - 1][last.goal].goal());
        let next = |(number, space): (usize, &'a GoalSpace<'a>)| {
            let goal = space.goal();
            let lower_bound = space.lower_bound(cube);
            let follows = last.is_none_or(|last| goal.may_follow(last));
            // where no move keeps the goal, moves on the inverse are those on the normal, undone
            let niss = self.query.niss && !goal.keeping().is_empty();
            (follows && lower_bound != UNREACHED).then_some(NextGoal {
                number,
                space,
                niss,
                // it holds for moves on one scramble
                lower_bound: if niss { 0 } else { lower_bound },
            })
        };
        let goals = steps[made.len()].iter().enumerate();
        goals.filter_map(next).collect()
    }
}

/// A goal that the next step may lead to.
struct NextGoal<'a> {
    /// Its number among the goals of the step.
    number: usize,
    space: &'a GoalSpace<'a>,
    /// Whether the step may have moves on the inverse scramble.
    niss: bool,
    lower_bound: u8,
}
