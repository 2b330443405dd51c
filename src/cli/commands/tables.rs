//! `cubesolve tables`: lists and verifies tables, and prints their paths.

use crate::cli::options::TablesOption;
use crate::cli::output::{note, print_line};
use crate::cli::progress::Reporter;
use crate::cli::values;
use crate::cli::{Status, units};
use crate::host::lock::lock;
use anyhow::Context;
use clap::{Args, Subcommand};
use cubesolve::table::{Directory, Load, Spec, Table, TableError};
use cubesolve::{Forecast, QuickTable, threads};
use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// List or verify the installed tables, or print their paths
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve tables
  cubesolve tables verify 64M
  cubesolve tables path")]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    tables: TablesOption,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print name, size, base, number of entries at each distance, and the estimated time for a
    /// random cube on this machine (the default)
    List,
    /// Verify all bytes of the tables by their checksums, and samples of entries by random moves
    Verify {
        /// Table to verify [default: all]
        #[arg(value_parser = values::table())]
        table: Option<&'static Spec>,
    },
    /// Print the path of a table, or of the directory of all
    Path {
        /// Table [default: the directory]
        #[arg(value_parser = values::table())]
        table: Option<&'static Spec>,
    },
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let directory = arguments.tables.directory();
    match arguments.action {
        None | Some(Action::List) => list(&directory),
        Some(Action::Verify { table: None }) => {
            let status = verify(&directory.files()?)?;
            // verified when it is opened
            for_quick(QuickTable::open(&directory), status, |_| {
                let path = QuickTable::path(&directory);
                print_line(format_args!("{}: no errors", path.display()))
            })
        }
        Some(Action::Verify { table: Some(spec) }) => verify(&[directory.require(spec)?]),
        Some(Action::Path { table }) => {
            let path = match table {
                Some(spec) => directory.require(spec)?,
                None => directory.path().to_owned(),
            };
            print_line(path.display())?;
            Ok(Status::Success)
        }
    }
}

fn list(directory: &Directory) -> anyhow::Result<Status> {
    let paths = directory.files()?;
    let quick = QuickTable::open(directory);
    if paths.is_empty() && matches!(quick, Ok(None)) {
        note(format_args!("no tables in {}", directory.path().display()));
    }
    let forecast = LazyCell::new(|| Forecast::measure(threads::processors()));
    let status = for_each_file(&paths, |path| {
        let table = Table::open(path, Load::Map)?;
        let spec = table.spec();
        let (name, base, entries) = (spec.name(), spec.base(), spec.entries());
        let size = units::bytes(spec.table_bytes());
        let counts = at_distances(table.counts());
        let mut text = format!("{name}: {size}, base {base}, {entries} entries\n  {counts}");
        let beyond = entries.saturating_sub(table.counts().iter().sum());
        text += &format!(" beyond: {beyond}");
        if let Ok(forecast) = &*forecast {
            let seconds = forecast.seconds(spec);
            let decimals = if seconds < 10.0 { 1 } else { 0 };
            text += &format!("\n  a random cube takes about {seconds:.decimals$} s");
        }
        print_line(text)
    })?;
    for_quick(quick, status, |table| {
        let (size, counts) = (units::bytes(table.bytes()), at_distances(table.counts()));
        print_line(format_args!("fast: {size}, for solve --fast\n  {counts}"))
    })
}

fn at_distances(counts: &[u64]) -> String {
    let counts = counts.iter().enumerate();
    let counts = counts.map(|(distance, count)| format!(" {distance}: {count}"));
    format!("at distance{}", counts.collect::<String>())
}

/// Applies an action to the table for quick solutions, if it is installed, or reports what is wrong with it.
fn for_quick(
    table: Result<Option<QuickTable>, TableError>,
    status: Status,
    action: impl Fn(&QuickTable) -> anyhow::Result<()>,
) -> anyhow::Result<Status> {
    match table {
        Ok(None) => {}
        Ok(Some(table)) => action(&table)?,
        Err(error) => return Ok(crate::cli::report(&error.into())),
    }
    Ok(status)
}

fn verify(paths: &[PathBuf]) -> anyhow::Result<Status> {
    for_each_file(paths, |path| {
        let table = Table::open(path, Load::Map)?;
        let title = format!("verifying {}", table.spec().name());
        let bytes = table.spec().table_bytes() as f64;
        let progress = Mutex::new(Reporter::start());
        table.verify(&|verified| lock(&progress).update(&title, verified as f64 / bytes))?;
        drop(progress);
        let samples = table.check_samples();
        samples.with_context(|| path.display().to_string())?;
        print_line(format_args!("{}: no errors", path.display()))
    })
}

/// Applies an action to each file and reports the errors of tables.
fn for_each_file(
    paths: &[PathBuf],
    action: impl Fn(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Status> {
    let mut status = Status::Success;
    for path in paths {
        match action(path) {
            Ok(()) => {}
            Err(error) if error.is::<TableError>() => status = crate::cli::report(&error),
            Err(error) => return Err(error),
        }
    }
    Ok(status)
}
