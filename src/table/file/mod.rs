//! Table files: a header, the sections, and a checksum of every block.
//!
//! | part | length |
//! |---|---|
//! | header | one page of 4096 bytes |
//! | each section | filled up with zeros to whole pages |
//! | checksums | 8 bytes for each block of each section |
//!
//! A block is 1 MiB of one section, the last of a section what is left of it with the
//! filling. Checksums are XXH3 with 64 bits (Yann Collet), which keeps up with memory: the
//! header holds its own and that of the list of checksums, so no bit of a file is outside
//! one. Integers have the byte order of the machine that made the file, and a mark tells it.
//!
//! A file gets its name only when it is complete and on disk: see [`Partial`].

mod error;
mod header;
mod partial;
mod read;

pub use error::{Action, Place, TableError};
pub use header::{Description, MAX_SECTIONS, VERSION};
pub use partial::{Partial, Section, remove_abandoned};
pub use read::{TableFile, belongs_to_another};

use header::PAGE;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What table files are called after their name.
pub const EXTENSION: &str = "table";

/// Bytes covered by one checksum.
const BLOCK: u64 = 1 << 20;

/// The file of the table `name` in a directory.
pub fn path_of(directory: &Path, name: &str) -> PathBuf {
    directory.join(format!("{name}.{EXTENSION}"))
}

/// A stretch of one section that has a checksum of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    section: usize,
    /// Where it starts within its section.
    offset: u64,
    /// Where it starts in the file.
    position: u64,
    /// Bytes, the filling included.
    length: u64,
}

/// Where everything is in a file, which follows from the lengths of the sections.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layout {
    blocks: Vec<Block>,
    /// Where each section starts in the file.
    starts: Vec<u64>,
    /// Where the checksums start in the file.
    checksums: u64,
    /// Length of the file.
    total: u64,
}

impl Layout {
    /// The layout for sections of these lengths, or `None` if no file is that long. It takes
    /// memory for each block: look at [`Layout::total`] before.
    fn new(section_lengths: &[u64]) -> Option<Layout> {
        let total = Layout::total(section_lengths)?;
        let mut position = PAGE as u64;
        let (mut blocks, mut starts) = (vec![], vec![]);
        for (section, length) in section_lengths.iter().enumerate() {
            starts.push(position);
            let filled = length.next_multiple_of(PAGE as u64);
            for offset in (0..filled).step_by(BLOCK as usize) {
                blocks.push(Block {
                    section,
                    offset,
                    position: position + offset,
                    length: BLOCK.min(filled - offset),
                });
            }
            position += filled;
        }
        Some(Layout {
            blocks,
            starts,
            checksums: position,
            total,
        })
    }

    /// The length of the file for sections of these lengths, or `None` if none is that long.
    fn total(section_lengths: &[u64]) -> Option<u64> {
        const LONGEST: u64 = 1 << 48;
        let mut total = PAGE as u64;
        for &length in section_lengths {
            if length > LONGEST {
                return None;
            }
            let filled = length.next_multiple_of(PAGE as u64);
            total += filled + 8 * filled.div_ceil(BLOCK);
        }
        Some(total)
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page, pages, and pages of checksums; and nothing that overflows.
    #[test]
    fn files_are_as_long_as_their_sections_make_them() {
        assert_eq!(Layout::total(&[]), Some(4096));
        assert_eq!(Layout::total(&[1, 4096]), Some(3 * 4096 + 2 * 8));
        let longest = 1 << 48;
        assert!(Layout::total(&[longest]).is_some_and(|total| total > longest));
        assert_eq!(Layout::total(&[longest + 1]), None);
        assert_eq!(Layout::total(&[u64::MAX]), None);
    }
}
