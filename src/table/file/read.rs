//! Reading table files.

use super::header::{self, DecodedHeader, Description};
use super::{CHUNK_LENGTH, FileChunk, checksum};
use crate::host::fs::{File, Metadata};
use crate::host::{self, memory::MappedFile, threads};
use crate::table::error::{FileProblem, TableError};
use rand::RngExt;
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Chunks that are checked when a file is opened.
const SAMPLES: usize = 4;

/// A table file that is open, or its bytes.
pub struct TableFile<'a> {
    /// The path it was opened with.
    path: Option<PathBuf>,
    content: Content<'a>,
    header: DecodedHeader,
}

enum Content<'a> {
    Mapped(File, MappedFile),
    Bytes(&'a [u8]),
}

impl Content<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Content::Mapped(_, map) => map,
            Content::Bytes(bytes) => bytes,
        }
    }

    /// Copies bytes from a position on: of an open file not from its memory map, whose pages would count as
    /// memory in use.
    fn copy(&self, position: u64, out: &mut [u8]) -> io::Result<()> {
        match self {
            Content::Mapped(file, _) => host::read_exact_at(file, position, out)?,
            Content::Bytes(bytes) => out.copy_from_slice(&bytes[position as usize..][..out.len()]),
        }
        Ok(())
    }
}

impl<'a> TableFile<'a> {
    /// Opens a file, maps it into memory, and checks its header, its length, its list of checksums and a few
    /// random chunks, which takes milliseconds whatever its length.
    pub fn open(path: &Path) -> Result<TableFile<'static>, TableError> {
        let read_error = |error| TableError::io("read", path, error);
        let file = host::open_without_blocking(path).map_err(read_error)?;
        let metadata = file.metadata().map_err(read_error)?;
        check_trust(path, &metadata)?;
        if metadata.len() == 0 {
            return Err(FileProblem::NotATable.of(path));
        }
        let map = MappedFile::new(&file).map_err(read_error)?;
        TableFile::new(Some(path), Content::Mapped(file, map))
    }

    /// The file with these bytes, checked in the same way.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<TableFile<'a>, TableError> {
        TableFile::new(None, Content::Bytes(bytes))
    }

    fn new(path: Option<&Path>, content: Content<'a>) -> Result<TableFile<'a>, TableError> {
        let header = header::decode(content.bytes()).map_err(|problem| problem.of_any(path))?;
        let path = path.map(Path::to_owned);
        let table = TableFile {
            path,
            content,
            header,
        };
        table.check().map_err(|problem| table.error(problem))?;
        Ok(table)
    }

    pub fn error(&self, problem: FileProblem) -> TableError {
        problem.of_any(self.path.as_deref())
    }

    pub fn description(&self) -> &Description {
        &self.header.description
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
        &self.content.bytes()[start..][..self.header.section_lengths[i] as usize]
    }

    /// Copies section `i` with all threads and checks every chunk of it.
    pub fn copy_section(&self, i: usize, out: &mut [u8]) -> Result<(), TableError> {
        assert_eq!(out.len(), self.section(i).len());
        let chunks = &self.header.layout.chunks;
        let first = chunks.partition_point(|chunk| chunk.section < i);
        let copy_chunk = |(n, (out, chunk)): (usize, (&mut [u8], &FileChunk))| {
            let copied = self.content.copy(chunk.position, out);
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
        let stem = |path: &PathBuf| path.file_stem().unwrap_or_default().to_owned();
        let name = self.description().name.as_str();
        if self.path.as_ref().is_some_and(|path| stem(path) != name) {
            let found = name.to_owned();
            return Err(FileProblem::WrongName { found });
        }
        let checksums = &self.content.bytes()[layout.checksums as usize..];
        if checksum(checksums) != self.header.checksums {
            let bytes = layout.checksums..layout.total;
            return Err(FileProblem::Corrupted { bytes });
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
        let bytes = &self.content.bytes()[chunk.position as usize..][..chunk.length as usize];
        checksum(bytes) == self.expected_checksum(i)
    }

    fn expected_checksum(&self, i: usize) -> u64 {
        let at = self.header.layout.checksums as usize + 8 * i;
        let bytes = &self.content.bytes()[at..at + 8];
        u64::from_ne_bytes(bytes.try_into().expect("8 bytes"))
    }
}

fn corrupted(chunk: &FileChunk) -> FileProblem {
    let bytes = chunk.position..chunk.position + chunk.length;
    FileProblem::Corrupted { bytes }
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
