//! The solutions found so far: canonical, each once.

use crate::cube::{Face, Metric, Move, Transformation, is_canonical};
use crate::search::{Bounds, Root, Solution};
use std::collections::BTreeMap;

/// A growing set of solutions of the roots of a search.
pub struct Solutions<'a> {
    roots: &'a [Root],
    metric: Metric,
    /// How many are requested; `None` for all.
    max: Option<usize>,
    /// The self-symmetries of each root: they map solutions to solutions.
    symmetries: Vec<Vec<Transformation>>,
    /// The face whose turns are free at both ends.
    free_face: Option<Face>,
    /// By length, then in order of move numbers; with the number of the root.
    found: BTreeMap<(usize, Vec<Move>), usize>,
}

impl<'a> Solutions<'a> {
    pub fn new(roots: &'a [Root], bounds: &Bounds) -> Solutions<'a> {
        let symmetries = |root: &Root| root.position.cube.self_symmetries().iter().collect();
        let with_turns = roots.iter().find(|root| root.auf != [0; 2]);
        Solutions {
            roots,
            metric: bounds.metric,
            max: bounds.count,
            symmetries: roots.iter().map(symmetries).collect(),
            free_face: with_turns.map(|root| Root::upper_face(&root.position)),
            found: BTreeMap::new(),
        }
    }

    /// Adds solutions of a root and their images under its self-symmetries, which the search skipped, unless a
    /// free turn is among their moves.
    pub fn extend(&mut self, root: usize, solutions: impl IntoIterator<Item = Vec<Move>>) {
        for moves in solutions {
            for s in &self.symmetries[root] {
                let image = in_order(moves.iter().map(|m| s.apply_move(*m)).collect());
                let has_free_turn = self.free_face.is_some_and(|face| has_at_end(&image, face));
                if is_canonical(&image) && !has_free_turn && !self.are_enough() {
                    let length = self.metric.length(&image);
                    self.found.entry((length, image)).or_insert(root);
                }
            }
        }
    }

    pub fn are_enough(&self) -> bool {
        self.max.is_some_and(|max| self.found.len() >= max)
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The solutions, shortest first.
    pub fn into_vec(self) -> Vec<Solution> {
        let solution = |((_, moves), root): ((usize, Vec<Move>), usize)| {
            self.roots[root].solution(&moves, self.metric)
        };
        self.found.into_iter().map(solution).collect()
    }
}

/// Whether a turn of a face could come first or last in a canonical sequence.
pub fn has_at_end(moves: &[Move], face: Face) -> bool {
    let faces = |[a, b]: [Option<&Move>; 2]| [a, b].map(|m| m.map(|m| m.face()));
    let first = faces([moves.first(), moves.get(1)]);
    let last = faces([moves.last(), moves.iter().nth_back(1)]);
    [first, last].into_iter().any(|[outer, inner]| {
        outer == Some(face) || outer == Some(face.opposite()) && inner == Some(face)
    })
}

/// The sequence with neighbouring moves of opposite faces in canonical order.
pub fn in_order(mut moves: Vec<Move>) -> Vec<Move> {
    for i in 1..moves.len() {
        let (a, b) = (moves[i - 1], moves[i]);
        if a.face().opposite() == b.face() && !b.may_follow(a) {
            moves.swap(i - 1, i);
        }
    }
    moves
}
