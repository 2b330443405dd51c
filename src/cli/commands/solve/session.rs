//! Answers questions and prints the answers.

use super::stats::Stats;
use super::{Arguments, text};
use crate::cli::input::Question;
use crate::cli::output::{is_quiet, message, note};
use crate::cli::position::CubeReader;
use crate::cli::rows::{Output, Row};
use crate::cli::table::{limits, warn_of_owner};
use crate::cli::{Status, progress, signals, terminal, units, workers};
use cubesolve::table::Spec;
use cubesolve::{Answer, DepthReport, Outcome, Position, Progress, Query, Record};
use cubesolve::{SolveError, Solver};
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

/// How to answer all questions.
pub struct Session {
    pub arguments: Arguments,
    pub solver: Solver,
    pub query: Query,
    pub reader: CubeReader,
    /// Whether to print each step of a solution and its length.
    pub explained: bool,
}

/// Questions, those from a file with their rows.
pub type Items = Box<dyn Iterator<Item = anyhow::Result<(Question, Option<Row>)>> + Send>;

/// The result of one scramble.
struct Reply {
    /// `None` for a comment and for what could not be read.
    answer: Option<Answer>,
    status: Status,
    /// What to print; `None` for a row that a signal cut short, which is left for `--resume`.
    text: Option<Vec<u8>>,
    /// Where its row starts in the file.
    start: u64,
}

/// Answers all questions. `length` is that of their file in bytes, for the progress.
pub fn run(
    session: Session,
    items: Items,
    mut output: Output,
    length: Option<u64>,
) -> anyhow::Result<Status> {
    let session = Arc::new(session);
    let (answering, threads) = (session.clone(), session.arguments.solver.threads());
    let (start, mut progress) = (Instant::now(), progress::Progress::start());
    let (mut status, mut stats, mut rows) = (Status::Success, Stats::default(), 0_u32);
    workers::answer_all(
        items,
        threads,
        move |(question, row)| Ok(answering.reply(question, row)?),
        |reply| {
            let Some(text) = reply.text else {
                return Ok(ControlFlow::Break(()));
            };
            output.write(&text)?;
            status = status.max(reply.status);
            rows += 1;
            if let Some(answer) = &reply.answer {
                stats.add(answer);
                session.print_notes(answer);
            }
            if let Some(length) = length {
                let rate = f64::from(rows) / start.elapsed().as_secs_f64();
                let mean = stats.mean_length().unwrap_or(0.0);
                let title = format!("{rows} rows, {rate:.1} a second, {mean:.1} moves on average");
                progress.update(&title, reply.start as f64 / length as f64);
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    drop(progress);
    if session.arguments.stats {
        message(stats.summary(session.query.metric, start.elapsed()));
    }
    match signals::stopped() {
        true => Ok(Status::Interrupted),
        false => Ok(status),
    }
}

impl Session {
    fn reply(&self, question: Question, row: Option<Row>) -> Result<Reply, SolveError> {
        let query = &self.query;
        let (answer, error) = match question.read(|text| self.reader.parse(text)) {
            Ok(Some(position)) => {
                let answer = self.solve(&position, &question)?;
                let problem = answer.problem(query);
                (Some(answer), problem)
            }
            Ok(None) => (None, None),
            Err(error) => (None, Some(format!("{error:#}"))),
        };
        let error = error.as_deref();
        let status = match answer.as_ref().map(|answer| answer.outcome) {
            Some(Outcome::NoneWithinMaxMoves | Outcome::Impossible) => Status::LineFailed,
            Some(Outcome::TimedOut) => Status::TimedOut,
            None if error.is_some() => Status::LineFailed,
            _ => Status::Success,
        };
        let nothing = Answer::empty(query.metric, Outcome::Complete);
        let printed = answer.as_ref().unwrap_or(&nothing);
        let start = row.as_ref().map_or(0, |row| row.start);
        let text = match row {
            Some(_) if printed.outcome == Outcome::Stopped => None,
            Some(row) => Some(row.encode(printed, error, query)),
            None => Some(self.text(&question, printed, error).into_bytes()),
        };
        Ok(Reply {
            answer,
            status,
            text,
            start,
        })
    }

    /// The text to print for a question that is no row of a file; reports what is wrong with it.
    fn text(&self, question: &Question, answer: &Answer, error: Option<&str>) -> String {
        if let Some(error) = error {
            question.report(error);
        }
        let record = Record::new(question.line, &question.text, answer, error);
        match self.arguments.json {
            true => serde_json::to_string(&record).expect("text and numbers") + "\n",
            false => text::reply(&record, &self.query, self.explained),
        }
    }

    fn solve(&self, position: &Position, question: &Question) -> Result<Answer, SolveError> {
        const STATUS_DELAY: Duration = Duration::from_millis(300);
        let start = Instant::now();
        let on_depth = |report: &DepthReport| report_depth(question, report);
        let on_progress = |progress: &Progress| {
            if start.elapsed() > STATUS_DELAY {
                let lower_bound = self.query.metric.count(progress.lower_bound.into());
                let text = describe(progress, lower_bound);
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
        let found = answer.solutions.len();
        if let Some(number) = self.query.number.filter(|number| found < *number)
            && answer.outcome == Outcome::Complete
        {
            let prefix = &question.prefix;
            note(format_args!(
                "{prefix}only {found} of {number} solutions found; a greater --extra finds more"
            ));
        }
        Ok(answer)
    }

    /// Prints notes on the table, each once.
    fn print_notes(&self, answer: &Answer) {
        static OWNER: Once = Once::new();
        static UPGRADE: Once = Once::new();
        let Some(spec) = answer.table.and_then(Spec::by_name) else {
            return;
        };
        OWNER.call_once(|| warn_of_owner(&self.arguments.solver.tables, spec));
        let Some(upgrade) = self.solver.advice(answer.metric, answer.time) else {
            return;
        };
        UPGRADE.call_once(|| {
            let factor = answer.time.as_secs_f64() / upgrade.search.as_secs_f64();
            let time = units::duration(upgrade.generation);
            note(format_args!(
                "a larger table would solve such cubes about {factor:.0} times faster: \
                 cubesolve gen-tables --table {} ({}, takes about {time})",
                upgrade.spec.name,
                units::bytes(upgrade.spec.table_bytes()),
            ));
        });
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
