//! Batched depth-first search.
//!
//! A recursive search waits for memory at every probe. This one keeps [`Pools`] of nodes and expands a chunk of them
//! at a time: it computes the addresses of all probes of the chunk, prefetches all their cache lines at once, and only
//! then reads them.
//!
//! Two bounds are probed for each child `x·m` of a node `x`. `V((x·m)⁻¹)` comes first: it is the
//! same for the two quarter turns of a face or of a slice, and for a half turn it is that of the node itself, since
//! the subgroups of all tables contain the half turns. `V(x·m)` is read for the children that
//! survive this.

use super::node::{MAX_DEPTH, NextTurns, Node, Scramble, next_turns};
use super::pools::{CHUNK, Pools};
use super::promising::NodeClasses;
use super::turns::{
    HalfTurns, QuarterTurns, SliceTurns, Turns, cost, excluding_probes, quarter_turns,
    turns_of_probes,
};
use crate::cube::{Metric, Move, Turn};
use crate::probe::{
    Backend, FACE_FACTORS, IDENTITY, Kernel, Lookup, MEMBERS_CAPACITY, PackedCube, Prober,
    SLICE_FACTORS, TableReader,
};
use std::mem::take;
use std::slice;

/// Greatest number of children of a chunk's nodes.
const MAX_CHILDREN: usize = CHUNK * Turn::COUNT;

/// Number of faces: probes of quarter turns of slices come after those of faces.
const FACES: usize = Move::COUNT / 3;

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

/// Children that are still candidates: turns, and the indices of their nodes in the chunk.
struct Candidates {
    turns: Box<[u8; MAX_CHILDREN + MEMBERS_CAPACITY]>,
    nodes: Box<[u8; MAX_CHILDREN + MEMBERS_CAPACITY]>,
    len: usize,
}

/// A depth-first search that is running: pools of open nodes, and buffers.
pub struct Batched<B> {
    backend: B,
    metric: Metric,
    next: &'static NextTurns,
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
    /// Which scramble of each node is extended, and by which turns.
    extended: [Scramble; CHUNK],
    allowed: [u32; CHUNK],
    /// The cubes to be probed, and the bounds read for them.
    lookup: Lookup,
    /// Which inverses of each node's children are probed, as bits: one for the quarter turns of each
    /// face, and [`IDENTITY`] for half turns; then one for the quarter turns of each slice.
    requested: [[u8; 2]; CHUNK],
    /// The bounds of the inverses of each node's children, a byte for each such probe.
    inverse_bounds: [[u64; 2]; CHUNK],
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
            Metric::HalfTurn => self.search.expand::<HalfTurns>(self.table, self.left),
            Metric::QuarterTurn => self.search.expand::<QuarterTurns>(self.table, self.left),
            Metric::SliceTurn => self.search.expand::<SliceTurns>(self.table, self.left),
        }
    }
}

impl<B: Backend> Batched<B> {
    /// A search without nodes, for a depth with `tasks` tasks.
    pub fn new(backend: B, metric: Metric, tasks: usize) -> Batched<B> {
        Batched {
            backend,
            metric,
            next: next_turns(metric),
            pools: Pools::new(),
            solved: Vec::new(),
            nodes: 0,
            probes: 0,
            scores: vec![0.0; tasks],
            classes: None,
            scratch: Scratch {
                nodes: Vec::with_capacity(CHUNK),
                extended: [Scramble::Normal; CHUNK],
                allowed: [0; CHUNK],
                lookup: Lookup::with_capacity(MAX_CHILDREN),
                requested: [[0; 2]; CHUNK],
                inverse_bounds: [[0; 2]; CHUNK],
                candidates: Candidates {
                    turns: Box::new([0; MAX_CHILDREN + MEMBERS_CAPACITY]),
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

    /// Expands the chunk's nodes, each with `left` left: the child by a quarter turn has `child_left` left, that by a
    /// half turn may have less.
    ///
    /// No bound excludes a child with as much left as the greatest bound. The bounds of the inverses
    /// are read even then: each serves several children, and they decide which scramble is extended
    /// at the next step. Reading the children's own bounds would cost more than it gains.
    ///
    /// In WebAssembly it is not inlined: the function of one metric is compiled sooner than that of all.
    #[cfg_attr(target_feature = "simd128", inline(never))]
    #[cfg_attr(not(target_feature = "simd128"), inline(always))]
    fn expand<T: Turns>(&mut self, table: TableReader, left: u8) {
        let child_left = left - 1;
        self.nodes += self.scratch.nodes.len() as u64;
        self.choose_scrambles::<T>(left);
        if child_left <= table.entries.max_bound() {
            self.probe_inverses::<T>(table, child_left);
        } else {
            self.scratch.inverse_bounds = [[0; 2]; CHUNK];
        }
        self.list_candidates::<T>(left);
        if child_left < table.entries.max_bound() {
            self.probe_children::<T>(table, left);
        } else {
            self.add_all_children::<T>(left);
        }
    }

    /// Chooses to extend the scramble with fewer turns to try: if the other one's bound is tight, half
    /// turns are excluded, since they cannot lower it.
    #[inline(always)]
    fn choose_scrambles<T: Turns>(&mut self, left: u8) {
        let scratch = &mut self.scratch;
        for (i, node) in scratch.nodes.iter().enumerate() {
            let turns_on = |scramble: Scramble| {
                let allowed = node.allowed[scramble as usize];
                if node.bounds[scramble.other() as usize] + T::HALF_TURN > left {
                    allowed & !Turn::HALF_TURNS
                } else {
                    allowed
                }
            };
            let allowed = [turns_on(Scramble::Normal), turns_on(Scramble::Inverse)];
            let extended = if allowed[1].count_ones() < allowed[0].count_ones() {
                Scramble::Inverse
            } else {
                Scramble::Normal
            };
            scratch.extended[i] = extended;
            scratch.allowed[i] = allowed[extended as usize];
        }
    }

    /// Reads the bounds of the inverses of all children, at most seven for a node, or ten with slices.
    #[inline(always)]
    fn probe_inverses<T: Turns>(&mut self, table: TableReader, child_left: u8) {
        let (backend, scratch) = (self.backend, &mut self.scratch);
        scratch.lookup.cubes.clear();
        for (i, node) in scratch.nodes.iter().enumerate() {
            let other = scratch.extended[i].other() as usize;
            let turns = scratch.allowed[i];
            let known = node.bounds[other] > 0;
            let any_half_turn = turns & Turn::HALF_TURNS != 0;
            let faces = quarter_turns::<T>(backend, turns);
            let faces = faces | u8::from(any_half_turn && !known) << IDENTITY;
            let (cube, products) = (&node.cubes[other], &mut scratch.lookup.cubes);
            backend.left_products(cube, &FACE_FACTORS, faces, products);
            scratch.requested[i][0] = faces;
            if T::HAS_SLICES {
                let slices = quarter_turns::<T>(backend, turns >> Move::COUNT);
                backend.left_products(cube, &SLICE_FACTORS, slices, products);
                scratch.requested[i][1] = slices;
            }
        }
        self.probe(table, child_left);
        let (backend, scratch) = (self.backend, &mut self.scratch);
        let mut first = 0;
        let mut spread = |requested: u8| {
            let bounds = scratch.lookup.bounds[first..][..8].try_into();
            let bounds = u64::from_le_bytes(bounds.expect("the length is right"));
            first += requested.count_ones() as usize;
            backend.spread(bounds, requested)
        };
        for (i, node) in scratch.nodes.iter().enumerate() {
            let [faces, slices] = scratch.requested[i];
            let other = scratch.extended[i].other();
            let known = u64::from(node.bounds[other as usize]) << (8 * IDENTITY);
            scratch.inverse_bounds[i][0] = spread(faces) | known;
            if T::HAS_SLICES {
                scratch.inverse_bounds[i][1] = spread(slices);
            }
        }
    }

    /// Lists the turns that the bounds of the inverses do not exclude.
    #[inline(always)]
    fn list_candidates<T: Turns>(&mut self, left: u8) {
        let (backend, scratch) = (self.backend, &mut self.scratch);
        let Candidates { turns, nodes, len } = &mut scratch.candidates;
        *len = 0;
        for i in 0..scratch.nodes.len() {
            let [faces, slices] = scratch.inverse_bounds[i];
            let excluded = excluding_probes::<T>(backend, faces, left);
            let mut rest = scratch.allowed[i] & !turns_of_probes(backend, excluded);
            nodes[*len..][..MEMBERS_CAPACITY].fill(i as u8);
            if T::HAS_SLICES {
                let excluded = excluding_probes::<T>(backend, slices, left);
                rest &= !(turns_of_probes(backend, excluded) << Move::COUNT);
                let by_slices = rest >> Move::COUNT;
                rest &= (1 << Move::COUNT) - 1;
                let padded = &mut turns[*len..][..MEMBERS_CAPACITY];
                let padded: &mut [u8; MEMBERS_CAPACITY] =
                    padded.try_into().expect("the length is right");
                *len += backend.members(by_slices, padded);
                for turn in padded {
                    *turn = turn.wrapping_add(Move::COUNT as u8);
                }
            }
            let padded = &mut turns[*len..][..MEMBERS_CAPACITY];
            *len += backend.members(rest, padded.try_into().expect("the length is right"));
        }
        scratch.lookup.cubes.clear();
        for i in 0..*len {
            let (turn, node) = (turns[i] as usize, nodes[i] as usize);
            let cube = &scratch.nodes[node].cubes[scratch.extended[node] as usize];
            scratch.lookup.cubes.push(backend.right(cube, turn));
        }
    }

    /// Reads the bounds of the candidates and adds those that can still be solved.
    #[inline(always)]
    fn probe_children<T: Turns>(&mut self, table: TableReader, left: u8) {
        self.probe(table, left - 1);
        // branch-free, since the outcome is unpredictable (a misprediction costs about 15 cycles)
        let mut count = 0;
        for i in 0..self.scratch.candidates.len {
            self.scratch.survivors[count] = i as u16;
            let turn = self.scratch.candidates.turns[i];
            count += usize::from(self.scratch.lookup.bounds[i] <= left - cost::<T>(turn));
        }
        for k in 0..count {
            let i = self.scratch.survivors[k] as usize;
            self.add_child::<T>(i, self.scratch.lookup.bounds[i], left);
        }
    }

    /// Adds all candidates, their own bounds unread.
    #[inline(always)]
    fn add_all_children<T: Turns>(&mut self, left: u8) {
        for i in 0..self.scratch.candidates.len {
            self.add_child::<T>(i, 0, left);
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
    fn add_child<T: Turns>(&mut self, i: usize, bound: u8, left: u8) {
        let scratch = &self.scratch;
        let node = scratch.candidates.nodes[i] as usize;
        let turn = Turn::from_index(scratch.candidates.turns[i] as usize);
        let extended = scratch.extended[node];
        let parent = &scratch.nodes[node];
        let [faces, slices] = scratch.inverse_bounds[node].map(u64::to_le_bytes);
        let inverse_bound = match (turn.is_half_turn(), turn.index() / 3) {
            (true, _) => faces[IDENTITY],
            (_, slice @ FACES..) if T::HAS_SLICES => slices[slice - FACES],
            (_, face) => faces[face],
        };
        let cube = scratch.lookup.cubes.get(i);
        let other = &parent.cubes[extended.other() as usize];
        let inverse = self.backend.left(other, turn.index());
        let left = usize::from(left - cost::<T>(turn.index() as u8));
        if let Some(score) = self.scores.get_mut(parent.task as usize) {
            *score += SURVIVOR_WEIGHTS[left];
        }
        let nodes = self.pools.with_left(left);
        // as a slice it is copied once; in WebAssembly, by a call
        nodes.extend_from_slice(slice::from_ref(parent));
        let child = nodes.last_mut().expect("it was just added");
        let turn = (turn.index(), self.next);
        parent.make_child(
            child,
            extended,
            turn,
            (cube, bound),
            (inverse, inverse_bound),
        );
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
