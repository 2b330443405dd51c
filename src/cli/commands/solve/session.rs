//! Answers questions and prints the answers.

use super::stats::Stats;
use super::{Arguments, text};
use crate::cli::input::Question;
use crate::cli::output::{is_quiet, message, note};
use crate::cli::position::CubeReader;
use crate::cli::rows::{Output, Row};
use crate::cli::table::{limits, warn_of_owner};
use crate::cli::{Status, progress, signals, terminal, units, workers};
use crate::lock::lock;
use cubesolve::table::Spec;
use cubesolve::{Answer, DepthReport, Outcome, Position, Progress, Query, Record};
use cubesolve::{SolveError, Solver};
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How to answer all questions.
pub struct Session {
    pub arguments: Arguments,
    pub solver: Solver,
    pub query: Query,
    pub reader: CubeReader,
    /// Whether to print each step of a solution and its length.
    pub explained: bool,
    /// When it began.
    pub start: Instant,
    pub state: State,
}

/// What the threads have done so far.
#[derive(Default)]
pub struct State {
    stats: Mutex<Stats>,
    /// The worst of all cubes.
    status: Mutex<Status>,
    /// Notes that are printed once.
    owner_noted: OnceLock<()>,
    upgrade_noted: OnceLock<()>,
}

/// Questions, those from a file with their rows.
pub type Items = Box<dyn Iterator<Item = anyhow::Result<(Question, Option<Row>)>> + Send>;

/// Answers all questions. `length` is that of their file in bytes, for the progress.
pub fn run(
    session: Session,
    items: Items,
    mut output: Output,
    length: Option<u64>,
    threads: usize,
) -> anyhow::Result<Status> {
    let session = Arc::new(session);
    let answering = session.clone();
    let (mut rows, mut progress) = (0, progress::Progress::start());
    workers::answer_all(
        items,
        threads,
        move |(question, row)| Ok(answering.reply(question, row)?),
        |(text, start)| {
            let Some(text) = text else {
                return Ok(ControlFlow::Break(()));
            };
            output.write(&text)?;
            rows += 1;
            if let Some(length) = length {
                progress.update(&session.rows_so_far(rows), start as f64 / length as f64);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    drop(progress);
    Ok(session.end())
}

impl Session {
    /// Prints the summary, and returns the status to exit with.
    fn end(&self) -> Status {
        let state = &self.state;
        if self.arguments.stats {
            let stats = lock(&state.stats);
            message(stats.summary(self.query.metric, self.start.elapsed()));
        }
        match signals::stopped() {
            true => Status::Interrupted,
            false => *lock(&state.status),
        }
    }

    /// Sets the status to exit with, unless it is worse already.
    fn set_status(&self, status: Status) {
        let mut worst = lock(&self.state.status);
        *worst = status.max(*worst);
    }

    /// What is done of the rows of a file, for the line of progress.
    fn rows_so_far(&self, rows: u64) -> String {
        let rate = rows as f64 / self.start.elapsed().as_secs_f64();
        let mean = lock(&self.state.stats).mean_length().unwrap_or(0.0);
        format!("{rows} rows, {rate:.1} a second, {mean:.1} moves on average")
    }

    /// The answer to a question, and what is wrong with the question or lacks in the answer.
    fn answer(&self, question: &Question) -> Result<(Answer, Option<String>), SolveError> {
        let query = &self.query;
        let nothing = Answer::empty(query.metric, Outcome::Complete);
        Ok(match question.read(|text| self.reader.parse(text)) {
            Ok(Some(position)) => {
                let answer = self.solve(&position, question)?;
                let problem = answer.problem(query);
                (answer, problem)
            }
            Ok(None) => (nothing, None),
            Err(error) => {
                self.set_status(Status::LineFailed);
                (nothing, Some(format!("{error:#}")))
            }
        })
    }

    /// Answers a question. Returns the text to print, `None` for a row that --resume is to solve again,
    /// and where the row starts.
    fn reply(
        &self,
        question: Question,
        row: Option<Row>,
    ) -> Result<(Option<Vec<u8>>, u64), SolveError> {
        let (answer, error) = self.answer(&question)?;
        let error = error.as_deref();
        if let Some(row) = row {
            let is_whole = answer.outcome != Outcome::Stopped;
            let text = is_whole.then(|| row.encode(&answer, error, &self.query));
            return Ok((text, row.start));
        }
        if let Some(error) = error {
            question.report(error);
        }
        let record = Record::new(question.line, &question.text, &answer, error);
        let text = match self.arguments.json {
            true => serde_json::to_string(&record).expect("text and numbers") + "\n",
            false => text::reply(&record, &self.query, self.explained),
        };
        Ok((Some(text.into_bytes()), 0))
    }

    /// Solves a cube, and updates the status, statistics and notes.
    fn solve(&self, position: &Position, question: &Question) -> Result<Answer, SolveError> {
        const STATUS_DELAY: Duration = Duration::from_millis(300);
        let start = Instant::now();
        let on_depth = |report: &DepthReport| report_depth(question, report);
        let on_progress = |progress: &Progress| {
            if start.elapsed() > STATUS_DELAY {
                let text = describe(
                    progress,
                    self.query.metric.count(progress.lower_bound.into()),
                );
                terminal::show(question.line, question.prefix.clone() + &text);
            }
            ControlFlow::Continue(())
        };
        let mut limits = limits(self.arguments.timeout);
        if self.arguments.verbose {
            limits = limits.on_depth(&on_depth);
        } else if !is_quiet() && terminal::is_capable(&io::stderr()) {
            limits = limits.on_progress(&on_progress);
        }
        let answer = self.solver.query(position, &self.query, &limits);
        terminal::remove(question.line);
        let answer = answer?;
        match answer.outcome {
            Outcome::NoneWithinMaxMoves | Outcome::Impossible => {
                self.set_status(Status::LineFailed);
            }
            Outcome::TimedOut => self.set_status(Status::TimedOut),
            _ => {}
        }
        lock(&self.state.stats).add(&answer);
        self.print_notes(&answer);
        self.print_if_fewer(&answer, question);
        Ok(answer)
    }

    /// Prints a note if fewer solutions exist than were requested.
    fn print_if_fewer(&self, answer: &Answer, question: &Question) {
        let found = answer.solutions.len();
        if let Some(number) = self.query.number.filter(|number| found < *number)
            && answer.outcome == Outcome::Complete
        {
            let prefix = &question.prefix;
            note(format_args!(
                "{prefix}only {found} of {number} solutions found; a greater --extra finds more"
            ));
        }
    }

    /// Prints notes on the table, each once.
    fn print_notes(&self, answer: &Answer) {
        let Some(spec) = answer.table.and_then(Spec::by_name) else {
            return;
        };
        self.state
            .owner_noted
            .get_or_init(|| warn_of_owner(&self.arguments.solver.tables, spec));
        let upgrade = self.solver.advice(answer.metric, answer.time);
        if let Some(upgrade) = upgrade {
            let factor = answer.time.as_secs_f64() / upgrade.search.as_secs_f64();
            self.state.upgrade_noted.get_or_init(|| {
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
}

fn report_depth(question: &Question, report: &DepthReport) {
    message(format_args!(
        "{}depth {}: {} nodes, {} probes, {:.3} s, {} solutions",
        question.prefix,
        report.depth,
        report.nodes,
        report.probes,
        report.time.as_secs_f64(),
        report.solutions,
    ));
}

/// The progress of a search as one line.
fn describe(progress: &Progress, lower_bound: String) -> String {
    let mut text = format!("at least {lower_bound}");
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
