//! Options that several commands share.

use super::{query, values};
use anyhow::{Context, ensure};
use clap::{Args, ValueHint, value_parser};
use cubesolve::cube::Metric;
use cubesolve::table::{Directory, Spec};
use cubesolve::{Solver, threads};
use std::ffi::OsString;

/// `--tables`.
#[derive(Debug, Clone, Args)]
pub struct TablesOption {
    /// Directory of the tables [default: the one in CUBESOLVE_TABLES, else ./tables if it holds any, else the user's
    /// data directory]
    #[arg(long, value_name = "DIR", global = true, value_hint = ValueHint::DirPath)]
    tables: Option<OsString>,
}

impl TablesOption {
    pub fn directory(&self) -> Directory {
        Directory::named(self.tables.as_deref()).unwrap_or_default()
    }

    /// Whether the user named the directory.
    pub fn is_named(&self) -> bool {
        let named = Directory::named(self.tables.as_deref());
        named.or_else(Directory::in_variable).is_some()
    }
}

/// `--no-build`.
#[derive(Debug, Clone, Copy, Args)]
pub struct BuildOption {
    /// Never generate a table (by default a missing small one is generated, and one of up to 1 GB
    /// if a cube is hard)
    #[arg(long)]
    no_build: bool,
}

impl BuildOption {
    /// The solver, which generates no tables if the option is set.
    pub fn apply(self, solver: Solver) -> Solver {
        match self.no_build {
            true => solver.generate_up_to(0),
            false => solver,
        }
    }
}

/// `--metric`.
#[derive(Debug, Clone, Copy, Args)]
pub struct MetricOption {
    #[arg(long, value_name = "METRIC", value_parser = values::metric(), help = query::about(query::named("metric")))]
    metric: Option<Metric>,
}

impl MetricOption {
    pub fn get(self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// The table and the metric that options select together: with `--metric qtm` 64M stands for
    /// 64M-qtm, and without `--metric` that of the table is selected.
    ///
    /// # Errors
    /// If there is no such table, or its name is of another metric.
    pub fn with_table(
        self,
        table: Option<&'static Spec>,
    ) -> anyhow::Result<(Option<&'static Spec>, Metric)> {
        let Some(table) = table else {
            return Ok((None, self.get()));
        };
        let metric = self.metric.unwrap_or(table.metric);
        let name = table.name;
        ensure!(
            table.metric == metric || table.metric == Metric::HalfTurn,
            "{name} is not for --metric {metric}"
        );
        let table = table.in_metric(metric);
        let table = table.with_context(|| format!("{name} does not exist in --metric {metric}"))?;
        Ok((Some(table), metric))
    }
}

/// Options of the solver.
#[derive(Debug, Clone, Args)]
pub struct SolverOptions {
    #[command(flatten)]
    metric: MetricOption,

    /// Table to use [default: the fastest that fits the memory]
    #[arg(long, value_name = "NAME", value_parser = values::table())]
    table: Option<&'static Spec>,

    #[command(flatten)]
    build: BuildOption,

    #[command(flatten)]
    pub tables: TablesOption,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl SolverOptions {
    /// The table, if one is named, and the metric.
    pub fn table(&self) -> anyhow::Result<(Option<&'static Spec>, Metric)> {
        self.metric.with_table(self.table)
    }

    pub fn threads(&self) -> usize {
        self.threads.map_or_else(threads::processors, usize::from)
    }

    pub fn solver(&self) -> anyhow::Result<Solver> {
        let directory = self.tables.directory();
        let (table, _) = self.table()?;
        if let Some(spec) = table {
            directory.require(spec)?;
        }
        let mut solver = Solver::with_directory(directory).threads(self.threads());
        if let Some(spec) = table {
            solver = solver.named(spec);
        }
        Ok(self.build.apply(solver))
    }
}
