//! A solver: a table, in memory or on the way there, and threads that search with it.

use super::deepening::Search;
use super::request::{Answer, Limits, Request};
use super::shared_table::SharedTable;
use super::team::Team;
use crate::cpu;
use crate::cube::{Cube, Metric};
use crate::host;
#[cfg(target_arch = "x86_64")]
use crate::probe::{Avx2, Avx512};
use crate::probe::{Portable, random_reads};
use crate::table::{Directory, Load, Spec, Table, TableError};
use std::path::PathBuf;
use std::sync::Arc;
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
    table: Arc<SharedTable>,
    team: Arc<Team>,
}

/// Bytes copied per second, a cautious guess. Once searching has taken as long as copying
/// would, copying is worth while: at worst it was for nothing and doubles the time.
const COPY_RATE: u64 = 1 << 30;

/// Memory to leave to others when a table is copied without being asked for.
const SPARE_MEMORY: u64 = 512 << 20;

impl Solver {
    /// A solver that reads `table`, on as many threads as there are processors.
    pub fn new(table: impl Into<Arc<Table>>) -> Solver {
        Solver {
            table: Arc::new(SharedTable::new(table.into())),
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

    /// The same threads with another table.
    pub(super) fn with_table(&self, table: Table) -> Solver {
        Solver {
            team: self.team.clone(),
            ..Solver::new(table)
        }
    }

    /// The number of its threads.
    pub fn threads(&self) -> usize {
        self.team.size()
    }

    /// The table it reads.
    pub fn table(&self) -> Arc<Table> {
        self.table.table()
    }

    /// What lengths are in: the metric of the table.
    pub fn metric(&self) -> Metric {
        self.table().spec().metric
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
            if !can_spare(host::available_memory(), bytes) {
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
                    solver.table.note_damage(error);
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
        self.table.replace(copy);
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
    /// If one is asked for, the search knows the best that a [two-phase](super::TwoPhase) search
    /// beside it has found, and ends when the lower bound reaches that.
    ///
    /// # Errors
    /// When the table turned out to be corrupted.
    pub fn search(
        &self,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
    ) -> Result<Answer, TableError> {
        self.search_on(cube, request, limits, None)
    }

    /// Goes on with a search for the same, by this solver or by one with another table, which
    /// was stopped with the answer `earlier`: from the lower bound that it proved, and with its
    /// solution.
    ///
    /// # Errors
    /// When the table turned out to be corrupted.
    pub fn resume(
        &self,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
        earlier: Answer,
    ) -> Result<Answer, TableError> {
        self.search_on(cube, request, limits, Some(earlier))
    }

    fn search_on(
        &self,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
        earlier: Option<Answer>,
    ) -> Result<Answer, TableError> {
        self.team.begin();
        let answer = self.answer(cube, request, limits, earlier);
        self.team.end(1);
        self.table
            .damage()
            .map_or(Ok(answer), |error| Err(error.clone()))
    }

    fn answer(
        &self,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
        earlier: Option<Answer>,
    ) -> Answer {
        let (table, team) = (&*self.table, &*self.team);
        #[cfg(target_arch = "x86_64")]
        if let Some(backend) = Avx512::detect() {
            return Search::new(backend, table, team, cube, request, limits, earlier).run();
        } else if let Some(backend) = Avx2::detect() {
            return Search::new(backend, table, team, cube, request, limits, earlier).run();
        }
        Search::new(Portable, table, team, cube, request, limits, earlier).run()
    }
}

/// Whether a copy of so many bytes leaves enough of the memory that is available.
fn can_spare(available: Option<u64>, bytes: u64) -> bool {
    available.is_some_and(|available| available >= bytes + SPARE_MEMORY)
}

#[test]
fn a_copy_leaves_memory_to_others() {
    let (bytes, all) = (1000, 1000 + SPARE_MEMORY);
    assert!(can_spare(Some(all), bytes) && can_spare(Some(all + 1), bytes));
    assert!(!can_spare(Some(all - 1), bytes) && !can_spare(None, bytes));
}
