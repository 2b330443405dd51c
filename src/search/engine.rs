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
    addresses: Vec<u64>,
    /// The node (times 8) and face of each inverse-side probe.
    requests: Vec<u16>,
    inverse_bounds: [[u8; 8]; CHUNK],
    candidates: Vec<Candidate>,
    children: Vec<Side>,
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
                addresses: vec![0; CHUNK * MAX_CHILDREN],
                requests: vec![0; CHUNK * (HALF_TURNS + 1)],
                inverse_bounds: [[0; 8]; CHUNK],
                candidates: Vec::with_capacity(CHUNK * MAX_CHILDREN),
                children: Vec::with_capacity(CHUNK * MAX_CHILDREN),
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
        let mut count = 0;
        for (i, node) in scratch.nodes.iter().enumerate() {
            let end = scratch.ends[i];
            let inverse = &node.sides[1 - end];
            let allowed = scratch.allowed[i];
            let known = node.bounds[1 - end];
            scratch.inverse_bounds[i][HALF_TURNS] = known;
            if known == 0 && !allowed.intersection(MoveSet::HALF_TURNS).is_empty() {
                scratch.addresses[count] = self.backend.locate(self.table.locate, inverse);
                scratch.requests[count] = (8 * i + HALF_TURNS) as u16;
                count += 1;
            }
            for (face, &m) in QUARTER_TURNS.iter().enumerate() {
                if allowed.contains(Move::from_index(m)) {
                    let side = self.backend.left(inverse, m);
                    scratch.addresses[count] = self.backend.locate(self.table.locate, &side);
                    scratch.requests[count] = (8 * i + face) as u16;
                    count += 1;
                }
            }
        }
        prefetch(self.backend, &self.table, &scratch.addresses[..count]);
        self.work.probes += count as u64;
        for (&address, &request) in scratch.addresses[..count].iter().zip(&scratch.requests) {
            let bound = self.table.value(address);
            scratch.inverse_bounds[request as usize / 8][request as usize % 8] = bound;
        }
    }

    /// Lists the moves that the inverse-side bounds leave.
    #[inline(always)]
    fn list_candidates(&mut self, child_left: u8) {
        let scratch = &mut self.scratch;
        scratch.candidates.clear();
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
                scratch.children.push(self.backend.right(side, m.index()));
            }
        }
    }

    /// Reads the bounds of the candidates and keeps those that can still be solved.
    #[inline(always)]
    fn probe_children(&mut self, child_left: u8) {
        let scratch = &mut self.scratch;
        let count = scratch.children.len();
        for (child, address) in scratch.children.iter().zip(&mut scratch.addresses) {
            *address = self.backend.locate(self.table.locate, child);
        }
        prefetch(self.backend, &self.table, &scratch.addresses[..count]);
        self.work.probes += count as u64;
        for i in 0..count {
            let bound = self.table.value(self.scratch.addresses[i]);
            if bound <= child_left {
                self.keep(i, bound, child_left);
            }
        }
        self.scratch.children.clear();
    }

    #[inline(always)]
    fn push_all_children(&mut self, child_left: u8) {
        for i in 0..self.scratch.children.len() {
            self.keep(i, 0, child_left);
        }
        self.scratch.children.clear();
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
        let child = self.scratch.children[i];
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

/// Asks for the cache lines of some addresses, in a loop of its own: a prefetch whose address
/// translation misses holds up all instructions behind it, and these overlap only if they
/// come close together. (Groups of 8 or 16 while addresses are computed: 57 ns a probe
/// instead of 50, h8, Sapphire Rapids, one thread.)
#[inline(always)]
fn prefetch<B: Backend>(backend: B, table: &Reader, addresses: &[u64]) {
    for &address in addresses {
        backend.prefetch(table.codes, (address / 8) as usize);
    }
}
