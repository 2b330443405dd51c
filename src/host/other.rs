//! Systems other than Unix: owners of files are unknown, and open files cannot be renamed. Compiled for
//! tests on Unix, too.
#![cfg_attr(unix, allow(dead_code))]

use memmap2::MmapMut;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

pub fn free_disk(_: &Path) -> Option<u64> {
    None
}

pub fn open_without_blocking(path: &Path) -> io::Result<File> {
    File::open(path)
}

pub fn distrust_directory(_: &mut OpenOptions) {}

pub fn read_exact_at(_: &File, map: &[u8], position: u64, out: &mut [u8]) -> io::Result<()> {
    out.copy_from_slice(&map[position as usize..][..out.len()]);
    Ok(())
}

pub fn is_writable_by_strangers(_: &Metadata) -> bool {
    false
}

pub fn is_owned_by_another_user(_: &Path) -> bool {
    false
}

pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

pub fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

pub fn prefer_huge_pages(_: &MmapMut) {}

#[cfg(feature = "serve")]
pub fn limit_unread_time<T>(_: &T, _: std::time::Duration) {}

#[cfg(all(feature = "cli", feature = "serve"))]
pub const OPENER: &str = "xdg-open";

#[cfg(feature = "cli")]
pub fn terminal_width() -> Option<usize> {
    None
}

#[cfg(feature = "cli")]
pub fn ending_signals() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    [SIGINT, SIGTERM].into_iter()
}

#[cfg(feature = "cli")]
pub fn check_stdout() -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "cli")]
pub extern "C" fn note_whether_stdout_is_closed() {}

#[cfg(all(feature = "cli", not(unix)))]
#[doc(hidden)]
#[macro_export]
macro_rules! look_before_main {
    () => {};
}

#[cfg(feature = "cli")]
pub fn exit_if_mapped_file_is_lost(_: &'static str, _: i32) {}
