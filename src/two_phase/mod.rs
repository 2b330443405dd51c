//! Kociemba's two-phase algorithm: short solutions in milliseconds, not proven shortest.
//!
//! The first phase brings a cube into the domino group, which turns of U and D and half turns of
//! the other faces generate; the second solves it there. Iterative deepening of the first phase
//! finds many paths into the group. Each is completed if that makes the whole shorter than the
//! best solution so far. The three axes and the inverse of the cube lead to different paths, so
//! all six are searched in turn. (H. Kociemba, <https://kociemba.org/math/twophase.htm>.)

mod phase;

use crate::coord::{CoordError, Stop, get_or_try_init};
use crate::cube::{Cube, Metric, Move, Sequence, Transformation};
use crate::search::depth_first::{Counter, DepthFirst, face_turns};
use crate::search::{Answer, Control, Outcome, Root};
use phase::Phase;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Greatest length of a second phase, by metric: beyond that other paths into the group lead to
/// shorter solutions sooner.
const MAX_SECOND_PHASE: [u8; Metric::ALL.len()] = [10, 17, 10];

/// The same until a first solution is known. Many more paths into the group then lead to one, so it
/// is found in a tenth of the time, though it is a few moves longer.
const MAX_FIRST_SECOND_PHASE: [u8; Metric::ALL.len()] = [12, 20, 12];

/// Turns of slices that a solution has at most where they count one, until nothing is found: more of them are rare.
const QUICK_SLICES: u8 = 2;

/// Nodes of first phases after which a query without a timeout gets the best solution so far.
pub(crate) fn enough_nodes(metric: Metric) -> u64 {
    match metric {
        Metric::HalfTurn | Metric::SliceTurn => 80_000,
        Metric::QuarterTurn => 500_000,
    }
}

/// The tables of both phases, some 6 MB.
pub(crate) struct TwoPhaseTables {
    metric: Metric,
    first: Phase,
    second: Phase,
}

/// What happens during [`TwoPhaseTables::improve`].
pub(crate) enum Event {
    /// The search goes on: the number of nodes of first phases expanded so far.
    Expanded(u64),
    /// A solution, shorter than all before, of the cube with this number.
    Found(usize, Vec<Move>),
}

impl TwoPhaseTables {
    /// The tables for a metric, which are generated once. Both phases consist of turns of faces; in slice turns
    /// those of opposite faces may then count one together.
    pub fn shared(metric: Metric, stop: Stop) -> Result<&'static TwoPhaseTables, CoordError> {
        static SHARED: [OnceLock<TwoPhaseTables>; Metric::ALL.len()] =
            [const { OnceLock::new() }; Metric::ALL.len()];
        get_or_try_init(&SHARED[metric as usize], || {
            Ok(TwoPhaseTables {
                metric,
                first: Phase::first(metric.of_faces(), stop)?,
                second: Phase::second(metric.of_faces(), stop)?,
            })
        })
    }

    /// Finds shorter and shorter solutions of any of the cubes of at most `max_length` that `accepts` does not
    /// refuse, until `on_event` breaks, which is called at least every millisecond. Ends by itself if none is
    /// found and it is proven that there is none, or if shorter ones are unlikely.
    ///
    /// Returns a lower bound: no solution is shorter.
    pub fn improve(
        &self,
        cubes: &[Cube],
        max_length: u8,
        accepts: &dyn Fn(&[Move]) -> bool,
        on_event: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> u8 {
        let on_event = RefCell::new(on_event);
        let report = |event| match on_event.borrow_mut()(event) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(Outcome::Stopped),
        };
        let check = |counter: &Counter| report(Event::Expanded(counter.nodes()));
        let first_counter = Counter::new(&check);
        let check = |_: &Counter| report(Event::Expanded(first_counter.nodes()));
        let second_counter = Counter::new(&check);
        let mut search = Completion {
            metric: self.metric,
            report: &report,
            accepts,
            max_length,
            max_second_phases: [u8::MAX; 2],
            max_slices: 0,
            is_any_found: false,
            second: DepthFirst::new(&self.second, &self.second.rules, &second_counter),
            phase: &self.second,
        };
        let mut first = DepthFirst::new(&self.first, &self.first.rules, &first_counter);
        let views = PhaseView::all(cubes);
        let first_views = views.iter().filter(|view| view.is_first);
        let first_views: Vec<&PhaseView> = first_views.collect();
        let views: Vec<&PhaseView> = views.iter().collect();
        let mut lower_bound = 0;
        let possible = |bound| {
            let possible = cubes
                .iter()
                .map(|cube| self.metric.next_possible_length(cube, bound));
            possible.min().unwrap_or(bound)
        };
        let quick = [MAX_FIRST_SECOND_PHASE, MAX_SECOND_PHASE].map(|max| max[self.metric as usize]);
        // should nothing be found, second phases of any length of one view of each cube make it a proof
        for (views, max_second_phases, max_slices) in [
            (&views[..], quick, QUICK_SLICES),
            (&first_views[..], [u8::MAX - 1; 2], u8::MAX),
        ] {
            (search.max_second_phases, search.max_slices) = (max_second_phases, max_slices);
            let mut length = 0;
            while length <= search.max_face_turns() {
                for view in views {
                    let start = self.first.node(&view.cube);
                    let complete = |_: &_, path: &[u8]| search.complete(view, path, length);
                    if first.find(&[], &start, length, complete).is_break() {
                        return possible(lower_bound);
                    }
                }
                length += 1;
                // any shorter solution by fewer turns of faces is a path and a second phase that were both tried
                let of_faces = length
                    .min(max_second_phases[1] + 1)
                    .min(search.max_face_turns().saturating_add(1));
                lower_bound = lower_bound.max(match self.metric {
                    Metric::SliceTurn => of_faces.div_ceil(2),
                    _ => of_faces,
                });
            }
            if search.is_any_found || lower_bound > search.max_length {
                break;
            }
        }
        possible(lower_bound)
    }
}

/// Finds some solution of the roots, which is improved until the timeout; without one, or with a greatest length,
/// for [`enough_nodes`] of each. The same for the same cube on any machine unless a timeout ends it. Without a
/// greatest length a timeout does not end it before there is a solution, which takes milliseconds.
///
/// # Errors
/// Any [`CoordError`] when the tables are generated.
pub(crate) fn search(roots: &[Root], control: &Control) -> Result<Answer, CoordError> {
    let (bounds, limits) = (&control.bounds, control.limits);
    // a timeout ends the search, not the generation, without which there is no solution
    let tables = match TwoPhaseTables::shared(bounds.metric, Stop::when(limits.stop)) {
        Ok(tables) => tables,
        Err(error) => return control.answer_without_tables(error),
    };
    let max_nodes = match limits.deadline.is_some() && bounds.limit.is_none() {
        true => u64::MAX,
        false => enough_nodes(bounds.metric) * roots.len() as u64,
    };
    let (mut best, mut nodes) = (None, 0);
    let mut outcome = Outcome::NoneWithinMaxMoves;
    let cubes: Vec<Cube> = roots.iter().map(|root| root.position.cube).collect();
    let max_length = bounds.limit.unwrap_or(u8::MAX);
    let lower_bound = tables.improve(&cubes, max_length, &|_| true, &mut |event| {
        match event {
            Event::Expanded(all) => nodes = all,
            Event::Found(root, moves) => best = Some(roots[root].solution(&moves, bounds.metric)),
        }
        match limits.check() {
            ControlFlow::Break(Outcome::TimedOut) if best.is_none() && bounds.limit.is_none() => {}
            ControlFlow::Break(limit) => {
                outcome = limit;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(()) => {}
        }
        match best.is_some() && nodes >= max_nodes {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    if best.is_some() {
        outcome = Outcome::Complete;
    }
    control.add((nodes, 0));
    control.raise_lower_bound(lower_bound);
    Ok(control.answer(best.into_iter().collect(), outcome))
}

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

/// Completes paths of the first phase with second phases.
struct Completion<'a> {
    metric: Metric,
    report: &'a dyn Fn(Event) -> ControlFlow<Outcome>,
    accepts: &'a dyn Fn(&[Move]) -> bool,
    /// Greatest length of a solution that is still of use.
    max_length: u8,
    /// Greatest length of a second phase: of the first solution, and of later ones.
    max_second_phases: [u8; 2],
    /// How many turns of slices a solution may have, each made of two turns of faces.
    max_slices: u8,
    is_any_found: bool,
    second: DepthFirst<'a, Phase>,
    phase: &'a Phase,
}

impl Completion<'_> {
    /// Greatest number of turns of faces of a solution that is still of use.
    fn max_face_turns(&self) -> u8 {
        match self.metric {
            Metric::SliceTurn => self
                .max_length
                .saturating_add(self.max_length.min(self.max_slices)),
            _ => self.max_length,
        }
    }

    /// Adds the shortest second phase to a path of a certain length into the group, if that makes a shorter solution.
    /// In slice turns another second phase may make one, too, so all are added.
    fn complete(&mut self, view: &PhaseView, path: &[u8], length: u8) -> ControlFlow<Outcome> {
        let Some(left) = self.max_face_turns().checked_sub(length) else {
            return ControlFlow::Continue(());
        };
        let max = left.min(self.max_second_phases[usize::from(self.is_any_found)]);
        let start = self.phase.node(&view.cube.apply_all(face_turns(path)));
        let adds_all = self.metric == Metric::SliceTurn;
        let mut solutions = vec![];
        for length in 0..=max {
            let found = |_: &_, path: &[u8]| {
                solutions.push(face_turns(path));
                match adds_all {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(Outcome::Complete),
                }
            };
            match self.second.find(path, &start, length, found) {
                ControlFlow::Break(Outcome::Complete) => break,
                searched => searched?,
            }
        }
        let mut solutions = solutions.into_iter();
        solutions.try_for_each(|solution| self.found(view.number, view.solution(solution)))
    }

    /// Reports a solution of the cube with this number, if it is shorter than those before.
    fn found(&mut self, number: usize, solution: Vec<Move>) -> ControlFlow<Outcome> {
        let length = self.metric.length(&solution) as u8;
        if length > self.max_length || !(self.accepts)(&solution) {
            return ControlFlow::Continue(());
        }
        self.is_any_found = true;
        self.max_length = length.saturating_sub(self.metric.length_step());
        (self.report)(Event::Found(number, solution))?;
        match length {
            0 => ControlFlow::Break(Outcome::Complete),
            _ => ControlFlow::Continue(()),
        }
    }
}
