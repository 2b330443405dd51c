//! Generations of tables, each in a thread of its own, so that queries can wait for them together and leave when
//! their time is up.
//!
//! A generation goes on when a timeout ends the query that started it, since the next one needs the table, too.
//! It ends early when the stop flag of the last query that waits for it is set, and with the solver.

use crate::coord::Stop;
use crate::host::lock::lock;
use crate::host::thread::{self, JoinHandle};
use crate::search::{Limits, Outcome, TableEvent};
use crate::table::{Directory, GenerationProgress, Spec, TableError};
use crate::two_phase::TwoPhaseTables;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Says why a query has to end, if it has to.
pub type Ending<'a> = dyn Fn() -> Option<Outcome> + 'a;

pub struct Generations {
    running: Mutex<Vec<(Arc<Generation>, JoinHandle<()>)>>,
    /// A process that is forked has none of the threads.
    process: u32,
}

struct Generation {
    spec: &'static Spec,
    stop: AtomicBool,
    state: Mutex<GenerationState>,
    /// Notified when it has ended.
    ended: Condvar,
    /// Held while progress is reported, so that none is after the end.
    reporting: Mutex<()>,
}

struct GenerationState {
    progress: Option<GenerationProgress>,
    /// Number of queries that wait.
    waiting: usize,
    has_ended: bool,
    /// The path of the file; none before the end, and if the generation panicked.
    result: Option<Result<PathBuf, TableError>>,
}

impl Generations {
    pub fn new() -> Generations {
        Generations {
            running: Mutex::default(),
            process: crate::host::process_id(),
        }
    }

    /// Waits for the generation of a table, which it starts if necessary, and reports its progress. Returns the
    /// path of the file.
    ///
    /// # Errors
    /// Those of the generation; [`TableError::Interrupted`] when `ending` has a reason for the query to end.
    pub fn wait(
        &self,
        directory: &Directory,
        spec: &'static Spec,
        limits: &Limits,
        ending: &Ending,
    ) -> Result<PathBuf, TableError> {
        loop {
            if ending().is_some() {
                return Err(TableError::Interrupted);
            }
            let result = self.join(directory, spec)?.wait(limits, ending);
            // otherwise another query has stopped it
            if !matches!(result, Err(TableError::Interrupted)) || ending().is_some() {
                return result;
            }
        }
    }

    /// The generation of a table, with one more query that waits for it.
    fn join(&self, directory: &Directory, spec: &'static Spec) -> Result<Waiting, TableError> {
        let mut running = lock(&self.running);
        running.retain(|(generation, _)| !lock(&generation.state).has_ended);
        let known = running.iter().find(|(known, _)| known.spec == spec);
        if let Some((generation, _)) = known {
            return Ok(Waiting::new(generation));
        }
        let generation = Arc::new(Generation {
            spec,
            stop: AtomicBool::new(false),
            state: Mutex::new(GenerationState {
                progress: None,
                waiting: 0,
                has_ended: false,
                result: None,
            }),
            ended: Condvar::new(),
            reporting: Mutex::default(),
        });
        let (own, place) = (generation.clone(), directory.clone());
        let thread = thread::Builder::new().spawn(move || own.generate_file(&place));
        let thread = thread.map_err(|error| match error.kind() {
            io::ErrorKind::Unsupported => TableError::NotInstalled {
                name: spec.name,
                directory: directory.path().to_owned(),
            },
            _ => TableError::generation(spec.name, error),
        })?;
        let waiting = Waiting::new(&generation);
        running.push((generation, thread));
        Ok(waiting)
    }

    pub fn end(&self) {
        let running = std::mem::take(&mut *lock(&self.running));
        for (generation, _) in &running {
            generation.stop.store(true, Ordering::Relaxed);
        }
        for (_, thread) in running {
            // a panic was reported to the queries that waited
            let _ = thread.join();
        }
    }
}

impl Drop for Generations {
    fn drop(&mut self) {
        match self.process == crate::host::process_id() {
            true => self.end(),
            false => std::mem::forget(std::mem::take(&mut self.running)),
        }
    }
}

/// Ends a generation when it is dropped, also after a panic.
struct EndOnDrop<'a>(&'a Generation);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).has_ended = true;
        self.0.ended.notify_all();
    }
}

impl Generation {
    fn generate_file(&self, directory: &Directory) {
        let _end = EndOnDrop(self);
        if directory.find(self.spec).is_none() {
            lock(&self.state).progress = Some(GenerationProgress::Running(0.0));
            // before all threads are busy with the table: queries need quick solutions meanwhile
            let _ = TwoPhaseTables::shared(self.spec.metric, Stop::when(&self.stop));
        }
        let on_progress = |progress| lock(&self.state).progress = Some(progress);
        let result = directory.generate(self.spec, &self.stop, &on_progress);
        lock(&self.state).result = Some(result);
    }

    /// Reports the progress if it is new, unless the generation has ended.
    fn report(&self, reported: &mut Option<GenerationProgress>, limits: &Limits) {
        let _one_at_a_time = lock(&self.reporting);
        let state = lock(&self.state);
        let progress = state.progress.filter(|_| !state.has_ended);
        drop(state);
        if let Some(progress) = progress.filter(|progress| *reported != Some(*progress)) {
            let spec = self.spec;
            *reported = Some(progress);
            limits.report_table(TableEvent::Generating { spec, progress });
        }
    }
}

/// A query that waits for a generation.
struct Waiting {
    generation: Arc<Generation>,
    /// Whether the query was stopped.
    is_stopped: bool,
}

impl Waiting {
    fn new(generation: &Arc<Generation>) -> Waiting {
        lock(&generation.state).waiting += 1;
        Waiting {
            generation: generation.clone(),
            is_stopped: false,
        }
    }

    /// Waits until the generation has ended or the query has to end.
    fn wait(mut self, limits: &Limits, ending: &Ending) -> Result<PathBuf, TableError> {
        /// Time between two checks.
        const INTERVAL: Duration = Duration::from_millis(10);
        let generation = self.generation.clone();
        let mut reported = None;
        loop {
            generation.report(&mut reported, limits);
            let reason = ending();
            let state = lock(&generation.state);
            if state.has_ended {
                let result = state.result.clone().expect("the generation panicked");
                drop(state);
                if result.is_ok() {
                    limits.report_table(TableEvent::Generated(generation.spec));
                }
                return result;
            }
            if let Some(reason) = reason {
                self.is_stopped = reason == Outcome::Stopped;
                return Err(TableError::Interrupted);
            }
            // whatever ended the wait is found above
            drop(generation.ended.wait_timeout(state, INTERVAL));
        }
    }
}

impl Drop for Waiting {
    /// The last query that is stopped stops the generation and waits for its end.
    fn drop(&mut self) {
        let mut state = lock(&self.generation.state);
        state.waiting -= 1;
        if self.is_stopped && state.waiting == 0 {
            self.generation.stop.store(true, Ordering::Relaxed);
            let ended = self
                .generation
                .ended
                .wait_while(state, |state| !state.has_ended);
            drop(ended);
        }
    }
}
