//! Packages of npm that judge what the program writes.

use crate::program;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Installs packages, each with its version, into a directory of this name and returns it; `None` without
/// Node.js or the network, unless the environment variable requires them.
pub fn install(name: &str, packages: &[&str], variable: &str) -> Option<PathBuf> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let is_installed = |name: &str| {
        let is_package = packages.contains(&name);
        let mut command = Command::new(if is_package { "npm" } else { name });
        match is_package {
            true => command
                .args(["install", "--no-audit", name, "--prefix"])
                .arg(&directory),
            false => command.arg("--version"),
        };
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let needed = [&["node", "npm"], packages].concat();
    program::installed(&needed, variable, is_installed).then_some(directory)
}
