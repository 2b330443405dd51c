//! The search for paths with the tables of a file: many nodes at once, so that their reads of memory overlap.
//!
//! Nodes are expanded in chunks, depth-first from chunk to chunk. First all children are computed and their
//! distances prefetched, then these are read. So it is with the endings, and with the bounds after them.

use super::endings::{self, Ending, Endings, Moves};
use super::ends::{EndTables, PairMoves, Place, place};
use super::exact::{ExactNode, ExactPhase};
use super::improve::MAX_SECOND_PHASE;
use crate::bits::ones;
use crate::cube::{Cube, Metric};
use crate::search::Outcome;
use crate::search::depth_first::Counter;
use std::ops::{ControlFlow, Range};

/// What is done with paths.
pub struct Task<'a> {
    pub counter: &'a Counter<'a>,
    /// Greatest length of a second phase that makes a solution of use, if any does.
    pub max: &'a dyn Fn() -> Option<u8>,
    pub found: &'a mut dyn FnMut(&[u8]) -> ControlFlow<Outcome>,
}

/// A search for paths of the first phase.
pub trait PathSearch {
    /// Greatest length of a second phase until a first solution is known, by metric.
    const MAX_FIRST_SECOND_PHASE: [u8; Metric::ALL.len()];

    /// A cube as paths begin at it.
    type Start;

    fn start(&self, cube: &Cube) -> Self::Start;

    /// Finds the paths of a length into the domino group that begin with a move, and with the first one also that of no
    /// moves. Those may be left out that no second phase completes which is short enough.
    fn find(
        &mut self,
        start: &Self::Start,
        m: usize,
        length: u8,
        task: &mut Task,
    ) -> ControlFlow<Outcome>;
}

/// Number of nodes that are expanded at once.
const CHUNK: usize = 32;

/// A node, and how it was reached.
#[derive(Clone, Copy)]
pub struct Branch {
    node: ExactNode,
    place: Place,
    /// The number of the node before in its level.
    parent: u32,
    /// The moves that may come next, as bits.
    allowed: u32,
    /// The move that led there.
    last: u8,
}

/// A child whose distance is not yet known.
struct Child {
    node: ExactNode,
    parent: u32,
    last: u8,
}

/// The end of a path whose last turn is clockwise.
#[derive(Clone, Copy)]
struct End {
    parent: usize,
    ending: Ending,
    /// See [`EndTables::conjugate`].
    conjugate: (usize, u16),
    /// See [`EndTables::value`].
    value: usize,
}

/// The search and its memory.
pub struct QuickPaths<'a> {
    first: ExactPhase<'a>,
    endings: Endings<'a>,
    ends: EndTables<'a>,
    moves: &'a PairMoves,
    /// Nodes by depth, those of one chunk before.
    levels: Vec<Vec<Branch>>,
    children: Vec<Child>,
    lists: Vec<usize>,
    ends_found: Vec<End>,
}

impl<'a> QuickPaths<'a> {
    pub fn new(
        first: ExactPhase<'a>,
        endings: Endings<'a>,
        ends: EndTables<'a>,
        moves: &'a PairMoves,
    ) -> QuickPaths<'a> {
        QuickPaths {
            first,
            endings,
            ends,
            moves,
            levels: vec![],
            children: vec![],
            lists: vec![],
            ends_found: vec![],
        }
    }

    /// Searches on from the nodes of a level, which are `left` moves before the end.
    fn descend(
        &mut self,
        depth: usize,
        left: u8,
        rest: u8,
        task: &mut Task,
    ) -> ControlFlow<Outcome> {
        if left == rest {
            return match rest {
                0 => self.end(depth, task),
                _ => self.end_by_endings(depth, task),
            };
        }
        let nodes = self.levels[depth].len();
        for begin in (0..nodes).step_by(CHUNK) {
            let chunk = begin..nodes.min(begin + CHUNK);
            task.counter.count(chunk.len() as u64)?;
            self.expand(depth, chunk, left, rest);
            self.descend(depth + 1, left - 1, rest, task)?;
        }
        ControlFlow::Continue(())
    }

    /// The next level: the children of nodes that are on paths.
    fn expand(&mut self, depth: usize, chunk: Range<usize>, left: u8, rest: u8) {
        let (levels, below) = self.levels.split_at_mut(depth + 1);
        let (nodes, next) = (&levels[depth], &mut below[0]);
        let usable = self.first.rules().usable(left) as u32;
        self.children.clear();
        for parent in chunk {
            let branch = &nodes[parent];
            for m in ones(u64::from(branch.allowed & usable)) {
                let node = self.first.moved(&branch.node, m as usize);
                self.first.prefetch_distance(&node);
                self.children.push(Child {
                    node,
                    parent: parent as u32,
                    last: m as u8,
                });
            }
        }
        next.clear();
        for child in &self.children {
            let node = self.first.with_distance(child.node);
            if !node.is_within(left - 1) {
                continue;
            }
            let m = usize::from(child.last);
            let before = &nodes[child.parent as usize];
            match left - 1 == rest {
                true => self.endings.prefetch(self.first.value(&node)),
                false => self.first.prefetch_steps(&node),
            }
            next.push(Branch {
                node,
                place: self.moves.after(&before.place, m),
                parent: child.parent,
                allowed: self.first.rules().after(Some(m)) as u32,
                last: child.last,
            });
        }
    }

    /// The paths that end with the nodes of a level.
    fn end(&mut self, depth: usize, task: &mut Task) -> ControlFlow<Outcome> {
        for number in 0..self.levels[depth].len() {
            let bound = self.bound(&self.levels[depth][number].place);
            if (task.max)().is_some_and(|max| bound <= max) {
                let path = self.path(depth, number);
                (task.found)(&path)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The paths that the nodes of a level and their endings make.
    fn end_by_endings(&mut self, depth: usize, task: &mut Task) -> ControlFlow<Outcome> {
        let Some(max) = (task.max)() else {
            return ControlFlow::Continue(());
        };
        self.lists.clear();
        for branch in &self.levels[depth] {
            let list = self.endings.locate(self.first.value(&branch.node));
            self.lists.push(list);
        }
        self.follow_endings(depth);
        for end in &mut self.ends_found {
            end.value = self.ends.value(end.conjugate);
            self.ends.prefetch(end.value);
        }
        for i in 0..self.ends_found.len() {
            let end = self.ends_found[i];
            // a half turn leads from one of the two ends to the other
            if self.ends.bound(end.value) <= max + 1 {
                self.take_both(depth, end, task)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Follows the endings of the nodes of a level. Most begin as the one before.
    fn follow_endings(&mut self, depth: usize) {
        self.ends_found.clear();
        for (parent, branch) in self.levels[depth].iter().enumerate() {
            let frame = self.first.frame(&branch.node);
            let mut before: Moves = [u8::MAX; _];
            let mut places = [branch.place; endings::LENGTH as usize + 1];
            for ending in self.endings.list(self.lists[parent]) {
                let moves = endings::moves_of(*ending, frame, true);
                if branch.allowed >> moves[0] & 1 == 0 {
                    continue;
                }
                let pairs = moves.iter().zip(&before);
                let common = pairs.take_while(|(now, before)| now == before).count();
                for i in common..moves.len() {
                    places[i + 1] = self.moves.after(&places[i], moves[i].into());
                }
                before = moves;
                let conjugate = self.ends.conjugate(&places[moves.len()]);
                self.ends.prefetch_conjugate(conjugate);
                self.ends_found.push(End {
                    parent,
                    ending: *ending,
                    conjugate,
                    value: 0,
                });
            }
        }
    }

    /// The paths with both last turns of an ending.
    fn take_both(&mut self, depth: usize, end: End, task: &mut Task) -> ControlFlow<Outcome> {
        let branch = &self.levels[depth][end.parent];
        for is_clockwise in [true, false] {
            let frame = self.first.frame(&branch.node);
            let moves = endings::moves_of(end.ending, frame, is_clockwise);
            let after = |place: Place, m: &u8| self.moves.after(&place, (*m).into());
            let bound = self.bound(&moves.iter().fold(branch.place, after));
            if (task.max)().is_some_and(|max| bound <= max) {
                let mut path = self.path(depth, end.parent);
                path.extend(moves);
                (task.found)(&path)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A lower bound of the second phase from a place.
    fn bound(&self, place: &Place) -> u8 {
        self.ends.bound(self.ends.value(self.ends.conjugate(place)))
    }

    /// The moves to a node.
    fn path(&self, depth: usize, mut number: usize) -> Vec<u8> {
        let mut path = vec![0; depth];
        for depth in (0..depth).rev() {
            let branch = &self.levels[depth + 1][number];
            path[depth] = branch.last;
            number = branch.parent as usize;
        }
        path
    }
}

impl PathSearch for QuickPaths<'_> {
    /// Paths are found sooner than long second phases are searched.
    const MAX_FIRST_SECOND_PHASE: [u8; Metric::ALL.len()] = MAX_SECOND_PHASE;

    type Start = Branch;

    fn start(&self, cube: &Cube) -> Branch {
        Branch {
            node: self.first.node(cube),
            place: place(cube),
            parent: 0,
            allowed: 0,
            last: 0,
        }
    }

    fn find(
        &mut self,
        start: &Branch,
        m: usize,
        length: u8,
        task: &mut Task,
    ) -> ControlFlow<Outcome> {
        if !start.node.is_within(length) || length == 0 && m > 0 {
            return ControlFlow::Continue(());
        }
        let levels = self.levels.len().max(usize::from(length) + 1);
        self.levels.resize_with(levels, Vec::new);
        self.levels[0].clear();
        self.levels[0].push(Branch {
            allowed: 1 << m,
            ..*start
        });
        let rest = if length > endings::LENGTH {
            endings::LENGTH
        } else {
            0
        };
        self.descend(0, length, rest, task)
    }
}
