//! Answers on stdout, messages on stderr.

use super::terminal;
use crate::host::fs::{self, File};
use crate::host::{self, lock::lock};
use anyhow::Context;
use clap::ColorChoice;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether only results and errors are printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Sets `--quiet` for the rest of the run.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a message on stderr; failures are ignored.
pub fn message(text: impl Display) {
    let text = format!("{text}\n");
    let _ = terminal::above(|| io::stderr().write_all(text.as_bytes()));
}

/// Prints a note on stderr unless `--quiet` is set or it has been printed before.
pub fn note_once(text: &str) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if lock(&PRINTED).insert(text.to_owned()) {
        note(text);
    }
}

/// Prints a note on stderr unless `--quiet` is set.
pub fn note(text: impl Display) {
    if !is_quiet() {
        message(format_args!("cubesolve: {text}"));
    }
}

/// Answer to a line that failed; without the reason on a terminal, where stderr shows it.
pub fn error_line(error: impl Display) -> String {
    match io::stdout().is_terminal() {
        true => "// error".to_owned(),
        false => format!("// error: {error:#}"),
    }
}

/// Writes a file, or prints to stdout if its name is -.
///
/// # Errors
/// If that fails.
pub fn write(path: &Path, text: String) -> anyhow::Result<()> {
    match path.as_os_str() == "-" {
        true => print(text),
        false => write_file(path, |file| Ok(file.write_all(text.as_bytes())?)),
    }
}

/// Writes a file, which stays as it was if it cannot be written whole.
///
/// # Errors
/// If that fails.
pub fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let create = |path: &Path| -> anyhow::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        write(&mut file)?;
        Ok(file.flush()?)
    };
    let written = match path.metadata() {
        // a device or a pipe
        Ok(metadata) if !metadata.is_file() => create(path),
        _ => {
            let mut part = path.as_os_str().to_owned();
            part.push(".part");
            let renamed: anyhow::Result<()> =
                create(part.as_ref()).and_then(|()| Ok(fs::rename(&part, path)?));
            renamed.inspect_err(|_| drop(fs::remove_file(&part)))
        }
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Prints to stdout.
///
/// # Errors
/// If that fails or stdout was closed when the program started; [`report`](super::report) excuses a broken
/// pipe.
pub fn print(bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let print = || {
        host::check_stdout()?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes.as_ref())?;
        stdout.flush()
    };
    terminal::above(print).context("cannot write to stdout")
}

pub fn print_line(line: impl Display) -> anyhow::Result<()> {
    print(format!("{line}\n"))
}

/// Whether to colour stdout; `Auto` follows <https://no-color.org>.
pub fn is_coloured(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let disabled = host::variable("NO_COLOR").is_some();
            terminal::is_capable(&io::stdout()) && !disabled
        }
    }
}
