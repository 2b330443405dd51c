//! The last moves of paths into the domino group: of each coset near enough, all sequences of one length that lead
//! there, by one read.
//!
//! A path has few neighbours near the group, so that nearly all nodes of a search would be on the last moves.

use crate::cube::Move;
use crate::host::cpu::prefetch;

/// Number of moves of an ending.
pub const LENGTH: u8 = 7;

pub type Moves = [u8; LENGTH as usize];

/// Number of all elements of the lists: 1,517,297 endings of 830,221 values.
pub const ELEMENTS: usize = 1_517_297 + 830_221 + 1;

/// Slots of the index, of which two fifths are in use.
pub const SLOTS: usize = 1 << 21;

/// Bits of the index of a list.
const LIST_BITS: u32 = 32;

/// The faces of which a quarter turn is the last move: all others keep the group.
const LAST_FACES: [usize; 4] = [1, 2, 4, 5];

/// An ending: the moves before the last in five bits each, the first of them highest, and the number among [`LAST_FACES`]
/// of the last face, both of whose quarter turns lead to the group.
pub type Ending = u32;

/// Endings by the value of a coset, found by open addressing.
#[derive(Clone, Copy)]
pub struct Endings<'a> {
    /// In each slot the value and the index of its list, which is not 0; or 0.
    pub slots: &'a [u64],
    /// Lists, each with its length before it. The first is empty.
    pub lists: &'a [Ending],
}

/// The same while endings are found.
pub struct FoundEndings {
    pub slots: Vec<u64>,
    pub lists: Vec<Ending>,
}

/// The slot where a value would be if no other was there: Fibonacci hashing (D. Knuth).
#[inline]
fn first_slot(value: usize) -> usize {
    (value as u32).wrapping_mul(0x9E37_79B1) as usize >> (32 - SLOTS.ilog2())
}

/// The slot of a value, or an empty one for it.
#[inline]
fn slot_of(slots: &[u64], value: usize) -> usize {
    let mut slot = first_slot(value);
    while slots[slot] != 0 && (slots[slot] >> LIST_BITS) as usize != value {
        slot = (slot + 1) % SLOTS;
    }
    slot
}

impl FoundEndings {
    pub fn new() -> FoundEndings {
        FoundEndings {
            slots: vec![0; SLOTS],
            lists: vec![0],
        }
    }

    /// Adds the endings of a value.
    pub fn add(&mut self, value: usize, endings: &[Ending]) {
        let slot = slot_of(&self.slots, value);
        self.slots[slot] = (value as u64) << LIST_BITS | self.lists.len() as u64;
        self.lists.push(endings.len() as u32);
        self.lists.extend(endings);
    }
}

/// The ending that a path consists of, which ends with a clockwise quarter turn. None if a turn of the opposite face
/// before that keeps the group: a shorter path without it leads there, too.
pub fn ending(path: &[u8]) -> Option<Ending> {
    let (last, others) = path.split_last()?;
    let last = Move::from_index((*last).into());
    let before = Move::from_index((*others.last()?).into());
    if last.turns() != 1 || before.face() == last.face().opposite() && before.turns() == 2 {
        return None;
    }
    let others = others
        .iter()
        .fold(0, |ending, m| ending << 5 | u32::from(*m));
    let face = LAST_FACES
        .iter()
        .position(|face| *face == last.face().index())?;
    Some(others << 2 | face as u32)
}

/// The moves of an ending with one of its last turns, clockwise or not, after a change of the frame: by move what it is
/// there.
#[inline]
pub fn moves_of(ending: Ending, frame: &[u8; Move::COUNT], is_clockwise: bool) -> Moves {
    let last = 3 * LAST_FACES[(ending & 3) as usize] + if is_clockwise { 0 } else { 2 };
    let (mut moves, mut others) = ([frame[last]; LENGTH as usize], ending >> 2);
    for m in moves.iter_mut().rev().skip(1) {
        *m = frame[(others & 31) as usize];
        others >>= 5;
    }
    in_order(moves)
}

/// The moves with those of opposite faces in the order of canonical sequences.
#[inline]
fn in_order(mut moves: Moves) -> Moves {
    for i in 1..moves.len() {
        if moves[i - 1] / 3 == moves[i] / 3 + 3 {
            moves.swap(i - 1, i);
        }
    }
    moves
}

impl<'a> Endings<'a> {
    /// Prefetches what is read of a value.
    #[inline]
    pub fn prefetch(self, value: usize) {
        prefetch(&raw const self.slots[first_slot(value)]);
    }

    /// The index of the list of a value, which is prefetched.
    #[inline]
    pub fn locate(self, value: usize) -> usize {
        let list = self.slots[slot_of(self.slots, value)] as u32 as usize;
        prefetch(&raw const self.lists[list]);
        list
    }

    #[inline]
    pub fn list(self, list: usize) -> &'a [Ending] {
        &self.lists[list + 1..][..self.lists[list] as usize]
    }
}
