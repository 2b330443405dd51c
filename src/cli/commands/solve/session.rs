//! Questions about cubes and their answers.

use super::stats::Stats;
use super::{text, workers};
use crate::cli::input::{Input, Question};
use crate::cli::output::tell;
use crate::cli::position::{CubeReader, Position};
use crate::cli::{Status, terminal, time};
use cubesolve::engines::{Engine, Record, Report, Shown, Solved, shortfall};
use cubesolve::search::{Answer, DepthReport, Limits, Outcome, Progress, Request};
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
        let record = record.with_answer(&answer, length, time);
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
        if self.session.json {
            to_line(&Report::new(record, shown, several))
        } else {
            text::write(&record, shown, several, for_a_person)
        }
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
        let _ = write!(text, "; depth {}", progress.depth);
        if progress.done > 0.0 {
            let _ = write!(text, ", {:.0}%", 100.0 * progress.done);
        }
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

fn to_line(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("strings and numbers can be written") + "\n"
}
