//! Iterative deepening: one cube, depth by depth, on one or more threads.

use super::engine::{Engine, Work};
use super::node::{MAX_DEPTH, Node};
use super::request::{Answer, DepthReport, Limits, Outcome, Request};
use super::solutions::Solutions;
use super::tasks::Tasks;
use super::team::Team;
use crate::cube::Cube;
#[cfg(target_arch = "x86_64")]
use crate::probe::{Avx2, Avx512};
use crate::probe::{Backend, Portable, Prober, random_reads};
use crate::table::Table;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

/// An optimal solver with one pruning table. Its clones share the table.
#[derive(Clone)]
pub struct Solver {
    prober: Arc<RwLock<Arc<Prober>>>,
    team: Option<Arc<Team>>,
}

/// A depth is split into tasks if the one before took more probes than this; for less it
/// would cost more than it gains.
const SPLIT_PROBES: u64 = 100_000;

/// Chunks expanded between looks at the clock, and at which table to use.
const STEPS_A_LOOK: u32 = 64;

impl Solver {
    /// A solver that reads `table`.
    pub fn new(table: Arc<Table>) -> Solver {
        Solver {
            prober: Arc::new(RwLock::new(Arc::new(Prober::new(table)))),
            team: None,
        }
    }

    /// The same solver, with the idle threads of a team joining in at large depths.
    pub fn helped_by(&self, team: Arc<Team>) -> Solver {
        Solver {
            prober: self.prober.clone(),
            team: Some(team),
        }
    }

    /// The table it reads.
    pub fn table(&self) -> Arc<Table> {
        self.prober().table().clone()
    }

    fn prober(&self) -> Arc<Prober> {
        self.prober.read().expect("no thread panics").clone()
    }

    /// Goes on with another copy of the table, in searches under way, too.
    ///
    /// # Panics
    /// If it is a different table.
    pub fn replace_table(&self, copy: Arc<Table>) {
        assert_eq!(self.table().spec().name, copy.spec().name);
        let prober = Arc::new(Prober::new(copy));
        *self.prober.write().expect("no thread panics") = prober;
    }

    /// The time of `reads` reads of random places of the table, many under way at once: the
    /// limit that the machine's memory sets to the search, in one thread.
    pub fn random_reads(&self, reads: usize) -> Duration {
        random_reads(self.table().codes(), reads)
    }

    /// Solves a cube: `cube` after any of the answer's solutions is solved.
    pub fn solve(&self, cube: &Cube, request: &Request, limits: &Limits) -> Answer {
        #[cfg(target_arch = "x86_64")]
        if let Some(backend) = Avx512::detect() {
            return Search::new(backend, self, cube, request, limits).run();
        } else if let Some(backend) = Avx2::detect() {
            return Search::new(backend, self, cube, request, limits).run();
        }
        Search::new(Portable, self, cube, request, limits).run()
    }
}

/// The search for one cube's solutions.
struct Search<'a, B> {
    backend: B,
    solver: &'a Solver,
    cube: &'a Cube,
    request: &'a Request,
    limits: &'a Limits<'a>,
    solutions: Mutex<Solutions>,
    work: Work,
}

impl<'a, B: Backend> Search<'a, B> {
    fn new(
        backend: B,
        solver: &'a Solver,
        cube: &'a Cube,
        request: &'a Request,
        limits: &'a Limits<'a>,
    ) -> Search<'a, B> {
        Search {
            backend,
            solver,
            cube,
            request,
            limits,
            solutions: Mutex::new(Solutions::new(cube, request.count)),
            work: Work::default(),
        }
    }

    fn run(mut self) -> Answer {
        let lower_bound = |cube: &Cube| self.solver.table().lower_bound(cube);
        let bounds = [lower_bound(self.cube), lower_bound(&self.cube.inverse())];
        let mut depth = bounds[0].max(bounds[1]);
        let mut last = self.request.max_moves.min(MAX_DEPTH);
        let (mut optimal, mut tasks, mut last_probes) = (None, None, 0);
        while depth <= last {
            if self.limits.reached() {
                return self.answer(Outcome::Stopped, optimal.unwrap_or(depth));
            }
            let before = self.work.probes;
            let finished = if last_probes < SPLIT_PROBES {
                self.search_whole(depth)
            } else {
                let tasks = tasks.get_or_insert_with(|| Tasks::new(self.cube));
                self.search_tasks(depth, tasks)
            };
            last_probes = self.work.probes - before;
            if optimal.is_none() && self.found() > 0 {
                optimal = Some(depth);
                last = last.min(depth.saturating_add(self.request.extra));
            }
            if self.solutions.lock().expect("no thread panics").enough() {
                break;
            }
            if !finished {
                return self.answer(Outcome::Stopped, optimal.unwrap_or(depth));
            }
            depth += 1;
        }
        match optimal {
            Some(optimal) => self.answer(Outcome::Complete, optimal),
            None => self.answer(Outcome::NoneWithinMaxMoves, depth),
        }
    }

    /// Searches one depth from the root in this thread. Returns false if it was stopped.
    fn search_whole(&mut self, depth: u8) -> bool {
        let start = Instant::now();
        let mut engine = Engine::new(self.backend, 0);
        engine.push(Node::new(self.cube), depth);
        let queue = AtomicUsize::new(0);
        let finished = self.drain(
            &mut engine,
            &Tasks::default(),
            &queue,
            depth,
            &AtomicBool::new(false),
        );
        self.report(depth, start, engine.work, finished);
        finished
    }

    /// Searches one depth task by task, on all threads. Returns false if it was stopped.
    fn search_tasks(&mut self, depth: u8, tasks: &mut Tasks) -> bool {
        let start = Instant::now();
        let queue = AtomicUsize::new(0);
        let done = AtomicBool::new(false);
        let team = self.solver.team.as_deref();
        let joining = team.map_or(0, Team::take_idle);
        let results: Vec<(bool, Work, Vec<f32>)> = std::thread::scope(|scope| {
            let worker = || {
                let mut engine = Engine::new(self.backend, tasks.len());
                let finished = self.drain(&mut engine, tasks, &queue, depth, &done);
                (finished, engine.work, engine.scores)
            };
            let others: Vec<_> = (1..self.request.threads + joining)
                .map(|_| scope.spawn(worker))
                .collect();
            let mut results = vec![worker()];
            results.extend(
                others
                    .into_iter()
                    .map(|other| other.join().expect("no panic")),
            );
            results
        });
        if let Some(team) = team {
            team.end(joining);
        }
        let mut total = Work::default();
        for (_, work, _) in &results {
            total.nodes += work.nodes;
            total.probes += work.probes;
        }
        tasks.sort_by_scores(results.iter().map(|(_, _, scores)| scores.as_slice()));
        let finished = results.iter().all(|(finished, ..)| *finished);
        self.report(depth, start, total, finished);
        finished
    }

    /// Works until neither the engine nor the queue has anything left (true), or until told
    /// to stop (false) or there are solutions enough (true).
    fn drain(
        &self,
        engine: &mut Engine<B>,
        tasks: &Tasks,
        queue: &AtomicUsize,
        depth: u8,
        done: &AtomicBool,
    ) -> bool {
        let mut prober = self.solver.prober();
        let mut steps = 0u32;
        loop {
            let any = engine.step(prober.reader(), false)
                || tasks.take(queue, |node, made| engine.push(node, depth - made))
                || engine.step(prober.reader(), true);
            if !engine.solved.is_empty() {
                let mut solutions = self.solutions.lock().expect("no thread panics");
                solutions.extend(engine.solved.drain(..).map(|node| node.moves()));
                if solutions.enough() {
                    done.store(true, Ordering::Relaxed);
                }
            }
            if !any || done.load(Ordering::Relaxed) {
                return true;
            }
            steps += 1;
            if steps.is_multiple_of(STEPS_A_LOOK) {
                prober = self.solver.prober();
                if self.limits.reached() {
                    done.store(true, Ordering::Relaxed);
                    return false;
                }
            }
        }
    }

    fn found(&self) -> usize {
        self.solutions.lock().expect("no thread panics").len()
    }

    /// Adds up the work, and tells of a depth that was not broken off.
    fn report(&mut self, depth: u8, start: Instant, work: Work, finished: bool) {
        self.work.nodes += work.nodes;
        self.work.probes += work.probes;
        if let Some(on_depth) = self.limits.on_depth.filter(|_| finished) {
            on_depth(&DepthReport {
                depth,
                nodes: work.nodes,
                probes: work.probes,
                time: start.elapsed(),
                solutions: self.found(),
            });
        }
    }

    fn answer(self, outcome: Outcome, lower_bound: u8) -> Answer {
        let solutions = self.solutions.into_inner().expect("no thread panics");
        Answer {
            solutions: solutions.into_vec(),
            lower_bound,
            outcome,
            nodes: self.work.nodes,
            probes: self.work.probes,
        }
    }
}
