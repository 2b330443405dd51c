//! Reading table files.

use super::header::{self, DecodedHeader, Description};
use super::{BLOCK_LENGTH, FileBlock, checksum};
use crate::host::fs::{File, Metadata};
use crate::host::{self, memory::MappedFile, threads};
use crate::table::error::{FileProblem, TableError};
use rand::RngExt;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks that are checked when a file is opened.
const SAMPLES: usize = 4;

/// An open table file, mapped into memory.
pub struct TableFile {
    path: PathBuf,
    file: File,
    map: MappedFile,
    header: DecodedHeader,
}

impl TableFile {
    /// Opens a file and checks its header, its length, its list of checksums and a few random blocks,
    /// which takes milliseconds whatever its length.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let read_error = |error| TableError::io("read", path, error);
        let file = host::open_without_blocking(path).map_err(read_error)?;
        let metadata = file.metadata().map_err(read_error)?;
        check_trust(path, &metadata)?;
        if metadata.len() == 0 {
            return Err(FileProblem::NotATable.of(path));
        }
        let map = MappedFile::new(&file).map_err(read_error)?;
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

    pub fn description(&self) -> &Description {
        &self.header.description
    }

    /// The path it was opened with.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.header.layout.total
    }

    pub fn sections(&self) -> usize {
        self.header.section_lengths.len()
    }

    pub fn section(&self, i: usize) -> &[u8] {
        let start = self.header.layout.starts[i] as usize;
        &self.map[start..][..self.header.section_lengths[i] as usize]
    }

    /// Copies section `i` with all threads and checks every block of it.
    pub fn copy_section(&self, i: usize, out: &mut [u8]) -> Result<(), TableError> {
        assert_eq!(out.len(), self.section(i).len());
        let blocks = &self.header.layout.blocks;
        let first = blocks.partition_point(|block| block.section < i);
        let copy_block = |(n, (out, block)): (usize, (&mut [u8], &FileBlock))| {
            host::read_exact_at(&self.file, block.position, out)
                .map_err(|error| TableError::io("read", &self.path, error))?;
            // The last block is checked in the map, since its padding is not copied.
            let intact = if out.len() as u64 == block.length {
                checksum(out) == self.expected_checksum(first + n)
            } else {
                self.is_intact(first + n, block)
            };
            intact
                .then_some(())
                .ok_or_else(|| self.corrupted_block(block))
        };
        self.in_pool(|| {
            out.par_chunks_mut(BLOCK_LENGTH as usize)
                .zip(&blocks[first..])
                .enumerate()
                .try_for_each(copy_block)
        })?
    }

    /// Checks every block. `on_progress` is called with the number of bytes checked so far, from any
    /// thread.
    pub fn verify(&self, on_progress: &(dyn Fn(u64) + Sync)) -> Result<(), TableError> {
        let checked = AtomicU64::new(0);
        let blocks = &self.header.layout.blocks;
        let is_wrong = |(i, block): &(usize, &FileBlock)| {
            let wrong = !self.is_intact(*i, block);
            on_progress(checked.fetch_add(block.length, Ordering::Relaxed) + block.length);
            wrong
        };
        let wrong = self.in_pool(|| blocks.par_iter().enumerate().find_first(is_wrong))?;
        wrong.map_or(Ok(()), |(_, block)| Err(self.corrupted_block(block)))
    }

    /// Runs work on the file in the thread pool.
    fn in_pool<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, TableError> {
        threads::in_pool(work).map_err(|error| TableError::io("read", &self.path, error.into()))
    }

    fn check(&self) -> Result<(), TableError> {
        let layout = &self.header.layout;
        let stem = self.path.file_stem().unwrap_or_default();
        if stem != self.description().name.as_str() {
            let found = self.description().name.clone();
            return Err(FileProblem::WrongName { found }.of(&self.path));
        }
        if checksum(&self.map[layout.checksums as usize..]) != self.header.checksums {
            let bytes = layout.checksums..layout.total;
            return Err(FileProblem::Corrupted { bytes }.of(&self.path));
        }
        self.check_samples()
    }

    fn check_samples(&self) -> Result<(), TableError> {
        let blocks = &self.header.layout.blocks;
        for _ in 0..SAMPLES.min(blocks.len()) {
            let i = host::rng().random_range(0..blocks.len());
            if !self.is_intact(i, &blocks[i]) {
                return Err(self.corrupted_block(&blocks[i]));
            }
        }
        Ok(())
    }

    fn is_intact(&self, i: usize, block: &FileBlock) -> bool {
        let bytes = &self.map[block.position as usize..][..block.length as usize];
        checksum(bytes) == self.expected_checksum(i)
    }

    fn expected_checksum(&self, i: usize) -> u64 {
        let at = self.header.layout.checksums as usize + 8 * i;
        u64::from_ne_bytes(self.map[at..at + 8].try_into().expect("8 bytes"))
    }

    fn corrupted_block(&self, block: &FileBlock) -> TableError {
        let bytes = block.position..block.position + block.length;
        FileProblem::Corrupted { bytes }.of(&self.path)
    }
}

/// Checks that a file is regular, and not another user's that anyone may change.
fn check_trust(path: &Path, metadata: &Metadata) -> Result<(), TableError> {
    if !metadata.is_file() {
        return Err(FileProblem::NotRegular.of(path));
    }
    if host::is_writable_by_strangers(metadata) {
        return Err(FileProblem::Untrusted.of(path));
    }
    Ok(())
}
