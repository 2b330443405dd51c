//! Batched depth-first search.
//!
//! A recursive search waits for memory at every probe. This one keeps a pool of nodes for
//! each number of moves left and expands a chunk of them at a time: it computes the
//! addresses of all probes of the chunk, asks for all their cache lines at once, and only
//! then reads them. As chunks are taken from the deepest pool that can fill one, the pools
//! stay small and the order is depth-first.
//!
//! Two bounds are probed for each child `x·m` of a node `x`. `V((x·m)⁻¹)` comes first: it is
//! the same for the two quarter turns of a face, and for a half turn it is that of the
//! node itself, since the subgroups of our tables contain the half turns. `V(x·m)` is
//! read for what survives.

use super::node::{End, MAX_DEPTH, Node};
use crate::cube::{Move, MoveSet};
use crate::table::probe::{Backend, QUARTER_TURNS, Side};
use crate::table::{Reader, Table};

/// Nodes expanded together. Enough to keep all the memory system's buffers busy, few enough
/// that what is computed stays in the first-level cache.
const CHUNK: usize = 32;

/// Moves at one end of a node.
const MAX_CHILDREN: usize = 18;

/// Which of a node's inverse-side probes: one of each face's quarter turns, or the node's
/// own inverse, which stands for all half turns.
const HALF_TURNS: usize = 6;

/// What a survivor counts by its moves left: powers of 20.
static SURVIVOR_WEIGHTS: [f32; MAX_DEPTH as usize + 1] = {
    let mut weights = [1.0; MAX_DEPTH as usize + 1];
    let mut left = MAX_DEPTH as usize;
    while left > 0 {
        weights[left - 1] = weights[left] * 20.0;
        left -= 1;
    }
    weights
};

/// A move to be tried at a node.
#[derive(Clone, Copy)]
struct Candidate {
    node: u8,
    m: u8,
    /// The bound already read for the inverse of the child.
    inverse_bound: u8,
}

/// What the engine did, in counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes expanded.
    pub nodes: u64,
    /// Reads of the table.
    pub probes: u64,
}

/// A depth-first search in the making: pools of open nodes, and room to work in.
pub struct Engine<'a, B> {
    backend: B,
    table: Reader<'a>,
    /// Open nodes by moves left.
    pools: [Vec<Node>; MAX_DEPTH as usize + 1],
    /// Solved nodes that were found and not yet taken away.
    pub solved: Vec<Node>,
    pub work: Work,
    /// For each task, how promising it looked: see [`Engine::note_survivor`].
    pub scores: Vec<f32>,
    scratch: Scratch,
}

/// The chunk being expanded.
struct Scratch {
    nodes: Vec<Node>,
    ends: [End; CHUNK],
    allowed: [MoveSet; CHUNK],
    /// What is to be probed, and where.
    sides: Vec<Side>,
    cosets: Vec<usize>,
    addresses: Vec<u64>,
    /// The node (times 8) and face of each inverse-side probe.
    requests: Vec<u16>,
    inverse_bounds: [[u8; 8]; CHUNK],
    candidates: Vec<Candidate>,
}

impl<'a, B: Backend> Engine<'a, B> {
    /// An engine without work, for searches with up to `tasks` tasks.
    pub fn new(backend: B, table: &'a Table, tasks: usize) -> Engine<'a, B> {
        Engine {
            backend,
            table: table.reader(),
            pools: std::array::from_fn(|_| Vec::new()),
            solved: Vec::new(),
            work: Work::default(),
            scores: vec![0.0; tasks],
            scratch: Scratch {
                nodes: Vec::with_capacity(CHUNK),
                ends: [0; CHUNK],
                allowed: [MoveSet::EMPTY; CHUNK],
                sides: Vec::with_capacity(CHUNK * MAX_CHILDREN),
                cosets: Vec::with_capacity(CHUNK * MAX_CHILDREN),
                addresses: Vec::with_capacity(CHUNK * MAX_CHILDREN),
                requests: Vec::with_capacity(CHUNK * (HALF_TURNS + 1)),
                inverse_bounds: [[0; 8]; CHUNK],
                candidates: Vec::with_capacity(CHUNK * MAX_CHILDREN),
            },
        }
    }

    /// Adds a node to be solved in exactly `left` moves.
    pub fn push(&mut self, node: Node, left: u8) {
        if left == 0 {
            self.check_solved(node);
        } else {
            self.pools[left as usize].push(node);
        }
    }

    /// Expands one chunk of nodes. Without `flush` only a full one: returns whether there
    /// was any to expand.
    pub fn step(&mut self, flush: bool) -> bool {
        let full = self.pools.iter().position(|pool| pool.len() >= CHUNK);
        let chosen = match full {
            None if flush => self.pools.iter().rposition(|pool| !pool.is_empty()),
            full => full,
        };
        let Some(left) = chosen else { return false };
        let pool = &mut self.pools[left];
        let start = pool.len().saturating_sub(CHUNK);
        self.scratch.nodes.clear();
        self.scratch.nodes.extend(pool.drain(start..));
        self.backend.run(|| self.expand(left as u8));
        true
    }

    /// Expands the chunk's nodes, each with `left` moves left.
    #[inline(always)]
    fn expand(&mut self, left: u8) {
        let child_left = left - 1;
        self.work.nodes += self.scratch.nodes.len() as u64;
        self.choose_ends(child_left);
        let probing = child_left <= self.table.base + 3;
        if probing {
            self.probe_inverses();
        } else {
            self.scratch.inverse_bounds = [[0; 8]; CHUNK];
        }
        self.list_candidates(child_left);
        if probing {
            self.probe_children(child_left);
        } else {
            self.push_all_children(child_left);
        }
    }

    /// Chooses the end that has fewer moves to try: where the other side's bound is tight,
    /// half turns cannot lower it.
    #[inline(always)]
    fn choose_ends(&mut self, child_left: u8) {
        let scratch = &mut self.scratch;
        for (i, node) in scratch.nodes.iter().enumerate() {
            let at = |end: End| {
                if node.bounds[1 - end] > child_left {
                    node.allowed[end].difference(MoveSet::HALF_TURNS)
                } else {
                    node.allowed[end]
                }
            };
            let allowed = [at(0), at(1)];
            let end = usize::from(allowed[1].len() < allowed[0].len());
            scratch.ends[i] = end;
            scratch.allowed[i] = allowed[end];
        }
    }

    /// Reads the bounds of the inverses of all children: at most seven for a node.
    #[inline(always)]
    fn probe_inverses(&mut self) {
        let scratch = &mut self.scratch;
        scratch.sides.clear();
        scratch.requests.clear();
        for (i, node) in scratch.nodes.iter().enumerate() {
            let end = scratch.ends[i];
            let inverse = &node.sides[1 - end];
            let allowed = scratch.allowed[i];
            let known = node.bounds[1 - end];
            scratch.inverse_bounds[i][HALF_TURNS] = known;
            if known == 0 && !allowed.intersection(MoveSet::HALF_TURNS).is_empty() {
                scratch.sides.push(*inverse);
                scratch.requests.push((8 * i + HALF_TURNS) as u16);
            }
            for (face, &m) in QUARTER_TURNS.iter().enumerate() {
                if allowed.contains(Move::from_index(m)) {
                    scratch.sides.push(self.backend.left(inverse, m));
                    scratch.requests.push((8 * i + face) as u16);
                }
            }
        }
        self.ask();
        let scratch = &mut self.scratch;
        for (&address, &request) in scratch.addresses.iter().zip(&scratch.requests) {
            let bound = self.table.value(address);
            scratch.inverse_bounds[request as usize / 8][request as usize % 8] = bound;
        }
    }

    /// Lists the moves that the inverse-side bounds leave.
    #[inline(always)]
    fn list_candidates(&mut self, child_left: u8) {
        let scratch = &mut self.scratch;
        scratch.candidates.clear();
        scratch.sides.clear();
        for (i, node) in scratch.nodes.iter().enumerate() {
            let bounds = &scratch.inverse_bounds[i];
            let mut moves = scratch.allowed[i];
            for (face, &bound) in bounds[..HALF_TURNS].iter().enumerate() {
                if bound > child_left {
                    moves = moves.difference(MoveSet(0b101 << (3 * face)));
                }
            }
            if bounds[HALF_TURNS] > child_left {
                moves = moves.difference(MoveSet::HALF_TURNS);
            }
            let side = &node.sides[scratch.ends[i]];
            for m in moves.iter() {
                let slot = if m.is_half_turn() {
                    HALF_TURNS
                } else {
                    m.index() / 3
                };
                scratch.candidates.push(Candidate {
                    node: i as u8,
                    m: m.index() as u8,
                    inverse_bound: bounds[slot],
                });
                scratch.sides.push(self.backend.right(side, m.index()));
            }
        }
    }

    /// Reads the bounds of the candidates and keeps those that can still be solved.
    #[inline(always)]
    fn probe_children(&mut self, child_left: u8) {
        self.ask();
        for i in 0..self.scratch.addresses.len() {
            let bound = self.table.value(self.scratch.addresses[i]);
            if bound <= child_left {
                self.keep(i, bound, child_left);
            }
        }
    }

    #[inline(always)]
    fn push_all_children(&mut self, child_left: u8) {
        for i in 0..self.scratch.sides.len() {
            self.keep(i, 0, child_left);
        }
    }

    /// Finds the addresses of all sides and asks for their cache lines, each step in a loop of
    /// its own. The rows of corner cosets are asked for first: those of the finer corner
    /// spaces do not fit the second-level cache.
    ///
    /// A prefetch whose address translation misses holds up all instructions behind it, and
    /// these overlap only if they come close together. (One prefetch after each address: 68
    /// ns a probe instead of 54, h8, Sapphire Rapids, one thread.)
    #[inline(always)]
    fn ask(&mut self) {
        let Scratch {
            sides,
            cosets,
            addresses,
            ..
        } = &mut self.scratch;
        let (backend, locate) = (self.backend, self.table.locate);
        self.work.probes += sides.len() as u64;
        cosets.clear();
        for side in &*sides {
            let coset = backend.coset(locate, side);
            backend.prefetch(&locate.rows, coset);
            cosets.push(coset);
        }
        addresses.clear();
        for (side, &coset) in sides.iter().zip(&*cosets) {
            addresses.push(backend.address(locate, side, coset));
        }
        for &address in &*addresses {
            backend.prefetch(self.table.codes, (address / 8) as usize);
        }
    }

    /// Makes a node of a candidate.
    #[inline(always)]
    fn keep(&mut self, i: usize, bound: u8, child_left: u8) {
        let Candidate {
            node,
            m,
            inverse_bound,
        } = self.scratch.candidates[i];
        let end = self.scratch.ends[node as usize];
        let parent = &self.scratch.nodes[node as usize];
        let child = self.scratch.sides[i];
        let inverse = self.backend.left(&parent.sides[1 - end], m as usize);
        let (sides, bounds) = if end == 0 {
            ([child, inverse], [bound, inverse_bound])
        } else {
            ([inverse, child], [inverse_bound, bound])
        };
        let node = parent.child(end, Move::from_index(m as usize), sides, bounds);
        self.note_survivor(node.task, child_left);
        self.push(node, child_left);
    }

    /// Counts a survivor towards its task's score: one with a move less left is worth more
    /// than all the others of its task.
    #[inline(always)]
    fn note_survivor(&mut self, task: u32, left: u8) {
        if let Some(score) = self.scores.get_mut(task as usize) {
            *score += SURVIVOR_WEIGHTS[left as usize];
        }
    }

    fn check_solved(&mut self, node: Node) {
        if node.sides[0] == Side::solved() {
            self.solved.push(node);
        }
    }
}
