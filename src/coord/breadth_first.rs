//! Breadth-first search over numbered nodes: one byte a node, on all threads.

use super::error::{CoordError, Stop, allocate};
use crate::host::threads;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// The distance of a value that no sequence of the moves brings to a goal.
pub const UNREACHED: u8 = u8::MAX;

/// Nodes numbered `0..size()` and the edges between them. Every edge leads both ways, at the
/// same cost.
pub(crate) trait Graph: Sync {
    fn size(&self) -> usize;

    /// The greatest cost of an edge; the least is 1.
    fn max_cost(&self) -> u8;

    /// The nodes at the other end of the edges of this cost; some may be repeated.
    fn neighbours(&self, node: usize, cost: u8) -> impl Iterator<Item = usize>;

    /// Calls `each` with the nodes that have the same distance as this one by definition;
    /// some may be repeated.
    fn for_each_alias(&self, _node: usize, _each: impl FnMut(usize)) {}
}

/// The distance of each node from the nearest of `starts`; [`UNREACHED`] where no path leads.
///
/// While most nodes are unreached it goes forward from those of the last depth; later it
/// looks back from the unreached for a neighbour in the last depth, which is less work.
pub(crate) fn distances(
    graph: &impl Graph,
    starts: &[usize],
    stop: Stop,
) -> Result<Vec<u8>, CoordError> {
    let mut entries = allocate(graph.size())?;
    entries.resize_with(graph.size(), || AtomicU8::new(UNREACHED));
    let search = BreadthFirst {
        graph,
        entries: &entries,
        stop,
    };
    threads::in_pool(|| search.fill(starts))??;
    Ok(entries.into_iter().map(AtomicU8::into_inner).collect())
}

struct BreadthFirst<'a, G> {
    graph: &'a G,
    entries: &'a [AtomicU8],
    stop: Stop<'a>,
}

/// Entries between two checks of `stop`.
const CHUNK: usize = 1 << 14;

impl<G: Graph> BreadthFirst<'_, G> {
    fn fill(&self, starts: &[usize]) -> Result<(), CoordError> {
        let mut found: usize = starts.iter().map(|&start| self.reach(start, 0)).sum();
        let mut unreached = self.entries.len() - found;
        let (mut depth, mut empty_depths) = (0, 0);
        while unreached > 0 && empty_depths < self.graph.max_cost() {
            depth += 1;
            assert!(depth < UNREACHED, "a distance is beyond a byte");
            found = match found < unreached {
                true => self.step_forward(depth)?,
                false => self.step_back(depth)?,
            };
            unreached -= found;
            empty_depths = if found == 0 { empty_depths + 1 } else { 0 };
        }
        Ok(())
    }

    /// The costs of edges that end at `depth`, each with the depth where they start.
    fn edges_to(&self, depth: u8) -> impl Iterator<Item = (u8, u8)> {
        (1..=self.graph.max_cost().min(depth)).map(move |cost| (cost, depth - cost))
    }

    /// Sets the distance of unreached neighbours of nearer nodes to `depth`; returns their number.
    fn step_forward(&self, depth: u8) -> Result<usize, CoordError> {
        let from = |(cost, from)| {
            self.sum_over(from, |node| {
                let neighbours = self.graph.neighbours(node, cost);
                neighbours.map(|next| self.reach(next, depth)).sum()
            })
        };
        self.edges_to(depth).map(from).sum()
    }

    /// The same, starting from the unreached nodes.
    fn step_back(&self, depth: u8) -> Result<usize, CoordError> {
        self.sum_over(UNREACHED, |node| {
            let is_next = |(cost, from)| {
                let mut neighbours = self.graph.neighbours(node, cost);
                neighbours.any(|next| self.entries[next].load(Ordering::Relaxed) == from)
            };
            match self.edges_to(depth).any(is_next) {
                true => self.reach(node, depth),
                false => 0,
            }
        })
    }

    fn sum_over(&self, entry: u8, f: impl Fn(usize) -> usize + Sync) -> Result<usize, CoordError> {
        let in_chunk = |(chunk, entries): (usize, &[AtomicU8])| {
            self.stop.check()?;
            let nodes = (chunk * CHUNK..).zip(entries);
            let nodes = nodes.filter(|(_, e)| e.load(Ordering::Relaxed) == entry);
            Ok(nodes.map(|(node, _)| f(node)).sum::<usize>())
        };
        let chunks = self.entries.par_chunks(CHUNK).enumerate();
        chunks.map(in_chunk).sum()
    }

    /// Sets the entry of a node and its aliases where unreached; returns how many were.
    fn reach(&self, node: usize, depth: u8) -> usize {
        if !self.set(node, depth) {
            return 0;
        }
        let mut new = 1;
        self.graph.for_each_alias(node, |alias| {
            new += usize::from(self.set(alias, depth));
        });
        new
    }

    /// Sets an entry if it is unreached. If several threads try, it is new for one of them.
    fn set(&self, node: usize, depth: u8) -> bool {
        let entry = &self.entries[node];
        entry.load(Ordering::Relaxed) == UNREACHED
            && entry.swap(depth, Ordering::Relaxed) == UNREACHED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of nodes with edges of some lengths, which are also their costs.
    struct Chain(usize, &'static [u8]);

    impl Graph for Chain {
        fn size(&self) -> usize {
            self.0
        }

        fn max_cost(&self) -> u8 {
            self.1[self.1.len() - 1]
        }

        fn neighbours(&self, node: usize, cost: u8) -> impl Iterator<Item = usize> {
            let is_edge = self.1.contains(&cost);
            let ends = [
                node.checked_sub(cost.into()),
                Some(node + usize::from(cost)),
            ];
            let nodes = ends.into_iter().flatten();
            nodes.filter(move |end| is_edge && *end < self.0)
        }
    }

    fn found(graph: &Chain, starts: &[usize]) -> Vec<u8> {
        distances(graph, starts, Stop::never()).unwrap()
    }

    #[test]
    fn distances_are_sums_of_costs() {
        assert_eq!(found(&Chain(6, &[1]), &[1, 5]), [1, 0, 1, 2, 1, 0]);
        assert_eq!(found(&Chain(6, &[1, 2]), &[0]), [0, 1, 2, 3, 4, 5]);
        let none = UNREACHED;
        assert_eq!(found(&Chain(7, &[2]), &[0]), [0, none, 2, none, 4, none, 6]);
        assert_eq!(found(&Chain(7, &[2, 3]), &[0]), [0, 5, 2, 3, 4, 5, 6]);
        assert_eq!(found(&Chain(3, &[1]), &[]), [none; 3]);
    }

    #[test]
    fn distance_254_is_the_last() {
        assert_eq!(found(&Chain(255, &[1]), &[0])[254], 254);
    }

    #[test]
    #[should_panic(expected = "beyond a byte")]
    fn distance_255_is_refused() {
        found(&Chain(256, &[1]), &[0]);
    }

    #[test]
    fn stopped_search_is_an_error() {
        let flag = true.into();
        let stopped = distances(&Chain(9, &[1]), &[0], Stop::when(&flag));
        assert_eq!(stopped, Err(CoordError::Stopped));
    }

    /// A path of which each place is two nodes.
    struct Doubled(Chain);

    impl Graph for Doubled {
        fn size(&self) -> usize {
            2 * self.0.size()
        }

        fn max_cost(&self) -> u8 {
            self.0.max_cost()
        }

        fn neighbours(&self, node: usize, cost: u8) -> impl Iterator<Item = usize> {
            self.0.neighbours(node / 2, cost).map(|end| 2 * end)
        }

        fn for_each_alias(&self, node: usize, mut each: impl FnMut(usize)) {
            each(node ^ 1);
        }
    }

    #[test]
    fn aliases_have_the_same_distance() {
        let found = distances(&Doubled(Chain(4, &[1])), &[2], Stop::never());
        assert_eq!(found, Ok(vec![1, 1, 0, 0, 1, 1, 2, 2]));
    }
}
