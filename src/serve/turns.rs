//! One search at a time has all processors; the others stand in a queue.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The queue of searches. Its front is the one that runs.
#[derive(Debug)]
pub struct Turns {
    queue: watch::Sender<VecDeque<u64>>,
    next: AtomicU64,
    admissions: Arc<Semaphore>,
}

/// The right to take turns, of which there are so many.
#[derive(Debug)]
pub struct Admission {
    _permit: OwnedSemaphorePermit,
}

/// A place in the queue, left when it is dropped.
#[derive(Debug)]
pub struct Turn {
    turns: Arc<Turns>,
    number: u64,
}

impl Turns {
    /// An empty queue that admits `length` requests.
    pub fn new(length: usize) -> Turns {
        Turns {
            queue: watch::Sender::new(VecDeque::new()),
            next: AtomicU64::new(0),
            admissions: Arc::new(Semaphore::new(length)),
        }
    }

    /// Lets a request in, unless as many as there may be are in already.
    pub fn admit(&self) -> Option<Admission> {
        let permit = self.admissions.clone().try_acquire_owned();
        permit.ok().map(|permit| Admission { _permit: permit })
    }

    /// Joins the queue at its end and waits to be at its front. Calls `tell` with the number of
    /// those before, whenever it changes.
    pub async fn wait(self: &Arc<Turns>, mut tell: impl FnMut(usize)) -> Turn {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.queue.send_modify(|queue| queue.push_back(number));
        let turn = Turn {
            turns: self.clone(),
            number,
        };
        let mut changes = self.queue.subscribe();
        let mut told = 0;
        loop {
            let before = {
                let queue = changes.borrow_and_update();
                queue.iter().position(|n| *n == number).unwrap_or(0)
            };
            if before == 0 {
                return turn;
            }
            if before != told {
                told = before;
                tell(before);
            }
            changes.changed().await.expect("the sender is here");
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let left = |queue: &mut VecDeque<u64>| queue.retain(|number| *number != self.number);
        self.turns.queue.send_modify(left);
    }
}
