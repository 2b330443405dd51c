//! Batched depth-first search.
//!
//! A recursive search waits for memory at every probe. This one keeps [`Pools`] of nodes and expands a chunk of them
//! at a time: it computes the addresses of all probes of the chunk, prefetches all their cache lines at once, and only
//! then reads them.
//!
//! Two bounds are probed for each child `x·m` of a node `x`. `V((x·m)⁻¹)` comes first: it is the
//! same for the two quarter turns of a face, and for a half turn it is that of the node itself, since
//! the subgroups of all tables contain the half turns. `V(x·m)` is read for the children that
//! survive this.

use super::node::{MAX_DEPTH, Node, Scramble};
use super::pools::{CHUNK, Pools};
use super::promising::NodeClasses;
use crate::bits::ONE_A_BYTE;
use crate::cube::{Metric, Move, MoveSet};
use crate::probe::{
    Backend, CLOCKWISE, IDENTITY, Kernel, Lookup, MEMBERS_CAPACITY, PackedCube, Prober, TOP_BITS,
    TableReader,
};
use std::mem::take;

/// Greatest number of children of a chunk's nodes.
const MAX_CHILDREN: usize = CHUNK * Move::COUNT;

/// Moves left at which a surviving node scores 1.
const UNIT_SCORE_LEFT: usize = 24;

/// Score of a surviving node by moves left: `20^(UNIT_SCORE_LEFT - left)`, so that one node a move
/// nearer outweighs all others of its task (a node has some 13 children).
static SURVIVOR_WEIGHTS: [f32; MAX_DEPTH as usize + 1] = {
    let mut weights = [1.0; MAX_DEPTH as usize + 1];
    let mut left = UNIT_SCORE_LEFT;
    while left > 0 {
        weights[left - 1] = weights[left] * 20.0;
        left -= 1;
    }
    weights
};

/// Children that are still candidates: moves, and the indices of their nodes in the chunk.
struct Candidates {
    moves: Box<[u8; MAX_CHILDREN + MEMBERS_CAPACITY]>,
    nodes: Box<[u8; MAX_CHILDREN + MEMBERS_CAPACITY]>,
    len: usize,
}

/// A depth-first search that is running: pools of open nodes, and buffers.
pub struct Batched<B> {
    backend: B,
    metric: Metric,
    pools: Pools,
    /// Solved nodes that were found and not yet collected.
    pub solved: Vec<Node>,
    /// Nodes expanded and reads of the table, not yet collected.
    nodes: u64,
    probes: u64,
    /// For each task, how promising it looked: see [`SURVIVOR_WEIGHTS`].
    pub scores: Vec<f32>,
    /// Nodes that are promising at the next depth, if that matters.
    pub classes: Option<NodeClasses>,
    scratch: Scratch,
}

/// The chunk being expanded.
struct Scratch {
    nodes: Vec<Node>,
    /// Which scramble of each node is extended, and by which moves.
    extended: [Scramble; CHUNK],
    allowed: [MoveSet; CHUNK],
    /// The cubes to be probed, and the bounds read for them.
    lookup: Lookup,
    /// Which inverses of each node's children are probed, as bits: one for the quarter turns of each
    /// face, and [`IDENTITY`] for half turns.
    requested: [u8; CHUNK],
    /// The bounds of the inverses of each node's children, a byte for each such probe.
    inverse_bounds: [u64; CHUNK],
    candidates: Candidates,
    /// Indices of the candidates that can still be solved.
    survivors: Box<[u16; MAX_CHILDREN]>,
}

/// The expansion of a chunk that was taken.
struct Expansion<'a, B> {
    search: &'a mut Batched<B>,
    table: TableReader<'a>,
    left: u8,
}

impl<B: Backend> Kernel for Expansion<'_, B> {
    #[inline(always)]
    fn compute(self) {
        match self.search.metric {
            Metric::HalfTurn => self.search.expand::<1>(self.table, self.left),
            Metric::QuarterTurn => self.search.expand::<2>(self.table, self.left),
        }
    }
}

impl<B: Backend> Batched<B> {
    /// A search without nodes, for a depth with `tasks` tasks.
    pub fn new(backend: B, metric: Metric, tasks: usize) -> Batched<B> {
        Batched {
            backend,
            metric,
            pools: Pools::new(),
            solved: Vec::new(),
            nodes: 0,
            probes: 0,
            scores: vec![0.0; tasks],
            classes: None,
            scratch: Scratch {
                nodes: Vec::with_capacity(CHUNK),
                extended: [Scramble::Normal; CHUNK],
                allowed: [MoveSet::EMPTY; CHUNK],
                lookup: Lookup::with_capacity(MAX_CHILDREN),
                requested: [0; CHUNK],
                inverse_bounds: [0; CHUNK],
                candidates: Candidates {
                    moves: Box::new([0; MAX_CHILDREN + MEMBERS_CAPACITY]),
                    nodes: Box::new([0; MAX_CHILDREN + MEMBERS_CAPACITY]),
                    len: 0,
                },
                survivors: Box::new([0; MAX_CHILDREN]),
            },
        }
    }

    /// Adds a node to be solved by a sequence of exactly the length `left`.
    #[inline(always)]
    pub fn push(&mut self, node: Node, left: u8) {
        if left == 0 {
            self.check_solved(node);
        } else {
            self.pools.with_left(left.into()).push(node);
        }
    }

    /// The nodes expanded and reads of the table since the last call.
    pub fn take_work(&mut self) -> (u64, u64) {
        (take(&mut self.nodes), take(&mut self.probes))
    }

    /// Expands one chunk of nodes by the bounds of a table; unless `flush` only one that is full or
    /// has waited long enough. Returns whether there was one.
    pub fn step(&mut self, prober: &Prober, flush: bool) -> bool {
        let Some(left) = self.pools.take_chunk(flush, &mut self.scratch.nodes) else {
            return false;
        };
        if let Some(classes) = &mut self.classes {
            classes.add(&self.scratch.nodes, left as u8);
        }
        let (addresses, entries) = (prober.addresses, prober.table().entries());
        self.backend.enter(Expansion {
            table: TableReader { addresses, entries },
            left: left as u8,
            search: self,
        });
        true
    }

    /// Expands the chunk's nodes, each with `left` left, where a half turn costs `HALF_TURN`: the
    /// child by a quarter turn has `child_left` left, that by a half turn may have less.
    ///
    /// No bound excludes a child with as much left as the greatest bound. The bounds of the inverses
    /// are read even then: each serves several children, and they decide which scramble is extended
    /// at the next step. Reading the children's own bounds would cost more than it gains.
    #[inline(always)]
    fn expand<const HALF_TURN: u8>(&mut self, table: TableReader, left: u8) {
        let child_left = left - 1;
        self.nodes += self.scratch.nodes.len() as u64;
        self.choose_scrambles::<HALF_TURN>(left);
        if child_left <= table.entries.max_bound() {
            self.probe_inverses(table, child_left);
        } else {
            self.scratch.inverse_bounds = [0; CHUNK];
        }
        self.list_candidates::<HALF_TURN>(left);
        if child_left < table.entries.max_bound() {
            self.probe_children::<HALF_TURN>(table, left);
        } else {
            self.add_all_children::<HALF_TURN>(left);
        }
    }

    /// Chooses to extend the scramble with fewer moves to try: if the other one's bound is tight, half
    /// turns are excluded, since they cannot lower it.
    #[inline(always)]
    fn choose_scrambles<const HALF_TURN: u8>(&mut self, left: u8) {
        let scratch = &mut self.scratch;
        for (i, node) in scratch.nodes.iter().enumerate() {
            let moves_on = |scramble: Scramble| {
                let allowed = node.allowed[scramble as usize];
                if node.bounds[scramble.other() as usize] + HALF_TURN > left {
                    allowed.difference(MoveSet::HALF_TURNS)
                } else {
                    allowed
                }
            };
            let allowed = [moves_on(Scramble::Normal), moves_on(Scramble::Inverse)];
            let extended = if allowed[1].len() < allowed[0].len() {
                Scramble::Inverse
            } else {
                Scramble::Normal
            };
            scratch.extended[i] = extended;
            scratch.allowed[i] = allowed[extended as usize];
        }
    }

    /// Reads the bounds of the inverses of all children, at most seven for a node.
    #[inline(always)]
    fn probe_inverses(&mut self, table: TableReader, child_left: u8) {
        let (backend, scratch) = (self.backend, &mut self.scratch);
        scratch.lookup.cubes.clear();
        for (i, node) in scratch.nodes.iter().enumerate() {
            let other = scratch.extended[i].other() as usize;
            let moves = scratch.allowed[i];
            let known = node.bounds[other] > 0;
            let any_half_turn = !moves.intersection(MoveSet::HALF_TURNS).is_empty();
            let quarter_turns = backend.extract(moves.bits().into(), CLOCKWISE) as u8;
            let requested = quarter_turns | u8::from(any_half_turn && !known) << IDENTITY;
            backend.left_products(&node.cubes[other], requested, &mut scratch.lookup.cubes);
            scratch.requested[i] = requested;
        }
        self.probe(table, child_left);
        let (backend, scratch) = (self.backend, &mut self.scratch);
        let mut first = 0;
        for (i, node) in scratch.nodes.iter().enumerate() {
            let requested = scratch.requested[i];
            let bounds = scratch.lookup.bounds[first..][..8].try_into();
            let bounds = u64::from_le_bytes(bounds.expect("the length is right"));
            let other = scratch.extended[i].other();
            let known = u64::from(node.bounds[other as usize]) << (8 * IDENTITY);
            scratch.inverse_bounds[i] = backend.spread(bounds, requested) | known;
            first += requested.count_ones() as usize;
        }
    }

    /// Lists the moves that the bounds of the inverses do not exclude.
    #[inline(always)]
    fn list_candidates<const HALF_TURN: u8>(&mut self, left: u8) {
        let (backend, scratch) = (self.backend, &mut self.scratch);
        let Candidates { moves, nodes, len } = &mut scratch.candidates;
        *len = 0;
        for i in 0..scratch.nodes.len() {
            let bounds = scratch.inverse_bounds[i];
            let excluded = excluding_probes::<HALF_TURN>(backend, bounds, left);
            let rest = scratch.allowed[i].difference(moves_of_probes(backend, excluded));
            nodes[*len..][..MEMBERS_CAPACITY].fill(i as u8);
            let padded = &mut moves[*len..][..MEMBERS_CAPACITY];
            *len += backend.members(rest.bits(), padded.try_into().expect("the length is right"));
        }
        scratch.lookup.cubes.clear();
        for i in 0..*len {
            let (m, node) = (moves[i] as usize, nodes[i] as usize);
            let cube = &scratch.nodes[node].cubes[scratch.extended[node] as usize];
            scratch.lookup.cubes.push(backend.right(cube, m));
        }
    }

    /// Reads the bounds of the candidates and adds those that can still be solved.
    #[inline(always)]
    fn probe_children<const HALF_TURN: u8>(&mut self, table: TableReader, left: u8) {
        self.probe(table, left - 1);
        // branch-free, since the outcome is unpredictable (a misprediction costs about 15 cycles)
        let mut count = 0;
        for i in 0..self.scratch.candidates.len {
            self.scratch.survivors[count] = i as u16;
            let m = self.scratch.candidates.moves[i];
            count += usize::from(self.scratch.lookup.bounds[i] <= left - cost::<HALF_TURN>(m));
        }
        for k in 0..count {
            let i = self.scratch.survivors[k] as usize;
            self.add_child::<HALF_TURN>(i, self.scratch.lookup.bounds[i], left);
        }
    }

    /// Adds all candidates, their own bounds unread.
    #[inline(always)]
    fn add_all_children<const HALF_TURN: u8>(&mut self, left: u8) {
        for i in 0..self.scratch.candidates.len {
            self.add_child::<HALF_TURN>(i, 0, left);
        }
    }

    #[inline(always)]
    fn probe(&mut self, table: TableReader, left: u8) {
        let lookup = &mut self.scratch.lookup;
        self.probes += lookup.cubes.len() as u64;
        self.backend.bounds(table, left, lookup);
    }

    /// Adds the node of a candidate to its pool.
    #[inline(always)]
    fn add_child<const HALF_TURN: u8>(&mut self, i: usize, bound: u8, left: u8) {
        let scratch = &self.scratch;
        let node = scratch.candidates.nodes[i] as usize;
        let m = Move::from_index(scratch.candidates.moves[i] as usize);
        let extended = scratch.extended[node];
        let parent = &scratch.nodes[node];
        let probe = if m.is_half_turn() {
            IDENTITY
        } else {
            m.face().index()
        };
        let inverse_bound = scratch.inverse_bounds[node].to_le_bytes()[probe];
        let cube = scratch.lookup.cubes.get(i);
        let other = &parent.cubes[extended.other() as usize];
        let inverse = self.backend.left(other, m.index());
        let left = usize::from(left - cost::<HALF_TURN>(m.index() as u8));
        if let Some(score) = self.scores.get_mut(parent.task as usize) {
            *score += SURVIVOR_WEIGHTS[left];
        }
        let nodes = self.pools.with_left(left);
        nodes.push(*parent);
        let child = nodes.last_mut().expect("it was just added");
        parent.make_child(child, extended, m, (cube, bound), (inverse, inverse_bound));
        if left == 0 {
            let child = nodes.pop().expect("it was just added");
            self.check_solved(child);
        }
    }

    fn check_solved(&mut self, node: Node) {
        if node.cubes[0] == PackedCube::SOLVED {
            self.solved.push(node);
        }
    }
}

/// The moves whose inverse bounds a set of probes reads: both quarter turns of each face, and all
/// half turns for [`IDENTITY`].
#[inline(always)]
fn moves_of_probes(backend: impl Backend, probes: u64) -> MoveSet {
    let quarter_turns = backend.deposit(probes, CLOCKWISE) as u32 * 0b101;
    let half_turns = (probes >> IDENTITY & 1) as u32 * MoveSet::HALF_TURNS.bits();
    MoveSet::from_bits(quarter_turns | half_turns)
}

#[inline(always)]
fn cost<const HALF_TURN: u8>(m: u8) -> u8 {
    1 + (HALF_TURN - 1) * (MoveSet::HALF_TURNS.bits() >> m & 1) as u8
}

/// The probes of inverses, as bits, whose bounds (a byte each, all below 128) exclude their moves
/// with `left` left.
#[inline(always)]
fn excluding_probes<const HALF_TURN: u8>(backend: impl Backend, bounds: u64, left: u8) -> u64 {
    let quarter_turns = ONE_A_BYTE * u64::from(0x80 - left);
    let half_turns = u64::from(HALF_TURN - 1) << (8 * IDENTITY);
    backend.extract(bounds + quarter_turns + half_turns, TOP_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Portable;

    /// With 5 left a quarter turn leaves 4, and a half turn 4 or 3.
    #[test]
    fn bounds_exclude_moves_that_leave_too_few() {
        let bounds = u64::from_le_bytes([4, 5, 0, 0, 0, 0, 4, 0]);
        assert_eq!(excluding_probes::<1>(Portable, bounds, 5), 1 << 1);
        assert_eq!(
            excluding_probes::<2>(Portable, bounds, 5),
            1 << 1 | 1 << IDENTITY
        );
        assert_eq!(excluding_probes::<2>(Portable, bounds, 6), 0);
    }
}
