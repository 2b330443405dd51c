//! Iterative deepening: one cube, depth by depth, on one or more threads.

use super::engine::{Engine, Work};
use super::node::{MAX_DEPTH, Node};
use super::request::{Answer, DepthReport, Limits, Outcome, Request};
use super::solutions::Solutions;
use super::tasks::Tasks;
use super::team::Team;
use crate::cpu;
use crate::cube::{Cube, Metric};
use crate::host;
#[cfg(target_arch = "x86_64")]
use crate::probe::{Avx2, Avx512};
use crate::probe::{Backend, Portable, Prober, random_reads};
use crate::table::{Directory, Load, Spec, Table, TableError};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::{Duration, Instant};

/// An optimal solver with one pruning table. Its clones share the table and the threads.
///
/// ```no_run
/// use cubesolve::{Cube, Limits, Request, Solver};
/// use std::time::Duration;
///
/// let solver = Solver::open("h8")?;
/// let cube: Cube = "R U F'".parse()?;
/// let limits = Limits::default().timeout(Duration::from_secs(10));
/// let answer = solver.search(&cube, &Request::all(), &limits)?;
/// println!("{answer}\nno solution has fewer than {} moves", answer.lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    state: Arc<State>,
    team: Arc<Team>,
}

struct State {
    prober: RwLock<Arc<Prober>>,
    /// That the table was found corrupted while it was copied.
    damage: OnceLock<TableError>,
}

/// Bytes copied per second, a cautious guess. Once searching has taken as long as copying
/// would, copying is worth while: at worst it was for nothing and doubles the time.
const COPY_RATE: u64 = 1 << 30;

/// Memory to leave to others when a table is copied without being asked for.
const SPARE_MEMORY: u64 = 512 << 20;

/// A depth is split into tasks if the one before took more probes than this; for less it
/// would cost more than it gains.
const SPLIT_PROBES: u64 = 100_000;

/// Chunks expanded between looks at the clock, and at which table to use.
const STEPS_A_LOOK: u32 = 64;

impl Solver {
    /// A solver that reads `table`, on as many threads as there are processors.
    pub fn new(table: impl Into<Arc<Table>>) -> Solver {
        let state = State {
            prober: RwLock::new(Arc::new(Prober::new(table.into()))),
            damage: OnceLock::new(),
        };
        Solver {
            state: Arc::new(state),
            team: Arc::new(Team::new(cpu::processors())),
        }
    }

    /// A solver with the table called `name`, such as "h2", from the default
    /// [`Directory`]; the table is made there if it is missing, which takes seconds for h2 and
    /// minutes for h8. It is mapped, and copied into memory when that turns out to be worth
    /// while.
    ///
    /// # Errors
    /// When there is no such table, or it can neither be read nor made.
    pub fn open(name: &str) -> Result<Solver, TableError> {
        let spec = Spec::by_name(name).ok_or_else(|| TableError::Unknown { name: name.into() })?;
        let path = Directory::default().make(spec, Limits::default().stop, &|_| ())?;
        let solver = Solver::new(Table::open(&path, Load::Map)?);
        solver.copy_later(path, |_| ());
        Ok(solver)
    }

    /// The same solver with so many threads, at least 1, which clones made of it share.
    pub fn with_threads(self, threads: usize) -> Solver {
        Solver {
            team: Arc::new(Team::new(threads)),
            ..self
        }
    }

    /// The table it reads.
    pub fn table(&self) -> Arc<Table> {
        self.prober().table().clone()
    }

    /// What lengths are in: the metric of the table.
    pub fn metric(&self) -> Metric {
        self.table().spec().metric
    }

    fn prober(&self) -> Arc<Prober> {
        self.state.prober.read().expect("no thread panics").clone()
    }

    /// Copies the table, which is mapped from the file at `path`, into memory, in a thread of
    /// its own: not before searching has gone on long enough for that to pay, and only if there
    /// is memory to spare. Searches under way go on with the copy. `on_copied` gets the time
    /// that the copying took.
    ///
    /// Should the file turn out to be corrupted, all searches fail from then on.
    pub fn copy_later(&self, path: PathBuf, on_copied: impl FnOnce(Duration) + Send + 'static) {
        let solver = self.clone();
        let copying = std::thread::Builder::new().spawn(move || {
            let bytes = solver.table().spec().table_bytes();
            std::thread::sleep(Duration::from_secs_f64(bytes as f64 / COPY_RATE as f64));
            if host::available_memory().is_none_or(|available| available < bytes + SPARE_MEMORY) {
                return;
            }
            let start = Instant::now();
            match Table::open(&path, Load::Copy) {
                Ok(table) => {
                    solver.replace_table(Arc::new(table));
                    on_copied(start.elapsed());
                }
                // Answers from such a table are worth nothing, so none more is given.
                Err(error @ TableError::Corrupted { .. }) => {
                    let _ = solver.state.damage.set(error);
                }
                // Whatever else is wrong, the map serves on.
                Err(_) => {}
            }
        });
        // Without a thread for it, the map serves on.
        drop(copying);
    }

    /// Goes on with another copy of the table, in searches under way, too.
    ///
    /// # Panics
    /// If it is a different table.
    pub fn replace_table(&self, copy: Arc<Table>) {
        assert_eq!(self.table().spec().name, copy.spec().name);
        let prober = Arc::new(Prober::new(copy));
        *self.state.prober.write().expect("no thread panics") = prober;
    }

    /// The time of `reads` reads of random places of the table, many under way at once: the
    /// limit that the machine's memory sets to the search, in one thread.
    pub fn random_reads(&self, reads: usize) -> Duration {
        random_reads(self.table().codes(), reads)
    }

    /// Finds a shortest solution: `cube` after its moves is solved.
    ///
    /// # Errors
    /// When the table turned out to be corrupted.
    pub fn solve(&self, cube: &Cube) -> Result<Answer, TableError> {
        self.search(cube, &Request::default(), &Limits::default())
    }

    /// Finds the solutions that are requested: `cube` after the moves of any is solved.
    ///
    /// # Errors
    /// When the table turned out to be corrupted.
    pub fn search(
        &self,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
    ) -> Result<Answer, TableError> {
        self.team.begin();
        let answer = self.answer(cube, request, limits);
        self.team.end(1);
        self.state
            .damage
            .get()
            .map_or(Ok(answer), |error| Err(error.clone()))
    }

    fn answer(&self, cube: &Cube, request: &Request, limits: &Limits) -> Answer {
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
            if self.has_to_end() {
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
        let joining = self.solver.team.take_idle();
        let results: Vec<(bool, Work, Vec<f32>)> = std::thread::scope(|scope| {
            let worker = || {
                let mut engine = Engine::new(self.backend, tasks.len());
                let finished = self.drain(&mut engine, tasks, &queue, depth, &done);
                (finished, engine.work, engine.scores)
            };
            let others: Vec<_> = (0..joining).map(|_| scope.spawn(worker)).collect();
            let mut results = vec![worker()];
            results.extend(
                others
                    .into_iter()
                    .map(|other| other.join().expect("no panic")),
            );
            results
        });
        self.solver.team.end(joining);
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
                if self.has_to_end() {
                    done.store(true, Ordering::Relaxed);
                    return false;
                }
            }
        }
    }

    fn has_to_end(&self) -> bool {
        self.limits.reached() || self.solver.state.damage.get().is_some()
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
            metric: self.solver.metric(),
            solutions: solutions.into_vec(),
            lower_bound,
            outcome,
            nodes: self.work.nodes,
            probes: self.work.probes,
        }
    }
}
