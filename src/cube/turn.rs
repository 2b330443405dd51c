use super::{Cube, Move};
use crate::bits::ones;

/// A turn of a face, or of a slice as it changes the cube with fixed centres: both faces beside the slice turn the
/// other way.
///
/// Turning a slice is turning these two faces and then the whole cube. So with rotations free, sequences of turns of
/// faces and slices are sequences of these 27 turns, which the 48 symmetries and inversion preserve. Numbered as the
/// [moves](Move) of faces, 0 to 17; then U D', U2 D2, U' D, R L', ..., F' B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    /// Number of turns: 18 of faces, 9 of slices.
    pub const COUNT: usize = Move::COUNT + Move::COUNT / 2;

    /// The half turns of faces and slices, as bits.
    pub const HALF_TURNS: u32 = 0o222_222_222;

    /// All turns in order of their numbers.
    pub fn all() -> impl Iterator<Item = Turn> {
        (0..Turn::COUNT).map(Turn::from_index)
    }

    /// The turn with number `index`, `0..27`.
    pub const fn from_index(index: usize) -> Turn {
        assert!(index < Turn::COUNT);
        Turn(index as u8)
    }

    /// The turn's number, `0..27`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The face turns that it consists of, U, R or F first.
    pub const fn parts(self) -> (Move, Option<Move>) {
        if self.index() < Move::COUNT {
            return (Move::from_index(self.index()), None);
        }
        let first = Move::from_index(self.index() - Move::COUNT);
        let second = Move::new(first.face().opposite(), 4 - first.turns());
        (first, Some(second))
    }

    /// The same as an iterator.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let (first, second) = self.parts();
        [first].into_iter().chain(second)
    }

    /// Whether this is a half turn.
    pub const fn is_half_turn(self) -> bool {
        Turn::HALF_TURNS >> self.0 & 1 == 1
    }

    /// The turn that undoes this one.
    pub const fn inverse(self) -> Turn {
        let turns = self.0 % 3;
        Turn(self.0 - turns + 2 - turns)
    }

    /// The solved cube after the turn.
    pub const fn cube(self) -> &'static Cube {
        &TURN_CUBES[self.index()]
    }

    /// The turns that may follow a turn in a canonical sequence of turns of faces and slices, as bits. What turns
    /// about one axis is one turn if possible, and otherwise two turns of faces in canonical order: U D, not U2 E.
    pub const fn after(previous: Turn) -> u32 {
        let axis = previous.index() / 3 % 3;
        let of_axis = 0b111 << (3 * axis);
        let others = !(of_axis | of_axis << 9 | of_axis << 18) & ((1 << Turn::COUNT) - 1);
        match previous.parts() {
            (first, None) if first.face().index() < 3 => {
                let joined = Move::new(first.face().opposite(), 4 - first.turns());
                others | of_axis << 9 & !(1 << joined.index())
            }
            _ => others,
        }
    }

    /// The moves as turns of faces and slices: two of opposite faces that follow each other and amount to a turn of
    /// the slice between as one.
    pub fn with_slices(moves: &[Move]) -> Vec<Turn> {
        let mut turns: Vec<Turn> = vec![];
        for &m in moves {
            let pair = |first: Turn| Turn::pair(first, m);
            match turns.last().copied().and_then(pair) {
                Some(slice) => *turns.last_mut().expect("it is not empty") = slice,
                None => turns.push(m.into()),
            }
        }
        turns
    }

    /// The turn of a slice that a turn of a face and one of the opposite face amount to, if they do.
    fn pair(first: Turn, m: Move) -> Option<Turn> {
        let (first, None) = first.parts() else {
            return None;
        };
        let is_pair = m.face() == first.face().opposite() && m.turns() + first.turns() == 4;
        let number = Move::COUNT + first.index().min(m.index());
        is_pair.then_some(Turn(number as u8))
    }

    /// The turns whose bits are set, in order of their numbers.
    pub fn of_bits(bits: u32) -> impl Iterator<Item = Turn> {
        ones(bits.into()).map(|one| Turn::from_index(one as usize))
    }
}

impl From<Move> for Turn {
    fn from(m: Move) -> Turn {
        Turn(m.index() as u8)
    }
}

static TURN_CUBES: [Cube; Turn::COUNT] = {
    let mut cubes = [Cube::SOLVED; Turn::COUNT];
    let mut number = 0;
    while number < Turn::COUNT {
        cubes[number] = match Turn::from_index(number).parts() {
            (first, None) => *first.cube(),
            (first, Some(second)) => first.cube().product(second.cube()),
        };
        number += 1;
    }
    cubes
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Metric, Transformation};
    use std::collections::{HashMap, HashSet};

    #[test]
    fn turns_are_closed_under_symmetries_and_inversion() {
        let cubes: HashSet<Cube> = Turn::all().map(|turn| *turn.cube()).collect();
        assert_eq!(cubes.len(), 27);
        for turn in Turn::all() {
            assert_eq!(*turn.cube(), Cube::from_moves(turn.moves()));
            assert_eq!(*turn.inverse().cube(), turn.cube().inverse());
            assert_eq!(
                turn.is_half_turn(),
                turn.cube().product(turn.cube()).is_solved()
            );
            let moves: Vec<Move> = turn.moves().collect();
            assert_eq!(Turn::with_slices(&moves), [turn]);
            for s in Transformation::all() {
                assert!(cubes.contains(&s.apply(turn.cube())));
            }
        }
    }

    /// What turns about one axis is one cube of 16; canonical sequences have each once, as short as possible.
    #[test]
    fn canonical_sequences_have_each_product_about_an_axis_once() {
        let about = |axis: usize| Turn::all().filter(move |turn| turn.index() / 3 % 3 == axis);
        for axis in 0..3 {
            let shortest: HashMap<Cube, usize> = [(Cube::SOLVED, 0)]
                .into_iter()
                .chain(
                    about(axis)
                        .flat_map(|a| about(axis).map(move |b| (a, b)))
                        .map(|(a, b)| (a.cube().product(b.cube()), 2)),
                )
                .filter(|(cube, _)| !cube.is_solved())
                .chain(about(axis).map(|turn| (*turn.cube(), 1)))
                .collect();
            assert_eq!(shortest.len(), 15);
            let mut canonical: Vec<(Cube, usize)> =
                about(axis).map(|turn| (*turn.cube(), 1)).collect();
            for first in about(axis) {
                let next =
                    Turn::of_bits(Turn::after(first)).filter(|next| next.index() / 3 % 3 == axis);
                for next in next {
                    assert_eq!(
                        Turn::after(next)
                            & (0b111 << (3 * axis)
                                | 0b111 << (3 * axis + 9)
                                | 0b111 << (3 * axis + 18)),
                        0
                    );
                    canonical.push((first.cube().product(next.cube()), 2));
                }
            }
            assert_eq!(canonical.len(), 15);
            assert_eq!(HashMap::from_iter(canonical), shortest);
        }
        for metric in Metric::ALL {
            for (a, b) in Turn::of_bits(metric.turns_after(None))
                .flat_map(|a| Turn::all().map(move |b| (a, b)))
            {
                let follows = metric.turns_after(Some(a)) >> b.index() & 1;
                let [a, b] = [a, b].map(Turn::inverse);
                assert_eq!(metric.turns_before_inverse(b) >> a.index() & 1, follows);
            }
        }
    }
}
