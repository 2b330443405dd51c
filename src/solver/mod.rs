//! The solver: [`plan`] says what a query comes down to, [`prepared`] runs it, and [`tables`] finds and generates
//! the tables. A long search replaces its table by a copy or a larger one ([`replacement`]). The search of the whole
//! cube is in [`whole_cube`], since its tables change while it runs.

mod choice;
mod forecast;
mod generation;
mod plan;
mod prepared;
mod replacement;
mod tables;
mod whole_cube;

pub use forecast::{Forecast, Upgrade};
pub use prepared::Prepared;
pub use tables::Loading;

use crate::cube::{Cube, Metric, Position};
use crate::host::threads;
use crate::probe::random_reads;
use crate::search::{Answer, Limits, Query, SolveError, Threads};
use crate::table::{Directory, FreeSpace, Spec, Table, TableError};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tables::{OpenTables, Provision, TableSource};

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
    tables: Arc<OpenTables>,
    threads: Arc<Threads>,
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

    /// A solver with the table of this name, such as "64M", in the default [`Directory`]. If the table
    /// is missing it is generated there, which takes seconds for 64M and minutes for 8G.
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
            source: TableSource::Directory(directory, None),
            loading: Loading::Auto,
            max_generated: Solver::MAX_GENERATED,
        })
    }

    /// A solver with this table only: it solves in the table's metric.
    pub fn with_table(table: impl Into<Arc<Table>>) -> Solver {
        Solver::with_provision(Provision {
            source: TableSource::Table(table.into()),
            loading: Loading::Map,
            max_generated: 0,
        })
    }

    fn with_provision(provision: Provision) -> Solver {
        Solver {
            tables: Arc::new(OpenTables::new(provision)),
            threads: Arc::new(Threads::new(threads::processors())),
        }
    }

    /// The same solver with tables of its own, provided differently.
    fn provided(self, change: impl FnOnce(&mut Provision)) -> Solver {
        let mut provision = self.tables.provision.clone();
        change(&mut provision);
        Solver {
            tables: Arc::new(OpenTables::new(provision)),
            ..self
        }
    }

    /// The same solver with a named table of its directory only.
    pub fn named(self, spec: &'static Spec) -> Solver {
        self.provided(|provision| {
            if let TableSource::Directory(_, named) = &mut provision.source {
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
            ..self
        }
    }

    /// The table that is in use for a metric, if one is open.
    pub fn table(&self, metric: Metric) -> Option<Arc<Table>> {
        let open = self.tables.get(metric)?;
        Some(open.table())
    }

    /// Uses a table for its metric from now on: for systems without files, where none is found or generated.
    pub fn provide(&self, table: impl Into<Arc<Table>>) {
        self.tables.provide(table.into());
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
    /// generated for the others. For many cubes with the same query use [`Solver::prepare`].
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
        self.prepare(&[], query)?.solve(position, limits)
    }

    /// Prepares a query for many cubes. Searches by allowed moves or to patterns share their tables, as long as the
    /// result exists. For the `cubes`, if any are given, solutions by turns of some faces with free turns of
    /// the upper layer are found at once, if they have pieces in common as all cases of a set have; for 1000 cubes or
    /// more those by all faces, too. Answers are the same, but a timeout is kept only after that.
    ///
    /// # Errors
    /// [`SolveError::Query`]: the parts of the query are not compatible.
    pub fn prepare(&self, cubes: &[Cube], query: &Query) -> Result<Prepared, SolveError> {
        Prepared::new(self, cubes, query)
    }

    /// The table that would have made a difference for a cube, if its `time` was long and the table can be
    /// generated within minutes.
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
