//! Where a search begins, and the solutions that count.

use super::Patterns;
use super::shared::SharedSolutions;
use super::stickers::{StickerMove, StickerPlaces, apply};
use super::whole_cube::{HeldCube, WholeCube};
use crate::coord::Stop;
use crate::cube::{Face, Move, Position};
use crate::notation::{LayerMove, that_can_come_first};
use crate::search::{Puzzle, Root, Solution};
use std::sync::Arc;

/// The positions that a search begins at: one for each free turn before the first move.
pub struct Starts<'a> {
    pub patterns: &'a Patterns,
    position: Position,
    /// Number of the target.
    target: usize,
    /// Those from which the moves lead to the target.
    pub all: Vec<Start>,
    /// The solutions that cubes like this one share.
    shared: Option<Arc<SharedSolutions>>,
}

/// A position that a search begins at.
pub struct Start {
    /// Quarter turns before.
    turns: u8,
    pub places: StickerPlaces,
    pub held: HeldCube,
}

impl<'a> Starts<'a> {
    pub fn new(patterns: &'a Patterns, root: &Root) -> Starts<'a> {
        let position = patterns.with_dbl_solved(&root.position);
        let (cube, orientation) = (&position.cube, position.orientation);
        let places = patterns.followed.places(&position);
        let start = |(turns, turn)| {
            let m = (turns > 0).then(|| orientation.apply_move(Move::new(Face::U, turns)));
            Start {
                turns,
                places: apply(&places, turn),
                held: WholeCube::node(&cube.apply_all(m), orientation),
            }
        };
        let starts = (0..).zip(&patterns.free_turns).map(start);
        let solvable = starts.filter(|start| patterns.can_solve(&start.places));
        Starts {
            patterns,
            all: solvable.collect(),
            shared: patterns.shared_for(&position),
            position,
            target: root.target,
        }
    }

    /// All paths of a length that lead to the target, from the list that cubes like this one share, each with
    /// the number of its start.
    pub fn shared_paths(&self, length: u8, stop: Stop) -> Option<Vec<(usize, Vec<u8>)>> {
        let shared = self.shared.as_ref()?;
        let mut all = vec![];
        for (number, start) in self.all.iter().enumerate() {
            let turn = &self.patterns.free_turns[usize::from(start.turns)];
            let turned = (&self.position.cube, turn);
            let paths = shared.of_length(length, turned, stop).ok()??.into_iter();
            let paths = paths.filter(|path| self.is_found_from(start, path));
            all.extend(paths.map(|path| (number, path)));
        }
        Some(all)
    }

    /// The solution by the moves of a path from the start with a number. `None` if it is equivalent to
    /// another one: to a shorter one by the order of commuting moves or by free turns, or to that
    /// by the same moves from an earlier start.
    ///
    /// # Panics
    /// If the cube does not match after them.
    pub fn solution(&self, start: usize, path: &[u8]) -> Option<Solution> {
        let (earlier, start) = (&self.all[..start], &self.all[start]);
        let is_other = self.repeats_layers(path)
            || self.begins_with_free_turn(path)
            || self.ends_early(start, path)
            || earlier.iter().any(|start| self.is_found_from(start, path));
        if is_other {
            return None;
        }
        let after = self.turn_after(start, path);
        let after = after.expect("the search returned a wrong solution") as u8;
        let moves = path.iter().map(|n| &self.patterns.moves[usize::from(*n)]);
        let length = moves.clone().map(|m| usize::from(m.cost)).sum();
        let mut solution = Solution::new(moves.map(|m| m.m).collect(), length);
        solution.target = self.target;
        solution.auf = [start.turns, after];
        solution.cost = self.patterns.costs.as_ref().map(|costs| costs.of(path));
        let sequence = solution.sequence().conjugate(self.position.orientation);
        let moves = sequence.moves().iter().copied();
        let cube = self.position.cube.apply_all(moves);
        let matches = match self.patterns.puzzle {
            Puzzle::Cube3 => self.patterns.target.matches(&cube),
            Puzzle::Cube2 => true,
        };
        assert!(matches, "the search returned a wrong solution");
        Some(solution)
    }

    /// The solution that undoes the scramble, if that was made by allowed face turns.
    pub fn inverse_of_scramble(&self) -> Option<Solution> {
        let scramble = self.position.scramble.as_ref()?;
        let inverse = scramble.inverse().simplified();
        let number = |m: &Move| {
            let is_same = |allowed: &StickerMove| allowed.m == (*m).into();
            let number = self.patterns.moves.iter().position(is_same)?;
            Some(number as u8)
        };
        let path: Vec<u8> = inverse.moves().iter().map(number).collect::<Option<_>>()?;
        let start = &self.all[0];
        let leads_there = start.turns == 0 && self.turn_after(start, &path).is_some();
        leads_there.then(|| self.solution(0, &path))?
    }

    /// The free turns after the moves of a path that lead to the target.
    fn turn_after(&self, start: &Start, path: &[u8]) -> Option<usize> {
        let moved = path.iter().fold(start.places, |places, n| {
            apply(&places, &self.patterns.moves[usize::from(*n)].mapping)
        });
        self.patterns.followed.turn_to_match(&moved)
    }

    fn moves(&self, path: &[u8]) -> Vec<LayerMove> {
        path.iter()
            .map(|n| self.patterns.moves[usize::from(*n)].m)
            .collect()
    }

    /// Whether a layer turns twice with only moves between that commute with it.
    fn repeats_layers(&self, path: &[u8]) -> bool {
        let moves = self.moves(path);
        (0..moves.len()).any(|n| {
            let before = moves[..n].iter().rev();
            let mut commuting = before.take_while(|m| m.commutes_with(moves[n]));
            commuting.any(|m| m.moves_same_layers(moves[n]))
        })
    }

    /// Whether a turn that is free could come first.
    fn begins_with_free_turn(&self, path: &[u8]) -> bool {
        let moves = self.moves(path);
        that_can_come_first(&moves).any(|n| self.patterns.is_free(moves[n]))
    }

    /// Whether a path leads to the target, which it does not reach before its end.
    fn is_found_from(&self, start: &Start, path: &[u8]) -> bool {
        let mut before = (0..path.len()).map(|n| self.turn_after(start, &path[..n]));
        self.turn_after(start, path).is_some()
            && before.all(|turn| turn.is_none())
            && !self.ends_early(start, path)
    }

    /// Whether the target is reached without some of the moves at the end that commute.
    fn ends_early(&self, start: &Start, path: &[u8]) -> bool {
        let moves = self.moves(path);
        let commutes = |n: &usize| moves[*n..].iter().all(|m| m.commutes_with(moves[*n]));
        let first = (0..moves.len()).rev().take_while(commutes).last();
        let (before, last) = path.split_at(first.unwrap_or(0));
        (0..(1 << last.len()) - 1).any(|left_in: u32| {
            let numbers = (0..last.len()).filter(|n| left_in >> n & 1 == 1);
            let kept: Vec<u8> = numbers.map(|n| last[n]).collect();
            self.turn_after(start, &[before, &kept].concat()).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::notation::Pattern;
    use crate::search::Query;

    fn has_solution(query: &Query, target: Pattern, scramble: &str, path: &str) -> bool {
        let patterns = Patterns::new(query, Some(target));
        let root = Root::new(Sequence::parse(scramble).unwrap().cube().into());
        let number = |word: &str| {
            let m = word.parse().unwrap();
            patterns
                .moves
                .iter()
                .position(|known| known.m == m)
                .unwrap() as u8
        };
        let path: Vec<u8> = path.split(' ').map(number).collect();
        Starts::new(&patterns, &root).solution(0, &path).is_some()
    }

    #[test]
    fn solutions_equivalent_to_others_are_left_out() {
        let free = Query::new().auf(true);
        assert!(has_solution(&free, Pattern::SOLVED, "R", "R'"));
        assert!(!has_solution(&free, Pattern::SOLVED, "R U'", "U R'"));
        // a turn of L changes nothing of the target
        let right = "..U..U..U ......... ..F..F..F ......... ......... .........";
        let right = Pattern::parse(right).unwrap();
        assert!(has_solution(&Query::new(), right, "R", "R'"));
        for path in ["L R'", "R' L", "R2 R"] {
            assert!(!has_solution(&Query::new(), right, "R", path), "{path}");
        }
    }
}
