//! Threads that take questions from the input and put answers to the output.

use crate::cli::input::{Input, Question};
use crate::cli::output::InOrder;
use anyhow::Context;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the threads share.
struct Workers<F> {
    input: Mutex<Input>,
    output: InOrder,
    answer: F,
    stop: &'static AtomicBool,
    /// Number of threads that have a question.
    working: AtomicUsize,
}

/// Prints what `answer` makes of each question, in the order of the questions, until the input
/// ends or `stop` is set.
///
/// # Errors
/// When input or output fail, and those of `answer`.
pub fn answer_all<F>(
    input: Input,
    threads: usize,
    stop: &'static AtomicBool,
    answer: F,
) -> anyhow::Result<()>
where
    F: Fn(Question) -> anyhow::Result<String> + Send + Sync + 'static,
{
    let workers = Arc::new(Workers {
        input: Mutex::new(input),
        output: InOrder::new(1),
        answer,
        stop,
        working: AtomicUsize::new(0),
    });
    let (sender, receiver) = channel();
    for _ in 0..threads {
        let (workers, sender) = (workers.clone(), sender.clone());
        // Not scoped: one that waits for stdin cannot be called back when all is over.
        std::thread::Builder::new()
            .spawn(move || sender.send(workers.work()))
            .context("cannot start a thread; try --threads 1")?;
    }
    drop(sender);
    wait(&receiver, stop, &workers.working)
}

/// Waits until all threads are done, one fails, or after an interruption none is solving or
/// it takes too long, as where nobody reads what one has to print.
fn wait(
    receiver: &Receiver<anyhow::Result<()>>,
    stop: &AtomicBool,
    working: &AtomicUsize,
) -> anyhow::Result<()> {
    const INTERVAL: Duration = Duration::from_millis(10);
    const PATIENCE: u32 = 1000;
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

impl<F: Fn(Question) -> anyhow::Result<String>> Workers<F> {
    fn work(&self) -> anyhow::Result<()> {
        while !self.stop.load(Ordering::Relaxed) {
            let question = self.next_question().context("cannot read stdin")?;
            let Some(question) = question else {
                break;
            };
            self.working.fetch_add(1, Ordering::Relaxed);
            let number = question.number;
            let printed = (self.answer)(question).and_then(|reply| self.output.put(number, reply));
            self.working.fetch_sub(1, Ordering::Relaxed);
            printed?;
        }
        Ok(())
    }

    fn next_question(&self) -> io::Result<Option<Question>> {
        self.input.lock().expect("no thread panics").next()
    }
}
