//! Answers questions and prints the answers.

use super::stats::Stats;
use super::{text, workers};
use crate::cli::input::{Input, Question};
use crate::cli::options::TablesOption;
use crate::cli::output::{is_quiet, message, note};
use crate::cli::position::CubeReader;
use crate::cli::table::{TableReport, warn_of_owner};
use crate::cli::{Status, signals, terminal, units};
use cubesolve::cube::Position;
use cubesolve::table::Spec;
use cubesolve::{Answer, DepthReport, Limits, Outcome, Progress, Query, Record, Solver};
use cubesolve::{MAX_INPUT_BYTES, SolveError, TableEvent};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant};

/// How to answer all questions.
pub struct Session {
    pub solver: Solver,
    pub query: Query,
    pub timeout: Option<Duration>,
    pub reader: CubeReader,
    pub tables: TablesOption,
    pub table_report: TableReport,
    pub json: bool,
    /// Whether to print a summary at the end.
    pub stats: bool,
    pub verbose: bool,
    /// Whether messages have to name the line that they are about.
    pub numbered: bool,
}

/// State shared by the threads.
struct Shared {
    session: Session,
    /// Whether a person reads stdout.
    is_terminal: bool,
    stats: Mutex<Stats>,
    failed: AtomicBool,
    timed_out: AtomicBool,
    /// Notes that are printed once.
    owner_noted: Once,
    upgrade_noted: Once,
}

/// Answers all questions.
///
/// # Errors
/// If input or output fails, or there is no table.
pub fn run(session: Session, input: Input, threads: usize) -> anyhow::Result<Status> {
    let shared = Arc::new(Shared {
        session,
        is_terminal: io::stdout().is_terminal(),
        stats: Mutex::default(),
        failed: AtomicBool::new(false),
        timed_out: AtomicBool::new(false),
        owner_noted: Once::new(),
        upgrade_noted: Once::new(),
    });
    let answering = shared.clone();
    workers::answer_all(input, threads, move |question| {
        Ok(answering.answer(question)?)
    })?;
    if shared.session.stats {
        message(&*shared.stats.lock().expect("no thread panics"));
    }
    Ok(if signals::stopped() {
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
    /// Answers a question. Returns the text to print.
    fn answer(&self, question: Question) -> Result<String, SolveError> {
        let query = &self.session.query;
        let read = question.read(|text| self.session.reader.parse(text));
        let (answer, error) = match read {
            Ok(Some(position)) => {
                let answer = self.solve(&position, question.line)?;
                let problem = answer.problem(query);
                (answer, problem)
            }
            Ok(None) => (Answer::empty(query.metric, Outcome::Complete), None),
            Err(error) => {
                self.failed.store(true, Ordering::Relaxed);
                (
                    Answer::empty(query.metric, Outcome::Complete),
                    Some(format!("{error:#}")),
                )
            }
        };
        if let Some(error) = &error {
            let prefix = self.prefix(question.line);
            message(format_args!("cubesolve: {prefix}{error}"));
        }
        let input = question.text.ok();
        let record = Record {
            line: question.line,
            input: input
                .as_deref()
                .filter(|text| text.len() <= MAX_INPUT_BYTES),
            answer: &answer,
            error: error.as_deref(),
        };
        Ok(match self.session.json {
            true => serde_json::to_string(&record).expect("text and numbers") + "\n",
            false => text::reply(&record, query, self.is_terminal),
        })
    }

    /// Solves a cube, and updates the status, statistics and notes.
    fn solve(&self, position: &Position, line: u64) -> Result<Answer, SolveError> {
        const STATUS_DELAY: Duration = Duration::from_millis(300);
        let (session, start) = (&self.session, Instant::now());
        let on_table = |event: TableEvent| session.table_report.update(event);
        let on_depth = |report: &DepthReport| self.report_depth(line, report);
        let on_progress = |progress: &Progress| {
            session.table_report.end_generation();
            if start.elapsed() > STATUS_DELAY {
                terminal::show(line, self.describe(line, progress));
            }
            ControlFlow::Continue(())
        };
        let mut limits = Limits::default()
            .stop(signals::stop_flag())
            .on_table(&on_table);
        if let Some(timeout) = session.timeout {
            limits = limits.timeout(timeout);
        }
        if session.verbose {
            limits = limits.on_depth(&on_depth);
        } else if !is_quiet() && terminal::is_capable(&io::stderr()) {
            limits = limits.on_progress(&on_progress);
        }
        let answer = session.solver.query(position, &session.query, &limits);
        terminal::remove(line);
        let answer = answer?;
        match answer.outcome {
            Outcome::NoneWithinMaxMoves | Outcome::Impossible => {
                self.failed.store(true, Ordering::Relaxed);
            }
            Outcome::TimedOut => self.timed_out.store(true, Ordering::Relaxed),
            _ => {}
        }
        let mut stats = self.stats.lock().expect("no thread panics");
        stats.add(&answer);
        drop(stats);
        self.print_notes(&answer);
        Ok(answer)
    }

    /// Prints notes on the table, each once.
    fn print_notes(&self, answer: &Answer) {
        let session = &self.session;
        let Some(spec) = answer.table.and_then(Spec::by_name) else {
            return;
        };
        self.owner_noted
            .call_once(|| warn_of_owner(&session.tables, spec));
        let upgrade = session.solver.advice(answer.metric, answer.time);
        if let Some(upgrade) = upgrade {
            let factor = answer.time.as_secs_f64() / upgrade.search.as_secs_f64();
            self.upgrade_noted.call_once(|| {
                note(format_args!(
                    "a larger table would solve such cubes about {factor:.0} times faster: \
                     cubesolve gen-tables --table {} ({}, takes about {})",
                    upgrade.spec.name,
                    units::bytes(upgrade.spec.table_bytes()),
                    units::duration(upgrade.generation),
                ));
            });
        }
    }

    fn report_depth(&self, line: u64, report: &DepthReport) {
        message(format_args!(
            "{}depth {}: {} nodes, {} probes, {:.3} s, {} solutions",
            self.prefix(line),
            report.depth,
            report.nodes,
            report.probes,
            report.time.as_secs_f64(),
            report.solutions,
        ));
    }

    /// The progress of a search as one line.
    fn describe(&self, line: u64, progress: &Progress) -> String {
        let metric = self.session.query.metric;
        let mut text = self.prefix(line);
        text += &format!("at least {}", metric.count(progress.lower_bound.into()));
        if let Some(best) = progress.best {
            text += &format!(", at most {}", best.length());
        }
        text += &format!("; depth {}", progress.depth);
        if progress.done > 0.0 {
            text += &format!(", {:.0}%", 100.0 * progress.done);
        }
        if let Some(left) = progress.time_left {
            text += &format!("; about {} left", units::duration(left));
        }
        text
    }

    /// The number of the line, if messages have to name it.
    fn prefix(&self, line: u64) -> String {
        match self.session.numbered {
            true => format!("line {line}: "),
            false => String::new(),
        }
    }
}
