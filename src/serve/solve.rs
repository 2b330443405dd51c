//! Scrambles in; answers out, and events before them.

use super::request::{ScrambleText, SolveRequest};
use super::stream::LineSender;
use crate::cube::Position;
use crate::lock::lock;
use crate::notation::{Format, is_comment};
use crate::search::{
    Answer, DepthReport, Limits, Outcome, Progress, Record, SolveError, TableEvent,
};
use crate::solver::Solver;
use crate::table::TableError;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// What a client that requests progress receives. `openapi.json` describes the fields.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum SearchEvent<'a> {
    /// A solution that is not proven to be a shortest one; shorter ones follow.
    Short {
        line: u64,
        solution: String,
        length: usize,
    },
    /// How far the search has got.
    Progress {
        line: u64,
        depth: u8,
        done: f64,
        nodes: u64,
        probes: u64,
        seconds_left: Option<f64>,
    },
    /// A depth was searched completely, or has the solution.
    Depth {
        line: u64,
        depth: u8,
        lower_bound: u8,
        nodes: u64,
        probes: u64,
        seconds: f64,
    },
    /// The search waits for a table that another request opens or generates.
    Waiting { line: u64 },
    /// The search waits for a table that is being generated.
    Generating {
        line: u64,
        table: &'static str,
        done: f64,
    },
    /// The answer, which is the last event.
    Answer(&'a Record<'a>),
}

/// Answers the scrambles of a request one after the other, until the client disconnects.
pub fn answer_all(solver: &Solver, request: &SolveRequest, lines: &LineSender) {
    let numbered = request.scrambles.iter();
    for scramble in numbered.take_while(|_| !lines.stop_flag().load(Ordering::Relaxed)) {
        let none = Answer::empty(request.query.metric, Outcome::Stopped);
        let (answer, error) = match read(request, scramble) {
            Ok(None) => (none, None),
            Err(error) => (none, Some(error)),
            Ok(Some(position)) => match solve(solver, request, scramble, &position, lines) {
                Ok(answer) => {
                    let problem = answer.problem(&request.query);
                    (answer, problem)
                }
                Err(error) => (none, Some(text_with_advice(&error))),
            },
        };
        let record = Record::new(scramble.line, &scramble.text, &answer, error.as_deref());
        match request.progress {
            true => lines.send_answer(&SearchEvent::Answer(&record)),
            false => lines.send_answer(&record),
        }
    }
}

/// Reads a scramble; `None` if it is a comment.
fn read(request: &SolveRequest, scramble: &ScrambleText) -> Result<Option<Position>, String> {
    let text = scramble.text.as_ref().map_err(|error| error.to_string())?;
    if is_comment(text) {
        return Ok(None);
    }
    let format = request.format.unwrap_or_else(|| Format::guess(text));
    format
        .position(text)
        .map(Some)
        .map_err(|error| error.to_string())
}

fn solve(
    solver: &Solver,
    request: &SolveRequest,
    scramble: &ScrambleText,
    position: &Position,
    lines: &LineSender,
) -> Result<Answer, SolveError> {
    let mut limits = Limits::default().stop(lines.stop_flag());
    if let Some(timeout) = request.timeout {
        limits = limits.timeout(timeout);
    }
    let reporter = SearchReporter::new(scramble.line, lines);
    let on_depth = |report: &DepthReport| reporter.on_depth(report);
    let on_table = |event: TableEvent| reporter.on_table(&event);
    let on_progress = |progress: &Progress| {
        reporter.on_progress(progress);
        ControlFlow::Continue(())
    };
    if request.progress {
        limits = limits.on_depth(&on_depth).on_table(&on_table);
        limits = limits.on_progress(&on_progress);
    }
    solver.query(position, &request.query, &limits)
}

/// The text of an error, and how to get a table that is missing.
fn text_with_advice(error: &SolveError) -> String {
    match error {
        SolveError::Table(TableError::NotInstalled { name, .. }) => {
            format!("{error}; generate it with `cubesolve gen-tables --table {name}`")
        }
        _ => error.to_string(),
    }
}

/// Sends the events of one search.
struct SearchReporter<'a> {
    line: u64,
    lines: &'a LineSender,
    start: Instant,
    state: Mutex<Reported>,
}

/// What has been reported.
#[derive(Default)]
struct Reported {
    /// Work at all depths together.
    nodes: u64,
    probes: u64,
    /// Length of the shortest solution.
    best_length: Option<usize>,
}

impl<'a> SearchReporter<'a> {
    fn new(line: u64, lines: &'a LineSender) -> SearchReporter<'a> {
        SearchReporter {
            line,
            lines,
            start: Instant::now(),
            state: Mutex::default(),
        }
    }

    fn on_progress(&self, progress: &Progress) {
        let mut state = lock(&self.state);
        if let Some(best) = progress.best
            && state.best_length.is_none_or(|known| best.length() < known)
        {
            state.best_length = Some(best.length());
            self.lines.send_event(&SearchEvent::Short {
                line: self.line,
                solution: best.to_string(),
                length: best.length(),
            });
        }
        self.lines.send_progress(&SearchEvent::Progress {
            line: self.line,
            depth: progress.depth,
            done: progress.done,
            nodes: progress.nodes,
            probes: progress.probes,
            seconds_left: progress.time_left.map(|time| time.as_secs_f64()),
        });
    }

    fn on_depth(&self, report: &DepthReport) {
        let mut state = lock(&self.state);
        state.nodes += report.nodes;
        state.probes += report.probes;
        self.lines.send_event(&SearchEvent::Depth {
            line: self.line,
            depth: report.depth,
            lower_bound: report.lower_bound,
            nodes: state.nodes,
            probes: state.probes,
            seconds: self.start.elapsed().as_secs_f64(),
        });
    }

    fn on_table(&self, event: &TableEvent) {
        let line = self.line;
        match event {
            TableEvent::Waiting => self.lines.send_event(&SearchEvent::Waiting { line }),
            TableEvent::Generating { spec, progress } => {
                self.lines.send_progress(&SearchEvent::Generating {
                    line,
                    table: spec.name,
                    done: progress.fraction(),
                });
            }
            _ => {}
        }
    }
}
