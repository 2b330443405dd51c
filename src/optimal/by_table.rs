//! The search with a table: one root and depth at a time, on one or more threads.

use super::Means;
use super::batched::Batched;
use super::node::Node;
use super::promising::{Classes, Promising};
use super::solutions::Solutions;
use super::tasks::Tasks;
use crate::cube::Cube;
use crate::host::lock::lock;
use crate::probe::Backend;
use crate::search::control::Part;
use crate::search::deepening::SearchLength;
use crate::search::forecast::growth;
use crate::search::{Control, Outcome, Root};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    trees: Vec<Tree<'a>>,
    search: TreeSearch<'s, 'a, B>,
    start_companion: &'s mut dyn FnMut(),
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

/// What the threads of a search share.
struct TreeSearch<'s, 'a, B> {
    backend: B,
    means: &'s Means<'s>,
    control: &'a Control<'a>,
    solutions: &'s Mutex<Solutions<'a>>,
    /// Without nodes: a copy for each thread.
    classes: Classes,
}

/// One depth of one root.
struct Depth<'t> {
    depth: u8,
    root: &'t Root,
    number: usize,
    promising: &'t Promising,
    tasks: &'t Tasks,
    /// Whether there are solutions enough, or the search has to end.
    is_done: AtomicBool,
}

impl<'s, 'a, B: Backend> ByTable<'s, 'a, B> {
    /// The search of these roots, with a function that starts a companion.
    pub fn new(
        backend: B,
        means: &'s Means<'s>,
        roots: &'a [Root],
        control: &'a Control<'a>,
        solutions: &'s Mutex<Solutions<'a>>,
        start_companion: &'s mut dyn FnMut(),
    ) -> ByTable<'s, 'a, B> {
        let table = means.table.table();
        let (spec, greatest) = (table.spec(), table.entries().max_bound());
        let bound = |cube: &Cube| {
            table
                .lower_bound(cube)
                .max(table.lower_bound(&cube.inverse()))
        };
        // an earlier search has shown how much work there is
        let probes = control.work().1 / roots.len() as u64;
        let tree = |(number, root): (usize, &'a Root)| Tree {
            root,
            number,
            lower_bound: bound(&root.position.cube),
            tasks: None,
            promising: Promising::default(),
            probes,
            time: None,
        };
        ByTable {
            trees: roots.iter().enumerate().map(tree).collect(),
            search: TreeSearch {
                backend,
                means,
                control,
                solutions,
                classes: Classes::new(spec, greatest, control.threads.count()),
            },
            start_companion,
        }
    }
}

impl<B: Backend> SearchLength for ByTable<'_, '_, B> {
    fn lower_bound(&self, root: usize, length: u8) -> u8 {
        let (tree, metric) = (&self.trees[root], self.search.control.bounds.metric);
        metric.next_possible_length(&tree.root.position.cube, tree.lower_bound.max(length))
    }

    fn check(&self, _: u8) -> ControlFlow<Option<Outcome>> {
        ControlFlow::Continue(())
    }

    fn search_root(&mut self, root: usize, depth: u8) -> ControlFlow<Outcome> {
        let (roots, search, tree) = (self.trees.len(), &self.search, &mut self.trees[root]);
        let metric = search.control.bounds.metric;
        if search.has_to_end() {
            return ControlFlow::Break(search.why_ended());
        }
        let is_long = tree.probes as f64 * growth(metric) >= SPLIT_PROBES;
        if is_long {
            (self.start_companion)();
            (search.means.before_long_depth)();
            let cube = &tree.root.position.cube;
            tree.tasks.get_or_insert_with(|| Tasks::new(cube, metric));
        }
        let start = Instant::now();
        let (_, probes_before) = search.control.work();
        let mut tasks = tree.tasks.take().filter(|_| is_long);
        search.control.begin_part(Part {
            root,
            roots,
            tasks: tasks.as_ref().map_or(0, Tasks::len),
            time_before: tree.time,
        });
        let is_complete = match &mut tasks {
            Some(tasks) => search.search_tasks(depth, tree, tasks),
            None => search.search_whole(depth, tree),
        };
        tree.tasks = tasks;
        tree.probes = search.control.work().1 - probes_before;
        tree.time = (tree.probes >= EXTRAPOLATION_PROBES).then(|| start.elapsed());
        if lock(search.solutions).are_enough() {
            return ControlFlow::Break(Outcome::Complete);
        }
        match is_complete {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(search.why_ended()),
        }
    }

    fn count(&self) -> usize {
        lock(self.search.solutions).len()
    }
}

impl<B: Backend> TreeSearch<'_, '_, B> {
    /// Searches one depth from the root in this thread. Returns whether that was completed.
    fn search_whole(&self, depth: u8, tree: &mut Tree) -> bool {
        let mut batched = self.batched(0);
        batched.push(Node::new(&tree.root.position.cube), depth);
        let is_complete =
            self.expand_all(&mut batched, &Depth::new(depth, tree, &Tasks::default()));
        tree.promising = Promising::new(batched.classes);
        is_complete
    }

    /// Searches one depth task by task on all idle threads. Returns whether that was completed.
    fn search_tasks(&self, depth: u8, tree: &mut Tree, tasks: &mut Tasks) -> bool {
        let of_depth = Depth::new(depth, tree, tasks);
        let results = self.control.threads.run_on_idle(|| {
            let _stop = self.control.stop_on_panic();
            let mut batched = self.batched(tasks.len());
            let is_complete = self.expand_all(&mut batched, &of_depth);
            (is_complete, batched.scores, batched.classes)
        });
        tasks.sort_by_scores(results.iter().map(|(_, scores, _)| scores.as_slice()));
        let is_complete = results.iter().all(|(is_complete, ..)| *is_complete);
        let classes = results.into_iter().filter_map(|(.., classes)| classes);
        tree.promising = Promising::new(classes);
        is_complete
    }

    /// A batched search for a depth of this many tasks.
    fn batched(&self, tasks: usize) -> Batched<B> {
        let bounds = &self.control.bounds;
        let mut batched = Batched::new(self.backend, bounds.metric, tasks);
        if bounds.is_for_one() {
            batched.classes = Some(self.classes.clone());
        }
        batched
    }

    /// Expands nodes until none are left and the queue is empty, or there are solutions enough
    /// (true), or the search has to end (false).
    fn expand_all(&self, batched: &mut Batched<B>, of: &Depth) -> bool {
        let (control, taken) = (self.control, &self.control.tasks_taken);
        let step = control.bounds.metric.length_step();
        let mut prober = self.means.table.prober();
        let mut steps = 0u32;
        let is_complete = loop {
            let any = batched.step(&prober, false)
                || of
                    .promising
                    .take(|node, left| batched.push(node, left + step))
                || of
                    .tasks
                    .take(taken, |node, made| batched.push(node, of.depth - made))
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
        let first = of.root.solution(&found[0], self.control.bounds.metric);
        let mut solutions = lock(self.solutions);
        solutions.extend(of.number, found);
        let are_enough = solutions.are_enough();
        drop(solutions);
        self.control.improve(first);
        are_enough
    }

    fn has_to_end(&self) -> bool {
        self.control.ending().is_some() || self.means.table.corruption().is_some()
    }

    /// Why a search that is incomplete ended.
    fn why_ended(&self) -> Outcome {
        let outcome = self.control.check().break_value();
        outcome.unwrap_or(Outcome::Stopped)
    }
}

impl<'t> Depth<'t> {
    fn new(depth: u8, tree: &'t Tree, tasks: &'t Tasks) -> Depth<'t> {
        Depth {
            depth,
            root: tree.root,
            number: tree.number,
            promising: &tree.promising,
            tasks,
            is_done: AtomicBool::new(false),
        }
    }
}
