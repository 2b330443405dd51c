//! All sequences of a few moves that make a cube.

use super::merged;
use crate::cube::{Cube, Move};
use std::collections::HashMap;
use std::sync::Arc;

/// All canonical sequences of up to half the greatest length, by the cube that they make. Longer ones
/// are put together of two.
#[derive(Debug)]
pub struct Sequences {
    pub longest: usize,
    /// In order.
    halves: Vec<(Cube, Half)>,
    /// Those found so far, for cubes that are representatives under symmetry and inversion.
    found: HashMap<Cube, Arc<[Vec<Move>]>>,
}

/// The greatest length of a half.
const HALF: usize = 5;

/// The moves of a half.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Half {
    length: u8,
    moves: [u8; HALF],
}

impl Half {
    fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        let moves = self.moves[..self.length.into()].iter();
        moves.map(|m| Move::from_index((*m).into()))
    }

    fn followed_by(mut self, m: Move) -> Half {
        self.moves[usize::from(self.length)] = m.index() as u8;
        self.length += 1;
        self
    }
}

impl Sequences {
    /// Sequences of up to `longest` moves, at most twice [`HALF`].
    pub fn new(longest: usize) -> Sequences {
        let none = Half {
            length: 0,
            moves: [0; HALF],
        };
        let mut halves = vec![(Cube::SOLVED, none)];
        let mut start = 0;
        for _ in 0..longest.min(HALF) {
            let end = halves.len();
            for i in start..end {
                let (cube, half) = halves[i];
                let last = half.moves().next_back();
                let next = Move::ALL
                    .into_iter()
                    .filter(|m| last.is_none_or(|last| m.may_follow(last)));
                halves.extend(next.map(|m| (cube.apply(m), half.followed_by(m))));
            }
            start = end;
        }
        halves.sort_unstable();
        Sequences {
            longest,
            halves,
            found: HashMap::new(),
        }
    }

    /// All canonical sequences that make this cube of the solved one.
    pub fn making(&mut self, cube: &Cube) -> Vec<Vec<Move>> {
        let representative = cube.representative_with_inverse();
        let found = match self.found.get(&representative.cube) {
            Some(found) => Arc::clone(found),
            None => {
                let found: Arc<[Vec<Move>]> = self.search(&representative.cube).into();
                self.found.insert(representative.cube, Arc::clone(&found));
                found
            }
        };
        let s = representative.transformation.inverse();
        let seen = |moves: &Vec<Move>| {
            let mut moves: Vec<Move> = moves.iter().map(|m| s.apply_move(*m)).collect();
            if representative.inverted {
                moves.reverse();
                moves.iter_mut().for_each(|m| *m = m.inverse());
            }
            merged([&moves[..]])
        };
        found.iter().map(seen).collect()
    }

    fn search(&self, cube: &Cube) -> Vec<Vec<Move>> {
        let whole = self.halves_making(cube).map(|half| half.moves().collect());
        let mut found: Vec<Vec<Move>> = whole.collect();
        let lengths = 1..=self.longest.saturating_sub(HALF);
        for (end, second) in &self.halves {
            if !lengths.contains(&second.length.into()) {
                continue;
            }
            for first in self.halves_making(&cube.product(&end.inverse())) {
                let where_they_meet = first.moves().next_back().zip(second.moves().next());
                let is_canonical = where_they_meet.is_none_or(|(a, b)| b.may_follow(a));
                if usize::from(first.length) == HALF && is_canonical {
                    found.push(first.moves().chain(second.moves()).collect());
                }
            }
        }
        found
    }

    /// The halves that make this cube.
    fn halves_making(&self, cube: &Cube) -> impl Iterator<Item = &Half> {
        let start = self.halves.partition_point(|(made, _)| made < cube);
        let making = self.halves[start..]
            .iter()
            .take_while(move |(made, _)| made == cube);
        making.map(|(_, half)| half)
    }
}
