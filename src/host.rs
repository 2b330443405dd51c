//! The operating system: free memory and disk, the data directory, and file operations that
//! need Unix.

use directories::ProjectDirs;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of memory that a process can still take without swapping: `MemAvailable` of Linux, or
/// what the control group allows if that is less. `None` on other systems.
pub fn available_memory() -> Option<u64> {
    let system = mem_available(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(control_group_allowance().map_or(system, |group| group.min(system)))
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

pub use files::*;

#[cfg(unix)]
mod files {
    use super::*;
    use rustix::fs::OFlags;
    use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};

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

    /// Reads from a file rather than from its memory map, whose pages would count as memory in
    /// use.
    pub fn read_exact_at(
        file: &File,
        _map: &[u8],
        position: u64,
        out: &mut [u8],
    ) -> io::Result<()> {
        file.read_exact_at(out, position)
    }

    /// Whether the file is another user's and everyone may write to it.
    pub fn is_writable_by_strangers(metadata: &Metadata) -> bool {
        !is_own(metadata) && metadata.mode() & 0o002 != 0
    }

    /// Whether a file belongs neither to this user nor to the administrator.
    pub fn is_owned_by_another_user(path: &Path) -> bool {
        let is_foreign = |metadata: Metadata| !is_own(&metadata) && metadata.uid() != 0;
        std::fs::metadata(path).is_ok_and(is_foreign)
    }

    fn is_own(metadata: &Metadata) -> bool {
        metadata.uid() == rustix::process::geteuid().as_raw()
    }

    /// Whether a path still leads to an open file.
    pub fn is_at(file: &File, path: &Path) -> bool {
        let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
        match (file.metadata(), std::fs::symlink_metadata(path)) {
            (Ok(open), Ok(named)) => identity(open) == identity(named),
            _ => false,
        }
    }

    /// Flushes a renaming in the directory, so that it survives a crash of the machine.
    pub fn sync_directory(directory: &Path) -> io::Result<()> {
        File::open(directory)?.sync_all()
    }
}

/// On other systems owners are unknown, and open files cannot be renamed.
#[cfg(not(unix))]
mod files {
    use super::*;

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
}

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
