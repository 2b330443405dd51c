//! Iterative deepening with certain turns.

use super::super::plain::{Counts, LIMITS_INTERVAL, deepen};
use super::super::{Limits, Outcome, Request};
use super::bound::Bound;
use super::places::{CENTRES, Destinations, Goal, Places, destinations, mapping, turned};
use crate::cube::{Metric, Sequence};
use crate::notation::{Pattern, Piece, Position, Turn};
use crate::permutation::{Permutation, StabilizerChain};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// An optimal solver that makes certain turns only, and counts each as one, to cubes that match
/// a pattern. How the cube is held in the end does not matter.
///
/// ```
/// use cubesolve::notation::{Pattern, Reading, turns};
/// use cubesolve::search::{Limits, Request, TurnSolver};
///
/// let solver = TurnSolver::new(turns("M,U")?, Pattern::SOLVED);
/// let solve = |scramble| {
///     let position = Reading::default().parse(scramble)?;
///     Ok::<_, cubesolve::notation::FormatError>(
///         solver.solve(&position, &Request::default(), &Limits::default()),
///     )
/// };
/// let answer = solve("M' U2 M U2")?.unwrap();
/// assert_eq!(answer.solutions, [["U2", "M'", "U2", "M"]]);
/// assert!(solve("R")?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TurnSolver {
    turns: Vec<Turn>,
    mappings: Vec<Permutation>,
    destinations: Vec<Destinations>,
    /// For each turn those that may come after it, as bits.
    followers: Vec<u64>,
    goal: Goal,
    group: StabilizerChain,
    /// For positions that turns can make of each other; made when they are needed.
    bounds: Mutex<Arc<Vec<Bound>>>,
}

/// What was found with certain turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnAnswer {
    /// Names of turns, each solution once, shortest first. Of neighbouring turns that can change
    /// places, that which is first among the solver's is first.
    pub solutions: Vec<Vec<String>>,
    /// Proved: no solution has fewer turns.
    pub lower_bound: u8,
    /// Why the search ended.
    pub outcome: Outcome,
    /// Positions whose turns were tried.
    pub nodes: u64,
    /// Turns tried.
    pub tried: u64,
}

impl TurnSolver {
    /// A solver with these turns, 64 at most, each different.
    ///
    /// # Panics
    /// If there are no turns or more.
    pub fn new(turns: Vec<Turn>, pattern: Pattern) -> TurnSolver {
        assert!((1..=64).contains(&turns.len()), "1 to 64 turns");
        let mappings: Vec<Permutation> = turns.iter().map(|t| mapping(&t.layers)).collect();
        let followers = (0..turns.len()).map(|n| followers(&turns, &mappings, n));
        TurnSolver {
            destinations: mappings.iter().map(destinations).collect(),
            followers: followers.collect(),
            goal: Goal::new(pattern),
            group: StabilizerChain::new(&mappings, &[]),
            bounds: Mutex::default(),
            turns,
            mappings,
        }
    }

    /// Whether any sequence of the turns solves the cube, which the group that they generate
    /// tells without a search.
    pub fn can_solve(&self, position: &Position) -> bool {
        let (goal, rotations) = (&self.goal, self.goal.holds().rotations());
        if *goal.pattern() == Pattern::SOLVED {
            let undone = goal.holds().places(position).inverse();
            return rotations
                .iter()
                .any(|rotation| self.group.contains(&rotation.product(&undone)));
        }
        let start = goal.places(position);
        let start: Vec<u32> = start[..goal.followed().len()]
            .iter()
            .map(|place| (*place).into())
            .collect();
        let group = StabilizerChain::new(&self.mappings, &start);
        (0..rotations.len())
            .any(|hold| group.has_member(start.len(), |n, place| goal.allows(hold, n, place as u8)))
    }

    /// Looks for what is requested; `None` where it is proved that there is no solution. It runs
    /// in the calling thread, and makes tables, in about a second, when it needs them.
    ///
    /// # Panics
    /// If a solution turns out to be wrong: better no answer than a wrong one.
    pub fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Option<TurnAnswer> {
        if !self.can_solve(position) {
            return None;
        }
        let start = self.goal.places(position);
        let Some((bounds, from)) = self.bounds(&start, limits) else {
            return Some(TurnAnswer {
                solutions: vec![],
                lower_bound: 0,
                outcome: Outcome::Stopped,
                nodes: 0,
                tried: 0,
            });
        };
        let counts = Counts::default();
        let mut search = Search {
            solver: self,
            bounds: &bounds,
            limits,
            path: vec![],
            counts: &counts,
        };
        let deepened = deepen(
            Metric::HalfTurn,
            request,
            limits,
            &counts,
            from,
            |length, add| {
                search.path.clear();
                search.visit(&start, u64::MAX, length, add)
            },
        );
        let solutions = deepened.solutions.iter();
        Some(TurnAnswer {
            solutions: solutions.map(|s| self.verified(position, s)).collect(),
            lower_bound: deepened.lower_bound,
            outcome: deepened.outcome,
            nodes: counts.nodes(),
            tried: counts.tried(),
        })
    }

    /// Tables that know the position, and what they say of it; `None` if a limit is reached
    /// before they are made.
    fn bounds(&self, start: &Places, limits: &Limits) -> Option<(Arc<Vec<Bound>>, u8)> {
        let mut bounds = self.bounds.lock().expect("no thread panics");
        let known = greatest(&bounds, start).filter(|_| !bounds.is_empty());
        let distance = match known {
            Some(distance) => distance,
            None => {
                *bounds = Arc::new(make_bounds(&self.goal, &self.mappings, start, limits)?);
                greatest(&bounds, start).expect("they are made for it")
            }
        };
        Some((bounds.clone(), distance))
    }

    /// The names of the turns of a solution.
    fn verified(&self, position: &Position, solution: &[usize]) -> Vec<String> {
        let names = solution.iter().map(|n| self.turns[*n].name.clone());
        let names: Vec<String> = names.collect();
        let made = Sequence::parse(&names.join(" ")).expect("names of turns are a sequence");
        let moves = made.conjugate(position.orientation);
        let after = position.cube.apply_all(moves.moves().iter().copied());
        let right = self.goal.pattern().matches(&after);
        assert!(right, "the search returned a wrong solution");
        names
    }
}

/// The greatest distance in any table; `None` if one does not know the position.
fn greatest(bounds: &[Bound], places: &Places) -> Option<u8> {
    let mut distances = bounds.iter().map(|bound| bound.distance(places));
    distances.try_fold(0, |greatest, distance| Some(greatest.max(distance?)))
}

/// Tables that together know all followed stickers; `None` soon after a limit is reached.
fn make_bounds(
    goal: &Goal,
    turns: &[Permutation],
    start: &Places,
    limits: &Limits,
) -> Option<Vec<Bound>> {
    let is_corner = |n: &usize| {
        let has = |piece: Piece| piece.facelets().contains(&goal.followed()[*n]);
        Piece::all().take(8).any(has)
    };
    let (corners, edges): (Vec<usize>, Vec<usize>) =
        (CENTRES.len()..goal.followed().len()).partition(is_corner);
    let kinds = [[&corners, &edges], [&edges, &corners]].into_par_iter();
    let bounds = kinds.map(|[kind, others]| {
        let mut bounds: Vec<Bound> = vec![];
        let mut unknown = kind.clone();
        while !unknown.is_empty() {
            let known = kind.iter().rev().filter(|n| !unknown.contains(n));
            let order = unknown.iter().chain(known).chain(others);
            let order: Vec<usize> = order.copied().collect();
            let bound = Bound::new(goal, turns, start, &order, limits)?;
            unknown.retain(|n| !bound.stickers().contains(n));
            bounds.push(bound);
        }
        Some(bounds)
    });
    let bounds: Option<Vec<Vec<Bound>>> = bounds.collect();
    Some(bounds?.into_iter().flatten().collect())
}

/// The turns that may come after turn `n`: of those that can change places with it, only later
/// ones of other layers.
fn followers(turns: &[Turn], mappings: &[Permutation], n: usize) -> u64 {
    let layers = |n: usize| (turns[n].layers.side, &turns[n].layers.layers);
    let may_follow = |m: &usize| {
        let change_places =
            mappings[n].product(&mappings[*m]) == mappings[*m].product(&mappings[n]);
        !change_places || *m > n && layers(*m) != layers(n)
    };
    let followers = (0..turns.len()).filter(may_follow);
    followers.fold(0, |all, m| all | 1 << m)
}

/// A depth-first search, as [`PlainSearch`](super::super::plain::PlainSearch) is with moves.
struct Search<'a> {
    solver: &'a TurnSolver,
    bounds: &'a [Bound],
    limits: &'a Limits<'a>,
    path: Vec<usize>,
    counts: &'a Counts,
}

impl Search<'_> {
    /// Tries all sequences of exactly `left` turns, the first of them from `allowed`.
    fn visit(
        &mut self,
        places: &Places,
        allowed: u64,
        left: u8,
        add: &mut dyn FnMut(Vec<usize>) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        if left == 0 {
            return match self.solver.goal.is_reached(places) {
                true => add(self.path.clone()),
                false => ControlFlow::Continue(()),
            };
        }
        let nodes = Counts::add(&self.counts.nodes);
        if nodes.is_multiple_of(LIMITS_INTERVAL) && self.counts.has_to_end(self.limits) {
            return ControlFlow::Break(Outcome::Stopped);
        }
        let solver = self.solver;
        for (n, turn) in solver.destinations.iter().enumerate() {
            if allowed >> n & 1 == 0 {
                continue;
            }
            Counts::add(&self.counts.tried);
            let turned = turned(places, turn);
            let within = |bound: &Bound| bound.distance(&turned).is_some_and(|d| d < left);
            if self.bounds.iter().all(within) {
                self.path.push(n);
                self.visit(&turned, solver.followers[n], left - 1, add)?;
                self.path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
