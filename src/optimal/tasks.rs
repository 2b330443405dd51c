//! The search tree split into tasks: the queue that threads take work from.

use super::node::{Node, Scramble, next_turns};
use super::solutions::in_order;
use crate::cube::{Cube, Metric, Move, Transformation, Turn};
use crate::probe::{Backend, Portable};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Length of the sequence that leads to the root of a task, or one more where it would end within a
/// half turn.
const fn prefix(metric: Metric) -> usize {
    match metric {
        Metric::HalfTurn | Metric::QuarterTurn => 4,
        Metric::SliceTurn => 3,
    }
}

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
    /// All positions after the first moves, one of each class under the self-symmetries of the cube.
    pub fn new(cube: &Cube, metric: Metric) -> Tasks {
        let symmetries: Vec<Transformation> = cube.self_symmetries().iter().skip(1).collect();
        let (mut nodes, prefix) = (vec![Node::new(cube, metric)], prefix(metric));
        for _ in 0..prefix {
            let longer = |node: Node| match metric.length(&node.moves()) < prefix {
                true => children(&node, metric),
                false => vec![node],
            };
            nodes = nodes.into_iter().flat_map(longer).collect();
        }
        nodes.retain(|node| is_representative(&node.moves(), &symmetries));
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

    /// Takes the next few tasks; `taken` counts those taken before. Calls `push` with each node and the
    /// length of its path. Returns false if none are left.
    pub fn take(&self, taken: &AtomicUsize, mut push: impl FnMut(Node, u8)) -> bool {
        let from = taken.fetch_add(GROUP, Ordering::Relaxed).min(self.len());
        let to = (from + GROUP).min(self.len());
        for &task in &self.order[from..to] {
            let node = self.nodes[task as usize];
            push(node, self.metric.length(&node.moves()) as u8);
        }
        from < to
    }

    /// Sorts the tasks by their scores, which the threads kept separately, highest first.
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

/// The nodes after one more turn on the normal scramble.
fn children(node: &Node, metric: Metric) -> Vec<Node> {
    Turn::of_bits(node.allowed[0])
        .map(|turn| {
            let turn = turn.index();
            let cube = Portable.right(&node.cubes[0], turn);
            let inverse = Portable.left(&node.cubes[1], turn);
            let mut child = *node;
            let turn = (turn, next_turns(metric));
            node.make_child(&mut child, Scramble::Normal, turn, (cube, 0), (inverse, 0));
            child
        })
        .collect()
}

/// Whether no symmetry carries these first moves to an earlier sequence.
///
/// If one does, it also carries every sequence that begins with them to an earlier one: only the last
/// move may change places with the next one, if that is of the opposite face, and then the move that
/// comes to its place is an earlier one still.
fn is_representative(moves: &[Move], symmetries: &[Transformation]) -> bool {
    symmetries.iter().all(|s| {
        let image = in_order(moves.iter().map(|m| s.apply_move(*m)).collect());
        image.as_slice() >= moves
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All canonical sequences of four moves; their number is published.
    fn sequences() -> Vec<Vec<Move>> {
        let longer = |moves: Vec<Move>| -> Vec<Vec<Move>> {
            let may_follow = |m: &Move| moves.last().is_none_or(|last| m.may_follow(*last));
            let next = Move::ALL.into_iter().filter(may_follow);
            next.map(|m| [&moves[..], &[m]].concat()).collect()
        };
        let all = (0..prefix(Metric::HalfTurn)).fold(vec![vec![]], |all: Vec<Vec<Move>>, _| {
            all.into_iter().flat_map(longer).collect()
        });
        assert_eq!(all.len(), 43_254);
        all
    }

    /// For a cube with all symmetries one task of each class is left.
    #[test]
    fn equivalent_tasks_are_searched_once() {
        let count = |moves: &str| Tasks::new(&moves.parse().unwrap(), Metric::HalfTurn).len();
        let all = sequences();
        assert_eq!(count("R U F' L2 D B' U2 R' F"), all.len());
        let least = |moves: &Vec<Move>| {
            let image = |s: Transformation| moves.iter().map(|m| s.apply_move(*m)).collect();
            let images = Transformation::all().map(|s| in_order(image(s)));
            images.min()
        };
        let different: HashSet<_> = all.iter().map(least).collect();
        for symmetric in ["", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"] {
            assert_eq!(count(symmetric), different.len());
        }
    }

    /// Every task is taken once, those with the highest total score first.
    #[test]
    fn tasks_are_taken_once_by_score() {
        let cube = "R U F' L2 D B' U2 R' F".parse().unwrap();
        let mut tasks = Tasks::new(&cube, Metric::HalfTurn);
        let scores = |f: fn(usize) -> usize| -> Vec<f32> {
            (0..tasks.len()).map(|task| f(task) as f32).collect()
        };
        let by_thread = [scores(|task| task % 1000), scores(|task| 3 * (task % 7))];
        tasks.sort_by_scores(by_thread.iter().map(|scores| &scores[..]));
        let (queue, mut taken) = (AtomicUsize::new(0), vec![]);
        while tasks.take(&queue, |node, _| taken.push(node.task as usize)) {}
        let total = |&task: &usize| by_thread[0][task] + by_thread[1][task];
        assert!(taken.is_sorted_by(|a, b| total(a) >= total(b)));
        taken.sort_unstable();
        assert_eq!(taken, (0..tasks.len()).collect::<Vec<_>>());
    }
}
