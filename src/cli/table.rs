//! The table to solve with: finding it, making it, and bringing it into memory.

use super::output::tell;
use super::progress::Progress;
use super::tables_directory::TablesDirectory;
use super::{interrupt, size};
use anyhow::Context;
use clap::ValueEnum;
use cubesolve::Solver;
use cubesolve::table::file::belongs_to_another;
use cubesolve::table::{Directory, Load, Making, Spec, Table, TableError};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How the table comes into memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LoadChoice {
    /// Map the file: ready at once, memory shared with other processes; of a large one only
    /// samples are checked
    Map,
    /// Copy it into memory first: takes a while, then the search is faster
    Copy,
    /// Map it, and copy it when there turns out to be work enough
    Auto,
}

/// A solver with a table, the best there is if none is named. Makes a small one if there is
/// none at all.
pub fn solver(
    table: Option<&Spec>,
    tables: &TablesDirectory,
    choice: LoadChoice,
    quiet: bool,
    verbose: bool,
) -> anyhow::Result<Solver> {
    let path = path(table, tables, quiet)?;
    let load = match choice {
        LoadChoice::Copy => Load::Copy,
        LoadChoice::Map | LoadChoice::Auto => Load::Map,
    };
    let start = Instant::now();
    let table = Table::open(&path, load)?;
    let bytes = table.spec().table_bytes();
    let solver = Solver::new(table);
    if verbose {
        tell_loaded(&path, bytes, load, start.elapsed());
    }
    if choice == LoadChoice::Auto {
        solver.copy_later(path.clone(), move |time| {
            if verbose {
                tell_loaded(&path, bytes, Load::Copy, time);
            }
        });
    }
    Ok(solver)
}

fn tell_loaded(path: &Path, bytes: u64, load: Load, time: Duration) {
    let how = match load {
        Load::Map => "mapped",
        Load::Copy => "copied into memory",
    };
    tell(format_args!(
        "table {} ({}) {how} in {:.3} s",
        path.display(),
        size::show(bytes),
        time.as_secs_f64()
    ));
}

/// The file of the table to use.
fn path(table: Option<&Spec>, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<PathBuf> {
    const FIRST: &str = "h2";
    let directory = tables.directory();
    let Some(spec) = table.or_else(|| directory.best()) else {
        let spec = Spec::by_name(FIRST).expect("it is in the list");
        let path = make(spec, &directory, quiet)?;
        if !quiet {
            tell("for a much faster solver, make a larger table: cubesolve gen-tables");
        }
        return Ok(path);
    };
    let path = find(spec, &directory)?;
    if !quiet && !tables.is_named() && belongs_to_another(&path) {
        tell(format_args!(
            "{} belongs to another user, whom the answers have to be trusted with; --tables {} \
             says that this is all right",
            path.display(),
            directory.path().display()
        ));
    }
    Ok(path)
}

/// The file of a table.
///
/// # Errors
/// When it is not there.
pub fn find(spec: &Spec, directory: &Directory) -> anyhow::Result<PathBuf> {
    directory.find(spec).with_context(|| {
        format!(
            "there is no table {name} in {}; make it with `cubesolve gen-tables --table {name}`",
            directory.path().display(),
            name = spec.name,
        )
    })
}

/// Makes a table unless it is there already, and shows how that gets on. Returns the path of
/// its file.
pub fn make(spec: &Spec, directory: &Directory, quiet: bool) -> Result<PathBuf, TableError> {
    let start = Instant::now();
    let (building, writing) = (OnceLock::new(), OnceLock::new());
    let show = |making| match making {
        Making::Waiting if quiet => {}
        Making::Waiting => tell(format_args!(
            "waiting for another process that makes {}",
            spec.name
        )),
        Making::Building(p) => {
            let steps = u64::from(p.last_depth) * p.rows as u64;
            let begin = || Progress::new(&format!("building {}", spec.name), steps, quiet);
            let done = (usize::from(p.depth) - 1) * p.rows + p.rows_done;
            building.get_or_init(begin).update(done as u64, || {
                format!(
                    "depth {} of {}, row {} of {}",
                    p.depth, p.last_depth, p.rows_done, p.rows
                )
            });
        }
        Making::Writing { written, total } => {
            let begin = || {
                building.get().map(Progress::end);
                Progress::new(&format!("writing {}", spec.name), total, quiet)
            };
            writing.get_or_init(begin).update(written, || {
                format!("{} of {}", size::show(written), size::show(total))
            });
        }
    };
    let path = directory.make(spec, interrupt::flag(), &show)?;
    writing.get().map(Progress::end);
    if !quiet && writing.get().is_some() {
        tell(format_args!(
            "{}: {} made in {:.1} s",
            spec.name,
            size::show(spec.table_bytes()),
            start.elapsed().as_secs_f64()
        ));
    }
    Ok(path)
}
