//! Where table files are kept.

use super::file::{self, EXTENSION};
use directories::ProjectDirs;
use std::path::{Path, PathBuf};

/// Chooses the directory of the tables: `chosen` if there is one, else `./tables` if it
/// holds any table, else the platform's place for data of this program.
pub fn choose(chosen: Option<&Path>) -> PathBuf {
    if let Some(directory) = chosen {
        return directory.to_owned();
    }
    let here = PathBuf::from("tables");
    if list(&here).is_empty() {
        platform_directory().unwrap_or(here)
    } else {
        here
    }
}

/// The platform's place for data of this program, if there is a home directory.
fn platform_directory() -> Option<PathBuf> {
    Some(
        ProjectDirs::from("", "", "cubesolve")?
            .data_dir()
            .to_owned(),
    )
}

/// The table files in a directory, by name; none if it cannot be read.
pub fn list(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == EXTENSION) && is_visible(path))
        .collect();
    paths.sort();
    paths
}

fn is_visible(path: &Path) -> bool {
    path.file_stem()
        .is_some_and(|stem| !stem.as_encoded_bytes().starts_with(b"."))
}

/// Where the table `name` of a directory is, if it is there.
pub fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    let path = file::path_of(directory, name);
    path.exists().then_some(path)
}

/// Bytes that may still be written to the disk that a directory, which need not exist yet,
/// is or will be on; `None` where the system does not tell.
pub fn free_space(directory: &Path) -> Option<u64> {
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
