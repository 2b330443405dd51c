//! The generic depth-first search: iterative deepening A* (R. Korf 1985) over a [`Space`], one node
//! after the other in the calling thread.
//!
//! It serves steps to goals, patterns, and both phases of the two-phase algorithm.
//! `patterns/by_length.rs` shares a long search among threads.

use super::answer::Outcome;
use crate::bits::ones;
use crate::cube::{Metric, Move, MoveSet, Turn};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Nodes, what moves make of them, and a goal among them. Moves are numbered as in [`MoveRules`].
pub trait Space {
    type Node: Copy;

    /// False only if no sequence of the length `left` leads from the node to the goal. Exact if
    /// `left` is 0: then it is true at the goal and nowhere else.
    fn may_be_within(&self, left: u8, node: &Self::Node) -> bool;

    /// The node after a move, if it may be within `left`. The move is one of those that [`within`](Space::within) returned.
    fn child(&self, node: &Self::Node, m: usize, left: u8) -> Option<Self::Node>;

    /// The moves among these (a bit set) after which the goal may be reachable in the length that they leave.
    /// The others are not tried. For spaces that can look up all children at once.
    #[inline]
    fn within(&self, _node: &Self::Node, moves: u64, _left: impl Fn(usize) -> u8) -> u64 {
        moves
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
    /// Rules for moves, as bits: `followers` of each are those that may follow it, `costly` ones cost two.
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

    /// The turns of a metric, numbered by [`Turn::index`], in canonical sequences.
    pub fn turns(metric: Metric) -> MoveRules {
        let all = || Turn::of_bits(metric.turns_after(None));
        let costly = all().filter(|turn| metric.cost_of_turn(*turn) == 2);
        let costly = costly.fold(0, |costly, turn| costly | 1 << turn.index());
        let followers = all().map(|turn| metric.turns_after(Some(turn)).into());
        MoveRules::new(followers.collect(), costly)
    }

    /// Some of the face turns, numbered by [`Move::index`], in canonical sequences.
    pub fn face_turns(metric: Metric, moves: MoveSet) -> MoveRules {
        let mut rules = MoveRules::turns(metric.of_faces());
        rules.all = moves.bits().into();
        (rules.first, rules.last) = (rules.all, rules.all);
        rules
    }

    /// The same without sequences that end with one of `moves`: those that keep the goal, so that
    /// the sequence without them is a shorter one.
    pub fn not_ending_with(mut self, moves: MoveSet) -> MoveRules {
        self.last &= !u64::from(moves.bits());
        self
    }

    /// The same without sequences that begin or end with one of these moves, as bits.
    pub fn not_at_the_ends(mut self, moves: u64) -> MoveRules {
        self.first &= !moves;
        self.last &= !moves;
        self
    }

    /// The moves that may come next after a move, or first.
    #[inline]
    pub fn after(&self, m: Option<usize>) -> u64 {
        m.map_or(self.first, |m| self.followers[m])
    }

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

    /// Nodes and moves that were tried since the last call, from which on it counts again.
    pub fn take(&self) -> (u64, u64) {
        (self.nodes.take(), self.tried.take())
    }

    /// Counts nodes, of which there are fewer than 256.
    pub fn count(&self, nodes: u64) -> ControlFlow<Outcome> {
        let before = self.nodes.replace(self.nodes.get() + nodes);
        match self.nodes.get() / CHECK_INTERVAL > before / CHECK_INTERVAL {
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

    /// Calls `found` with the last node and the moves of each sequence that leads to the goal, until it
    /// breaks. The sequences begin with the moves of `path`, which lead to `node`. The length of the rest is
    /// exactly `left`.
    pub fn find(
        &mut self,
        path: &[u8],
        node: &S::Node,
        left: u8,
        mut found: impl FnMut(&S::Node, &[u8]) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        self.path.clear();
        self.path.extend(path);
        if !self.space.may_be_within(left, node) {
            return ControlFlow::Continue(());
        }
        let last = path.last().map(|m| usize::from(*m));
        self.visit(node, self.rules.after(last), left, &mut found)
    }

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
        self.counter.count(1)?;
        let moves = allowed & self.rules.usable(left);
        let (space, rules) = (self.space, self.rules);
        let tried = &self.counter.tried;
        tried.set(tried.get() + u64::from(moves.count_ones()));
        let left_after = |m| left - rules.cost(m);
        for m in ones(space.within(node, moves, left_after)) {
            let (m, left) = (m as usize, left_after(m as usize));
            if let Some(child) = space.child(node, m, left) {
                self.path.push(m as u8);
                self.visit(&child, rules.followers[m], left, found)?;
                self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

pub fn face_turns(path: &[u8]) -> Vec<Move> {
    path.iter().map(|m| Move::from_index((*m).into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counter_gives_what_was_counted_since_the_last_time() {
        let counter = Counter::new(&|_| ControlFlow::Continue(()));
        for _ in 0..3 {
            assert!(counter.count(1).is_continue());
        }
        counter.tried.set(7);
        assert_eq!((counter.take(), counter.take()), ((3, 7), (0, 0)));
    }
}
