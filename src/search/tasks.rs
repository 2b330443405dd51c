//! The search tree cut into tasks: where threads find work, and in which order.

use super::node::{Node, Scramble};
use super::solutions::in_order;
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation};
use crate::probe::{Backend, Portable};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The length of the sequence made at the root of a task; that or one more where it would end
/// within a half turn.
const PREFIX: usize = 4;

/// Tasks taken from the queue at once.
const GROUP: usize = 8;

/// The positions after the first few moves, best first.
#[derive(Default)]
pub struct Tasks {
    metric: Metric,
    nodes: Vec<Node>,
    /// Numbers of nodes in the order in which to search them.
    order: Vec<u32>,
}

impl Tasks {
    /// All positions after the first moves, one of each set that the self-symmetries of the
    /// cube make equivalent.
    pub fn new(cube: &Cube, metric: Metric) -> Tasks {
        let symmetries: Vec<Transformation> = cube.self_symmetries().iter().skip(1).collect();
        let mut nodes = vec![Node::new(cube)];
        for _ in 0..PREFIX {
            let longer = |node: Node| match metric.length(&node.moves()) {
                PREFIX.. => vec![node],
                _ => children(&node),
            };
            nodes = nodes.into_iter().flat_map(longer).collect();
        }
        nodes.retain(|node| is_least(&node.moves(), &symmetries));
        for (task, node) in nodes.iter_mut().enumerate() {
            node.task = task as u32;
        }
        let order = (0..nodes.len() as u32).collect();
        Tasks {
            metric,
            nodes,
            order,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Takes the next few tasks; `queue` counts those taken. Calls `push` with each node and
    /// the length of what was made. Returns false if there are none left.
    pub fn take(&self, queue: &AtomicUsize, mut push: impl FnMut(Node, u8)) -> bool {
        let from = queue.fetch_add(GROUP, Ordering::Relaxed).min(self.len());
        let to = (from + GROUP).min(self.len());
        for &task in &self.order[from..to] {
            let node = self.nodes[task as usize];
            push(node, self.metric.length(&node.moves()) as u8);
        }
        from < to
    }

    /// Puts the tasks with the highest scores first.
    pub fn sort_by_scores<'a>(&mut self, scores: impl Iterator<Item = &'a [f32]>) {
        let mut total = vec![0.0; self.len()];
        for scores in scores {
            for (total, score) in total.iter_mut().zip(scores) {
                *total += score;
            }
        }
        self.order
            .sort_by(|&a, &b| f32::total_cmp(&total[b as usize], &total[a as usize]));
    }
}

/// The nodes after one more move on the normal scramble.
fn children(node: &Node) -> Vec<Node> {
    let moves: MoveSet = node.allowed[0];
    moves
        .iter()
        .map(|m| {
            let cube = Portable.right(&node.cubes[0], m.index());
            let inverse = Portable.left(&node.cubes[1], m.index());
            let mut child = *node;
            node.make_child(&mut child, Scramble::Normal, m, (cube, 0), (inverse, 0));
            child
        })
        .collect()
}

/// Whether no symmetry carries these first moves to an earlier sequence.
///
/// If one does, it also carries every sequence that begins so to an earlier one: the only
/// doubt is the last move, which may change places with the next one if that is of the
/// opposite face, and then what comes to the last place is earlier still.
fn is_least(moves: &[Move], symmetries: &[Transformation]) -> bool {
    symmetries.iter().all(|s| {
        let image = in_order(moves.iter().map(|m| s.apply_move(*m)).collect());
        image.as_slice() >= moves
    })
}
