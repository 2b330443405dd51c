//! Insertions: short sequences put into a skeleton that leaves a few cubies.
//!
//! If the scramble and the skeleton leave the cube `x`, then moves inserted before the rest `q` of the
//! skeleton solve it exactly if they make the cube `q · x⁻¹ · q⁻¹`. So for each place all sequences
//! are needed that make a certain cube; `Sequences` finds those of up to 10 moves from both ends.
//! The lengths count once moves have been merged where the inserted ones meet the skeleton. Each
//! insertion but the last is any sequence that makes a 3-cycle of corners or of edges after which one 3-cycle
//! less remains. Of three insertions, only the shortest results of the first two are continued.

mod sequences;

use crate::cube::{Cube, Face, Move, Sequence, push_simplified};
use sequences::Sequences;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// A solution by insertions into a skeleton.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inserted {
    /// The moves of the skeleton with all insertions, merged where they meet.
    pub moves: Vec<Move>,
    /// What was inserted: each into the moves that the insertions before it lead to.
    pub insertions: Vec<Insertion>,
}

/// Moves that are inserted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Insertion {
    /// How many moves are before it.
    pub place: usize,
    /// The moves, of which some may cancel with those around them.
    pub moves: Vec<Move>,
}

/// Why a skeleton has no insertions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InsertionError {
    /// The skeleton solves the cube.
    #[error("the skeleton solves the cube: there is nothing to insert")]
    Solved,
    /// No insertions of the allowed lengths solve the cube.
    #[error(
        "no {} of up to {longest} moves solve{} what the skeleton leaves",
        if *.count == 1 { "insertion".to_owned() } else { format!("{count} insertions") },
        if *.count == 1 { "s" } else { "" }
    )]
    None {
        /// The greatest number of insertions.
        count: usize,
        /// The greatest length of each.
        longest: usize,
    },
}

/// The greatest length of a sequence to insert.
pub const MAX_LONGEST: usize = 10;

/// The greatest number of insertions.
pub const MAX_INSERTIONS: usize = 3;

/// Of three insertions, the number of shortest results that are continued after each of the first two.
const CONTINUED: usize = 100;

/// Finds insertions of up to a number of moves.
#[derive(Debug)]
pub struct Inserter {
    sequences: Sequences,
    /// All 3-cycles of corners or of edges, in order.
    cycles: Vec<Cube>,
}

/// The best solutions so far: all of the shortest, or a number of them.
struct Best {
    number: Option<usize>,
    /// By length and merged moves; each sequence once, by the first way to insert it.
    found: BTreeMap<(usize, Vec<Move>), Vec<Insertion>>,
}

impl Inserter {
    /// For insertions of up to `longest` moves, at most [`MAX_LONGEST`].
    pub fn new(longest: usize) -> Inserter {
        Inserter {
            sequences: Sequences::new(longest.min(MAX_LONGEST)),
            cycles: three_cycles(),
        }
    }

    /// The shortest solutions of `scramble` by up to `count` insertions into `skeleton`, or by as few as solve
    /// it, at most [`MAX_INSERTIONS`]: all that are shortest, or up to `number`, shortest first. With three,
    /// shorter ones may exist.
    ///
    /// # Errors
    /// [`InsertionError::Solved`] if there is nothing to insert, [`InsertionError::None`] if none are found.
    ///
    /// # Panics
    /// If a solution is wrong.
    pub fn find(
        &mut self,
        scramble: &Cube,
        skeleton: &[Move],
        count: Option<usize>,
        number: Option<usize>,
    ) -> Result<Vec<Inserted>, InsertionError> {
        let skeleton = merged([skeleton]);
        if scramble.apply_all(skeleton.iter().copied()).is_solved() {
            return Err(InsertionError::Solved);
        }
        let mut best = Best {
            number,
            found: BTreeMap::new(),
        };
        let greatest = count.unwrap_or(MAX_INSERTIONS).min(MAX_INSERTIONS);
        for insertions in 1..=greatest {
            if count.is_some() || best.found.is_empty() {
                let continued = if insertions < 3 {
                    usize::MAX
                } else {
                    CONTINUED
                };
                self.insert(insertions, continued, scramble, &skeleton, &[], &mut best);
            }
        }
        let solutions = best.into_solutions();
        for solution in &solutions {
            let solved = scramble.apply_all(solution.moves.iter().copied());
            assert!(solved.is_solved(), "the search returned a wrong solution");
        }
        match solutions.is_empty() {
            true => Err(InsertionError::None {
                count: greatest,
                longest: self.sequences.longest,
            }),
            false => Ok(solutions),
        }
    }

    /// Adds solutions by this number of insertions into moves, after those `before`. Of all insertions but the
    /// last one, as many of the shortest results are continued as `continued` says.
    fn insert(
        &mut self,
        count: usize,
        continued: usize,
        scramble: &Cube,
        moves: &[Move],
        before: &[Insertion],
        best: &mut Best,
    ) {
        let left = scramble.apply_all(moves.iter().copied());
        let firsts = self.first_cycles(&left.inverse(), count);
        let mut longer = BTreeMap::new();
        for place in 0..=moves.len() {
            let (first, last) = moves.split_at(place);
            let rest = Cube::from_moves(last.iter().copied());
            for cycle in &firsts {
                let cycle = rest.product(cycle).product(&rest.inverse());
                for inserted in self.sequences.making(&cycle) {
                    let length = moves.len() + inserted.len();
                    if count == 1 && !best.accepts(length) && !meets(first, &inserted, last) {
                        continue;
                    }
                    let all = merged([first, &inserted, last]);
                    let moves = inserted;
                    longer
                        .entry((all.len(), all))
                        .or_insert(Insertion { place, moves });
                }
            }
        }
        let taken = if count == 1 { usize::MAX } else { continued };
        for ((_, moves), insertion) in longer.into_iter().take(taken) {
            let before = [before, &[insertion]].concat();
            match count {
                1 => best.add(moves, before),
                _ => self.insert(count - 1, continued, scramble, &moves, &before, best),
            }
        }
    }

    /// The first factors of all products of this number of 3-cycles, up to 3, that make the cube, if no
    /// fewer do; for a single factor the cube itself.
    fn first_cycles(&self, cube: &Cube, count: usize) -> Vec<Cube> {
        if count == 1 {
            return vec![*cube];
        }
        let leaves_less = |cycle: &&Cube| {
            let rest = cycle.inverse().product(cube);
            if count == 2 {
                return self.cycles.binary_search(&rest).is_ok();
            }
            let affected: usize = rest.cycles().iter().map(|one| one.places.len()).sum();
            affected <= 6 && !self.first_cycles(&rest, 2).is_empty()
        };
        self.cycles.iter().filter(leaves_less).copied().collect()
    }
}

/// Whether inserted moves may merge with those around them.
fn meets(before: &[Move], inserted: &[Move], after: &[Move]) -> bool {
    let shares =
        |a: Option<&Move>, b: Option<&Move>| a.zip(b).is_some_and(|(a, b)| a.shares_axis(*b));
    shares(before.last(), inserted.first()) || shares(inserted.last(), after.first())
}

fn merged<'a>(parts: impl IntoIterator<Item = &'a [Move]>) -> Vec<Move> {
    let mut all = vec![];
    for m in parts.into_iter().flatten() {
        push_simplified(&mut all, *m);
    }
    all
}

/// All 3-cycles of corners and of edges, with all twists and flips, in order: the conjugates of two.
fn three_cycles() -> Vec<Cube> {
    let one_of_each = ["L' U R U' L U R' U'", "R2 U F B' R2 F' B U R2"];
    let cube = |moves| Sequence::parse(moves).expect("these are moves").cube();
    let mut open: Vec<Cube> = one_of_each.into_iter().map(cube).collect();
    let mut all = BTreeSet::new();
    while let Some(cycle) = open.pop() {
        if all.insert(cycle) {
            let quarter_turns = Face::ALL.map(|face| Move::new(face, 1));
            let conjugate = |m: Move| m.inverse().cube().product(&cycle).product(m.cube());
            open.extend(quarter_turns.map(conjugate));
        }
    }
    all.into_iter().collect()
}

impl Best {
    /// Whether a solution of this length would be among the best.
    fn accepts(&self, length: usize) -> bool {
        let Some(((longest, _), _)) = self.found.last_key_value() else {
            return true;
        };
        match self.number {
            None => length <= *longest,
            Some(number) => self.found.len() < number || length < *longest,
        }
    }

    fn add(&mut self, moves: Vec<Move>, insertions: Vec<Insertion>) {
        let length = moves.len();
        if !self.accepts(length) {
            return;
        }
        self.found.entry((length, moves)).or_insert(insertions);
        match self.number {
            None => self.found.retain(|(other, _), _| *other <= length),
            Some(number) if self.found.len() > number => drop(self.found.pop_last()),
            Some(_) => {}
        }
    }

    fn into_solutions(self) -> Vec<Inserted> {
        let solution = |((_, moves), insertions)| Inserted { moves, insertions };
        self.found.into_iter().map(solution).collect()
    }
}
