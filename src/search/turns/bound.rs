//! Lower bounds: exact distances of some of the stickers, for every way they can lie.

use super::super::Limits;
use super::super::plain::LIMITS_INTERVAL;
use super::places::{Destinations, Goal, MOST, Places, destinations, turned};
use crate::permutation::{Permutation, StabilizerChain};

/// The most ways for which distances are kept: a byte each, and under a second to find them.
const MOST_WAYS: usize = 1_000_000;

/// An entry of a way that is not reached, or a point that is not in an orbit.
const NONE: u8 = u8::MAX;

/// The distances of some followed stickers, numbered along a chain of stabilizers: a level tells
/// to which place the base point of a sticker is carried, when those before are back at theirs.
pub struct Bound {
    /// Which of the followed stickers, in the order of the levels.
    stickers: Vec<usize>,
    levels: Vec<Level>,
    distances: Vec<u8>,
}

/// A level of a chain in bytes.
struct Level {
    /// The number of a place in the orbit, or [`NONE`].
    number: Destinations,
    /// By number: the mapping that brings the place back to the base point, and its inverse.
    back: Vec<Destinations>,
    there: Vec<Destinations>,
}

impl Level {
    fn new(chain: &StabilizerChain, level: usize) -> Level {
        let mut number = [NONE; 54];
        let (mut back, mut there) = (vec![], vec![]);
        for (point, carrier) in chain.carriers(level) {
            number[point as usize] = there.len() as u8;
            there.push(destinations(carrier));
            back.push(destinations(&carrier.inverse()));
        }
        Level {
            number,
            back,
            there,
        }
    }

    fn size(&self) -> usize {
        self.there.len()
    }
}

impl Bound {
    /// The distances of as many stickers as there is room for, taken from `order`, numbers of
    /// followed ones, after the two centres. `start` is a position that turns can reach. `None`
    /// soon after a limit is reached.
    pub fn new(
        goal: &Goal,
        turns: &[Permutation],
        start: &Places,
        order: &[usize],
        limits: &Limits,
    ) -> Option<Bound> {
        let mut stickers = [&[0, 1], order].concat();
        let base: Vec<u32> = stickers.iter().map(|n| start[*n].into()).collect();
        let chain = StabilizerChain::new(turns, &base);
        let mut levels = vec![];
        let mut ways = 1;
        for level in 0..stickers.len() {
            let level = Level::new(&chain, level);
            ways *= level.size();
            if ways > MOST_WAYS {
                break;
            }
            levels.push(level);
        }
        stickers.truncate(levels.len());
        let mut bound = Bound {
            stickers,
            levels,
            distances: vec![],
        };
        let base: Vec<u8> = base.iter().map(|place| *place as u8).collect();
        let turns: Vec<Destinations> = turns.iter().map(destinations).collect();
        let base = &base[..bound.levels.len()];
        bound.measure(goal, &turns, base, limits)?;
        Some(bound)
    }

    /// The numbers of the followed stickers that it knows.
    pub fn stickers(&self) -> &[usize] {
        &self.stickers
    }

    /// The distance of a position, as far as these stickers are concerned: it needs at least
    /// as many turns, and cannot be solved for 255. `None` if turns cannot make it of the start.
    pub fn distance(&self, places: &Places) -> Option<u8> {
        let mut own = [0; MOST];
        for (own, sticker) in own.iter_mut().zip(&self.stickers) {
            *own = places[*sticker];
        }
        self.number(own).map(|number| self.distances[number])
    }

    fn number(&self, mut places: [u8; MOST]) -> Option<usize> {
        let mut number = 0;
        for (i, level) in self.levels.iter().enumerate() {
            let here = level.number[usize::from(places[i])];
            if here == NONE {
                return None;
            }
            number = number * level.size() + usize::from(here);
            if here != 0 {
                let back = &level.back[usize::from(here)];
                for place in &mut places[i + 1..self.levels.len()] {
                    *place = back[usize::from(*place)];
                }
            }
        }
        Some(number)
    }

    /// The places that have a number, of the stickers in the order of the levels.
    fn places(&self, mut number: usize, base: &[u8]) -> [u8; MOST] {
        let mut places = [0; MOST];
        places[..base.len()].copy_from_slice(base);
        for (i, level) in self.levels.iter().enumerate().rev() {
            let there = &level.there[number % level.size()];
            number /= level.size();
            for place in &mut places[i..base.len()] {
                *place = there[usize::from(*place)];
            }
        }
        places
    }

    /// Breadth-first search from all ways that the goal allows.
    fn measure(
        &mut self,
        goal: &Goal,
        turns: &[Destinations],
        base: &[u8],
        limits: &Limits,
    ) -> Option<()> {
        let ways = self.levels.iter().map(Level::size).product();
        let ends = |n: usize| (n as u64).is_multiple_of(LIMITS_INTERVAL) && limits.reached();
        self.distances = vec![NONE; ways];
        let mut found = vec![];
        for way in 0..ways {
            if ends(way) {
                return None;
            }
            if self.is_goal(goal, &self.places(way, base)) {
                found.push(way as u32);
            }
        }
        for way in &found {
            self.distances[*way as usize] = 0;
        }
        for depth in 1..NONE {
            let mut next = vec![];
            for (n, way) in found.into_iter().enumerate() {
                if ends(n) {
                    return None;
                }
                let places = self.places(way as usize, base);
                for turn in turns {
                    let way = self
                        .number(turned(&places, turn))
                        .expect("turns stay in the group");
                    if self.distances[way] == NONE {
                        self.distances[way] = depth;
                        next.push(way as u32);
                    }
                }
            }
            found = next;
        }
        Some(())
    }

    fn is_goal(&self, goal: &Goal, places: &[u8; MOST]) -> bool {
        let hold = goal.holds().by_centres(places[0], places[1]);
        let mut placed = self.stickers.iter().zip(places);
        placed.all(|(sticker, place)| goal.allows(hold, *sticker, *place))
    }
}
