//! Options that several commands share, and parsers of their values.

use super::{query, table};
use crate::host::fs;
use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueHint, value_parser};
use cubesolve::coord::{CATALOGUE, CatalogueEntry};
use cubesolve::cube::Metric;
use cubesolve::notation::Format;
use cubesolve::table::{DIRECTORY_VARIABLE, Directory, Spec};
use cubesolve::{Cost, Loading, Puzzle, Solver, threads};
use std::ffi::{OsStr, OsString};
use std::str::FromStr;
use std::time::Duration;

/// `--tables`.
#[derive(Debug, Clone, Args)]
pub struct TablesOption {
    /// Directory of the tables [default: ./tables if it holds any, else the user's data directory]
    #[arg(long, value_name = "DIR", global = true, env = DIRECTORY_VARIABLE, hide_env_values = true, value_hint = ValueHint::DirPath)]
    tables: Option<OsString>,
}

impl TablesOption {
    pub fn directory(&self) -> Directory {
        Directory::named(self.tables.as_deref()).unwrap_or_default()
    }

    /// Whether the user named the directory.
    pub fn is_named(&self) -> bool {
        Directory::named(self.tables.as_deref()).is_some()
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
    #[arg(long, value_name = "METRIC", value_parser = metric(), help = query::about(query::named("metric")))]
    metric: Option<Metric>,
}

impl MetricOption {
    pub fn get(self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// The table and the metric that options select together: with `--metric qtm` 128M stands for
    /// 128M-qtm, and without `--metric` that of the table is selected.
    pub fn with_table(
        self,
        table: Option<&'static Spec>,
    ) -> anyhow::Result<(Option<&'static Spec>, Metric)> {
        let Some(table) = table else {
            return Ok((None, self.get()));
        };
        let metric = self.metric.unwrap_or(table.metric);
        let name = table.name;
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
    #[arg(long, value_name = "NAME", value_parser = table())]
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

    /// A solver with these options.
    pub fn solver(&self) -> anyhow::Result<Solver> {
        let directory = self.tables.directory();
        let (table, _) = self.table()?;
        if let Some(spec) = table {
            table::find(spec, &directory)?;
        }
        let mut solver = Solver::with_directory(directory).threads(self.threads());
        if let Some(spec) = table {
            solver = solver.named(spec);
        }
        Ok(self.build.apply(solver))
    }
}

/// Accepts the names of some values.
fn one_of<T: Clone + Send + Sync + 'static>(
    choices: Vec<(&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(choices.iter().map(|(name, _)| *name)).map(move |selected| {
        let choice = choices.iter().find(|(name, _)| *name == selected);
        choice.expect("one of the possible values").1.clone()
    })
}

pub fn metric() -> impl TypedValueParser<Value = Metric> {
    one_of(Metric::ALL.map(|metric| (metric.name(), metric)).into())
}

pub fn puzzle() -> impl TypedValueParser<Value = Puzzle> {
    one_of(vec![("3x3x3", Puzzle::Cube3), ("2x2x2", Puzzle::Cube2)])
}

pub fn table() -> impl TypedValueParser<Value = &'static Spec> {
    Suggested {
        parser: Spec::named,
        values: || {
            Spec::ALL
                .iter()
                .map(|spec| PossibleValue::new(spec.name()))
                .collect()
        },
    }
}

pub fn coordinate() -> impl TypedValueParser<Value = &'static CatalogueEntry> {
    one_of(CATALOGUE.iter().map(|entry| (entry.name, entry)).collect())
}

pub fn loading() -> impl TypedValueParser<Value = Loading> {
    one_of(vec![
        ("map", Loading::Map),
        ("copy", Loading::Copy),
        ("auto", Loading::Auto),
    ])
}

pub fn format() -> impl TypedValueParser<Value = Format> {
    Suggested {
        parser: Format::from_str,
        values: || Format::names().map(PossibleValue::new).collect(),
    }
}

/// As [`format`], with a description of each in the help.
pub fn described_format() -> impl TypedValueParser<Value = Format> {
    let value = |(name, description)| PossibleValue::new(name).help(description);
    Suggested {
        parser: Format::from_str,
        values: move || Format::described().map(value).collect(),
    }
}

/// The name or the lines of a cost, or those in a file.
pub fn cost_lines(text: &str) -> Result<String, String> {
    if text.contains(char::is_whitespace) || Cost::names().any(|name| name == text) {
        return Ok(text.to_owned());
    }
    fs::read_to_string(text).map_err(|error| {
        let names: Vec<&str> = Cost::names().collect();
        format!("neither {} nor a file: {error}", names.join(", "))
    })
}

/// Parses a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    cubesolve::seconds(text.parse().unwrap_or(f64::NAN))
}

/// Suggests values in help and completions, but accepts all that another parser accepts: letters or
/// places can follow some of them.
#[derive(Clone)]
pub struct Suggested<P, V> {
    pub parser: P,
    pub values: V,
}

impl<P, V> TypedValueParser for Suggested<P, V>
where
    P: TypedValueParser,
    V: Fn() -> Vec<PossibleValue> + Clone + Send + Sync + 'static,
{
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.parser.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter()))
    }
}
