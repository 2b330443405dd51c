use super::error::{Action, Place};
use super::header::{self, Decoded, Description};
use super::{BLOCK, Block, TableError, checksum};
use memmap2::{Mmap, MmapOptions};
use rayon::prelude::*;
use std::fs::{File, Metadata, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks whose checksums are looked at when a file is opened.
const SAMPLES: usize = 4;

/// A table file that is open for reading, mapped into memory.
pub struct TableFile {
    path: PathBuf,
    file: File,
    map: Mmap,
    header: Decoded,
}

impl TableFile {
    /// Opens a file and checks its header, its length, its list of checksums and a few blocks
    /// at random, which takes milliseconds whatever its length.
    ///
    /// # Errors
    /// Whatever is wrong with the file, and what to do about it.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let read_error = |error| TableError::io(Action::Read, path, error);
        let file = open_without_waiting(path).map_err(read_error)?;
        let metadata = file.metadata().map_err(read_error)?;
        check_trust(path, &metadata)?;
        if metadata.len() == 0 {
            return Err(TableError::NotATable { path: path.into() });
        }
        // SAFETY: the map is only ever read, as bytes. Should another process change the
        // file in place, reads may give any byte, which no code here relies on for memory
        // safety: lengths and offsets are taken once, from a copy that is checked. That
        // the file be cut short under the map (then the system ends the process) is
        // excluded by how files are made: they are renamed, never written in place.
        let map = unsafe { MmapOptions::new().map(&file) }.map_err(read_error)?;
        let header = header::decode(&map, path)?;
        let table = TableFile {
            path: path.to_owned(),
            file,
            map,
            header,
        };
        table.check()?;
        Ok(table)
    }

    /// What the header tells.
    pub fn description(&self) -> &Description {
        &self.header.description
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.header.layout.total
    }

    /// Number of sections.
    pub fn sections(&self) -> usize {
        self.header.section_lengths.len()
    }

    /// The content of section `i`.
    ///
    /// # Panics
    /// If there is no such section.
    pub fn section(&self, i: usize) -> &[u8] {
        let start = self.header.layout.starts[i] as usize;
        &self.map[start..][..self.header.section_lengths[i] as usize]
    }

    /// Copies section `i`, by all threads, and checks every block of it on the way.
    ///
    /// # Errors
    /// A block that is corrupted, or that the disk fails to give.
    ///
    /// # Panics
    /// If there is no such section, or `out` is not as long.
    pub fn copy_section(&self, i: usize, out: &mut [u8]) -> Result<(), TableError> {
        assert_eq!(out.len(), self.section(i).len());
        let blocks = &self.header.layout.blocks;
        let first = blocks.partition_point(|block| block.section < i);
        out.par_chunks_mut(BLOCK as usize)
            .zip(&blocks[first..])
            .enumerate()
            .try_for_each(|(n, (out, block))| {
                self.read_at(block.position, out)
                    .map_err(|error| TableError::io(Action::Read, &self.path, error))?;
                // The last block is checked where it is: what fills it up is not copied.
                let intact = if out.len() as u64 == block.length {
                    checksum(out) == self.expected_checksum(first + n)
                } else {
                    self.is_intact(first + n, block)
                };
                intact
                    .then_some(())
                    .ok_or_else(|| self.corrupted_block(block))
            })
    }

    /// Reads from the file rather than the map, whose pages would count as memory in use.
    #[cfg(unix)]
    fn read_at(&self, position: u64, out: &mut [u8]) -> std::io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, out, position)
    }

    #[cfg(not(unix))]
    fn read_at(&self, position: u64, out: &mut [u8]) -> std::io::Result<()> {
        out.copy_from_slice(&self.map[position as usize..][..out.len()]);
        Ok(())
    }

    /// Checks every block. `on_progress` gets the number of bytes checked so far, from any
    /// thread.
    ///
    /// # Errors
    /// The first block that is corrupted.
    pub fn verify(&self, on_progress: &(dyn Fn(u64) + Sync)) -> Result<(), TableError> {
        let checked = AtomicU64::new(0);
        let blocks = &self.header.layout.blocks;
        let wrong = blocks.par_iter().enumerate().find_first(|(i, block)| {
            let wrong = !self.is_intact(*i, block);
            on_progress(checked.fetch_add(block.length, Ordering::Relaxed) + block.length);
            wrong
        });
        wrong.map_or(Ok(()), |(_, block)| Err(self.corrupted_block(block)))
    }

    fn check(&self) -> Result<(), TableError> {
        let layout = &self.header.layout;
        let stem = self.path.file_stem().unwrap_or_default();
        if stem != self.description().name.as_str() {
            return Err(TableError::WrongName {
                path: self.path.clone(),
                found: self.description().name.clone(),
            });
        }
        if checksum(&self.map[layout.checksums as usize..]) != self.header.checksums {
            return Err(TableError::Corrupted {
                path: self.path.clone(),
                place: Place::Checksums,
            });
        }
        self.check_samples()
    }

    fn check_samples(&self) -> Result<(), TableError> {
        let blocks = &self.header.layout.blocks;
        for _ in 0..SAMPLES.min(blocks.len()) {
            let i = rand::random_range(0..blocks.len());
            if !self.is_intact(i, &blocks[i]) {
                return Err(self.corrupted_block(&blocks[i]));
            }
        }
        Ok(())
    }

    fn is_intact(&self, i: usize, block: &Block) -> bool {
        let bytes = &self.map[block.position as usize..][..block.length as usize];
        checksum(bytes) == self.expected_checksum(i)
    }

    fn expected_checksum(&self, i: usize) -> u64 {
        let at = self.header.layout.checksums as usize + 8 * i;
        u64::from_ne_bytes(self.map[at..at + 8].try_into().expect("8 bytes"))
    }

    fn corrupted_block(&self, block: &Block) -> TableError {
        TableError::Corrupted {
            path: self.path.clone(),
            place: Place::Block {
                start: block.position,
                end: block.position + block.length,
            },
        }
    }
}

/// Opens a file for reading; a pipe does not make it wait for a writer.
fn open_without_waiting(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(OFlags::NONBLOCK.bits() as i32);
    }
    options.open(path)
}

/// Whether a file may be mapped: regular, and not open to changes by just anyone.
fn check_trust(path: &Path, metadata: &Metadata) -> Result<(), TableError> {
    if !metadata.is_file() {
        return Err(TableError::NotRegular {
            path: path.into(),
            kind: if metadata.is_dir() {
                "a directory"
            } else {
                "a device or pipe"
            },
        });
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        const OTHERS_WRITE: u32 = 0o002;
        if !is_own(metadata) && metadata.mode() & OTHERS_WRITE != 0 {
            return Err(TableError::Untrusted { path: path.into() });
        }
    }
    Ok(())
}

#[cfg(unix)]
fn is_own(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Whether a file is neither the user's own nor the administrator's.
#[cfg(unix)]
pub fn belongs_to_another(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let stranger = |metadata: Metadata| !is_own(&metadata) && metadata.uid() != 0;
    std::fs::metadata(path).is_ok_and(stranger)
}

/// Whether a file is neither the user's own nor the administrator's, which this system does
/// not tell.
#[cfg(not(unix))]
pub fn belongs_to_another(_path: &Path) -> bool {
    false
}
