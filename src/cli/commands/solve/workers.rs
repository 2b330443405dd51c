//! Threads that answer questions, and the output of the answers in the order of the questions.

use crate::cli::input::{Input, Question};
use crate::cli::output::print;
use crate::cli::signals;
use anyhow::{Context, bail};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Questions that are read ahead of the answer to be printed next, so that answers take bounded
/// memory while a slow one holds them back.
const READ_AHEAD: usize = 1000;

/// A question, and where its answer goes.
type Task = (Question, SyncSender<anyhow::Result<String>>);

/// Prints the answer to each question of the input, until it ends or a signal arrives.
///
/// # Errors
/// If input, output or `answer` fails.
pub fn answer_all(
    input: Input,
    threads: usize,
    answer: impl Fn(Question) -> anyhow::Result<String> + Send + Sync + 'static,
) -> anyhow::Result<()> {
    /// Time for searches to stop after a signal.
    const STOP_TIME: Duration = Duration::from_secs(10);
    let (tasks, queue) = sync_channel(READ_AHEAD);
    let (answers, in_order) = sync_channel(READ_AHEAD);
    let (queue, answer) = (Arc::new(Mutex::new(queue)), Arc::new(answer));
    // not scoped: a thread that waits for stdin cannot be ended
    spawn(move || read_all(input, &tasks, &answers))?;
    for _ in 0..threads {
        let (queue, answer) = (queue.clone(), answer.clone());
        spawn(move || work(&queue, &*answer))?;
    }
    while let Some(answer) = receive(&in_order, Duration::ZERO) {
        match receive(&answer, STOP_TIME) {
            Some(text) => print(text?.as_bytes())?,
            None if signals::stopped() => break,
            None => bail!("a search panicked"),
        }
    }
    Ok(())
}

fn spawn(run: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let spawned = thread::Builder::new().spawn(run);
    spawned.context("cannot start a thread; try --threads 1")?;
    Ok(())
}

/// Reads questions until the input ends or nobody waits for answers.
fn read_all(
    mut input: Input,
    tasks: &SyncSender<Task>,
    answers: &SyncSender<Receiver<anyhow::Result<String>>>,
) {
    loop {
        let (sender, receiver) = sync_channel(1);
        let sent = match input.next() {
            Ok(None) => return,
            Ok(Some(question)) => answers
                .send(receiver)
                .is_ok_and(|()| tasks.send((question, sender)).is_ok()),
            Err(error) => {
                let _ = sender.send(Err(error).context("cannot read stdin"));
                let _ = answers.send(receiver);
                return;
            }
        };
        if !sent {
            return;
        }
    }
}

/// Answers questions until there are no more or a signal arrives.
fn work(queue: &Mutex<Receiver<Task>>, answer: &dyn Fn(Question) -> anyhow::Result<String>) {
    loop {
        let task = queue.lock().expect("no thread panics").recv();
        let Ok((question, sender)) = task else {
            return;
        };
        if !signals::stopped() {
            // nobody waits for it if the output has failed
            let _ = sender.send(answer(question));
        }
    }
}

/// Receives the next item; `None` if there is none, or none comes within `stop_time` of a signal.
fn receive<T>(receiver: &Receiver<T>, stop_time: Duration) -> Option<T> {
    const INTERVAL: Duration = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(item) => return Some(item),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if signals::stopped() => {
                if waited >= stop_time {
                    return None;
                }
                waited += INTERVAL;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
