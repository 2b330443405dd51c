//! The cheapest solutions so far.

use crate::host::lock::lock;
use crate::notation::{LayerMove, in_canonical_order};
use crate::search::Solution;
use crate::search::cost::CostTable;
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Collects solutions from all threads, those that differ in the order of commuting moves once, and keeps
/// the cheapest of them; of the same cost the shorter ones, then those that come first.
#[derive(Debug)]
pub struct Cheapest<'a> {
    pub costs: &'a CostTable,
    count: usize,
    kept: Mutex<Kept>,
    /// The cost above which no solution counts.
    bound: AtomicU32,
    /// The least cost of a sequence per unit of its length.
    least_per_unit: u32,
}

/// Where in a search a solution was found: the numbers of the root and of its start, and the path.
type Place = ([usize; 2], Vec<u8>);

/// By what solutions are ranked: cost, length and place.
type Rank = (u32, usize, Place);

#[derive(Debug, Default)]
struct Kept {
    by_cost: BTreeMap<Rank, Solution>,
    /// By moves in canonical order.
    ranks: HashMap<Vec<LayerMove>, Rank>,
}

impl<'a> Cheapest<'a> {
    pub fn new(count: Option<usize>, costs: &'a CostTable, least_per_unit: u32) -> Cheapest<'a> {
        Cheapest {
            costs,
            count: count.unwrap_or(usize::MAX),
            kept: Mutex::default(),
            bound: AtomicU32::new(u32::MAX),
            least_per_unit,
        }
    }

    #[inline]
    pub fn bound(&self) -> u32 {
        self.bound.load(Ordering::Relaxed)
    }

    #[inline]
    pub fn least_cost(&self, length: u8) -> u32 {
        self.least_per_unit * u32::from(length)
    }

    /// Whether no solution of this length or longer would be kept.
    pub fn excludes(&self, length: u8) -> bool {
        self.least_cost(length) >= self.bound()
    }

    pub fn len(&self) -> usize {
        lock(&self.kept).by_cost.len()
    }

    /// Adds a solution that was found at some place in the search.
    pub fn add(&self, solution: Solution, place: Place) {
        let cost = solution
            .cost
            .expect("solutions of a query with a cost have one");
        let rank = (cost, solution.length, place);
        let moves = in_canonical_order(&solution.normal);
        let mut kept = lock(&self.kept);
        if let Some(known) = kept.ranks.get(&moves) {
            if *known <= rank {
                return;
            }
            let known = known.clone();
            kept.by_cost.remove(&known);
        }
        kept.ranks.insert(moves, rank.clone());
        kept.by_cost.insert(rank, solution);
        if kept.by_cost.len() > self.count {
            let (_, last) = kept.by_cost.pop_last().expect("it is not empty");
            kept.ranks.remove(&in_canonical_order(&last.normal));
        }
        if kept.by_cost.len() == self.count {
            let ((cost, ..), _) = kept.by_cost.last_key_value().expect("it is not empty");
            self.bound.store(*cost, Ordering::Relaxed);
        }
    }

    /// All of them, cheapest first.
    pub fn take(&self) -> Vec<Solution> {
        let kept = std::mem::take(&mut *lock(&self.kept));
        kept.by_cost.into_values().collect()
    }
}
