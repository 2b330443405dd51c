//! All sequences of a few moves that make a cube.

use super::merged;
use crate::cube::{Cube, Move, MoveSet};
use std::collections::HashMap;
use std::sync::Arc;

/// All canonical sequences of up to half the greatest length, by the cube that they make. Longer ones
/// are put together of two.
#[derive(Debug)]
pub struct Sequences {
    pub longest: usize,
    /// In order.
    halves: Vec<(Cube, Vec<Move>)>,
    /// Those found so far, for cubes that are representatives under symmetry and inversion.
    found: HashMap<Cube, Arc<[Vec<Move>]>>,
}

/// The greatest length of a half.
const HALF: usize = 5;

impl Sequences {
    /// Sequences of up to `longest` moves, at most twice [`HALF`].
    pub fn new(longest: usize) -> Sequences {
        let mut halves = vec![(Cube::SOLVED, vec![])];
        let mut start = 0;
        for _ in 0..longest.min(HALF) {
            let end = halves.len();
            for i in start..end {
                let (cube, moves) = halves[i].clone();
                let last = moves.last().copied();
                let next = last.map_or(MoveSet::ALL, MoveSet::after);
                let longer = |m| (cube.apply(m), [&moves[..], &[m]].concat());
                halves.extend(next.iter().map(longer));
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
        let of_cube = |moves: &Vec<Move>| {
            let mut moves: Vec<Move> = moves.iter().map(|m| s.apply_move(*m)).collect();
            if representative.inverted {
                moves.reverse();
                moves.iter_mut().for_each(|m| *m = m.inverse());
            }
            merged([&moves[..]])
        };
        found.iter().map(of_cube).collect()
    }

    fn search(&self, cube: &Cube) -> Vec<Vec<Move>> {
        let mut found: Vec<Vec<Move>> = self.halves_making(cube).cloned().collect();
        let lengths = 1..=self.longest.saturating_sub(HALF);
        for (end, second) in &self.halves {
            if !lengths.contains(&second.len()) {
                continue;
            }
            for first in self.halves_making(&cube.product(&end.inverse())) {
                if first.len() == HALF && second[0].may_follow(first[HALF - 1]) {
                    found.push([&first[..], second].concat());
                }
            }
        }
        found
    }

    fn halves_making(&self, cube: &Cube) -> impl Iterator<Item = &Vec<Move>> {
        let start = self.halves.partition_point(|(made, _)| made < cube);
        let making = self.halves[start..]
            .iter()
            .take_while(move |(made, _)| made == cube);
        making.map(|(_, moves)| moves)
    }
}
