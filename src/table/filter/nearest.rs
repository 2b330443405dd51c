//! The keys nearest to the subgroup, by breadth-first search over cubes.

use super::key::Key;
use crate::cube::{Cube, MoveSet};
use crate::table::TableError;
use rayon::prelude::*;

/// Cubes whose neighbours are found together.
const BATCH: usize = 1 << 16;

/// All keys at each distance up to `depth`, counted in `moves`, in order. Calls `on_depth` after each.
///
/// # Errors
/// Those of `on_depth`.
pub fn nearest_keys(
    depth: u8,
    moves: MoveSet,
    on_depth: &dyn Fn(u8) -> Result<(), TableError>,
) -> Result<Vec<Vec<Key>>, TableError> {
    let mut levels: Vec<Vec<Key>> = vec![all_keys(&[Cube::SOLVED])];
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
            found.append(&mut new);
        }
        sort_by_key(&mut found);
        frontier = found.into_iter().map(|(_, cube)| cube).collect();
        levels.push(all_keys(&frontier));
        on_depth(distance)?;
    }
    Ok(levels)
}

/// Sorts cubes by their keys, and keeps one of each key.
fn sort_by_key(cubes: &mut Vec<(Key, Cube)>) {
    cubes.par_sort_unstable_by_key(|(key, _)| *key);
    cubes.dedup_by_key(|(key, _)| *key);
}

/// The least of a cube's keys.
fn first_key(cube: &Cube) -> Key {
    Key::all_of(cube).min().expect("there is the cube's own")
}

fn all_keys(cubes: &[Cube]) -> Vec<Key> {
    let mut keys: Vec<Key> = cubes.par_iter().flat_map_iter(Key::all_of).collect();
    keys.par_sort_unstable();
    keys.dedup();
    keys
}
