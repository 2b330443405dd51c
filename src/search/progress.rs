//! What a search knows while it is under way: its bounds, how far it has got, and when it has to
//! end.

use super::engine::Work;
use super::forecast::{growth, time_left};
use super::request::{Answer, Limits, Outcome, Progress, Request};
use crate::cube::{Metric, Move};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Seconds that are as good as any more.
const FOREVER: f64 = 1e9;

/// What the threads of one search share.
pub struct Watch<'a> {
    metric: Metric,
    request: &'a Request,
    limits: &'a Limits<'a>,
    nodes: AtomicU64,
    probes: AtomicU64,
    /// Tasks of this depth that were taken.
    pub queue: AtomicUsize,
    /// Whether the bounds have met.
    met: AtomicBool,
    /// Whether who hears of the progress has had enough.
    broken: AtomicBool,
    state: Mutex<State>,
    /// That the search has ended, for those who [`wait`](Watch::wait).
    ended: Condvar,
    /// Held while somebody is told.
    telling: Mutex<()>,
}

struct State {
    depth: Depth,
    lower_bound: u8,
    best: Option<Vec<Move>>,
    /// The length of `best`; without one the greatest number.
    shortest: usize,
    ended: bool,
}

/// The depth being searched.
struct Depth {
    depth: u8,
    begun: Instant,
    /// How many tasks it is cut into; 0 if it is not.
    tasks: usize,
    /// What it should take, by the time of the depth before.
    predicted: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// The knowledge before a search, or that of an earlier one which was stopped.
    pub fn new(
        metric: Metric,
        request: &'a Request,
        limits: &'a Limits<'a>,
        earlier: Option<Answer>,
    ) -> Self {
        let (lower_bound, nodes, probes) = match &earlier {
            Some(earlier) => (earlier.lower_bound, earlier.nodes, earlier.probes),
            None => (0, 0, 0),
        };
        let watch = Watch {
            metric,
            request,
            limits,
            nodes: nodes.into(),
            probes: probes.into(),
            queue: AtomicUsize::new(0),
            met: AtomicBool::new(false),
            broken: AtomicBool::new(false),
            state: Mutex::new(State {
                depth: Depth {
                    depth: 0,
                    begun: Instant::now(),
                    tasks: 0,
                    predicted: None,
                },
                lower_bound,
                best: None,
                shortest: usize::MAX,
                ended: false,
            }),
            ended: Condvar::new(),
            telling: Mutex::new(()),
        };
        if let Some(best) = earlier.and_then(|earlier| earlier.solutions.into_iter().next()) {
            watch.improve(best);
        }
        watch
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics")
    }

    /// Whether the search is to end before it has come to its end.
    pub fn has_to_end(&self) -> bool {
        self.bounds_meet() || self.broken.load(Ordering::Relaxed) || self.limits.reached()
    }

    /// Whether one solution is wanted, so that any as short as the lower bound will do.
    pub fn wants_one(&self) -> bool {
        self.request.count == Some(1)
    }

    /// Whether a solution is known that is proved to be what is wanted.
    pub fn bounds_meet(&self) -> bool {
        self.met.load(Ordering::Relaxed)
    }

    /// Begins a depth, which is cut into `tasks` tasks; 0 if it is not. `last` is the time of the
    /// one before, if there was one.
    pub fn begin(&self, depth: u8, tasks: usize, last: Option<Duration>) {
        self.queue.store(0, Ordering::Relaxed);
        self.state().depth = Depth {
            depth,
            begun: Instant::now(),
            tasks,
            predicted: last.map(|last| last.mul_f64(growth(self.metric))),
        };
        self.tell();
    }

    /// Adds work that was done.
    pub fn add(&self, work: Work) {
        self.nodes.fetch_add(work.nodes, Ordering::Relaxed);
        self.probes.fetch_add(work.probes, Ordering::Relaxed);
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        Work {
            nodes: self.nodes.load(Ordering::Relaxed),
            probes: self.probes.load(Ordering::Relaxed),
        }
    }

    /// Proved: no solution has fewer moves.
    pub fn lower_bound(&self) -> u8 {
        self.state().lower_bound
    }

    /// Notes a proof that no solution has fewer moves than `bound`.
    pub fn raise(&self, bound: u8) {
        let mut state = self.state();
        state.lower_bound = state.lower_bound.max(bound);
        self.compare(&state);
    }

    /// Notes a solution, if it is shorter than what is known.
    pub fn improve(&self, solution: Vec<Move>) {
        let mut state = self.state();
        let length = self.metric.length(&solution);
        if length <= self.request.max_moves.into() && length < state.shortest {
            (state.best, state.shortest) = (Some(solution), length);
            self.compare(&state);
            drop(state);
            self.tell();
        }
    }

    /// What lengths are in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether a solution is known.
    pub fn any_known(&self) -> bool {
        self.state().best.is_some()
    }

    /// The length of the longest solution that would be news.
    pub fn most_wanted(&self) -> u8 {
        let shorter = self.state().shortest.saturating_sub(1);
        u8::try_from(shorter).map_or(self.request.max_moves, |most| {
            most.min(self.request.max_moves)
        })
    }

    /// What can end the search early.
    pub fn limits(&self) -> &Limits<'a> {
        self.limits
    }

    /// Whether somebody wants to hear of the progress.
    pub fn is_watched(&self) -> bool {
        self.limits.on_progress.is_some()
    }

    /// Tells how far the search has got.
    pub fn tell(&self) {
        let Some(on_progress) = self.limits.on_progress else {
            return;
        };
        let _turn = self.telling.lock().expect("no thread panics");
        let state = self.state();
        let best = state.best.clone();
        let done = state.depth.done(self.queue.load(Ordering::Relaxed));
        let Work { nodes, probes } = self.work();
        let mut progress = Progress {
            depth: state.depth.depth,
            done,
            lower_bound: state.lower_bound,
            best: None,
            nodes,
            probes,
            time_left: state.time_left(self.metric, done, self.request.max_moves),
        };
        // whoever is told may take its time
        drop(state);
        progress.best = best.as_deref();
        if on_progress(&progress).is_break() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    fn compare(&self, state: &State) {
        if self.wants_one() && state.shortest <= state.lower_bound.into() {
            self.met.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for a time, or until the search has ended: returns whether it has.
    pub fn wait(&self, time: Duration) -> bool {
        let waited = self
            .ended
            .wait_timeout_while(self.state(), time, |state| !state.ended);
        waited.expect("no thread panics").0.ended
    }

    /// Tells those who wait that the search has ended.
    pub fn end(&self) {
        self.state().ended = true;
        self.ended.notify_all();
    }

    /// The answer, given the solutions that the search itself has found.
    pub fn answer(self, found: Vec<Vec<Move>>, outcome: Outcome) -> Answer {
        let Work { nodes, probes } = self.work();
        let state = self.state.into_inner().expect("no thread panics");
        let known = state.best.filter(|_| self.request.count == Some(1));
        Answer {
            metric: self.metric,
            solutions: if found.is_empty() {
                known.into_iter().collect()
            } else {
                found
            },
            lower_bound: state.lower_bound,
            outcome,
            nodes,
            probes,
        }
    }
}

impl State {
    fn time_left(&self, metric: Metric, done: f64, max_moves: u8) -> Option<Duration> {
        let depth = &self.depth;
        let whole = depth.time(done)?;
        let end = self.shortest.min(usize::from(max_moves) + 1);
        let seconds = time_left(metric, depth.depth, end, done, whole.as_secs_f64());
        Some(Duration::from_secs_f64(seconds.min(FOREVER)))
    }
}

impl Depth {
    fn done(&self, taken: usize) -> f64 {
        if self.tasks == 0 {
            return 0.0;
        }
        taken.min(self.tasks) as f64 / self.tasks as f64
    }

    /// The time that it takes: by what it took so far, once that tells enough.
    fn time(&self, done: f64) -> Option<Duration> {
        const ENOUGH: f64 = 0.1;
        if done < ENOUGH {
            self.predicted
        } else {
            Some(self.begun.elapsed().div_f64(done))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    /// What is told of a search that begins its 17th move when the depth before took a second,
    /// and how many seconds are left.
    fn told(request: &Request, act: impl FnOnce(&Watch)) -> (u8, f64, f64) {
        let heard = Mutex::new(vec![]);
        let hear = |p: &Progress| {
            let left = p.time_left.map_or(f64::NAN, |left| left.as_secs_f64());
            heard.lock().unwrap().push((p.depth, p.done, left));
            ControlFlow::Continue(())
        };
        let limits = Limits::default().on_progress(&hear);
        let watch = Watch::new(Metric::HalfTurn, request, &limits, None);
        watch.begin(17, 100, Some(Duration::from_secs(1)));
        act(&watch);
        watch.tell();
        let last = heard.lock().unwrap().pop();
        last.unwrap()
    }

    /// The depth is expected to take 13.3 times as long as the one before, until a tenth of it
    /// is done; what is left after it is that of a random cube.
    #[test]
    fn what_is_left_is_told_from_the_beginning() {
        let is_left = |request: &Request, length: Option<usize>, seconds: f64| {
            let (depth, done, left) = told(request, |watch| {
                if let Some(length) = length {
                    watch.improve(vec![Move::from_index(0); length]);
                }
            });
            assert_eq!((depth, done), (17, 0.0));
            let expected = 13.3 * seconds;
            assert!((left / expected - 1.0).abs() < 0.02, "{left} {expected}");
        };
        let one = Request::default();
        is_left(&one, None, 3.373);
        is_left(&one, Some(19), 2.498);
        is_left(&one.max_moves(17), None, 0.757);
        is_left(&one.max_moves(18), None, 2.498);
    }

    #[test]
    fn what_is_done_is_the_part_of_the_tasks_that_were_taken() {
        for (taken, part) in [(5, 0.05), (30, 0.3), (100, 1.0), (108, 1.0)] {
            let take = |watch: &Watch| watch.queue.store(taken, Ordering::Relaxed);
            assert_eq!(told(&Request::default(), take).1, part);
        }
        let minute = Duration::from_secs(60);
        let depth = |tasks| Depth {
            depth: 17,
            begun: Instant::now() - minute,
            tasks,
            predicted: None,
        };
        assert_eq!(depth(0).done(8), 0.0);
        assert_eq!(depth(100).time(0.09), None);
        for done in [0.1, 0.5] {
            let whole = depth(100).time(done).unwrap();
            let least = minute.div_f64(done);
            // it took a minute, and however long this test was held up
            assert!((least..100 * least).contains(&whole), "{whole:?}");
        }
    }

    /// Whoever waits does so for its time, unless the search has ended.
    #[test]
    fn the_end_is_waited_for() {
        let (request, limits) = (Request::default(), Limits::default());
        let watch = Watch::new(Metric::HalfTurn, &request, &limits, None);
        let (time, start) = (Duration::from_millis(10), Instant::now());
        assert!(!watch.wait(time));
        assert!(start.elapsed() >= time);
        watch.end();
        assert!(watch.wait(Duration::from_secs(3600)));
    }

    #[test]
    fn a_watch_knows_its_limits() {
        let hear = |_: &Progress| ControlFlow::Continue(());
        let (request, silent) = (Request::default(), Limits::default());
        let watched = silent.on_progress(&hear);
        for (limits, is_watched) in [(&silent, false), (&watched, true)] {
            let watch = Watch::new(Metric::HalfTurn, &request, limits, None);
            assert!(std::ptr::eq(watch.limits(), limits));
            assert_eq!(watch.is_watched(), is_watched);
        }
    }

    /// Short solutions are news when they are shorter than those before, and not longer than asked
    /// for; the bounds meet where one is wanted, at the lower bound.
    #[test]
    fn bounds_close_in() {
        let (one, all) = (Request::default().max_moves(19), Request::all());
        let limits = Limits::default();
        let watch = |request| Watch::new(Metric::HalfTurn, request, &limits, None);
        let solution = |length| vec![Move::from_index(0); length];
        let first = watch(&one);
        assert_eq!((first.most_wanted(), first.any_known()), (19, false));
        first.improve(solution(20));
        assert_eq!((first.most_wanted(), first.any_known()), (19, false));
        first.improve(solution(18));
        first.improve(vec![Move::from_index(5); 18]);
        first.improve(solution(19));
        assert_eq!((first.most_wanted(), first.any_known()), (17, true));
        first.raise(17);
        first.raise(16);
        assert_eq!((first.lower_bound(), first.bounds_meet()), (17, false));
        assert!(!first.has_to_end());
        first.raise(18);
        assert!(first.bounds_meet() && first.has_to_end());
        let answer = first.answer(vec![], Outcome::Stopped);
        assert_eq!(answer.solutions, [solution(18)]);
        // where all are wanted none of them ends the search, or is an answer
        let second = watch(&all);
        second.raise(18);
        second.improve(solution(18));
        assert!(!second.bounds_meet() && second.any_known());
        let answer = second.answer(vec![], Outcome::Stopped);
        assert_eq!((answer.solutions, answer.lower_bound), (vec![], 18));
    }
}
