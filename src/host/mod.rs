//! The operating system: free memory and disk, the data directory, and what needs Unix. The processor and its
//! threads, and locks.
//!
//! No other module uses what only Unix has, which a test ensures: a port to another system is a file
//! beside [`unix`] in place of [`other`], which does without.

use directories::ProjectDirs;
use std::path::{Path, PathBuf};

pub mod cpu;
pub(crate) mod lock;
#[cfg(any(not(unix), test))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub use other::*;
#[cfg(unix)]
pub use unix::*;

/// Bytes of memory that a process can still take without swapping: `MemAvailable` of Linux, or
/// what the control group allows if that is less. `None` on other systems.
pub fn available_memory() -> Option<u64> {
    let system = mem_available(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(control_group_allowance().map_or(system, |group| group.min(system)))
}

/// Whether a process can take this many bytes of memory without swapping. Where free memory is unknown, it
/// counts as enough for all that exists or was named; only `gen-tables` then chooses no table.
pub fn has_memory(bytes: u64) -> bool {
    available_memory().is_none_or(|available| available >= bytes)
}

/// Parses `/proc/meminfo`; the result is in bytes.
fn mem_available(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The smallest allowance among the control groups (version 2) of this process.
fn control_group_allowance() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    root.join(own)
        .ancestors()
        .take_while(|group| group.starts_with(root))
        .filter_map(|group| {
            let read = |name| std::fs::read_to_string(group.join(name)).ok();
            allowance(
                &read("memory.max")?,
                &read("memory.current")?,
                &read("memory.stat")?,
            )
        })
        .min()
}

/// The limit of a group less its usage. Pages of files do not count: the kernel can drop them.
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

/// The platform's directory for data of this program, if the user has a home directory.
pub fn data_directory() -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "cubesolve")?;
    Some(directories.data_dir().to_owned())
}

/// The functions for other systems, compiled here, too, have the types of those of Unix.
#[cfg(all(test, unix))]
const _: fn() = || {
    let _ = [unix::free_disk, other::free_disk];
    let _ = [unix::open_without_blocking, other::open_without_blocking];
    let _ = [unix::distrust_directory, other::distrust_directory];
    let _ = [unix::read_exact_at, other::read_exact_at];
    let _ = [
        unix::is_writable_by_strangers,
        other::is_writable_by_strangers,
    ];
    let _ = [
        unix::is_owned_by_another_user,
        other::is_owned_by_another_user,
    ];
    let _ = [unix::is_at, other::is_at];
    let _ = [unix::sync_directory, other::sync_directory];
    let _ = [unix::prefer_huge_pages, other::prefer_huge_pages];
};

#[cfg(test)]
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
