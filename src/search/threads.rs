//! The threads that the searches of a solver share.

use crate::host::thread;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A number of threads, some of them busy. Each search runs in the thread that called it; idle ones
/// join it for a depth at a time.
#[derive(Debug)]
pub struct Threads {
    count: usize,
    busy: AtomicUsize,
}

/// Busy threads, idle again when this is dropped.
struct Busy<'a> {
    threads: &'a Threads,
    count: usize,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.threads.busy.fetch_sub(self.count, Ordering::Relaxed);
    }
}

/// Sets a flag if this thread panics, so that the other threads of its search end, too.
pub struct SetOnPanic<'a>(pub &'a AtomicBool);

impl Drop for SetOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Threads {
    pub fn new(count: usize) -> Threads {
        Threads {
            count,
            busy: AtomicUsize::new(0),
        }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Runs `work` in the calling thread, which counts as busy meanwhile.
    pub fn run_here<T>(&self, work: impl FnOnce() -> T) -> T {
        self.busy.fetch_add(1, Ordering::Relaxed);
        let _busy = Busy {
            threads: self,
            count: 1,
        };
        work()
    }

    /// Makes all idle threads busy.
    fn take_idle(&self) -> Busy<'_> {
        let busy = |before: usize| Some(before.max(self.count));
        let before = self
            .busy
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, busy)
            .expect("the update always returns a value");
        Busy {
            threads: self,
            count: self.count.saturating_sub(before),
        }
    }

    /// Runs `work` in the calling thread and in all idle threads, or as many of them as the system starts. If one
    /// panics, so does this, after all of them have ended.
    pub fn run_on_idle<T: Send>(&self, work: impl Fn() -> T + Sync) -> Vec<T> {
        let joining = self.take_idle();
        thread::scope(|scope| {
            let start = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
            let others: Vec<_> = (0..joining.count).map_while(start).collect();
            let own = work();
            let others = others.into_iter();
            let others = others.map(|other| other.join().unwrap_or_else(|e| resume_unwind(e)));
            std::iter::once(own).chain(others).collect()
        })
    }

    /// Runs `work` for each of `0..count` on the calling thread and all idle ones, and returns the results
    /// in order.
    pub fn map<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count);
        let by_thread = self.run_on_idle(|| {
            let numbers = std::iter::from_fn(take);
            numbers.map(|number| (number, work(number))).collect()
        });
        let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
        for (number, result) in by_thread
            .into_iter()
            .flat_map(|of_thread: Vec<_>| of_thread)
        {
            results[number] = Some(result);
        }
        let results = results.into_iter();
        results
            .map(|result| result.expect("each number was taken"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn idle_threads_are_taken_once_and_returned() {
        let threads = Threads::new(3);
        threads.run_here(|| {
            let taken = threads.take_idle();
            assert_eq!((taken.count, threads.take_idle().count), (2, 0));
            threads.run_here(|| assert_eq!(threads.busy.load(Ordering::Relaxed), 4));
            drop(taken);
            assert_eq!(threads.run_on_idle(|| 7), [7, 7, 7]);
        });
        assert_eq!(threads.busy.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn panicking_work_leaves_no_thread_busy() {
        let threads = Threads::new(2);
        let work = || threads.run_here(|| threads.run_on_idle(|| panic!("as intended")));
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
        assert_eq!(threads.busy.load(Ordering::Relaxed), 0);
    }
}
