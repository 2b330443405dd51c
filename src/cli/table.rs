//! The table to solve with: finding it, making it, and bringing it into memory.

use super::output::tell;
use super::progress::Progress;
use super::tables_directory::TablesDirectory;
use super::{interrupt, size, terminal};
use anyhow::Context;
use clap::ValueEnum;
use cubesolve::Solver;
use cubesolve::search::Growth;
use cubesolve::table::file::belongs_to_another;
use cubesolve::table::{Directory, Load, Making, Spec, Table, TableError};
use std::fmt;
use std::io::stderr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
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
/// none at all and it may.
pub fn solver(
    table: Option<&'static Spec>,
    tables: &TablesDirectory,
    choice: LoadChoice,
    may_make: bool,
    quiet: bool,
    verbose: bool,
) -> anyhow::Result<Solver> {
    let path = path(table, tables, may_make, quiet)?;
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
fn path(
    table: Option<&'static Spec>,
    tables: &TablesDirectory,
    may_make: bool,
    quiet: bool,
) -> anyhow::Result<PathBuf> {
    let directory = tables.directory();
    let table = table.map(|spec| tables.meant(spec)).transpose()?;
    let Some(spec) = table.or_else(|| directory.best(tables.metric())) else {
        let spec = Spec::first(tables.metric());
        return if may_make {
            Ok(make(spec, &directory, quiet)?)
        } else {
            find(spec, &directory)
        };
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
    let shown = MakingShown::new(spec, quiet);
    let path = directory.make(spec, interrupt::flag(), &|making| shown.show(making))?;
    if !quiet && shown.writing.get().is_some() {
        drop(shown);
        tell(format_args!(
            "{}: {} made in {:.1} s",
            spec.name,
            size::show(spec.table_bytes()),
            start.elapsed().as_secs_f64()
        ));
    }
    Ok(path)
}

/// The display of how a table is made; dropping it takes it away.
struct MakingShown<'a> {
    spec: &'a Spec,
    quiet: bool,
    building: OnceLock<Progress>,
    writing: OnceLock<Progress>,
}

impl<'a> MakingShown<'a> {
    fn new(spec: &'a Spec, quiet: bool) -> MakingShown<'a> {
        MakingShown {
            spec,
            quiet,
            building: OnceLock::new(),
            writing: OnceLock::new(),
        }
    }

    fn show(&self, making: Making) {
        let name = self.spec.name;
        match making {
            Making::Waiting if self.quiet => {}
            Making::Waiting => tell(format_args!(
                "waiting for another process that makes {name}"
            )),
            Making::Building(p) => {
                let steps = u64::from(p.last_depth) * p.rows as u64;
                let begin = || Progress::new(&format!("building {name}"), steps, self.quiet);
                let done = (usize::from(p.depth) - 1) * p.rows + p.rows_done;
                self.building.get_or_init(begin).update(done as u64, || {
                    format!(
                        "depth {} of {}, row {} of {}",
                        p.depth, p.last_depth, p.rows_done, p.rows
                    )
                });
            }
            Making::Writing { written, total, .. } => {
                let begin = || {
                    self.building.get().map(Progress::end);
                    Progress::new(&format!("writing {name}"), total, self.quiet)
                };
                self.writing.get_or_init(begin).update(written, || {
                    format!("{} of {}", size::show(written), size::show(total))
                });
            }
        }
    }
}

/// Shows that a solver makes itself a larger table: a line, and on a terminal how that gets on.
pub struct GrowthShown {
    quiet: bool,
    making: Mutex<Option<MakingShown<'static>>>,
}

impl GrowthShown {
    /// Nothing shown yet; nothing ever if `quiet`.
    pub fn new(quiet: bool) -> GrowthShown {
        GrowthShown {
            quiet,
            making: Mutex::new(None),
        }
    }

    /// Shows a step.
    pub fn show(&self, spec: &'static Spec, growth: Growth) {
        let mut making = self.making.lock().expect("no thread panics");
        match growth {
            Growth::Making(step) => making
                .get_or_insert_with(|| {
                    self.tell(format_args!(
                        "making the table {} ({}), with which this cube is solved sooner; \
                         --no-build solves without",
                        spec.name,
                        size::show(spec.table_bytes())
                    ));
                    MakingShown::new(spec, self.quiet || !terminal::is_capable(&stderr()))
                })
                .show(step),
            Growth::Made => *making = None,
            Growth::Failed(error) => {
                *making = None;
                if !matches!(error, TableError::Interrupted) {
                    self.tell(format_args!(
                        "going on without the table {}: {error}",
                        spec.name
                    ));
                }
            }
        }
    }

    fn tell(&self, message: fmt::Arguments) {
        if !self.quiet {
            tell(message);
        }
    }
}
