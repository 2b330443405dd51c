//! Threads shared by the searches of a solver.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of threads, some at work. Each search has the one that asked for it; what is idle
/// may join in one for a depth at a time.
#[derive(Debug)]
pub struct Team {
    size: usize,
    working: AtomicUsize,
}

impl Team {
    /// A team of `size` threads, all idle.
    pub fn new(size: usize) -> Team {
        Team {
            size,
            working: AtomicUsize::new(0),
        }
    }

    /// The number of its threads.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Tells that a thread begins to work.
    pub fn begin(&self) {
        self.working.fetch_add(1, Ordering::Relaxed);
    }

    /// Tells that `count` threads are idle again.
    pub fn end(&self, count: usize) {
        self.working.fetch_sub(count, Ordering::Relaxed);
    }

    /// Puts all idle threads to work. Returns how many there were, for [`Team::end`].
    fn take_idle(&self) -> usize {
        let all_at_work = |working: usize| Some(working.max(self.size));
        let before = self
            .working
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, all_at_work)
            .expect("the update never declines");
        self.size.saturating_sub(before)
    }

    /// Does the same on this thread and all that are idle.
    pub fn on_all_idle<T: Send>(&self, work: impl Fn() -> T + Sync) -> Vec<T> {
        let joining = self.take_idle();
        let results = std::thread::scope(|scope| {
            let others: Vec<_> = (0..joining).map(|_| scope.spawn(&work)).collect();
            let own = work();
            let others = others.into_iter();
            let others = others.map(|other| other.join().expect("no thread panics"));
            std::iter::once(own).chain(others).collect()
        });
        self.end(joining);
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_threads_are_taken_once() {
        let team = Team::new(3);
        team.begin();
        assert_eq!(team.take_idle(), 2);
        assert_eq!(team.take_idle(), 0);
        team.begin();
        assert_eq!(team.working.load(Ordering::Relaxed), 4);
        team.end(2);
        assert_eq!(team.take_idle(), 1);
        team.end(3);
        assert_eq!(team.working.load(Ordering::Relaxed), 0);
    }
}
