//! The generic depth-first search: iterative deepening A* (R. Korf 1985) over a [`Space`], one node
//! after the other in the calling thread.
//!
//! It serves steps to goals, patterns, the 2x2x2, and both phases of the two-phase algorithm.
//! [`problem`](super::problem) shares a long search among threads.

use super::answer::Outcome;
use super::limits::{DepthReport, Limits, Progress};
use crate::bits::ones;
use crate::cube::{Metric, Move, MoveSet};
use crate::lock::lock;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nodes, what moves make of them, and a goal among them. Moves are numbered as in [`MoveRules`].
pub trait Space {
    type Node: Copy;

    /// The node after a move.
    fn apply(&self, node: &Self::Node, m: usize) -> Self::Node;

    /// False only if no sequence of the length `left` leads from the node to the goal. Exact if
    /// `left` is 0: then it is true at the goal and nowhere else.
    fn may_be_within(&self, left: u8, node: &Self::Node) -> bool;

    /// The node after a move, if it may be within `left`.
    #[inline]
    fn child(&self, node: &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let child = self.apply(node, m);
        self.may_be_within(left, &child).then_some(child)
    }

    /// Calls `each` with the nodes after some moves, given as bits, that may be within what a move leaves
    /// of `left`, which it gets, too.
    #[inline]
    fn each_child(
        &self,
        node: &Self::Node,
        moves: u64,
        left: impl Fn(usize) -> u8,
        mut each: impl FnMut(usize, u8, &Self::Node) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        ones(moves).try_for_each(|m| {
            let (m, left) = (m as usize, left(m as usize));
            match self.child(node, m, left) {
                Some(child) => each(m, left, &child),
                None => ControlFlow::Continue(()),
            }
        })
    }
}

/// The moves of a search, numbered from 0, at most 64: what they cost and which may follow which.
#[derive(Debug, Clone)]
pub struct MoveRules {
    /// For each move those that may come after it, as bits.
    followers: Vec<u64>,
    /// All moves, and those of them that may come first and last.
    all: u64,
    first: u64,
    last: u64,
    /// The moves that cost two; all others cost one.
    costly: u64,
}

impl MoveRules {
    /// Rules for moves of which `followers` says which may follow which, and `costly` which cost
    /// two.
    pub fn new(followers: Vec<u64>, costly: u64) -> MoveRules {
        let all = (0..followers.len()).fold(0, |all, m| all | 1 << m);
        MoveRules {
            followers,
            all,
            first: all,
            last: all,
            costly,
        }
    }

    /// Some of the face turns, numbered by [`Move::index`], in canonical sequences.
    pub fn face_turns(metric: Metric, moves: MoveSet) -> MoveRules {
        let after = |m: &Move| u64::from(MoveSet::after(*m).bits());
        let half_turns = match metric.half_turn() {
            1 => MoveSet::EMPTY,
            _ => MoveSet::HALF_TURNS,
        };
        let all = MoveRules::new(
            Move::ALL.iter().map(after).collect(),
            half_turns.bits().into(),
        );
        let moves = u64::from(moves.bits());
        MoveRules {
            all: moves,
            first: moves,
            last: moves,
            ..all
        }
    }

    /// The same without sequences that end with one of `moves`: those that keep the goal, so that
    /// the sequence without them is a shorter one.
    pub fn not_ending_with(self, moves: MoveSet) -> MoveRules {
        MoveRules {
            last: self.last & !u64::from(moves.bits()),
            ..self
        }
    }

    /// The same without sequences that begin or end with one of these moves, as bits.
    pub fn not_at_the_ends(self, moves: u64) -> MoveRules {
        MoveRules {
            first: self.first & !moves,
            last: self.last & !moves,
            ..self
        }
    }

    /// The moves that may come next after a move, or first.
    #[inline]
    pub fn after(&self, m: Option<usize>) -> u64 {
        m.map_or(self.first, |m| self.followers[m])
    }

    /// What a move costs.
    #[inline]
    pub fn cost(&self, m: usize) -> u8 {
        1 + (self.costly >> m & 1) as u8
    }

    /// The moves that may come next in a sequence of the length `left`.
    #[inline]
    pub fn usable(&self, left: u8) -> u64 {
        match left {
            1 => self.last & !self.costly,
            2 => self.all & !self.costly | self.last & self.costly,
            _ => self.all,
        }
    }
}

/// Counts nodes and moves, and from time to time asks whether to go on.
pub struct Counter<'a> {
    nodes: Cell<u64>,
    tried: Cell<u64>,
    check: &'a dyn Fn(&Counter) -> ControlFlow<Outcome>,
}

/// Nodes between two calls of a counter's check.
const CHECK_INTERVAL: u64 = 256;

impl<'a> Counter<'a> {
    /// A counter that calls `check` every 256 nodes.
    pub fn new(check: &'a dyn Fn(&Counter) -> ControlFlow<Outcome>) -> Counter<'a> {
        Counter {
            nodes: Cell::new(0),
            tried: Cell::new(0),
            check,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    pub fn tried(&self) -> u64 {
        self.tried.get()
    }

    /// Adds what other counters have counted.
    pub fn add(&self, nodes: u64, tried: u64) {
        self.nodes.set(self.nodes() + nodes);
        self.tried.set(self.tried() + tried);
    }

    fn count_node(&self) -> ControlFlow<Outcome> {
        self.nodes.set(self.nodes.get() + 1);
        match self.nodes.get().is_multiple_of(CHECK_INTERVAL) {
            true => (self.check)(self),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A depth-first search for sequences that lead to the goal of a space.
pub struct DepthFirst<'a, S> {
    space: &'a S,
    rules: &'a MoveRules,
    counter: &'a Counter<'a>,
    path: Vec<u8>,
}

impl<'a, S: Space> DepthFirst<'a, S> {
    pub fn new(space: &'a S, rules: &'a MoveRules, counter: &'a Counter<'a>) -> Self {
        DepthFirst {
            space,
            rules,
            counter,
            path: vec![],
        }
    }

    /// Calls `found` with the last node and the moves of each sequence of exactly this length that
    /// leads from `start` to the goal, until it breaks. `after` is the move made before, if any.
    pub fn run(
        &mut self,
        start: &S::Node,
        after: Option<usize>,
        length: u8,
        mut found: impl FnMut(&S::Node, &[u8]) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        self.path.clear();
        if !self.space.may_be_within(length, start) {
            return ControlFlow::Continue(());
        }
        self.visit(start, self.rules.after(after), length, &mut found)
    }

    /// The same from the node after some moves, which the sequences begin with; it may be within
    /// `left`.
    pub fn run_after(
        &mut self,
        path: &[u8],
        node: &S::Node,
        left: u8,
        mut found: impl FnMut(&S::Node, &[u8]) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        self.path.clear();
        self.path.extend(path);
        let last = path.last().map(|m| usize::from(*m));
        self.visit(node, self.rules.after(last), left, &mut found)
    }

    /// Tries the moves of a node.
    fn visit(
        &mut self,
        node: &S::Node,
        allowed: u64,
        left: u8,
        found: &mut impl FnMut(&S::Node, &[u8]) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        if left == 0 {
            return found(node, &self.path);
        }
        self.counter.count_node()?;
        let moves = allowed & self.rules.usable(left);
        let (space, rules) = (self.space, self.rules);
        self.counter
            .tried
            .set(self.counter.tried() + u64::from(moves.count_ones()));
        let left_after = |m| left - rules.cost(m);
        space.each_child(node, moves, left_after, |m, left, child| {
            self.path.push(m as u8);
            self.visit(child, rules.followers[m], left, found)?;
            self.path.pop();
            ControlFlow::Continue(())
        })
    }
}

pub fn face_turns(path: &[u8]) -> Vec<Move> {
    path.iter().map(|m| Move::from_index((*m).into())).collect()
}

/// Reports the progress of iterative deepening to the callbacks of its limits.
pub struct Reporter<'a> {
    metric: Metric,
    limits: &'a Limits<'a>,
    last: Mutex<LastReport>,
}

/// The length searched for, the proven lower bound, and when they were reported.
struct LastReport {
    depth: u8,
    lower_bound: u8,
    time: Option<Instant>,
}

/// Time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

impl<'a> Reporter<'a> {
    pub fn new(metric: Metric, limits: &'a Limits<'a>) -> Reporter<'a> {
        Reporter {
            metric,
            limits,
            last: Mutex::new(LastReport {
                depth: 0,
                lower_bound: 0,
                time: None,
            }),
        }
    }

    /// Breaks when a limit is reached; reports progress if it is time to. For [`Counter::new`].
    pub fn check(&self, counter: &Counter) -> ControlFlow<Outcome> {
        self.report(counter.nodes(), counter.tried())
    }

    /// The same for any thread, with the nodes and moves of all.
    pub fn report(&self, nodes: u64, tried: u64) -> ControlFlow<Outcome> {
        self.limits.check()?;
        let Some(on_progress) = self.limits.on_progress else {
            return ControlFlow::Continue(());
        };
        // another thread is reporting
        let Ok(mut last) = self.last.try_lock() else {
            return ControlFlow::Continue(());
        };
        if last
            .time
            .is_some_and(|time| time.elapsed() < REPORT_INTERVAL)
        {
            return ControlFlow::Continue(());
        }
        last.time = Some(Instant::now());
        let progress = Progress {
            depth: last.depth,
            done: 0.0,
            lower_bound: last.lower_bound,
            best: None,
            nodes,
            probes: tried,
            time_left: None,
        };
        match on_progress(&progress) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Outcome::Stopped),
        }
    }

    /// Searches for solutions of one length after the other. `search` gets the length and what to
    /// call with each solution of that length; it counts with `counter`.
    pub fn deepen<T>(
        &self,
        bounds: Bounds,
        counter: &Counter,
        mut search: impl FnMut(u8, &mut dyn FnMut(T) -> ControlFlow<Outcome>) -> ControlFlow<Outcome>,
    ) -> Deepened<T> {
        let mut deepened = Deepened {
            solutions: vec![],
            lower_bound: bounds.from,
            outcome: Outcome::NoneWithinMaxMoves,
        };
        for length in bounds.from..=bounds.to {
            *lock(&self.last) = LastReport {
                depth: length,
                lower_bound: deepened.lower_bound,
                time: None,
            };
            if let ControlFlow::Break(outcome) = self.check(counter) {
                deepened.outcome = outcome;
                break;
            }
            let (start, nodes, tried) = (Instant::now(), counter.nodes(), counter.tried());
            let solutions = &mut deepened.solutions;
            let searched = search(length, &mut |solution| {
                solutions.push(solution);
                match bounds.count {
                    Some(count) if solutions.len() >= count => {
                        ControlFlow::Break(Outcome::Complete)
                    }
                    _ => ControlFlow::Continue(()),
                }
            });
            if let ControlFlow::Break(outcome) = searched {
                deepened.outcome = outcome;
            }
            if deepened.solutions.is_empty() && searched.is_continue() {
                deepened.lower_bound = length.saturating_add(1);
            }
            let is_cut_short = matches!(deepened.outcome, Outcome::Stopped | Outcome::TimedOut);
            if let Some(on_depth) = self.limits.on_depth.filter(|_| !is_cut_short) {
                on_depth(&DepthReport {
                    metric: self.metric,
                    depth: length,
                    lower_bound: deepened.lower_bound,
                    nodes: counter.nodes() - nodes,
                    probes: counter.tried() - tried,
                    time: start.elapsed(),
                    solutions: deepened.solutions.len(),
                });
            }
            if searched.is_break() {
                break;
            }
            if !deepened.solutions.is_empty() {
                deepened.outcome = Outcome::Complete;
                if length - deepened.lower_bound >= bounds.extra {
                    break;
                }
            }
        }
        deepened
    }
}

/// Which lengths iterative deepening goes through, and how many solutions it collects.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The first length: no solution is shorter.
    pub from: u8,
    /// The last length.
    pub to: u8,
    /// How much longer than the shortest a solution may be.
    pub extra: u8,
    /// The greatest number of solutions; `None` for all.
    pub count: Option<usize>,
}

/// What iterative deepening has found.
#[derive(Debug)]
pub struct Deepened<T> {
    /// Shortest first.
    pub solutions: Vec<T>,
    /// Proven: no solution is shorter.
    pub lower_bound: u8,
    pub outcome: Outcome,
}
