//! The entries nearest to the subgroup, by breadth-first search over cubes, one for each class of
//! entries that stand for equivalent cosets: the judge of the search over lists of keys.

use super::address::address;
use super::coset_index::CosetIndex;
use crate::cube::{Cube, Turn};
use rayon::prelude::*;

/// The addresses of all entries at each distance up to `depth`, in order.
pub fn nearest(turns: &[Turn], depth: u8) -> Vec<Vec<u64>> {
    let mut levels: Vec<Vec<u64>> = vec![all_addresses(&[Cube::SOLVED])];
    let mut frontier = vec![Cube::SOLVED];
    for _ in 1..=depth {
        let is_new = |address: &u64| {
            let mut before = levels.iter().rev().take(2);
            before.all(|level| level.binary_search(address).is_err())
        };
        let mut found: Vec<(u64, Cube)> = frontier
            .par_iter()
            .flat_map_iter(|cube| turns.iter().map(|turn| cube.apply_all(turn.moves())))
            .map(|cube| (least_address(&cube), cube))
            .filter(|(address, _)| is_new(address))
            .collect();
        found.par_sort_unstable_by_key(|(address, _)| *address);
        found.dedup_by_key(|(address, _)| *address);
        frontier = found.into_iter().map(|(_, cube)| cube).collect();
        levels.push(all_addresses(&frontier));
    }
    levels
}

/// The addresses of all entries that stand for a cube.
pub fn addresses(cube: &Cube) -> impl Iterator<Item = u64> {
    CosetIndex::of_conjugates(cube).map(|index| address(&index))
}

fn least_address(cube: &Cube) -> u64 {
    addresses(cube).min().expect("every cube has an entry")
}

/// The addresses of all entries that stand for some cubes, in order.
fn all_addresses(cubes: &[Cube]) -> Vec<u64> {
    let mut all: Vec<u64> = cubes.par_iter().flat_map_iter(addresses).collect();
    all.par_sort_unstable();
    all.dedup();
    all
}
