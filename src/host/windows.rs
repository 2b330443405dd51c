//! Windows. Owners of files are not checked: a new file has the permissions of its directory.

use memmap2::MmapMut;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::null_mut;
use windows_sys::Win32::Foundation::ERROR_LOCK_VIOLATION;
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
    GetDiskFreeSpaceExW, GetFileInformationByHandle, LOCKFILE_EXCLUSIVE_LOCK,
    LOCKFILE_FAIL_IMMEDIATELY, LockFileEx,
};
use windows_sys::Win32::System::IO::OVERLAPPED;
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

/// A file in the user's directory is for its owner only, by what that directory passes on.
#[cfg(feature = "serve")]
pub fn keep_private(_: &mut OpenOptions) {}

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

/// Locks a file until it is closed. Locks are mandatory here: if all of the file were locked, as by
/// [`File::try_lock`], nobody could read it by another handle, not even this process. So the lock is on a byte
/// beyond the end of any file.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it is locked; [`TryLockError::Error`] if it cannot be.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    let mut position = OVERLAPPED::default();
    position.Anonymous.Anonymous.OffsetHigh = 1 << 30;
    let flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    // SAFETY: the handle is open, and since the call does not wait, the position outlives its use.
    let is_locked = unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &mut position) } != 0;
    if is_locked {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    match error.raw_os_error() == Some(ERROR_LOCK_VIOLATION as i32) {
        true => Err(TryLockError::WouldBlock),
        false => Err(TryLockError::Error(error)),
    }
}

/// Whether a path still leads to an open file.
pub fn is_at(file: &File, path: &Path) -> bool {
    let flags = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;
    let mut options = OpenOptions::new();
    // not even permission to read is needed
    let named = options.access_mode(0).custom_flags(flags).open(path);
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

/// The keys that end input from a terminal.
#[cfg(feature = "cli")]
pub const END_OF_INPUT: &str = "Ctrl-Z and Enter";

/// Makes the console of stdout and of stderr understand escape sequences, for colours and the status line. Not all
/// do by default.
#[cfg(feature = "cli")]
pub fn enable_escape_sequences() {
    use windows_sys::Win32::System::Console::{
        ENABLE_VIRTUAL_TERMINAL_PROCESSING, GetConsoleMode, SetConsoleMode,
    };
    for console in [io::stdout().as_raw_handle(), io::stderr().as_raw_handle()] {
        let mut mode = 0;
        // SAFETY: of what is no console neither call changes anything.
        unsafe {
            if GetConsoleMode(console, &mut mode) != 0 {
                SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
            }
        }
    }
}

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

/// Calls `receive` with the number of each signal that ends the program: Ctrl-C, Ctrl-Break, or as SIGTERM that the
/// console is closed or the user logs off. Not by `signal-hook`, with which Ctrl-C ends in a crash where the C library
/// has no `SIG_GET`, as that of wine.
#[cfg(feature = "cli")]
pub fn on_ending_signal(receive: fn(i32)) {
    use signal_hook::consts::{SIGBREAK, SIGINT, SIGTERM};
    use std::sync::OnceLock;
    use windows_sys::Win32::System::Console::{
        CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler,
    };
    static RECEIVE: OnceLock<fn(i32)> = OnceLock::new();
    unsafe extern "system" fn handle(event: u32) -> windows_sys::core::BOOL {
        let receive = RECEIVE.get().expect("it is set first");
        match event {
            CTRL_C_EVENT => receive(SIGINT),
            CTRL_BREAK_EVENT => receive(SIGBREAK),
            _ => {
                receive(SIGTERM);
                // the system ends the program when this returns, or after some seconds
                loop {
                    std::thread::park();
                }
            }
        }
        1
    }
    RECEIVE.get_or_init(|| receive);
    // SAFETY: the system calls the function in a thread of its own.
    unsafe { SetConsoleCtrlHandler(Some(handle), 1) };
}

/// Checks that stdout is open: without one, as in a program without a console, writes seem to succeed.
#[cfg(feature = "cli")]
pub fn check_stdout() -> io::Result<()> {
    use windows_sys::Win32::Foundation::ERROR_INVALID_HANDLE;
    match io::stdout().as_raw_handle().is_null() {
        true => Err(io::Error::from_raw_os_error(ERROR_INVALID_HANDLE as i32)),
        false => Ok(()),
    }
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
