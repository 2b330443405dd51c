use crate::cli::output::{print, tell};
use crate::cli::progress::Progress;
use crate::cli::tables_directory::TablesDirectory;
use crate::cli::{Status, named, size, table};
use anyhow::Context;
use clap::{Args, Subcommand};
use cubesolve::cpu;
use cubesolve::search::Forecast;
use cubesolve::table::file::TableFile;
use cubesolve::table::{Directory, Load, Spec, Table, TableError};
use std::cell::LazyCell;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// List, check or find the tables that are there
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve tables
  cubesolve tables verify h2
  cubesolve tables path")]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Name, size, base, number of entries at each distance, and how long a random cube may
    /// take on this machine (what is asked for by default)
    List,
    /// Check every byte of the tables against the checksums, and entries against each other
    Verify {
        /// Which table [default: all]
        #[arg(value_parser = named::table())]
        table: Option<&'static Spec>,
    },
    /// Print the directory of the tables, or where a table is
    Path {
        #[arg(value_parser = named::table())]
        table: Option<&'static Spec>,
    },
}

pub fn run(arguments: &Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let directory = tables.directory();
    match arguments.action {
        None | Some(Action::List) => list(&directory, quiet),
        Some(Action::Verify { table: None }) => verify(&directory.files(), quiet),
        Some(Action::Verify { table: Some(spec) }) => {
            verify(&[table::find(tables.meant(spec)?, &directory)?], quiet)
        }
        Some(Action::Path { table: None }) => print_path(directory.path()),
        Some(Action::Path { table: Some(spec) }) => {
            print_path(&table::find(tables.meant(spec)?, &directory)?)
        }
    }
}

fn print_path(path: &Path) -> anyhow::Result<Status> {
    print(format!("{}\n", path.display()).as_bytes())?;
    Ok(Status::Success)
}

fn list(directory: &Directory, quiet: bool) -> anyhow::Result<Status> {
    let paths = directory.files();
    if paths.is_empty() && !quiet {
        tell(format_args!(
            "there are no tables in {}",
            directory.path().display()
        ));
    }
    let forecast = LazyCell::new(|| Forecast::measure(cpu::processors()));
    for_each_file(&paths, |path| {
        let file = TableFile::open(path)?;
        let spec = file.spec()?;
        let mut text = describe(spec, &file.description().counts);
        if let Ok(forecast) = &*forecast {
            let seconds = forecast.seconds(spec);
            let decimals = if seconds < 10.0 { 1 } else { 0 };
            let _ = writeln!(text, "  a random cube takes about {seconds:.decimals$} s");
        }
        print(text.as_bytes())?;
        Ok(())
    })
}

fn describe(spec: &Spec, counts: &[u64]) -> String {
    let mut text = format!(
        "{}: {}, base {}, {} entries\n",
        spec.name,
        size::show(spec.table_bytes()),
        spec.base,
        spec.entries()
    );
    text.push_str("  at distance");
    for (distance, count) in counts.iter().enumerate() {
        let _ = write!(text, " {distance}: {count}");
    }
    let beyond = counts
        .iter()
        .fold(spec.entries(), |rest, n| rest.saturating_sub(*n));
    let _ = writeln!(text, " beyond: {beyond}");
    text
}

fn verify(paths: &[PathBuf], quiet: bool) -> anyhow::Result<Status> {
    for_each_file(paths, |path| {
        verify_file(path, quiet)?;
        print(format!("{} is good\n", path.display()).as_bytes())?;
        Ok(())
    })
}

fn verify_file(path: &Path, quiet: bool) -> anyhow::Result<()> {
    let file = TableFile::open(path)?;
    let spec = file.spec()?;
    {
        let title = format!("checking {}", spec.name);
        let progress = Progress::new(&title, file.length(), quiet);
        file.verify(&|checked| progress.update(checked, String::new))?;
    }
    let table = Table::open(path, Load::Map)?;
    table
        .check_samples()
        .with_context(|| path.display().to_string())
}

/// Does something with each file; says what is wrong with those where it fails.
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
