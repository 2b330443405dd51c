//! Threads that take questions from the input and put answers to the output.

use super::stats::Stats;
use crate::cli::Status;
use crate::cli::input::{Input, Question};
use crate::cli::output::{InOrder, tell};
use crate::cli::position::{Position, Reading};
use anyhow::Context;
use cubesolve::notation::is_comment;
use cubesolve::search::{
    Answer, DepthReport, KnownAnswers, Limits, Outcome, Record, Request, Solver, shortfall,
    verified_solutions,
};
use cubesolve::table::TableError;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How all questions are to be answered.
pub struct Session {
    /// Name of the table.
    pub table: &'static str,
    pub solver: Solver,
    pub request: Request,
    pub threads: usize,
    pub timeout: Option<Duration>,
    pub reading: Reading,
    pub json: bool,
    /// Whether to tell in the end what it took.
    pub stats: bool,
    /// Whether more than one solution may be asked for.
    pub several: bool,
    pub verbose: bool,
    pub stop: &'static AtomicBool,
    /// Whether messages say which question they are about.
    pub numbered: bool,
}

/// What the threads share.
struct Shared {
    session: Session,
    input: Mutex<Input>,
    output: InOrder,
    known: KnownAnswers,
    stats: Mutex<Stats>,
    /// Number of threads that have a question.
    working: AtomicUsize,
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
        input: Mutex::new(input),
        output: InOrder::new(1),
        known: KnownAnswers::default(),
        stats: Mutex::default(),
        working: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
        timed_out: AtomicBool::new(false),
    });
    let (sender, receiver) = channel();
    for _ in 0..threads {
        let (shared, sender) = (shared.clone(), sender.clone());
        // Not scoped: one that waits for stdin cannot be called back when all is over.
        std::thread::Builder::new()
            .spawn(move || sender.send(shared.work()))
            .context("cannot start a thread; try --threads 1")?;
    }
    drop(sender);
    wait(&receiver, stop, &shared.working)?;
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

/// Waits until all threads are done, one fails, or after an interruption none is solving or
/// it takes too long, as where nobody reads what one has to print.
fn wait(
    receiver: &Receiver<anyhow::Result<()>>,
    stop: &AtomicBool,
    working: &AtomicUsize,
) -> anyhow::Result<()> {
    const INTERVAL: Duration = Duration::from_millis(10);
    const PATIENCE: u32 = 50;
    let mut intervals = 0;
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(result) => result?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                if stop.load(Ordering::Relaxed) {
                    intervals += 1;
                    if working.load(Ordering::Relaxed) == 0 || intervals > PATIENCE {
                        return Ok(());
                    }
                }
            }
        }
    }
}

impl Shared {
    fn work(&self) -> anyhow::Result<()> {
        while !self.session.stop.load(Ordering::Relaxed) {
            let question = self.next_question().context("cannot read stdin")?;
            let Some(question) = question else {
                break;
            };
            self.working.fetch_add(1, Ordering::Relaxed);
            let number = question.number;
            let printed = self
                .answer(question)
                .map_err(anyhow::Error::from)
                .and_then(|reply| self.output.put(number, reply));
            self.working.fetch_sub(1, Ordering::Relaxed);
            printed?;
        }
        Ok(())
    }

    fn next_question(&self) -> io::Result<Option<Question>> {
        self.input.lock().expect("no thread panics").next()
    }

    /// Answers one question. Returns what is to be printed.
    fn answer(&self, question: Question) -> Result<String, TableError> {
        let number = question.number;
        let parsed = match &question.text {
            Ok(text) => {
                self.show_guess(number, text);
                let position = self.session.reading.parse(text);
                position.map_err(anyhow::Error::from)
            }
            Err(error) => Err((*error).into()),
        };
        let short = |text: &String| text.len() <= MAX_ECHO_BYTES;
        let input = question.text.ok().filter(short);
        let record = Record {
            line: number,
            input: input.as_deref(),
            table: self.session.table,
            ..Record::default()
        };
        match parsed {
            Ok(_) if self.session.json && input.as_deref().is_some_and(is_comment) => {
                Ok(self.print(record, &[]))
            }
            Ok(position) => self.solve(&position, record),
            Err(error) => {
                self.failed.store(true, Ordering::Relaxed);
                let error = error.to_string();
                self.complain(number, &error);
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
        let answer = self.search(position, record.line)?;
        let solutions = verified_solutions(position, &answer);
        let error = self.shortfall(&answer);
        if let Some(error) = &error {
            self.complain(record.line, error);
        }
        let record = Record { error, ..record };
        let time = start.elapsed();
        self.stats
            .lock()
            .expect("no thread panics")
            .add(&answer, time);
        let record = record.with_answer(&answer, &solutions, time);
        Ok(self.print(record, &solutions))
    }

    fn search(&self, position: &Position, number: u64) -> Result<Answer, TableError> {
        let session = &self.session;
        let show = |report: &DepthReport| self.show_depth(number, report);
        let mut limits = Limits::default().stop(session.stop);
        if let Some(timeout) = session.timeout {
            limits = limits.timeout(timeout);
        }
        if session.verbose {
            limits = limits.on_depth(&show);
        }
        self.known.solve(&position.cube, |cube| {
            session.solver.search(cube, &session.request, &limits)
        })
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

    fn print(&self, record: Record, solutions: &[String]) -> String {
        let several = self.session.several;
        if self.session.json {
            let solutions = several.then_some(solutions);
            Record {
                solutions,
                ..record
            }
            .to_line()
        } else {
            text(solutions, several)
        }
    }

    fn complain(&self, number: u64, problem: &str) {
        tell(format_args!("cubesolve: {}{problem}", self.prefix(number)));
    }

    fn show_guess(&self, number: u64, text: &str) {
        let reading = &self.session.reading;
        if self.session.verbose && reading.format.is_none() {
            let format = reading.format_of(text);
            tell(format_args!("{}taken for {format}", self.prefix(number)));
        }
    }

    fn show_depth(&self, number: u64, report: &DepthReport) {
        // What a depth more costs, by the number of positions that it adds.
        const GROWTH: f64 = 13.3;
        let seconds = report.time.as_secs_f64();
        let next = if report.solutions == 0 && seconds > 0.1 {
            format!(
                "; depth {} takes up to {:.1} s",
                report.depth + 1,
                GROWTH * seconds
            )
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

    fn prefix(&self, number: u64) -> String {
        if self.session.numbered {
            format!("line {number}: ")
        } else {
            String::new()
        }
    }
}

/// The solutions as lines of text: one line, or with `several` a paragraph.
fn text(solutions: &[String], several: bool) -> String {
    let mut text = solutions.join("\n");
    text.push('\n');
    if several && !solutions.is_empty() {
        text.push('\n');
    }
    text
}
