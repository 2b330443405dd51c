//! Solving with some moves alone, of faces, slices, wide layers or the whole cube, and solving to any
//! cube that matches a pattern.
//!
//! A cube in somebody's hands is the place of each sticker in space, centres included. Each move
//! is a permutation of the 54 places. The group that the allowed moves generate decides, by a
//! chain of stabilizers and without a search, whether a cube can be solved at all.

mod distances;
mod stickers;

use crate::coord::{CoordError, Stop};
use crate::cube::{Metric, Position, Sequence};
use crate::lock::lock;
use crate::notation::{AllowedMoves, LayerMove, Pattern};
use crate::permutation::{Permutation, StabilizerChain};
use crate::search::depth_first::{MoveRules, Space, solve_in};
use crate::search::{Answer, Engine, Limits, Outcome, Puzzle, Query, Solution, SolveError};
use distances::StickerDistances;
use std::sync::{Arc, Mutex};
use stickers::{FollowedStickers, Places, StickerMove, apply};

/// Finds shortest solutions that consist of some moves, to cubes that match a pattern, rotated in
/// any way. In half turns every move costs one, in quarter turns a half turn of any layers costs
/// two.
pub(crate) struct Patterns {
    puzzle: Puzzle,
    metric: Metric,
    target: Pattern,
    followed: FollowedStickers,
    moves: Vec<StickerMove>,
    rules: MoveRules,
    counts_slices: bool,
    /// Those of the last query: they serve for all positions that moves turn into each other.
    distances: Mutex<Arc<Vec<StickerDistances>>>,
}

impl Patterns {
    /// An engine for some moves, by default all turns of faces or, of the 2x2x2, of U, R and F;
    /// and for a pattern, by default the solved cube.
    pub fn new(
        moves: Option<&AllowedMoves>,
        target: Option<&Pattern>,
        puzzle: Puzzle,
        metric: Metric,
    ) -> Patterns {
        let by_default = match puzzle {
            Puzzle::Cube3 => "U,R,F,D,L,B",
            Puzzle::Cube2 => "U,R,F",
        };
        let by_default = by_default.parse().expect("these are moves");
        let moves = moves.unwrap_or(&by_default);
        let target = target.copied().unwrap_or(Pattern::SOLVED);
        let counts_slices = !moves.are_face_turns();
        let moves = moves.moves().map(|m| StickerMove::new(m, puzzle, metric));
        // slices have no stickers of a 2x2x2
        let moves: Vec<StickerMove> = moves.filter(|m| !m.mapping.is_identity()).collect();
        Patterns {
            puzzle,
            metric,
            target,
            followed: FollowedStickers::new(&target, puzzle),
            rules: rules(&moves),
            moves,
            counts_slices,
            distances: Mutex::default(),
        }
    }

    /// Whether any sequence of the moves solves a cube with its followed stickers at these places.
    fn can_solve(&self, start: &Places) -> bool {
        let start = &start[..self.followed.len()];
        let base: Vec<u32> = start.iter().map(|place| (*place).into()).collect();
        let mut mappings: Vec<Permutation> = self.moves.iter().map(|m| m.mapping.clone()).collect();
        mappings.push(Permutation::identity(54)); // a group has a generator
        let group = StabilizerChain::new(&mappings, &base);
        (0..self.followed.rotations()).any(|rotation| {
            let allows = |n, place| self.followed.allows(rotation, n, place as u8);
            group.has_member(base.len(), allows)
        })
    }

    /// Tables that together take all followed stickers into account, and the lower bound for a
    /// position.
    fn distances(
        &self,
        start: &Places,
        stop: Stop,
    ) -> Result<(Arc<Vec<StickerDistances>>, u8), CoordError> {
        let last = lock(&self.distances).clone();
        if let (false, Some(bound)) = (last.is_empty(), lower_bound(&last, start)) {
            return Ok((last, bound));
        }
        let distances = Arc::new(self.generate_distances(start, stop)?);
        *lock(&self.distances) = distances.clone();
        let bound = lower_bound(&distances, start);
        Ok((
            distances,
            bound.expect("they are generated for this position"),
        ))
    }

    /// Tables of corners, with some edges where they fit in, and of edges with some corners.
    fn generate_distances(
        &self,
        start: &Places,
        stop: Stop,
    ) -> Result<Vec<StickerDistances>, CoordError> {
        let followed = &self.followed;
        let cubies = followed.centres()..followed.len();
        let (corners, edges): (Vec<usize>, Vec<usize>) =
            cubies.partition(|n| followed.is_corner(*n));
        let mut tables = vec![];
        for [kind, others] in [[&corners, &edges], [&edges, &corners]] {
            let mut missing = kind.clone();
            while !missing.is_empty() {
                let present = kind.iter().rev().filter(|n| !missing.contains(n));
                let order = missing.iter().chain(present).chain(others);
                let order: Vec<usize> = order.copied().collect();
                let table = StickerDistances::new(followed, &self.moves, start, &order, stop)?;
                missing.retain(|n| !table.stickers().contains(n));
                tables.push(table);
            }
        }
        Ok(tables)
    }

    /// The solution by these moves.
    ///
    /// # Panics
    /// If the cube does not match after them.
    fn solution(&self, position: &Position, path: &[u8]) -> Solution {
        let moves = path.iter().map(|n| &self.moves[usize::from(*n)]);
        let length = moves.clone().map(|m| usize::from(m.cost)).sum();
        let moves: Vec<LayerMove> = moves.map(|m| m.m).collect();
        let sequence: Sequence = moves.iter().copied().collect();
        let sequence = sequence.conjugate(position.orientation);
        let cube = position.cube.apply_all(sequence.moves().iter().copied());
        let matches = match self.puzzle {
            Puzzle::Cube3 => self.target.matches(&cube),
            Puzzle::Cube2 => self.followed.match_at(&self.followed.places(&cube.into())),
        };
        assert!(matches, "the search returned a wrong solution");
        Solution::new(moves, length)
    }
}

impl Engine for Patterns {
    fn solve(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        let start = self.followed.places(position);
        let answer = if !self.can_solve(&start) {
            Answer::empty(self.metric, Outcome::Impossible)
        } else {
            match self.distances(&start, limits.as_stop()) {
                Ok((distances, lower_bound)) => {
                    let space = StickerSpace {
                        patterns: self,
                        distances: &distances,
                    };
                    let solution = |path: &[u8]| self.solution(position, path);
                    let rules = &self.rules;
                    solve_in(&space, rules, &start, lower_bound, query, limits, solution)
                }
                Err(error) => limits.without_tables(self.metric, error)?,
            }
        };
        Ok(Answer {
            counts_slices: self.counts_slices,
            ..answer
        })
    }
}

/// The places of followed stickers.
struct StickerSpace<'a> {
    patterns: &'a Patterns,
    distances: &'a [StickerDistances],
}

impl Space for StickerSpace<'_> {
    type Node = Places;

    fn apply(&self, places: &Places, m: usize) -> Places {
        apply(places, &self.patterns.moves[m].destinations)
    }

    fn may_be_within(&self, left: u8, places: &Places) -> bool {
        if left == 0 {
            return self.patterns.followed.match_at(places);
        }
        let mut distances = self.distances.iter().map(|table| table.get(places));
        distances.all(|distance| distance.is_some_and(|distance| distance <= left))
    }
}

/// The greatest lower bound of any table; `None` if one does not include the position.
fn lower_bound(tables: &[StickerDistances], places: &Places) -> Option<u8> {
    let mut distances = tables.iter().map(|table| table.get(places));
    distances.try_fold(0, |greatest, distance| Some(greatest.max(distance?)))
}

/// Of moves that commute, only later ones of other layers may follow.
fn rules(moves: &[StickerMove]) -> MoveRules {
    let commute = |a: &Permutation, b: &Permutation| a.product(b) == b.product(a);
    let followers = moves.iter().enumerate().map(|(n, previous)| {
        let may_follow = |(m, next): &(usize, &StickerMove)| {
            let is_later = *m > n && !next.m.moves_same_layers(previous.m);
            is_later || !commute(&previous.mapping, &next.mapping)
        };
        let followers = moves.iter().enumerate().filter(may_follow);
        followers.fold(0, |all, (m, _)| all | 1 << m)
    });
    let costly = moves.iter().enumerate().filter(|(_, m)| m.cost == 2);
    let costly = costly.fold(0, |all, (n, _)| all | 1 << n);
    MoveRules::new(followers.collect(), costly)
}
