//! Scrambles in; answers out, and events before them.

use super::lines::LineSender;
use super::request::SolveRequest;
use crate::cube::Position;
use crate::host::Instant;
use crate::host::lock::lock;
use crate::notation::{LineError, Reading, is_comment};
use crate::search::{
    Answer, DepthReport, Limits, Outcome, Progress, Record, SolveError, TableEvent,
};
use crate::solver::{Prepared, Solver};
use crate::table::TableError;
use serde::Serialize;
use serde_json::json;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// An answer; for a client that requests progress the last event. `openapi.json` describes all of them.
#[derive(Serialize)]
struct AnswerEvent<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'static str>,
    #[serde(flatten)]
    record: Record<'a>,
    /// The table that has to be installed first.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'static str>,
}

/// Answers the scrambles of a request one after the other, until the client disconnects.
///
/// # Panics
/// If the query of the request was not checked.
pub fn answer_all(solver: &Solver, request: &SolveRequest, lines: &LineSender) {
    let prepared = solver.prepare(&[], &request.query);
    let prepared = prepared.expect("the query was checked");
    for (line, text) in &request.scrambles {
        if lines.stop_flag().load(Ordering::Relaxed) {
            return;
        }
        let none = Answer::empty(request.query.metric, Outcome::NoCube);
        let reading = read(request, text);
        let mut missing = None;
        let (answer, error) = match &reading {
            Ok(None) => (none, None),
            Err(error) => (none, Some(error.clone())),
            Ok(Some(Reading { position, .. })) => {
                match solve_scramble(&prepared, request, *line, position, lines) {
                    Ok(answer) => {
                        let problem = answer.problem(&request.query);
                        (answer, problem)
                    }
                    Err(error) => {
                        missing = missing_table(&error);
                        (none, Some(text_with_advice(&error)))
                    }
                }
            }
        };
        let reading = reading.ok().flatten();
        let (query, reading) = (&request.query, reading.as_ref());
        lines.send_answer(&AnswerEvent {
            event: request.progress.then_some("answer"),
            record: Record::new(*line, text, reading, query, &answer, error.as_deref()),
            missing,
        });
    }
}

/// Reads a scramble; `None` if it is a comment.
fn read(
    request: &SolveRequest,
    text: &Result<String, LineError>,
) -> Result<Option<Reading>, String> {
    let text = text.as_ref().map_err(|error| error.to_string())?;
    if is_comment(text) {
        return Ok(None);
    }
    if text.trim().is_empty() {
        return Err("expected a cube, found an empty line".into());
    }
    let reading = Reading::new(text, request.format, request.query.puzzle)
        .map_err(|error| error.to_string())?;
    Ok(Some(reading))
}

fn solve_scramble(
    prepared: &Prepared,
    request: &SolveRequest,
    line: u64,
    position: &Position,
    lines: &LineSender,
) -> Result<Answer, SolveError> {
    let start = Instant::now();
    let best_length = Mutex::new(usize::MAX);
    let on_progress = |progress: &Progress| {
        if let Some(best) = progress.best {
            let (length, mut known) = (best.length(), lock(&best_length));
            if length < *known {
                *known = length;
                let solution = best.to_string();
                lines.send_event(&json!({
                    "event": "short", "line": line, "solution": solution, "length": length,
                }));
            }
        }
        lines.send_progress(&json!({
            "event": "progress", "line": line, "depth": progress.depth, "done": progress.done,
            "nodes": progress.nodes, "probes": progress.probes,
            "seconds_left": progress.time_left.map(|time| time.as_secs_f64()),
        }));
        ControlFlow::Continue(())
    };
    // work at all depths together
    let work = Mutex::new((0, 0));
    let on_depth = |report: &DepthReport| {
        let (nodes, probes) = &mut *lock(&work);
        *nodes += report.nodes;
        *probes += report.probes;
        lines.send_event(&json!({
            "event": "depth", "line": line, "depth": report.depth,
            "lower_bound": report.lower_bound, "nodes": nodes, "probes": probes,
            "seconds": start.elapsed().as_secs_f64(),
        }));
    };
    let on_table = |event: TableEvent| match event {
        TableEvent::Waiting => lines.send_event(&json!({"event": "waiting", "line": line})),
        TableEvent::Generating { spec, progress } => lines.send_progress(&json!({
            "event": "generating", "line": line, "table": spec.name, "done": progress.fraction(),
        })),
        _ => {}
    };
    let limits = Limits::default().timeout(request.timeout);
    let mut limits = limits.stop(lines.stop_flag());
    if request.progress {
        limits = limits.on_depth(&on_depth).on_table(&on_table);
        limits = limits.on_progress(&on_progress);
    }
    prepared.solve(position, &limits)
}

/// The table that is not installed, if that is the error.
fn missing_table(error: &SolveError) -> Option<&'static str> {
    match error {
        SolveError::Table(TableError::NotInstalled { name, .. }) => Some(name),
        _ => None,
    }
}

/// The text of an error, and how to get a table that is missing.
fn text_with_advice(error: &SolveError) -> String {
    match missing_table(error) {
        Some(name) => format!("{error}; generate it with `cubesolve gen-tables --table {name}`"),
        None => error.to_string(),
    }
}
