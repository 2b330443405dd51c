//! Building a filter: breadth-first search on lists of keys, the last step of which goes into the
//! blocks as they are written.

use super::code::{BLOCK_BYTES, Block};
use super::encode::RowEncoder;
use super::gather::{Gatherer, Part};
use super::key::{Key, ROWS};
use super::levels::{members_of, next_members};
use super::members::ROW_BYTES;
use super::nearest::nearest_keys;
use super::{reaches, row_blocks};
use crate::cpu::Level;
use crate::cube::MoveSet;
use crate::table::build::BuildProgress;
use crate::table::{Spec, TableError};
use rayon::prelude::*;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Up to this distance keys are so few that it is faster to visit cubes than to go through all
/// lines.
const BY_CUBES: u8 = 8;

/// Keys up to each distance, by metric.
const KEYS_WITHIN: [&[u64]; 2] = [
    &[
        1,
        2,
        6,
        40,
        373,
        4_204,
        49_822,
        602_192,
        7_513_871,
        94_848_599,
        1_199_608_429,
    ],
    &[
        1,
        2,
        4,
        23,
        164,
        1_208,
        11_089,
        96_192,
        852_394,
        7_710_232,
        69_963_708,
        638_465_885,
        5_749_431_267,
    ],
];

/// Keys nearer than the widest set of a filter reaches.
fn nearer_keys(spec: &Spec) -> u64 {
    let within = KEYS_WITHIN[spec.metric as usize];
    let known = within.get(usize::from(reaches(spec)[0] - 1));
    *known.or(within.last()).expect("some are known")
}

/// Bytes of memory that building a filter takes: the lists of the keys nearer than its widest set
/// reaches, those of the first few distances in two parts.
pub fn build_bytes(spec: &Spec) -> u64 {
    const ROOM: u64 = 256 << 20;
    let parts = 2 + usize::from((reaches(spec)[0] - 1).saturating_sub(BY_CUBES));
    2 * nearer_keys(spec) + (parts * ROWS * ROW_BYTES) as u64 + ROOM
}

/// Seconds that building a filter with so many lines to a block takes one thread, by what they were
/// on one machine. Without AVX-512 they are more.
pub fn build_seconds(spec: &Spec, lines: usize) -> f64 {
    // for each move of the metric
    const A_STEP: f64 = 2.0;
    const A_NEARER_KEY: f64 = 6.7e-9;
    const A_BLOCK: f64 = 2.0e-6;
    const WITHOUT_AVX512: f64 = 3.0;
    let steps = f64::from(reaches(spec)[0] - BY_CUBES);
    let moves = spec.metric.generators().len() as f64;
    let blocks = (ROWS * row_blocks(lines)) as f64;
    let finding = steps * A_STEP + nearer_keys(spec) as f64 * A_NEARER_KEY;
    let seconds = moves * finding + blocks * A_BLOCK;
    match Level::in_use() {
        Level::Avx512 => seconds,
        _ => WITHOUT_AVX512 * seconds,
    }
}

/// The blocks of a filter, made of its members as they are asked for: so they never have to be in
/// memory.
pub struct Blocks {
    lines: usize,
    moves: MoveSet,
    /// The members nearer than the widest set reaches, the farthest of them in the last part.
    parts: Vec<Part>,
    /// How many of them there are at each distance.
    nearer: Vec<u64>,
    /// Those in the blocks made so far that only the widest set has: all that are as far as it
    /// reaches.
    widest: AtomicU64,
}

/// Finds the members of a filter with so many lines to a block.
///
/// # Errors
/// When there is not enough memory, or `stop` was set meanwhile.
pub fn build(
    spec: &Spec,
    lines: usize,
    stop: &AtomicBool,
    on_progress: &(dyn Fn(BuildProgress) + Sync),
) -> Result<Blocks, TableError> {
    let moves = spec.metric.generators();
    let search = Search {
        spec,
        moves,
        by_cubes: BY_CUBES,
        stop,
        on_progress,
    };
    let (nearer, parts) = search.keys_nearer()?;
    Ok(Blocks {
        lines,
        moves,
        parts,
        nearer,
        widest: AtomicU64::new(0),
    })
}

impl Blocks {
    /// Writes the bytes of whole blocks from `offset`, a multiple of those of as many blocks as lines
    /// are levelled over, to `out`. For the sake of [`Blocks::counts`] each is to be made once.
    pub fn copy_to(&self, offset: usize, out: &mut [u8]) {
        let of_row = row_blocks(self.lines);
        let mut next = offset / BLOCK_BYTES;
        let mut rest: &mut [Block] = bytemuck::cast_slice_mut(out);
        let mut encoder = RowEncoder::default();
        while !rest.is_empty() {
            let (row, first) = (next / of_row, next % of_row);
            let (blocks, behind) = rest.split_at_mut(rest.len().min(of_row - first));
            let mut gatherer = Gatherer::new(self.lines, row, self.moves, &self.parts);
            let [widest, ..] = encoder.fill(&mut gatherer, first, blocks);
            self.widest.fetch_add(widest, Ordering::Relaxed);
            next += blocks.len();
            rest = behind;
        }
    }

    /// The part of the steps that is done before any block is made.
    pub fn part_done(&self) -> f64 {
        let steps = self.nearer.len();
        (steps - 1) as f64 / steps as f64
    }

    /// The number of members at each distance, when all blocks have been made.
    pub fn counts(&self) -> Vec<u64> {
        let farthest = self.widest.load(Ordering::Relaxed);
        self.nearer.iter().copied().chain([farthest]).collect()
    }
}

struct Search<'a> {
    spec: &'a Spec,
    moves: MoveSet,
    /// See [`BY_CUBES`].
    by_cubes: u8,
    stop: &'a AtomicBool,
    on_progress: &'a (dyn Fn(BuildProgress) + Sync),
}

impl Search<'_> {
    /// The keys nearer than the widest set reaches: how many there are at each distance, and in
    /// parts, the last of which has the farthest.
    fn keys_nearer(&self) -> Result<(Vec<u64>, Vec<Part>), TableError> {
        let last_depth = reaches(self.spec)[0] - 1;
        let by_cubes = last_depth.min(self.by_cubes);
        let seeds = nearest_keys(by_cubes, self.moves, &|depth| self.step(depth).end())?;
        let mut counts: Vec<u64> = seeds.iter().map(|keys| keys.len() as u64).collect();
        let no_memory = |error| self.spec.no_memory(error);
        let mut parts = self.parts_of(&seeds).map_err(no_memory)?;
        drop(seeds);
        for depth in by_cubes + 1..=last_depth {
            let step = self.step(depth);
            let [.., older, last] = &parts[..] else {
                unreachable!("there are two parts from the start")
            };
            let next = next_members(&last.members, &older.members, self.moves, &|| step.on_row());
            let next = next.map_err(no_memory)?;
            step.end()?;
            counts.push(next.count() as u64);
            parts.push(Part {
                set: self.set_of(depth.into()),
                members: next,
            });
        }
        Ok((counts, parts))
    }

    /// Keys by distance as a part for each set, and one for the farthest, from which to go on.
    fn parts_of(&self, seeds: &[Vec<Key>]) -> io::Result<Vec<Part>> {
        let (farthest, nearer) = seeds.split_last().expect("there is the solved cube");
        let mut parts = vec![];
        for set in (0..reaches(self.spec).len()).rev() {
            let of_set = nearer.iter().enumerate();
            let of_set = of_set.filter(|(depth, _)| self.set_of(*depth) == set);
            let mut keys: Vec<Key> = of_set.flat_map(|(_, keys)| keys).copied().collect();
            keys.par_sort_unstable();
            if !keys.is_empty() {
                let members = members_of(&keys)?;
                parts.push(Part { set, members });
            }
        }
        parts.push(Part {
            set: self.set_of(nearer.len()),
            members: members_of(farthest)?,
        });
        Ok(parts)
    }

    /// The number of the narrowest set with the keys at a distance.
    fn set_of(&self, depth: usize) -> usize {
        let reaches = reaches(self.spec);
        let narrowest = reaches.iter().rposition(|&reach| depth <= reach.into());
        narrowest.expect("no key is farther")
    }

    fn step(&self, depth: u8) -> Step<'_> {
        Step {
            search: self,
            depth,
            rows: AtomicUsize::new(0),
        }
    }
}

/// The way to one distance.
struct Step<'a> {
    search: &'a Search<'a>,
    depth: u8,
    /// Rows begun.
    rows: AtomicUsize,
}

impl Step<'_> {
    /// Reports a row more; returns whether to go on.
    fn on_row(&self) -> bool {
        self.report(self.rows.fetch_add(1, Ordering::Relaxed));
        !self.search.stop.load(Ordering::Relaxed)
    }

    /// Reports that all rows are done.
    fn end(&self) -> Result<(), TableError> {
        self.report(ROWS);
        match self.search.stop.load(Ordering::Relaxed) {
            true => Err(TableError::Interrupted),
            false => Ok(()),
        }
    }

    fn report(&self, rows_done: usize) {
        (self.search.on_progress)(BuildProgress {
            depth: self.depth,
            last_depth: reaches(self.search.spec)[0],
            rows_done,
            rows: ROWS,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn with_search<T>(by_cubes: u8, stop: bool, act: impl FnOnce(&Search) -> T) -> (T, Reports) {
        let spec = Spec {
            base: 5,
            ..*Spec::by_name("f8").unwrap()
        };
        let reports = Mutex::new(vec![]);
        let search = Search {
            spec: &spec,
            moves: MoveSet::ALL,
            by_cubes,
            stop: &AtomicBool::new(stop),
            on_progress: &|progress: BuildProgress| {
                assert_eq!((progress.last_depth, progress.rows), (7, ROWS));
                let report = (progress.depth, progress.rows_done);
                reports.lock().unwrap().push(report);
            },
        };
        let made = act(&search);
        let mut reports = reports.into_inner().unwrap();
        reports.sort_unstable();
        (made, reports)
    }

    /// Depth and rows done.
    type Reports = Vec<(u8, usize)>;

    /// By cubes as far as it takes, or line by line from some distance on.
    #[test]
    fn keys_are_the_same_whichever_way_they_are_found() {
        let counts = [1, 1, 4, 34, 333, 3831, 45_618];
        let found = |by_cubes| {
            let (found, reports) = with_search(by_cubes, false, |search| search.keys_nearer());
            let (nearer, parts) = found.unwrap();
            assert_eq!(nearer, counts);
            let parts = parts.iter().map(|part| (part.set, part.members.count()));
            (parts.collect::<Vec<_>>(), reports)
        };
        let at_the_end = |depths| {
            Vec::from_iter(depths)
                .into_iter()
                .map(|depth| (depth, ROWS))
        };
        let (parts, reports) = found(8);
        assert_eq!(parts, [(2, 4204), (1, 45_618)]);
        assert_eq!(reports, Vec::from_iter(at_the_end(1..=6)));
        let (parts, reports) = found(3);
        assert_eq!(parts, [(2, 6), (2, 34), (2, 333), (2, 3831), (1, 45_618)]);
        let each_row = (4..=6).flat_map(|depth| (0..=ROWS).map(move |rows| (depth, rows)));
        assert_eq!(reports, Vec::from_iter(at_the_end(1..=3).chain(each_row)));
    }

    #[test]
    fn a_step_ends_when_told_to() {
        for stop in [false, true] {
            let ((goes_on, end), _) = with_search(8, stop, |search| {
                let step = search.step(4);
                (step.on_row(), step.end())
            });
            assert_eq!((goes_on, end.is_ok()), (!stop, !stop));
        }
    }
}
