//! Reading table files.

use super::header::{self, DecodedHeader, Description, PAGE};
use super::{CHUNK_LENGTH, FileChunk, FileLayout, checksum};
use crate::host::fs::{File, Metadata};
use crate::host::memory::{HugePages, MappedFile};
use crate::host::{self, threads};
use crate::table::error::{FileProblem, TableError};
use rand::RngExt;
use rayon::prelude::*;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Chunks that are checked when a file is opened.
const SAMPLES: usize = 4;

/// A table file that is open.
pub struct TableFile {
    /// The path it was opened with.
    path: PathBuf,
    file: File,
    map: MappedFile,
    header: DecodedHeader,
}

impl TableFile {
    /// Opens a file, maps it into memory, and checks its header, its length, its list of checksums and a few
    /// random chunks, which takes milliseconds whatever its length.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let read_error = |error| TableError::io("read", path, error);
        let file = host::open_without_blocking(path).map_err(read_error)?;
        let metadata = file.metadata().map_err(read_error)?;
        check_trust(path, &metadata)?;
        if metadata.len() == 0 {
            return Err(FileProblem::NotATable.of(path));
        }
        let map = MappedFile::new(&file).map_err(read_error)?;
        let header = header::decode(&map, map.len() as u64).map_err(|problem| problem.of(path))?;
        let path = path.to_owned();
        let table = TableFile {
            path,
            file,
            map,
            header,
        };
        table.check().map_err(|problem| table.error(problem))?;
        Ok(table)
    }

    pub fn error(&self, problem: FileProblem) -> TableError {
        problem.of(&self.path)
    }

    pub fn description(&self) -> &Description {
        &self.header.description
    }

    /// Length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.header.layout.total
    }

    pub fn section_lengths(&self) -> &[u64] {
        &self.header.section_lengths
    }

    pub fn section(&self, i: usize) -> &[u8] {
        let start = self.header.layout.starts[i] as usize;
        &self.map[start..][..self.header.section_lengths[i] as usize]
    }

    /// Copies section `i` with all threads and checks every chunk of it. It is not copied from the memory map, whose
    /// pages would count as memory in use.
    pub fn copy_section(&self, i: usize, out: &mut [u8]) -> Result<(), TableError> {
        assert_eq!(out.len(), self.section(i).len());
        let chunks = &self.header.layout.chunks;
        let first = chunks.partition_point(|chunk| chunk.section < i);
        let copy_chunk = |(n, (out, chunk)): (usize, (&mut [u8], &FileChunk))| {
            let copied = host::read_exact_at(&self.file, chunk.position, out);
            copied.map_err(|error| FileProblem::io("read", error))?;
            // The last chunk is checked in place, since its padding is not copied.
            let intact = if out.len() as u64 == chunk.length {
                checksum(out) == self.expected_checksum(first + n)
            } else {
                self.is_intact(first + n, chunk)
            };
            intact.then_some(()).ok_or_else(|| corrupted(chunk))
        };
        let copied = self.in_pool(|| {
            out.par_chunks_mut(CHUNK_LENGTH as usize)
                .zip(&chunks[first..])
                .enumerate()
                .try_for_each(copy_chunk)
        });
        copied?.map_err(|problem| self.error(problem))
    }

    /// Checks every chunk. `on_progress` is called with the number of bytes checked so far, from any
    /// thread.
    pub fn verify(&self, on_progress: &(dyn Fn(u64) + Sync)) -> Result<(), TableError> {
        let checked = AtomicU64::new(0);
        let chunks = &self.header.layout.chunks;
        let is_wrong = |(i, chunk): &(usize, &FileChunk)| {
            let wrong = !self.is_intact(*i, chunk);
            on_progress(checked.fetch_add(chunk.length, Ordering::Relaxed) + chunk.length);
            wrong
        };
        let wrong = self.in_pool(|| chunks.par_iter().enumerate().find_first(is_wrong))?;
        match wrong {
            None => Ok(()),
            Some((_, chunk)) => Err(self.error(corrupted(chunk))),
        }
    }

    /// Runs work on the file in the thread pool.
    fn in_pool<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, TableError> {
        threads::in_pool(work).map_err(|error| self.error(FileProblem::io("read", error.into())))
    }

    fn check(&self) -> Result<(), FileProblem> {
        let layout = &self.header.layout;
        let name = self.description().name.as_str();
        if self.path.file_stem().unwrap_or_default() != name {
            let found = name.to_owned();
            return Err(FileProblem::WrongName { found });
        }
        let checksums = &self.map[layout.checksums as usize..];
        if checksum(checksums) != self.header.checksums {
            return Err(corrupted_list(layout));
        }
        self.check_samples()
    }

    fn check_samples(&self) -> Result<(), FileProblem> {
        let chunks = &self.header.layout.chunks;
        for _ in 0..SAMPLES.min(chunks.len()) {
            let i = host::rng().random_range(0..chunks.len());
            if !self.is_intact(i, &chunks[i]) {
                return Err(corrupted(&chunks[i]));
            }
        }
        Ok(())
    }

    fn is_intact(&self, i: usize, chunk: &FileChunk) -> bool {
        let bytes = &self.map[chunk.position as usize..][..chunk.length as usize];
        checksum(bytes) == self.expected_checksum(i)
    }

    fn expected_checksum(&self, i: usize) -> u64 {
        let at = self.header.layout.checksums as usize + 8 * i;
        let bytes = &self.map[at..at + 8];
        u64::from_ne_bytes(bytes.try_into().expect("8 bytes"))
    }
}

fn corrupted(chunk: &FileChunk) -> FileProblem {
    let bytes = chunk.position..chunk.position + chunk.length;
    FileProblem::Corrupted { bytes }
}

fn corrupted_list(layout: &FileLayout) -> FileProblem {
    let bytes = layout.checksums..layout.total;
    FileProblem::Corrupted { bytes }
}

/// Reads a file from its first byte to its last, and checks all of it. Returns what it describes and its sections.
pub fn read_in_order(
    file: &mut dyn Read,
    length: u64,
) -> Result<(Description, Vec<HugePages>), FileProblem> {
    let read_error = |error| FileProblem::io("read", error);
    let no_memory = |error| FileProblem::io("copied into memory", error);
    let mut page = vec![0; length.min(PAGE as u64) as usize];
    file.read_exact(&mut page).map_err(read_error)?;
    let header = header::decode(&page, length)?;
    let (mut sections, mut checksums) = (vec![], vec![]);
    for &length in &header.section_lengths {
        let mut section = HugePages::zeroed(length as usize).map_err(no_memory)?;
        file.read_exact(&mut section).map_err(read_error)?;
        let chunks = section.chunks_exact(CHUNK_LENGTH as usize);
        let rest = chunks.remainder();
        checksums.extend(chunks.map(checksum));
        if !rest.is_empty() {
            let mut last = rest.to_vec();
            last.resize(rest.len().next_multiple_of(PAGE), 0);
            file.read_exact(&mut last[rest.len()..])
                .map_err(read_error)?;
            checksums.push(checksum(&last));
        }
        sections.push(section);
    }
    let mut expected = vec![0_u64; checksums.len()];
    let list: &mut [u8] = bytemuck::cast_slice_mut(&mut expected);
    file.read_exact(list).map_err(read_error)?;
    let layout = &header.layout;
    if checksum(list) != header.checksums {
        return Err(corrupted_list(layout));
    }
    let mut pairs = checksums.iter().zip(&expected);
    match pairs.position(|(found, expected)| found != expected) {
        Some(i) => Err(corrupted(&layout.chunks[i])),
        None => Ok((header.description, sections)),
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
