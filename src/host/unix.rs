//! Unix; and Linux or macOS, where something exists only there.

use memmap2::MmapMut;
use rustix::fs::OFlags;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
#[cfg(feature = "cli")]
use std::sync::atomic::{AtomicBool, Ordering};

pub use rand::rng;
pub use std::process::id as process_id;
pub use std::time::Instant;

/// Whether a program can have more than one thread.
pub const HAS_THREADS: bool = true;

/// Memory of its own for an array.
pub type Pages = MmapMut;

/// An array of zeros, on huge pages if the system grants them.
pub fn zeroed_pages(bytes: usize) -> io::Result<Pages> {
    let pages = MmapMut::map_anon(bytes)?;
    // only a hint: if it is refused, ordinary pages do as well, more slowly
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    Ok(pages)
}

/// Bytes of memory that a process can still take without swapping: `MemAvailable` of Linux, or
/// what the control group allows if that is less. `None` on other systems.
#[cfg(not(target_os = "macos"))]
pub fn available_memory() -> Option<u64> {
    let system = mem_available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(control_group_allowance().map_or(system, |group| group.min(system)))
}

/// Bytes of memory that a process can still take without swapping: free pages, those of files, which the kernel can
/// drop, and those that other processes have offered.
#[cfg(target_os = "macos")]
pub fn available_memory() -> Option<u64> {
    // hw.pagesize is another number in a program that is translated for the processor
    let page_bytes = kernel_number(c"vm.pagesize")?;
    let counts = [
        c"vm.page_free_count",
        c"vm.page_pageable_external_count",
        c"vm.page_purgeable_count",
    ];
    let pages: Option<u64> = counts.into_iter().map(kernel_number).sum();
    Some(pages? * page_bytes)
}

/// A number that the kernel has under a name.
#[cfg(target_os = "macos")]
fn kernel_number(name: &std::ffi::CStr) -> Option<u64> {
    let (mut number, mut length) = (0_u64, size_of::<u64>());
    let (out, nothing) = ((&raw mut number).cast(), std::ptr::null_mut());
    // SAFETY: the name ends with a zero, and at most `length` bytes are written, the lower ones first.
    let status = unsafe { libc::sysctlbyname(name.as_ptr(), out, &mut length, nothing, 0) };
    (status == 0).then_some(number)
}

/// Parses `/proc/meminfo`; the result is in bytes.
#[cfg(not(target_os = "macos"))]
fn mem_available(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The smallest allowance among the control groups (version 2) of this process.
#[cfg(not(target_os = "macos"))]
fn control_group_allowance() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    root.join(own)
        .ancestors()
        .take_while(|group| group.starts_with(root))
        .filter_map(|group| {
            let read = |name| fs::read_to_string(group.join(name)).ok();
            allowance(
                &read("memory.max")?,
                &read("memory.current")?,
                &read("memory.stat")?,
            )
        })
        .min()
}

/// The limit of a group less its usage. Pages of files do not count: the kernel can drop them.
#[cfg(not(target_os = "macos"))]
fn allowance(max: &str, current: &str, stat: &str) -> Option<u64> {
    let max: u64 = max.trim().parse().ok()?; // not a number if there is no limit
    let current: u64 = current.trim().parse().ok()?;
    let files: u64 = stat
        .lines()
        .find_map(|line| line.strip_prefix("file "))?
        .parse()
        .ok()?;
    Some(max.saturating_sub(current.saturating_sub(files)))
}

/// Bytes that can still be written to the disk of a directory, which need not exist yet.
pub fn free_disk(directory: &Path) -> Option<u64> {
    let absolute = std::path::absolute(directory).ok()?;
    let existing = absolute.ancestors().find(|path| path.exists())?;
    let status = rustix::fs::statvfs(existing).ok()?;
    Some(status.f_bavail.saturating_mul(status.f_frsize))
}

/// Opens a file for reading, without waiting for a writer if it is a pipe.
pub fn open_without_blocking(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK.bits() as i32;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

/// For files in a directory that others can write to: neither follows a link, which may lead
/// to a file of ours, nor waits for a pipe; a new file is writable by its owner only.
pub fn distrust_directory(options: &mut OpenOptions) {
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    options.mode(0o644);
}

/// A new file is for its owner only.
#[cfg(feature = "serve")]
pub fn keep_private(options: &mut OpenOptions) {
    options.mode(0o600);
}

/// Reads bytes of a file, all that `out` holds, from a position on.
pub fn read_exact_at(file: &File, position: u64, out: &mut [u8]) -> io::Result<()> {
    file.read_exact_at(out, position)
}

/// Whether the file is another user's and everyone may write to it.
pub fn is_writable_by_strangers(metadata: &Metadata) -> bool {
    !is_own(metadata) && metadata.mode() & 0o002 != 0
}

/// Whether a file belongs neither to this user nor to the administrator.
pub fn is_owned_by_another_user(path: &Path) -> bool {
    let is_foreign = |metadata: Metadata| !is_own(&metadata) && metadata.uid() != 0;
    fs::metadata(path).is_ok_and(is_foreign)
}

fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Locks a file until it is closed.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if it is locked; [`TryLockError::Error`] if it cannot be.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Whether a path still leads to an open file.
pub fn is_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => identity(open) == identity(named),
        _ => false,
    }
}

/// Flushes a renaming in the directory, so that it survives a crash of the machine.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Ends a connection whose client has vanished, or does not read what it is sent, after this time.
#[cfg(feature = "serve")]
pub fn limit_unread_time(_stream: &impl std::os::fd::AsFd, _limit: std::time::Duration) {
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(_stream, _limit.as_millis() as u32);
}

/// The program that opens a page in the browser.
#[cfg(all(feature = "cli", feature = "serve"))]
pub const OPENER: &str = match cfg!(target_os = "macos") {
    true => "open",
    false => "xdg-open",
};

/// The keys that end input from a terminal.
#[cfg(feature = "cli")]
pub const END_OF_INPUT: &str = "Ctrl-D";

/// All terminals understand escape sequences, or say in `TERM` that they do not.
#[cfg(feature = "cli")]
pub fn enable_escape_sequences() {}

/// The columns of the terminal on stderr.
#[cfg(feature = "cli")]
pub fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stderr()).ok()?;
    (size.ws_col > 0).then_some(size.ws_col.into())
}

/// Calls `receive` with the number of each signal that ends the program, from a signal handler: it may do only what
/// one may do.
#[cfg(feature = "cli")]
pub fn on_ending_signal(receive: fn(i32)) {
    for signal in ending_signals() {
        // This cannot fail for signals that exist; if it did, the default action would remain.
        // SAFETY: `receive` does only what a signal handler may do.
        let _ = unsafe { signal_hook::low_level::register(signal, move || receive(signal)) };
    }
}

/// The signals that end the program, without those that the parent process had ignored, as `nohup`
/// does with SIGHUP and a shell without job control with SIGINT. Those are known on Linux only.
#[cfg(feature = "cli")]
fn ending_signals() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let ignored = ignored.unwrap_or(0);
    let signals = [SIGHUP, SIGINT, SIGTERM].into_iter();
    signals.filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// Checks that stdout is open, and was when the program started.
#[cfg(feature = "cli")]
pub fn check_stdout() -> io::Result<()> {
    match STDOUT_CLOSED.load(Ordering::Relaxed) || is_stdout_closed() {
        true => Err(rustix::io::Errno::BADF.into()),
        false => Ok(()),
    }
}

#[cfg(feature = "cli")]
fn is_stdout_closed() -> bool {
    // not that of the standard library, which may be used after the start of `main` only
    let stdout = rustix::stdio::stdout();
    rustix::io::fcntl_getfd(stdout).is_err()
}

#[cfg(feature = "cli")]
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// For [`look_before_main`](crate::look_before_main).
#[cfg(feature = "cli")]
pub extern "C" fn note_whether_stdout_is_closed() {
    STDOUT_CLOSED.store(is_stdout_closed(), Ordering::Relaxed);
}

/// Makes a program look before `main` whether stdout is closed: the runtime of Rust opens /dev/null in place
/// of closed streams, which cannot be distinguished later from a /dev/null that the parent process chose.
/// The library alone does nothing before it is called.
#[cfg(feature = "cli")]
#[doc(hidden)]
#[macro_export]
macro_rules! look_before_main {
    () => {
        #[used]
        #[cfg_attr(
            target_vendor = "apple",
            unsafe(link_section = "__DATA,__mod_init_func")
        )]
        #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
        static LOOK: extern "C" fn() = $crate::cli::note_whether_stdout_is_closed;
    };
}

/// Ends the program with a message if a page of a file that is mapped into memory cannot be read. Tables are
/// the only files that are. Where a stack overflow is such a fault, too, the runtime of Rust reports that first.
#[cfg(feature = "cli")]
pub fn exit_if_mapped_file_is_lost(message: &'static str, code: i32) {
    let exit = move || {
        let _ = rustix::io::write(rustix::stdio::stderr(), message.as_bytes());
        signal_hook::low_level::exit(code);
    };
    // SAFETY: the handler makes two system calls and does nothing else.
    let _ = unsafe { signal_hook::low_level::register(signal_hook::consts::SIGBUS, exit) };
}

#[cfg(all(test, not(target_os = "macos")))]
mod tests {
    use super::*;

    #[test]
    fn mem_available_is_in_bytes() {
        let text = "MemTotal:       24567 kB\nMemAvailable:    1024 kB\n";
        assert_eq!(mem_available(text), Some(1 << 20));
        assert_eq!(mem_available("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn allowance_is_limit_less_usage_without_files() {
        let stat = "anon 300\nfile 200\n";
        assert_eq!(allowance("1000\n", "500\n", stat), Some(700));
        assert_eq!(allowance("100\n", "500\n", stat), Some(0));
        assert_eq!(allowance("max\n", "500\n", stat), None);
    }
}
