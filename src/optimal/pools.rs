//! Open nodes of a batched search: a pool for each number of moves left.
//!
//! As chunks are taken from the deepest pool that can fill one, the pools stay small and the order is depth-first.
//!
//! Tasks arrive most promising first, so the oldest nodes of a pool are expanded first: otherwise a
//! few that do not fill a chunk would stay at the bottom of the pool, often to the end of the depth.
//! For the same reason pools near the solution, which few nodes reach, do not wait for a full chunk,
//! or not for long. All this finds the first solution sooner.

use super::node::{MAX_DEPTH, Node};
use crate::table::shallow::SHALLOW_DEPTH;

/// Nodes expanded together: enough to keep the memory system's line fill buffers busy, few enough for
/// all intermediate values to stay in the first-level cache.
pub const CHUNK: usize = 64;

/// A pool without a full chunk is expanded after this many chunks of other pools.
const PATIENCE: u64 = 256;

/// Open nodes by moves left.
pub struct Pools {
    pools: [NodePool; MAX_DEPTH as usize + 1],
    /// Chunks taken so far, and their number when the last one was taken from each pool.
    chunks: u64,
    last_chunks: [u64; MAX_DEPTH as usize + 1],
}

/// Open nodes, oldest first, after some that were taken. Not a `VecDeque`: its `push_back` is not
/// inlined, and copies each node once more.
#[derive(Default)]
struct NodePool {
    nodes: Vec<Node>,
    taken: usize,
}

impl Pools {
    pub fn new() -> Pools {
        Pools {
            pools: std::array::from_fn(|_| NodePool::default()),
            chunks: 0,
            last_chunks: [0; MAX_DEPTH as usize + 1],
        }
    }

    /// The nodes with `left` left, to which more can be added.
    #[inline(always)]
    pub fn with_left(&mut self, left: usize) -> &mut Vec<Node> {
        &mut self.pools[left].nodes
    }

    /// Moves a chunk of nodes to `chunk`; unless `flush` only one that is full or has waited long enough. Returns how
    /// much they have left, if there was one.
    pub fn take_chunk(&mut self, flush: bool, chunk: &mut Vec<Node>) -> Option<usize> {
        let ready = (0..self.pools.len()).find(|&left| self.is_ready(left));
        let left = match ready {
            None if flush => self.pools.iter().rposition(|pool| pool.len() > 0),
            ready => ready,
        }?;
        self.chunks += 1;
        self.last_chunks[left] = self.chunks;
        self.pools[left].take_chunk(chunk);
        Some(left)
    }

    /// Whether the nodes with `left` left can be expanded.
    fn is_ready(&self, left: usize) -> bool {
        match self.pools[left].len() {
            0 => false,
            CHUNK.. => true,
            _ => left <= SHALLOW_DEPTH as usize || self.chunks - self.last_chunks[left] >= PATIENCE,
        }
    }
}

impl NodePool {
    fn len(&self) -> usize {
        self.nodes.len() - self.taken
    }

    /// Moves the oldest nodes to `chunk`: as many as fill it, or all if they are fewer.
    fn take_chunk(&mut self, chunk: &mut Vec<Node>) {
        let count = self.len().min(CHUNK);
        chunk.clear();
        chunk.extend_from_slice(&self.nodes[self.taken..][..count]);
        self.taken += count;
        if self.len() < CHUNK {
            self.nodes.drain(..self.taken);
            self.taken = 0;
        }
    }
}
