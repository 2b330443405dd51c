//! `cubesolve gen-tables`: generates pruning tables.

use crate::cli::options::{MetricOption, TablesOption};
use crate::cli::output::{note, print_line};
use crate::cli::table::{self, with_size};
use crate::cli::values;
use crate::cli::{Status, signals, units};
use anyhow::Context;
use clap::{Args, ValueHint};
use cubesolve::cube::Metric;
use cubesolve::table::{Directory, FreeSpace, Spec};
use cubesolve::{QuickTable, threads};
use std::path::PathBuf;

/// Generate a pruning table and print its path
///
/// By default the fastest table that takes at most three minutes to generate and leaves enough
/// memory and disk space free.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve gen-tables
  cubesolve gen-tables --table 4G
  cubesolve gen-tables --fast")]
pub struct Arguments {
    /// Table to generate, from 32M (38 MB) to 32G (30 GB)
    #[arg(long, value_name = "NAME", value_parser = values::table(), conflicts_with = "memory")]
    table: Option<&'static Spec>,

    /// Generate the fastest table that needs at most this much memory, such as 8G
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes)]
    memory: Option<u64>,

    /// Generate the table with which solve --fast finds shorter solutions (102 MB, a few seconds)
    #[arg(long, conflicts_with_all = ["table", "memory", "metric"])]
    fast: bool,

    /// Directory of the new table [default: the directory of --tables]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,

    #[command(flatten)]
    metric: MetricOption,

    #[command(flatten)]
    tables: TablesOption,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let directory = match &arguments.out {
        Some(path) => Directory::at(path),
        None => arguments.tables.directory(),
    };
    if arguments.fast {
        let path = QuickTable::generate(&directory, signals::stop_flag())?;
        print_line(path.display())?;
        return Ok(Status::Success);
    }
    let spec = match arguments.metric.with_table(arguments.table)? {
        (Some(spec), _) => spec,
        (None, metric) => choose(&directory, metric, arguments.memory)?,
    };
    let path = table::generate_unless_installed(spec, &directory)?;
    print_line(path.display())?;
    Ok(Status::Success)
}

/// The fastest table for this machine. Prints the reason.
fn choose(
    directory: &Directory,
    metric: Metric,
    memory: Option<u64>,
) -> anyhow::Result<&'static Spec> {
    let mut free = FreeSpace::of(directory.path()).with_reserve();
    free.memory = memory.or(free.memory);
    let memory = free.memory.map_or("any amount".to_owned(), units::bytes);
    let path = directory.path().display();
    let limits = format!("{memory} of memory and on the disk of {path}");
    let threads = threads::processors();
    let spec = free
        .fastest_soon(metric, threads)
        .with_context(|| format!("even the smallest table does not fit in {limits}"))?;
    let table = with_size(spec);
    note(format_args!(
        "{table} is the fastest table that takes a few minutes and fits in {limits}"
    ));
    if let Some(faster) = free.fastest(metric).filter(|faster| *faster != spec) {
        let (table, time) = (with_size(faster), faster.generation_time(threads));
        let time = units::duration(time);
        note(format_args!(
            "--table {table} is even faster, and takes about {time} to generate"
        ));
    }
    Ok(spec)
}
