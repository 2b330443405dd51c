//! The entries nearest to the subgroup, by breadth-first search over cubes, one for each class of
//! entries that stand for equivalent cosets.

use super::address::AddressLayout;
use super::coset_index::CosetIndex;
use super::error::check_stop;
use super::spec::Spec;
use crate::cube::Cube;
use rayon::prelude::*;
use std::io;
use std::sync::atomic::AtomicBool;

/// Cubes whose neighbours are found together, in about 10 MB of memory.
const BATCH: usize = 1 << 14;

/// The addresses of all entries at each distance up to `depth`, in order. Calls `on_depth` after each
/// distance.
pub fn nearest(
    spec: &Spec,
    depth: u8,
    stop: &AtomicBool,
    on_depth: &dyn Fn(u8),
) -> io::Result<Vec<Vec<u64>>> {
    let moves = spec.metric.generators();
    let mut levels: Vec<Vec<u64>> = vec![all_addresses(spec, &[Cube::SOLVED])?];
    let mut frontier = vec![Cube::SOLVED];
    for distance in 1..=depth {
        let is_new = |address: &u64| {
            let mut before = levels.iter().rev().take(2);
            before.all(|level| level.binary_search(address).is_err())
        };
        let mut found: Vec<(u64, Cube)> = vec![];
        for cubes in frontier.chunks(BATCH) {
            check_stop(stop)?;
            let mut new: Vec<(u64, Cube)> = cubes
                .par_iter()
                .flat_map_iter(|cube| moves.iter().map(|m| cube.apply(m)))
                .map(|cube| (least_address(spec, &cube), cube))
                .filter(|(address, _)| is_new(address))
                .collect();
            sort_by_address(&mut new);
            found.try_reserve(new.len())?;
            found.append(&mut new);
        }
        sort_by_address(&mut found);
        frontier = vec![];
        frontier.try_reserve_exact(found.len())?;
        frontier.extend(found.into_iter().map(|(_, cube)| cube));
        levels.push(all_addresses(spec, &frontier)?);
        on_depth(distance);
    }
    Ok(levels)
}

/// Sorts cubes by their addresses, and retains one of each.
fn sort_by_address(cubes: &mut Vec<(u64, Cube)>) {
    cubes.par_sort_unstable_by_key(|(address, _)| *address);
    cubes.dedup_by_key(|(address, _)| *address);
}

/// The addresses of all entries that stand for a cube.
pub fn addresses(spec: &Spec, cube: &Cube) -> impl Iterator<Item = u64> {
    let layout = AddressLayout::new(spec);
    CosetIndex::of_conjugates(spec, cube).map(move |index| layout.address(&index))
}

fn least_address(spec: &Spec, cube: &Cube) -> u64 {
    let least = addresses(spec, cube).min();
    least.expect("every cube has an entry")
}

/// The addresses of all entries that stand for some cubes, in order.
fn all_addresses(spec: &Spec, cubes: &[Cube]) -> io::Result<Vec<u64>> {
    let mut all = vec![];
    for cubes in cubes.chunks(BATCH) {
        let of_cubes = cubes.par_iter();
        let new: Vec<u64> = of_cubes
            .flat_map_iter(|cube| addresses(spec, cube))
            .collect();
        all.try_reserve(new.len())?;
        all.extend(new);
    }
    all.par_sort_unstable();
    all.dedup();
    Ok(all)
}
