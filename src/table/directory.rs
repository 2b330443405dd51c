//! Where table files are kept.

use super::file::{self, EXTENSION};
use crate::host;
use std::path::{Path, PathBuf};

/// Chooses the directory of the tables: `chosen` if there is one, else `./tables` if it
/// holds any table, else the platform's place for data of this program.
pub fn choose(chosen: Option<&Path>) -> PathBuf {
    if let Some(directory) = chosen {
        return directory.to_owned();
    }
    let here = PathBuf::from("tables");
    if list(&here).is_empty() {
        host::data_directory().unwrap_or(here)
    } else {
        here
    }
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
