//! Parts of filters against cubes, and small whole filters.

mod blocks;

use super::FilterBlocks;
use super::code::{Block, CHECKS_OF_ENTRIES};
use super::encode::RowEncoder;
use super::gather::{Gatherer, block_in_row, entry_in_block};
use super::key::{address_of, bit_of, entry_of, key_at};
use super::members::{Members, RowBuilder};
use super::neighbour::of_row;
use super::place::place_of;
use super::read::Filter;
use super::work::expected_keys;
use crate::coord::slices::LINES;
use crate::cube::{Cube, Metric};
use crate::host::Instant;
use crate::table::address::address as coset_address;
use crate::table::coset_index::CosetIndex;
use crate::table::dimensions::{FILTER_ENTRIES, HALF_TURN_CLASSES, ROWS, filter_bytes, row_blocks};
use crate::table::nearest::nearest;
use crate::table::spec::Spec;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Row, line and entry.
type Key = (usize, usize, u16);

/// The keys within five moves, by distance.
static KEYS: LazyLock<Vec<Vec<Key>>> = LazyLock::new(|| nearest_keys(Metric::HalfTurn, 5));

/// A table of a metric with small sets.
fn small(metric: Metric, base: u8) -> Spec {
    let spec = Spec::by_name("32M").unwrap().in_metric(metric).unwrap();
    spec.with_base(base)
}

/// The keys at each distance up to `depth`, in order, found by cubes.
fn nearest_keys(metric: Metric, depth: u8) -> Vec<Vec<Key>> {
    let levels = nearest(&small(metric, 0).turns(), depth).into_iter();
    levels
        .map(|level| level.into_iter().map(key_at).collect())
        .collect()
}

fn members_of(keys: &[Vec<Key>]) -> Members {
    let count = keys.iter().map(Vec::len).sum();
    let mut members = Members::with_capacity(count, count).unwrap();
    let mut rows: BTreeMap<usize, BTreeMap<usize, Vec<u16>>> = BTreeMap::new();
    for &(row, line, entry) in keys.iter().flatten() {
        let places = rows.entry(row).or_default();
        places.entry(place_of(line)).or_default().push(entry);
    }
    for (row, places) in rows {
        let mut builder = RowBuilder::default();
        for (place, entries) in places {
            builder.push(place, entries.into_iter());
        }
        members.add(row, &builder);
    }
    members
}

/// The block of a key, and the number of its entry there.
fn locate(&(row, line, entry): &Key, quarters_per_block: usize) -> (usize, usize) {
    let (place, bit) = (place_of(line), bit_of(entry).into());
    let block = row * row_blocks(quarters_per_block) + block_in_row(place, quarters_per_block, bit);
    (block, entry_in_block(place, bit))
}

#[test]
fn address_of_a_key_is_that_of_the_key_there() {
    for key @ (row, line, entry) in KEYS.iter().flatten().copied() {
        assert_eq!(key_at(address_of(row, line, entry)), key);
    }
}

#[test]
fn entry_of_bit_has_that_bit() {
    for bit in 0..FILTER_ENTRIES as u16 {
        assert_eq!(bit_of(entry_of(bit)), bit);
        let flips = entry_of(bit) & 0xfff;
        assert!(flips.count_ones().is_multiple_of(2));
    }
}

/// Entries of eight lines have distinct numbers, and each block gets nearly the same number of them.
#[test]
fn entries_of_eight_lines_are_distributed_evenly() {
    for quarters_per_block in [1, 2, 4, 8, 16, 32, 64, 2048] {
        for first in [0, 8 * 100, 8 * (LINES / 8)] {
            let mut found = HashMap::<usize, HashSet<usize>>::new();
            for (line, bit) in
                (first..first + 8).flat_map(|line| (0..FILTER_ENTRIES).map(move |bit| (line, bit)))
            {
                let entry = entry_in_block(line, bit);
                assert!(entry < 1 << 17);
                assert!(
                    found
                        .entry(block_in_row(line, quarters_per_block, bit))
                        .or_default()
                        .insert(entry)
                );
            }
            let blocks = (32 / quarters_per_block).max(1);
            assert_eq!(found.len(), blocks);
            for (block, entries) in found {
                assert!(block < row_blocks(quarters_per_block));
                assert_eq!(block / blocks, 4 * first / (quarters_per_block * blocks));
                let even = 8 * FILTER_ENTRIES / blocks;
                assert!(entries.len().abs_diff(even) <= 5);
            }
        }
    }
    // the distribution is part of the file format
    let blocks = [0, 1, 2, 1000, 12_287].map(|bit| block_in_row(20, 4, bit));
    assert_eq!(blocks, [20, 16, 21, 20, 18]);
}

#[test]
fn rows_with_any_lines_per_block_find_their_members() {
    let lists = [
        (2, members_of(&KEYS[..3])),
        (1, members_of(&KEYS[3..4])),
        (0, members_of(&KEYS[4..5])),
    ];
    let turns = small(Metric::HalfTurn, 2).turns();
    let checks = &**CHECKS_OF_ENTRIES;
    let (mut gatherer, mut encoder) = (Gatherer::default(), RowEncoder::default());
    for (quarters_per_block, first) in [
        (1, 0),
        (2, 0),
        (4, 1),
        (8, 2),
        (16, 3),
        (32, 4),
        (64, 5),
        (1024, 6),
    ] {
        // the row of the solved cube and some near it
        let rows: BTreeSet<usize> = KEYS.iter().flatten().map(|key| key.0).collect();
        for row in rows.into_iter().skip(first).step_by(7).take(2) {
            let neighbours = of_row(row, &turns);
            let mut blocks = vec![[0; 64]; row_blocks(quarters_per_block)];
            // in two parts, of which the first ends with blocks of eight lines
            let half = (blocks.len() / 2).next_multiple_of(32);
            let mut counts = [0; 3];
            for range in [0..half, half..blocks.len()] {
                let known = lists.iter().map(|(set, list)| (*set, list.row(row)));
                let (blocks_of, last) = (range.clone(), |row| lists[2].1.row(row));
                let mut state = gatherer.start(
                    quarters_per_block,
                    blocks_of,
                    &neighbours,
                    last,
                    known.collect(),
                );
                let part = encoder.fill(
                    |block, members| gatherer.gather(&mut state, range.start + block, members),
                    &mut blocks[range.clone()],
                );
                counts = std::array::from_fn(|set| counts[set] + part[set]);
            }
            let mut expected = [0; 3];
            for (distance, key) in KEYS
                .iter()
                .enumerate()
                .flat_map(|(d, keys)| keys.iter().map(move |key| (d, key)))
            {
                if key.0 == row {
                    let set = 5_usize.saturating_sub(distance).saturating_sub(1).min(2);
                    expected[set] += 1;
                    let (block, entry) = locate(key, quarters_per_block);
                    let block = block - row * row_blocks(quarters_per_block);
                    let without = checks.sets_without(&blocks[block], entry);
                    assert!(usize::from(without) <= 2 - set, "{key:?}");
                }
            }
            assert_eq!(
                counts, expected,
                "row {row}, {quarters_per_block} quarters of lines to a block"
            );
        }
    }
}

/// The lists of keys against breadth-first search over cubes, with turns of faces and of slices.
#[test]
fn keys_at_each_distance_are_those_of_cubes() {
    let [half_turns, quarter_turns, slice_turns] = [
        (Metric::HalfTurn, 4),
        (Metric::QuarterTurn, 4),
        (Metric::SliceTurn, 2),
    ]
    .map(|(metric, base)| small(metric, base));
    for spec in [half_turns, quarter_turns, slice_turns] {
        let stop = AtomicBool::new(false);
        let blocks = FilterBlocks::find_members(&spec, &stop, &|_| ()).unwrap();
        let expected = nearest(&spec.turns(), spec.reaches()[0] - 1);
        assert_eq!(blocks.addresses().count(), expected.len());
        for ((distance, found), expected) in (0..).zip(blocks.addresses()).zip(expected) {
            let mut found: Vec<u64> = found.collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{}, distance {distance}", spec.name);
            let ratio = expected_keys(&spec, distance) / expected.len() as f64;
            assert!(
                (0.9..1.1).contains(&ratio),
                "{}, {distance}: {ratio}",
                spec.name
            );
        }
    }
}

/// A table whose last list would be too long has the same blocks without it.
#[test]
fn blocks_do_not_depend_on_the_last_list() {
    let spec = small(Metric::HalfTurn, 2);
    let [last, reach] = [3, 4];
    assert_eq!(spec.reaches()[0], reach);
    let keys = KEYS[..=usize::from(reach)].iter().flatten();
    let rows: BTreeSet<usize> = keys.map(|key| key.0).collect();
    let [all, without] = [last, last - 1].map(|last| {
        let stop = AtomicBool::new(false);
        let filter = FilterBlocks::with_lists(&spec, last, &stop, &|_| ()).unwrap();
        let blocks = row_blocks(spec.quarters_per_block);
        let mut stored: Vec<Block> = vec![[0; 64]; rows.len() * blocks];
        for (&row, stored) in rows.iter().zip(stored.chunks_mut(blocks)) {
            // in two parts
            for (part, stored) in stored.chunks_mut(100).enumerate() {
                let first = row * blocks + 100 * part;
                filter.copy_to(64 * first, bytemuck::cast_slice_mut(stored));
            }
        }
        (filter.counts(), stored)
    });
    assert!(all == without);
    let counts: Vec<u64> = KEYS[..=usize::from(reach)]
        .iter()
        .map(|keys| keys.len() as u64)
        .collect();
    assert_eq!(all.0, counts);
}

/// A few rows of a table that takes more than an hour to generate: what random moves lead to is in its sets, and of
/// random entries about as many are as `benches/README.md` says.
#[test]
#[ignore = "a minute, and 5 GB of memory"]
fn sampled_rows_of_32g_find_their_members() {
    let spec = *Spec::by_name("32G").unwrap();
    let stop = AtomicBool::new(false);
    println!("in whole {:.0?} of one thread", spec.generation_time(1));
    let filter = FilterBlocks::find_members(&spec, &stop, &|_| ()).unwrap();
    let blocks = row_blocks(spec.quarters_per_block);
    let start = Instant::now();
    let rows = [0, 1000, 2222, ROWS - 1].map(|row| {
        let mut stored = vec![[0; 64]; blocks];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut stored);
        filter.copy_to(row * bytes.len(), bytes);
        (row, stored)
    });
    println!("{:.1?} a row", start.elapsed() / 4);
    let rows: HashMap<usize, Vec<Block>> = rows.into();
    let sets_without = |key: &Key| {
        let stored = rows.get(&key.0)?;
        let (block, entry) = locate(key, spec.quarters_per_block);
        Some(CHECKS_OF_ENTRIES.sets_without(&stored[block % blocks], entry))
    };
    let turns = spec.turns();
    let mut random = SmallRng::seed_from_u64(48);
    let mut found = [0; 3];
    for _ in 0..1_000_000 {
        let mut cube = Cube::SOLVED;
        for moves in 1..=12 {
            let turn = turns[random.random_range(0..turns.len())];
            cube = cube.product(turn.cube());
            if moves < 10 {
                continue;
            }
            let key = key_at(coset_address(&CosetIndex::new(&cube)));
            if let Some(without) = sets_without(&key) {
                assert!(without <= moves - 10, "{key:?}");
                found[usize::from(moves - 10)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 300), "{found:?}");
    for &row in rows.keys() {
        let entries = (0..100_000).map(|_| {
            let entry = entry_of(random.random_range(0..FILTER_ENTRIES as u16));
            (row, random.random_range(0..LINES), entry)
        });
        let mut passing = [0; 4];
        entries.for_each(|key| passing[usize::from(sets_without(&key).unwrap())] += 1);
        println!("row {row}: {passing:?} of random entries are missing from 0 to 3 sets");
        assert!((30_000..65_000).contains(&passing[3]), "{passing:?}");
    }
}

/// The address of the entry of a row and line with this number.
fn address(row: usize, line: usize, bit: usize) -> u64 {
    address_of(row, line, entry_of(bit as u16))
}

/// All members are found, no bound exceeds a distance, and others pass as seldom as they should.
#[test]
fn whole_filters_find_their_members_and_few_others() {
    for metric in Metric::ALL {
        let spec = small(metric, 2);
        let mut counts = vec![];
        let is_fraction = |done: f64| assert!((0.0..=1.0).contains(&done), "{done}");
        let stop = AtomicBool::new(false);
        let filter = FilterBlocks::find_members(&spec, &stop, &is_fraction).unwrap();
        let mut stored = vec![0; spec.entry_bytes() as usize];
        // pieces that start and end within rows, in any order
        const PIECE: usize = 40 * 64;
        for (i, piece) in stored.chunks_mut(PIECE).enumerate().rev() {
            filter.copy_to(i * PIECE, piece);
        }
        let blocks: &[Block] = bytemuck::cast_slice(&stored);
        let checks = &**CHECKS_OF_ENTRIES;
        let without =
            |block: usize, entry: usize| usize::from(checks.sets_without(&blocks[block], entry));
        let bounds = Filter::new(&stored, metric, spec.quarters_per_block);
        let reaches = spec.reaches();
        let keys = nearest_keys(metric, reaches[0] + 2);
        for (distance, keys) in keys.iter().enumerate() {
            counts.push(keys.len() as u64);
            for key @ &(row, line, entry) in keys {
                let (block, in_block) = locate(key, spec.quarters_per_block);
                let beyond = reaches.iter().filter(|&&reach| distance > reach.into());
                assert!(without(block, in_block) <= beyond.count(), "{key:?}");
                let location = bounds.location(address_of(row, line, entry));
                let value = usize::from(bounds.value(location));
                assert!(value == 0 || 2 + value <= distance, "{key:?}");
            }
        }
        assert_eq!(filter.counts(), counts[..=reaches[0].into()]);
        // with so few members to a block, 15 checks are needed for the widest set
        let others = (0..1 << 20).map(|i: usize| (i % blocks.len(), i * 31 % (8 * FILTER_ENTRIES)));
        let passing = others.filter(|&(block, i)| without(block, entry_in_block(i % 8, i / 8)) < 3);
        assert!((8..400).contains(&passing.count()));
    }
}

/// With random blocks, and lists of any length.
#[test]
fn values_of_many_entries_are_those_of_each() {
    const QUARTERS_PER_BLOCK: usize = 2048;
    let noise = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let words =
        (0..filter_bytes(QUARTERS_PER_BLOCK) as usize / 8).map(|i| noise(noise(i) as usize >> 20));
    let words: Vec<u64> = words.collect();
    let part = |below: usize, i: usize| (noise(i) >> 33) as usize % below;
    let cosets = (0..5000).map(|i| {
        let (row, line) = (part(ROWS, 3 * i), part(LINES, 3 * i + 1));
        (
            row,
            line,
            part(2048, 3 * i + 2) | (i % HALF_TURN_CLASSES) << 11,
        )
    });
    let cosets: Vec<(usize, usize, usize)> = cosets.collect();
    for metric in Metric::ALL {
        let filter = Filter::new(bytemuck::cast_slice(&words), metric, QUARTERS_PER_BLOCK);
        assert_eq!(filter.bytes(), bytemuck::cast_slice::<u64, u8>(&words));
        let addresses = cosets
            .iter()
            .map(|(row, line, bit)| address(*row, *line, *bit));
        let locations: Vec<u64> = addresses.map(|address| filter.location(address)).collect();
        for (&(row, line, bit), &location) in cosets.iter().zip(&locations) {
            let block = row * row_blocks(QUARTERS_PER_BLOCK)
                + block_in_row(place_of(line), QUARTERS_PER_BLOCK, bit);
            assert_eq!(filter.byte(location), 64 * block);
        }
        let expected: Vec<u8> = locations
            .iter()
            .map(|&location| filter.value(location))
            .collect();
        let known = [0, 1, 1 + metric.length_step(), 2 + metric.length_step()];
        assert!(known.iter().all(|value| expected.contains(value)));
        assert_eq!(Some(&filter.max_value()), known.last());
        for len in [0, 1, 31, 32, 33, 5000] {
            let mut values = vec![9; len];
            filter.values(&locations[..len], &mut values);
            assert_eq!(values, expected[..len]);
        }
    }
}
