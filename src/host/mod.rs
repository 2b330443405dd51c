//! The system: clock, threads, files, memory, environment, random numbers. Nothing else asks it for them, which a
//! test ensures, so that the rest of the library runs on any system.
//!
//! `unix.rs`, `windows.rs` and `web.rs` have the same names for kinds of systems; one of them is compiled. A port
//! to another system is one more. On the web (WebAssembly in a browser or in Node.js) there are no files, and threads
//! only in a module with shared memory (`workers.rs`): what asks for them gets the error [`io::ErrorKind::Unsupported`](std::io::ErrorKind::Unsupported).

use directories::ProjectDirs;
use std::ffi::OsString;
use std::path::PathBuf;

pub mod cpu;
pub(crate) mod lock;
pub mod memory;
pub mod threads;
#[cfg(unix)]
mod unix;
#[cfg(not(any(unix, windows)))]
mod web;
#[cfg(windows)]
mod windows;
#[cfg(target_feature = "atomics")]
pub mod workers;

pub use std::fs;
#[cfg(not(target_feature = "atomics"))]
pub use std::thread;
#[cfg(unix)]
pub use unix::*;
#[cfg(not(any(unix, windows)))]
pub use web::*;
#[cfg(windows)]
pub use windows::*;
#[cfg(target_feature = "atomics")]
pub use workers as thread;

/// An environment variable that is set and not empty.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The platform's directory for data of this program, if the user has a home directory: on Windows the local
/// one, since the other is copied over the network between machines.
pub fn data_directory() -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "cubesolve")?;
    Some(directories.data_local_dir().to_owned())
}

#[cfg(all(test, any(unix, windows)))]
mod tests {
    use super::*;
    use fs::{File, TryLockError};
    use tempfile::tempdir;

    #[test]
    fn free_memory_and_disk_are_known() {
        let directory = tempdir().unwrap();
        assert!(available_memory().is_some_and(|bytes| bytes > 1 << 20));
        let missing = directory.path().join("not/there");
        assert!(free_disk(&missing).is_some_and(|bytes| bytes > 1 << 20));
    }

    #[test]
    fn file_is_at_its_path_until_another_takes_its_place() {
        let directory = tempdir().unwrap();
        let [path, other] = ["a", "b"].map(|name| directory.path().join(name));
        let file = File::create(&path).unwrap();
        fs::write(&other, "").unwrap();
        assert!(is_at(&file, &path) && !is_at(&file, &other));
        fs::rename(&path, directory.path().join("c")).unwrap();
        assert!(!is_at(&file, &path), "no file has this path");
        fs::rename(&other, &path).unwrap();
        assert!(!is_at(&file, &path), "another file has this path");
    }

    #[test]
    fn locked_file_is_readable_but_not_lockable() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        fs::write(&path, "text").unwrap();
        let [first, second] = [(); 2].map(|()| File::open(&path).unwrap());
        try_lock(&first).unwrap();
        assert!(matches!(try_lock(&second), Err(TryLockError::WouldBlock)));
        assert!(matches!(second.try_lock(), Err(TryLockError::WouldBlock)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        drop(first);
        try_lock(&second).unwrap();
    }

    #[test]
    fn directory_is_opened_as_such() {
        let directory = tempdir().unwrap();
        let opened = open_without_blocking(directory.path()).unwrap();
        assert!(opened.metadata().unwrap().is_dir());
    }

    #[test]
    fn read_beyond_the_end_is_an_error() {
        let directory = tempdir().unwrap();
        let path = directory.path().join("a");
        fs::write(&path, "0123").unwrap();
        let file = File::open(&path).unwrap();
        let mut out = [0; 2];
        read_exact_at(&file, 2, &mut out).unwrap();
        assert_eq!(&out, b"23");
        let error = read_exact_at(&file, 3, &mut out).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
    }

    /// Tables of gigabytes are in no directory that Windows copies to other machines.
    #[cfg(windows)]
    #[test]
    fn data_directory_is_local() {
        let local = variable("LOCALAPPDATA").unwrap();
        assert!(data_directory().unwrap().starts_with(local));
    }
}
