//! The solver: answers queries with the engine and the table that each needs.

mod auf;
pub mod choice;
mod forecast;
mod generation;
mod tables;

pub use forecast::{Forecast, Upgrade};
pub use tables::Loading;

use crate::coord::{CoordError, Stop};
use crate::cube::{Cube, Metric, Position, Sequence};
use crate::host::Instant;
use crate::host::lock::lock;
use crate::host::threads;
use crate::notation::{self, LayerMove, Pattern};
use crate::optimal;
use crate::patterns::Patterns;
use crate::patterns::shared::MAX_HALVES;
use crate::probe::random_reads;
use crate::scramble;
use crate::search::{
    Answer, Limits, Outcome, Progress, Puzzle, Query, Solution, SolveError, Target, Threads,
};
use crate::steps;
use crate::table::{Directory, FreeSpace, Spec, Table, TableError};
use crate::two_phase;
use generation::Ending;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tables::{Provision, Source, Tables};

/// Solves cubes. Clones share tables and threads.
///
/// ```no_run
/// use cubesolve::{Cube, Limits, Query, Solver};
/// use std::time::Duration;
///
/// let solver = Solver::open("1G")?; // a table by name, found or generated
/// let cube: Cube = "R U F'".parse()?;
/// let answer = solver.solve(&cube)?; // one optimal solution
/// let limits = Limits::default().timeout(Duration::from_secs(10));
/// let answer = solver.query(&cube.into(), &Query::new().all(), &limits)?;
/// println!("{answer}\nno solution has fewer than {} moves", answer.lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Solver {
    tables: Arc<Tables>,
    threads: Arc<Threads>,
    /// The last searches with allowed moves or patterns, whose tables serve queries like theirs.
    patterns: Arc<Mutex<Vec<Arc<Patterns>>>>,
}

/// Number of searches with allowed moves or patterns whose tables are kept: a few megabytes each, or
/// about 100 after a long search. [`Solver::prepare`] keeps more.
const MAX_PATTERNS: usize = 6;

/// What [`Solver::prepare`] has prepared: one query about many cubes. Clones share it.
#[derive(Debug, Clone)]
#[must_use]
pub struct Prepared {
    /// With searches of its own.
    solver: Solver,
    query: Query,
}

impl Prepared {
    /// Answers the query about a cube, as [`Solver::query`] does.
    ///
    /// # Errors
    /// Those of [`Solver::query`].
    pub fn solve(&self, position: &Position, limits: &Limits) -> Result<Answer, SolveError> {
        self.solver.query(position, &self.query, limits)
    }

    /// The query.
    pub fn query(&self) -> &Query {
        &self.query
    }
}

impl Default for Solver {
    /// A solver for the default [`Directory`].
    fn default() -> Solver {
        Solver::with_directory(Directory::default())
    }
}

impl Solver {
    /// Size in bytes of the largest table that a solver generates by default.
    pub const MAX_GENERATED: u64 = 1 << 30;

    /// A solver with the table of this name, such as "128M", in the default [`Directory`]. If the table
    /// is missing it is generated there, which takes seconds for 128M and minutes for 8G.
    ///
    /// # Errors
    /// [`TableError::UnknownTable`], and those of opening and generating a table.
    pub fn open(name: &str) -> Result<Solver, TableError> {
        let spec = Spec::named(name)?;
        let solver = Solver::with_directory(Directory::default()).named(spec);
        solver.open_table(spec.metric, &Limits::default())?;
        Ok(solver)
    }

    /// A solver with the best tables of a directory, opened when a query needs one. If there is none,
    /// or a cube would be solved sooner with a larger one, it generates one in the directory: see
    /// [`Solver::generate_up_to`].
    pub fn with_directory(directory: Directory) -> Solver {
        Solver::with_provision(Provision {
            source: Source::Directory(directory, None),
            loading: Loading::Auto,
            max_generated: Solver::MAX_GENERATED,
        })
    }

    /// A solver with this table only: it solves in the table's metric.
    pub fn with_table(table: impl Into<Arc<Table>>) -> Solver {
        Solver::with_provision(Provision {
            source: Source::Table(table.into()),
            loading: Loading::Map,
            max_generated: 0,
        })
    }

    fn with_provision(provision: Provision) -> Solver {
        Solver {
            tables: Arc::new(Tables::new(provision)),
            threads: Arc::new(Threads::new(threads::processors())),
            patterns: Arc::default(),
        }
    }

    /// The same solver with tables of its own, provided differently.
    fn provided(self, change: impl FnOnce(&mut Provision)) -> Solver {
        let mut provision = self.tables.provision.clone();
        change(&mut provision);
        Solver {
            tables: Arc::new(Tables::new(provision)),
            ..self
        }
    }

    /// The same solver with a named table of its directory only.
    pub fn named(self, spec: &'static Spec) -> Solver {
        self.provided(|provision| {
            if let Source::Directory(_, named) = &mut provision.source {
                *named = Some(spec);
                provision.max_generated = 0;
            }
        })
    }

    /// The same solver with tables of its own, which it loads like this.
    pub fn loading(self, loading: Loading) -> Solver {
        self.provided(|provision| provision.loading = loading)
    }

    /// The same solver with tables of its own, which generates a missing table only if that was named or
    /// has at most this many bytes.
    pub fn generate_up_to(self, bytes: u64) -> Solver {
        self.provided(|provision| provision.max_generated = bytes)
    }

    /// The same solver with its own `threads` threads, at least 1; by default one for each processor.
    pub fn threads(self, threads: usize) -> Solver {
        Solver {
            threads: Arc::new(Threads::new(threads)),
            patterns: Arc::default(),
            ..self
        }
    }

    /// The table that is in use for a metric, if one is open.
    pub fn table(&self, metric: Metric) -> Option<Arc<Table>> {
        let open = self.tables.get(metric)?;
        Some(open.table())
    }

    /// Opens the table for a metric, if it is not open yet.
    ///
    /// # Errors
    /// Those of opening and generating a table; [`TableError::Interrupted`] if a limit is reached before it is
    /// generated.
    pub fn open_table(&self, metric: Metric, limits: &Limits) -> Result<Arc<Table>, TableError> {
        let limits = limits.started();
        let ending = || limits.check().break_value();
        let open = self.tables.table(metric, &limits, &ending)?;
        Ok(open.table())
    }

    /// Ends generations that go on after a timeout, as dropping the last clone of the solver does.
    #[doc(hidden)]
    pub fn end_generations(&self) {
        self.tables.generations.end();
    }

    /// Whether it generates tables that were not named.
    #[doc(hidden)]
    pub fn generates(&self) -> bool {
        self.tables.provision.max_generated > 0
    }

    /// Generates a table in its directory, unless it is installed, and uses it from now on unless the
    /// one in use is faster. Returns whether that was possible; the callback for tables gets the error.
    #[doc(hidden)]
    pub fn generate(&self, spec: &'static Spec, limits: &Limits) -> bool {
        self.tables.generate_larger(spec, &limits.started())
    }

    /// Finds one provably shortest solution.
    ///
    /// # Errors
    /// See [`Solver::query`].
    pub fn solve(&self, cube: &Cube) -> Result<Answer, SolveError> {
        self.query(&Position::from(*cube), &Query::new(), &Limits::default())
    }

    /// Answers a query. The moves of each solution are as the holder of the cube makes them.
    ///
    /// A search for one solution ends when the lower bound reaches the best solution known, be it
    /// found by the two-phase algorithm beside it or the inverse of the scramble.
    ///
    /// Where no table is installed, cubes within 11 moves (12 quarter turns) are solved without one, and one is
    /// generated for the others.
    ///
    /// # Errors
    /// - [`SolveError::Query`]: the parts of the query are not compatible.
    /// - [`SolveError::Table`]: no table could be opened or generated, or it is corrupted.
    /// - [`SolveError::Coord`]: memory or threads for the tables of coordinates were refused.
    pub fn query(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        query.check()?;
        let limits = &limits.started();
        let all = choice::query_for_all(query);
        let mut answer = self.query_targets(position, all.as_ref().unwrap_or(query), limits)?;
        if all.is_some() {
            choice::choose(&mut answer, position, query);
        }
        if query.link {
            for solution in &mut answer.solutions {
                solution.link = Some(link(position, solution, query.puzzle)?);
            }
        }
        Ok(answer)
    }

    /// Prepares a query for many cubes that have pieces in common, such as all cases of a set: by turns of
    /// some faces, with free turns of the upper layer, their solutions are found for all of them at once.
    /// Answers are the same, but a timeout is kept only after that. Without cubes nothing is shared but the
    /// tables of a search, which are kept as long as the result.
    ///
    /// # Errors
    /// [`SolveError::Query`]: the parts of the query are not compatible.
    pub fn prepare(&self, cubes: &[Cube], query: &Query) -> Result<Prepared, SolveError> {
        query.check()?;
        let solver = Solver {
            patterns: Arc::default(),
            ..self.clone()
        };
        let pattern = match &query.to[..] {
            [Target::Pattern(pattern)] => Some(*pattern),
            _ => None,
        };
        let is_one_search = query.to.len() == usize::from(pattern.is_some());
        if is_one_search && (pattern.is_some() || !query.is_by_table()) && !cubes.is_empty() {
            solver.patterns(query, pattern).prepare(cubes, MAX_HALVES);
        }
        Ok(Prepared {
            solver,
            query: query.clone(),
        })
    }

    /// Finds the solutions to the nearest target: each is searched for up to the length that the
    /// nearest so far leaves.
    fn query_targets(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let targets = match &query.to[..] {
            [] => return self.query_target(position, query, None, limits),
            [target] => return self.query_target(position, query, Some(target), limits),
            targets => targets,
        };
        let mut query = query.clone();
        let longer: usize = query.extra_of_step(0).into();
        let mut whole: Option<Answer> = None;
        for (number, target) in targets.iter().enumerate() {
            let mut answer = self.query_target(position, &query, Some(target), limits)?;
            for solution in &mut answer.solutions {
                solution.target = number;
            }
            let mut merged = match whole {
                Some(whole) => whole.merged(answer, longer, query.max_solutions()),
                None => answer,
            };
            if matches!(merged.outcome, Outcome::Stopped | Outcome::TimedOut) {
                if number + 1 < targets.len() {
                    merged.lower_bound = 0;
                }
                return Ok(merged);
            }
            let longest = match (merged.length(), query.max_solutions()) {
                // at this target already
                (Some(0), Some(1)) => return Ok(merged),
                (Some(length), Some(1)) => length - 1,
                (Some(length), _) => length + longer,
                (None, _) => usize::MAX,
            };
            if let Ok(longest) = u8::try_from(longest)
                && query.max_moves.len() < 2
            {
                query.max_moves = vec![query.max_length().min(longest)];
            }
            whole = Some(merged);
        }
        Ok(whole.expect("there is a target"))
    }

    fn query_target(
        &self,
        position: &Position,
        query: &Query,
        target: Option<&Target>,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let centred = target.and_then(|target| target.in_frame_of(position));
        let position = centred.as_ref().unwrap_or(position);
        let pattern = match target {
            Some(Target::Pattern(pattern)) => Some(*pattern),
            _ => None,
        };
        let start = Instant::now();
        let mut lower_bound = 0;
        if let Some(whole) = query.for_whole_cube() {
            let answer = self.search(position, &whole, limits, None)?;
            if let Some(answer) = steps::split(&answer, position, query) {
                return Ok(answer);
            }
            lower_bound = answer.lower_bound;
        } else if query.has_long_chains() && self.tables.is_installed(query.metric) {
            lower_bound = self.bound_of_cube(position, query.metric, limits);
        }
        let answer = if query.goal.is_some() {
            steps::solve(position, query, limits, &self.threads, lower_bound)?
        } else if query.auf && pattern.is_none() && query.is_by_table() {
            return self.search_with_auf(position, query, limits);
        } else if query.needs_patterns() || pattern.is_some() {
            let ending = || limits.check().break_value();
            let open = || {
                let open = self.tables.table(query.metric, limits, &ending).ok()?;
                Some(open.prober())
            };
            let patterns = self.patterns(query, pattern);
            patterns.solve(position, query, limits, &open)?
        } else if query.fast {
            two_phase::solve(position, query, limits)?
        } else {
            return self.search(position, query, limits, None);
        };
        Ok(Answer {
            lower_bound: answer.lower_bound.max(lower_bound),
            time: start.elapsed(),
            ..answer
        })
    }

    /// A lower bound for all solutions of a cube: their length, or what a few seconds prove of it, and no
    /// more than a quarter of the time that is left; 0 if the table cannot be opened.
    fn bound_of_cube(&self, position: &Position, metric: Metric, limits: &Limits) -> u8 {
        const TIME: Duration = Duration::from_secs(5);
        let now = Instant::now();
        let left = limits.deadline.map(|at| at.saturating_duration_since(now));
        let mut limits = limits.silent();
        limits.deadline = Some(now + left.map_or(TIME, |left| TIME.min(left / 4)));
        let answer = self.search(position, &Query::new().metric(metric), &limits, None);
        answer.map_or(0, |answer| answer.lower_bound)
    }

    /// The search with the allowed moves and the pattern of a query; that of an earlier query, if it
    /// is kept, with its tables.
    fn patterns(&self, query: &Query, pattern: Option<Pattern>) -> Arc<Patterns> {
        let mut kept = lock(&self.patterns);
        let found = kept.iter().position(|known| known.serves(query, pattern));
        let patterns = match found {
            Some(number) => kept.remove(number),
            None => Arc::new(Patterns::new(query, pattern, self.threads.clone())),
        };
        kept.push(patterns.clone());
        if kept.len() > MAX_PATTERNS {
            kept.remove(0);
        }
        patterns
    }

    /// The optimal search, from the bounds of an earlier one if there is any: of short solutions without a table, of
    /// others with one. If the cube would be solved sooner with a larger table, that is generated, and the search
    /// continues with it.
    fn search(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
        mut earlier: Option<Answer>,
    ) -> Result<Answer, SolveError> {
        let start = Instant::now();
        if self.tables.is_none_installed(query.metric) {
            match optimal::search_near(position, query, limits, earlier) {
                ControlFlow::Break(answer) => return Ok(answer),
                ControlFlow::Continue(bounds) => earlier = Some(bounds),
            }
        }
        let mut request = optimal::Request {
            position,
            query,
            limits,
            earlier,
        };
        let ending = || limits.check().break_value();
        let begin = Instant::now();
        let mut open = match self.tables.missing(query.metric) {
            None => self.tables.table(query.metric, limits, &ending)?,
            Some(spec) => {
                let wait = |ending: &Ending| self.tables.table(query.metric, limits, ending);
                let (opened, answer) = optimal::search_beside(&request, wait);
                match opened {
                    Err(TableError::Interrupted) => {
                        return Ok(answer_without_table(request.earlier, answer, spec));
                    }
                    opened => {
                        request.earlier = Some(answer);
                        opened?
                    }
                }
            }
        };
        let loading = Mutex::new(begin.elapsed());
        let mut can_upgrade = self.tables.provision.max_generated > 0;
        loop {
            let upgrade = Mutex::new(None);
            let on_progress = |progress: &Progress| {
                let continued = limits
                    .on_progress
                    .map_or(ControlFlow::Continue(()), |f| f(progress));
                let larger =
                    self.tables
                        .upgrade(&open.spec(), progress, self.threads.count(), limits);
                match larger {
                    Some(spec) if continued.is_continue() => {
                        *lock(&upgrade) = Some(spec);
                        ControlFlow::Break(())
                    }
                    _ => continued,
                }
            };
            let watched = match can_upgrade {
                true => limits.on_progress(&on_progress),
                false => *limits,
            };
            let begin = Instant::now();
            let with_limits = optimal::Request {
                limits: &watched,
                ..request
            };
            let answer = optimal::search(
                &with_limits,
                &optimal::Means {
                    table: &open,
                    threads: &self.threads,
                    before_long_depth: &|| {
                        let time = self.tables.copy_if_earned(&open, begin, limits);
                        *lock(&loading) += time;
                    },
                },
            )?;
            open.add_time(begin.elapsed());
            let upgrade = upgrade.into_inner().unwrap_or_else(|e| e.into_inner());
            let Some(spec) = upgrade.filter(|_| answer.outcome == Outcome::Stopped) else {
                return Ok(Answer {
                    time: start.elapsed().saturating_sub(*lock(&loading)),
                    table: Some(open.spec().name),
                    ..answer
                });
            };
            can_upgrade = self.tables.generate_larger(spec, limits);
            open = self.tables.table(query.metric, limits, &ending)?;
            request.earlier = Some(answer);
        }
    }

    /// The table that would have made a difference for a cube that took `time`, if that was long and
    /// one can be generated within minutes.
    #[doc(hidden)]
    pub fn advice(&self, metric: Metric, time: Duration) -> Option<Upgrade> {
        /// Searches that took no longer get no advice, nor those that would not be this much faster.
        const SLOW: Duration = Duration::from_secs(8);
        const DIFFERENCE: f64 = 3.0;
        if time <= SLOW {
            return None;
        }
        let (open, directory) = (self.tables.get(metric)?, self.tables.directory()?);
        let threads = self.threads.count();
        let free = FreeSpace::of(directory.path()).with_reserve();
        let spec = free.fastest_soon(metric, threads)?;
        let upgrade = Upgrade::to(spec, &open.spec(), time, threads);
        (upgrade.search < time.div_f64(DIFFERENCE)).then_some(upgrade)
    }

    /// Time of `reads` reads of random places of the table of a metric, many in flight at once: the
    /// limit that the machine's memory sets to a search in one thread.
    #[doc(hidden)]
    pub fn random_reads(&self, metric: Metric, reads: usize) -> Result<Duration, TableError> {
        let table = self.open_table(metric, &Limits::default())?;
        Ok(random_reads(table.entry_bytes(), reads))
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("threads", &self.threads.count())
            .field("loading", &self.tables.provision.loading)
            .finish_non_exhaustive()
    }
}

/// The answer of a query that ended while its table was generated, with the solutions found before.
fn answer_without_table(earlier: Option<Answer>, mut answer: Answer, spec: &Spec) -> Answer {
    if let Some(earlier) = earlier {
        answer.solutions.extend(earlier.solutions);
        answer.time = earlier.time;
    }
    answer.unfinished = (answer.outcome != Outcome::Complete).then_some(spec.name);
    answer
}

/// A link that plays a solution from the scrambled cube on.
fn link(position: &Position, solution: &Solution, puzzle: Puzzle) -> Result<String, CoordError> {
    const LONGEST: usize = 200;
    let sequence = solution.sequence();
    let scramble = position.scramble.as_ref();
    let setup = match scramble.filter(|scramble| scramble.len() <= LONGEST) {
        Some(scramble) => scramble.clone(),
        None => {
            let face_turns: Sequence = sequence.moves().iter().copied().collect();
            let back = face_turns.inverse();
            let cube = position.as_held();
            match back.cube() == cube {
                true => back,
                false => scramble::to_cube(&cube, Metric::HalfTurn, Stop::never())?,
            }
        }
    };
    let moves = solution.all_moves();
    let moves: Vec<String> = moves.iter().map(LayerMove::to_string).collect();
    let puzzle = (puzzle == Puzzle::Cube2).then_some("2x2x2");
    Ok(notation::link::to_editor(
        &setup.to_string(),
        &moves.join(" "),
        puzzle,
    ))
}
