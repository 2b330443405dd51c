//! Solves the cubes of all inputs and prints the answers.

use super::stats::Stats;
use super::{Arguments, text};
use crate::cli::input::Input;
use crate::cli::output::{is_quiet, message, note};
use crate::cli::position::CubeReader;
use crate::cli::rows::Rows;
use crate::cli::table::{limits, warn_of_owner};
use crate::cli::{Status, progress, terminal, units, workers};
use crate::host::Instant;
use cubesolve::table::Spec;
use cubesolve::{Answer, DepthReport, Outcome, Position, Progress, Query, Record};
use cubesolve::{Prepared, SolveError, Solver};
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Once};
use std::time::Duration;

/// How to solve all inputs.
pub struct Session {
    pub arguments: Arguments,
    pub solver: Solver,
    pub query: Query,
    /// The query for all cubes.
    pub prepared: Prepared,
    pub reader: CubeReader,
    /// Whether to print each step of a solution and its length.
    pub explained: bool,
}

/// The result of one scramble.
struct Answered {
    /// The beginning of messages about it.
    prefix: String,
    answer: Answer,
    /// What is wrong with a line, or what its answer lacks; none of a row, which has it as a column.
    error: Option<String>,
    status: Status,
    /// What to print; `None` for a row that a signal cut short, which is left for `--resume`.
    text: Option<Vec<u8>>,
    /// Where its row starts in the file.
    start: u64,
}

pub fn solve_all(session: Session, rows: Rows) -> anyhow::Result<Status> {
    let (mut output, skipped, mut count) = (rows.output, rows.skipped, 0_u32);
    let is_file = session.arguments.rows.is_file();
    let length = session.arguments.rows.input_length();
    let session = Arc::new(session);
    let solver = session.solver.clone();
    let (answering, threads) = (session.clone(), session.arguments.solver.threads());
    let (start, mut progress) = (Instant::now(), progress::Reporter::start());
    let mut stats = Stats::default();
    let status = workers::answer_all(
        rows.inputs,
        threads,
        move |input| Ok(answering.reply(input)?),
        |reply| {
            let Some(text) = &reply.text else {
                return Ok(ControlFlow::Break(()));
            };
            if let Some(error) = &reply.error {
                message(format_args!("cubesolve: {}{error}", reply.prefix));
            }
            output.write(
                text,
                if is_file {
                    reply.status
                } else {
                    Status::Success
                },
            )?;
            count += 1;
            if reply.answer.outcome == Outcome::NoCube {
                stats.unreadable += u64::from(reply.status == Status::LineFailed);
            } else {
                stats.add(&reply.answer);
                session.print_notes(&reply);
            }
            if let Some(length) = length {
                let rate = f64::from(count) / start.elapsed().as_secs_f64();
                let mean = stats.mean_length().unwrap_or(0.0);
                let title = format!("{count} rows, {rate:.1} a second, {mean:.1} moves on average");
                progress.update(&title, reply.start as f64 / length as f64);
            }
            Ok(ControlFlow::Continue(reply.status))
        },
    )?;
    drop(progress);
    solver.end_generations();
    output.report(skipped.load(Ordering::Relaxed));
    if session.arguments.stats {
        message(stats.summary(session.query.metric, start.elapsed()));
    }
    Ok(status.max(output.status))
}

impl Session {
    fn reply(&self, input: Input) -> Result<Answered, SolveError> {
        let query = &self.query;
        let is_copied = input.is_missing() && input.row.is_none() && !self.arguments.json;
        let reading = match is_copied {
            true => Ok(None),
            false => input.read_by(|text| self.reader.read(text)),
        };
        let (answer, error) = match &reading {
            Ok(Some(reading)) => {
                let answer = self.solve_cube(&reading.position, &input)?;
                let problem = answer.problem(query);
                (answer, problem)
            }
            no_cube => {
                let answer = Answer::empty(query.metric, Outcome::NoCube);
                let error = no_cube.as_ref().err();
                (answer, error.map(|error| format!("{error:#}")))
            }
        };
        let status = match answer.outcome {
            Outcome::NoneWithinMaxMoves | Outcome::Impossible => Status::LineFailed,
            Outcome::NoCube if error.is_some() => Status::LineFailed,
            Outcome::TimedOut => Status::TimedOut,
            _ => Status::Success,
        };
        let reading = reading.ok().flatten();
        let reading = reading.as_ref();
        let (line, text) = (input.line, &input.text);
        let record = Record::new(line, text, reading, query, &answer, error.as_deref());
        let text = match &input.row {
            Some(_) if answer.outcome == Outcome::Stopped => None,
            Some(row) => Some(self.arguments.rows.encode(row, &record, query)),
            None if self.arguments.json => {
                let text = serde_json::to_string(&record).expect("text and numbers");
                Some((text + "\n").into_bytes())
            }
            None => Some(text::lines(&record, query, self.explained).into_bytes()),
        };
        Ok(Answered {
            prefix: input.prefix,
            error: error.filter(|_| input.row.is_none()),
            start: input.row.map_or(0, |row| row.start),
            answer,
            status,
            text,
        })
    }

    fn solve_cube(&self, position: &Position, input: &Input) -> Result<Answer, SolveError> {
        const STATUS_DELAY: Duration = Duration::from_millis(300);
        let start = Instant::now();
        let on_depth = |report: &DepthReport| report_depth(input, report);
        let on_progress = |progress: &Progress| {
            if start.elapsed() > STATUS_DELAY {
                let lower_bound = self.query.metric.count(progress.lower_bound.into());
                let text = describe(progress, lower_bound);
                terminal::show(input.line, input.prefix.clone() + &text);
            }
            ControlFlow::Continue(())
        };
        let mut limits = limits(self.arguments.timeout);
        if self.arguments.verbose {
            limits = limits.on_depth(&on_depth);
        } else if !is_quiet() && terminal::is_capable(&io::stderr()) {
            limits = limits.on_progress(&on_progress);
        }
        let answer = self.prepared.solve(position, &limits);
        terminal::remove(input.line);
        answer
    }

    /// Prints a note if solutions are missing, and notes on the table, each once.
    fn print_notes(&self, reply: &Answered) {
        static OWNER: Once = Once::new();
        static UPGRADE: Once = Once::new();
        let (prefix, answer) = (&reply.prefix, &reply.answer);
        let found = answer.solutions.len();
        if self.query.number.is_some_and(|number| found < number)
            && answer.outcome == Outcome::Complete
        {
            let (are, s) = if found == 1 { ("is", "") } else { ("are", "s") };
            let extra = self.query.extra.iter().max().copied().unwrap_or(0);
            note(match extra {
                0 => format!(
                    "{prefix}there {are} only {found} shortest solution{s}; --extra 1 finds longer ones"
                ),
                _ => format!(
                    "{prefix}there {are} only {found} solution{s} of these lengths; a greater --extra finds more"
                ),
            });
        }
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
                upgrade.spec.name(),
                units::bytes(upgrade.spec.table_bytes()),
            ));
        });
    }
}

fn report_depth(input: &Input, report: &DepthReport) {
    message(format_args!(
        "{}depth {}: {} nodes, {} probes, {:.3} s, {} solutions",
        input.prefix,
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
