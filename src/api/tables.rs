//! The tables: which exist, what each would bring, and their generation.

use super::lines::LineSender;
use crate::host::lock::lock;
use crate::host::threads;
use crate::search::{Limits, TableEvent};
use crate::solver::{Forecast, Solver};
use crate::table::{Directory, FreeSpace, Spec};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{LazyLock, Mutex};

/// All tables, smallest first, and whether this server generates them. `openapi.json` describes the
/// fields.
pub fn list(solver: &Solver, directory: &Directory) -> Value {
    static FORECAST: LazyLock<Option<Forecast>> =
        LazyLock::new(|| Forecast::measure(threads::processors()).ok());
    let free = FreeSpace::of(directory.path()).with_reserve();
    let describe = |spec: &Spec| {
        let open = solver.table(spec.metric);
        let fits = free.fits(spec);
        // a sample of the work takes tenths of a second for each
        let generation = fits.then(|| spec.generation_time(threads::processors()).as_secs_f64());
        json!({
            "name": spec.name,
            "metric": spec.metric,
            "bytes": spec.table_bytes(),
            "installed": directory.find(spec).is_some(),
            "used": open.is_some_and(|table| table.spec().name == spec.name),
            "fits": fits,
            "generation_seconds": generation,
            "cube_seconds": FORECAST.as_ref().map(|forecast| forecast.seconds(spec)),
        })
    };
    let specs = Spec::smallest_first(Spec::ALL.iter().collect());
    let tables: Vec<Value> = specs.into_iter().map(describe).collect();
    json!({"tables": tables, "generates": solver.generates()})
}

/// The table in the body of a request to generate.
pub fn requested(body: &[u8]) -> Result<&'static Spec, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Request {
        table: String,
    }
    let request: Request = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    Spec::named(&request.table).map_err(|error| format!("table: {error}"))
}

/// Generates a table, which searches use from then on if it is the fastest. Sends the fraction that is
/// done, 1 when searches use the table, and in the last line why there is none.
pub fn generate_and_report(solver: &Solver, spec: &'static Spec, lines: &LineSender) {
    let report = |done: f64, error: Option<String>| json!({"table": spec.name, "done": done, "error": error});
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
