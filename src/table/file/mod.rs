//! Table files: a header, the sections, and a checksum of every chunk.
//!
//! | part | length |
//! |---|---|
//! | header | one page of 4096 bytes |
//! | each section | padded with zeros to whole pages |
//! | checksums | 8 bytes for each chunk of each section |
//!
//! A chunk is 1 MiB of one section; the last chunk of a section is the rest of it with the padding.
//! Checksums are 64-bit XXH3 (Yann Collet), which keeps up with memory. The header holds its own
//! checksum and that of the list of checksums, so every bit of a file is covered by one. Integers have
//! the byte order of the machine that wrote the file, which a mark in the header identifies.
//!
//! A file gets its name only when it is complete and on disk: see [`Partial`].

mod header;
mod partial;
mod read;

pub use header::Description;
pub use partial::{Partial, Section, directory_error, remove_abandoned, write_in_order};
pub use read::TableFile;
pub(super) use read::read_in_order;

use header::PAGE;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

pub const EXTENSION: &str = "table";

/// Bytes covered by one checksum.
const CHUNK_LENGTH: u64 = 1 << 20;

/// The file of the table `name` in a directory.
pub fn path_of(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.{EXTENSION}"))
}

/// A part of one section with a checksum of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileChunk {
    section: usize,
    /// Where it starts within its section.
    offset: u64,
    /// Where it starts in the file.
    position: u64,
    /// Bytes, including the padding.
    length: u64,
}

/// The offsets of all parts of a file, which follow from the lengths of the sections.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileLayout {
    chunks: Vec<FileChunk>,
    /// Where each section starts in the file.
    starts: Vec<u64>,
    /// Where the checksums start in the file.
    checksums: u64,
    /// Length of the file.
    total: u64,
}

impl FileLayout {
    /// The layout for sections of these lengths, or `None` if that is too long for a file. It
    /// allocates memory for each chunk: check [`FileLayout::total`] first.
    fn new(section_lengths: &[u64]) -> Option<FileLayout> {
        let total = FileLayout::total(section_lengths)?;
        let mut position = PAGE as u64;
        let (mut chunks, mut starts) = (vec![], vec![]);
        for (section, length) in section_lengths.iter().enumerate() {
            starts.push(position);
            let padded = length.next_multiple_of(PAGE as u64);
            for offset in (0..padded).step_by(CHUNK_LENGTH as usize) {
                chunks.push(FileChunk {
                    section,
                    offset,
                    position: position + offset,
                    length: CHUNK_LENGTH.min(padded - offset),
                });
            }
            position += padded;
        }
        Some(FileLayout {
            chunks,
            starts,
            checksums: position,
            total,
        })
    }

    /// The length of the file with sections of these lengths, or `None` if that is too long.
    fn total(section_lengths: &[u64]) -> Option<u64> {
        const MAX_SECTION: u64 = 1 << 48;
        let mut total = PAGE as u64;
        for &length in section_lengths {
            if length > MAX_SECTION {
                return None;
            }
            let padded = length.next_multiple_of(PAGE as u64);
            total += padded + 8 * padded.div_ceil(CHUNK_LENGTH);
        }
        Some(total)
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}
