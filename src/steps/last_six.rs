//! The last six edges of Roux: turns of the middle layer between two blocks, and of the layer above.
//!
//! A turn of the middle layer is one of both layers beside it in the other direction, two moves, after
//! which another face is above. Blocks are on R and L; at first U is below them and D above.

use crate::coord::UNREACHED;
use crate::cube::{Cube, Face, Metric, Move, MoveSet, Transformation};
use crate::search::Outcome;
use crate::search::depth_first::{Counter, DepthFirst, MoveRules, Space, face_turns};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// The search for the last six edges.
pub struct LastSix {
    /// Carries the blocks to R and L beside U.
    view: Transformation,
    rules: MoveRules,
    /// Those of the 184,320 cubes that such turns reach.
    distances: &'static HashMap<Cube, u8>,
}

impl LastSix {
    pub fn new(view: Transformation, metric: Metric) -> LastSix {
        static DISTANCES: [OnceLock<HashMap<Cube, u8>>; Metric::ALL.len()] =
            [const { OnceLock::new() }; Metric::ALL.len()];
        LastSix {
            view,
            rules: MoveRules::face_turns(metric, MoveSet::ALL),
            distances: DISTANCES[metric as usize].get_or_init(|| distances(metric)),
        }
    }

    /// The length of the shortest solutions; [`UNREACHED`] unless the blocks and corners are solved.
    pub fn distance(&self, cube: &Cube) -> u8 {
        self.distance_in_view(&self.view.apply(cube))
    }

    fn distance_in_view(&self, cube: &Cube) -> u8 {
        self.distances.get(cube).copied().unwrap_or(UNREACHED)
    }

    /// Calls `found` with the moves of each solution of this length.
    pub fn solutions(
        &self,
        cube: &Cube,
        length: u8,
        counter: &Counter,
        found: &mut dyn FnMut(&[Move]) -> ControlFlow<Outcome>,
    ) -> ControlFlow<Outcome> {
        let back = self.view.inverse();
        let start = (self.view.apply(cube), None);
        let mut search = DepthFirst::new(self, &self.rules, counter);
        search.find(&[], &start, length, |_, path| {
            let moves = face_turns(path).into_iter().map(|m| back.apply_move(m));
            found(&moves.collect::<Vec<_>>())
        })
    }
}

impl Space for LastSix {
    /// A cube, and the turn of L that completes that of the middle layer.
    type Node = (Cube, Option<Move>);

    fn may_be_within(&self, left: u8, (cube, rest): &Self::Node) -> bool {
        match rest {
            Some(rest) => self.may_be_within(left.saturating_sub(1), &(cube.apply(*rest), None)),
            None => self.distance_in_view(cube) <= left,
        }
    }

    fn child(&self, (cube, rest): &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let m = Move::from_index(m);
        let rest = match rest {
            Some(rest) => (m == *rest).then_some(None)?,
            None if m.face() == Face::R => Some(Move::new(Face::L, 4 - m.turns())),
            None => (m.face() == above(cube)).then_some(None)?,
        };
        let child = (cube.apply(m), rest);
        self.may_be_within(left, &child).then_some(child)
    }
}

/// The face above the blocks.
fn above(cube: &Cube) -> Face {
    // below are the corners that belong to URF and UBR
    let below = (0..8).filter(|place| [0, 3].contains(&cube.corners()[*place]));
    match below.collect::<Vec<usize>>()[..] {
        [0, 3] => Face::D,
        [0, 4] => Face::B,
        [4, 7] => Face::U,
        _ => Face::F,
    }
}

/// The lengths of shortest sequences, from the solved cube on.
fn distances(metric: Metric) -> HashMap<Cube, u8> {
    let mut known = HashMap::new();
    let mut open = vec![vec![Cube::SOLVED]];
    let mut length = 0;
    while length < open.len() {
        for cube in std::mem::take(&mut open[length]) {
            if known.contains_key(&cube) {
                continue;
            }
            known.insert(cube, length as u8);
            let middle = (1..4).map(|n| vec![Move::new(Face::R, n), Move::new(Face::L, 4 - n)]);
            let upper = (1..4).map(|n| vec![Move::new(above(&cube), n)]);
            for moves in middle.chain(upper) {
                let next = length + metric.length(&moves);
                open.resize(open.len().max(next + 1), vec![]);
                open[next].push(cube.apply_all(moves));
            }
        }
        length += 1;
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six edges in even permutations with the corners, four turns of the upper layer and of the middle one.
    #[test]
    fn all_positions_of_the_last_six_edges_are_reached() {
        let edges = 720 * 32;
        assert_eq!(distances(Metric::HalfTurn).len(), edges * 4 * 4 / 2);
    }
}
