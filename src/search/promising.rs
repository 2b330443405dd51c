//! Nodes of one depth that promise a solution at the next, where they are searched first.
//!
//! A node that could still be solved with what was left at one depth has more left at the next, so
//! it is nearer than it has to be. Such nodes fall into classes by what is left and by both bounds.
//! The classes hold about as many of the next depth's solutions each, although one may take a
//! thousand times as long to search as another. So they are searched in the order of their size.
//!
//! Unless that finds a solution, the tasks are searched in full behind them. So no answer depends
//! on which nodes these are, or on how many are forgotten.

use super::forecast::growth;
use super::node::Node;
use crate::cube::Metric;
use crate::table::{Encoding, Spec};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most values of what is left, and of each bound, that classes tell apart.
const VALUES: usize = 6;

/// How much of a depth may be searched for the sake of its promising nodes, with a table: as a part
/// of the nodes that nothing excludes, all weighted by how long they take. And how many nodes are
/// remembered at most, by all threads together: more cost more time than they save. Two bits an
/// entry, in half turns, tell too little of which nodes promise most.
fn limits(spec: &Spec) -> (f64, usize) {
    match (spec.metric, spec.encoding) {
        (Metric::HalfTurn, Encoding::TwoBits) => (0.0, 0),
        (Metric::HalfTurn, Encoding::Filter { .. }) => (0.002, 1 << 18),
        (Metric::QuarterTurn, _) => (0.04, 1 << 20),
    }
}

/// Nodes taken from the queue at once.
const GROUP: usize = 64;

/// The number of a task that promising nodes have.
const NO_TASK: u32 = u32::MAX;

/// Nodes with the same left and the same bounds.
#[derive(Default, Clone)]
struct Class {
    count: usize,
    /// Those that are not forgotten.
    nodes: Vec<Node>,
    /// Whether some were forgotten. Then no more are remembered.
    is_full: bool,
}

/// The nodes of one depth, by class.
#[derive(Clone)]
pub struct Classes {
    part: f64,
    /// How much longer a node takes with a move more left.
    growth: f64,
    /// What may be left: from the greatest bound that a table lumps with smaller ones to the
    /// greatest of all, with which nothing is excluded.
    left: RangeInclusive<u8>,
    /// By what is left, greater bound and smaller bound; none until there is a node.
    classes: Vec<Class>,
    remembered: usize,
    room: usize,
}

impl Classes {
    /// None yet, for one of `threads` threads that search with a table, which has no bound greater
    /// than `greatest`.
    pub fn new(spec: &Spec, greatest: u8, threads: usize) -> Classes {
        let (part, room) = limits(spec);
        Classes {
            part,
            growth: growth(spec.metric).powf(1.0 / f64::from(spec.metric.step())),
            left: spec.base..=greatest,
            classes: vec![],
            remembered: 0,
            room: room / threads,
        }
    }

    /// Remembers nodes, if so much may be left.
    pub fn note(&mut self, nodes: &[Node], left: u8) {
        if self.part == 0.0 || !self.left.contains(&left) {
            return;
        }
        self.classes.resize(VALUES.pow(3), Class::default());
        let nearest = *self.left.start();
        let value = |moves: u8| usize::from(moves.saturating_sub(nearest));
        for node in nodes.iter().filter(|node| node.task != NO_TASK) {
            let [a, b] = node.bounds.map(value);
            let class = (value(left) * VALUES + a.max(b)) * VALUES + a.min(b);
            let class = &mut self.classes[class];
            class.count += 1;
            if !class.is_full {
                class.nodes.push(*node);
                self.remembered += 1;
                if self.remembered > self.room {
                    self.forget();
                }
            }
        }
    }

    /// Forgets half of the largest class, those that came last.
    fn forget(&mut self) {
        let largest = self
            .classes
            .iter_mut()
            .max_by_key(|class| class.nodes.len());
        let class = largest.expect("there are classes");
        let before = class.nodes.len();
        class.nodes.truncate(before / 2);
        class.is_full = true;
        self.remembered -= before - class.nodes.len();
    }

    /// Adds those of another thread.
    fn add(&mut self, other: Classes) {
        self.classes.resize(VALUES.pow(3), Class::default());
        for (class, mut other) in self.classes.iter_mut().zip(other.classes) {
            class.count += other.count;
            class.nodes.append(&mut other.nodes);
        }
    }
}

/// The promising nodes of a depth, and what was left at the depth before.
#[derive(Default)]
pub struct Promising {
    nodes: Vec<(Node, u8)>,
    taken: AtomicUsize,
}

impl Promising {
    /// Chooses among what the threads remember of the depth before.
    pub fn new(threads: impl IntoIterator<Item = Classes>) -> Promising {
        let all = threads.into_iter().reduce(|mut all, other| {
            all.add(other);
            all
        });
        let Some(all) = all.filter(|all| !all.classes.is_empty()) else {
            return Promising::default();
        };
        let classes = &all.classes;
        let left_in = |number: usize| all.left.start() + (number / VALUES.pow(2)) as u8;
        let weight = |number: usize| all.growth.powi(left_in(number).into());
        let size = |number: usize| classes[number].count as f64 * weight(number);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by(|&a, &b| size(a).total_cmp(&size(b)));
        let not_excluded = order.iter().filter(|&&i| left_in(i) == *all.left.end());
        let mut rest = all.part * not_excluded.map(|&i| size(i)).sum::<f64>();
        let mut nodes = vec![];
        for i in order {
            let fitting = classes[i].nodes.iter().take((rest / weight(i)) as usize);
            rest -= fitting.len() as f64 * weight(i);
            nodes.extend(fitting.map(|node| (*node, left_in(i))));
        }
        Promising {
            nodes,
            taken: AtomicUsize::new(0),
        }
    }

    /// Takes the next few and calls `push` with each node and what was left for it. Returns false
    /// if there are none left.
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

    /// Those of a thread of so many.
    fn classes(table: &str, threads: usize) -> Classes {
        Classes::new(Spec::by_name(table).unwrap(), 12, threads)
    }

    /// A node with these bounds; its task tells it from others.
    fn node(task: u32, bounds: [u8; 2]) -> Node {
        let mut node = Node::new(&Cube::SOLVED).of_task(task);
        node.bounds = bounds;
        node
    }

    /// What is left, and the bounds, in the order in which nodes are taken.
    fn taken(promising: &Promising) -> Vec<(u8, [u8; 2])> {
        let mut taken = vec![];
        while promising.take(|node, left| {
            assert_eq!(node.task, NO_TASK);
            taken.push((left, node.bounds));
        }) {}
        taken
    }

    /// Hand count: 0.002 of 50,000 nodes with 12 left is 100 of them, or 1330 with 11 left, or 17,689
    /// with 10 left. The classes weigh 7 (of 10), 20 and 300 times as much as one with 11 left.
    #[test]
    fn small_classes_come_first() {
        let mut threads = [classes("f8", 2), classes("f8", 2)];
        for i in 0..50_000 {
            threads[i % 2].note(&[node(0, [0, 12])], 12);
        }
        for i in 0..300 {
            threads[i % 2].note(&[node(1, [11, 0])], 11);
        }
        for i in 0..20 {
            let bounds = if i % 3 == 0 { [11, 10] } else { [10, 11] };
            threads[0].note(&[node(2, bounds)], 11);
        }
        for _ in 0..93 {
            threads[1].note(&[node(3, [0, 0])], 10);
        }
        // too near, too far, and what was searched for its promise
        threads[0].note(&[node(4, [8, 8])], 8);
        threads[0].note(&[node(5, [0, 0])], 13);
        threads[0].note(&[node(NO_TASK, [0, 0])], 10);
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

    /// The largest class makes room for the others, and still counts in full.
    #[test]
    fn the_largest_class_is_forgotten_first() {
        let mut classes = classes("f8", 1);
        classes.room = 65;
        let ten: Vec<Node> = (0..10).map(|i| node(i, [10, 10])).collect();
        classes.note(&ten, 10);
        for i in 0..1000 {
            classes.note(&[node(i, [0, 12])], 12);
            assert!(classes.remembered <= 65);
        }
        let all: Vec<_> = classes
            .classes
            .iter()
            .filter(|class| class.count > 0)
            .collect();
        let [near, far] = all[..] else {
            panic!("two classes")
        };
        assert_eq!((near.count, near.nodes.len()), (10, 10));
        assert_eq!(far.count, 1000);
        let tasks: Vec<u32> = far.nodes.iter().map(|node| node.task).collect();
        assert_eq!(tasks, Vec::from_iter(0..28), "half of 56, and no more");
        assert_eq!(near.nodes.len() + far.nodes.len(), classes.remembered);
    }

    /// Hand count: 0.04 of 100,000 nodes with 13 left.
    #[test]
    fn in_quarter_turns_more_are_searched() {
        let mut classes = Classes::new(Spec::by_name("f8-qtm").unwrap(), 13, 1);
        for _ in 0..100_000 {
            classes.note(&[node(0, [0, 12])], 13);
        }
        assert_eq!(classes.remembered, 100_000);
        assert_eq!(taken(&Promising::new([classes])).len(), 4000);
    }

    #[test]
    fn nothing_is_taken_behind_the_last() {
        let promising = Promising {
            nodes: vec![(node(0, [0, 12]), 12); GROUP],
            taken: AtomicUsize::new(0),
        };
        assert!(promising.take(|_, _| ()));
        assert!(!promising.take(|_, _| panic!("there is none left")));
    }

    #[test]
    fn where_nothing_was_noted_nothing_is_promising() {
        assert_eq!(taken(&Promising::new([])), []);
        assert_eq!(taken(&Promising::new([classes("f8", 1)])), []);
        let mut two_bits = classes("h8", 1);
        two_bits.note(&[node(0, [0, 12])], 12);
        two_bits.note(&[node(1, [0, 0])], 9);
        assert_eq!(taken(&Promising::new([two_bits])), []);
    }
}
