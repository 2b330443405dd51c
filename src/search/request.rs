//! What is asked of a search, and what it answers.

use crate::cube::Move;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// God's number in the half-turn metric: every position has a solution this short
/// (Rokicki, Kociemba, Davidson, Dethridge 2010).
pub const GODS_NUMBER: u8 = 20;

/// Which solutions to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// How many solutions to return at most; `None` for all there are.
    pub count: Option<usize>,
    /// How many moves longer than optimal a solution may be.
    pub extra: u8,
    /// The greatest length tried.
    pub max_moves: u8,
    /// Threads working on this cube, at least 1.
    pub threads: usize,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            count: Some(1),
            extra: 0,
            max_moves: GODS_NUMBER,
            threads: 1,
        }
    }
}

/// What can end a search early, and who hears of its progress.
pub struct Limits<'a> {
    /// Set by anyone, at any time, to end the search within milliseconds.
    pub stop: &'a AtomicBool,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Called after each depth that was searched in full or answered.
    pub on_depth: Option<&'a (dyn Fn(&DepthReport) + Sync)>,
}

impl Limits<'_> {
    /// Whether the search has to end now.
    pub fn reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
}

/// The work done at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthReport {
    /// Length of the solutions looked for, in moves.
    pub depth: u8,
    /// Positions expanded.
    pub nodes: u64,
    /// Reads of the pruning table.
    pub probes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Solutions of this length found so far.
    pub solutions: usize,
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Everything asked for was found.
    Complete,
    /// There is no solution within `max_moves`.
    NoneWithinMaxMoves,
    /// The deadline passed or somebody said stop.
    Stopped,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Canonical move sequences that solve the cube, each once, shortest first. In
    /// lexicographic order of move numbers within a length when all were asked for.
    pub solutions: Vec<Vec<Move>>,
    /// Proved: no solution has fewer moves than this.
    pub lower_bound: u8,
    pub outcome: Outcome,
    /// Positions expanded, in all depths together.
    pub nodes: u64,
    /// Reads of the pruning table, in all depths together.
    pub probes: u64,
}
