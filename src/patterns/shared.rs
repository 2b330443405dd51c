//! Solutions of cubes that have pieces in common, such as all cases of a set, found for all of them at once.
//!
//! Give one colour to stickers which any of the cubes, a free turn or the target exchanges. A solution of
//! one of the cubes then carries each sticker to a place of its colour. Few sequences do that: of the 6^16
//! of 16 moves by R, U and F, 26,194 keep all but the last layer, and its edges oriented. They are found
//! by meeting in the middle (A. Fiat and others, *Planning and learning in permutation groups*, 1989): the first
//! half of one and the inverse of the rest lead to the same coloured cube. So a length takes twice the time of
//! half that length, for all cubes together.

use super::halves::{Colours, Direction, Half, Halves, Moves, carried, hash, path};
use super::stickers::StickerMove;
use crate::bits::ones;
use crate::coord::{CoordError, Stop};
use crate::cube::Cube;
use crate::host::lock::lock;
use crate::host::threads;
use crate::notation::Pattern;
use crate::notation::facelets::stickers;
use crate::permutation::Permutation;
use crate::search::depth_first::MoveRules;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The most second halves of a length, in memory with 16 bytes each.
pub const MAX_HALVES: u64 = 1 << 24;

/// The most moves of a half: five bits each.
const MAX_HALF_MOVES: u8 = 12;

/// The most sequences of a length, in memory with about a hundred bytes each.
const MAX_SEQUENCES: usize = 1 << 21;

/// A length takes more memory than that.
const OUT_OF_MEMORY: CoordError = CoordError::OutOfMemory { bytes: 0 };

/// Solutions of a length in the order of the appearances of the cubes that they solve, which are hashes of their
/// colours: the appearance, the first half and the inverse of the second one.
type ByAppearance = Vec<(u64, Moves, Moves)>;

/// The solutions of all cubes that keep some colours, by their length.
pub struct SharedSolutions {
    /// The colours that they keep.
    kept: Colours,
    /// By sticker: one colour for those that the target exchanges.
    of_target: Colours,
    /// The same on the target after each free turn.
    targets: Vec<Colours>,
    forward: Direction,
    backward: Direction,
    max_halves: u64,
    /// From length 0 to those that take too much memory.
    known: Mutex<Vec<Option<Arc<ByAppearance>>>>,
}

impl SharedSolutions {
    /// Those of cubes like these; `None` if moves turn centres, or the target does not divide stickers into
    /// those that may be exchanged.
    pub fn new(
        cubes: &[Cube],
        target: &Pattern,
        (moves, rules): (&[StickerMove], &MoveRules),
        free_turns: &[Permutation],
        max_halves: u64,
    ) -> Option<SharedSolutions> {
        let centres = [4, 22];
        let turns_centres =
            |m: &StickerMove| centres.iter().any(|c| m.mapping.images()[*c] != *c as u32);
        let of_target = colours_of(target)?;
        if moves.iter().any(turns_centres) || moves.len() > 32 {
            return None;
        }
        let mut kept = of_target;
        let mut merge = |a: usize, b: usize| {
            let (a, b) = (kept[a], kept[b]);
            kept.iter_mut().filter(|c| **c == a).for_each(|c| *c = b);
        };
        for turn in free_turns {
            (0..54).for_each(|place| merge(place, turn.images()[place] as usize));
        }
        for cube in cubes {
            (0..)
                .zip(stickers(cube))
                .for_each(|(place, sticker)| merge(place, sticker));
        }
        let after = (0..moves.len()).map(|m| rules.after(Some(m)));
        let followers: Vec<u64> = after.collect();
        let may_precede = |m: usize| {
            let before = (0..moves.len()).filter(|before| followers[*before] >> m & 1 == 1);
            before.fold(0, |all, before| all | 1 << before)
        };
        Some(SharedSolutions {
            kept,
            of_target,
            targets: free_turns
                .iter()
                .map(|turn| carried(&of_target, turn))
                .collect(),
            backward: Direction {
                mappings: moves.iter().map(|m| m.mapping.inverse()).collect(),
                first: rules.usable(1),
                followers: (0..moves.len()).map(may_precede).collect(),
            },
            forward: Direction {
                mappings: moves.iter().map(|m| m.mapping.clone()).collect(),
                first: rules.after(None),
                followers,
            },
            max_halves,
            known: Mutex::default(),
        })
    }

    /// Whether all solutions of a cube are among them.
    pub fn serve(&self, cube: &Cube) -> bool {
        let mut placed = stickers(cube).into_iter().zip(self.kept);
        placed.all(|(sticker, colour)| self.kept[sticker] == colour)
    }

    /// All sequences of a length that solve a cube after a first turn, and perhaps others, in the order of
    /// their moves; `None` if they take too much memory.
    pub fn of_length(
        &self,
        length: u8,
        (cube, turn): (&Cube, &Permutation),
        stop: Stop,
    ) -> Result<Option<Vec<Vec<u8>>>, CoordError> {
        let Some(solutions) = self.all_of_length(length, stop)? else {
            return Ok(None);
        };
        let colours = stickers(cube).map(|sticker| self.of_target[sticker]);
        let appearance = hash(&carried(&colours, turn));
        let start = solutions.partition_point(|(of, ..)| *of < appearance);
        let of_appearance = solutions[start..]
            .iter()
            .take_while(|(of, ..)| *of == appearance);
        let mut paths: Vec<Vec<u8>> = of_appearance
            .map(|(_, begin, rest)| path(length, *begin, *rest))
            .collect();
        paths.sort_unstable();
        Ok(Some(paths))
    }

    fn all_of_length(
        &self,
        length: u8,
        stop: Stop,
    ) -> Result<Option<Arc<ByAppearance>>, CoordError> {
        let mut known = lock(&self.known);
        while known.len() <= length.into() && known.last() != Some(&None) {
            let solutions = match self.generate_in_pool(known.len() as u8, stop) {
                Ok(solutions) => Some(Arc::new(solutions)),
                Err(CoordError::OutOfMemory { .. }) => None,
                Err(error) => return Err(error),
            };
            known.push(solutions);
        }
        Ok(known.get(usize::from(length)).cloned().flatten())
    }

    /// Not in a thread of a caller's rayon pool, which would meanwhile take up another query, and that waits for
    /// this one.
    fn generate_in_pool(&self, length: u8, stop: Stop) -> Result<ByAppearance, CoordError> {
        let generate = || threads::in_pool(|| self.generate(length, stop))?;
        threads::outside_pools(generate).map_err(|_| OUT_OF_MEMORY)?
    }

    fn generate(&self, length: u8, stop: Stop) -> Result<ByAppearance, CoordError> {
        let (first, second) = (length.div_ceil(2), length / 2);
        if self.backward.max_count(second) > self.max_halves || first > MAX_HALF_MOVES {
            return Err(OUT_OF_MEMORY);
        }
        let to_entry =
            |half: &Half, found: &mut Vec<_>| found.push((hash(&half.colours), half.moves));
        let halves = self.backward.collect(&self.kept, second, stop, to_entry)?;
        let halves = Halves::new(halves)?;
        let count = AtomicUsize::new(0);
        let join = |half: &Half, found: &mut Vec<(Moves, Moves)>| {
            if count.load(Ordering::Relaxed) > MAX_SEQUENCES {
                return;
            }
            for rest in halves.of(hash(&half.colours)) {
                let is_allowed = match (first, second) {
                    (0, _) => true,
                    (_, 0) => self.backward.first >> (half.moves & 31) & 1 == 1,
                    _ => half.next >> (rest & 31) & 1 == 1,
                };
                if is_allowed {
                    found.push((half.moves, rest));
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
        };
        let sequences = self.forward.collect(&self.kept, first, stop, join)?;
        if count.into_inner() > MAX_SEQUENCES {
            return Err(OUT_OF_MEMORY);
        }
        let by_appearance = sequences.into_par_iter().flat_map_iter(|(begin, rest)| {
            let appearances = self.appearances(&path(length, begin, rest)).into_iter();
            appearances.map(move |appearance| (appearance, begin, rest))
        });
        let mut by_appearance: ByAppearance = by_appearance.collect();
        by_appearance.par_sort_unstable();
        by_appearance.dedup();
        Ok(by_appearance)
    }

    /// The appearances of the cubes that a path solves, with each free turn behind it.
    fn appearances(&self, path: &[u8]) -> Vec<u64> {
        let before = |target: &Colours| {
            let moves = path.iter().rev();
            hash(&moves.fold(*target, |colours, m| {
                carried(&colours, &self.backward.mappings[usize::from(*m)])
            }))
        };
        self.targets.iter().map(before).collect()
    }
}

/// By sticker: one colour for those that may be at the same places; `None` if these are not their homes.
fn colours_of(target: &Pattern) -> Option<Colours> {
    let mut colours = [0; 54];
    for (sticker, colour) in colours.iter_mut().enumerate() {
        let places = target.places(sticker);
        *colour = places.trailing_zeros() as u8;
        let is_same = |place: u32| target.places(place as usize) == places;
        if places >> sticker & 1 == 0 || !ones(places).all(is_same) {
            return None;
        }
    }
    Some(colours)
}

#[cfg(test)]
mod tests {
    use super::super::Patterns;
    use super::*;
    use crate::cube::{Position, Sequence};
    use crate::notation::facelets;
    use crate::search::{Answer, Bounds, Control, Limits, Query, Root, Threads};

    fn solve(patterns: &Arc<Patterns>, cube: &Cube, query: &Query) -> Answer {
        let (limits, threads) = (Limits::default(), Threads::new(1));
        let control = Control::new(Bounds::from(query), &limits, &threads);
        let roots = [Root::new(Position::from(*cube))];
        super::super::search(std::slice::from_ref(patterns), &roots, &control, &|_| None).unwrap()
    }

    /// A U edge that goes elsewhere is not the same wherever its place is kept.
    #[test]
    fn target_with_moved_stickers_has_no_colours() {
        let pattern = |scramble: &str| {
            let cube = Sequence::parse(scramble).unwrap().cube();
            Pattern::parse(&facelets::print(&cube)).unwrap()
        };
        assert!(colours_of(&pattern("")).is_some());
        assert!(colours_of(&pattern("R")).is_none());
    }

    /// Two cases of one move.
    #[test]
    fn solutions_of_one_move_are_those_of_each_case_alone() {
        let cubes = ["R", "R2", "R'"].map(|m| Sequence::parse(m).unwrap().cube());
        let query = Query::new().moves("R,U".parse().unwrap()).auf(true).all();
        let patterns = || Arc::new(Patterns::new(&query, None));
        let (alone, together) = (patterns(), patterns());
        together.prepare(&cubes, MAX_HALVES);
        for cube in &cubes {
            let [found, expected] =
                [&together, &alone].map(|patterns| solve(patterns, cube, &query).solutions);
            assert_eq!(found[0].length(), 1);
            assert_eq!(found, expected);
        }
    }

    /// Some lengths are in memory and longer ones are not.
    #[test]
    fn solutions_beyond_the_limit_are_searched_for() {
        let scrambles = [
            "R U R' U R U2 R'",
            "F R U R' U' F'",
            "R U2 R2 U' R2 U' R2 U2 R",
            "R F",
        ];
        let cubes = scrambles.map(|scramble| Sequence::parse(scramble).unwrap().cube());
        let query = Query::new().moves("R,U,F".parse().unwrap()).auf(true);
        let query = query.all().extra(1).max_moves(9);
        let patterns = || Arc::new(Patterns::new(&query, None));
        let alone = patterns();
        for (max_halves, longest) in [(10, 3), (1000, 7), (MAX_HALVES, 9)] {
            let together = patterns();
            together.prepare(&cubes[..3], max_halves);
            let shared = lock(&together.shared).clone().unwrap();
            for cube in &cubes {
                let [found, expected] =
                    [&together, &alone].map(|patterns| solve(patterns, cube, &query));
                assert!(!found.solutions.is_empty());
                assert_eq!(found.solutions, expected.solutions, "{max_halves}");
                assert_eq!(found.lower_bound, expected.lower_bound);
                assert_eq!(found.outcome, expected.outcome);
            }
            assert!(shared.serve(&cubes[0]) && !shared.serve(&cubes[3]));
            let lengths = lock(&shared.known).iter().flatten().count();
            assert_eq!(lengths, longest + 1);
        }
    }
}
