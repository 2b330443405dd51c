//! The code of blocks, and fast code against the simplest.

use crate::host::cpu::by_each;
use crate::table::dimensions::FILTER_ENTRIES;
use crate::table::filters::code::{
    Block, BlockMembers, CHECKS_OF_ENTRIES, CROWDED_WEIGHTS, MAX_EQUATIONS, Shape, WEIGHTS,
    weights_of,
};
use crate::table::filters::encoder::Encoder;
use crate::table::filters::gather::entry_in_block;
use crate::table::filters::kernels::{Batch, Kernels};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

/// Three disjoint sets of entries.
fn members() -> impl Strategy<Value = BlockMembers> {
    let entries = |most| {
        let entry = (0..8usize, 0..FILTER_ENTRIES);
        let entry = entry.prop_map(|(line, bit)| entry_in_block(line, bit) as u32);
        prop::collection::vec(entry, 0..most)
    };
    (entries(500), entries(40), entries(6)).prop_map(|(a, b, c)| BlockMembers { sets: [a, b, c] })
}

proptest! {
    #[test]
    fn members_are_found_with_any_shape(
        members in members(), wide in 0..=40u8, middle in 5..=12u8, narrow in 0..=1u8, extra: u16,
    ) {
        let checks = &**CHECKS_OF_ENTRIES;
        let shape = Shape { extra, wide, middle, narrow: middle + narrow };
        let block = Encoder::default().encode_as(shape, &members);
        prop_assert_eq!(Shape::of_block(&block), shape);
        for (set, members) in members.sets.iter().enumerate() {
            for &entry in members {
                let without = checks.sets_without(&block, entry as usize);
                prop_assert!(usize::from(without) <= 2 - set);
            }
        }
    }
}

fn shape(wide: u8, middle: u8, narrow: u8) -> Shape {
    Shape {
        extra: 0,
        wide,
        middle,
        narrow,
    }
}

/// The equations, in eighths, of this number of members of each set that are in no narrower one, the widest first.
fn equations_in_eighths(shape: &Shape, sizes: [usize; 3]) -> usize {
    let checks = [shape.wide, 8 * shape.middle, 8 * shape.narrow].map(usize::from);
    sizes.iter().zip(checks).map(|(n, checks)| n * checks).sum()
}

/// Each check that a set passes halves its false members, and so its cost.
#[test]
fn cost_of_a_shape_is_halved_by_each_check() {
    assert_eq!(shape(0, 0, 0).cost(WEIGHTS), 16.0 + 10.0 + 40.0);
    assert_eq!(
        shape(8, 2, 3).cost(WEIGHTS),
        16.0 / 2.0 + 10.0 / 4.0 + 40.0 / 8.0
    );
    // half of the entries pass two checks, the others three
    assert_eq!(
        shape(20, 3, 4).cost(WEIGHTS),
        3.0 + 10.0 / 8.0 + 40.0 / 16.0
    );
}

/// Against all shapes with at most as many equations, for blocks with room for checks of all sets and
/// for crowded ones.
#[test]
fn chosen_shapes_cost_little_more_than_the_best() {
    let shapes = (0..=100).flat_map(|wide: u8| {
        let middles = wide.div_ceil(8)..=13;
        middles.flat_map(move |middle| (middle..=13).map(move |narrow| shape(wide, middle, narrow)))
    });
    for (sizes, limit, weights) in [
        ([200, 40, 6], 400, WEIGHTS),
        ([300, 60, 10], 444, WEIGHTS),
        ([1764, 173, 4], 206, WEIGHTS),
        ([362, 191, 36], 207, WEIGHTS),
        ([590, 47, 4], 300, CROWDED_WEIGHTS),
        ([1764, 173, 4], 206, CROWDED_WEIGHTS),
    ] {
        let fits = |shape: &Shape| equations_in_eighths(shape, sizes) <= 8 * limit;
        let fitting = shapes.clone().filter(fits);
        let best = fitting
            .map(|shape| shape.cost(weights))
            .fold(f32::INFINITY, f32::min);
        let chosen = Shape::choose(sizes, limit, weights);
        assert!(fits(&chosen), "{chosen:?}");
        let cost = chosen.cost(weights);
        assert!(cost <= 1.1 * best, "{chosen:?}: {cost}, not {best}");
    }
}

/// The more the lines of a block differ, the more does it gain that lines with few members have additional checks;
/// and all equations fit, however full a line is.
#[test]
fn additional_checks_of_lines_exclude_more() {
    for (loads, most) in [
        ([40; 8], 1.0),
        ([200; 8], 1.0),
        ([20, 30, 40, 50, 60, 70, 80, 90], 0.99),
        ([3, 5, 9, 20, 40, 80, 160, 320], 0.6),
        ([1600, 70, 70, 70, 70, 70, 70, 70], 1.0),
        ([1600, 30, 30, 30, 30, 30, 30, 30], 0.95),
        ([0, 0, 0, 0, 0, 0, 0, 900], 0.3),
    ] {
        let entries = loads.iter().enumerate().flat_map(|(line, load)| {
            (0..*load).map(move |i| entry_in_block(line, i * 7919 % FILTER_ENTRIES) as u32)
        });
        let mut sets = [vec![], vec![], vec![]];
        for (i, entry) in entries.enumerate() {
            sets[usize::from(i % 12 == 0) + usize::from(i % 144 == 0)].push(entry);
        }
        let sizes = sets.each_ref().map(Vec::len);
        let shape = Shape::of(&BlockMembers { sets });
        let extra = |line: usize| shape.extra(entry_in_block(line, 0));
        let of_lines = loads
            .iter()
            .enumerate()
            .map(|(line, n)| 8 * n * extra(line));
        let equations = equations_in_eighths(&shape, sizes) + of_lines.sum::<usize>();
        assert!(equations <= 8 * MAX_EQUATIONS, "{loads:?}: {shape:?}");
        let weights = weights_of(sizes);
        let even = Shape::choose(sizes, MAX_EQUATIONS, weights);
        let passing = (0..8)
            .map(|line| 0.5f32.powi(extra(line) as i32))
            .sum::<f32>()
            / 8.0;
        let ratio = shape.cost(weights) * passing / even.cost(weights);
        assert!(ratio <= most, "{loads:?}: {shape:?}, {ratio}");
    }
}

/// Blocks of few members and of many are those of the file format: checks and free bits as they have always been,
/// shapes as they are chosen now. Files with other shapes are read as well.
#[test]
fn blocks_are_those_of_the_file_format() {
    let mut encoder = Encoder::default();
    let block = |n: usize| {
        let entry = |i: usize| entry_in_block(i % (1 + n % 8), i * 7919 % FILTER_ENTRIES) as u32;
        let sets = [0..n, n..n + n / 12, 2 * n..2 * n + n / 70];
        encoder.encode(&BlockMembers {
            sets: sets.map(|set| set.map(entry).collect()),
        })
    };
    let blocks: Vec<Block> = (0..700).map(block).collect();
    assert_eq!(xxh3_64(blocks.as_flattened()), 15_689_970_478_778_775_047);
}

/// Few members, many, or one repeated among others, which gives as many equations at a byte as fit, or more.
fn any_members() -> impl Strategy<Value = BlockMembers> {
    let entry = 0..FILTER_ENTRIES as u32;
    let repeated = (
        entry.clone(),
        20..45usize,
        prop::collection::vec(entry, 0..40),
    );
    let repeated = repeated.prop_map(|(entry, n, others)| BlockMembers {
        sets: [[vec![entry; n], others].concat(), vec![], vec![]],
    });
    prop_oneof![1 => members(), 1 => repeated]
}

/// Encodes blocks, and reads some of their entries.
fn check_kernels(kernels: impl Kernels, blocks: &[BlockMembers]) -> Result<(), TestCaseError> {
    let mut encoder = Encoder::default();
    let plain: Vec<Block> = blocks.iter().map(|block| encoder.encode(block)).collect();
    let gather = |i: usize, members: &mut BlockMembers| members.clone_from(&blocks[i]);
    let mut fast = vec![[0; 64]; blocks.len()];
    Batch::default().fill(kernels, gather, &mut fast);
    prop_assert_eq!(&fast, &plain);
    let checks = &**CHECKS_OF_ENTRIES;
    // members among them, which pass most checks
    let members = blocks.iter().enumerate().flat_map(|(block, members)| {
        let entries = members.sets.iter().flatten();
        entries.map(move |&entry| (block, entry as usize))
    });
    let any = (0..8 * FILTER_ENTRIES).step_by(777).map(|i| {
        let entry = entry_in_block(i % 8, i / 8);
        (i % blocks.len(), entry)
    });
    let entries: Vec<(usize, usize)> = any.chain(members).collect();
    let entry = |i: u64| (&plain[entries[i as usize].0], entries[i as usize].1);
    let numbers: Vec<u64> = (0..entries.len() as u64).collect();
    let mut fast = vec![0; entries.len()];
    kernels.sets_without(checks, entry, &numbers, &mut fast);
    let each = numbers.iter().map(|&i| entry(i));
    let expected = each.map(|(block, entry)| checks.sets_without(block, entry));
    prop_assert_eq!(fast, expected.collect::<Vec<u8>>());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn kernels_encode_and_read_as_the_simplest_code(blocks in prop::collection::vec(any_members(), 1..40)) {
        by_each!(kernels => check_kernels(kernels, &blocks)?);
    }
}
