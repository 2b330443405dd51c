//! How much work and memory generating a filter takes: the real work on one row of random keys, as many as the
//! rows of the filter have on average, is timed on this machine.

use super::code::{Block, BlockMembers};
use super::encode::RowEncoder;
use super::gather::{Gatherer, RowOfLists};
use super::key::entry_of;
use super::members::{HEADER, Members, RowBuilder};
use super::neighbour::{Neighbour, of_row, rows_of};
use super::place::{PLACES, line_at};
use super::search::RowSearch;
use crate::coord::slices::LINES;
use crate::cube::Metric;
use crate::host::Instant;
use crate::host::lock::lock;
use crate::host::threads::processors;
use crate::table::dimensions::{FILTER_ENTRIES, ROWS, row_blocks};
use crate::table::spec::Spec;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::io;
use std::sync::{LazyLock, Mutex};

/// Number of keys at each distance, as far as they were counted, and how many times more the next distance has.
fn known_counts(spec: &Spec) -> (&'static [u64], f64) {
    const SLICE_TURNS: &[u64] = &[1, 2, 11, 129, 1678, 18_874, 248_023];
    const HALF_TURNS: &[u64] = &[
        1, 1, 4, 34, 333, 3831, 45_618, 552_370, 6_911_679, 87_334_728,
    ];
    const QUARTER_TURNS: &[u64] = &[
        1, 1, 2, 19, 141, 1044, 9881, 85_103, 756_202, 6_857_838, 62_253_476,
    ];
    match spec.metric {
        Metric::HalfTurn => (HALF_TURNS, 12.65),
        Metric::QuarterTurn => (QUARTER_TURNS, 9.05),
        Metric::SliceTurn => (SLICE_TURNS, 13.2),
    }
}

/// The expected number of keys at a distance.
pub fn expected_keys(spec: &Spec, distance: u8) -> f64 {
    let (counts, growth) = known_counts(spec);
    let last = counts.len() - 1;
    let beyond = usize::from(distance).saturating_sub(last);
    counts[last.min(distance.into())] as f64 * growth.powi(beyond as i32)
}

/// The greatest distance whose keys are listed: the last but one, from which those at the last follow. If there are
/// too many keys for that, it is one less. Then each row is filled from keys that are found again in some 15 rows.
pub fn last_list(spec: &Spec) -> u8 {
    const MAX_KEYS: f64 = 8e9;
    let last = spec.reaches()[0] - 1;
    last - u8::from(expected_keys(spec, last) > MAX_KEYS)
}

/// Whether the keys at the last distance but one are not listed.
pub fn is_list_missing(spec: &Spec) -> bool {
    last_list(spec) + 1 < spec.reaches()[0]
}

/// Bytes of memory needed to generate a filter: lists of keys, and what each thread works in.
pub fn memory(spec: &Spec, piece: usize) -> u64 {
    let bytes = |distance: u8| {
        let keys = expected_keys(spec, distance);
        let runs = keys.min((ROWS * LINES) as f64);
        2.0 * (keys + HEADER as f64 * runs)
    };
    let last = last_list(spec);
    let lists: f64 = (0..=last).map(bytes).sum();
    let mut of_thread = piece as f64 + (64 << 20) as f64;
    if is_list_missing(spec) {
        // the keys of a row for each turn, and four bytes for each pulled from there; vectors double when they grow
        let of_row = 2.0 * bytes(last + 1) + 8.0 * expected_keys(spec, last + 1);
        of_thread += spec.turns().len() as f64 * of_row / ROWS as f64;
    }
    (lists + processors() as f64 * of_thread) as u64
}

/// How long the parts of generating a filter take, in seconds of one thread on this machine.
#[derive(Debug, Clone)]
pub struct Work {
    /// The time until the keys up to each distance are found, but for the greatest distance.
    found: Vec<f64>,
    /// The time that the blocks take.
    blocks: f64,
}

impl Work {
    /// The work for a filter, measured once in tenths of a second, together with that for the other tables that have
    /// the same keys.
    ///
    /// # Errors
    /// When the system has not enough memory.
    pub fn of(spec: &Spec) -> io::Result<Work> {
        static MEASURED: LazyLock<Mutex<HashMap<(&'static str, u8), Work>>> =
            LazyLock::new(Mutex::default);
        let key = |spec: &Spec| (spec.name, spec.base);
        // held meanwhile: two threads that measure at once take each other's time
        let mut measured = lock(&MEASURED);
        if let Some(work) = measured.get(&key(spec)) {
            return Ok(work.clone());
        }
        let has_same_keys = |other: &&Spec| {
            other.metric == spec.metric && other.base == spec.base && other.name != spec.name
        };
        let others = Spec::ALL.iter().filter(has_same_keys);
        let specs: Vec<&Spec> = others.chain([spec]).collect();
        let works = Work::measure(&specs)?;
        measured.extend(specs.into_iter().map(key).zip(works));
        Ok(measured[&key(spec)].clone())
    }

    /// The work for tables that have the same keys.
    fn measure(specs: &[&Spec]) -> io::Result<Vec<Work>> {
        let spec = specs[0];
        let neighbours = of_row(ROW, &spec.turns());
        let last = last_list(spec);
        let time_to_find = |keys: &Members| {
            let mut step = RowSearch::default();
            let known = std::slice::from_ref(keys);
            ROWS as f64 * second_time(|| step.find(ROW, &neighbours, keys, known))
        };
        let (mut found, mut sum) = (vec![0.0], 0.0);
        for distance in 0..last {
            sum += time_to_find(&random_keys(spec, distance, ROW, &neighbours)?);
            found.push(sum);
        }
        let keys = random_keys(spec, last, ROW, &neighbours)?;
        let mut nearby = 0.0;
        if is_list_missing(spec) {
            // as many rows are found again for each row, and then more keys are gathered than from this list
            let rows = rows_of(ROW, &neighbours).len() as f64;
            let gathered = ROWS as f64 * gathered_row(spec, &neighbours, &keys);
            let (_, growth) = known_counts(spec);
            nearby = rows * time_to_find(&keys) + (growth - 1.0) * gathered;
        }
        let work_of = |spec: &&Spec| Work {
            found: found.clone(),
            blocks: ROWS as f64 * filled_row(spec, &neighbours, &keys).1 + nearby,
        };
        Ok(specs.iter().map(work_of).collect())
    }

    /// The whole time.
    pub fn seconds(&self) -> f64 {
        self.found.last().expect("the solved cube is found") + self.blocks
    }

    /// The part of the time until the keys up to a distance are found, `0.0..=1.0`.
    pub fn fraction(&self, distance: u8) -> f64 {
        self.found[usize::from(distance)] / self.seconds()
    }
}

/// Any row that no symmetry preserves.
const ROW: usize = 2000;

/// The blocks of a row with as many random keys as the rows of the filter have on average.
///
/// # Errors
/// When the system has not enough memory.
pub fn sample_row(spec: &Spec) -> io::Result<Vec<Block>> {
    let neighbours = of_row(ROW, &spec.turns());
    let keys = random_keys(spec, spec.reaches()[0] - 1, ROW, &neighbours)?;
    Ok(filled_row(spec, &neighbours, &keys).0)
}

/// The blocks of a row, and the seconds of one thread that they take.
fn filled_row(spec: &Spec, neighbours: &[Neighbour], keys: &Members) -> (Vec<Block>, f64) {
    let mut blocks = vec![[0; 64]; row_blocks(spec.quarters_per_block)];
    let (mut gatherer, mut encoder) = (Gatherer::default(), RowEncoder::default());
    let seconds = second_time(|| {
        let mut row = start_row(&mut gatherer, spec, neighbours, keys);
        encoder.fill(
            |block, members| gatherer.gather(&mut row, block, members),
            &mut blocks,
        );
    });
    (blocks, seconds)
}

/// The seconds of one thread that gathering the members of a row takes.
fn gathered_row(spec: &Spec, neighbours: &[Neighbour], keys: &Members) -> f64 {
    let (mut gatherer, mut members) = (Gatherer::default(), BlockMembers::default());
    second_time(|| {
        let mut row = start_row(&mut gatherer, spec, neighbours, keys);
        for block in 0..row_blocks(spec.quarters_per_block) {
            gatherer.gather(&mut row, block, &mut members);
        }
    })
}

/// Starts the blocks of a row with keys a turn beyond these.
fn start_row<'a>(
    gatherer: &mut Gatherer,
    spec: &Spec,
    neighbours: &[Neighbour],
    keys: &'a Members,
) -> RowOfLists<'a> {
    let (blocks, known) = (
        0..row_blocks(spec.quarters_per_block),
        vec![(1, keys.row(ROW))],
    );
    let last = |row| keys.row(row);
    gatherer.start(spec.quarters_per_block, blocks, neighbours, last, known)
}

/// The seconds that something takes when it is done again.
fn second_time(mut f: impl FnMut()) -> f64 {
    f();
    let start = Instant::now();
    f();
    start.elapsed().as_secs_f64()
}

/// As many random keys in a row and in its neighbours as there are at a distance, unevenly distributed over the
/// lines.
fn random_keys(
    spec: &Spec,
    distance: u8,
    row: usize,
    neighbours: &[Neighbour],
) -> io::Result<Members> {
    let mut random = SmallRng::seed_from_u64(48);
    let rows = rows_of(row, neighbours);
    let mean = expected_keys(spec, distance) / (ROWS * LINES) as f64;
    // twice the expected number are never exceeded by so many rows
    let keys = (2.0 * mean * (LINES * rows.len()) as f64) as usize + 100_000;
    let mut members = Members::with_capacity(keys, LINES * rows.len())?;
    let mut builder = RowBuilder::default();
    for row in rows {
        builder.clear();
        for place in (0..PLACES).filter(|place| line_at(*place).is_some()) {
            // the number of keys of a line has about an exponential distribution
            let load = -mean * (1.0 - random.random::<f64>()).ln();
            let count = (load + random.random::<f64>()) as usize;
            let entry = |_| entry_of(random.random_range(0..FILTER_ENTRIES as u16));
            builder.push(place, (0..count.min(FILTER_ENTRIES / 2)).map(entry));
        }
        members.add(row, &builder);
    }
    Ok(members)
}
