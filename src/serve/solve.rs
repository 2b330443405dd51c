//! Scrambles in, answers out, and what is known before.

use super::connection::Busy;
use super::question::Question;
use super::stream::Stream;
use super::turns::{Admission, Turns};
use crate::cube::Move;
use crate::notation::{Position, is_comment};
use crate::search::{
    Answer, DepthReport, KnownAnswers, Limits, Progress, Record, Solver, TwoPhase, shortfall,
    verified_solutions,
};
use crate::table::TableError;
use hyper::body::Bytes;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;

/// Solves for all clients.
pub struct Solvers {
    optimal: Solver,
    table: &'static str,
    two_phase: OnceLock<TwoPhase>,
    pub turns: Arc<Turns>,
}

/// Lines that may wait for the client; news of a search that find no room are left out.
const WAITING_LINES: usize = 64;

/// The longest text that is repeated in the answer.
const MAX_ECHO_BYTES: usize = 1 << 16;

/// What is told on the way, for those who ask for it, and in the end.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// Other searches come first.
    Waiting { line: u64, before: usize },
    /// A short solution, not proved to be a shortest one; shorter ones follow.
    Short {
        line: u64,
        solution: String,
        length: usize,
    },
    /// How far the search has got.
    Progress {
        line: u64,
        /// Length of the solutions looked for.
        depth: u8,
        /// The part of this depth that is done, up to 1.
        done: f64,
        /// Positions expanded and reads of the table so far.
        nodes: u64,
        probes: u64,
        /// Expected for a random cube of which so much is known, if that can be told.
        seconds_left: Option<f64>,
    },
    /// A depth has been searched in full, or answered.
    Depth {
        line: u64,
        depth: u8,
        /// No solution has fewer moves, proved.
        lower_bound: u8,
        /// Positions expanded and reads of the table so far.
        nodes: u64,
        probes: u64,
        /// Time since the search began.
        seconds: f64,
        /// What the next depth takes at most, by the time that this one took.
        next_seconds: f64,
    },
    /// The answer.
    Answer(Record<'a>),
}

impl Solvers {
    /// Solvers for so many requests at a time.
    pub fn new(optimal: Solver, queue_length: usize) -> Solvers {
        Solvers {
            table: optimal.table().spec().name,
            optimal,
            two_phase: OnceLock::new(),
            turns: Arc::new(Turns::new(queue_length)),
        }
    }

    /// The name of the table.
    pub fn table(&self) -> &'static str {
        self.table
    }

    /// The two-phase solver, which the first who asks for it has to wait for.
    pub fn two_phase(&self) -> &TwoPhase {
        self.two_phase
            .get_or_init(|| TwoPhase::new(self.optimal.metric()))
    }

    /// Begins to answer a question.
    pub fn answer(
        self: &Arc<Solvers>,
        question: Question,
        admission: Admission,
        busy: Busy,
    ) -> Stream {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, lines) = channel(WAITING_LINES);
        let work = Work {
            solvers: self.clone(),
            question,
            stop: stop.clone(),
            known: KnownAnswers::default(),
            lines: sender,
        };
        let task = tokio::spawn(Arc::new(work).run(admission, busy));
        Stream { lines, task, stop }
    }
}

/// The work on one question.
struct Work {
    solvers: Arc<Solvers>,
    question: Question,
    stop: Arc<AtomicBool>,
    known: KnownAnswers,
    lines: Sender<Bytes>,
}

/// What was told of a search so far.
#[derive(Default)]
struct Told {
    /// Length of the short solution.
    short: Option<usize>,
    /// When progress was told last.
    progress: Option<Instant>,
}

/// Between two reports on a search that gets on; what is new is told at once.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// What the depths searched so far add up to.
#[derive(Default)]
struct Sum {
    nodes: u64,
    probes: u64,
    /// Moves of a shortest solution, once one is found.
    optimal: Option<u8>,
}

impl Work {
    async fn run(self: Arc<Work>, _admission: Admission, busy: Busy) {
        for number in 0..self.question.scrambles.len() {
            let waiting = busy.begin();
            let line = self.clone().answer(number).await;
            drop(waiting);
            // Others have their turn while a slow client reads.
            if self.lines.send(line).await.is_err() {
                return;
            }
        }
    }

    /// The answer to the scramble with this number, from 0.
    async fn answer(self: Arc<Work>, number: usize) -> Bytes {
        let work = self.clone();
        let begun = spawn_blocking(move || work.begin(number)).await;
        match begun.expect("no thread panics") {
            Err(error) => self.refusal(number, error),
            Ok(None) => self.last_line(self.record(number)),
            Ok(Some(position)) => {
                let turn = self.solvers.turns.wait(|before| {
                    let line = self.line(number);
                    self.tell(&Event::Waiting { line, before });
                });
                let turn = turn.await;
                let answered = spawn_blocking(move || {
                    let answer = self.solve(number, &position);
                    drop(turn);
                    answer
                });
                answered.await.expect("no thread panics")
            }
        }
    }

    /// Reads a scramble, and tells a short solution; `None` for a comment.
    fn begin(&self, number: usize) -> Result<Option<Position>, String> {
        let text = self.question.scrambles[number].text.as_ref();
        let text = text.map_err(|error| error.to_string())?;
        if is_comment(text) {
            return Ok(None);
        }
        let position = self.question.reading.parse(text);
        let position = position.map_err(|error| error.to_string())?;
        if self.question.progress {
            let moves = self.solvers.two_phase().solve(&position.cube);
            self.tell_short(self.line(number), &position, &moves);
        }
        Ok(Some(position))
    }

    fn solve(&self, number: usize, position: &Position) -> Bytes {
        let start = Instant::now();
        let answer = match self.search(number, position, start) {
            Ok(answer) => answer,
            Err(error) => return self.refusal(number, error.to_string()),
        };
        let solutions = verified_solutions(position, &answer);
        let request = &self.question.request;
        let record = Record {
            solutions: self.question.several.then_some(&solutions[..]),
            error: shortfall(&answer, request, "time is up"),
            ..self.record(number)
        };
        self.last_line(record.with_answer(&answer, &solutions, start.elapsed()))
    }

    fn search(
        &self,
        number: usize,
        position: &Position,
        start: Instant,
    ) -> Result<Answer, TableError> {
        let (sum, told) = (Mutex::new(Sum::default()), Mutex::new(Told::default()));
        let tell = |report: &DepthReport| self.tell_depth(number, report, &sum, start);
        let tell_progress = |progress: &Progress| {
            self.tell_progress(number, position, progress, &told);
            ControlFlow::Continue(())
        };
        let mut limits = Limits::default()
            .stop(&self.stop)
            .timeout(self.question.timeout);
        if self.question.progress {
            limits = limits.on_depth(&tell).on_progress(&tell_progress);
        }
        self.known.solve(&position.cube, |cube| {
            let request = &self.question.request;
            self.solvers.optimal.search(cube, request, &limits)
        })
    }

    fn tell_depth(&self, number: usize, report: &DepthReport, sum: &Mutex<Sum>, start: Instant) {
        let mut sum = sum.lock().expect("no thread panics");
        sum.nodes += report.nodes;
        sum.probes += report.probes;
        if report.solutions > 0 {
            sum.optimal.get_or_insert(report.depth);
        }
        self.tell(&Event::Depth {
            line: self.line(number),
            depth: report.depth,
            lower_bound: sum.optimal.unwrap_or(report.depth + 1),
            nodes: sum.nodes,
            probes: sum.probes,
            seconds: start.elapsed().as_secs_f64(),
            next_seconds: report.next_time().as_secs_f64(),
        });
    }

    fn tell_progress(
        &self,
        number: usize,
        position: &Position,
        progress: &Progress,
        told: &Mutex<Told>,
    ) {
        let line = self.line(number);
        let mut told = told.lock().expect("no thread panics");
        if let Some(best) = progress.best {
            let length = self.solvers.optimal.metric().length(best);
            if told.short.is_none_or(|short| length < short) {
                told.short = Some(length);
                self.tell_short(
                    line,
                    position,
                    &KnownAnswers::lead_back(&position.cube, best),
                );
            }
        }
        if told
            .progress
            .is_some_and(|last| last.elapsed() < PROGRESS_INTERVAL)
        {
            return;
        }
        told.progress = Some(Instant::now());
        self.tell(&Event::Progress {
            line,
            depth: progress.depth,
            done: progress.done,
            nodes: progress.nodes,
            probes: progress.probes,
            seconds_left: progress.time_left.map(|time| time.as_secs_f64()),
        });
    }

    /// Tells a solution that may not be a shortest one.
    fn tell_short(&self, line: u64, position: &Position, moves: &[Move]) {
        let solved = position.cube.apply_all(moves.iter().copied()).is_solved();
        assert!(solved, "the search knows a wrong solution");
        self.tell(&Event::Short {
            line,
            solution: position.show(moves),
            length: self.solvers.optimal.metric().length(moves),
        });
    }

    /// Tells news, unless the client has not read the last ones yet.
    fn tell(&self, event: &Event) {
        if self.question.progress {
            // News that find no room are old by the time that there is some.
            let _ = self.lines.try_send(to_line(event));
        }
    }

    fn refusal(&self, number: usize, error: String) -> Bytes {
        self.last_line(Record {
            error: Some(error),
            ..self.record(number)
        })
    }

    fn line(&self, number: usize) -> u64 {
        self.question.scrambles[number].line
    }

    fn record(&self, number: usize) -> Record<'_> {
        let text = self.question.scrambles[number].text.as_deref().ok();
        Record {
            line: self.line(number),
            input: text.filter(|text| text.len() <= MAX_ECHO_BYTES),
            table: Some(self.solvers.table),
            metric: self.solvers.optimal.metric().name(),
            ..Record::default()
        }
    }

    fn last_line(&self, record: Record) -> Bytes {
        if self.question.progress {
            to_line(&Event::Answer(record))
        } else {
            to_line(&record)
        }
    }
}

fn to_line(object: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(object).expect("strings and numbers can be written");
    line.push(b'\n');
    line.into()
}
