use super::best::BestPaths;
use super::extend::{Extend, Extended};
use super::frontier::{Frontier, Skeleton};
use super::path::Path;
use crate::search::depth_first::Counter;
use crate::search::{Answer, Control, Outcome};
use std::ops::ControlFlow;

/// A best-first search through steps. The threads extend a batch of skeletons at a time, and the
/// results are taken over in the order of the batch: the answer does not depend on their number.
pub struct BestFirst<'a> {
    pub extend: Extend<'a>,
    pub control: &'a Control<'a>,
    /// No chain is shorter.
    pub lower_bound: u8,
    /// Number of skeletons that are queued at most. Beyond that the search goes on depth-first.
    pub capacity: usize,
}

/// Skeletons that are extended at the same time.
const BATCH: usize = 256;

/// Skeletons from which starting threads takes less time than it saves.
const MANY: usize = 8;

impl BestFirst<'_> {
    /// Searches from all roots.
    pub fn answer(&self) -> Answer {
        let bounds = self.extend.bounds;
        let mut best = BestPaths::new(self.extend.query, bounds, bounds.max_length);
        let starts = self.extend.roots.iter().enumerate();
        let starts =
            starts.map(|(n, root)| Skeleton::new(Path::from_root(n), &root.position.as_held()));
        let starts: Vec<Skeleton> = starts
            .filter(|start| !self.extend.next_goals(start).is_empty())
            .collect();
        let (lower_bound, outcome) = match starts.is_empty() {
            true => (0, Outcome::Impossible),
            false => {
                let threads = self.control.threads;
                threads.run_here(|| self.extend_all(starts, &mut best))
            }
        };
        let solutions = best.paths().map(|path| self.extend.solution(path));
        Answer {
            lower_bound,
            ..self.control.answer(solutions.collect(), outcome)
        }
    }

    /// Extends skeletons until none is left that may become one of the best chains. Returns a lower
    /// bound for the length of chains, and why the search ended.
    fn extend_all(&self, starts: Vec<Skeleton>, best: &mut BestPaths) -> (u8, Outcome) {
        let mut frontier = Frontier::new(starts, self.capacity);
        let can_exist = |max: &u8| *max >= self.lower_bound;
        while let Some(max) = best.max_useful_length().filter(can_exist) {
            if let ControlFlow::Break(outcome) = self.control.limits.check() {
                return (self.proven(&frontier, best), outcome);
            }
            // depth-first to the first solution
            let is_first = best.shortest().is_none();
            let batch = frontier.take(if is_first { 1 } else { BATCH }, max);
            if batch.is_empty() {
                break;
            }
            let mut ended = None;
            for (skeleton, extended) in batch.iter().zip(self.extend_batch(&batch, max)) {
                match extended.ended {
                    None => frontier.close(skeleton.bound),
                    outcome => ended = outcome,
                }
                extended.paths.into_iter().for_each(|path| best.add(path));
                frontier.push(extended.skeletons, is_first);
            }
            if is_first && best.shortest().is_some() {
                frontier.queue_all();
            }
            let lower_bound = self.proven(&frontier, best);
            let shortest = best.paths().next();
            let shortest = shortest.map(|path| self.extend.solution(path));
            let reported = self.control.update(lower_bound, shortest, best.count());
            if let Some(outcome) = ended.or(reported.break_value()) {
                return (lower_bound, outcome);
            }
        }
        let (lower_bound, outcome) = match best.shortest() {
            Some(shortest) => (shortest, Outcome::Complete),
            None => {
                let beyond = self.extend.bounds.max_length.saturating_add(1);
                let bound = frontier.lower_bound().unwrap_or(beyond);
                (bound, Outcome::NoneWithinMaxMoves)
            }
        };
        self.control.finish(lower_bound, best.count());
        (lower_bound, outcome)
    }

    /// The length that no chain is shorter than: those that are found, and those of open skeletons.
    fn proven(&self, frontier: &Frontier, best: &BestPaths) -> u8 {
        let bounds = [frontier.lower_bound(), best.shortest()];
        let shortest = bounds.into_iter().flatten().min();
        shortest.unwrap_or(0).max(self.lower_bound)
    }

    /// Extends several skeletons to chains of length `max`, on all threads.
    fn extend_batch(&self, batch: &[Skeleton], max: u8) -> Vec<Extended> {
        let extend = |number: usize| {
            let _stop = self.control.stop_on_panic();
            let check = |counter: &Counter| self.control.check_counter(counter);
            let counter = Counter::new(&check);
            let extended = self.extend.extend(batch[number].clone(), max, &counter);
            self.control.add(counter.take());
            extended
        };
        match batch.len() < MANY {
            true => (0..batch.len()).map(extend).collect(),
            false => self.control.threads.map(batch.len(), extend),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::step_goals;
    use super::*;
    use crate::cube::{Cube, Position};
    use crate::search::{Bounds, Limits, Query, Root, Threads};

    /// Whatever fits the queue, the chains are the same length.
    #[test]
    fn full_queue_changes_no_length() {
        let chain = "eo,dr,htr,solved".parse().unwrap();
        let query = Query::new().goal(chain).niss(true);
        let (chain, limits) = (query.goal.as_ref().unwrap(), Limits::default());
        let steps = step_goals(chain, &query, &limits).unwrap();
        // no end starts from eo, and after htr it is the next step
        let has_end = steps.iter().map(|goals| goals[0].end.is_some());
        assert!(has_end.eq([false, true, false, false]));
        let cube: Cube = "R' U' F L2 D B2 R2 U' F D' L".parse().unwrap();
        let roots = [Root::new(Position::from(cube))];
        let (bounds, threads) = (Bounds::from(&query), Threads::new(2));
        let solve = |capacity| {
            let search = BestFirst {
                extend: Extend {
                    chain,
                    steps: &steps,
                    roots: &roots,
                    query: &query,
                    bounds: &bounds,
                },
                control: &Control::new(bounds, &limits, &threads),
                lower_bound: 0,
                capacity,
            };
            search.answer()
        };
        let expected = solve(usize::MAX);
        for capacity in [0, 1, 100] {
            let answer = solve(capacity);
            assert_eq!(answer.outcome, Outcome::Complete);
            assert_eq!(answer.lower_bound, expected.lower_bound);
            assert_eq!(answer.length(), expected.length());
        }
    }
}
