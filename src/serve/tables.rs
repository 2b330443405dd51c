//! The tables: which exist, what each would bring, and their generation.

use super::stream::LineSender;
use crate::cpu;
use crate::cube::Metric;
use crate::lock::lock;
use crate::search::{Limits, TableEvent};
use crate::solver::{Forecast, Solver};
use crate::table::{Directory, FreeSpace, Spec};
use serde::{Deserialize, Serialize};
use std::sync::{LazyLock, Mutex};

/// A table, installed or not.
#[derive(Debug, Serialize)]
struct TableReport {
    name: &'static str,
    metric: Metric,
    bytes: u64,
    installed: bool,
    /// Whether searches read it.
    used: bool,
    /// Whether memory and disk are enough to generate it.
    fits: bool,
    /// Expected time to generate it.
    generation_seconds: f64,
    /// Expected time of a random cube, good to a factor of two; null if that cannot be measured.
    cube_seconds: Option<f64>,
}

/// All tables, smallest first.
#[derive(Debug, Serialize)]
pub struct TablesReport {
    tables: Vec<TableReport>,
    /// Whether this server generates tables.
    generates: bool,
}

impl TablesReport {
    pub fn new(solver: &Solver, directory: &Directory) -> TablesReport {
        static FORECAST: LazyLock<Option<Forecast>> =
            LazyLock::new(|| Forecast::measure(cpu::processors()).ok());
        let free = FreeSpace::of(directory.path()).with_reserve();
        let report = |spec: &Spec| TableReport {
            name: spec.name,
            metric: spec.metric,
            bytes: spec.table_bytes(),
            installed: directory.find(spec).is_some(),
            used: solver
                .table(spec.metric)
                .is_some_and(|table| table.spec().name == spec.name),
            fits: free.fits(spec),
            generation_seconds: spec.generation_time(cpu::processors()).as_secs_f64(),
            cube_seconds: FORECAST.as_ref().map(|forecast| forecast.seconds(spec)),
        };
        let mut tables: Vec<TableReport> = Spec::ALL.iter().map(report).collect();
        tables.sort_by_key(|table| table.bytes);
        TablesReport {
            tables,
            generates: solver.generates(),
        }
    }
}

/// The table in the body of a request to generate.
pub fn requested(body: &[u8]) -> Result<&'static Spec, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Request {
        table: String,
    }
    let request: Request = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let spec = Spec::by_name(&request.table);
    spec.ok_or_else(|| format!("table: no table is named {:?}", request.table))
}

/// A line of the response to a request to generate.
#[derive(Debug, Serialize)]
struct GenerationReport {
    table: &'static str,
    /// The fraction that is done; 1 when searches use the table.
    done: f64,
    /// Why there is none, in the last line.
    error: Option<String>,
}

/// Generates a table, which searches use from then on if it is the fastest.
pub fn generate(solver: &Solver, spec: &'static Spec, lines: &LineSender) {
    let report = |done, error| GenerationReport {
        table: spec.name,
        done,
        error,
    };
    let failure = Mutex::new(None);
    let on_table = |event: TableEvent| match event {
        TableEvent::Generating { progress, .. } => {
            lines.send_progress(&report(progress.fraction(), None));
        }
        TableEvent::Failed { error, .. } => *lock(&failure) = Some(error.to_string()),
        _ => {}
    };
    let limits = Limits::default()
        .stop(lines.stop_flag())
        .on_table(&on_table);
    let is_ready = solver.generate(spec, &limits);
    let error = lock(&failure).take();
    lines.send_answer(&report(f64::from(u8::from(is_ready)), error));
}
