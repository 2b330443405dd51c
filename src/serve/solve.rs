//! Scrambles in; answers out, and events before them.

use super::request::SolveRequest;
use super::stream::{Answers, EventSender, to_line};
use crate::cube::Position;
use crate::lock::lock;
use crate::notation::{Format, is_comment};
use crate::search::{
    Answer, DepthReport, Limits, MAX_INPUT_BYTES, Outcome, Progress, Record, Solution, SolveError,
    TableEvent,
};
use crate::solver::Solver;
use hyper::body::Bytes;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two events with the progress of a search or a generation.
const EVENT_INTERVAL: Duration = Duration::from_millis(200);

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
    /// The search waits for a table that is being generated.
    Generating {
        line: u64,
        table: &'static str,
        done: f64,
    },
    /// The answer, which is the last event.
    Answer(&'a Record<'a>),
}

/// A request with the solver that answers it.
pub struct SolveJob {
    pub solver: Solver,
    pub request: SolveRequest,
}

impl Answers for SolveJob {
    fn count(&self) -> usize {
        self.request.scrambles.len()
    }

    fn answer(&self, number: usize, events: &EventSender) -> Bytes {
        let position = match self.read(number) {
            Ok(Some(position)) => position,
            Ok(None) => return self.without_answer(number, None),
            Err(error) => return self.without_answer(number, Some(&error)),
        };
        match self.solve(number, &position, events) {
            Ok(answer) => {
                let problem = answer.problem(&self.request.query);
                self.line(number, &answer, problem.as_deref())
            }
            Err(error) => self.without_answer(number, Some(&error.to_string())),
        }
    }

    fn answer_after_panic(&self, number: usize) -> Bytes {
        let error = "internal error, reported on the server's stderr";
        self.without_answer(number, Some(error))
    }
}

impl SolveJob {
    /// Reads a scramble; `None` if it is a comment.
    fn read(&self, number: usize) -> Result<Option<Position>, String> {
        let text = self.request.scrambles[number].text.as_ref();
        let text = text.map_err(|error| error.to_string())?;
        if is_comment(text) {
            return Ok(None);
        }
        let format = self.request.format;
        let position = format.unwrap_or_else(|| Format::guess(text)).position(text);
        position.map(Some).map_err(|error| error.to_string())
    }

    fn solve(
        &self,
        number: usize,
        position: &Position,
        events: &EventSender,
    ) -> Result<Answer, SolveError> {
        let query = &self.request.query;
        let mut limits = Limits::default().stop(events.stop_flag());
        if let Some(timeout) = self.request.timeout {
            limits = limits.timeout(timeout);
        }
        if !self.request.progress {
            return self.solver.query(position, query, &limits);
        }
        let reporter = SearchReporter::new(self.request.scrambles[number].line, events);
        let on_depth = |report: &DepthReport| reporter.on_depth(report);
        let on_table = |event: TableEvent| reporter.on_table(&event);
        let on_progress = |progress: &Progress| {
            reporter.on_progress(progress);
            ControlFlow::Continue(())
        };
        let limits = limits.on_depth(&on_depth).on_table(&on_table);
        let limits = limits.on_progress(&on_progress);
        self.solver.query(position, query, &limits)
    }

    /// The line for a scramble that was not solved.
    fn without_answer(&self, number: usize, error: Option<&str>) -> Bytes {
        let answer = Answer::empty(self.request.query.metric, Outcome::Stopped);
        self.line(number, &answer, error)
    }

    fn line(&self, number: usize, answer: &Answer, error: Option<&str>) -> Bytes {
        let scramble = &self.request.scrambles[number];
        let input = scramble.text.as_deref().ok();
        let record = Record {
            line: scramble.line,
            input: input.filter(|input| input.len() <= MAX_INPUT_BYTES),
            answer,
            error,
        };
        match self.request.progress {
            true => to_line(&SearchEvent::Answer(&record)),
            false => to_line(&record),
        }
    }
}

/// Sends the events of one search.
struct SearchReporter<'a> {
    line: u64,
    events: &'a EventSender,
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
    /// Time of the last event that is sent at intervals.
    last_event: Option<Instant>,
}

impl Reported {
    /// Whether the next event is due that is sent at intervals.
    fn is_due(&mut self) -> bool {
        let is_due = self
            .last_event
            .is_none_or(|last| last.elapsed() >= EVENT_INTERVAL);
        if is_due {
            self.last_event = Some(Instant::now());
        }
        is_due
    }
}

impl<'a> SearchReporter<'a> {
    fn new(line: u64, events: &'a EventSender) -> SearchReporter<'a> {
        SearchReporter {
            line,
            events,
            start: Instant::now(),
            state: Mutex::default(),
        }
    }

    /// Reports a solution if it is shorter than those before.
    fn on_solution(&self, solution: &Solution) {
        let mut state = lock(&self.state);
        let length = solution.length();
        if state.best_length.is_none_or(|best| length < best) {
            state.best_length = Some(length);
            self.events.send(&SearchEvent::Short {
                line: self.line,
                solution: solution.to_string(),
                length,
            });
        }
    }

    fn on_progress(&self, progress: &Progress) {
        if let Some(best) = progress.best {
            self.on_solution(best);
        }
        if lock(&self.state).is_due() {
            self.events.send(&SearchEvent::Progress {
                line: self.line,
                depth: progress.depth,
                done: progress.done,
                nodes: progress.nodes,
                probes: progress.probes,
                seconds_left: progress.time_left.map(|time| time.as_secs_f64()),
            });
        }
    }

    fn on_depth(&self, report: &DepthReport) {
        let mut state = lock(&self.state);
        state.nodes += report.nodes;
        state.probes += report.probes;
        self.events.send(&SearchEvent::Depth {
            line: self.line,
            depth: report.depth,
            lower_bound: report.lower_bound,
            nodes: state.nodes,
            probes: state.probes,
            seconds: self.start.elapsed().as_secs_f64(),
        });
    }

    fn on_table(&self, event: &TableEvent) {
        if let TableEvent::Generating { spec, progress } = event
            && lock(&self.state).is_due()
        {
            self.events.send(&SearchEvent::Generating {
                line: self.line,
                table: spec.name,
                done: progress.fraction(),
            });
        }
    }
}
