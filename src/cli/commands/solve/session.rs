//! Questions about cubes and their answers.

use super::engine::{Details, Engine, Shown, Solved};
use super::stats::Stats;
use super::workers;
use crate::cli::input::{Input, Question};
use crate::cli::output::{error_line, tell};
use crate::cli::position::{CubeReader, Position};
use crate::cli::{Status, terminal, time};
use cubesolve::search::{
    Answer, DepthReport, Limits, Outcome, Progress, Record, Request, shortfall,
};
use cubesolve::table::TableError;
use serde::Serialize;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How all questions are to be answered.
pub struct Session {
    pub engine: Box<dyn Engine>,
    pub request: Request,
    pub threads: usize,
    pub timeout: Option<Duration>,
    pub reader: CubeReader,
    pub json: bool,
    /// Whether to tell in the end what it took.
    pub stats: bool,
    /// Whether more than one solution may be asked for.
    pub several: bool,
    pub verbose: bool,
    /// Whether to show how a search gets on while it does.
    pub live: bool,
    /// Whether a person reads what is printed.
    pub for_a_person: bool,
    pub stop: &'static AtomicBool,
    /// Whether messages say which question they are about.
    pub numbered: bool,
}

/// What the threads share.
struct Shared {
    session: Session,
    stats: Mutex<Stats>,
    failed: AtomicBool,
    timed_out: AtomicBool,
}

/// The longest text that is kept while its cube is solved, to be repeated in the answer, where
/// it may take six times as much.
const MAX_ECHO_BYTES: usize = 1 << 20;

/// Answers all questions.
///
/// # Errors
/// When input or output fail.
pub fn run(session: Session, input: Input) -> anyhow::Result<Status> {
    let (stop, threads) = (session.stop, session.threads);
    let shared = Arc::new(Shared {
        session,
        stats: Mutex::default(),
        failed: AtomicBool::new(false),
        timed_out: AtomicBool::new(false),
    });
    let answering = shared.clone();
    workers::answer_all(input, threads, stop, move |question| {
        Ok(answering.answer(question)?)
    })?;
    if shared.session.stats {
        tell(&*shared.stats.lock().expect("no thread panics"));
    }
    Ok(if stop.load(Ordering::Relaxed) {
        Status::Interrupted
    } else if shared.failed.load(Ordering::Relaxed) {
        Status::LineFailed
    } else if shared.timed_out.load(Ordering::Relaxed) {
        Status::TimedOut
    } else {
        Status::Success
    })
}

impl Shared {
    /// Answers one question. Returns what is to be printed.
    fn answer(&self, question: Question) -> Result<String, TableError> {
        let read = question.read(|text| self.session.reader.parse(text));
        let short = |text: &String| text.len() <= MAX_ECHO_BYTES;
        let input = question.text.ok().filter(short);
        let record = Record {
            line: question.line,
            input: input.as_deref(),
            table: self.session.engine.table(),
            metric: self.session.engine.counted_in(),
            ..Record::default()
        };
        match read {
            Ok(Some(position)) => self.solve(&position, record),
            Ok(None) => Ok(self.print(record, &[])),
            Err(error) => {
                self.failed.store(true, Ordering::Relaxed);
                let error = format!("{error:#}");
                self.complain(record.line, &error);
                let record = Record {
                    error: Some(error),
                    ..record
                };
                Ok(self.print(record, &[]))
            }
        }
    }

    fn solve(&self, position: &Position, record: Record) -> Result<String, TableError> {
        let start = Instant::now();
        let Solved {
            answer,
            shown,
            problem,
        } = self.search(position, record.line)?;
        let error = self
            .shortfall(&answer)
            .map(|error| problem.unwrap_or(error));
        if let Some(error) = &error {
            self.complain(record.line, error);
        }
        let record = Record {
            error,
            table: self.session.engine.table(),
            ..record
        };
        let time = start.elapsed();
        let length = shown.first().map(|shown| shown.length);
        self.stats
            .lock()
            .expect("no thread panics")
            .add(&answer, length, time);
        let record = Record {
            length,
            optimal: length == Some(answer.lower_bound.into()),
            ..record.with_answer(&answer, &[], time)
        };
        Ok(self.print(record, &shown))
    }

    fn search(&self, position: &Position, number: u64) -> Result<Solved, TableError> {
        const PATIENCE: Duration = Duration::from_millis(300);
        let (session, start) = (&self.session, Instant::now());
        let show = |report: &DepthReport| self.show_depth(number, report);
        let show_live = |progress: &Progress| {
            if start.elapsed() > PATIENCE {
                terminal::show(number, self.describe(number, progress));
            }
            ControlFlow::Continue(())
        };
        let mut limits = Limits::default().stop(session.stop);
        if let Some(timeout) = session.timeout {
            limits = limits.timeout(timeout);
        }
        if session.verbose {
            limits = limits.on_depth(&show);
        }
        if session.live {
            limits = limits.on_progress(&show_live);
        }
        let solved = session.engine.solve(position, &session.request, &limits);
        terminal::remove(number);
        solved
    }

    /// What an answer lacks of what was asked for, if anything.
    fn shortfall(&self, answer: &Answer) -> Option<String> {
        let interrupted = self.session.stop.load(Ordering::Relaxed);
        match answer.outcome {
            Outcome::Complete => {}
            Outcome::NoneWithinMaxMoves => self.failed.store(true, Ordering::Relaxed),
            Outcome::Stopped if interrupted => {}
            Outcome::Stopped => self.timed_out.store(true, Ordering::Relaxed),
        }
        let why = if interrupted {
            "interrupted"
        } else {
            "time is up"
        };
        shortfall(answer, &self.session.request, why)
    }

    fn print(&self, record: Record, shown: &[Shown]) -> String {
        let Session {
            several,
            for_a_person,
            ..
        } = self.session;
        if !self.session.json {
            return text(&record, shown, several, for_a_person);
        }
        let record = Record {
            solution: shown.first().map(|shown| shown.solution.as_str()),
            ..record
        };
        if self.session.engine.table().is_none() {
            return to_line(&Detailed {
                record,
                first: shown.first().map(|shown| &shown.details),
                solutions: several.then_some(shown),
            });
        }
        let solutions: Vec<String> = shown.iter().map(|shown| shown.solution.clone()).collect();
        to_line(&Record {
            solutions: several.then_some(&solutions),
            ..record
        })
    }

    fn complain(&self, number: u64, problem: &str) {
        tell(format_args!("cubesolve: {}{problem}", self.prefix(number)));
    }

    fn show_depth(&self, number: u64, report: &DepthReport) {
        let seconds = report.time.as_secs_f64();
        let next = if report.solutions == 0 && seconds > 0.1 {
            let time = report.next_time().as_secs_f64();
            format!("; the next one takes up to {time:.1} s")
        } else {
            String::new()
        };
        tell(format_args!(
            "{}depth {}: {} nodes, {} probes, {seconds:.3} s, {} solutions{next}",
            self.prefix(number),
            report.depth,
            report.nodes,
            report.probes,
            report.solutions,
        ));
    }

    /// How far a search has got, on a line.
    fn describe(&self, number: u64, progress: &Progress) -> String {
        let mut text = self.prefix(number);
        let metric = self.session.engine.metric();
        let _ = write!(text, "at least {} {}", progress.lower_bound, metric.unit());
        if let Some(best) = progress.best {
            let _ = write!(text, ", at most {}", metric.length(best));
        }
        let percent = 100.0 * progress.done;
        let _ = write!(text, "; depth {}, {percent:.0}%", progress.depth);
        if let Some(left) = progress.time_left {
            let _ = write!(text, "; about {} left", time::show(left));
        }
        text
    }

    fn prefix(&self, number: u64) -> String {
        if self.session.numbered {
            format!("line {number}: ")
        } else {
            String::new()
        }
    }
}

/// The object that tells of more than moves.
#[derive(Serialize)]
struct Detailed<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    #[serde(flatten)]
    first: Option<&'a Details>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<&'a [Shown]>,
}

fn to_line(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("strings and numbers can be written") + "\n"
}

/// The answer as text: a line, or with `several` one for each solution and then an empty one.
/// Only an empty line is answered by nothing but an empty line.
fn text(record: &Record, shown: &[Shown], several: bool, for_a_person: bool) -> String {
    let is_blank = |text: &str| text.trim().is_empty();
    let mut text = match &record.error {
        Some(error) if shown.is_empty() => error_line(error),
        // a comment
        None if shown.is_empty() => record.input.unwrap_or("//").to_owned(),
        _ if record.input.is_some_and(is_blank) => String::new(),
        _ => {
            let lines: Vec<String> = shown.iter().map(|one| one.lines(for_a_person)).collect();
            let mut text = lines.join("\n");
            if record.error.is_some() && !record.optimal {
                text += &format!(" // at least {}", record.lower_bound);
            }
            text
        }
    };
    if several && !text.is_empty() {
        text.push('\n');
    }
    text.push('\n');
    text
}
