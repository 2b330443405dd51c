//! Iterative deepening: one cube, depth by depth, on one or more threads.

use super::companion::{accompany, find_any};
use super::engine::Engine;
use super::forecast::growth;
use super::node::{MAX_DEPTH, Node};
use super::progress::Watch;
use super::promising::{Classes, Promising};
use super::request::{Answer, DepthReport, Limits, Outcome, Request};
use super::shared_table::SharedTable;
use super::solutions::Solutions;
use super::tasks::Tasks;
use super::team::Team;
use crate::cube::Cube;
use crate::probe::Backend;
use std::mem::take;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A depth is split into tasks if it is expected to take more probes than this; for less it would
/// cost more than it gains.
const SPLIT_PROBES: f64 = 1.33e6;

/// Probes of a depth whose time tells what the next one takes: for fewer, other processes that
/// have their turn could make it many times as long.
const TELLING_PROBES: u64 = 1_000_000;

/// Chunks expanded between looks at the clock, and at which table to use.
const STEPS_A_LOOK: u32 = 64;

/// The search for one cube's solutions.
pub struct Search<'a, B> {
    backend: B,
    table: &'a SharedTable,
    team: &'a Team,
    cube: &'a Cube,
    request: &'a Request,
    limits: &'a Limits<'a>,
    /// Without nodes, for each engine.
    classes: Classes,
    solutions: Mutex<Solutions>,
    watch: Watch<'a>,
}

/// What one depth took.
struct Spent {
    probes: u64,
    /// If it was long enough to tell what the next one takes.
    time: Option<Duration>,
}

impl<'a, B: Backend> Search<'a, B> {
    /// A search, or one that goes on where an earlier one was stopped.
    pub fn new(
        backend: B,
        table: &'a SharedTable,
        team: &'a Team,
        cube: &'a Cube,
        request: &'a Request,
        limits: &'a Limits<'a>,
        earlier: Option<Answer>,
    ) -> Search<'a, B> {
        let reader = table.table();
        let (spec, greatest) = (reader.spec(), reader.entries().greatest_bound());
        let metric = spec.metric;
        Search {
            backend,
            table,
            team,
            cube,
            request,
            limits,
            classes: Classes::new(spec, greatest, team.size()),
            solutions: Mutex::new(Solutions::new(cube, metric, request.count)),
            watch: Watch::new(metric, request, limits, earlier),
        }
    }

    /// Searches, with a companion as soon as a depth is long.
    pub fn run(self) -> Answer {
        let outcome = std::thread::scope(|scope| {
            let companion = || {
                scope.spawn(|| accompany(&self.watch, self.cube));
            };
            let outcome = self.deepen(companion);
            self.watch.end();
            outcome
        });
        if outcome == Outcome::Stopped {
            find_any(&self.watch, self.cube);
        }
        let solutions = self.solutions.into_inner().expect("no thread panics");
        self.watch.answer(solutions.into_vec(), outcome)
    }

    fn deepen(&self, companion: impl Fn()) -> Outcome {
        for cube in [self.cube, &self.cube.inverse()] {
            self.raise(self.table.table().lower_bound(cube));
        }
        let mut depth = self.watch.lower_bound();
        let mut last = self.request.max_moves.min(MAX_DEPTH);
        let (mut optimal, mut tasks) = (None, None);
        let mut promising = Promising::default();
        // what an earlier search has spent tells as much
        let mut spent = Spent {
            probes: self.watch.work().probes,
            time: None,
        };
        while depth <= last {
            if self.watch.bounds_meet() {
                return Outcome::Complete;
            }
            if self.has_to_end() {
                return Outcome::Stopped;
            }
            let expected = spent.probes as f64 * growth(self.watch.metric());
            let is_long = expected >= SPLIT_PROBES;
            if is_long && tasks.is_none() {
                tasks = Some(Tasks::new(self.cube, self.watch.metric()));
                companion();
            }
            let tasks = tasks.as_mut().filter(|_| is_long);
            let finished = self.search_depth(depth, &mut promising, tasks, &mut spent);
            if optimal.is_none() && self.found() > 0 {
                optimal = Some(depth);
                last = last.min(depth.saturating_add(self.request.extra));
            }
            if self.enough() || self.watch.bounds_meet() {
                return Outcome::Complete;
            }
            if !finished {
                return Outcome::Stopped;
            }
            depth += self.watch.metric().step();
            if optimal.is_none() {
                self.raise(depth);
            }
        }
        match optimal {
            Some(_) => Outcome::Complete,
            None => Outcome::NoneWithinMaxMoves,
        }
    }

    /// Notes that no solution is shorter than `bound`.
    fn raise(&self, bound: u8) {
        let metric = self.watch.metric();
        self.watch.raise(metric.possible_length(self.cube, bound));
    }

    /// Searches one depth, task by task if there are any. Returns false if it was stopped.
    fn search_depth(
        &self,
        depth: u8,
        promising: &mut Promising,
        tasks: Option<&mut Tasks>,
        spent: &mut Spent,
    ) -> bool {
        let start = Instant::now();
        let before = self.watch.work();
        let count = tasks.as_ref().map_or(0, |tasks| tasks.len());
        self.watch.begin(depth, count, spent.time);
        let finished = match tasks {
            Some(tasks) => self.search_tasks(depth, promising, tasks),
            None => self.search_whole(depth, promising),
        };
        let after = self.watch.work();
        let (probes, time) = (after.probes - before.probes, start.elapsed());
        *spent = Spent {
            probes,
            time: (probes >= TELLING_PROBES).then_some(time),
        };
        if let Some(on_depth) = self.limits.on_depth.filter(|_| finished) {
            on_depth(&DepthReport {
                metric: self.watch.metric(),
                depth,
                nodes: after.nodes - before.nodes,
                probes,
                time,
                solutions: self.found(),
            });
        }
        finished
    }

    /// Searches one depth from the root in this thread. Returns false if it was stopped.
    fn search_whole(&self, depth: u8, promising: &mut Promising) -> bool {
        let mut engine = self.engine(0);
        engine.push(Node::new(self.cube), depth);
        let (none, done) = (Tasks::default(), AtomicBool::new(false));
        let finished = self.drain(&mut engine, promising, &none, depth, &done);
        *promising = Promising::new(engine.classes);
        finished
    }

    /// Searches one depth task by task, on all threads. Returns false if it was stopped.
    fn search_tasks(&self, depth: u8, promising: &mut Promising, tasks: &mut Tasks) -> bool {
        let done = AtomicBool::new(false);
        let results = self.team.on_all_idle(|| {
            let mut engine = self.engine(tasks.len());
            let finished = self.drain(&mut engine, promising, tasks, depth, &done);
            (finished, engine.scores, engine.classes)
        });
        tasks.sort_by_scores(results.iter().map(|(_, scores, _)| scores.as_slice()));
        let finished = results.iter().all(|(finished, ..)| *finished);
        let classes = results.into_iter().filter_map(|(.., classes)| classes);
        *promising = Promising::new(classes);
        finished
    }

    /// An engine for a depth of so many tasks.
    fn engine(&self, tasks: usize) -> Engine<B> {
        let mut engine = Engine::new(self.backend, self.watch.metric(), tasks);
        if self.watch.wants_one() {
            engine.classes = Some(self.classes.clone());
        }
        engine
    }

    /// Works until neither the engine nor the queue has anything left (true), or until told
    /// to stop (false) or there are solutions enough (true).
    fn drain(
        &self,
        engine: &mut Engine<B>,
        promising: &Promising,
        tasks: &Tasks,
        depth: u8,
        done: &AtomicBool,
    ) -> bool {
        let (queue, step) = (&self.watch.queue, self.watch.metric().step());
        let mut prober = self.table.prober();
        let mut steps = 0u32;
        let finished = loop {
            let any = engine.step(&prober, false)
                || promising.take(|node, left| engine.push(node, left + step))
                || tasks.take(queue, |node, made| engine.push(node, depth - made))
                || engine.step(&prober, true);
            if !engine.solved.is_empty() && self.add(engine) {
                done.store(true, Ordering::Relaxed);
            }
            if !any || done.load(Ordering::Relaxed) {
                break true;
            }
            steps += 1;
            if steps.is_multiple_of(STEPS_A_LOOK) {
                self.watch.add(take(&mut engine.work));
                prober = self.table.prober();
                if self.has_to_end() {
                    done.store(true, Ordering::Relaxed);
                    break false;
                }
            }
        };
        self.watch.add(take(&mut engine.work));
        finished
    }

    /// Takes over the solutions that an engine has found, one at least. Returns whether there are
    /// enough.
    fn add(&self, engine: &mut Engine<B>) -> bool {
        let found: Vec<_> = engine.solved.drain(..).map(|node| node.moves()).collect();
        let first = found[0].clone();
        let mut solutions = self.solutions.lock().expect("no thread panics");
        solutions.extend(found.into_iter());
        let enough = solutions.enough();
        drop(solutions);
        self.watch.improve(first);
        enough
    }

    fn has_to_end(&self) -> bool {
        self.watch.has_to_end() || self.table.damage().is_some()
    }

    fn enough(&self) -> bool {
        self.solutions.lock().expect("no thread panics").enough()
    }

    fn found(&self) -> usize {
        self.solutions.lock().expect("no thread panics").len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Solver, solve_recursively};
    use crate::table::{Spec, Table};

    /// The answer to a request, and the reports of its depths.
    fn search(scramble: &str, request: &Request) -> (Answer, Vec<DepthReport>) {
        let spec = Spec {
            base: 0,
            ..*Spec::by_name("h0").unwrap()
        };
        let table = Table::build(&spec, &AtomicBool::new(false), &|_| ()).unwrap();
        let solver = Solver::new(table).with_threads(1);
        let reports = Mutex::new(vec![]);
        let hear = |report: &DepthReport| reports.lock().unwrap().push(*report);
        let limits = Limits::default().on_depth(&hear);
        let answer = solver.search(&scramble.parse().unwrap(), request, &limits);
        (answer.unwrap(), reports.into_inner().unwrap())
    }

    #[test]
    fn depths_report_their_own_work() {
        let (answer, reports) = search("R U F' L2 D", &Request::all().extra(1));
        let depths: Vec<u8> = reports.iter().map(|report| report.depth).collect();
        assert!(depths.len() > 2 && depths.ends_with(&[5, 6]), "{depths:?}");
        let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
        let probes: u64 = reports.iter().map(|report| report.probes).sum();
        assert_eq!((nodes, probes), (answer.nodes, answer.probes));
    }

    /// Positions that promise a solution are searched first, for one as long as plain search finds:
    /// nodes as counted, to be changed with the search.
    #[test]
    fn promising_positions_lead_to_shortest_solutions() {
        let spec = Spec {
            base: 2,
            ..*Spec::by_name("h0-qtm").unwrap()
        };
        let table = Table::build(&spec, &AtomicBool::new(false), &|_| ()).unwrap();
        let solver = Solver::new(table).with_threads(1);
        let (request, limits) = (Request::default(), Limits::default());
        let nodes = [
            "R U F' L D B' U R' F",
            "F R U' L D2 B' R F L'",
            "U R2 F B' R B U L",
        ];
        let nodes = nodes.map(|scramble| {
            let cube = scramble.parse().unwrap();
            let answer = solver.search(&cube, &request, &limits).unwrap();
            let plain = solve_recursively(&*solver.table(), &cube, &request, &limits);
            assert_eq!(answer.length(), plain.length(), "{scramble}");
            answer.nodes
        });
        assert_eq!(nodes, [6623, 86_665, 9891]);
    }

    /// There are more solutions of six moves than two, and longer ones need not be sought.
    #[test]
    fn as_many_as_wanted_end_the_search() {
        let scramble = "R2 U2 R2 U2 R2 U2";
        let all = search(scramble, &Request::all()).0;
        assert!(all.solutions.len() > 2);
        let two = Request {
            count: Some(2),
            ..Request::default()
        };
        let (answer, reports) = search(scramble, &two.extra(2));
        assert_eq!(answer.outcome, Outcome::Complete);
        assert_eq!(answer.solutions.len(), 2);
        assert_eq!(reports.last().map(|report| report.depth), Some(6));
    }
}
