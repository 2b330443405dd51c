//! Opens solvers with their tables, generates tables, and reports progress.

use super::options::TablesOption;
use super::output::{message, note};
use super::terminal::Progress;
use super::{signals, units};
use clap::ValueEnum;
use cubesolve::table::{Directory, GenerationProgress, Spec, TableError};
use cubesolve::{Loading, Solver, TableEvent};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

/// Choice of `--load`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LoadChoice {
    /// Map the file: ready at once, memory shared with other processes; of a large table only
    /// samples are checked
    Map,
    /// Copy it into memory first: takes a while, then searches are faster
    Copy,
    /// Map it, and copy it once searches have taken as long as that
    Auto,
}

impl From<LoadChoice> for Loading {
    fn from(choice: LoadChoice) -> Loading {
        match choice {
            LoadChoice::Map => Loading::Map,
            LoadChoice::Copy => Loading::Copy,
            LoadChoice::Auto => Loading::Auto,
        }
    }
}

/// A solver with a table, or if none is named with the best of the directory.
///
/// # Errors
/// If the named table is not installed.
pub fn solver(tables: &TablesOption, table: Option<&'static Spec>) -> anyhow::Result<Solver> {
    let directory = tables.directory();
    let Some(spec) = table else {
        return Ok(Solver::with_directory(directory));
    };
    find(spec, &directory)?;
    Ok(Solver::with_directory(directory).named(spec))
}

/// The file of a table.
///
/// # Errors
/// If it does not exist.
pub fn find(spec: &Spec, directory: &Directory) -> Result<PathBuf, TableError> {
    directory
        .find(spec)
        .ok_or_else(|| TableError::NotInstalled {
            name: spec.name,
            directory: directory.path().to_owned(),
        })
}

/// Warns if another user owns the file of a table in a directory that the user did not name.
pub fn warn_of_owner(tables: &TablesOption, spec: &Spec) {
    let directory = tables.directory();
    if !tables.is_named() && directory.is_owned_by_another_user(spec) {
        note(format_args!(
            "{} belongs to another user, who could make answers wrong; --tables {} silences this \
             warning",
            find(spec, &directory).unwrap_or_default().display(),
            directory.path().display()
        ));
    }
}

/// Generates a table unless it exists, and reports progress. Returns the path of its file.
pub fn generate(spec: &Spec, directory: &Directory) -> Result<PathBuf, TableError> {
    let start = Instant::now();
    let progress = Progress::default();
    let report = |step| report_generation(&progress, spec, step);
    let path = directory.generate(spec, signals::stop_flag(), &report)?;
    if progress.end() {
        note(format_args!(
            "{} ({}) generated in {:.1} s",
            spec.name,
            units::bytes(spec.table_bytes()),
            start.elapsed().as_secs_f64()
        ));
    }
    Ok(path)
}

fn report_generation(progress: &Progress, spec: &Spec, step: GenerationProgress) {
    match step {
        GenerationProgress::Waiting => note(format_args!(
            "waiting for another process that generates {}",
            spec.name
        )),
        step => progress.update(&format!("generating {}", spec.name), step.fraction()),
    }
}

/// Reports what happens to the tables of a solver.
#[derive(Default)]
pub struct TableReport {
    /// Whether to report copies.
    verbose: bool,
    progress: Progress,
    /// The last table whose generation was announced.
    announced: Mutex<Option<&'static Spec>>,
}

impl TableReport {
    pub fn verbose(self, verbose: bool) -> TableReport {
        TableReport { verbose, ..self }
    }

    pub fn update(&self, event: TableEvent) {
        match event {
            TableEvent::Generating { spec, progress } => {
                let mut announced = self.announced.lock().expect("no thread panics");
                if announced.replace(spec) != Some(spec) {
                    note(format_args!(
                        "generating the table {} ({}); --no-build prevents this",
                        spec.name,
                        units::bytes(spec.table_bytes())
                    ));
                }
                report_generation(&self.progress, spec, progress);
            }
            TableEvent::Failed { spec, error } => {
                self.end_generation();
                if !matches!(error, TableError::Interrupted) {
                    note(format_args!(
                        "continuing without the table {}: {error}",
                        spec.name
                    ));
                }
            }
            TableEvent::Copied { spec, time } if self.verbose => message(format_args!(
                "table {} copied into memory in {:.3} s",
                spec.name,
                time.as_secs_f64()
            )),
            _ => self.end_generation(),
        }
    }

    /// Removes the progress from the terminal.
    pub fn end_generation(&self) {
        self.progress.end();
    }
}
