//! Filters piece by piece against cubes, the fast ways against the plain, and whole small ones.

use super::code::{Block, CHECKS_OF_ENTRIES, Encoder, Shape};
use super::gather::{BlockMembers, entry_in_block};
use super::key::{ENTRIES, Key, ROWS, bit_of, entry_of};
use super::levels::{members_of, next_members};
use super::members::Members;
use super::nearest::nearest_keys;
use super::pull::{LineSet, Puller};
use super::{build, reaches, row_blocks};
use crate::cube::{Cube, Metric, Move, MoveSet};
use crate::table::edges::LINES;
use crate::table::{Encoding, Spec};
use proptest::prelude::*;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

fn cubes() -> impl Strategy<Value = Cube> {
    prop::collection::vec(0..18usize, 0..40)
        .prop_map(|moves| Cube::from_moves(moves.into_iter().map(Move::from_index)))
}

/// Three sets of entries without common members.
fn members() -> impl Strategy<Value = BlockMembers> {
    let entries = |most| {
        let entry = (0..8usize, 0..ENTRIES);
        let entry = entry.prop_map(|(line, bit)| entry_in_block(line, 8, bit) as u32);
        prop::collection::vec(entry, 0..most)
    };
    (entries(500), entries(40), entries(6)).prop_map(|(a, b, c)| BlockMembers { sets: [a, b, c] })
}

/// The keys within five moves, by distance.
static KEYS: LazyLock<Vec<Vec<Key>>> =
    LazyLock::new(|| nearest_keys(5, MoveSet::ALL, &|_| Ok(())).unwrap());

/// The number of an entry of a filter, and the block that it is in.
fn locate(key: &Key, lines: usize) -> (usize, usize) {
    let line = usize::from(key.line);
    let block = usize::from(key.row) * row_blocks(lines) + line / lines;
    (block, entry_in_block(line, lines, bit_of(key.entry)))
}

#[test]
fn entries_are_numbered_one_to_one() {
    for bit in 0..ENTRIES {
        assert_eq!(bit_of(entry_of(bit)), bit);
    }
}

#[test]
fn nearest_keys_are_as_many_as_known() {
    let counts: Vec<usize> = KEYS.iter().map(Vec::len).collect();
    assert_eq!(counts, [1, 1, 4, 34, 333, 3831]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// What comes into a line is where moves of cubes lead.
    #[test]
    fn lines_are_pulled_as_cubes_move(cube in cubes()) {
        let mut keys: Vec<Key> = Key::all_of(&cube).collect();
        keys.sort_unstable();
        keys.dedup();
        let members = members_of(&keys).unwrap();
        for m in Move::ALL {
            for key in Key::all_of(&cube.apply(m)) {
                let mut puller = Puller::new(key.row.into(), MoveSet::ALL, &members);
                let (mut set, mut plain) = (LineSet::EMPTY, LineSet::EMPTY);
                puller.pull(key.line.into(), &mut set);
                puller.pull_portable(key.line.into(), &mut plain);
                prop_assert_eq!(set.0, plain.0);
                let [mut ahead, mut plain_ahead] = [set.clone(), set.clone()];
                for line in (usize::from(key.line) + 1..LINES).take(3) {
                    puller.pull(line, &mut ahead);
                    puller.pull_portable(line, &mut plain_ahead);
                }
                prop_assert_eq!(ahead.0, plain_ahead.0);
                let (mut bits, mut plain_bits) = (vec![], vec![]);
                set.drain_to(0, &mut bits);
                plain.drain(|bit| plain_bits.push(bit as u32));
                prop_assert!(plain_bits.contains(&(bit_of(key.entry) as u32)));
                prop_assert_eq!(bits, plain_bits);
            }
        }
    }
}

proptest! {
    /// Every member of each set is found, whatever the shape.
    #[test]
    fn members_are_found(
        members in members(), wide in 0..=40u8, middle in 5..=15u8, narrow in 0..=1u8,
    ) {
        let checks = &**CHECKS_OF_ENTRIES;
        let shape = Shape { wide, middle, narrow: middle + narrow };
        prop_assert_eq!(Shape::unpack(shape.pack()), shape);
        let block = Encoder::default().encode_as(shape, &members);
        for (set, members) in members.sets.iter().enumerate() {
            for &entry in members {
                let passed = checks.passed(&block, entry as usize);
                let code = checks.code(&block, entry as usize, passed);
                prop_assert!(usize::from(code) <= 2 - set);
            }
        }
    }

    #[test]
    fn shapes_fit_their_room(a in 0..2000usize, b in 0..300usize, c in 0..40usize) {
        let shape = Shape::choose([a, b, c]);
        prop_assert!(shape.wide <= 8 * shape.middle && shape.middle <= shape.narrow);
        prop_assert_eq!(Shape::unpack(shape.pack()), shape);
        let checks = f32::from(shape.wide) / 8.0 * a as f32
            + f32::from(shape.middle) * b as f32
            + f32::from(shape.narrow) * c as f32;
        prop_assert!(checks <= 460.5);
    }
}

#[cfg(target_arch = "x86_64")]
mod fast {
    use super::*;
    use crate::cpu::Level;
    use crate::table::filter::simd::{Batch, passed};

    /// Few members, many, or one again and again, which makes more equations of a place than
    /// there is room for.
    fn any_members() -> impl Strategy<Value = BlockMembers> {
        let repeated = (0..ENTRIES as u32, 1..60usize);
        let repeated = repeated.prop_map(|(entry, n)| BlockMembers {
            sets: [vec![entry; n], vec![], vec![]],
        });
        prop_oneof![4 => members(), 1 => repeated]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        /// The fast encoder makes the same blocks as the plain one, and reads them alike.
        #[test]
        fn blocks_are_the_same(blocks in prop::collection::vec(any_members(), 1..40)) {
            prop_assume!(Level::in_use() == Level::Avx512);
            let mut encoder = Encoder::default();
            let gather = |i: usize, members: &mut BlockMembers| {
                *members = blocks.get(i).cloned().unwrap_or_default();
            };
            let mut fast = vec![[0; 64]; blocks.len()];
            let mut batch = Batch::default();
            // SAFETY: the processor has the instructions.
            unsafe { batch.fill(&mut encoder, &mut BlockMembers::default(), gather, &mut fast) };
            let plain: Vec<Block> = blocks.iter().map(|members| encoder.encode(members)).collect();
            prop_assert_eq!(&fast, &plain);
            let checks = &**CHECKS_OF_ENTRIES;
            for (line, bit) in (0..ENTRIES).step_by(97).enumerate() {
                let entry = entry_in_block(line, 8, bit);
                // SAFETY: the processor has the instructions.
                let fast = unsafe { passed(checks, &plain[0], entry) };
                prop_assert_eq!(fast, checks.passed(&plain[0], entry));
            }
        }
    }
}

#[test]
fn keys_follow_from_those_before() {
    let [older, last, expected] = [3, 4, 5].map(|d| members_of(&KEYS[d]).unwrap());
    let next = next_members(&last, &older, MoveSet::ALL, &|| true).unwrap();
    assert_eq!(next.count(), expected.count());
    let lines = |members: &Members, row: usize| -> Vec<(usize, Vec<u16>)> {
        let lines = members.row(row).into_iter().flat_map(|members| {
            (0..LINES).map(move |line| {
                let mut entries = members.line(line).to_vec();
                entries.sort_unstable();
                (line, entries)
            })
        });
        lines.filter(|(_, entries)| !entries.is_empty()).collect()
    };
    for row in 0..ROWS {
        assert_eq!(lines(&next, row), lines(&expected, row));
    }
}

/// All members of the sets are found in small filters, and others pass as seldom as they should.
#[test]
fn a_whole_filter_finds_all_its_members() {
    const LINES_A_BLOCK: usize = 512;
    for metric in Metric::ALL {
        let spec = Spec {
            base: 2,
            metric,
            encoding: Encoding::Filter {
                lines: LINES_A_BLOCK,
            },
            ..*Spec::by_name("f8").unwrap()
        };
        let mut counts = vec![];
        let (found, blocks) =
            build(&spec, LINES_A_BLOCK, &AtomicBool::new(false), &|_| {}).unwrap();
        let blocks: &[Block] = bytemuck::cast_slice(&blocks);
        let checks = &**CHECKS_OF_ENTRIES;
        let code = |block: usize, entry: usize| {
            let block = &blocks[block];
            usize::from(checks.code(block, entry, checks.passed(block, entry)))
        };
        let step = usize::from(metric.step());
        let keys = nearest_keys(reaches(&spec)[0], metric.generators(), &|_| Ok(())).unwrap();
        for (distance, keys) in keys.iter().enumerate() {
            counts.push(keys.len() as u64);
            for key in keys {
                let (block, entry) = locate(key, LINES_A_BLOCK);
                let beyond = distance.saturating_sub(2).div_ceil(step);
                assert!(code(block, entry) <= beyond, "{key:?}");
            }
        }
        assert_eq!(found, counts);
        // With so few members to a block they pass nearly all their checks, 15 of the widest set.
        let others = (0..1 << 20).map(|i: usize| (i % blocks.len(), i * 31 % (8 * ENTRIES)));
        let passing = others
            .filter(|&(block, i)| code(block, entry_in_block(i % 8, LINES_A_BLOCK, i / 8)) < 3);
        assert!((8..400).contains(&passing.count()));
    }
}
