//! Batched depth-first search.
//!
//! A recursive search waits for memory at every probe. This one keeps a pool of nodes for
//! each number of moves left and expands a chunk of them at a time: it computes the
//! addresses of all probes of the chunk, asks for all their cache lines at once, and only
//! then reads them. As chunks are taken from the deepest pool that can fill one, the pools
//! stay small and the order is depth-first.
//!
//! Tasks come in most promising first, so the oldest nodes of a pool are expanded first: taken
//! from its other end, what is too little for a chunk would wait below all that comes later,
//! often to the end of the depth. For the same reason, nodes so near to a solution that few get
//! there do not wait for a chunk. (Both together: 1.8 in place of 2.4 times the probes of the
//! full search to depth 17, to the first solution of 60 cubes at distance 18, h8.)
//!
//! Two bounds are probed for each child `x·m` of a node `x`. `V((x·m)⁻¹)` comes first: it is
//! the same for the two quarter turns of a face, and for a half turn it is that of the
//! node itself, since the subgroups of our tables contain the half turns. `V(x·m)` is
//! read for what survives.

use super::node::{End, MAX_DEPTH, Node};
use crate::bits::ONE_A_BYTE;
use crate::cube::{Move, MoveSet};
use crate::probe::{Backend, IDENTITY, MEMBERS_ROOM, PackedCube, PackedCubes, Reader};
use crate::table::shallow::SHALLOW_DEPTH;
use std::collections::VecDeque;

/// Nodes expanded together. Enough to keep all the memory system's buffers busy, few enough
/// that what is computed stays in the first-level cache.
const CHUNK: usize = 64;

/// The most children of a chunk's nodes: each has 18 moves at one end.
const MOST_CHILDREN: usize = CHUNK * 18;

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

/// The clockwise quarter turns, one for each inverse-side probe.
const CLOCKWISE: u64 = 0o111_111;

/// Moves to be tried, and the numbers of the nodes to try them at.
struct Candidates {
    moves: Box<[u8; MOST_CHILDREN + MEMBERS_ROOM]>,
    nodes: Box<[u8; MOST_CHILDREN + MEMBERS_ROOM]>,
    len: usize,
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
pub struct Engine<B> {
    backend: B,
    /// Open nodes by moves left.
    pools: [VecDeque<Node>; MAX_DEPTH as usize + 1],
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
    /// What is to be probed, where, and what was read there.
    sides: PackedCubes,
    rows: Vec<u32>,
    addresses: Vec<u64>,
    answers: Vec<u8>,
    /// Which inverse-side probes each node asks for: a bit for the quarter turns of each face,
    /// and [`IDENTITY`] for half turns.
    asked: [u8; CHUNK],
    /// The bounds of the inverses of each node's children, a byte for each such probe.
    inverse_bounds: [u64; CHUNK],
    candidates: Candidates,
    /// Numbers of the candidates that can still be solved.
    kept: Box<[u16; MOST_CHILDREN]>,
}

impl<B: Backend> Engine<B> {
    /// An engine without work, for searches with up to `tasks` tasks.
    pub fn new(backend: B, tasks: usize) -> Engine<B> {
        Engine {
            backend,
            pools: std::array::from_fn(|_| VecDeque::new()),
            solved: Vec::new(),
            work: Work::default(),
            scores: vec![0.0; tasks],
            scratch: Scratch {
                nodes: Vec::with_capacity(CHUNK),
                ends: [0; CHUNK],
                allowed: [MoveSet::EMPTY; CHUNK],
                sides: PackedCubes::with_capacity(MOST_CHILDREN),
                rows: Vec::with_capacity(MOST_CHILDREN),
                addresses: Vec::with_capacity(MOST_CHILDREN),
                answers: Vec::with_capacity(MOST_CHILDREN),
                asked: [0; CHUNK],
                inverse_bounds: [0; CHUNK],
                candidates: Candidates {
                    moves: Box::new([0; MOST_CHILDREN + MEMBERS_ROOM]),
                    nodes: Box::new([0; MOST_CHILDREN + MEMBERS_ROOM]),
                    len: 0,
                },
                kept: Box::new([0; MOST_CHILDREN]),
            },
        }
    }

    /// Adds a node to be solved in exactly `left` moves.
    #[inline(always)]
    pub fn push(&mut self, node: Node, left: u8) {
        if left == 0 {
            self.check_solved(node);
        } else {
            self.pools[left as usize].push_back(node);
        }
    }

    /// Expands one chunk of nodes, by the bounds of `table`. Without `flush` only a full one:
    /// returns whether there was any to expand.
    pub fn step(&mut self, table: Reader, flush: bool) -> bool {
        let mut pools = self.pools.iter().enumerate();
        let full = pools.position(|(left, pool)| pool.len() >= enough(left));
        let chosen = match full {
            None if flush => self.pools.iter().rposition(|pool| !pool.is_empty()),
            full => full,
        };
        let Some(left) = chosen else { return false };
        take_chunk(&mut self.pools[left], &mut self.scratch.nodes);
        self.backend.run(|| self.expand(table, left as u8));
        true
    }

    /// Expands the chunk's nodes, each with `left` moves left.
    ///
    /// No bound excludes a child with as many moves left as the greatest bound. Still those of
    /// the inverses are read then, since they serve many children, and the ends are chosen by
    /// them at the next step; the children's own are not worth it. (With them 6% more probes
    /// with h2c6, 3% with h8, 5% with h9; without the inverses' 4, 2 and 4% more.)
    #[inline(always)]
    fn expand(&mut self, table: Reader, left: u8) {
        let child_left = left - 1;
        self.work.nodes += self.scratch.nodes.len() as u64;
        self.choose_ends(child_left);
        if child_left <= table.entries.greatest_bound() {
            self.probe_inverses(table, child_left);
        } else {
            self.scratch.inverse_bounds = [0; CHUNK];
        }
        self.list_candidates(child_left);
        if child_left < table.entries.greatest_bound() {
            self.probe_children(table, child_left);
        } else {
            self.keep_all_children(child_left);
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
    fn probe_inverses(&mut self, table: Reader, child_left: u8) {
        let (backend, scratch) = (self.backend, &mut self.scratch);
        scratch.sides.clear();
        for (i, node) in scratch.nodes.iter().enumerate() {
            let end = scratch.ends[i];
            let moves = scratch.allowed[i];
            let known = node.bounds[1 - end] > 0;
            let any_half_turn = !moves.intersection(MoveSet::HALF_TURNS).is_empty();
            let quarter_turns = backend.extract(moves.0.into(), CLOCKWISE) as u8;
            scratch.asked[i] = quarter_turns | u8::from(any_half_turn && !known) << IDENTITY;
            backend.left_products(&node.sides[1 - end], scratch.asked[i], &mut scratch.sides);
        }
        self.ask(table, child_left);
        let (backend, scratch) = (self.backend, &mut self.scratch);
        let mut first = 0;
        for (i, node) in scratch.nodes.iter().enumerate() {
            let asked = scratch.asked[i];
            let answers = scratch.answers[first..][..8].try_into();
            let answers = u64::from_le_bytes(answers.expect("the length is right"));
            let known = u64::from(node.bounds[1 - scratch.ends[i]]) << (8 * IDENTITY);
            let bytes = 0xff * backend.deposit(asked.into(), ONE_A_BYTE);
            scratch.inverse_bounds[i] = backend.deposit(answers, bytes) | known;
            first += asked.count_ones() as usize;
        }
    }

    /// Lists the moves that the inverse-side bounds leave.
    #[inline(always)]
    fn list_candidates(&mut self, child_left: u8) {
        let (backend, scratch) = (self.backend, &mut self.scratch);
        let Candidates { moves, nodes, len } = &mut scratch.candidates;
        *len = 0;
        for i in 0..scratch.nodes.len() {
            let excluded = bytes_above(backend, scratch.inverse_bounds[i], child_left);
            let rest = scratch.allowed[i].difference(moves_of_probes(backend, excluded));
            nodes[*len..][..MEMBERS_ROOM].fill(i as u8);
            let room = &mut moves[*len..][..MEMBERS_ROOM];
            *len += backend.members(rest.0, room.try_into().expect("the length is right"));
        }
        scratch.sides.clear();
        for (&m, &node) in moves[..*len].iter().zip(&nodes[..*len]) {
            let end = scratch.ends[node as usize];
            let side = &scratch.nodes[node as usize].sides[end];
            scratch.sides.push(backend.right(side, m as usize));
        }
    }

    /// Reads the bounds of the candidates and keeps those that can still be solved.
    #[inline(always)]
    fn probe_children(&mut self, table: Reader, child_left: u8) {
        self.ask(table, child_left);
        // listed without a branch, so without one that is foretold wrongly
        let mut count = 0;
        for i in 0..self.scratch.candidates.len {
            self.scratch.kept[count] = i as u16;
            count += usize::from(self.scratch.answers[i] <= child_left);
        }
        for k in 0..count {
            let i = self.scratch.kept[k] as usize;
            self.keep(i, self.scratch.answers[i], child_left);
        }
    }

    /// Keeps all candidates, their own bounds unknown.
    #[inline(always)]
    fn keep_all_children(&mut self, child_left: u8) {
        for i in 0..self.scratch.candidates.len {
            self.keep(i, 0, child_left);
        }
    }

    /// Reads the bounds of all sides as far as they matter with `left` moves left, each step in
    /// a loop of its own: so that the memory has time to answer. Even the rows of corner cosets
    /// do not all fit the second-level cache.
    #[inline(always)]
    fn ask(&mut self, table: Reader, left: u8) {
        let backend = self.backend;
        let Scratch {
            sides,
            rows,
            addresses,
            answers,
            ..
        } = &mut self.scratch;
        self.work.probes += sides.len() as u64;
        backend.corner_classes(table.addresses, sides, rows);
        backend.addresses(table.addresses, table.entries.codes, sides, rows, addresses);
        answers.clear();
        answers.extend(
            addresses
                .iter()
                .map(|&address| table.entries.bound_above(address, left)),
        );
        answers.extend([0; 8]);
    }

    /// Makes a node of a candidate.
    #[inline(always)]
    fn keep(&mut self, i: usize, bound: u8, child_left: u8) {
        let scratch = &self.scratch;
        let node = scratch.candidates.nodes[i] as usize;
        let m = Move::from_index(scratch.candidates.moves[i] as usize);
        let end = scratch.ends[node];
        let parent = &scratch.nodes[node];
        let probe = if m.is_half_turn() {
            IDENTITY
        } else {
            m.face().index()
        };
        let inverse_bound = scratch.inverse_bounds[node].to_le_bytes()[probe];
        let child = scratch.sides.get(i);
        let inverse = self.backend.left(&parent.sides[1 - end], m.index());
        let node = parent.child(end, m, [child, inverse], [bound, inverse_bound]);
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
        if node.sides[0] == PackedCube::solved() {
            self.solved.push(node);
        }
    }
}

/// Moves the oldest nodes of a pool to `nodes`: a chunk, or all if they are fewer.
#[inline(always)]
fn take_chunk(pool: &mut VecDeque<Node>, nodes: &mut Vec<Node>) {
    let count = pool.len().min(CHUNK);
    let (front, back) = pool.as_slices();
    let in_front = front.len().min(count);
    nodes.clear();
    nodes.extend_from_slice(&front[..in_front]);
    nodes.extend_from_slice(&back[..count - in_front]);
    pool.drain(..count);
}

/// How many nodes a pool must have for them to be expanded, by moves left.
fn enough(left: usize) -> usize {
    if left <= SHALLOW_DEPTH as usize {
        1
    } else {
        CHUNK
    }
}

/// The moves that a set of inverse-side probes tells of: both quarter turns of each face, and
/// all half turns for [`IDENTITY`].
#[inline(always)]
fn moves_of_probes(backend: impl Backend, probes: u64) -> MoveSet {
    let quarter_turns = backend.deposit(probes, CLOCKWISE) as u32 * 0b101;
    let half_turns = (probes >> IDENTITY & 1) as u32 * MoveSet::HALF_TURNS.0;
    MoveSet(quarter_turns | half_turns)
}

/// The set of bytes (all below 128) that are above a limit, as bits.
#[inline(always)]
fn bytes_above(backend: impl Backend, bytes: u64, limit: u8) -> u64 {
    let carried = bytes + ONE_A_BYTE * u64::from(0x7f - limit);
    backend.extract(carried, 0x80 * ONE_A_BYTE)
}
