//! What is in a directory, and table files of random bytes.

use cubesolve::cube::Metric;
use cubesolve::table::Spec;
use cubesolve::table::file::{Description, Partial};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Names of what is in a directory, sorted.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// So many random bytes.
pub fn random_bytes(length: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SmallRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

/// Writes a file for h0 with right checksums and random entries; returns its path.
pub fn write_random_table(directory: &Path) -> PathBuf {
    let go_on = AtomicBool::new(false);
    let spec = Spec::by_name("h0").unwrap();
    let codes: &[u8] = &random_bytes(spec.code_bytes(), 11);
    let shallow: &[u8] = &random_bytes(spec.shallow_bytes(), 12);
    let description = Description {
        metric: Metric::HalfTurn,
        name: spec.name.to_owned(),
        base: spec.base,
        counts: vec![],
    };
    let partial = Partial::claim(directory, spec.name, &go_on, || ()).unwrap();
    partial
        .write(
            &|| description.clone(),
            &[&codes, &shallow],
            &go_on,
            &|_| (),
        )
        .unwrap()
}
