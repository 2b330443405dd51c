//! The search of the whole cube, for which tables are opened, generated, copied and replaced.

use super::Solver;
use super::plan::Plan;
use super::tables::OpenTables;
use crate::cube::Metric;
use crate::host::{Instant, lock::lock};
use crate::optimal::{self, TableInUse};
use crate::probe::Prober;
use crate::search::{
    Answer, Bounds, Control, Limits, OnProgress, Outcome, Progress, Query, Root, SolveError,
};
use crate::table::{Spec, TableError};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Looks out for a larger table with which a search would end sooner.
struct Lookout<'a> {
    tables: &'a OpenTables,
    /// When the search began.
    start: Instant,
    threads: usize,
    limits: &'a Limits<'a>,
    /// The table in use, if it may be replaced, and the one to replace it by.
    state: Mutex<(Option<Arc<TableInUse>>, Option<&'static Spec>)>,
}

impl Solver {
    /// Searches for short solutions without a table if there is none, and for others with one. If they would be
    /// found sooner with a larger table, that is generated, and the search continues with it.
    pub(super) fn search_whole_cube(
        &self,
        roots: &[Root],
        bounds: Bounds,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let (start, metric, tables) = (Instant::now(), bounds.metric, &self.tables);
        let lookout = Lookout {
            tables,
            start,
            threads: self.threads.count(),
            limits,
            state: Mutex::default(),
        };
        let on_progress = |progress: &Progress| lookout.on_progress(progress);
        let limits = &lookout.limits_with(&on_progress);
        let control = Control::new(bounds, limits, &self.threads);
        let mut search = optimal::Search::new(roots, &control, || tables.quick(metric).ok()?);
        if tables.is_none_installed(metric)
            && let Some(outcome @ (Outcome::Complete | Outcome::NoneWithinMaxMoves)) = search.near()
        {
            let answer = search.into_answer(outcome);
            return Ok(Answer {
                time: start.elapsed(),
                ..answer
            });
        }
        let ending = || control.check().break_value();
        let begin = Instant::now();
        let mut open = match tables.missing(metric) {
            None => tables.table(metric, limits, &ending)?,
            Some(spec) => match search.beside(|ending| tables.table(metric, limits, ending)) {
                Err(TableError::Interrupted) => {
                    let outcome = control.ending().unwrap_or(Outcome::Stopped);
                    let time = begin - start;
                    let answer = search.into_answer(outcome);
                    return Ok(Answer {
                        unfinished: (answer.outcome != Outcome::Complete).then_some(spec.name),
                        time,
                        ..answer
                    });
                }
                opened => opened?,
            },
        };
        let loading = Mutex::new(begin.elapsed());
        let mut may_be_replaced = true;
        loop {
            lookout.watch(may_be_replaced.then(|| open.clone()));
            let begin = Instant::now();
            let outcome = search.by_table(&optimal::Means {
                table: &open,
                before_long_depth: &|| {
                    let time = tables.copy_for_long_search(&open, begin, limits);
                    *lock(&loading) += time;
                },
            })?;
            open.add_time(begin.elapsed());
            let Some(spec) = lookout.larger().filter(|_| outcome == Outcome::Stopped) else {
                let answer = search.into_answer(outcome);
                return Ok(Answer {
                    time: start.elapsed().saturating_sub(*lock(&loading)),
                    table: Some(open.spec().name),
                    ..answer
                });
            };
            control.resume();
            may_be_replaced = tables.generate_larger(spec, limits);
            open = tables.table(metric, limits, &ending)?;
        }
    }

    /// A lower bound for all solutions of the roots of a plan: their length, or what a few seconds prove of it, and
    /// no more than a quarter of the time that is left; 0 without a table.
    pub(super) fn lower_bound(&self, plan: &Plan, limits: &Limits) -> u8 {
        const TIME: Duration = Duration::from_secs(5);
        let metric = plan.bounds.metric;
        if !self.tables.is_installed(metric) {
            return 0;
        }
        let now = Instant::now();
        let left = limits.deadline.map(|at| at.saturating_duration_since(now));
        let mut limits = limits.silent();
        limits.deadline = Some(now + left.map_or(TIME, |left| TIME.min(left / 4)));
        let bounds = Bounds::from(&Query::new().metric(metric));
        let answer = self.search_whole_cube(&plan.roots, bounds, &limits);
        answer.map_or(0, |answer| answer.lower_bound)
    }

    /// The table for a metric, if one can be opened or generated.
    pub(super) fn prober(&self, metric: Metric, limits: &Limits) -> Option<Arc<Prober>> {
        let ending = || limits.check().break_value();
        let open = self.tables.table(metric, limits, &ending).ok()?;
        Some(open.prober())
    }
}

impl<'a> Lookout<'a> {
    /// The limits of the query, with a callback that looks for a larger table if one may be generated.
    fn limits_with<'b>(&self, on_progress: &'b OnProgress<'b>) -> Limits<'b>
    where
        'a: 'b,
    {
        match self.tables.provision.max_generated > 0 {
            true => self.limits.on_progress(on_progress),
            false => *self.limits,
        }
    }

    /// Calls the callback of the query. Ends the search if it, or a larger table, is a reason to.
    fn on_progress(&self, progress: &Progress) -> ControlFlow<()> {
        if let Some(on_progress) = self.limits.on_progress {
            on_progress(progress)?;
        }
        let (open, larger) = &mut *lock(&self.state);
        let Some(open) = open else {
            return ControlFlow::Continue(());
        };
        if larger.is_none() {
            let spec = open.spec();
            *larger = self
                .tables
                .upgrade(&spec, self.start, progress, self.threads, self.limits);
        }
        match larger {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Looks for a larger table than this one from now on; for none if there is none to replace.
    fn watch(&self, open: Option<Arc<TableInUse>>) {
        *lock(&self.state) = (open, None);
    }

    /// The larger table that it has found.
    fn larger(&self) -> Option<&'static Spec> {
        lock(&self.state).1
    }
}
