//! Promising nodes of one depth, which the next depth searches first.
//!
//! A node that could still be solved with the moves left at one depth has more left at the next: it is
//! nearer than it has to be. Such nodes fall into classes by moves left and both bounds. Each class
//! holds about as many of the next depth's solutions, although one may take a thousand times as long
//! to search as another (measured over random cubes). So classes are searched in the order of their
//! size.
//!
//! If that finds no solution, all tasks are searched after them. So no answer depends on which nodes
//! these are, nor on how many are dropped.

use super::node::Node;
use crate::cube::Metric;
use crate::search::forecast::growth;
use crate::table::Spec;
use std::ops::RangeInclusive;
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Greatest number of values of moves left, and of each bound, that classes distinguish.
const VALUES: usize = 6;

/// Which part of a depth may be spent on its promising nodes, as a fraction of the nodes that no bound
/// excludes, weighted by how long they take; and how many nodes are stored at most, by all threads
/// together. Both measured: more cost more time than they save.
fn limits(spec: &Spec) -> (f64, usize) {
    match spec.metric {
        Metric::HalfTurn | Metric::SliceTurn => (0.002, 1 << 18),
        Metric::QuarterTurn => (0.04, 1 << 20),
    }
}

/// Nodes taken from the queue at once.
const GROUP: usize = 64;

/// The task number of promising nodes.
const NO_TASK: u32 = u32::MAX;

/// Nodes with the same number of moves left and the same bounds.
#[derive(Default, Clone)]
struct Class {
    /// Number of nodes, those dropped included.
    count: usize,
    nodes: Vec<Node>,
    /// Whether nodes were dropped. Then no more are stored.
    is_full: bool,
}

/// The nodes of one depth, by class.
#[derive(Clone)]
pub struct NodeClasses {
    /// See [`limits`].
    fraction: f64,
    /// How much longer a node with one more move left takes.
    growth: f64,
    /// The numbers of moves left that count, from the base of the table to its greatest bound. Below the base it
    /// does not distinguish distances, and from the greatest bound on it excludes nothing.
    left: RangeInclusive<u8>,
    /// By moves left, greater bound and smaller bound; empty until there is a node.
    classes: Vec<Class>,
    stored: usize,
    capacity: usize,
}

impl NodeClasses {
    /// No nodes yet, for one of `threads` threads that search with a table whose greatest bound is
    /// `greatest`.
    pub fn new(spec: &Spec, greatest: u8, threads: usize) -> NodeClasses {
        let (fraction, capacity) = limits(spec);
        NodeClasses {
            fraction,
            growth: growth(spec.metric).powf(1.0 / f64::from(spec.metric.length_step())),
            left: spec.base..=greatest,
            classes: vec![],
            stored: 0,
            capacity: capacity / threads,
        }
    }

    /// Adds nodes with this many moves left, if that is a number that counts.
    pub fn add(&mut self, nodes: &[Node], left: u8) {
        if self.fraction == 0.0 || !self.left.contains(&left) {
            return;
        }
        self.classes.resize(VALUES.pow(3), Class::default());
        let nearest = *self.left.start();
        let value = |moves: u8| usize::from(moves.saturating_sub(nearest));
        for node in nodes.iter().filter(|node| node.task != NO_TASK) {
            let (a, b) = (value(node.bounds[0]), value(node.bounds[1]));
            let class = (value(left) * VALUES + a.max(b)) * VALUES + a.min(b);
            let class = &mut self.classes[class];
            class.count += 1;
            if !class.is_full {
                class.nodes.extend_from_slice(slice::from_ref(node));
                self.stored += 1;
                if self.stored > self.capacity {
                    self.drop_half_of_largest();
                }
            }
        }
    }

    /// Drops the newer half of the nodes of the largest class.
    fn drop_half_of_largest(&mut self) {
        let classes = self.classes.iter_mut();
        let largest = classes.max_by_key(|class| class.nodes.len());
        let class = largest.expect("there are classes");
        let before = class.nodes.len();
        class.nodes.truncate(before / 2);
        class.is_full = true;
        self.stored -= before - class.nodes.len();
    }

    /// Adds the nodes of another thread.
    fn merge(&mut self, other: NodeClasses) {
        self.classes.resize(VALUES.pow(3), Class::default());
        for (class, mut other) in self.classes.iter_mut().zip(other.classes) {
            class.count += other.count;
            class.nodes.append(&mut other.nodes);
        }
    }
}

/// The promising nodes of a depth as a queue, each with the moves left at the depth before.
#[derive(Default)]
pub struct Promising {
    nodes: Vec<(Node, u8)>,
    taken: AtomicUsize,
}

impl Promising {
    /// Selects nodes from what the threads have stored.
    pub fn new(threads: impl IntoIterator<Item = NodeClasses>) -> Promising {
        let all = threads.into_iter().reduce(|mut all, other| {
            all.merge(other);
            all
        });
        let all = all.filter(|all| !all.classes.is_empty());
        all.as_ref().map_or_else(Promising::default, Promising::of)
    }

    /// Selects nodes of these, which are not empty.
    fn of(all: &NodeClasses) -> Promising {
        let classes = &all.classes;
        let left_of = |class: usize| all.left.start() + (class / VALUES.pow(2)) as u8;
        let weight = |class: usize| all.growth.powi(left_of(class).into());
        let size = |class: usize| classes[class].count as f64 * weight(class);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by(|&a, &b| size(a).total_cmp(&size(b)));
        let not_excluded = order.iter().filter(|&&i| left_of(i) == *all.left.end());
        let mut budget = all.fraction * not_excluded.map(|&i| size(i)).sum::<f64>();
        let mut nodes = vec![];
        for i in order {
            let affordable = classes[i].nodes.iter().take((budget / weight(i)) as usize);
            budget -= affordable.len() as f64 * weight(i);
            nodes.extend(affordable.map(|node| (*node, left_of(i))));
        }
        Promising {
            nodes,
            taken: AtomicUsize::new(0),
        }
    }

    /// Takes the next few nodes and calls `push` with each and its moves left. Returns false if none
    /// are left.
    pub fn take(&self, mut push: impl FnMut(Node, u8)) -> bool {
        let from = self.taken.fetch_add(GROUP, Ordering::Relaxed);
        let group = self.nodes.iter().skip(from).take(GROUP);
        for &(node, left) in group {
            push(node.of_task(NO_TASK), left);
        }
        from < self.nodes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Cube;

    fn classes(table: &str, threads: usize) -> NodeClasses {
        NodeClasses::new(Spec::by_name(table).unwrap(), 12, threads)
    }

    /// A node with these bounds, identified by its task.
    fn node(task: u32, bounds: [u8; 2]) -> Node {
        let mut node = Node::new(&Cube::SOLVED, Metric::HalfTurn).of_task(task);
        node.bounds = bounds;
        node
    }

    /// Moves left and bounds, in the order in which nodes are taken.
    fn taken(promising: &Promising) -> Vec<(u8, [u8; 2])> {
        let mut taken = vec![];
        while promising.take(|node, left| {
            assert_eq!(node.task, NO_TASK);
            taken.push((left, node.bounds));
        }) {}
        taken
    }

    /// By hand: 0.002 of 50,000 nodes with 12 left is 100 of them, or 1330 with 11 left, or 17,689
    /// with 10 left. The classes weigh 7 (of 10), 20 and 300 times as much as one with 11 left.
    #[test]
    fn small_classes_are_searched_first() {
        let mut threads = [classes("8G", 2), classes("8G", 2)];
        for i in 0..50_000 {
            threads[i % 2].add(&[node(0, [0, 12])], 12);
        }
        for i in 0..300 {
            threads[i % 2].add(&[node(1, [11, 0])], 11);
        }
        for i in 0..20 {
            let bounds = if i % 3 == 0 { [11, 10] } else { [10, 11] };
            threads[0].add(&[node(2, bounds)], 11);
        }
        for _ in 0..93 {
            threads[1].add(&[node(3, [0, 0])], 10);
        }
        // too near, too far, and already a promising node
        threads[0].add(&[node(4, [8, 8])], 8);
        threads[0].add(&[node(5, [0, 0])], 13);
        threads[0].add(&[node(NO_TASK, [0, 0])], 10);
        let found = taken(&Promising::new(threads));
        assert_eq!(found.len(), 93 + 20 + 300 + 75);
        assert!(found[..93].iter().all(|&it| it == (10, [0, 0])));
        let mixed = &found[93..113];
        assert!(
            mixed
                .iter()
                .all(|&(left, [a, b])| left == 11 && a + b == 21)
        );
        assert!(found[113..413].iter().all(|&it| it == (11, [11, 0])));
        assert!(found[413..].iter().all(|&it| it == (12, [0, 12])));
    }

    /// Of five nodes that fill a class, those added last are dropped, and later ones are only counted.
    #[test]
    fn full_capacity_drops_the_newer_half_of_the_largest_class() {
        let mut full = classes("8G", 1);
        full.capacity = 5;
        let mut add = |numbers: std::ops::Range<u32>, bounds| {
            for number in numbers {
                full.add(&[node(number, bounds)], 12);
            }
        };
        add(0..1, [11, 12]);
        add(1..6, [0, 12]);
        add(6..8, [11, 12]);
        add(8..9, [0, 12]);
        let used = full.classes.iter().filter(|class| class.count > 0);
        let used = used.map(|class| (class.count, class.nodes.iter().map(|node| node.task)));
        let mut used: Vec<(usize, Vec<u32>)> =
            used.map(|(n, tasks)| (n, tasks.collect())).collect();
        used.sort();
        assert_eq!(used, [(3, vec![0, 6, 7]), (6, vec![1, 2])]);
        assert_eq!(full.stored, 5);
    }

    #[test]
    fn without_nodes_nothing_is_promising() {
        assert_eq!(taken(&Promising::new([])), []);
        assert_eq!(taken(&Promising::new([classes("8G", 1)])), []);
    }
}
