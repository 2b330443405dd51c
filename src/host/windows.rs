//! Windows. Whose a file is, is not asked: a new file has the permissions of its directory.

use memmap2::MmapMut;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::null_mut;
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
    GetDiskFreeSpaceExW, GetFileInformationByHandle,
};
use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};

pub use rand::rng;
pub use std::process::id as process_id;
pub use std::time::Instant;

/// Whether a program can have more than one thread.
pub const HAS_THREADS: bool = true;

/// Memory of its own for an array.
pub type Pages = MmapMut;

/// An array of zeros. Huge pages need a privilege that users do not have.
pub fn zeroed_pages(bytes: usize) -> io::Result<Pages> {
    MmapMut::map_anon(bytes)
}

/// Bytes of physical memory that are free, or of memory that the system can still promise if that is less.
pub fn available_memory() -> Option<u64> {
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..Default::default()
    };
    // SAFETY: the structure is as long as it says.
    let is_known = unsafe { GlobalMemoryStatusEx(&mut status) } != 0;
    is_known.then(|| status.ullAvailPhys.min(status.ullAvailPageFile))
}

/// Bytes that can still be written to the disk of a directory, which need not exist yet.
pub fn free_disk(directory: &Path) -> Option<u64> {
    let absolute = std::path::absolute(directory).ok()?;
    let existing = absolute.ancestors().find(|path| path.is_dir())?;
    let name: Vec<u16> = existing.as_os_str().encode_wide().chain([0]).collect();
    let mut free = 0;
    // SAFETY: the name ends with a zero, and nothing is written to null pointers.
    let is_known =
        unsafe { GetDiskFreeSpaceExW(name.as_ptr(), &mut free, null_mut(), null_mut()) } != 0;
    is_known.then_some(free)
}

/// Opens a file for reading. So is a directory, which can then be recognised as one.
pub fn open_without_blocking(path: &Path) -> io::Result<File> {
    let flags = FILE_FLAG_BACKUP_SEMANTICS;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

/// For files in a directory that others can write to: does not follow a link, which may lead to a file of ours.
pub fn distrust_directory(options: &mut OpenOptions) {
    options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
}

/// Reads bytes of a file, all that `out` holds, from a position on.
pub fn read_exact_at(file: &File, mut position: u64, mut out: &mut [u8]) -> io::Result<()> {
    while !out.is_empty() {
        let read = file.seek_read(out, position)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        (position, out) = (position + read as u64, &mut out[read..]);
    }
    Ok(())
}

pub fn is_writable_by_strangers(_: &Metadata) -> bool {
    false
}

pub fn is_owned_by_another_user(_: &Path) -> bool {
    false
}

/// Whether a path still leads to an open file.
pub fn is_at(file: &File, path: &Path) -> bool {
    let flags = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;
    let named = OpenOptions::new().read(true).custom_flags(flags).open(path);
    match (identity(file), named) {
        (Some(open), Ok(named)) => identity(&named) == Some(open),
        _ => false,
    }
}

/// The disk, and the number that a file has there.
fn identity(file: &File) -> Option<(u32, u32, u32)> {
    let mut information = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open.
    let is_known =
        unsafe { GetFileInformationByHandle(file.as_raw_handle(), &mut information) } != 0;
    is_known.then_some((
        information.dwVolumeSerialNumber,
        information.nFileIndexHigh,
        information.nFileIndexLow,
    ))
}

/// The system itself sees to it that a renaming survives a crash of the machine.
pub fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A client that has vanished is noticed after the time that the system sets.
#[cfg(feature = "serve")]
pub fn limit_unread_time<T>(_: &T, _: std::time::Duration) {}

/// The program that opens a page in the browser.
#[cfg(all(feature = "cli", feature = "serve"))]
pub const OPENER: &str = "explorer";

/// The columns of the terminal on stderr.
#[cfg(feature = "cli")]
pub fn terminal_width() -> Option<usize> {
    use windows_sys::Win32::System::Console::{
        CONSOLE_SCREEN_BUFFER_INFO, GetConsoleScreenBufferInfo,
    };
    let mut information = CONSOLE_SCREEN_BUFFER_INFO::default();
    let stderr = io::stderr().as_raw_handle();
    // SAFETY: of what is no terminal nothing is written.
    let is_known = unsafe { GetConsoleScreenBufferInfo(stderr, &mut information) } != 0;
    let window = information.srWindow;
    let columns = usize::try_from(window.Right - window.Left + 1).ok()?;
    (is_known && columns > 1).then_some(columns)
}

/// The signals that end the program.
#[cfg(feature = "cli")]
pub fn ending_signals() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    [SIGINT, SIGTERM].into_iter()
}

/// Checks that stdout is open: a write to one that is not fails by itself.
#[cfg(feature = "cli")]
pub fn check_stdout() -> io::Result<()> {
    Ok(())
}

/// Does nothing: see [`check_stdout`].
#[cfg(feature = "cli")]
pub extern "C" fn note_whether_stdout_is_closed() {}

/// Nothing has to be noted before `main`.
#[cfg(feature = "cli")]
#[doc(hidden)]
#[macro_export]
macro_rules! look_before_main {
    () => {};
}

/// A file that is mapped cannot be truncated here.
#[cfg(feature = "cli")]
pub fn exit_if_mapped_file_is_lost(_: &'static str, _: i32) {}
