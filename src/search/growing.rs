//! A solver that makes itself a larger table when that pays.

use super::equivalent::KnownAnswers;
use super::forecast::{Forecast, LISTED, Offer};
use super::request::{Answer, Limits, Outcome, Progress, Request};
use super::solver::Solver;
use crate::cube::Cube;
use crate::notation::Position;
use crate::table::{Directory, Load, Making, Room, Spec, Table, TableError};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// With less left to do, no table is worth the trouble.
const WORTH_A_TABLE: Duration = Duration::from_secs(2);

/// Nobody who waits for a cube wants to wait longer for a table.
const LONGEST_MAKING: Duration = Duration::from_secs(30);

/// What a person calls slow.
const SLOW: Duration = Duration::from_secs(8);

/// How many times faster it has to become for advice to be worth reading.
const DIFFERENCE: f64 = 3.0;

/// A solver for cubes of which nobody knows how hard they are: it begins with the table that is
/// there, and makes a larger one as soon as the cube would be solved later without it.
pub struct GrowingSolver {
    directory: Directory,
    /// Bytes of the largest table that it makes without being asked to.
    most_bytes: AtomicU64,
    solver: Mutex<Solver>,
    /// Held while a table is made.
    growing: Mutex<()>,
}

/// What becomes of a table that a [`GrowingSolver`] makes.
pub enum Growth<'a> {
    /// It is being made.
    Making(Making),
    /// It is there, and the search goes on with it.
    Made,
    /// It could not be made, and the search goes on without it.
    Failed(&'a TableError),
}

/// Who hears of the tables that are made.
pub type OnGrowth<'a> = dyn Fn(&'static Spec, Growth) + Sync + 'a;

impl GrowingSolver {
    /// Bytes of the largest table that is made for people who have not asked for it.
    pub const MOST_BYTES: u64 = 1 << 30;

    /// A solver that makes tables of at most so many bytes in a directory; with 0, none.
    pub fn new(solver: Solver, directory: Directory, most_bytes: u64) -> GrowingSolver {
        GrowingSolver {
            directory,
            most_bytes: most_bytes.into(),
            solver: Mutex::new(solver),
            growing: Mutex::new(()),
        }
    }

    /// The solver with the table that it has by now.
    pub fn solver(&self) -> Solver {
        self.solver.lock().expect("no thread panics").clone()
    }

    /// Finds the solutions that are requested for a cube as it was given, or recalls those of an
    /// equivalent one. Where few moves make the cube, no table is made for it: what is known of
    /// random cubes does not hold, as it takes long only where the bounds are poor, and ends soon.
    ///
    /// # Errors
    /// As [`GrowingSolver::search`].
    pub fn solve(
        &self,
        position: &Position,
        known: &KnownAnswers,
        request: &Request,
        limits: &Limits,
        on_growth: &OnGrowth,
    ) -> Result<Answer, TableError> {
        let metric = self.solver().metric();
        let few = usize::from(LISTED[metric as usize]);
        let scramble = position.scramble.as_ref();
        let is_short = scramble.is_some_and(|scramble| metric.length(scramble.moves()) < few);
        known.solve(&position.cube, |cube| match is_short {
            true => self.solver().search(cube, request, limits),
            false => self.search(cube, request, limits, on_growth),
        })
    }

    /// Finds the solutions that are requested, as [`Solver::search`] does. A table that cannot be
    /// made is done without.
    ///
    /// # Errors
    /// When the table turned out to be corrupted.
    pub fn search(
        &self,
        cube: &Cube,
        request: &Request,
        limits: &Limits,
        on_growth: &OnGrowth,
    ) -> Result<Answer, TableError> {
        if self.most_bytes.load(Ordering::Relaxed) == 0 {
            return self.solver().search(cube, request, limits);
        }
        let mut earlier = None;
        loop {
            let solver = self.solver();
            let wanted = Mutex::new(None);
            let hear = |progress: &Progress| {
                let told = limits.on_progress.map(|told| told(progress));
                if let Some(better) = self.better_table(&solver, progress, limits) {
                    *wanted.lock().expect("no thread panics") = Some(better);
                    return ControlFlow::Break(());
                }
                told.unwrap_or(ControlFlow::Continue(()))
            };
            let heard = limits.on_progress(&hear);
            let answer = match earlier.take() {
                None => solver.search(cube, request, &heard)?,
                Some(earlier) => solver.resume(cube, request, &heard, earlier)?,
            };
            let wanted = wanted.into_inner().expect("no thread panics");
            let Some(spec) = wanted.filter(|_| answer.outcome == Outcome::Stopped) else {
                return Ok(answer);
            };
            self.grow(spec, limits, on_growth);
            earlier = Some(answer);
        }
    }

    /// The table with which the cube would be solved earlier, the time to make it included.
    fn better_table(
        &self,
        solver: &Solver,
        progress: &Progress,
        limits: &Limits,
    ) -> Option<&'static Spec> {
        let left = progress.time_left.filter(|left| *left > WORTH_A_TABLE)?;
        let table = solver.table();
        let room = Room::of(&self.directory).comfortable();
        let most_bytes = self.most_bytes.load(Ordering::Relaxed);
        let may_be_made = |spec: &&Spec| spec.table_bytes() <= most_bytes && room.suffices(spec);
        let offers = Spec::all_in(table.spec().metric).filter(may_be_made);
        let offers = offers.map(|spec| Offer::to_make(spec, table.spec(), left, solver.threads()));
        let soonest = offers
            .filter(|offer| offer.making < LONGEST_MAKING)
            .min_by_key(|offer| offer.making + offer.then)?;
        let offer = Some(soonest).filter(|offer| offer.making + offer.then < left)?;
        let in_time = |deadline: Instant| Instant::now() + offer.making < deadline;
        limits.deadline.is_none_or(in_time).then_some(offer.spec)
    }

    /// Makes a table and goes over to it, unless another thread has made one meanwhile.
    fn grow(&self, spec: &'static Spec, limits: &Limits, on_growth: &OnGrowth) {
        let _turn = self.growing.lock().expect("no thread panics");
        let solver = self.solver();
        if Forecast::probes(solver.table().spec()) <= Forecast::probes(spec) {
            return;
        }
        let tell = |making| on_growth(spec, Growth::Making(making));
        let made = self.directory.make(spec, limits.stop, &tell);
        // searching will go on long enough for the copy to pay
        let opened = made.and_then(|path| match Table::open(&path, Load::Copy) {
            Err(TableError::Memory { .. }) => Table::open(&path, Load::Map),
            opened => opened,
        });
        match opened {
            Ok(table) => {
                *self.solver.lock().expect("no thread panics") = solver.with_table(table);
                on_growth(spec, Growth::Made);
            }
            // it can be made for another cube
            Err(TableError::Interrupted) => {}
            Err(error) => {
                self.most_bytes.store(0, Ordering::Relaxed);
                on_growth(spec, Growth::Failed(&error));
            }
        }
    }

    /// The table that would have helped with a cube that took `time`, if that was long and there
    /// is room for one that makes a difference.
    pub fn advice(&self, time: Duration) -> Option<Offer> {
        if time <= SLOW {
            return None;
        }
        let solver = self.solver();
        let room = Room::of(&self.directory).comfortable();
        let table = solver.table();
        Some(Offer::to_make(
            room.fastest_soon(table.spec().metric, solver.threads())?,
            table.spec(),
            time,
            solver.threads(),
        ))
        .filter(|offer| offer.then < time.div_f64(DIFFERENCE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// With the rows of h0, and bounds of the first few moves only.
    fn solver() -> Solver {
        let spec = Spec {
            base: 0,
            ..*Spec::by_name("h0").unwrap()
        };
        let table = Table::build(&spec, &AtomicBool::new(false), &|_| ());
        Solver::new(table.unwrap()).with_threads(1)
    }

    /// A search with h2 takes a quarter of the time: making it pays if it takes less than the
    /// other three, and ends before the search has to.
    #[test]
    fn a_table_is_made_where_it_pays() {
        let directory = tempfile::tempdir().unwrap();
        let h2 = Spec::by_name("h2").unwrap();
        let directory = Directory::at(directory.path());
        let growing = GrowingSolver::new(solver(), directory, h2.table_bytes());
        let better = |left: Duration, limits: &Limits| {
            let progress = Progress {
                depth: 12,
                done: 0.5,
                lower_bound: 12,
                best: None,
                nodes: 0,
                probes: 0,
                time_left: Some(left),
            };
            let better = growing.better_table(&growing.solver(), &progress, limits);
            better.map(|spec| spec.name)
        };
        let making = h2.build_time(1);
        let even = making.mul_f64(4.0 / 3.0);
        let free = Limits::default();
        assert_eq!(better(even.mul_f64(0.99), &free), None);
        assert_eq!(better(even.mul_f64(1.01), &free), Some("h2"));
        let hour = Duration::from_secs(3600);
        assert_eq!(better(hour, &free.timeout(making.mul_f64(0.9))), None);
        assert_eq!(better(hour, &free.timeout(10 * making)), Some("h2"));

        // what nobody has waited long for is no matter
        assert!(growing.advice(SLOW).is_none());
        let offer = growing.advice(hour).unwrap();
        assert!(offer.then < hour / 3 && offer.spec.table_bytes() >= h2.table_bytes());
    }
}
