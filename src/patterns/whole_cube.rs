//! Bounds of the whole cube by a pruning table, for long searches that solve it.
//!
//! With fixed centres a move is a turn of a face or of a slice, or a rotation of the whole cube, which changes
//! nothing. A node carries the cube and its inverse, which is as
//! far from solved; if turns of the upper layer are free at the end, the cube may be one turn farther than
//! the target.

use crate::bits::ones;
use crate::cube::{Cube, Move, Sequence, Transformation, Turn};
use crate::notation::LayerMove;
use crate::probe::{Backend, Lookup, NO_TURN, PackedCube, Portable, Prober};
use crate::table::Spec;
use std::cell::RefCell;
use std::sync::Arc;

/// A pruning table, and what moves do to cubes.
pub struct WholeCube {
    prober: Arc<Prober>,
    /// How much farther than the target a cube may be.
    max_auf_moves: u8,
    /// By orientation and move.
    turns: Vec<HeldMove>,
    moves: usize,
}

/// A move of a cube that is held in some way: the number of the turn with fixed centres, or [`NO_TURN`], and how it
/// is held then.
struct HeldMove {
    turn: u8,
    orientation: u8,
}

/// The cube and its inverse, and how the cube is held.
#[derive(Clone, Copy)]
pub struct HeldCube {
    cubes: [PackedCube; 2],
    orientation: u8,
}

impl WholeCube {
    pub fn new(prober: Arc<Prober>, moves: &[LayerMove], max_auf_moves: u8) -> WholeCube {
        let turn = |orientation: Transformation, m: LayerMove| {
            let sequence: Sequence = [m].into_iter().collect();
            let moves = sequence.moves().iter();
            let moves: Vec<Move> = moves.map(|m| orientation.apply_move(*m)).collect();
            let turn = Turn::with_slices(&moves).first().copied();
            HeldMove {
                turn: turn.map_or(NO_TURN, |turn| turn.index() as u8),
                orientation: orientation.product(sequence.orientation()).index() as u8,
            }
        };
        let turns = Transformation::all().flat_map(|o| moves.iter().map(move |m| turn(o, *m)));
        WholeCube {
            prober,
            max_auf_moves,
            turns: turns.collect(),
            moves: moves.len(),
        }
    }

    /// A cube that is held in this way.
    pub fn node(cube: &Cube, orientation: Transformation) -> HeldCube {
        HeldCube {
            cubes: [PackedCube::new(cube), PackedCube::new(&cube.inverse())],
            orientation: orientation.index() as u8,
        }
    }

    pub fn spec(&self) -> &Spec {
        self.prober.table().spec()
    }

    /// What a move makes of a cube that is held in some way.
    fn turn(&self, held: &HeldCube, m: usize) -> &HeldMove {
        &self.turns[usize::from(held.orientation) * self.moves + m]
    }

    pub fn after(&self, held: &HeldCube, m: usize) -> HeldCube {
        let turn = self.turn(held, m);
        let [mut cube, mut inverse] = held.cubes;
        if turn.turn != NO_TURN {
            cube = Portable.right(&cube, turn.turn.into());
            inverse = Portable.left(&inverse, turn.turn.into());
        }
        HeldCube {
            cubes: [cube, inverse],
            orientation: turn.orientation,
        }
    }

    /// The moves after which the table does not prove that the cube is farther from solved than what is left.
    pub fn within(&self, held: &HeldCube, mut moves: u64, left: impl Fn(usize) -> u8) -> u64 {
        thread_local! {
            static BUFFERS: RefCell<(Vec<u8>, Lookup)> =
                RefCell::new((vec![], Lookup::with_capacity(64)));
        }
        let left = |m: u32| left(m as usize) + self.max_auf_moves;
        BUFFERS.with_borrow_mut(|(turns, lookup)| {
            for (side, cube) in held.cubes.iter().enumerate() {
                let least = ones(moves).map(left).min();
                let least = least.unwrap_or(0);
                turns.clear();
                turns.extend(ones(moves).map(|m| self.turn(held, m as usize).turn));
                self.prober.look_up(cube, side == 1, turns, least, lookup);
                let bounds = ones(moves).zip(&lookup.bounds);
                let excluded = bounds.filter(|(m, bound)| **bound > left(*m));
                moves = excluded.fold(moves, |rest, (m, _)| rest & !(1 << m));
            }
        });
        moves
    }
}

/// Whether a move turns a slice alone, which is more than one turn of a face with fixed centres.
pub fn turns_slice(m: LayerMove) -> bool {
    Sequence::from_iter([m]).len() > 1
}

#[cfg(test)]
mod tests {
    use super::super::Patterns;
    use super::super::by_length::{ByLength, RootSearch};
    use super::super::starts::Starts;
    use super::*;
    use crate::cube::Position;
    use crate::search::deepening::Deepening;
    use crate::search::{Bounds, Control, Limits, Query, Root, Threads};
    use crate::table::Table;
    use std::sync::atomic::AtomicBool;

    /// All solutions up to two moves longer than the shortest are those of the search by stickers alone,
    /// which `tests/library` compares with brute force.
    #[test]
    fn solutions_with_a_table_are_those_without() {
        // its bounds differ after a few moves
        let [faces, slices] = ["32M", "32M-stm"].map(|name| *Spec::by_name(name).unwrap());
        let generate = |spec: Spec| {
            let stop = AtomicBool::new(false);
            Table::generate(&spec.with_base(3), &stop, &|_| ()).unwrap()
        };
        let [faces, slices] = [faces, slices].map(generate);
        let [faces, slices] = [faces, slices].map(|table| Arc::new(Prober::new(Arc::new(table))));
        let mut saved = 0;
        for (moves, scramble, auf, table) in [
            ("U,R,F,D,L", "R U F2 D' L", false, &faces),
            ("U,R,F,D,L", "U R2 D L' U'", true, &faces),
            ("Rw,U,L,y", "x R U L2 y U", false, &faces),
            ("U,R,F,M,E,S", "M U2 S' R E", false, &slices),
            ("U,R,M,Uw", "z M U R M2", true, &slices),
        ] {
            let query = Query::new().moves(moves.parse().unwrap()).auf(auf);
            let query = query.all().extra(2);
            let sequence = Sequence::parse(scramble).unwrap();
            let position = Position {
                orientation: sequence.orientation(),
                ..sequence.cube().into()
            };
            let (patterns, root) = (Patterns::new(&query, None), Root::new(position));
            let (limits, threads) = (Limits::default(), Threads::new(1));
            let places = Starts::new(&patterns, &root).all[0].places;
            let distances = patterns
                .distances(&places, 1 << 19, limits.as_stop())
                .unwrap();
            let whole = patterns.bounds_by(table.clone());
            let [without, with] = [None, Some(whole)].map(|whole| {
                let control = Control::new(Bounds::from(&query), &limits, &threads);
                let starts = Starts::new(&patterns, &root);
                let root = RootSearch::new(starts, distances.clone(), whole, None);
                let mut deepening = Deepening::new(&control, vec![0], 1, u8::MAX);
                let mut search = ByLength {
                    control: &control,
                    roots: vec![root],
                    cheapest: None,
                    max_nodes: u64::MAX,
                    solutions: vec![],
                };
                let outcome = deepening.deepen(&mut search).unwrap();
                control.answer(search.solutions, outcome)
            });
            assert!(!without.solutions.is_empty(), "{scramble}");
            assert_eq!(with.solutions, without.solutions, "{moves}: {scramble}");
            assert_eq!(with.lower_bound, without.lower_bound);
            assert!(with.nodes <= without.nodes);
            saved += without.nodes - with.nodes;
        }
        assert!(saved > 0);
    }
}
