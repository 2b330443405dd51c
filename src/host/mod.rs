//! The system: clock, threads, files, memory, environment, random numbers. Nothing else asks it for them, which a
//! test ensures, so that the rest of the library runs on any system.
//!
//! `unix.rs`, `windows.rs` and `web.rs` have the same names for kinds of systems; one of them is compiled. A port
//! to another system is one more. On the web (WebAssembly in a browser or in Node.js) there are no files and
//! no threads: what asks for them gets the error [`io::ErrorKind::Unsupported`](std::io::ErrorKind::Unsupported).

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

pub use std::{fs, thread};
#[cfg(unix)]
pub use unix::*;
#[cfg(not(any(unix, windows)))]
pub use web::*;
#[cfg(windows)]
pub use windows::*;

/// An environment variable that is set and not empty.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The platform's directory for data of this program, if the user has a home directory.
pub fn data_directory() -> Option<PathBuf> {
    let directories = ProjectDirs::from("", "", "cubesolve")?;
    Some(directories.data_dir().to_owned())
}
