//! What solves the whole cube with a table, and tells what it does.

use crate::cli::output::tell;
use crate::cli::table::GrowthShown;
use crate::cli::{size, time};
use cubesolve::cube::Metric;
use cubesolve::engines::{Engine, Solved};
use cubesolve::notation::Position;
use cubesolve::search::{GrowingSolver, Growth, KnownAnswers, Limits, Request};
use cubesolve::table::TableError;
use std::sync::Once;
use std::time::{Duration, Instant};

/// The optimal solver of the whole cube.
pub struct WholeCube {
    solver: GrowingSolver,
    known: KnownAnswers,
    quiet: bool,
    /// Whether somebody was told what would have been faster.
    advised: Once,
}

impl WholeCube {
    pub fn new(solver: GrowingSolver, quiet: bool) -> WholeCube {
        WholeCube {
            solver,
            known: KnownAnswers::default(),
            quiet,
            advised: Once::new(),
        }
    }

    /// Tells once of a table that would have helped with a cube that took `time`.
    fn advise(&self, time: Duration) {
        if let Some(offer) = self.solver.advice(time).filter(|_| !self.quiet) {
            self.advised.call_once(|| {
                tell(format_args!(
                    "such cubes take about {} times less with a larger table: \
                     cubesolve gen-tables --table {} ({}, made in about {})",
                    (time.as_secs_f64() / offer.then.as_secs_f64()).round(),
                    offer.spec.name,
                    size::show(offer.spec.table_bytes()),
                    time::show(offer.making),
                ));
            });
        }
    }
}

impl Engine for WholeCube {
    fn metric(&self) -> Metric {
        self.solver.solver().metric()
    }

    fn table(&self) -> Option<&'static str> {
        Some(self.solver.solver().table().spec().name)
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let start = Instant::now();
        let shown = GrowthShown::new(self.quiet);
        let on_growth = |spec, growth: Growth| shown.show(spec, growth);
        let (solver, known) = (&self.solver, &self.known);
        let answer = solver.solve(position, known, request, limits, &on_growth)?;
        self.advise(start.elapsed());
        Ok(Solved::new(position, answer))
    }
}
