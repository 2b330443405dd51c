use super::error::Action;
use super::header::{self, Description, PAGE};
use super::{Block, EXTENSION, Layout, TableError, checksum, path_of};
use rayon::prelude::*;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The content of a section, asked for piece by piece so that it never has to be in memory
/// in the form it has in the file.
pub trait Section: Sync {
    /// Length in bytes.
    fn length(&self) -> u64;

    /// Writes the bytes from `offset`, a multiple of 1 MiB, to `out`.
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

/// A table file in the making, under a name that no one takes for a table's:
/// `.h2.table.partial` for `h2.table`.
///
/// It is locked as long as its maker lives, which keeps a second process from making the
/// same table; whatever one that died has left is removed by the next, so that what is written
/// to is always a new file of one's own. Dropped before [`write`](Self::write) is through, it
/// leaves nothing.
pub struct Partial {
    file: File,
    partial: PathBuf,
    directory: PathBuf,
    name: String,
}

impl Partial {
    /// Claims the making of the table `name` in `directory`, which is created if need be.
    ///
    /// Waits while another process is at the same, after calling `on_wait`; so look
    /// afterwards whether the table is there. When `stop` is set meanwhile the error is
    /// [`TableError::Interrupted`].
    ///
    /// # Errors
    /// When the directory cannot be written to.
    pub fn claim(
        directory: &Path,
        name: &str,
        stop: &AtomicBool,
        on_wait: impl FnOnce(),
    ) -> Result<Partial, TableError> {
        fs::create_dir_all(directory)
            .map_err(|error| TableError::io(Action::Create, directory, error))?;
        let partial = directory.join(format!(".{name}.{EXTENSION}.{PARTIAL}"));
        let mut on_wait = Some(on_wait);
        loop {
            let (file, is_new) = create_or_open(&partial)
                .map_err(|error| TableError::io(Action::Create, &partial, error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::Error(error)) => {
                    return Err(TableError::io(Action::Lock, &partial, error));
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
            // Otherwise another has renamed or removed it since: it is that one's business.
            if is_at(&file, &partial) {
                if is_new {
                    return Ok(Partial {
                        file,
                        partial,
                        directory: directory.to_owned(),
                        name: name.to_owned(),
                    });
                }
                // Its maker has died, or never was: whoever prepared the file may keep it open.
                fs::remove_file(&partial)
                    .map_err(|error| TableError::io(Action::Create, &partial, error))?;
            }
        }
    }

    /// Writes the file, brings it to disk, and gives it its name. Returns its path.
    ///
    /// The table is described when all sections have been asked for. `on_progress` gets the number
    /// of bytes written so far, from any thread. When `stop` is set the error is
    /// [`TableError::Interrupted`].
    ///
    /// # Errors
    /// When the disk is full or fails.
    ///
    /// # Panics
    /// If the description is not of this table, or its bounds are not kept.
    pub fn write(
        mut self,
        describe: &dyn Fn() -> Description,
        sections: &[&dyn Section],
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> Result<PathBuf, TableError> {
        let lengths: Vec<u64> = sections.iter().map(|section| section.length()).collect();
        let layout = Layout::new(&lengths).expect("sections fit a file");
        self.write_all(describe, &lengths, &layout, sections, stop, on_progress)
            .map_err(|error| self.write_error(error, layout.total))?;
        let path = path_of(&self.directory, &self.name);
        fs::rename(&self.partial, &path)
            .and_then(|()| sync_directory(&self.directory))
            .map_err(|error| self.write_error(error, layout.total))?;
        Ok(path)
    }

    fn write_all(
        &mut self,
        describe: &dyn Fn() -> Description,
        lengths: &[u64],
        layout: &Layout,
        sections: &[&dyn Section],
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> io::Result<()> {
        self.file.set_len(0)?;
        let checksums = self.write_blocks(&layout.blocks, sections, stop, on_progress)?;
        let checksums = bytemuck::cast_slice(&checksums);
        self.file.seek(SeekFrom::Start(layout.checksums))?;
        self.file.write_all(checksums)?;
        let description = describe();
        assert_eq!(description.name, self.name);
        let page = header::encode(&description, lengths, checksum(checksums));
        self.file.rewind()?;
        self.file.write_all(&page[..])?;
        self.file.sync_all()
    }

    /// Writes the blocks in any order, each made and summed by the thread that writes it.
    fn write_blocks(
        &self,
        blocks: &[Block],
        sections: &[&dyn Section],
        stop: &AtomicBool,
        on_progress: &(dyn Fn(u64) + Sync),
    ) -> io::Result<Vec<u64>> {
        let file = Mutex::new(&self.file);
        let written = AtomicU64::new(PAGE as u64);
        blocks
            .par_iter()
            .map_init(Vec::new, |buffer, block| {
                if stop.load(Ordering::Relaxed) {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                fill(buffer, block, sections[block.section]);
                write_at(&file, block.position, buffer)?;
                on_progress(written.fetch_add(block.length, Ordering::Relaxed) + block.length);
                Ok(checksum(buffer))
            })
            .collect()
    }

    fn write_error(&self, error: io::Error, needed: u64) -> TableError {
        match error.kind() {
            io::ErrorKind::Interrupted => TableError::Interrupted,
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => TableError::NoSpace {
                directory: self.directory.clone(),
                needed,
            },
            _ => TableError::io(Action::Write, &self.partial, error),
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // While the lock is held nobody else can have put a file there; after the renaming
        // there is none.
        if is_at(&self.file, &self.partial) {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Removes what processes that died while making tables have left in a directory; what a
/// living one is at stays.
///
/// # Errors
/// When the directory cannot be read, or a file not removed.
pub fn remove_abandoned(directory: &Path) -> io::Result<()> {
    let suffix = format!(".{EXTENSION}.{PARTIAL}");
    for entry in fs::read_dir(directory)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        let name = name.to_string_lossy();
        if !name.starts_with('.') || !name.ends_with(&suffix) || !path.is_file() {
            continue;
        }
        let file = File::open(&path)?;
        if file.try_lock().is_ok() && is_at(&file, &path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

const PARTIAL: &str = "partial";

/// How often to look whether another process has made the table.
const WAITING_INTERVAL: Duration = Duration::from_millis(50);

/// Creates the file, which only its owner may write to, or opens the one that is there
/// without touching what is in it. Returns also whether it is new.
fn create_or_open(path: &Path) -> io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        // In a directory that others can write to, the name may be a link to a file of
        // ours, or a pipe that would hold us up.
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
        options.mode(0o644);
    }
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match options.open(path) {
            // removed in between
            Err(error) if error.kind() == io::ErrorKind::NotFound => create_or_open(path),
            opened => Ok((opened?, false)),
        },
        created => Ok((created?, true)),
    }
}

/// Whether an open file is the one that has this path now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => identity(open) == identity(named),
        _ => false,
    }
}

/// Whether an open file is the one that has this path now: elsewhere an open file cannot
/// be renamed by others.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Makes the content of a block, with zeros where the section has ended.
fn fill(buffer: &mut Vec<u8>, block: &Block, section: &dyn Section) {
    buffer.clear();
    buffer.resize(block.length as usize, 0);
    let length = block.length.min(section.length() - block.offset);
    section.copy_to(block.offset, &mut buffer[..length as usize]);
}

fn write_at(file: &Mutex<&File>, position: u64, bytes: &[u8]) -> io::Result<()> {
    let mut file = file.lock().expect("no thread panics while it writes");
    file.seek(SeekFrom::Start(position))?;
    file.write_all(bytes)
}

/// Makes the renaming last through a crash of the machine.
fn sync_directory(directory: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}
