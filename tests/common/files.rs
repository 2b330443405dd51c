//! Directory listings, and table files written as their format is documented.

use cubesolve::table::Spec;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Names of the files in a directory, sorted.
pub fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

pub fn random_bytes(length: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SmallRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

/// Writes a file for 32M with valid checksums and random entries; returns its path.
pub fn write_random_table(directory: &Path) -> PathBuf {
    let spec = Spec::by_name("32M").unwrap();
    let entries = random_bytes(spec.entry_bytes() as usize, 11);
    let shallow = random_bytes(spec.shallow_bytes(), 12);
    write_table(directory, "32M", spec.base().into(), &[&entries, &shallow])
}

/// Writes a table file in the half-turn metric with valid checksums; returns its path.
pub fn write_table(directory: &Path, name: &str, base: u32, sections: &[&[u8]]) -> PathBuf {
    let mut body = vec![];
    let mut checksums: Vec<u8> = vec![];
    for section in sections {
        let mut padded = section.to_vec();
        padded.resize(section.len().next_multiple_of(4096), 0);
        let sums = padded.chunks(1 << 20).map(xxh3_64);
        checksums.extend(sums.flat_map(u64::to_ne_bytes));
        body.extend(padded);
    }
    let mut lengths = [0; 4];
    for (length, section) in lengths.iter_mut().zip(sections) {
        *length = section.len() as u64;
    }
    let counts = [u64::MAX; 21];
    let mut file = header(
        name,
        base,
        sections.len() as u64,
        lengths,
        counts,
        &checksums,
    );
    file.extend(body);
    file.extend(checksums);
    let path = directory.join(format!("{name}.table"));
    std::fs::write(&path, file).unwrap();
    path
}

/// A header with a checksum that matches.
pub fn header(
    name: &str,
    base: u32,
    section_count: u64,
    section_lengths: [u64; 4],
    counts: [u64; 21],
    checksums: &[u8],
) -> Vec<u8> {
    const VERSION: u32 = 4;
    let mut header = b"cubesolve table\n".to_vec();
    for number in [VERSION, 0x0102_0304] {
        header.extend(number.to_ne_bytes());
    }
    header.extend(b"HTM\0\0\0\0\0");
    let mut padded_name = name.as_bytes().to_vec();
    padded_name.resize(16, 0);
    header.extend(padded_name);
    for number in [base, 21] {
        header.extend(number.to_ne_bytes());
    }
    let numbers = counts.into_iter().chain([section_count]);
    let numbers = numbers.chain(section_lengths);
    header.extend(numbers.flat_map(u64::to_ne_bytes));
    header.extend(xxh3_64(checksums).to_ne_bytes());
    header.extend(xxh3_64(&header).to_ne_bytes());
    header.resize(4096, 0);
    header
}
