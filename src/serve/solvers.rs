//! The solvers that all clients share: one for each metric, with a table that grows.

use super::turns::Turns;
use crate::cube::Metric;
use crate::search::{GrowingSolver, Solver};
use crate::table::{Directory, Load, Making, Spec, Table, TableError};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Solves for all clients.
pub struct Solvers {
    directory: Directory,
    /// Bytes of the largest table that is made without being asked for.
    most_bytes: u64,
    /// The metric of the one that is there from the beginning.
    pub metric: Metric,
    by_metric: [Mutex<Option<Arc<GrowingSolver>>>; 2],
    pub turns: Arc<Turns>,
}

impl Solvers {
    /// One solver, to begin with, for so many requests at a time.
    pub fn new(first: Solver, directory: Directory, most_bytes: u64, queue: usize) -> Solvers {
        let metric = first.metric();
        let solvers = Solvers {
            directory,
            most_bytes,
            metric,
            by_metric: Default::default(),
            turns: Arc::new(Turns::new(queue)),
        };
        solvers.keep(first);
        solvers
    }

    /// The name of the table that is used for a metric, if one is open.
    pub fn table(&self, metric: Metric) -> Option<&'static str> {
        let solver = self.open(metric)?;
        Some(solver.solver().table().spec().name)
    }

    /// The tables that are there, smallest first.
    pub fn tables(&self) -> impl Iterator<Item = &'static Spec> {
        let present = |spec: &&Spec| self.directory.find(spec).is_some();
        Spec::ALL.iter().filter(present)
    }

    /// The solver for a metric. It is opened if it is not yet, with a table that is made first if
    /// there is none; of that `hear` is told.
    ///
    /// # Errors
    /// Why there is none, in one clause.
    pub fn get(
        &self,
        metric: Metric,
        stop: &AtomicBool,
        hear: &(dyn Fn(&'static Spec, Making) + Sync),
    ) -> Result<Arc<GrowingSolver>, String> {
        if let Some(solver) = self.open(metric) {
            return Ok(solver);
        }
        let spec = self.directory.best(metric).unwrap_or(Spec::first(metric));
        if self.most_bytes < spec.table_bytes() && self.directory.find(spec).is_none() {
            return Err(format!(
                "there is no table for {metric}; make it with `cubesolve gen-tables --table {}`",
                spec.name
            ));
        }
        let opened = self.make(spec, stop, hear);
        opened.map_err(|error| format!("there is no table for {metric}: {error}"))
    }

    fn make(
        &self,
        spec: &'static Spec,
        stop: &AtomicBool,
        hear: &(dyn Fn(&'static Spec, Making) + Sync),
    ) -> Result<Arc<GrowingSolver>, TableError> {
        let path = self
            .directory
            .make(spec, stop, &|making| hear(spec, making))?;
        let solver = Solver::new(Table::open(&path, Load::Map)?);
        solver.copy_later(path, |_| ());
        Ok(self.keep(solver))
    }

    fn keep(&self, solver: Solver) -> Arc<GrowingSolver> {
        let mut kept = self.lock(solver.metric());
        let growing = GrowingSolver::new(solver, self.directory.clone(), self.most_bytes);
        kept.insert(Arc::new(growing)).clone()
    }

    fn open(&self, metric: Metric) -> Option<Arc<GrowingSolver>> {
        self.lock(metric).clone()
    }

    fn lock(&self, metric: Metric) -> std::sync::MutexGuard<'_, Option<Arc<GrowingSolver>>> {
        self.by_metric[metric as usize]
            .lock()
            .expect("no thread panics")
    }
}
