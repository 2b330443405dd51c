//! Finds and generates tables, and reports what happens to tables.

use super::options::TablesOption;
use super::output::note;
use super::progress::Reporter;
use super::{signals, units};
use crate::host::lock::lock;
use cubesolve::table::{Directory, GenerationProgress, Spec, TableError};
use cubesolve::{Limits, TableEvent};
use std::path::PathBuf;
use std::sync::{Mutex, Once};
use std::time::Duration;

/// The name of a table and its size.
pub fn with_size(spec: &Spec) -> String {
    format!("{} ({})", spec.name(), units::bytes(spec.table_bytes()))
}

/// Warns if another user owns the file of a table in a directory that the user did not name.
pub fn warn_of_owner(tables: &TablesOption, spec: &Spec) {
    let directory = tables.directory();
    if !tables.is_named() && directory.is_owned_by_another_user(spec) {
        note(format_args!(
            "{} belongs to another user, who could make answers wrong; --tables {} silences this \
             warning",
            directory.find(spec).unwrap_or_default().display(),
            directory.path().display()
        ));
    }
}

/// Generates a table unless it exists, and reports progress. Returns the path of its file.
pub fn generate_unless_installed(
    spec: &'static Spec,
    directory: &Directory,
) -> Result<PathBuf, TableError> {
    let on_progress = |progress| report(TableEvent::Generating { spec, progress });
    let path = directory.generate(spec, signals::stop_flag(), &on_progress)?;
    report(TableEvent::Generated(spec));
    Ok(path)
}

/// The limits of all queries: signals stop them, and what happens to tables is reported.
pub fn limits(timeout: Option<Duration>) -> Limits<'static> {
    let limits = Limits::default().timeout(timeout);
    limits.stop(signals::stop_flag()).on_table(&report)
}

/// The generation in progress, if there is one.
static GENERATION: Mutex<Option<(&Spec, Reporter)>> = Mutex::new(None);

static WAITING: Once = Once::new();

fn report(event: TableEvent) {
    match event {
        TableEvent::Generating { spec, progress } => {
            let mut current = lock(&GENERATION);
            if current.as_ref().is_none_or(|(known, _)| *known != spec) {
                note(format_args!("generating the table {}", with_size(spec)));
                *current = Some((spec, Reporter::start()));
            }
            let (_, reported) = current.as_mut().expect("it is set above");
            let title = format!("generating {}", spec.name());
            match progress {
                // reported by each query that waits
                GenerationProgress::Waiting => {
                    WAITING.call_once(|| note("waiting for another process that generates it"));
                }
                step => reported.update(&title, step.fraction()),
            }
        }
        TableEvent::Failed { spec, error } => {
            *lock(&GENERATION) = None;
            if !matches!(error, TableError::Interrupted) {
                let (name, error) = (spec.name(), anyhow::Error::new(error.clone()));
                note(format_args!(
                    "continuing without the table {name}: {error:#}"
                ));
            }
        }
        TableEvent::Generated(_) => *lock(&GENERATION) = None,
        _ => {}
    }
}
