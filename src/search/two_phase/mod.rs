//! Kociemba's two-phase algorithm: short solutions in milliseconds, not proved shortest.
//!
//! The first phase brings a cube into the group of U, D and half turns of the other faces,
//! the second solves it there. Iterative deepening of the first phase finds many ways into the
//! group; each is completed if that makes the whole shorter than the best so far. The three axes
//! and the inverse of the cube lead to different ways, so all six are searched in turn.
//! (H. Kociemba, <https://kociemba.org/math/twophase.htm>.)

mod phases;

use super::plain::{Counts, PlainSearch, Space};
use super::{Answer, Limits, Outcome};
use crate::coord::DOMINO_MOVES;
use crate::cube::{Cube, Metric, Move, MoveSet, Sequence, Transformation};
use phases::{Node, Phase};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// The second phase is not searched deeper, by metric: then other ways into the group are
/// faster.
const MOST_SECOND_PHASE: [u8; 2] = [10, 17];

/// The same as long as no solution is known: many more ways into the group lead to one, so it is
/// there in a tenth of the time, though a few moves longer.
const MOST_SECOND_PHASE_AT_FIRST: [u8; 2] = [12, 20];

/// Positions expanded before the best solution so far is good enough, by metric.
const ENOUGH_NODES: [u64; 2] = [80_000, 500_000];

/// Positions expanded between two steps that are told.
const STEP: u64 = 1 << 8;

/// The tables of both phases, some 6 MB.
///
/// ```
/// use cubesolve::Cube;
/// use cubesolve::cube::Metric;
/// use cubesolve::search::TwoPhase;
///
/// let cube: Cube = "R U F'".parse()?;
/// let solution = TwoPhase::new(Metric::HalfTurn).solve(&cube);
/// assert!(cube.apply_all(solution).is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TwoPhase {
    metric: Metric,
    first: Phase,
    second: Phase,
}

/// A step of the search for short solutions.
pub enum Step {
    /// Some more positions of the first phase were expanded: so many by now.
    Expanded(u64),
    /// A solution shorter than all before.
    Found(Vec<Move>),
}

impl TwoPhase {
    /// Builds the tables for solutions that are short in a metric, in a fraction of a second.
    pub fn new(metric: Metric) -> TwoPhase {
        TwoPhase {
            metric,
            first: Phase::first(metric),
            second: Phase::second(metric),
        }
    }

    /// The tables that all of a process share; who asks first has to wait for them.
    pub fn shared(metric: Metric) -> &'static TwoPhase {
        static SHARED: [OnceLock<TwoPhase>; 2] = [OnceLock::new(), OnceLock::new()];
        SHARED[metric as usize].get_or_init(|| TwoPhase::new(metric))
    }

    /// Moves that solve `cube`, canonical, some 20 for a random one (27 quarter turns). The same
    /// for the same cube on any machine.
    pub fn solve(&self, cube: &Cube) -> Vec<Move> {
        let answer = self.search(cube, &Limits::default());
        let best = answer.solutions.into_iter().next();
        best.expect("the search goes on until it has a solution")
    }

    /// A short solution, and what is proved of how short one can be. It is improved until the
    /// deadline; without one, for as long as [`TwoPhase::solve`] does. In any case there is one,
    /// unless the search is stopped before.
    pub fn search(&self, cube: &Cube, limits: &Limits) -> Answer {
        let (mut best, mut nodes) = (None, 0);
        let lower_bound = self.improve(cube, u8::MAX, limits.stop, &mut |step| {
            match step {
                Step::Found(solution) => best = Some(solution),
                Step::Expanded(all) => nodes = all,
            }
            let enough = limits.deadline.is_none() && nodes >= ENOUGH_NODES[self.metric as usize];
            match best.is_some() && (enough || limits.reached()) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        Answer {
            metric: self.metric,
            lower_bound,
            outcome: match best {
                Some(_) => Outcome::Complete,
                None => Outcome::Stopped,
            },
            solutions: best.into_iter().collect(),
            nodes,
            probes: 0,
        }
    }

    /// Moves that make `cube` of a solved one.
    pub fn generate(&self, cube: &Cube) -> Vec<Move> {
        self.solve(&cube.inverse())
    }

    /// Finds shorter and shorter solutions of `cube`, none longer than `most`, until there are no
    /// shorter ones of this kind, `stop` is set or `step` breaks. Returns a lower bound: any
    /// solution that is shorter is longer than `most`.
    pub(super) fn improve(
        &self,
        cube: &Cube,
        most: u8,
        stop: &AtomicBool,
        step: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> u8 {
        let limits = Limits::default().stop(stop);
        let mut search = Search::new(self, most, &limits, step);
        let views = View::all(cube);
        let mut length = 0;
        'search: while length <= search.most {
            for view in &views {
                if search.ways_in(view, length).is_break() {
                    break 'search;
                }
            }
            length += 1;
        }
        // all ways in that are shorter than this were completed
        length.min(MOST_SECOND_PHASE[self.metric as usize] + 1)
    }
}

/// The cube as it is seen from one of the axes, or its inverse.
struct View {
    turned: Transformation,
    inverted: bool,
    cube: Cube,
}

impl View {
    /// The six views: three axes, and for each also the inverse. Of those from which a symmetric
    /// cube looks alike, the first.
    fn all(cube: &Cube) -> Vec<View> {
        let cubes = [(false, *cube), (true, cube.inverse())];
        let axes = [0, 16, 32].map(Transformation::from_index);
        let view = |turned: Transformation| {
            cubes.map(|(inverted, cube)| View {
                turned,
                inverted,
                cube: turned.apply(&cube),
            })
        };
        let mut views: Vec<View> = vec![];
        for view in axes.into_iter().flat_map(view) {
            if views.iter().all(|other| other.cube != view.cube) {
                views.push(view);
            }
        }
        views
    }

    /// The solution of the cube itself, given one of the cube that is seen.
    fn solution(&self, seen: Vec<Move>) -> Vec<Move> {
        let sequence = Sequence::from(seen).conjugate(self.turned.inverse());
        let sequence = match self.inverted {
            true => sequence.inverse(),
            false => sequence,
        };
        sequence.cleaned().moves().to_vec()
    }
}

/// A search under way.
struct Search<'a> {
    phases: &'a TwoPhase,
    /// The length of the longest solution that is still wanted.
    most: u8,
    any_found: bool,
    limits: &'a Limits<'a>,
    step: &'a mut dyn FnMut(Step) -> ControlFlow<()>,
    nodes: u64,
    /// Of all second phases together.
    ends: Counts,
    /// The way into the group, and the cubes on it, of which so many are up to date.
    path: Vec<Move>,
    cubes: Vec<Cube>,
    up_to_date: usize,
}

impl<'a> Search<'a> {
    fn new(
        phases: &'a TwoPhase,
        most: u8,
        limits: &'a Limits<'a>,
        step: &'a mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> Self {
        Search {
            phases,
            most,
            any_found: false,
            limits,
            step,
            nodes: 0,
            ends: Counts::default(),
            path: vec![],
            cubes: vec![],
            up_to_date: 0,
        }
    }

    /// Completes all ways of this length into the group, where that makes a shorter solution.
    fn ways_in(&mut self, view: &View, length: u8) -> ControlFlow<()> {
        let start = self.phases.first.node(&view.cube);
        if !self.phases.first.may_be_within(length, &start) {
            return ControlFlow::Continue(());
        }
        self.path.clear();
        self.cubes = vec![view.cube; usize::from(length) + 1];
        self.up_to_date = 0;
        self.visit(view, start, MoveSet::ALL, length)
    }

    /// Tries the moves of a position from which a way of the length `left` may lead into the group.
    fn visit(&mut self, view: &View, node: Node, allowed: MoveSet, left: u8) -> ControlFlow<()> {
        if left == 0 {
            return self.complete(view);
        }
        // a way in that ends with moves of the group is a shorter way in
        let last = MoveSet::ALL.difference(DOMINO_MOVES);
        let metric = self.phases.metric;
        let usable = allowed.intersection(metric.usable(MoveSet::ALL, last, left));
        self.nodes += 1;
        if self.nodes.is_multiple_of(STEP) {
            if self.limits.reached() {
                return ControlFlow::Break(());
            }
            (self.step)(Step::Expanded(self.nodes))?;
        }
        for m in usable.iter() {
            let child = self.phases.first.apply(&node, m);
            let left = left - metric.cost(m);
            if self.phases.first.may_be_within(left, &child) {
                self.up_to_date = self.up_to_date.min(self.path.len());
                self.path.push(m);
                self.visit(view, child, MoveSet::after(m), left)?;
                self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the shortest end to this way into the group, if that makes a shorter solution.
    fn complete(&mut self, view: &View) -> ControlFlow<()> {
        let metric = self.phases.metric;
        let Some(most) = self.most.checked_sub(metric.length(&self.path) as u8) else {
            return ControlFlow::Continue(());
        };
        let deepest = match self.any_found {
            true => MOST_SECOND_PHASE,
            false => MOST_SECOND_PHASE_AT_FIRST,
        };
        let most = most.min(deepest[metric as usize]);
        let second = &self.phases.second;
        let start = second.node(&self.cube());
        let first = self
            .path
            .last()
            .map_or(MoveSet::ALL, |m| MoveSet::after(*m));
        let mut search = PlainSearch::new(second, DOMINO_MOVES, &self.ends).limited_by(self.limits);
        let mut whole = None;
        for length in 0..=most {
            let searched = search.run(&start, first, length, |end| {
                whole = Some([&self.path, end.path].concat());
                ControlFlow::Break(Outcome::Complete)
            });
            match searched {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Outcome::Stopped) => return ControlFlow::Break(()),
                ControlFlow::Break(_) => break,
            }
        }
        let Some(whole) = whole else {
            return ControlFlow::Continue(());
        };
        self.any_found = true;
        let shorter = (metric.length(&whole) as u8).checked_sub(metric.step());
        (self.step)(Step::Found(view.solution(whole)))?;
        match shorter {
            Some(most) => {
                self.most = most;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    /// The cube at the end of the way.
    fn cube(&mut self) -> Cube {
        for i in self.up_to_date..self.path.len() {
            self.cubes[i + 1] = self.cubes[i].apply(self.path[i]);
        }
        self.up_to_date = self.path.len();
        self.cubes[self.up_to_date]
    }
}
