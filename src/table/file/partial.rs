//! Writing table files.

use super::header::{self, Description, PAGE};
use super::{CHUNK_LENGTH, EXTENSION, FileChunk, FileLayout, checksum, path_of};
use crate::host::fs::{self, File, OpenOptions, TryLockError};
use crate::host::thread;
use crate::host::{self, threads};
use crate::table::error::{FileProblem, TableError, check_stop, is_stop};
use rayon::prelude::*;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The content of a section, requested piece by piece, so that it need not be in memory in the form
/// it has in the file.
pub trait Section: Sync {
    fn length(&self) -> u64;

    /// How many bytes it is best to request at once, a multiple of 1 MiB.
    fn piece(&self) -> usize {
        CHUNK_LENGTH as usize
    }

    /// Writes the bytes from `offset`, a multiple of [`Section::piece`], to `out`.
    fn copy_to(&self, offset: u64, out: &mut [u8]);
}

impl Section for &[u8] {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn copy_to(&self, offset: u64, out: &mut [u8]) {
        out.copy_from_slice(&self[offset as usize..][..out.len()]);
    }
}

/// A table file being written, under a temporary name: `.128M.table.partial` for `128M.table`.
///
/// The process that writes it holds a lock on it, which keeps other processes from generating the same
/// table. A file abandoned by a process that died is removed by the next, never reused, so the file
/// written to is always new and one's own. If this is dropped before [`write`](Self::write) has
/// finished, the file is removed.
pub struct Partial {
    file: File,
    partial: PathBuf,
    directory: PathBuf,
    name: String,
}

impl Partial {
    /// Claims the table `name` in `directory`, which is created if necessary.
    ///
    /// Calls `on_wait` and waits while another process has claimed the table; so check afterwards
    /// whether it exists.
    ///
    /// # Errors
    /// [`TableError::Interrupted`] when `stop` was set while waiting; [`FileProblem::NotADirectory`]
    /// or [`FileProblem::Io`] when the directory cannot be written to.
    pub fn claim(
        directory: &Path,
        name: &str,
        stop: &AtomicBool,
        on_wait: impl FnOnce(),
    ) -> Result<Partial, TableError> {
        fs::create_dir_all(directory)
            .map_err(|error| directory_error("created", directory, error))?;
        let partial = directory.join(format!(".{name}.{EXTENSION}.{PARTIAL}"));
        let mut on_wait = Some(on_wait);
        loop {
            let (file, is_new) = create_or_open(&partial)
                .map_err(|error| TableError::io("created", &partial, error))?;
            match host::try_lock(&file) {
                Ok(()) => {}
                Err(TryLockError::Error(error)) => {
                    return Err(TableError::io("locked", &partial, error));
                }
                Err(TryLockError::WouldBlock) => {
                    if let Some(on_wait) = on_wait.take() {
                        on_wait();
                    }
                    if stop.load(Ordering::Relaxed) {
                        return Err(TableError::Interrupted);
                    }
                    thread::sleep(WAITING_INTERVAL);
                    continue;
                }
            }
            // otherwise another process has renamed or removed it meanwhile: try again
            if host::is_at(&file, &partial) {
                if is_new {
                    return Ok(Partial {
                        file,
                        partial,
                        directory: directory.to_owned(),
                        name: name.to_owned(),
                    });
                }
                // Abandoned, or planted by somebody who may have it open: never write to it.
                fs::remove_file(&partial)
                    .map_err(|error| TableError::io("created", &partial, error))?;
            }
        }
    }

    /// Writes the file, flushes it to disk, and gives it its name. Returns its path.
    ///
    /// `describe` is called after all sections have been written. `on_progress` is called with the
    /// number of bytes written so far, from any thread.
    ///
    /// # Errors
    /// [`TableError::Interrupted`] when `stop` was set, [`FileProblem::DiskFull`] or
    /// [`FileProblem::Io`].
    pub fn write(
        mut self,
        describe: &dyn Fn() -> Description,
        sections: &[&dyn Section],
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> Result<PathBuf, TableError> {
        let lengths: Vec<u64> = sections.iter().map(|section| section.length()).collect();
        let layout = FileLayout::new(&lengths).expect("sections fit a file");
        self.write_all(describe, &lengths, &layout, sections, stop, on_progress)
            .map_err(|error| self.write_error(error, layout.total))
    }

    fn write_all(
        &mut self,
        describe: &dyn Fn() -> Description,
        lengths: &[u64],
        layout: &FileLayout,
        sections: &[&dyn Section],
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> io::Result<PathBuf> {
        self.file.set_len(0)?;
        let checksums = self.write_chunks(&layout.chunks, sections, stop, on_progress)?;
        let checksums = bytemuck::cast_slice(&checksums);
        self.file.seek(SeekFrom::Start(layout.checksums))?;
        self.file.write_all(checksums)?;
        let description = describe();
        assert_eq!(description.name, self.name);
        let page = header::encode(&description, lengths, checksum(checksums));
        self.file.rewind()?;
        self.file.write_all(&page[..])?;
        self.file.sync_all()?;
        let path = path_of(&self.directory, &self.name);
        fs::rename(&self.partial, &path)?;
        host::sync_directory(&self.directory)?;
        Ok(path)
    }

    /// Writes the chunks in any order; each thread produces, sums and writes a piece of a section at a time.
    /// Returns the checksums.
    fn write_chunks(
        &self,
        chunks: &[FileChunk],
        sections: &[&dyn Section],
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> io::Result<Vec<u64>> {
        let file = Mutex::new(&self.file);
        let written = AtomicU64::new(PAGE as u64);
        let piece_of = |chunk: &FileChunk| {
            let piece = sections[chunk.section].piece() as u64;
            (chunk.section, chunk.offset / piece)
        };
        let write_piece = |buffer: &mut Vec<u8>, chunks: &[FileChunk]| {
            check_stop(stop)?;
            fill(buffer, chunks, sections[chunks[0].section]);
            write_at(&file, chunks[0].position, buffer)?;
            let length = buffer.len() as u64;
            on_progress(written.fetch_add(length, Ordering::Relaxed) + length);
            let checksums = buffer.chunks(CHUNK_LENGTH as usize).map(checksum);
            Ok(checksums.collect())
        };
        let pieces: Vec<&[FileChunk]> =
            chunks.chunk_by(|a, b| piece_of(a) == piece_of(b)).collect();
        let write = || {
            let checksums = pieces
                .par_iter()
                .with_max_len(1)
                .map_init(Vec::new, |buffer, piece| write_piece(buffer, piece));
            checksums.collect::<io::Result<Vec<Vec<u64>>>>()
        };
        Ok(threads::in_pool(write)??.concat())
    }

    fn write_error(&self, error: io::Error, needed: u64) -> TableError {
        match error.kind() {
            _ if is_stop(&error) => TableError::Interrupted,
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => FileProblem::DiskFull { needed }.of(&self.partial),
            _ => TableError::io("written", &self.partial, error),
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // While the lock is held, no other process has created a file there; after the renaming
        // there is none.
        if host::is_at(&self.file, &self.partial) {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Removes the partial files in a directory that no running process has claimed.
///
/// # Errors
/// When the directory cannot be read or a file cannot be removed.
pub fn remove_abandoned(directory: &Path) -> io::Result<()> {
    let suffix = format!(".{EXTENSION}.{PARTIAL}");
    for entry in fs::read_dir(directory)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = name.to_string_lossy();
        if !name.starts_with('.') || !name.ends_with(&suffix) || !path.is_file() {
            continue;
        }
        let file = File::open(&path)?;
        if host::try_lock(&file).is_ok() && host::is_at(&file, &path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The error for a failure to read or create a directory: it may be, or be below, a file.
pub fn directory_error(action: &'static str, directory: &Path, source: io::Error) -> TableError {
    match directory.ancestors().find(|path| path.is_file()) {
        Some(file) => FileProblem::NotADirectory.of(file),
        None => TableError::io(action, directory, source),
    }
}

const PARTIAL: &str = "partial";

/// How often to check whether another process has finished the table.
const WAITING_INTERVAL: Duration = Duration::from_millis(50);

/// Creates the file, which only its owner may write to, or opens the existing one without changing
/// it. Also returns whether it is new.
fn create_or_open(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    host::distrust_directory(&mut options);
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match options.open(path) {
            // removed in between
            Err(error) if error.kind() == io::ErrorKind::NotFound => create_or_open(path),
            opened => Ok((opened?, false)),
        },
        created => Ok((created?, true)),
    }
}

/// Writes a file from its start to its end, for systems without files.
///
/// # Errors
/// Those of `out`.
pub fn write_in_order(
    description: &Description,
    sections: &[&dyn Section],
    out: &mut dyn Write,
) -> io::Result<()> {
    let lengths: Vec<u64> = sections.iter().map(|section| section.length()).collect();
    let layout = FileLayout::new(&lengths).expect("sections fit a file");
    let mut buffer = vec![];
    let mut checksums = vec![];
    for chunk in &layout.chunks {
        fill(&mut buffer, slice::from_ref(chunk), sections[chunk.section]);
        checksums.push(checksum(&buffer));
    }
    let checksums = bytemuck::cast_slice(&checksums);
    out.write_all(&header::encode(description, &lengths, checksum(checksums))[..])?;
    for chunk in &layout.chunks {
        fill(&mut buffer, slice::from_ref(chunk), sections[chunk.section]);
        out.write_all(&buffer)?;
    }
    out.write_all(checksums)
}

/// Produces the content of consecutive chunks, padded with zeros after the end of the section.
fn fill(buffer: &mut Vec<u8>, chunks: &[FileChunk], section: &dyn Section) {
    let offset = chunks[0].offset;
    let length: u64 = chunks.iter().map(|chunk| chunk.length).sum();
    buffer.clear();
    buffer.resize(length as usize, 0);
    let length = length.min(section.length() - offset);
    section.copy_to(offset, &mut buffer[..length as usize]);
}

fn write_at(file: &Mutex<&File>, position: u64, bytes: &[u8]) -> io::Result<()> {
    let mut file = file.lock().expect("no thread panics while it writes");
    file.seek(SeekFrom::Start(position))?;
    file.write_all(bytes)
}
