//! Scrambles in, answers out, and what is known before.

use super::connection::Busy;
use super::question::Question;
use super::solvers::Solvers;
use super::stream::Stream;
use super::turns::Admission;
use crate::cube::{Metric, Move};
use crate::engines::{Engine, Record, Report, Shown, Solved, shortfall};
use crate::notation::{Position, Reading, is_comment};
use crate::search::{DepthReport, Growth, KnownAnswers, Limits, Progress, Request, TwoPhase};
use crate::table::{Making, Spec};
use hyper::body::Bytes;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;

/// How long a short solution is improved before it is told.
const FIRST_LOOK: Duration = Duration::from_millis(30);

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
    /// A table is being made, with which the search begins or goes on.
    Making {
        line: u64,
        table: &'static str,
        /// The part of it that is done, up to 1.
        done: f64,
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
    Answer(Report<'a>),
}

/// Begins to answer a question.
pub fn answer(
    solvers: Arc<Solvers>,
    question: Question,
    admission: Admission,
    busy: Busy,
) -> Stream {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, lines) = channel(WAITING_LINES);
    let work = Work {
        solvers,
        reading: question.reading(),
        request: question.request(),
        question,
        engine: OnceLock::new(),
        stop: stop.clone(),
        known: KnownAnswers::default(),
        lines: sender,
    };
    let task = tokio::spawn(Arc::new(work).run(admission, busy));
    Stream { lines, task, stop }
}

/// The work on one question.
struct Work {
    solvers: Arc<Solvers>,
    question: Question,
    reading: Reading,
    request: Request,
    /// What solves, if no table is needed; made when there is something to solve.
    engine: OnceLock<Option<Box<dyn Engine>>>,
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

impl Told {
    /// Whether it is time to tell of progress again.
    fn is_time(&mut self) -> bool {
        let is_time = self
            .progress
            .is_none_or(|last| last.elapsed() >= PROGRESS_INTERVAL);
        if is_time {
            self.progress = Some(Instant::now());
        }
        is_time
    }
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
            Ok(None) => self.last_line(self.record(number), &[]),
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
        // made here, in a thread that may take its time
        self.engine();
        let text = self.question.scrambles[number].text.as_ref();
        let text = text.map_err(|error| error.to_string())?;
        if is_comment(text) {
            return Ok(None);
        }
        let position = self.reading.parse(text);
        let position = position.map_err(|error| error.to_string())?;
        if self.question.progress && self.engine().is_none() {
            let two_phase = TwoPhase::shared(self.metric());
            let limits = Limits::default().timeout(FIRST_LOOK).abandon(&self.stop);
            if let [moves, ..] = &two_phase.search(&position.cube, &limits).solutions[..] {
                self.tell_short(self.line(number), &position, moves);
            }
        }
        Ok(Some(position))
    }

    fn solve(&self, number: usize, position: &Position) -> Bytes {
        let start = Instant::now();
        let Solved {
            answer,
            shown,
            problem,
        } = match self.search(number, position) {
            Ok(solved) => solved,
            Err(error) => return self.refusal(number, error),
        };
        let error = shortfall(&answer, &self.request, "time is up");
        let record = Record {
            error: error.map(|error| problem.unwrap_or(error)),
            ..self.record(number)
        };
        let length = shown.first().map(|shown| shown.length);
        self.last_line(record.with_answer(&answer, length, start.elapsed()), &shown)
    }

    fn search(&self, number: usize, position: &Position) -> Result<Solved, String> {
        let told = Mutex::new(Told::default());
        let tell_making = |spec: &Spec, making| self.tell_making(number, spec, making, &told);
        let solver = match self.engine() {
            Some(_) => None,
            None => Some(self.solvers.get(self.metric(), &self.stop, &tell_making)?),
        };
        let (start, sum) = (Instant::now(), Mutex::new(Sum::default()));
        let tell_depth = |report: &DepthReport| self.tell_depth(number, report, &sum, start);
        let tell_progress = |progress: &Progress| {
            self.tell_progress(number, position, progress, &told);
            ControlFlow::Continue(())
        };
        let mut limits = Limits::default().abandon(&self.stop);
        if let Some(timeout) = self.question.timeout {
            limits = limits.timeout(timeout);
        }
        if self.question.progress {
            limits = limits.on_depth(&tell_depth).on_progress(&tell_progress);
        }
        let solved = match (self.engine(), solver) {
            (Some(engine), _) => engine.solve(position, &self.request, &limits),
            (None, solver) => {
                let solver = solver.expect("there is one where there is no other engine");
                let on_growth = |spec: &'static Spec, growth: Growth| {
                    if let Growth::Making(making) = growth {
                        tell_making(spec, making);
                    }
                };
                let (known, request) = (&self.known, &self.request);
                let answer = solver.solve(position, known, request, &limits, &on_growth);
                answer.map(|answer| Solved::new(position, answer))
            }
        };
        solved.map_err(|error| error.to_string())
    }

    /// What solves without a table, if that is asked for.
    fn engine(&self) -> Option<&dyn Engine> {
        let engine = self.engine.get_or_init(|| self.question.wanted.engine());
        engine.as_deref()
    }

    fn metric(&self) -> Metric {
        self.question.wanted.metric
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
            let length = self.metric().length(best);
            if told.short.is_none_or(|short| length < short) {
                told.short = Some(length);
                self.tell_short(
                    line,
                    position,
                    &KnownAnswers::lead_back(&position.cube, best),
                );
            }
        }
        if !told.is_time() {
            return;
        }
        self.tell(&Event::Progress {
            line,
            depth: progress.depth,
            done: progress.done,
            nodes: progress.nodes,
            probes: progress.probes,
            seconds_left: progress.time_left.map(|time| time.as_secs_f64()),
        });
    }

    fn tell_making(&self, number: usize, spec: &Spec, making: Making, told: &Mutex<Told>) {
        if told.lock().expect("no thread panics").is_time() {
            self.tell(&Event::Making {
                line: self.line(number),
                table: spec.name,
                done: making.part(),
            });
        }
    }

    /// Tells a solution that may not be a shortest one.
    fn tell_short(&self, line: u64, position: &Position, moves: &[Move]) {
        let solved = position.cube.apply_all(moves.iter().copied()).is_solved();
        assert!(solved, "the search knows a wrong solution");
        self.tell(&Event::Short {
            line,
            solution: position.show(moves),
            length: self.metric().length(moves),
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
        let record = Record {
            error: Some(error),
            ..self.record(number)
        };
        self.last_line(record, &[])
    }

    fn line(&self, number: usize) -> u64 {
        self.question.scrambles[number].line
    }

    fn record(&self, number: usize) -> Record<'_> {
        let text = self.question.scrambles[number].text.as_deref().ok();
        let (table, metric) = match self.engine() {
            Some(engine) => (engine.table(), engine.counted_in()),
            None => (self.solvers.table(self.metric()), self.metric().name()),
        };
        Record {
            line: self.line(number),
            input: text.filter(|text| text.len() <= MAX_ECHO_BYTES),
            table,
            metric,
            ..Record::default()
        }
    }

    fn last_line(&self, record: Record, shown: &[Shown]) -> Bytes {
        let report = Report::new(record, shown, self.question.wanted.several());
        if self.question.progress {
            to_line(&Event::Answer(report))
        } else {
            to_line(&report)
        }
    }
}

fn to_line(object: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(object).expect("strings and numbers can be written");
    line.push(b'\n');
    line.into()
}
