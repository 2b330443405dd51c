//! Shorter and shorter solutions: paths into the domino group, each completed by a second phase.

use super::paths::{PathSearch, Task};
use super::phase::Phase;
use crate::cube::{Cube, Metric, Move, Sequence, Transformation};
use crate::host::lock::lock;
use crate::search::Outcome;
use crate::search::depth_first::{Counter, DepthFirst, face_turns};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// What happens while solutions are improved.
pub enum Event {
    /// The search goes on: the number of nodes of first phases expanded since the last such event.
    Expanded(u64),
    /// A solution, shorter than all before, of the cube with this number.
    Found(usize, Vec<Move>),
}

/// A callback for events, which ends the search if it breaks.
pub type OnEvent<'a> = dyn FnMut(Event) -> ControlFlow<()> + 'a;

/// Greatest length of a second phase, by metric: beyond that other paths into the group lead to
/// shorter solutions sooner.
pub const MAX_SECOND_PHASE: [u8; Metric::ALL.len()] = [10, 17, 10];

/// Turns of slices that a solution has at most where they count one, until nothing is found: more of them are rare.
const QUICK_SLICES: u8 = 2;

/// A cube as it is seen from one of the axes, or its inverse.
struct PhaseView {
    /// Number of the cube.
    number: usize,
    /// Whether it is the cube as it is.
    is_first: bool,
    transformation: Transformation,
    is_inverse: bool,
    cube: Cube,
}

impl PhaseView {
    /// The six views of each cube: three axes, and for each also the inverse. Of those that are equal, as of a
    /// symmetric cube, the first.
    fn all(cubes: &[Cube]) -> Vec<PhaseView> {
        let mut views: Vec<PhaseView> = vec![];
        for (number, cube) in cubes.iter().enumerate() {
            for transformation in [0, 16, 32].map(Transformation::from_index) {
                for (is_inverse, cube) in [(false, *cube), (true, cube.inverse())] {
                    let cube = transformation.apply(&cube);
                    if views.iter().all(|other| other.cube != cube) {
                        views.push(PhaseView {
                            number,
                            is_first: transformation == Transformation::IDENTITY && !is_inverse,
                            transformation,
                            is_inverse,
                            cube,
                        });
                    }
                }
            }
        }
        views
    }

    /// The solution of the cube itself, given one of the view.
    fn solution(&self, of_view: Vec<Move>) -> Vec<Move> {
        let sequence = Sequence::from(of_view).conjugate(self.transformation.inverse());
        let sequence = match self.is_inverse {
            true => sequence.inverse(),
            false => sequence,
        };
        sequence.simplified().moves().to_vec()
    }
}

/// What the threads of a search share.
pub struct Improvement<'a> {
    metric: Metric,
    cubes: &'a [Cube],
    views: Vec<PhaseView>,
    accepts: &'a (dyn Fn(&[Move]) -> bool + Sync),
    /// How much longer than the shortest a solution may be; none if it has to be shorter.
    pub more: Option<u8>,
    /// Greatest length of a solution that is still of use.
    max_length: AtomicU8,
    /// Length of the shortest solution, or the greatest of all.
    shortest: AtomicU8,
}

/// The search for paths of all lengths from some views. It is split into parts, each for a length, a view and a first
/// move.
pub struct Round<'a> {
    views: Vec<&'a PhaseView>,
    /// Greatest length of a second phase: of the first solution, and of later ones.
    max_second_phases: [u8; 2],
    /// How many turns of slices a solution may have, each made of two turns of faces.
    max_slices: u8,
    /// Number of parts that were begun.
    begun: AtomicUsize,
    /// Number of parts of each length that are done.
    done: Mutex<Vec<usize>>,
}

impl<'a> Round<'a> {
    fn new(views: Vec<&'a PhaseView>, max_second_phases: [u8; 2], max_slices: u8) -> Round<'a> {
        Round {
            views,
            max_second_phases,
            max_slices,
            begun: AtomicUsize::new(0),
            done: Mutex::default(),
        }
    }

    /// Number of parts of a length.
    fn parts(&self) -> usize {
        self.views.len() * Move::COUNT
    }

    /// Begins the next part: a length, and the numbers of a view and a move.
    fn begin(&self) -> (usize, usize, usize) {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let (length, part) = (number / self.parts(), number % self.parts());
        (length, part / Move::COUNT, part % Move::COUNT)
    }

    fn end(&self, length: usize) {
        let mut done = lock(&self.done);
        if done.len() <= length {
            done.resize(length + 1, 0);
        }
        done[length] += 1;
    }

    /// A lower bound of the turns of faces: any shorter solution is a path and a second phase that were both tried.
    fn lower_bound(&self) -> u8 {
        let done = lock(&self.done);
        let complete = done.iter().take_while(|done| **done == self.parts());
        self.max_second_phases[1]
            .saturating_add(1)
            .min(complete.count() as u8)
    }
}

impl<'a> Improvement<'a> {
    /// A search for solutions of any of the cubes of at most `max_length` that `accepts` does not refuse.
    pub fn new(
        metric: Metric,
        cubes: &'a [Cube],
        max_length: u8,
        accepts: &'a (dyn Fn(&[Move]) -> bool + Sync),
    ) -> Improvement<'a> {
        Improvement {
            metric,
            cubes,
            views: PhaseView::all(cubes),
            accepts,
            more: None,
            max_length: AtomicU8::new(max_length),
            shortest: AtomicU8::new(u8::MAX),
        }
    }

    fn max_length(&self) -> u8 {
        self.max_length.load(Ordering::Relaxed)
    }

    fn shortest(&self) -> u8 {
        self.shortest.load(Ordering::Relaxed)
    }

    fn is_any_found(&self) -> bool {
        self.shortest() < u8::MAX
    }

    /// Greatest number of turns of faces of a solution that is still of use.
    fn max_face_turns(&self, max_slices: u8) -> u8 {
        let max = self.max_length();
        match self.metric {
            Metric::SliceTurn => max.saturating_add(max.min(max_slices)),
            _ => max,
        }
    }

    /// Works on one round after the other, each on one or more threads, until one breaks. Returns a lower bound: no
    /// solution is shorter.
    pub fn run<F: PathSearch>(&self, mut work: impl FnMut(&Round) -> ControlFlow<Outcome>) -> u8 {
        let of_metric = |max: [u8; Metric::ALL.len()]| max[self.metric as usize];
        let quick = [F::MAX_FIRST_SECOND_PHASE, MAX_SECOND_PHASE].map(of_metric);
        let all = Round::new(self.views.iter().collect(), quick, QUICK_SLICES);
        // should nothing be found, second phases of any length of one view of each cube make it a proof
        let first_views = self.views.iter().filter(|view| view.is_first);
        let proof = Round::new(first_views.collect(), [u8::MAX - 1; 2], u8::MAX);
        let mut lower_bound = 0;
        for round in [all, proof] {
            let worked = work(&round);
            let is_useful = self.max_face_turns(round.max_slices);
            let of_faces = round.lower_bound().min(is_useful.saturating_add(1));
            lower_bound = lower_bound.max(match self.metric {
                Metric::SliceTurn => of_faces.div_ceil(2),
                _ => of_faces,
            });
            if worked.is_break() || self.is_any_found() || lower_bound > self.max_length() {
                break;
            }
        }
        // where longer solutions are of use, too, more is tried than shorter ones
        let lower_bound = lower_bound.min(self.shortest());
        let possible = |cube| self.metric.next_possible_length(cube, lower_bound);
        self.cubes.iter().map(possible).min().unwrap_or(lower_bound)
    }

    /// Works on the parts of a round that no other thread has begun.
    pub fn work(
        &self,
        round: &Round,
        mut paths: impl PathSearch,
        second: &Phase,
        on_event: &mut OnEvent,
    ) -> ControlFlow<Outcome> {
        let on_event = RefCell::new(on_event);
        let report = |event| match on_event.borrow_mut()(event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Outcome::Stopped),
        };
        let check = |counter: &Counter| report(Event::Expanded(counter.take().0));
        let first_counter = Counter::new(&check);
        let check = |_: &Counter| report(Event::Expanded(first_counter.take().0));
        let second_counter = Counter::new(&check);
        let mut completion = Completion {
            search: self,
            round,
            report: &report,
            search_from: DepthFirst::new(second, second.rules(), &second_counter),
            second,
        };
        let starts: Vec<_> = round
            .views
            .iter()
            .map(|view| paths.start(&view.cube))
            .collect();
        let searched = loop {
            let (length, view, m) = round.begin();
            if length > self.max_face_turns(round.max_slices).into() {
                break ControlFlow::Continue(());
            }
            let (start, view, turns) = (&starts[view], round.views[view], length as u8);
            let mut task = Task {
                counter: &first_counter,
                max: &|| self.max_second_phase(round, turns),
                found: &mut |path| completion.complete(view, path),
            };
            let searched = paths.find(start, m, turns, &mut task);
            if searched.is_break() {
                break searched;
            }
            round.end(length);
        };
        // whatever it returns, the search has ended
        let _ = report(Event::Expanded(first_counter.take().0));
        searched
    }

    /// Greatest length of a second phase that makes a solution of use with a path of a length.
    fn max_second_phase(&self, round: &Round, path: u8) -> Option<u8> {
        let left = self.max_face_turns(round.max_slices).checked_sub(path)?;
        Some(left.min(round.max_second_phases[usize::from(self.is_any_found())]))
    }
}

/// Completes paths of the first phase with second phases.
struct Completion<'a, 's> {
    search: &'a Improvement<'s>,
    round: &'a Round<'a>,
    report: &'a dyn Fn(Event) -> ControlFlow<Outcome>,
    search_from: DepthFirst<'a, Phase<'a>>,
    second: &'a Phase<'a>,
}

impl Completion<'_, '_> {
    /// Adds the shortest second phase to a path into the group, if that makes a solution that is of use. Another second
    /// phase may make one, too, in slice turns and where longer solutions are of use, so all are added.
    fn complete(&mut self, view: &PhaseView, path: &[u8]) -> ControlFlow<Outcome> {
        let search = self.search;
        let Some(max) = search.max_second_phase(self.round, path.len() as u8) else {
            return ControlFlow::Continue(());
        };
        let moves = path.iter().map(|m| Move::from_index((*m).into()));
        let start = self.second.node(&view.cube.apply_all(moves));
        let adds_all = search.metric == Metric::SliceTurn || search.more.is_some();
        let mut solutions = vec![];
        for length in 0..=max {
            let found = |_: &_, path: &[u8]| {
                solutions.push(face_turns(path));
                match adds_all {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(Outcome::Complete),
                }
            };
            match self.search_from.find(path, &start, length, found) {
                ControlFlow::Break(Outcome::Complete) => break,
                searched => searched?,
            }
        }
        for solution in solutions {
            self.found(view, view.solution(solution))?;
        }
        ControlFlow::Continue(())
    }

    /// Takes over a solution, unless it is refused or another thread has found one as short.
    fn found(&self, view: &PhaseView, solution: Vec<Move>) -> ControlFlow<Outcome> {
        let search = self.search;
        if !(search.accepts)(&solution) {
            return ControlFlow::Continue(());
        }
        let length = search.metric.length(&solution) as u8;
        let useful = match search.more {
            Some(more) => length + more,
            None => length.saturating_sub(search.metric.length_step()),
        };
        if search.max_length.fetch_min(useful, Ordering::Relaxed) < length {
            return ControlFlow::Continue(());
        }
        search.shortest.fetch_min(length, Ordering::Relaxed);
        (self.report)(Event::Found(view.number, solution))?;
        match length {
            0 => ControlFlow::Break(Outcome::Complete),
            _ => ControlFlow::Continue(()),
        }
    }
}
