//! What the host has: memory, disk, and a place for data.

use directories::ProjectDirs;
use std::path::{Path, PathBuf};

/// Bytes of memory that a process may still take without others having to give any up:
/// what the system calls available, or what is left of the limit of the control group if
/// that is less. `None` where the system does not tell.
pub fn available_memory() -> Option<u64> {
    let system = meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(group_allowance().map_or(system, |group| group.min(system)))
}

/// The `MemAvailable` of Linux, in bytes.
fn meminfo(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// What the control groups (version 2) of this process still allow, the strictest of them.
fn group_allowance() -> Option<u64> {
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

/// What is left of a group's limit; pages of files do not count, they can be dropped.
fn allowance(max: &str, current: &str, stat: &str) -> Option<u64> {
    let max: u64 = max.trim().parse().ok()?; // "max" is no limit
    let current: u64 = current.trim().parse().ok()?;
    let files: u64 = stat
        .lines()
        .find_map(|line| line.strip_prefix("file "))?
        .parse()
        .ok()?;
    Some(max.saturating_sub(current.saturating_sub(files)))
}

/// Bytes that may still be written to the disk that a directory, which need not exist yet,
/// is or will be on; `None` where the system does not tell.
pub fn free_disk(directory: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let absolute = std::path::absolute(directory).ok()?;
        let existing = absolute.ancestors().find(|path| path.exists())?;
        let status = rustix::fs::statvfs(existing).ok()?;
        Some(status.f_bavail.saturating_mul(status.f_frsize))
    }
    #[cfg(not(unix))]
    None
}

/// The platform's place for data of this program, if there is a home directory.
pub fn data_directory() -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "cubesolve")?;
    Some(directories.data_dir().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_meminfo() {
        let text = "MemTotal:       24567 kB\nMemAvailable:    1024 kB\n";
        assert_eq!(meminfo(text), Some(1 << 20));
        assert_eq!(meminfo("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn reads_group_limits() {
        let stat = "anon 300\nfile 200\n";
        assert_eq!(allowance("1000\n", "500\n", stat), Some(700));
        assert_eq!(allowance("100\n", "500\n", stat), Some(0));
        assert_eq!(allowance("max\n", "500\n", stat), None);
    }
}
