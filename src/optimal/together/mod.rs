//! Shortest solutions of all cases of a set at once, without a table.
//!
//! A set has pieces that are solved in all of its cases. A solution brings them back, so its first half and the
//! inverse of its second half bring them to the same places (A. Fiat and others, *Planning and learning in permutation
//! groups*, 1989). Few pairs of halves do: of the 10^17 sequences of 15 moves only some millions keep all but the last
//! layer and a slot. So a length takes the time of the sequences of half that length, for all cases together.
//!
//! Memory for the 10^9 sequences of eight moves is not needed: halves that meet bring three of the pieces to the same
//! places, a *region*, of which there are some 10,000. One region after the other is visited, by depth-first search with
//! the exact distances of all regions from that one.
//!
//! The halves of a case and of its inverse are the same. Cubes that free turns carry into each other are one class, whose
//! solutions have none of these turns at their ends.

mod halves;
mod kept;

use super::solutions::{Solutions, has_at_end, in_order};
use crate::coord::CoordError;
use crate::cube::{
    Cube, Face, FirstFacelets, Metric, Move, Transformation, first_facelets, is_canonical,
};
use crate::host::lock::lock;
use crate::host::threads;
use crate::search::forecast::CurrentRoot;
use crate::search::{Answer, Bounds, Control, Outcome, Query, Root};
use halves::{Half, Halves};
use kept::Kept;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The greatest lengths of one search after the other, and for how many unsolved classes each is worth its time: halves of
/// one more move are some 13 times as many. At each, classes with shorter solutions are left out, so that their longer
/// ones take no memory.
const SEARCHES: [(u8, usize); 5] = [(10, 1), (12, 50), (13, 50), (14, 50), (15, 1000)];

/// The most moves of a solution.
const MAX_LENGTH: usize = 2 * halves::MAX_LENGTH as usize;

/// The most pairs of halves that meet in one search, some minutes' work.
const MAX_PAIRS: usize = 1 << 28;

/// Solutions of cubes that have pieces in common.
pub struct Together {
    kept: Kept,
    free_face: Option<Face>,
    bounds: Bounds,
    cubes: Vec<Cube>,
    known: Mutex<Option<Arc<Known>>>,
}

/// All solutions of the cubes as far as they are requested.
#[derive(Default)]
struct Known {
    /// The length of the shortest ones by class under free turns.
    shortest: HashMap<FirstFacelets, Option<u8>>,
    solutions: BTreeSet<Moves>,
    /// Solutions of up to this length are known.
    length: u8,
}

/// Moves, and the cube that they solve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Moves {
    cube: FirstFacelets,
    length: u8,
    moves: [u8; MAX_LENGTH],
}

impl Together {
    /// The fewest cubes that are solved sooner together than one after the other with a table.
    pub const MIN_CUBES: usize = 1000;

    /// The solutions of these cubes by all face turns; `None` if they have too few pieces in common.
    pub fn new(cubes: &[Cube], query: &Query) -> Option<Together> {
        let bounds = Bounds::from(query);
        let free_face = query.auf.then_some(Face::U);
        let kept = Kept::new(cubes, free_face)?;
        (bounds.metric == Metric::HalfTurn).then(|| Together {
            kept,
            free_face,
            bounds,
            cubes: cubes.to_vec(),
            known: Mutex::default(),
        })
    }

    /// The answer for the roots of one of the cubes, for which all of them are solved at the first call; `None` if its
    /// solutions are too long.
    ///
    /// # Errors
    /// Any [`CoordError`] of that.
    pub fn answer(&self, roots: &[Root], control: &Control) -> Result<Option<Answer>, CoordError> {
        let known = self.known(control)?;
        let is_known = |root: &Root| {
            let position = &root.position;
            position.orientation == Transformation::IDENTITY
                && known.shortest.contains_key(&self.class(&position.cube))
        };
        if !roots.iter().all(is_known) {
            return Ok(None);
        }
        let of_root = |(number, root): (usize, &Root)| {
            let solutions = known.of(first_facelets(&root.position.cube));
            solutions.map(move |found| (found.length, found.moves, number))
        };
        let mut all = BTreeSet::new();
        all.extend(roots.iter().enumerate().flat_map(of_root));
        let (bounds, shortest) = (&control.bounds, all.first().map(|(length, ..)| *length));
        let last = longest(bounds, shortest);
        if last > known.length {
            return Ok(None);
        }
        control.raise_lower_bound(shortest.unwrap_or(last + 1));
        let mut solutions = Solutions::new(roots, bounds);
        for (length, moves, root) in all {
            let moves = moves[..length.into()].iter();
            solutions.extend(
                root,
                [moves.map(|m| Move::from_index((*m).into())).collect()],
            );
        }
        let outcome = match shortest {
            Some(_) => Outcome::Complete,
            None => Outcome::NoneWithinMaxMoves,
        };
        Ok(Some(control.answer(solutions.into_vec(), outcome)))
    }

    /// The same for all cubes that free turns carry into each other.
    fn class(&self, cube: &Cube) -> FirstFacelets {
        let turns = || {
            let turns = (1..=3).filter_map(|turns| Some(*Move::new(self.free_face?, turns).cube()));
            [Cube::SOLVED].into_iter().chain(turns)
        };
        let before = turns().map(|turn| cube.product(&turn));
        let after = before.flat_map(|cube| turns().map(move |turn| turn.product(&cube)));
        let classes = after.map(|cube| first_facelets(&cube));
        classes.min().expect("one is the cube")
    }

    fn known(&self, control: &Control) -> Result<Arc<Known>, CoordError> {
        let mut known = lock(&self.known);
        if known.is_none() {
            // not in a thread of a caller's pool, which would meanwhile take up another query that waits for this one
            let solve = || threads::in_pool(|| self.solve(control))?;
            *known = Some(Arc::new(threads::outside_pools(solve)??));
        }
        Ok(known.clone().expect("it was just found"))
    }

    fn solve(&self, control: &Control) -> Result<Known, CoordError> {
        let classes = self.cubes.par_iter().map(|cube| (self.class(cube), None));
        let mut known = Known {
            shortest: classes.collect(),
            ..Known::default()
        };
        // halves that meet have moves
        known.shortest.remove(&self.class(&Cube::SOLVED));
        for (length, fewest) in SEARCHES {
            let is_open = |shortest: &&Option<u8>| known.length < longest(&self.bounds, **shortest);
            if known.shortest.values().filter(is_open).count() < fewest {
                break;
            }
            let Some(found) = self.search(&known, length, control)? else {
                break;
            };
            for (class, moves) in &found {
                if let Some(shortest) = known.shortest.get_mut(class) {
                    let length = shortest.map_or(moves.length, |length| length.min(moves.length));
                    *shortest = Some(length);
                }
            }
            for (class, moves) in found {
                if self.requests(&known, &class, moves.length) {
                    known.solutions.insert(moves);
                }
            }
            known.length = length;
        }
        Ok(known)
    }

    /// Whether solutions of this length of a class are requested, by what is known.
    fn requests(&self, known: &Known, class: &FirstFacelets, length: u8) -> bool {
        let shortest = known.shortest.get(class);
        shortest.is_some_and(|shortest| length <= longest(&self.bounds, *shortest))
    }

    /// The requested solutions that are longer than those known and have up to `length` moves, with the classes of the
    /// cubes that they solve; `None` if too many halves meet.
    fn search(
        &self,
        known: &Known,
        length: u8,
        control: &Control,
    ) -> Result<Option<Vec<(FirstFacelets, Moves)>>, CoordError> {
        let (found, pairs) = (Mutex::new(vec![]), AtomicUsize::new(0));
        let lengths = known.length + 1..=length;
        let are_too_many = || pairs.load(Ordering::Relaxed) > MAX_PAIRS;
        let regions = self.kept.regions();
        let root = CurrentRoot {
            tasks: regions.len(),
            ..CurrentRoot::default()
        };
        unless_ended(control.begin(length))?;
        control.begin_root(root);
        let new = || Halves::new(&self.kept, self.free_face);
        regions
            .into_par_iter()
            .try_for_each_init(new, |halves, region| {
                unless_ended(control.take_task())?;
                if are_too_many() {
                    return Ok(());
                }
                let mut of_region = vec![];
                for equal in halves.that_meet(region, length.div_ceil(2)) {
                    let all = equal.iter().flat_map(|a| equal.iter().map(move |b| (a, b)));
                    let new = all
                        .filter(|(a, b)| a.begins(**b) && lengths.contains(&(a.len() + b.len())));
                    let joined = new.map(|(a, b)| self.join(known, *a, *b));
                    let count = joined.map(|solution| of_region.extend(solution)).count();
                    if pairs.fetch_add(count, Ordering::Relaxed) > MAX_PAIRS {
                        break;
                    }
                }
                lock(&found).extend(of_region);
                Ok::<_, CoordError>(())
            })?;
        let found = found.into_inner().unwrap_or_else(|e| e.into_inner());
        Ok((!are_too_many()).then_some(found))
    }

    /// The sequence of one half and the inverse of another, if it is a requested solution, with the class of the cube
    /// that it solves.
    fn join(&self, known: &Known, a: Half, b: Half) -> Option<(FirstFacelets, Moves)> {
        let moves = in_order(
            a.moves()
                .chain(b.moves().rev().map(Move::inverse))
                .collect(),
        );
        let is_free = |face| has_at_end(&moves, face);
        if !is_canonical(&moves) || self.free_face.is_some_and(is_free) {
            return None;
        }
        let cube = Cube::from_moves(moves.iter().rev().map(|m| m.inverse()));
        let (class, length) = (self.class(&cube), a.len() + b.len());
        let mut numbers = [0; MAX_LENGTH];
        for (number, m) in numbers.iter_mut().zip(&moves) {
            *number = m.index() as u8;
        }
        let solution = Moves {
            cube: first_facelets(&cube),
            length,
            moves: numbers,
        };
        self.requests(known, &class, length)
            .then_some((class, solution))
    }
}

/// The error of a search that has to end.
fn unless_ended(flow: ControlFlow<Outcome>) -> Result<(), CoordError> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(_) => Err(CoordError::Stopped),
    }
}

/// The greatest length that is requested of a cube, by that of its shortest solution if it is known.
fn longest(bounds: &Bounds, shortest: Option<u8>) -> u8 {
    let last = shortest.map_or(u8::MAX, |shortest| shortest.saturating_add(bounds.extra));
    last.min(bounds.max_length)
}

impl Known {
    /// The solutions of a cube.
    fn of(&self, cube: FirstFacelets) -> impl Iterator<Item = &Moves> {
        let first = Moves {
            cube,
            length: 0,
            moves: [0; MAX_LENGTH],
        };
        let from_first = self.solutions.range(first..);
        from_first.take_while(move |moves| moves.cube == cube)
    }
}
