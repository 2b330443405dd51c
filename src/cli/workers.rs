//! Threads that answer inputs, and the output of the answers in the order of the inputs.

use crate::cli::{Status, signals};
use crate::host::lock::lock;
use crate::host::thread;
use anyhow::{Context, bail};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Answers that wait for one before them, so that they take bounded memory while a slow one holds
/// them back.
const MAX_WAITING: usize = 1000;

/// Where an answer will arrive.
type Pending<A> = Receiver<anyhow::Result<A>>;

/// Answers all inputs in parallel and hands the answers to `print` in order, until there are no more,
/// `print` returns `Break`, or a signal arrives. Returns the worst status that `print` returned.
pub fn answer_all<I: 'static, A: Send + 'static>(
    inputs: impl Iterator<Item = anyhow::Result<I>> + Send + 'static,
    threads: usize,
    answer: impl Fn(I) -> anyhow::Result<A> + Send + Sync + 'static,
    mut print: impl FnMut(A) -> anyhow::Result<ControlFlow<(), Status>>,
) -> anyhow::Result<Status> {
    /// Time for searches to stop after a signal.
    const STOP_TIME: Duration = Duration::from_secs(10);
    let (sender, in_order) = sync_channel(MAX_WAITING);
    let (inputs, answer) = (Arc::new(Mutex::new(Some(inputs))), Arc::new(answer));
    let mut workers = vec![];
    for _ in 0..threads {
        let (inputs, answer, sender) = (inputs.clone(), answer.clone(), sender.clone());
        // not scoped: a thread that waits for stdin cannot be ended
        let spawned = thread::Builder::new().spawn(move || work(&inputs, &*answer, &sender));
        workers.push(spawned.context("cannot start a thread; try --threads 1")?);
    }
    drop(sender);
    let (mut status, mut is_cut_short) = (Status::Success, false);
    while let Some(answer) = receive(&in_order, Duration::ZERO) {
        match receive(&answer, STOP_TIME) {
            Some(answer) => match print(answer?)? {
                ControlFlow::Continue(printed) => status = status.max(printed),
                ControlFlow::Break(()) => {
                    is_cut_short = true;
                    break;
                }
            },
            None if signals::stopped() => break,
            None => bail!("a search panicked"),
        }
    }
    if signals::stopped() {
        return Ok(Status::Interrupted);
    }
    if !is_cut_short && workers.into_iter().any(|worker| worker.join().is_err()) {
        bail!("a thread panicked");
    }
    Ok(status)
}

/// Answers inputs until there are no more, a signal arrives, or nobody waits for answers.
fn work<I, A>(
    inputs: &Mutex<Option<impl Iterator<Item = anyhow::Result<I>>>>,
    answer: &dyn Fn(I) -> anyhow::Result<A>,
    in_order: &SyncSender<Pending<A>>,
) {
    while !signals::stopped() {
        let (sender, receiver) = sync_channel(1);
        // locked until the answer has its place in the order
        let mut source = lock(inputs);
        let Some(next) = source.as_mut().and_then(Iterator::next) else {
            *source = None;
            return;
        };
        if in_order.send(receiver).is_err() {
            return;
        }
        drop(source);
        // nobody waits for it if the output has failed
        let _ = sender.send(next.and_then(answer));
    }
}

/// Receives the next item; `None` if there is none, or none comes within `stop_time` of a signal.
fn receive<T>(receiver: &Receiver<T>, stop_time: Duration) -> Option<T> {
    const INTERVAL: Duration = Duration::from_millis(10);
    while !signals::stopped() {
        match receiver.recv_timeout(INTERVAL) {
            Err(RecvTimeoutError::Timeout) => {}
            received => return received.ok(),
        }
    }
    receiver.recv_timeout(stop_time).ok()
}
