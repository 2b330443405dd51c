//! The keys nearest to the subgroup, by breadth-first search over cubes.

use super::key::Key;
use crate::cube::{Cube, MoveSet};
use rayon::prelude::*;
use std::io;

/// Cubes whose neighbours are found together, in about 10 MB of memory.
const BATCH: usize = 1 << 14;

/// All keys at each distance up to `depth`, in order, where each of `moves` counts one. Calls
/// `on_depth` after each distance, and stops there if that returns `false`.
///
/// # Errors
/// When the system has not enough memory.
pub fn nearest_keys(
    depth: u8,
    moves: MoveSet,
    on_depth: &dyn Fn(u8) -> bool,
) -> io::Result<Vec<Vec<Key>>> {
    let mut levels: Vec<Vec<Key>> = vec![all_keys(&[Cube::SOLVED])?];
    let mut frontier = vec![Cube::SOLVED];
    for distance in 1..=depth {
        let is_new = |key: &Key| {
            let mut before = levels.iter().rev().take(2);
            before.all(|level| level.binary_search(key).is_err())
        };
        let mut found: Vec<(Key, Cube)> = vec![];
        for cubes in frontier.chunks(BATCH) {
            let mut new: Vec<(Key, Cube)> = cubes
                .par_iter()
                .flat_map_iter(|cube| moves.iter().map(|m| cube.apply(m)))
                .map(|cube| (first_key(&cube), cube))
                .filter(|(key, _)| is_new(key))
                .collect();
            sort_by_key(&mut new);
            found.try_reserve(new.len())?;
            found.append(&mut new);
        }
        sort_by_key(&mut found);
        frontier = vec![];
        frontier.try_reserve_exact(found.len())?;
        frontier.extend(found.into_iter().map(|(_, cube)| cube));
        levels.push(all_keys(&frontier)?);
        if !on_depth(distance) {
            break;
        }
    }
    Ok(levels)
}

/// Sorts cubes by their keys, and retains one of each key.
fn sort_by_key(cubes: &mut Vec<(Key, Cube)>) {
    cubes.par_sort_unstable_by_key(|(key, _)| *key);
    cubes.dedup_by_key(|(key, _)| *key);
}

/// The least key of a cube.
fn first_key(cube: &Cube) -> Key {
    Key::all_of(cube).min().expect("every cube has a key")
}

/// All keys of some cubes, in order.
fn all_keys(cubes: &[Cube]) -> io::Result<Vec<Key>> {
    let mut keys = vec![];
    for cubes in cubes.chunks(BATCH) {
        let new: Vec<Key> = cubes.par_iter().flat_map_iter(Key::all_of).collect();
        keys.try_reserve(new.len())?;
        keys.extend(new);
    }
    keys.par_sort_unstable();
    keys.dedup();
    Ok(keys)
}
