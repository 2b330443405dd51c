//! The search with a table: one root and depth at a time, on one or more threads.

use super::batched::Batched;
use super::node::Node;
use super::promising::{NodeClasses, Promising};
use super::tasks::Tasks;
use super::{Means, Shared};
use crate::host::{Instant, lock::lock};
use crate::probe::Backend;
use crate::search::deepening::SearchLength;
use crate::search::forecast::CurrentRoot;
use crate::search::forecast::growth;
use crate::search::{Outcome, Root};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A depth is split into tasks if it is expected to take more probes than this; for fewer the
/// splitting costs more than it gains (measured with 8G).
const SPLIT_PROBES: f64 = 1.33e6;

/// A depth with at least this many probes is long enough to extrapolate its time: with fewer, other
/// processes that have their turn could make it many times as long.
const EXTRAPOLATION_PROBES: u64 = 1_000_000;

/// Chunks expanded between two checks of the limits and of which copy of the table to use.
const CHECK_INTERVAL: u32 = 64;

/// The search of all roots.
pub struct ByTable<'s, 'a, B> {
    backend: B,
    means: &'s Means<'s>,
    shared: &'s Shared<'a>,
    start_companion: &'s (dyn Fn() + Sync),
    /// Without nodes: a copy for each thread.
    classes: NodeClasses,
    trees: Vec<Tree<'a>>,
}

/// The search tree of a root, and what the last depth has shown for the next one.
struct Tree<'a> {
    root: &'a Root,
    number: usize,
    /// By the table.
    lower_bound: u8,
    tasks: Option<Tasks>,
    promising: Promising,
    /// Probes of the last depth.
    probes: u64,
    /// Its time, if it was long enough to extrapolate from.
    time: Option<Duration>,
}

/// One depth of one root.
struct Depth<'t> {
    depth: u8,
    tree: &'t Tree<'t>,
    tasks: &'t Tasks,
    /// Whether there are solutions enough, or the search has to end.
    is_done: AtomicBool,
}

impl<'s, 'a, B: Backend> ByTable<'s, 'a, B> {
    /// The search of all roots, with a function that starts a companion.
    pub fn new(
        backend: B,
        means: &'s Means<'s>,
        shared: &'s Shared<'a>,
        start_companion: &'s (dyn Fn() + Sync),
    ) -> ByTable<'s, 'a, B> {
        let (table, control) = (means.table.table(), shared.control);
        let (spec, greatest) = (table.spec(), table.entries().max_bound());
        // an earlier search has shown how much work there is
        let probes = control.work().1 / shared.roots.len() as u64;
        let tree = |(number, root): (usize, &'a Root)| {
            let cube = &root.position.cube;
            let bounds = [cube, &cube.inverse()].map(|cube| table.lower_bound(cube));
            Tree {
                root,
                number,
                lower_bound: bounds[0].max(bounds[1]),
                tasks: None,
                promising: Promising::default(),
                probes,
                time: None,
            }
        };
        ByTable {
            trees: shared.roots.iter().enumerate().map(tree).collect(),
            classes: NodeClasses::new(spec, greatest, control.threads.count()),
            backend,
            means,
            shared,
            start_companion,
        }
    }
}

impl<B: Backend> SearchLength for ByTable<'_, '_, B> {
    fn lower_bound(&self, root: usize, length: u8) -> u8 {
        let (tree, control) = (&self.trees[root], self.shared.control);
        let bound = tree.lower_bound.max(length);
        let metric = control.bounds.metric;
        metric.next_possible_length(&tree.root.position.cube, bound)
    }

    fn check(&self, _: u8) -> ControlFlow<Option<Outcome>> {
        ControlFlow::Continue(())
    }

    fn search_root(&mut self, root: usize, depth: u8) -> ControlFlow<Outcome> {
        let (roots, control) = (self.trees.len(), self.shared.control);
        let metric = control.bounds.metric;
        if self.has_to_end() {
            return ControlFlow::Break(self.why_ended());
        }
        let tree = &mut self.trees[root];
        let mut tasks = tree.tasks.take();
        if tree.probes as f64 * growth(metric) >= SPLIT_PROBES {
            (self.start_companion)();
            (self.means.before_long_depth)();
            tasks.get_or_insert_with(|| Tasks::new(&tree.root.position.cube, metric));
        }
        let start = Instant::now();
        let (_, probes_before) = control.work();
        control.begin_root(CurrentRoot {
            number: root,
            roots,
            tasks: tasks.as_ref().map_or(0, Tasks::len),
            time_before: tree.time,
        });
        let (is_complete, promising) = match &mut tasks {
            Some(tasks) => self.search_tasks(depth, &self.trees[root], tasks),
            None => self.search_whole(depth, &self.trees[root]),
        };
        let tree = &mut self.trees[root];
        (tree.tasks, tree.promising) = (tasks, promising);
        tree.probes = control.work().1 - probes_before;
        tree.time = (tree.probes >= EXTRAPOLATION_PROBES).then(|| start.elapsed());
        if lock(&self.shared.solutions).are_enough() {
            return ControlFlow::Break(Outcome::Complete);
        }
        match is_complete {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(self.why_ended()),
        }
    }

    fn count(&self) -> usize {
        lock(&self.shared.solutions).len()
    }
}

impl<B: Backend> ByTable<'_, '_, B> {
    /// Searches one depth from the root in this thread. Returns whether that was completed, and the promising nodes.
    fn search_whole(&self, depth: u8, tree: &Tree) -> (bool, Promising) {
        let mut batched = self.batched(0);
        let metric = self.shared.control.bounds.metric;
        batched.push(Node::new(&tree.root.position.cube, metric), depth);
        let no_tasks = Tasks::default();
        let is_complete = self.expand_all(&mut batched, &Depth::new(depth, tree, &no_tasks));
        (is_complete, Promising::new(batched.classes))
    }

    /// Searches one depth task by task on all idle threads. Returns the same.
    fn search_tasks(&self, depth: u8, tree: &Tree, tasks: &mut Tasks) -> (bool, Promising) {
        let (control, of_depth) = (self.shared.control, Depth::new(depth, tree, tasks));
        let results = control.threads.run_on_idle(|| {
            let _stop = control.stop_on_panic();
            let mut batched = self.batched(tasks.len());
            let is_complete = self.expand_all(&mut batched, &of_depth);
            (is_complete, batched.scores, batched.classes)
        });
        tasks.sort_by_scores(results.iter().map(|(_, scores, _)| scores.as_slice()));
        let is_complete = results.iter().all(|(is_complete, ..)| *is_complete);
        let classes = results.into_iter().filter_map(|(.., classes)| classes);
        (is_complete, Promising::new(classes))
    }

    /// A batched search for a depth of this many tasks.
    fn batched(&self, tasks: usize) -> Batched<B> {
        let bounds = &self.shared.control.bounds;
        let mut batched = Batched::new(self.backend, bounds.metric, tasks);
        if bounds.is_for_one() {
            batched.classes = Some(self.classes.clone());
        }
        batched
    }

    /// Expands nodes until none are left and the queue is empty, or there are solutions enough
    /// (true), or the search has to end (false).
    fn expand_all(&self, batched: &mut Batched<B>, of: &Depth) -> bool {
        let (control, tree, tasks) = (self.shared.control, of.tree, of.tasks);
        let (taken, step) = (&control.tasks_taken, control.bounds.metric.length_step());
        let mut prober = self.means.table.prober();
        let mut steps = 0u32;
        let is_complete = loop {
            let promising = &tree.promising;
            let any = batched.step(&prober, false)
                || promising.take(|node, left| batched.push(node, left + step))
                || tasks.take(taken, |node, made| batched.push(node, of.depth - made))
                || batched.step(&prober, true);
            if !batched.solved.is_empty() && self.add_solutions(batched, of) {
                of.is_done.store(true, Ordering::Relaxed);
            }
            if !any || of.is_done.load(Ordering::Relaxed) {
                break true;
            }
            steps += 1;
            if steps.is_multiple_of(CHECK_INTERVAL) {
                control.add(batched.take_work());
                prober = self.means.table.prober();
                if self.has_to_end() {
                    of.is_done.store(true, Ordering::Relaxed);
                    break false;
                }
            }
        };
        control.add(batched.take_work());
        is_complete
    }

    /// Takes over the solutions found, at least one. Returns whether there are enough.
    fn add_solutions(&self, batched: &mut Batched<B>, of: &Depth) -> bool {
        let found: Vec<_> = batched.solved.drain(..).map(|node| node.moves()).collect();
        let first = of
            .tree
            .root
            .solution(&found[0], self.shared.control.bounds.metric);
        let mut solutions = lock(&self.shared.solutions);
        solutions.extend(of.tree.number, found);
        let are_enough = solutions.are_enough();
        drop(solutions);
        self.shared.control.improve(first);
        are_enough
    }

    fn has_to_end(&self) -> bool {
        self.shared.control.ending().is_some() || self.means.table.corruption().is_some()
    }

    /// Why a search that is incomplete ended.
    fn why_ended(&self) -> Outcome {
        let outcome = self.shared.control.check().break_value();
        outcome.unwrap_or(Outcome::Stopped)
    }
}

impl<'t> Depth<'t> {
    fn new(depth: u8, tree: &'t Tree, tasks: &'t Tasks) -> Depth<'t> {
        Depth {
            depth,
            tree,
            tasks,
            is_done: AtomicBool::new(false),
        }
    }
}
