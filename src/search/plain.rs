//! The plain search: IDA* (R. Korf 1985), one position after the other in the calling thread.
//!
//! It knows moves, a goal and a lower bound of the distance to it, so it serves wherever a
//! search is short: steps on the way, the 2x2x2 cube, both phases of the two-phase algorithm.
//! It is also what the batched engine is held against.

use super::request::{DepthReport, Limits, OnProgress, Outcome, Progress, Request};
use crate::cube::{Metric, Move, MoveSet};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Positions, what moves make of them, and a goal among them.
pub trait Space {
    type Node: Copy;

    /// What lengths are in.
    fn metric(&self) -> Metric;

    /// The position after a move.
    fn apply(&self, node: &Self::Node, m: Move) -> Self::Node;

    /// False only if no way of the length `left` leads to the goal. With `left` 0 it is exact: true
    /// just at the goal.
    fn may_be_within(&self, left: u8, node: &Self::Node) -> bool;

    /// The position after a move, if it may be within `left` moves.
    fn child(&self, node: &Self::Node, m: Move, left: u8) -> Option<Self::Node> {
        let child = self.apply(node, m);
        self.may_be_within(left, &child).then_some(child)
    }
}

/// A position at the goal, as it was found.
pub struct Found<'a, N> {
    pub node: &'a N,
    pub path: &'a [Move],
}

/// What searches have done, all together that were told to count here.
#[derive(Debug, Default)]
pub struct Counts {
    pub(super) nodes: Cell<u64>,
    pub(super) tried: Cell<u64>,
    /// The length looked for now, and the proved lower bound.
    depth: Cell<(u8, u8)>,
    /// When somebody was told of it.
    told: Cell<Option<Instant>>,
}

impl Counts {
    /// Positions whose moves were tried.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Moves tried.
    pub fn tried(&self) -> u64 {
        self.tried.get()
    }

    pub(super) fn add(count: &Cell<u64>) -> u64 {
        count.set(count.get() + 1);
        count.get()
    }

    /// Whether the search has to end now. Tells how far it has got, ten times a second.
    pub(super) fn has_to_end(&self, limits: &Limits) -> bool {
        const INTERVAL: Duration = Duration::from_millis(100);
        let is_news = |told: Instant| told.elapsed() >= INTERVAL;
        let tell = |on_progress: &OnProgress| {
            self.told.set(Some(Instant::now()));
            let (depth, lower_bound) = self.depth.get();
            on_progress(&Progress {
                depth,
                done: 0.0,
                lower_bound,
                best: None,
                nodes: self.nodes(),
                probes: self.tried(),
                time_left: None,
            })
        };
        let hears = limits
            .on_progress
            .filter(|_| self.told.get().is_none_or(is_news));
        limits.reached() || hears.is_some_and(|hears| tell(hears).is_break())
    }

    /// Begins a depth.
    fn begin(&self, depth: u8, lower_bound: u8, limits: &Limits) {
        if limits.on_progress.is_some() {
            self.depth.set((depth, lower_bound));
            self.told.set(None);
        }
    }
}

/// Nodes between two looks at the clock.
pub(super) const LIMITS_INTERVAL: u64 = 1024;

/// A depth-first search for canonical sequences that lead to the goal.
pub struct PlainSearch<'a, S> {
    space: &'a S,
    /// The moves that may be made.
    moves: MoveSet,
    /// Those of them that may come last.
    last: MoveSet,
    limits: Option<&'a Limits<'a>>,
    path: Vec<Move>,
    counts: &'a Counts,
}

impl<'a, S: Space> PlainSearch<'a, S> {
    /// A search with these moves, all of which may come last, that counts what it does.
    pub fn new(space: &'a S, moves: MoveSet, counts: &'a Counts) -> Self {
        PlainSearch {
            space,
            moves,
            last: moves,
            limits: None,
            path: vec![],
            counts,
        }
    }

    /// Leaves out sequences that end with one of `moves`: those that keep the goal, so that the
    /// sequence without them was a shorter way.
    pub fn not_ending_with(mut self, moves: MoveSet) -> Self {
        self.last = self.last.difference(moves);
        self
    }

    /// Ends with [`Outcome::Stopped`] soon after a limit is reached.
    pub fn limited_by(mut self, limits: &'a Limits<'a>) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Calls `found` for each sequence of exactly this length, its first move one of `first`,
    /// that leads from `start` to the goal, until it breaks.
    pub fn run(
        &mut self,
        start: &S::Node,
        first: MoveSet,
        length: u8,
        mut found: impl FnMut(Found<S::Node>) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        self.path.clear();
        if !self.space.may_be_within(length, start) {
            return ControlFlow::Continue(());
        }
        self.visit(start, first, length, &mut found)
    }

    /// Tries the moves of a position from which a way of the length `left` may lead to the goal.
    fn visit(
        &mut self,
        node: &S::Node,
        allowed: MoveSet,
        left: u8,
        found: &mut impl FnMut(Found<S::Node>) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        if left == 0 {
            let path = &self.path[..];
            return found(Found { node, path });
        }
        let nodes = Counts::add(&self.counts.nodes);
        let has_to_end = |limits: &Limits| self.counts.has_to_end(limits);
        if nodes.is_multiple_of(LIMITS_INTERVAL) && self.limits.is_some_and(has_to_end) {
            return ControlFlow::Break(Outcome::Stopped);
        }
        let usable = self.space.metric().usable(self.moves, self.last, left);
        for m in allowed.intersection(usable).iter() {
            Counts::add(&self.counts.tried);
            let left = left - self.space.metric().cost(m);
            if let Some(child) = self.space.child(node, m, left) {
                self.path.push(m);
                self.visit(&child, MoveSet::after(m), left, found)?;
                self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// What iterative deepening has found.
pub struct Deepened<T> {
    /// Shortest first.
    pub solutions: Vec<T>,
    /// Proved: no solution is shorter.
    pub lower_bound: u8,
    pub outcome: Outcome,
}

/// Looks for what is requested, one length after the other from `from`, which no solution
/// falls short of. `search` is given a length, and what to call with each solution of it; it
/// adds to `counts`. Lengths are in `metric`.
pub fn deepen<T>(
    metric: Metric,
    request: &Request,
    limits: &Limits,
    counts: &Counts,
    from: u8,
    mut search: impl FnMut(u8, &mut dyn FnMut(T) -> ControlFlow<Outcome>) -> ControlFlow<Outcome>,
) -> Deepened<T> {
    let mut deepened = Deepened {
        solutions: vec![],
        lower_bound: from,
        outcome: Outcome::NoneWithinMaxMoves,
    };
    for length in from..=request.max_moves {
        counts.begin(length, deepened.lower_bound, limits);
        if counts.has_to_end(limits) {
            deepened.outcome = Outcome::Stopped;
            break;
        }
        let (start, nodes, tried) = (Instant::now(), counts.nodes(), counts.tried());
        let solutions = &mut deepened.solutions;
        let earlier = solutions.len();
        let searched = search(length, &mut |solution| {
            solutions.push(solution);
            match request.count {
                Some(count) if solutions.len() >= count => ControlFlow::Break(Outcome::Complete),
                _ => ControlFlow::Continue(()),
            }
        });
        let finished = searched != ControlFlow::Break(Outcome::Stopped);
        if let Some(on_depth) = limits.on_depth.filter(|_| finished) {
            on_depth(&DepthReport {
                metric,
                depth: length,
                nodes: counts.nodes() - nodes,
                probes: counts.tried() - tried,
                time: start.elapsed(),
                solutions: solutions.len() - earlier,
            });
        }
        if let ControlFlow::Break(outcome) = searched {
            deepened.outcome = outcome;
            break;
        }
        if deepened.solutions.is_empty() {
            deepened.lower_bound = length.saturating_add(1);
        } else {
            deepened.outcome = Outcome::Complete;
            if length - deepened.lower_bound >= request.extra {
                break;
            }
        }
    }
    deepened
}
